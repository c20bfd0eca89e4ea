package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Checks what {@link StaleRecordsTest} does, but for records of earlier epochs. */
class StaleIdleRecordsTest {
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    private final DeltaFormat format = new DeltaFormat();
    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();
    private final DeltaWriter out = (DeltaWriter) format.newWriter(bytes, BY_ID);

    /** Reads from the key frame on. */
    private List<Object> joined() {
        out.flush(); // the checksum of the block before
        long begin = bytes.writePosition();
        out.keyFrame();
        byte[] frame = new byte[(int) (bytes.writePosition() - begin)];
        bytes.read(begin, frame, 0, frame.length);
        try (WireIn in = format.newReader(Bytes.wrapForRead(frame), BY_ID)) {
            return Trees.readAll(in);
        }
    }

    /** A message that became plain before its key fields came may belong to any record of its type, but of no other. */
    @Test
    void messageOfTooManyFieldsBeforeItsKeyLeavesNoIdleRecordOfItsType() {
        Map<Object, Object> wide = new LinkedHashMap<>();
        for (int i = 0; i < 9000; i++) {
            wide.put("field" + i, (long) i);
        }
        wide.put("id", 1L);
        Object ofAnotherType = new Trees.Typed("Other", Trees.map("id", 1L, "n", 5L));
        Trees.writeMessage(out, Trees.map("field0", 3L, "id", 1L));
        Trees.writeMessage(out, ofAnotherType);
        Trees.writeMessage(out, Trees.map("field0", 4L, "id", 2L));
        out.blocks().endEpoch();
        Trees.writeMessage(out, wide);
        assertEquals(List.of(ofAnotherType), joined());
    }

    /** A message of a type for which the epoch has no room drops all idle records of that type. */
    @Test
    void messageOfOneTypeTooManyLeavesNoIdleRecordOfItsType() {
        Trees.writeMessage(out, new Trees.Typed("Last", Trees.map("id", -1L, "n", 1L)));
        out.blocks().endEpoch();
        List<Object> written = new ArrayList<>();
        for (long i = 0; i < 1024; i++) {
            Object message = new Trees.Typed("T" + i, Trees.map("id", i, "n", 1L));
            Trees.writeMessage(out, message);
            written.add(message);
        }
        Trees.writeMessage(out, new Trees.Typed("Last", Trees.map("id", -1L, "n", 2L)));
        out.beginMessage(MessageKind.DELETE); // the next epoch has room for one more
        Trees.write(out, written.remove(0));
        out.endMessage();
        List<Object> joined = joined();
        assertFalse(joined.contains(new Trees.Typed("Last", Trees.map("id", -1L, "n", 1L))));
        assertEquals(Set.copyOf(written), Set.copyOf(joined));
    }
}
