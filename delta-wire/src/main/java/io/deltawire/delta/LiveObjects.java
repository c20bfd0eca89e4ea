package io.deltawire.delta;

import io.deltawire.wire.spi.FieldColumns;
import java.util.Arrays;
import java.util.Objects;

/**
 * The live objects of the epoch that ended last, by their keys: a record that comes again has the same object again. One of
 * a key that has not come again when the next epoch ends is let go. Not found, which costs no more than a new object, are those
 * whose key is not in fields, and some of keys chosen to have one hash.
 */
final class LiveObjects {
    private static final int MAX_PROBES = 8;

    private Object[] objects = {};
    private FieldColumns[] columns = {};
    /** The names of their events. */
    private String[] events = {};

    private int[] hashes = {};
    private int size;
    private final long[] unused = new long[FieldColumns.MAX_FIELDS];

    /** Takes the objects of all records, in place of those that it has. */
    void keep(Slots slots, int count) {
        clear();
        int live = 0;
        for (int slot = 0; slot < count; slot++) {
            live += isKept(slots.at[slot]) ? 1 : 0;
        }
        if (live == 0) {
            return;
        }
        if (objects.length < 2 * live) {
            int room = Integer.highestOneBit(2 * live) << 1;
            objects = new Object[room];
            columns = new FieldColumns[room];
            events = new String[room];
            hashes = new int[room];
        }
        for (int slot = 0; slot < count; slot++) {
            RecordState record = slots.at[slot];
            if (isKept(record)) {
                add(record.liveBinding, record.live);
            }
        }
    }

    private static boolean isKept(RecordState record) {
        return record != null && record.live != null && record.liveBinding.isKeyInFields;
    }

    private void add(ColumnBinding of, Object object) {
        int hash = hash(of, object);
        int mask = objects.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            if (objects[i] == null) {
                objects[i] = object;
                columns[i] = of.columns;
                events[i] = of.event;
                hashes[i] = hash;
                size++;
                return;
            }
        }
    }

    /**
     * Takes out the object of a record's key; null where there is none.
     *
     * @param like another object that has the record's values
     */
    Object take(RecordState record, Object like) {
        if (size == 0 || !record.binding.isKeyInFields) {
            return null;
        }
        ColumnBinding of = record.binding;
        int hash = hash(of, like);
        int mask = objects.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            Object object = objects[i];
            if (object != null
                    && hashes[i] == hash
                    && columns[i] == of.columns
                    && Objects.equals(events[i], of.event)
                    && record.hasKeyOf(object, unused)) { // as it is now: an application may have changed it
                objects[i] = null;
                size--;
                return object;
            }
        }
        return null;
    }

    private static int hash(ColumnBinding of, Object object) {
        return ColumnIntake.spread(31 * of.columns.keyHash(object) + Objects.hashCode(of.event));
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(objects, null);
            size = 0;
        }
    }
}
