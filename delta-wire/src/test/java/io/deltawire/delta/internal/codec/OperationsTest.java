package io.deltawire.delta.internal.codec;

import static io.deltawire.delta.testing.HandMadeStreams.OPEN;
import static io.deltawire.delta.testing.HandMadeStreams.block;
import static io.deltawire.delta.testing.HandMadeStreams.concat;
import static io.deltawire.delta.testing.HandMadeStreams.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.testing.HandMadeStreams;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests every operation with streams built by hand after docs/spec/delta.md. {@code InvalidVectorsTest} has the errors.
 */
public class OperationsTest {
    /** Reads a live stream, with or without an end mark. */
    private static WireIn reader(byte[] bytes) {
        return new DeltaFormat()
                .newReader(bytes, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
    }

    private static List<Object> read(String... bodies) {
        return read(block(0, bodies));
    }

    public static List<Object> read(byte[] bytes) {
        return Trees.readAll(reader(bytes));
    }

    private static MalformedWireException error(byte[] bytes) {
        return assertThrows(MalformedWireException.class, () -> Trees.readAll(reader(bytes)));
    }

    @Test
    void updatesAddressTheSameTheNextOrAnyRecord() {
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
    void deletionIsAMessageAndFreesTheRecordId() {
        WireIn in = reader(block(0, OPEN, "C2 01 3D 00", "C5 01", "C3 01 01 01"));
        List<MessageKind> kinds = new ArrayList<>();
        while (in.nextMessage()) {
            kinds.add(in.messageKind());
            assertEquals(Trees.map("a", 1L, "b", 2L), Trees.readMessage(in));
        }
        assertEquals(List.of(MessageKind.DATA, MessageKind.DATA, MessageKind.DELETE, MessageKind.DATA), kinds);
    }

    @Test
    void unknownRecordIsDeletedByAPlainMessage() {
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
    void repeatedRecordIsAMessageOnlyForNewReaders() {
        byte[] before = block(0, OPEN);
        byte[] again = block(1, "CC " + OPEN, "3D 02 02");
        Object first = Trees.map("a", 1L, "b", 2L);
        Object second = Trees.map("a", 1L, "b", 3L);
        assertEquals(List.of(first, second), Trees.readAll(reader(concat(before, again, end(2)))));
        assertEquals(List.of(first, second), Trees.readAll(reader(concat(again, end(2)))));
        assertEquals(1, error(concat(before, again, end(3))).getMessage().split("there were 2", 2).length - 1);
    }

    @Test
    void forgettingIsNoMessage() {
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
    void timesOfDifferentZonesHaveADifference() {
        assertEquals(
                List.of(
                        Trees.map("a", OffsetDateTime.parse("1970-01-01T00:01Z")),
                        Trees.map("a", OffsetDateTime.parse("1970-01-01T01:01:10+01:00")),
                        Trees.map("a", OffsetDateTime.parse("1970-01-01T01:01:20+01:00"))),
                // 60 s at Z, the predictor is delta-of-delta; 70 s at +01:00; as predicted
                read("C0 00 01 08 01 61  C1 00 01 03  C2 00 3D 01 0D 04 00 78", "3D 01 00 0D 04 A0 38 8C 01", "3C 00"));
    }

    @Test
    void unknownOperationsWithALengthAreSkipped() {
        assertEquals(2, read(OPEN, "E5 03 FF FF FF 3D 01 02").size());
    }

    @Test
    void deltaOfDeltaAndLastOfTypePredictTheirValue() {
        // a is delta-of-delta: 1, 3 (+2), then 5 and 7 as predicted; b is as in the last message of the type.
        assertEquals(
                List.of(
                        Trees.map("a", 1L, "b", 2L),
                        Trees.map("a", 3L, "b", 2L),
                        Trees.map("a", 5L, "b", 2L),
                        Trees.map("a", 5L, "b", 8L),
                        Trees.map("a", 7L, "b", 8L)),
                // The second record begins as the first one then is, except for b; the first one then follows it in b.
                read(OPEN, "C1 00 01 06 03 3D 01 04", "3D 00", "C2 01 3D 02 0C", "82 00"));
    }

    @Test
    void masksOfTheRingStay() {
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

    /** Type 0 with a list l of four items with fields p and q, and {l: [{p: 1, q: 1}, {p: 2, q: 2}, {p: 3, q: 3}]}. */
    private static final String LIST =
            "C0 00 0D 00 01 6C" + "12 18 01 70 08 01 71".concat("22 01 18 01 70 08 01 71".repeat(3))
                    + "C2 00 3D 3F 07 02 07 02 07 04 07 04 07 06 07 06";

    private static Object list(long... levels) {
        List<Object> items = new ArrayList<>();
        for (long level : levels) {
            items.add(Trees.map("p", level, "q", level));
        }
        return Trees.map("l", items);
    }

    @Test
    void framesOfACompressedBlockAreInflatedOrStored() {
        List<Object> messages = List.of(Trees.map("a", 1L, "b", 2L), Trees.map("a", 2L, "b", 2L));
        byte[] header = HandMadeStreams.header(EpochHeader.DEFLATED, 0, 0);
        assertEquals(messages, Trees.readAll(reader(block(header, "00", OPEN, "3D 01 02"))));
        assertEquals(messages, Trees.readAll(reader(block(header, "14 01 14 00 EB FF", OPEN, "3D 01 02"))));
    }

    @Test
    void editsMoveItemsWithoutSendingThem() {
        Object before = list(1, 2, 3);
        assertEquals(List.of(before, list(1, 1, 2, 3)), read(LIST, "CB 00 00 3D 00"));
        assertEquals(List.of(before, list(1, 2, 2, 3)), read(LIST, "CB 00 04 3D 00"));
        assertEquals(List.of(before, list(1, 2, 3, 3)), read(LIST, "CB 00 0C 3D 00"));
        assertEquals(List.of(before, list(2, 3)), read(LIST, "CB 00 01 3D 00"));
        assertEquals(List.of(before, list(1, 2)), read(LIST, "CB 00 09 3D 00"));
        assertEquals(List.of(before, list(1, 1, 2)), read(LIST, "CB 00 02 3D 00"));
        assertEquals(List.of(before, list(1, 2, 3)), read(LIST, "CB 00 0A 3D 00"));
        assertEquals(List.of(before, list(2, 3, 3)), read(LIST, "CB 00 03 3D 00"));
        assertEquals(List.of(before, list(1, 2, 3)), read(LIST, "CB 00 0B 3D 00"));
        // The first item is removed and the second doubled in one message; then 3 is added to item 0.
        assertEquals(List.of(before, list(5, 2, 3)), read(LIST, "CB 01 01 00 00 3D 03 06 06"));
    }

    @Test
    void editsResetTheDifferences() {
        // q of the first two items is delta-of-delta: it rose by 1, then its items move, so nothing is added; then
        // again.
        assertEquals(
                List.of(
                        list(1, 2, 3),
                        Trees.map(
                                "l",
                                List.of(
                                        Trees.map("p", 1L, "q", 2L),
                                        Trees.map("p", 2L, "q", 3L),
                                        Trees.map("p", 3L, "q", 3L))),
                        Trees.map("l", List.of(Trees.map("p", 2L, "q", 3L), Trees.map("p", 3L, "q", 3L)))),
                read(LIST, "C1 00 05 0D 03 3D 0A 02 02", "CB 00 01 3D 00"));
    }

    @Test
    void listsOfRecordsWithManyLeavesAreNotEdited() {
        // Lists of 4,096 and of 4,097 items, each a leaf; one item has a value, and is removed.
        byte[] header = HandMadeStreams.header(0, 0, 0, 1000, 1 << 22);
        String many = "C0 00 81 20 00 01 6C 1A" + " 0A".repeat(4095) + " C2 00 3F 01 00 07 02";
        assertEquals(List.of(Trees.map("l", List.of(1L)), Trees.map()), read(block(header, many, "CB 00 01 3F 00")));
        String more = "C0 00 82 20 00 01 6C 1A" + " 0A".repeat(4096) + " C2 00 3F 01 00 07 02";
        String error = error(block(header, more, "CB 00 01 3F 00")).getMessage();
        assertTrue(error.contains("at most 4096 leaves but it has 4097"), error);
    }

    @Test
    void typeWithoutLeavesHasAMask() {
        assertEquals(List.of(Trees.map(), Trees.map()), read("C0 00 00 C2 00 3D", "00"));
    }

    @Test
    void typeHasNoMoreLeavesThanAMessageMayMove() {
        byte[] header = HandMadeStreams.header(0, 0, 0, 1000, 1 << 23);
        String record = "C2 00 3F 01 00 07 02";
        assertEquals(List.of(Trees.map("l", List.of(1L))), read(block(header, listType(0, 1 << 13), record)));
        String error = error(block(header, listType(0, (1 << 13) + 1), record)).getMessage();
        assertTrue(error.contains("at most 8192 leaves"), error);
    }

    /** A type whose messages are a list of a number of items. */
    private static String listType(int type, int items) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {(byte) Op.NODES, (byte) type});
        HandMadeStreams.varInt(body, items + 1L);
        body.writeBytes(HandMadeStreams.hex("00 01 6C 1A" + " 0A".repeat(items - 1)));
        return HexFormat.of().formatHex(body.toByteArray());
    }

    @Test
    void ringsAreBounded() {
        // Texts of one character, which add nothing else to the state: 58 bytes of memory each.
        int leaves = 8_000;
        StringBuilder bodies = new StringBuilder();
        bodies.append(listType(0, leaves)).append("C2003D");
        bodies.append("FF".repeat(leaves / 8)).append("090161".repeat(leaves));
        bodies.append(("00" + "010162".repeat(leaves)).repeat(150));
        byte[] header = HandMadeStreams.header(0, 0, 0, 1000, 1 << 23);
        String error = error(block(header, bodies.toString())).getMessage();
        assertTrue(error.contains("take at most " + (64 << 20) + " bytes"), error);
    }

    @Test
    void editsMoveOnlyLeavesThatBothItemsHave() {
        // l: [5, {p: 1}]: item 0 has a leaf, item 1 a field. After item 0 is removed, no value can move there.
        String mixed = "C0 00 04 00 01 6C 1A 02 18 01 70 C2 00 3D 03 07 0A 07 02";
        assertEquals(
                List.of(Trees.map("l", List.of(5L, Trees.map("p", 1L))), Trees.map()), read(mixed, "CB 00 01 3D 00"));
    }

    @Test
    void joinedStreamIsCountedFromItsSequence() {
        assertEquals(1, Trees.readAll(reader(concat(block(5, OPEN), end(6)))).size());
        assertTrue(error(concat(block(5, OPEN), end(7))).getMessage().contains("expected 7 messages"));
    }

    @Test
    void anEpochOfThisStreamOrANewOneMayFollowTheEnd() {
        assertEquals(
                2,
                Trees.readAll(reader(concat(block(0, OPEN), end(1), block(0, OPEN), end(1))))
                        .size());
        byte[] next = block(HandMadeStreams.header(0, 100, 1), OPEN);
        assertEquals(
                2, Trees.readAll(reader(concat(block(0, OPEN), end(1), next))).size());
        assertTrue(error(concat(block(0, OPEN), end(1), block(1, OPEN)))
                .getMessage()
                .contains("duplicate"));
        WireIn file = new DeltaFormat().newReader(end(0), WireOptions.DEFAULTS);
        assertFalse(file.nextMessage());
    }
}
