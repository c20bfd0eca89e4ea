package io.deltawire.delta.internal.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.RecordTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectRecordIndexTest {
    private final TypeState type = new TypeState(0, new RecordTable(), true);
    private final ObjectRecordIndex index = new ObjectRecordIndex(new ObjectDiff());
    private final ColumnBinding binding;

    ObjectRecordIndexTest() {
        type.addLeaf(type.addNode(type.root(), Op.NODE_FIELD, "key", null));
        binding = ColumnBinding.bind(type, new KeyColumns(), null);
    }

    private RecordState bindRecord(long key) {
        RecordState record = new RecordState(type, 0);
        record.set(0, Kind.INT, (byte) 0, key, key, null);
        index.bind(binding, record, ObjectRecordIndex.hash(binding.columns(), key));
        return record;
    }

    /** Records come and go, so that each slot is used many times. */
    @Test
    void deadRecordsDoNotGrowTheTable() {
        int liveCount = 10;
        ArrayDeque<RecordState> records = new ArrayDeque<>();
        for (long key = 0; key < 100_000; key++) {
            records.add(bindRecord(key));
            if (records.size() > liveCount) {
                RecordState dead = records.remove();
                dead.unbind();
                assertNull(index.findRecord(binding, dead.rawAt(0)));
            }
            for (RecordState record : records) {
                assertSame(record, index.findRecord(binding, record.rawAt(0)));
            }
        }
        assertEquals(128, index.capacity());
    }

    @Test
    void tableGrowsWithLiveRecords() {
        RecordState[] records = new RecordState[10_000];
        for (int key = 0; key < records.length; key++) {
            records[key] = bindRecord(key);
        }
        assertTrue(index.capacity() >= 4 * records.length, () -> "only " + index.capacity());
        for (int key = 0; key < records.length; key++) {
            assertSame(records[key], index.findRecord(binding, (long) key));
        }
        // Dead records make room when the table is full, and the table never shrinks.
        for (RecordState record : records) {
            record.unbind();
        }
        int grown = index.capacity();
        for (long key = records.length; key < 10L * records.length; key++) {
            bindRecord(key).unbind();
        }
        assertEquals(grown, index.capacity());
    }

    /** The columns of a class whose objects are just a key: {@link Long}. */
    private static final class KeyColumns implements FieldColumns {
        private final Shape shape = Shape.of(null, List.of("key"));

        @Override
        public Shape shape() {
            return shape;
        }

        @Override
        public ColumnKind kind(int ordinal) {
            return ColumnKind.INT64;
        }

        @Override
        public Class<?> referenceType(int ordinal) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isKeyInFields() {
            return true;
        }

        @Override
        public long keys() {
            return 1;
        }

        @Override
        public int keyHash(Object object) {
            return object.hashCode();
        }

        @Override
        public int keyLength(Object object) {
            return -1;
        }

        @Override
        public byte[] key(long[] bits, Object[] references, int base) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long changes(Object object, long[] bits, Object[] references, int base, long[] changed) {
            changed[0] = (long) object;
            return changed[0] == bits[base] ? 0 : 1;
        }

        @Override
        public long bits(Object object, int ordinal) {
            return (long) object;
        }

        @Override
        public Object reference(Object object, int ordinal) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isSettable() {
            return false;
        }

        @Override
        public boolean setAll(Object object, long[] bits, Object[] references, int base) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean setSome(Object object, long fields, long[] bits, Object[] references, int base) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object create(long[] bits, Object[] references, int base) {
            throw new UnsupportedOperationException();
        }
    }
}
