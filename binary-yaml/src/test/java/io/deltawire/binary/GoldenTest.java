package io.deltawire.binary;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.binary.testing.GoldenFiles;
import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The bytes of the golden files: values that Chronicle Wire wrote, the rules of the specification, and the article's message. */
class GoldenTest {
    private static final List<String> FIELDS = List.of(
            "firstId",
            "secondId",
            "thirdId",
            "staticOne",
            "staticTwo",
            "staticThree",
            "staticFour",
            "changesA",
            "changesB");

    @TestFactory
    List<DynamicTest> readsAndWritesEveryValueOfChronicleWire() {
        List<DynamicTest> tests = new ArrayList<>();
        List<String[]> rows = GoldenFiles.table("binary/values.txt", 5);
        assertEquals(151, rows.size());
        for (String[] row : rows) {
            tests.add(DynamicTest.dynamicTest(row[0], () -> check(row)));
        }
        return tests;
    }

    private static void check(String[] row) {
        byte[] bytes = HexFormat.of().parseHex(row[1]);
        boolean documents =
                row[0].startsWith("document") || row[0].startsWith("two docs") || row[0].equals("endOfWire");
        WireOptions options = UNFRAMED.with(BinaryYamlFormat.FRAMING, documents ? Framing.DOCUMENTS : Framing.NONE);
        if (row[2].startsWith("error: ")) {
            WireException e = assertThrows(WireException.class, () -> MessageDump.messages(bytes, options));
            assertEquals(row[2].substring(7), e.getMessage());
            return;
        }
        assertEquals(row[2], String.join(" ; ", MessageDump.messages(bytes, options)));
        if (!row[2].isEmpty()) {
            assertEquals(row[3].isEmpty() ? row[1] : row[3], HexFormat.of().formatHex(rewrite(bytes, options)));
        }
        Consumer<WireOut> call = call(row[0]);
        if (call != null) {
            assertEquals(row[4].isEmpty() ? row[1] : row[4], HexFormat.of().formatHex(bare(call)));
        }
    }

    @TestFactory
    List<DynamicTest> readsAndRefusesAsSpecified() {
        List<DynamicTest> tests = new ArrayList<>();
        List<String[]> rows = GoldenFiles.table("binary/read.txt", 4);
        assertEquals(105, rows.size());
        for (String[] row : rows) {
            WireOptions options =
                    UNFRAMED.with(BinaryYamlFormat.FRAMING, Framing.valueOf(row[1].toUpperCase(Locale.ROOT)));
            byte[] bytes = HexFormat.of().parseHex(row[2]);
            tests.add(DynamicTest.dynamicTest(row[0], () -> assertEquals(row[3], toFirstError(bytes, options))));
        }
        return tests;
    }

    private static String toFirstError(byte[] bytes, WireOptions options) {
        List<String> read = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, options)) {
            while (in.nextMessage()) {
                read.add(MessageDump.message(in));
            }
        } catch (MalformedWireException e) {
            read.add("error");
        }
        return String.join(" ; ", read);
    }

    private static byte[] rewrite(byte[] bytes, WireOptions options) {
        ByteArrayOutputStream rewritten = new ByteArrayOutputStream();
        try (WireIn in = FORMAT.newReader(bytes, options);
                WireOut out = FORMAT.newWriter(rewritten, options)) {
            Transcoder.copyAll(in, out);
        }
        return rewritten.toByteArray();
    }

    private static byte[] bare(Consumer<WireOut> call) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, UNFRAMED)) {
            out.beginMessage();
            call.accept(out);
            out.endMessage();
        }
        return bytes.toByteArray();
    }

    /** Returns the call that a row names, or null if only Chronicle Wire has it. */
    private static Consumer<WireOut> call(String name) {
        Matcher m = Pattern.compile("(\\w+)\\((.*)\\)(=1)?").matcher(name);
        if (!m.matches() || name.contains("200x") || name.equals("text(null)")) {
            return null;
        }
        String argument = m.group(2);
        return switch (m.group(1)) {
            case "int64", "int32" -> argument.matches("-?\\d+") ? out -> out.int64(Long.parseLong(argument)) : null;
            case "float64" -> out -> out.float64(Double.parseDouble(argument));
            case "float32" -> out -> out.float32(Float.parseFloat(argument));
            case "text" -> out -> out.text(argument);
            case "field" ->
                out -> {
                    out.beginObject();
                    out.field(argument);
                    out.int64(1);
                    out.endObject();
                };
            case "event" ->
                out -> {
                    out.beginObject();
                    out.event(argument);
                    out.text("hi");
                    out.endObject();
                };
            default -> null;
        };
    }

    @Test
    void messageOfTheArticleTakes205Bytes() {
        byte[] expected = GoldenFiles.hex("my-data-type/message.binary.hex");
        assertEquals(4 + 205, expected.length);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            out.beginMessage();
            out.beginObject();
            out.field("update");
            writeMyDataType(out);
            out.endObject();
            out.endMessage();
        }
        assertEquals(HexFormat.of().formatHex(expected), HexFormat.of().formatHex(bytes.toByteArray()));
    }

    @Test
    void messageOfTheArticleAsAnEventTakesOneByteMore() {
        byte[] asField = GoldenFiles.hex("my-data-type/message.binary.hex");
        byte[] asEvent = bare(out -> {
            out.beginObject();
            out.event("update");
            writeMyDataType(out);
            out.endObject();
        });
        assertEquals("b906757064617465", HexFormat.of().formatHex(asEvent, 0, 8));
        assertArrayEquals(
                Arrays.copyOfRange(asField, 4 + 7, asField.length), Arrays.copyOfRange(asEvent, 8, asEvent.length));
    }

    @Test
    void messageOfTheArticleIsReadWithoutAClass() {
        Object message = readOne(GoldenFiles.hex("my-data-type/message.binary.hex"));
        assertEquals(Trees.map("update", new Trees.Typed("MyDataType", Trees.myDataType())), message);
    }

    private static void writeMyDataType(WireOut out) {
        out.type("MyDataType");
        out.beginObject(Shape.of("MyDataType", FIELDS));
        List<Object> values = new ArrayList<>(Trees.myDataType().values());
        for (int i = 0; i < values.size(); i++) {
            out.field(i);
            Trees.write(out, values.get(i));
        }
        out.endObject();
    }

    private static Object readOne(byte[] bytes) {
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            return Trees.readMessage(in);
        }
    }
}
