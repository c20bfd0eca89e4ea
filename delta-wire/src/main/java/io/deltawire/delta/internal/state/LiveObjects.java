package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.HashBits;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.Objects;

/**
 * The live objects of the epoch that ended last, by their keys: a record that comes again has the same object again. One of
 * a key that has not come again when the next epoch ends is let go. Not found, which costs no more than a new object, are those
 * whose key is not in fields, those of several records that have one key by the fields of the class that is read, and some of keys chosen
 * to have one hash.
 */
public final class LiveObjects {
    private static final int MAX_PROBES = 8;

    private Object[] objects = {};
    private FieldColumns[] columns = {};
    /** The names of their events. */
    private String[] events = {};

    private int[] hashes = {};

    /** Whether another record had an object of the same class, event and key: then which is whose, the class does not tell. */
    private boolean[] shared = {};

    private int size;

    /** Takes the objects of all records, in place of those that it has. */
    public void keep(Slots slots, int count) {
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
            shared = new boolean[room];
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
                shared[i] = false;
                size++;
                return;
            }
            if (isOf(i, hash, of, event) && haveOneKey(of, objects[i], object)) {
                shared[i] = true;
                return;
            }
        }
    }

    /**
     * Takes out the object of a key; null where there is none.
     *
     * @param type whose records are named by that key
     * @param of the columns of the class of the object
     * @param event the name that has it as its value, or null
     * @param like another object of the class, with that key
     */
    public Object take(TypeState type, FieldColumns of, String event, Object like) {
        if (size == 0 || !of.isKeyInFields() || !isNamedBy(type, of)) {
            return null;
        }
        int hash = hash(of, event, like);
        int mask = objects.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            Object object = objects[i];
            // By the key as it is now: an application may have changed it.
            if (object != null && isOf(i, hash, of, event) && haveOneKey(of, object, like)) {
                if (shared[i]) {
                    return null;
                }
                objects[i] = null;
                size--;
                return object;
            }
        }
        return null;
    }

    private boolean isOf(int place, int hash, FieldColumns of, String event) {
        return hashes[place] == hash && columns[place] == of && Objects.equals(events[place], event);
    }

    private static boolean isSame(Object a, Object b) {
        if (a instanceof Double number && b instanceof Double other) {
            return Double.doubleToRawLongBits(number) == Double.doubleToRawLongBits(other);
        }
        if (a instanceof Float number && b instanceof Float other) {
            return Float.floatToRawIntBits(number) == Float.floatToRawIntBits(other);
        }
        return Objects.equals(a, b);
    }

    /** Whether the fields that name the records of a type, where these are known, are those that name the objects of a class. */
    private static boolean isNamedBy(TypeState type, FieldColumns of) {
        if (type.keyLeaves.length == 0) {
            return true;
        }
        int fields = 0;
        int first = 0;
        for (ColumnPart part = of; part != null; part = part.next()) {
            for (long keys = part.keys(); keys != 0; keys &= keys - 1) {
                if (!hasKeyLeaf(type, of.shape().name(first + Long.numberOfTrailingZeros(keys)))) {
                    return false;
                }
                fields++;
            }
            first += ColumnPart.MAX_FIELDS;
        }
        return fields == type.keyLeaves.length;
    }

    private static boolean hasKeyLeaf(TypeState type, String name) {
        for (int leaf : type.keyLeaves) {
            if (name.equals(type.leafNodes.get(leaf).name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean haveOneKey(FieldColumns of, Object a, Object b) {
        int first = 0;
        for (ColumnPart part = of; part != null; part = part.next()) {
            for (long keys = part.keys(); keys != 0; keys &= keys - 1) {
                int field = first + Long.numberOfTrailingZeros(keys);
                boolean isSame = of.kind(field).isReference()
                        ? isSame(of.reference(a, field), of.reference(b, field))
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
        return HashBits.spread(31 * of.keyHash(object) + Objects.hashCode(event));
    }

    public void clear() {
        if (size > 0) {
            Arrays.fill(objects, null);
            size = 0;
        }
    }
}
