package io.deltawire.binary.internal.reader;

import static io.deltawire.binary.testing.TestWires.DOCUMENTS;
import static io.deltawire.binary.testing.TestWires.FORMAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The rules of {@code docs/spec/binary-yaml.md} for blocks by their first code, and for type names before values.
 */
class BlocksAndTypesTest {
    private static final String INSTANT = type("java.time.Instant");
    private static final String BIG_DECIMAL = type("java.math.BigDecimal");
    private static final String BYTES = type("byte[]");
    private static final String T = type("T");
    private static final String TIME = text("2024-02-29T01:02:03Z");

    private static String type(String name) {
        return "b6%02x%s".formatted(name.length(), HexFormat.of().formatHex(name.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String text(String text) {
        return "b8%02x%s".formatted(text.length(), HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Returns a document with one entry, {@code a}, and this value. */
    private static byte[] document(String value) {
        byte[] bytes = HexFormat.of().parseHex("00000000c161" + value.replace(" ", ""));
        bytes[0] = (byte) (bytes.length - 4);
        return bytes;
    }

    private static String read(String value) {
        List<String> messages = MessageDump.messages(document(value), DOCUMENTS);
        assertEquals(1, messages.size());
        return messages.get(0);
    }

    private static void assertRefused(String problem, String value) {
        try (WireIn in = FORMAT.newReader(document(value), DOCUMENTS)) {
            assertTrue(in.nextMessage());
            in.beginObject();
            in.fieldName();
            MalformedWireException e = assertThrows(
                    MalformedWireException.class,
                    () -> {
                        if (in.peek() == WireToken.DECIMAL) {
                            in.decimal();
                        }
                    },
                    value);
            assertTrue(e.getMessage().contains(problem), e.getMessage());
            assertTrue(e.getMessage().contains("path $.a"), e.getMessage());
        }
    }

    @Test
    void blockOfNoiseIsEmpty() {
        assertEquals("{a: {}}", read("80 03 8f8f8f"));
        assertEquals("{a: {}}", read("81 0400 be 02 6869"));
        assertEquals("{a: []}", read("82 01000000 bf"));
        assertEquals("{a: !!omap {}}", read(type("!omap") + "82 01000000 bf"));
        for (String comment : List.of("80 04 be 02 6869", "82 04000000 be 02 6869")) {
            try (WireIn in = FORMAT.newReader(document(comment), DOCUMENTS)) {
                in.nextMessage();
                in.beginObject();
                in.fieldName();
                in.beginObject(); // the class of the field decides, not the bytes
                assertFalse(in.hasNext());
                in.endObject();
                in.endObject();
                in.nextMessage();
            }
        }
    }

    @Test
    void messageHistoryThatDoesNotFillItsBlockIsAnItem() {
        String history = "86 00 01 0500000000000000";
        assertEquals("{a: {sources: [], timings: [5]}}", read("82 0b000000" + history));
        assertEquals("{a: {sources: [], timings: [5]}}", read("82 0d000000" + history + "8f8f"));
        assertEquals("{a: [{sources: [], timings: [5]}, 7]}", read("82 0d000000" + history + "a1 07"));
        assertEquals(
                "{a: [{sources: [], timings: [5]}, {sources: [], timings: [5]}]}",
                read("82 16000000" + history + history));
        assertRefused("a message history", "82 03000000 86 00 01");
    }

    @Test
    void typeNamesOfTheEncodingMayFollowATypeName() {
        assertEquals("{a: !T Instant(2024-02-29T01:02:03Z)}", read(T + INSTANT + TIME));
        assertEquals("{a: !T decimal(1.50)}", read(T + BIG_DECIMAL + text("1.50")));
        assertEquals("{a: !T bytes(0102)}", read(T + BYTES + "80 03 8a 01 02"));
        assertEquals("{a: bytes(0102)}", read(BYTES + "80 04 8f 8a 01 02"));
        // before other values they are ordinary type names
        assertEquals("{a: !java.time.Instant 7}", read(INSTANT + "a1 07"));
        assertEquals("{a: !byte[] [7]}", read(BYTES + "82 02000000 a1 07"));
    }

    @Test
    void secondTypeNameIsRefused() {
        String problem = "second type name";
        assertRefused(problem, T + T + "a1 07");
        assertRefused(problem, INSTANT + T + TIME);
        assertRefused(problem, T + INSTANT + "a1 07");
        assertRefused(problem, T + BYTES + "82 02000000 a1 07");
        assertRefused(problem, T + "bc 01 55");
        assertRefused(problem, INSTANT + "bc 01 55");
        assertEquals("{a: !type \"U\"}", read("bc 01 55"));
    }

    @Test
    void typeNameWithoutAValueIsRefused() {
        String problem = "expected a value but the block or document ends in it";
        assertRefused(problem, T);
        assertRefused(problem, T + INSTANT);
        assertRefused(problem, T + INSTANT + "8f");
    }

    @Test
    void textAfterBigDecimalThatIsNoNumberIsRefused() {
        assertRefused("expected a decimal number but was text \"x\"", BIG_DECIMAL + text("x"));
        assertRefused("expected a decimal number but was text \"1e99999\"", BIG_DECIMAL + text("1e99999"));
    }
}
