package io.deltawire.cli.transform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deletions are visible in every format, and become deletions again in a delta dump. */
class DeletionMarksTest {
    private static final String JSON = """
            {"quote":{"@dw:Q":{"symbol":"A","bid":1.5}}}
            {"quote":{"@dw:Q":{"symbol":"B","bid":2.5}}}
            {"quote":{"@dw:Q":{"@dw:deleted":true,"symbol":"A","bid":1.5}}}
            {"quote":{"@dw:Q":{"symbol":"A","bid":3.5}}}
            {"quote":{"@dw:Q":{"@dw:deleted":true,"symbol":"B","bid":2.5}}}
            """;

    @TempDir
    Path dir;

    private static byte[] dump() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("quote.symbol"));
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            quote(out, MessageKind.DATA, "A", 1.5);
            quote(out, MessageKind.DATA, "B", 2.5);
            quote(out, MessageKind.DELETE, "A", 0);
            quote(out, MessageKind.DATA, "A", 3.5);
            quote(out, MessageKind.DELETE, "B", 0);
        }
        return bytes.toByteArray();
    }

    private static void quote(WireOut out, MessageKind kind, String symbol, double bid) {
        out.beginMessage(kind);
        out.beginObject();
        out.event("quote");
        out.type("Q");
        out.beginObject();
        out.field("symbol");
        out.text(symbol);
        if (kind == MessageKind.DATA) {
            out.field("bid");
            out.float64(bid);
        }
        out.endObject();
        out.endObject();
        out.endMessage();
    }

    private static CommandRun convert(byte[] input, String... options) {
        List<String> words = new ArrayList<>(List.of("convert"));
        words.addAll(List.of(options));
        return CommandRun.withInput(input, words.toArray(String[]::new));
    }

    private static List<MessageKind> kinds(byte[] dump) {
        List<MessageKind> kinds = new ArrayList<>();
        try (WireIn in = new DeltaFormat().newReader(dump, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                kinds.add(in.messageKind());
            }
        }
        return kinds;
    }

    @Test
    void everyFormatMarksDeletionsAndADeltaDumpRestoresThem() {
        assertEquals(JSON, convert(dump(), "--output", "json").out());
        for (String format : Formats.all()) {
            CommandRun there = convert(dump(), "--output", format, "--deletions", "mark", "--key", "quote.symbol");
            assertEquals("", there.err(), format);
            CommandRun back = convert(there.bytes(), "--output", "delta", "--key", "quote.symbol");
            assertEquals("", back.err(), format);
            assertEquals(kinds(dump()), kinds(back.bytes()), format);
            assertEquals(JSON, convert(back.bytes(), "--output", "json").out(), format);
        }
        byte[] again =
                convert(dump(), "--output", "delta", "--key", "quote.symbol").bytes();
        assertArrayEquals(dump(), again);
    }

    @Test
    void firstMessageOfAKeyedDumpMayBeADeletion() {
        byte[] json = "{\"@dw:deleted\":true,\"id\":1}\n{\"id\":1}\n".getBytes(StandardCharsets.UTF_8);
        byte[] dump = convert(json, "--output", "delta", "--key", "id").bytes();
        assertEquals(List.of(MessageKind.DELETE, MessageKind.DATA), kinds(dump));
        assertArrayEquals(json, convert(dump, "--output", "json").bytes());
    }

    @Test
    void yamlShowsDeletionsWithEveryOption() {
        assertTrue(convert(dump()).out().contains("""
                ---
                quote: !Q {
                  "@dw:deleted": true,
                  symbol: A,
                  bid: 1.5
                }
                """));
        String shown = convert(dump(), "--show", "number", "--fields", "bid", "--last", "1")
                .out();
        assertEquals("---\n# #5\nquote: !Q {\n  \"@dw:deleted\": true,\n  bid: 2.5\n}\n", shown);
    }

    @Test
    void tableHasADeletionColumnOnlyIfAskedFor() {
        CommandRun refused = convert(dump(), "--output", "csv");
        assertEquals(Exit.CORRUPT, refused.code());
        assertEquals("@dw:event,@dw:type,symbol,bid\nquote,Q,A,1.5\nquote,Q,B,2.5\n", refused.out());
        assertTrue(refused.err().contains("message 3 says that its record is deleted"), refused.err());
        assertTrue(refused.err().contains("--deletions mark adds @dw:deleted"), refused.err());
        assertEquals(
                """
                @dw:event,@dw:type,@dw:deleted,symbol,bid
                quote,Q,,A,1.5
                quote,Q,,B,2.5
                quote,Q,true,A,1.5
                quote,Q,,A,3.5
                quote,Q,true,B,2.5
                """, convert(dump(), "--output", "csv", "--deletions", "mark").out());
    }

    @Test
    void deletionsAreLeftOutIfAskedFor() {
        String expected = JSON.replaceAll("(?m)^.*@dw:deleted.*\n", "");
        assertEquals(
                expected,
                convert(dump(), "--output", "json", "--deletions", "skip").out());
        assertEquals(
                2,
                convert(dump(), "--output", "json", "--deletions", "skip", "--max", "2")
                        .out()
                        .lines()
                        .count());
        CommandRun wrong = convert(dump(), "--deletions", "forget");
        assertEquals(Exit.USAGE, wrong.code());
        assertTrue(wrong.err().contains("expected one of mark, skip"), wrong.err());
    }

    @Test
    void recordThatIsNoObjectIsTheValueAfterTheMark() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(bytes, WireOptions.DEFAULTS)) {
            out.beginMessage(MessageKind.DELETE);
            out.text("A");
            out.endMessage();
            out.beginMessage(MessageKind.DELETE);
            out.beginObject();
            out.endObject();
            out.endMessage();
        }
        byte[] json = convert(bytes.toByteArray(), "--output", "json").bytes();
        assertEquals(
                "{\"@dw:deleted\":true,\"@dw:value\":\"A\"}\n{\"@dw:@dw:deleted\":true}\n",
                new String(json, StandardCharsets.UTF_8));
        byte[] dump = convert(json, "--output", "delta").bytes();
        assertEquals(List.of(MessageKind.DELETE, MessageKind.DELETE), kinds(dump));
        assertArrayEquals(json, convert(dump, "--output", "json").bytes());
    }

    @Test
    void fieldOfThatNameIsNoMarkUnlessFirstAndBoolean() {
        String json = """
                {"id":1,"@dw:deleted":true}
                {"@dw:deleted":"yes","id":1}
                {"a":{"@dw:deleted":true},"b":1}
                """;
        byte[] dump = convert(json.getBytes(StandardCharsets.UTF_8), "--output", "delta")
                .bytes();
        assertEquals(List.of(MessageKind.DATA, MessageKind.DATA, MessageKind.DATA), kinds(dump));
        assertFalse(convert(dump, "--output", "json").out().isEmpty());
    }

    @Test
    void recordTakesDeletionsFromALiveFeed() throws Exception {
        Path file = dir.resolve("feed.dw");
        CommandRun run = CommandRun.withInput(JSON, "record", "--key", "quote.symbol", "--out", file.toString(), "-");
        assertEquals("", run.err());
        assertEquals(kinds(dump()), kinds(Files.readAllBytes(file)));
    }
}
