package io.deltawire.binary.internal.legacy;

import static io.deltawire.binary.testing.TestWires.FORMAT;
import static io.deltawire.binary.testing.TestWires.UNFRAMED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.deltawire.binary.testing.GoldenFiles;
import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of old delta streams are read as whole objects, and damaged ones are refused. */
class DeltaStreamTest {
    @ParameterizedTest
    @ValueSource(strings = {"article", "objects", "interleaved", "rules"})
    void everyMessageGivesTheWholeObject(String name) {
        for (boolean headers : new boolean[] {false, true}) {
            List<String[]> rows = GoldenFiles.table("binary/delta-" + name + ".txt", 2);
            List<String> expected = new ArrayList<>();
            List<String> read = new ArrayList<>();
            try (WireIn in = FORMAT.newReader(stream(rows, headers), WireOptions.DEFAULTS)) {
                for (String[] row : rows) {
                    expected.add(row[1]);
                    read.add(next(in));
                }
                assertEquals(String.join("\n", expected), String.join("\n", read));
                assertEquals(false, in.nextMessage());
            }
        }
    }

    private static String next(WireIn in) {
        try {
            assertTrue(in.nextMessage());
            return MessageDump.message(in);
        } catch (MalformedWireException e) {
            return "error: " + e.getMessage().replaceAll(" at byte .*", "");
        }
    }

