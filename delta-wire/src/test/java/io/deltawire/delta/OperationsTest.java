package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Trees;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.VarInt;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams put together by hand after docs/spec/delta.md: every operation, and every error that a decoder must raise. */
class OperationsTest {
    /** Type 0 with fields a and b, and a record {a: 1, b: 2} in slot 0. */
    private static final String OPEN = "C0 00 02 08 01 61 08 01 62  C2 00 3D 03 07 02 07 04";

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static void u32(ByteArrayOutputStream out, byte[] of, int from) {
        CRC32C crc = new CRC32C();
        crc.update(of, from, of.length - from);
        for (int i = 0; i < 4; i++) {
            out.write((int) (crc.getValue() >>> 8 * i));
        }
    }

    private static void varInt(ByteArrayOutputStream out, long value) {
        byte[] bytes = new byte[VarInt.MAX_BYTES];
        out.write(bytes, 0, VarInt.write(bytes, 0, value));
    }

    /** A block with RESET of these bodies in one frame. */
    private static byte[] block(long sequence, String... bodies) {
        return block(sequence, 1000, 1 << 20, bodies);
    }

    static byte[] block(long sequence, int maxKeys, int maxStateBytes, String... bodies) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(hex("00 44 4C 54 57 01 01 00 00 00 00 00"));
        varInt(out, sequence);
        varInt(out, maxKeys);
        varInt(out, maxStateBytes);
        u32(out, out.toByteArray(), 0);
        byte[] frame = hex(String.join("", bodies));
        varInt(out, frame.length);
        out.writeBytes(frame);
        byte[] checked = out.toByteArray();
        out.writeBytes(new byte[] {0, Block.CHECK});
        u32(out, checked, 0);
        return out.toByteArray();
    }

    private static byte[] end(long count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0, Block.END});
        varInt(out, count);
        u32(out, out.toByteArray(), 0);
        return out.toByteArray();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }

    /** Reads what is there, end mark or not, as from a live stream. */
    private static WireIn reader(byte[] bytes) {
        return new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS.with(DeltaFormat.TRUST, DeltaFormat.Trust.ALL));
    }

    private static List<Object> read(String... bodies) {
        return read(block(0, bodies));
    }

    static List<Object> read(byte[] bytes) {
        return Trees.readAll(reader(bytes));
    }

    private static MalformedWireException error(byte[] bytes) {
        return assertThrows(MalformedWireException.class, () -> Trees.readAll(reader(bytes)));
    }

    @Test
    void updatesGoToTheSameTheNextOrAnySlot() {
        assertEquals(
                List.of(
                        Trees.map("a", 1L, "b", 2L),
                        Trees.map("a", 9L, "b", 2L),
                        Trees.map("a", 1L, "b", 3L),
                        Trees.map("a", 9L, "b", 4L),
                        Trees.map("a", 1L, "b", 4L)),
                // a new record like the last one with a + 8; then slot 0: b + 1; its successor: b + 2; its successor: b
                // + 1
                read(OPEN, "C2 01 3D 01 10", "BD 00 02 02", "42 04", "42 02"));
    }

    @Test
    void fullRecordReplacesOne() {
        assertEquals(
                List.of(Trees.map("a", 1L, "b", 2L), Trees.map("b", "x"), Trees.map("b", "x", "a", 3L)),
                read(OPEN, "C4 00 3D 02 09 01 78", "3D 01 07 06"));
    }

    @Test
    void deletedRecordIsAMessageAndItsSlotIsFree() {
        WireIn in = reader(block(0, OPEN, "C2 01 3D 00", "C5 01", "C3 01 01 01"));
        List<MessageKind> kinds = new ArrayList<>();
        while (in.nextMessage()) {
            kinds.add(in.messageKind());
            assertEquals(Trees.map("a", 1L, "b", 2L), Trees.readMessage(in));
        }
        assertEquals(List.of(MessageKind.DATA, MessageKind.DATA, MessageKind.DELETE, MessageKind.DATA), kinds);
    }

    @Test
    void recordThatTheStateDoesNotHaveIsDeletedByAPlainMessage() {
        WireIn in = reader(block(0, OPEN, "CA 10 17 01 61 07 02 1F", "3D 02 02"));
        assertTrue(in.nextMessage());
        assertTrue(in.nextMessage());
        assertEquals(MessageKind.DELETE, in.messageKind());
        assertEquals(Trees.map("a", 1L), Trees.readMessage(in));
        assertTrue(in.nextMessage());
        assertEquals(MessageKind.DATA, in.messageKind());
        assertEquals(Trees.map("a", 1L, "b", 3L), Trees.readMessage(in));
    }

    @Test
    void repeatedRecordIsAMessageOnlyToWhomItIsNew() {
        byte[] before = block(0, OPEN);
        byte[] again = block(1, "CB " + OPEN, "3D 02 02");
        Object first = Trees.map("a", 1L, "b", 2L);
        Object second = Trees.map("a", 1L, "b", 3L);
        assertEquals(List.of(first, second), Trees.readAll(reader(concat(before, again, end(2)))));
        assertEquals(List.of(first, second), Trees.readAll(reader(concat(again, end(2)))));
        assertEquals(1, error(concat(before, again, end(3))).getMessage().split("there were 2", 2).length - 1);
    }

    @Test
    void forgottenSlotIsNoMessage() {
        assertEquals(2, read(OPEN, "C6 00 C3 00 01 3D 00").size());
        assertTrue(error(block(0, OPEN, "C6 00 80 00")).getMessage().contains("expected a slot that is in use"));
    }

    @Test
    void metaAndPlainMessagesChangeNoRecord() {
        WireIn in = reader(block(0, OPEN, "C9 09 02 68 69", "C7 10 17 01 78 12 01 54 06 1F", "3D 02 02"));
        assertTrue(in.nextMessage());
        assertTrue(in.nextMessage());
        assertEquals(MessageKind.META, in.messageKind());
        assertEquals("hi", Trees.readMessage(in));
        assertTrue(in.nextMessage());
        assertEquals(Trees.map("x", new Trees.Typed("T", true)), Trees.readMessage(in));
        assertTrue(in.nextMessage());
        assertEquals(Trees.map("a", 1L, "b", 3L), Trees.readMessage(in));
        assertFalse(in.nextMessage());
    }

    @Test
    void unknownOperationsWithALengthAreSkipped() {
        assertEquals(2, read(OPEN, "E5 03 FF FF FF 3D 01 02").size());
    }

    @Test
    void linearAndLastOfTypePredictWhatTheySay() {
        // a linear: 1, 3 (+2), then 5 and 7 unasked; b as in the last message of the type.
        assertEquals(
                List.of(
                        Trees.map("a", 1L, "b", 2L),
                        Trees.map("a", 3L, "b", 2L),
                        Trees.map("a", 5L, "b", 2L),
                        Trees.map("a", 5L, "b", 8L),
                        Trees.map("a", 7L, "b", 8L)),
                // The second record is like the first one as it then is, but for b; the first one follows it in b.
                read(OPEN, "C1 00 01 06 03 3D 01 04", "3D 00", "C2 01 3D 02 0C", "82 00"));
    }

    @Test
    void masksByRingAreKept() {
        assertEquals(
                List.of(
                        Trees.map("a", 1L, "b", 2L),
                        Trees.map("a", 2L, "b", 2L),
                        Trees.map("a", 3L, "b", 2L),
                        Trees.map("a", 3L, "b", 3L),
                        Trees.map("a", 3L, "b", 4L)),
                // bitmap kept as 1; mask 1; sparse kept as 2; mask 2
                read(OPEN, "3D 01 02", "01 02", "3F 01 01 02", "02 02"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "CC; unknown operation 0xcc",
                "C0 02 00; one of 1 types",
                "C1 00 08 03; a predictor of one of 2 leaves",
                "C2 02 3D 00; one of 1 types",
                "C3 05 00 3D 00; expected slot of at most 1",
                "C3 00 00 3D 00; 0 is in use",
                "80 07 3D 00; a slot that is in use",
                "40; the next one and there is none",
                "05; a mask that has been sent",
                "3D 04 02; a mask of 2 leaves",
                "3F 03 00 00 00; count of changes of at most 2",
                "3D 01 00 0A 00; a text that has been sent",
                "3D 01 00 0F 00; a double that has been sent",
                "3D 01 00 0B; a value before the null",
                "3D 01 00 0C 02; a value before the null",
                "3D 01 00 1F; expected a value",
                "3D 01 00 20 FF FF FF FF FF FF FF FF FF 01; a mantissa",
                "3D 01 00 30 FF FF FF FF FF FF FF FF FF 01; a mantissa",
                "3D 01 00 0D 41 02; a time format",
                "3D 01 00 0D 01 80 A4 E8 03; a date or time",
                "3D 01 00 09 01 FF; expected UTF-8",
                "3D 01 00 09 05 61; expected 5 bytes of text",
                "3D 01 80 00; shortest form",
                "3D 01 FF FF FF FF FF FF FF FF FF 03; at most 64 bits",
                "3D 01; expected a varint but the message ends",
                "C0 00 01 08 01 61; node given twice",
                "C0 00 01 05 01; leaf given twice",
                "C0 00 01 05 09; one of 3 nodes",
                "C0 00 01 07; expected a node",
                "C7 12 01 54 12 01 55 01; a value after a type name",
                "C7 10 01 1F; expected a name",
                "C7 14 00 00; a decimal",
                "C7 15 01 61; a date or time as text"
            })
    void whatIsNotInTheSpecificationIsRefused(String body, String problem) {
        MalformedWireException e = error(block(0, OPEN, body));
        assertTrue(e.getMessage().contains(problem), e.getMessage());
        assertTrue(e.location().offset() > 0, e.getMessage());
    }

    @Test
    void streamIsCountedFromWhereItIsJoined() {
        assertEquals(1, Trees.readAll(reader(concat(block(5, OPEN), end(6)))).size());
        assertTrue(error(concat(block(5, OPEN), end(7))).getMessage().contains("expected 7 messages"));
    }

    @Test
    void afterTheEndOnlyANewStreamMayFollow() {
        assertEquals(
                2,
                Trees.readAll(reader(concat(block(0, OPEN), end(1), block(0, OPEN), end(1))))
                        .size());
        assertTrue(error(concat(block(0, OPEN), end(1), block(1, OPEN)))
                .getMessage()
                .contains("a new stream"));
        assertThrows(MalformedWireException.class, () -> reader(end(0)).nextMessage());
    }

    @Test
    void newerVersionsAndFeaturesAreRefusedAtTheHeader() {
        byte[] block = block(0, OPEN);
        for (int at : new int[] {5, 6, 7}) {
            byte[] newer = block.clone();
            newer[at] = at == 7 ? 1 : (byte) 0x83;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int header = 12 + 1 + VarInt.size(1000) + VarInt.size(1 << 20);
            out.write(newer, 0, header);
            u32(out, out.toByteArray(), 0);
            out.write(newer, header + 4, newer.length - header - 4);
            assertTrue(error(out.toByteArray()).getMessage().contains("a newer reader is needed"));
        }
    }
}
