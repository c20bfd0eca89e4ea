package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * No record differs from the last message of its key. Readers that join would get the stale record, and a deletion
 * would name it.
 */
class StaleRecordsTest {
    private static final WireOptions BY_ID =
            WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")).with(DeltaFormat.BLOCK_BYTES, 1 << 20);
    private static final WireOptions PLAIN = BY_ID.with(DeltaFormat.WHEN_FULL, DeltaFormat.WhenFull.WRITE_IN_FULL);

    private final DeltaFormat format = new DeltaFormat();
    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();

    /** Reads from the key frame on. */
    private List<Object> joined(WireOut out, WireOptions options) {
        out.flush(); // the checksum of the block before
        long begin = bytes.writePosition();
        out.keyFrame();
        byte[] frame = new byte[(int) (bytes.writePosition() - begin)];
        bytes.read(begin, frame, 0, frame.length);
        try (WireIn in = format.newReader(Bytes.wrapForRead(frame), options)) {
            return Trees.readAll(in);
        }
    }

    @Test
    void objectHasOneRecordWhateverTheTypeOfItsFirstField() {
        try (WireOut out = format.newWriter(bytes, BY_ID)) {
            Object last = null;
            for (Object first : new Object[] {
                1L, new Trees.Typed("A", Trees.map("x", 1L)), new Trees.Typed("B", Trees.map("y", 2L)), "text", 2L
            }) {
                last = new Trees.Typed("Holder", Trees.map("first", first, "id", 7L, "n", 5L));
                Trees.writeMessage(out, last);
                assertEquals(List.of(last), joined(out, BY_ID));
            }
        }
    }

    private static Map<Object, Object> wide(long id, int fields) {
        Map<Object, Object> message = new LinkedHashMap<>();
        message.put("id", id);
        for (int i = 0; i < fields; i++) {
            message.put("field" + i, (long) i);
        }
        return message;
    }

    private void check(WireOptions options, Object tooMuch) {
        Object other = wide(2, 1);
        try (WireOut out = format.newWriter(bytes, options);
                WireIn in = format.newReader(bytes, options)) {
            List<Object> written = new ArrayList<>();
            for (Object message : List.of(wide(1, 2), other, tooMuch)) {
                Trees.writeMessage(out, message);
                written.add(message);
            }
            for (Object message : written) {
                assertTrue(in.nextMessage());
                assertEquals(message, Trees.readMessage(in));
            }
            assertEquals(((DeltaWriter) out).stateBytes(), ((DeltaReader) in).stateBytes());
            assertEquals(List.of(other), joined(out, options));
            assertFalse(in.nextMessage());
            // The deletion has the deleted object as given, not the former record.
            Trees.writeMessage(out, wide(1, 2));
            Trees.writeMessage(out, tooMuch);
            out.beginMessage(MessageKind.DELETE);
            Trees.write(out, wide(1, 1));
            out.endMessage();
            assertTrue(in.nextMessage());
            assertTrue(in.nextMessage());
            assertEquals(tooMuch, Trees.readMessage(in));
            assertTrue(in.nextMessage());
            assertEquals(MessageKind.DELETE, in.messageKind());
            assertEquals(wide(1, 1), Trees.readMessage(in));
            assertEquals(List.of(other), joined(out, options));
        }
    }

    @Test
    void messageWithoutRoomLeavesNoRecord() {
        check(PLAIN.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxKeys(10, 5000)), wide(1, 20));
    }

    @Test
    void messageOfTooManyFieldsLeavesNoRecord() {
        check(PLAIN, wide(1, 9000));
        bytes.clear();
        check(BY_ID, wide(1, 9000));
    }

    /** A message that became plain before its key fields came may belong to any record of its type. */
    @Test
    void messageOfTooManyFieldsBeforeItsKeyLeavesNoRecordOfItsType() {
        Map<Object, Object> wide = wide(1, 9000);
        wide.remove("id");
        wide.put("id", 1L);
        Object ofAnotherType = new Trees.Typed("Other", Trees.map("id", 1L, "n", 5L));
        try (WireOut out = format.newWriter(bytes, BY_ID);
                WireIn in = format.newReader(bytes, BY_ID)) {
            Map<Object, Object> narrow = Trees.map("field0", 3L, "id", 1L);
            List<Object> written = List.of(
                    narrow, Trees.map("field0", 4L, "id", 2L), ofAnotherType, wide, Trees.map("field0", 5L, "id", 2L));
            for (Object message : written) {
                Trees.writeMessage(out, message);
            }
            for (Object message : written) {
                assertTrue(in.nextMessage());
                assertEquals(message, Trees.readMessage(in));
            }
            assertEquals(((DeltaWriter) out).stateBytes(), ((DeltaReader) in).stateBytes());
            assertEquals(Set.of(ofAnotherType, Trees.map("field0", 5L, "id", 2L)), Set.copyOf(joined(out, BY_ID)));
        }
    }

    /** An object of too many fields still names its record. */
    @Test
    void objectOfTooManyFieldsDeletesItsRecord() {
        try (WireOut out = format.newWriter(bytes, BY_ID);
                WireIn in = format.newReader(bytes, BY_ID)) {
            Trees.writeMessage(out, wide(1, 2));
            out.beginMessage(MessageKind.DELETE);
            Trees.write(out, wide(1, 9000));
            out.endMessage();
            assertTrue(in.nextMessage());
            assertTrue(in.nextMessage());
            assertEquals(MessageKind.DELETE, in.messageKind());
            assertEquals(wide(1, 2), Trees.readMessage(in));
            assertEquals(List.of(), joined(out, BY_ID));
        }
    }
}