    private static byte[] stream(List<String[]> rows, boolean headers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String[] row : rows) {
            byte[] body = HexFormat.of().parseHex(row[0]);
            if (headers) {
                bytes.writeBytes(new byte[] {(byte) body.length, (byte) (body.length >> 8), 0, 0});
            }
            bytes.writeBytes(body);
        }
        return bytes.toByteArray();
    }

    @Test
    void deltaCodeAfterCommentsAndHintsIsRecognised() {
        // A comment or a hint after a short name. Only the first byte of the value tells a plain message.
        for (String noise : List.of("be026869", "bf", "8f", "8e0100000000")) {
            byte[] message = HexFormat.of().parseHex("c3736179" + noise + "8800014e" + "8003c161b0");
            assertEquals(List.of("{say: !N {a: false}}"), MessageDump.messages(message, UNFRAMED));
        }
    }

    /**
     * Bytes without a block of their own end with the block around them. Later fields must not become part of them.
     */
    @Test
    void bytesAtTheEndOfAnUpdateDoNotAbsorbLaterFields() {
        String first = "8700017388000154" + "800a" + "87010169a101c164a102";
        assertEquals(
                List.of("{@s: !T {i: 1, d: 2}}", "{@s: !T {i: bytes(05), d: 2}}"),
                documents(first, "ba008900" + "8004" + "ba018a05"));
        assertEquals(
                List.of("{@s: !T {i: bytes(058f)}}", "{@s: !T {i: bytes(058f), d: 2}}"),
                documents("8700017388000154" + "8005" + "c1698a058f", "ba008900" + "8004" + "c164a102"));
        String packed = "1f8b08000000000002034b4c4a0600c241243503000000";
        assertEquals(
                List.of("{@s: !T {i: 1, d: 2}}", "{@s: !T {i: bytes(616263), d: 2}}"),
                documents(first, "ba008900" + "8020" + "ba01b604677a69708a" + packed));
    }

    /** The first item does not decide what a whole block is. */
    @Test
    void numberedObjectsMayFollowAHistoryOrNumbersInAList() {
        String plain = "87000161a101";
        assertEquals(
                List.of("{@a: 1}", "{@a: [{sources: [], timings: []}, !T {}]}"),
                documents(plain, "ba00" + "8009" + "860000" + "880001548000"));
        assertEquals(
                List.of("{@a: 1}", "{@a: [[], !T {}]}"),
                documents(plain, "ba00" + "8017" + "8d" + "00".repeat(16) + "880001548000"));
        assertEquals(List.of("{@a: 1}", "{@a: []}"), documents(plain, "ba00" + "8012" + "8d" + "00".repeat(16) + "8f"));
    }

    @Test
    void eventsInABlockThatIsTheMessageAreEvents() {
        assertEquals(List.of("{@b: 1}"), documents("8005" + "b90162a101"));
        assertEquals(List.of("{@a: 1}", "{@b: 1}"), documents("87000161a101", "8005" + "b90162a101"));
        assertEquals(
                List.of("{@a: 1}", "{c: {b: 1}}"), documents("87000161a101", "8009" + "c163" + "8005" + "b90162a101"));
    }

    private static List<String> documents(String... bodies) {
        List<String[]> rows = new ArrayList<>();
        for (String body : bodies) {
            rows.add(new String[] {body});
        }
        return MessageDump.messages(stream(rows, true), WireOptions.DEFAULTS);
    }

    @Test
    void typeNameBeforeANumberedObjectIsAnError() {
        for (String object : List.of("8800014e8000", "89008000")) {
            byte[] bytes = stream(
                    List.of(new String[] {"8700037361798800014e8000"}, new String[] {"ba00" + "b60154" + object}),
                    true);
            MalformedWireException e =
                    assertThrows(MalformedWireException.class, () -> MessageDump.messages(bytes, WireOptions.DEFAULTS));
            assertTrue(e.getMessage().contains("a second type name"), e.getMessage());
        }
    }

    @Test
    void skippedMessagesUpdateTheState() {
        List<String[]> rows = GoldenFiles.table("binary/delta-article.txt", 2);
        try (WireIn in = FORMAT.newReader(stream(rows, true), WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            assertTrue(in.nextMessage());
            assertEquals(rows.get(2)[1], next(in));
        }
    }

    @Test
    void updateOfAnUnknownObjectIsAnError() {
        byte[] dump = HexFormat.of().parseHex("ba0089008004ba08a8c5ba0089008004ba099a05");
        MalformedWireException e =
                assertThrows(MalformedWireException.class, () -> MessageDump.messages(dump, WireOptions.DEFAULTS));
        assertEquals(
                "binary: expected an update of an object sent before but object 0 was not at byte 2 (0x2), path $",
                e.getMessage());
    }

    @Test
    void objectInsideItselfIsAnError() {
        // say: object 0 {n: update of object 0 {}}
        byte[] cycle = HexFormat.of().parseHex("870003736179" + "8800014e" + "8007" + "c16e" + "8900" + "8000" + "8f");
        MalformedWireException e =
                assertThrows(MalformedWireException.class, () -> MessageDump.messages(cycle, UNFRAMED));
        assertTrue(e.getMessage().contains("objects and lists inside one another"), e.getMessage());
    }

    @Test
    void expansionOfSharedObjectsIsLimited() {
        // Each of 40 objects holds the one before it twice: 2^40 objects if they were written out.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < 40; i++) {
            String inner = i == 0 ? "" : "c161" + "89" + hex(i - 1) + "8000" + "c162" + "89" + hex(i - 1) + "8000";
            bytes.writeBytes(HexFormat.of()
                    .parseHex("870003736179" + "88" + hex(i) + "014e" + "80" + hex(inner.length() / 2) + inner));
        }
        WireLimits limits = WireLimits.DEFAULTS.withMaxMessageBytes(1 << 20);
        MalformedWireException e = assertThrows(
                MalformedWireException.class,
                () -> MessageDump.messages(bytes.toByteArray(), UNFRAMED.with(WireOptions.LIMITS, limits)));
        assertTrue(e.getMessage().contains("1048576 bytes"), e.getMessage());
    }

    private static String hex(int value) {
        return String.format("%02x", value);
    }

    @Test
    void stateIsBounded() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < 100; i++) {
            bytes.writeBytes(HexFormat.of().parseHex("870003736179" + "88" + hex(i) + "014e" + "8003c161b0"));
        }
        WireLimits limits = WireLimits.DEFAULTS.withMaxKeys(20, 1 << 20);
        MalformedWireException e = assertThrows(
                MalformedWireException.class,
                () -> MessageDump.messages(bytes.toByteArray(), UNFRAMED.with(WireOptions.LIMITS, limits)));
        assertTrue(e.getMessage().contains("at most 20 objects"), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"article", "objects", "interleaved", "rules"})
    void damagedInputGivesOnlyErrorsOfTheWire(String name) {
        byte[] whole = stream(GoldenFiles.table("binary/delta-" + name + ".txt", 2), true);
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
            readAll(flipped, "bit " + bit);
        }
        for (int length = 0; length < whole.length; length++) {
            readAll(java.util.Arrays.copyOf(whole, length), "length " + length);
        }
    }

    private static void readAll(byte[] bytes, String what) {
        for (WireOptions options : List.of(WireOptions.DEFAULTS, UNFRAMED)) {
            try (WireIn in = FORMAT.newReader(bytes, options)) {
                for (int faults = 0; faults < 20; faults++) {
                    try {
                        while (in.nextMessage()) {
                            MessageDump.message(in);
                        }
                        return;
                    } catch (WireException e) {
                        assertTrue(e.location() != null, e.getMessage());
                    } catch (RuntimeException e) {
                        fail(what + ": " + HexFormat.of().formatHex(bytes), e);
                    }
                }
            }
        }
    }
}
