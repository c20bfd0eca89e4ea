package io.deltawire.delta;

import io.deltawire.wire.spi.ColumnPart;
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
                add(record.liveColumns, record.liveEvent, record.live);
            }
        }
    }

    private static boolean isKept(RecordState record) {
        return record != null && record.live != null && record.liveColumns.isKeyInFields();
    }

    private void add(FieldColumns of, String event, Object object) {
        int hash = hash(of, event, object);
        int mask = objects.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            if (objects[i] == null) {
                objects[i] = object;
                columns[i] = of;
                events[i] = event;
                hashes[i] = hash;
                size++;
                return;
            }
        }
    }

    /**
     * Takes out the object of a key; null where there is none.
     *
     * @param of the columns of its class
     * @param event the name that has it as its value, or null
     * @param like another object of the class, with that key
     */
    Object take(FieldColumns of, String event, Object like) {
        if (size == 0 || !of.isKeyInFields()) {
            return null;
        }
        int hash = hash(of, event, like);
        int mask = objects.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            Object object = objects[i];
            if (object != null
                    && hashes[i] == hash
                    && columns[i] == of
                    && Objects.equals(events[i], event)
                    && haveOneKey(of, object, like)) { // as it is now: an application may have changed it
                objects[i] = null;
                size--;
                return object;
            }
        }
        return null;
    }

    private static boolean haveOneKey(FieldColumns of, Object a, Object b) {
        int first = 0;
        for (ColumnPart part = of; part != null; part = part.next()) {
            for (long keys = part.keys(); keys != 0; keys &= keys - 1) {
                int field = first + Long.numberOfTrailingZeros(keys);
                boolean isSame = of.kind(field).isReference()
                        ? Objects.equals(of.reference(a, field), of.reference(b, field))
                        : of.bits(a, field) == of.bits(b, field);
                if (!isSame) {
                    return false;
                }
            }
            first += ColumnPart.MAX_FIELDS;
        }
        return true;
    }

    private static int hash(FieldColumns of, String event, Object object) {
        return ColumnIntake.spread(31 * of.keyHash(object) + Objects.hashCode(event));
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(objects, null);
            size = 0;
        }
    }
}
