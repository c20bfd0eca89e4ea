package io.deltawire.delta.internal.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.Slots;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table that finds a record by its columns. */
class ObjectRecordsTest {
    private final TypeState type = new TypeState(0, new Slots(), true);
    private final ObjectRecords intake = new ObjectRecords(new ObjectDiff());
    private final ColumnBinding binding;

    ObjectRecordsTest() {
        type.addLeaf(type.addNode(type.root, Op.NODE_FIELD, "key", null));
        binding = ColumnBinding.of(type, new KeyAlone(), null);
    }

    private RecordState bound(long key) {
        RecordState record = new RecordState(type, 0);
        record.set(0, Kind.INT, (byte) 0, key, key, null);
        intake.bind(binding, record, ObjectRecords.hash(binding.columns, key));
        return record;
    }

    /** Records come and go, so that all places have been taken many times over. */
    @Test
    void recordsThatAreGoneDoNotMakeTheTableGrow() {
        int present = 10;
        ArrayDeque<RecordState> records = new ArrayDeque<>();
        for (long key = 0; key < 100_000; key++) {
            records.add(bound(key));
            if (records.size() > present) {
                RecordState gone = records.remove();
                gone.binding = null;
                assertNull(intake.record(binding, gone.raw[0]));
            }
            for (RecordState record : records) {
                assertSame(record, intake.record(binding, record.raw[0]));
            }
        }
        assertEquals(128, intake.places());
    }

    @Test
    void theTableGrowsWithItsRecords() {
        RecordState[] records = new RecordState[10_000];
        for (int key = 0; key < records.length; key++) {
            records[key] = bound(key);
        }
        assertTrue(intake.places() >= 4 * records.length, () -> "only " + intake.places());
        for (int key = 0; key < records.length; key++) {
            assertSame(records[key], intake.record(binding, (long) key));
        }
        // What is gone makes room when there is none; what has grown stays.
        for (RecordState record : records) {
            record.binding = null;
        }
        int grown = intake.places();
        for (long key = records.length; key < 10L * records.length; key++) {
            bound(key).binding = null;
        }
        assertEquals(grown, intake.places());
    }

    /** Of a class whose objects are their key: a Long. */
    private static final class KeyAlone implements FieldColumns {
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
