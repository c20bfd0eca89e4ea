package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.HashBits;
import io.deltawire.wire.spi.object.ColumnPart;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.Objects;

/**
 * The reader's live objects of the previous epoch by their keys, so that a record that comes again gets the same object
 * again. An object whose key has not come again by the end of the next epoch is dropped.
 *
 * <p>It is a hash table with open addressing and a bounded number of probes. An object is not found if its key is not
 * in fields, if several records have the same key by the fields of the class, or if too many keys collide. A miss only
 * costs a new object.
 */
public final class LiveObjects {
    private static final int MAX_PROBES = 8;

    private Object[] objects = {};
    private FieldColumns[] columns = {};
    /** The name of the event whose value each object is, or null. */
    private String[] events = {};

    private int[] hashes = {};

    /** Whether several records had an object of this class, event and key, so that the entry is ambiguous. */
    private boolean[] ambiguous = {};

    private int size;

    /** Replaces the contents by the live objects of all records. */
    public void replaceWith(RecordTable slots, int count) {
        clear();
        int live = 0;
        for (int slot = 0; slot < count; slot++) {
            live += hasReusableLive(slots.at(slot)) ? 1 : 0;
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
            ambiguous = new boolean[room];
        }
        for (int slot = 0; slot < count; slot++) {
            RecordState record = slots.at(slot);
            if (hasReusableLive(record)) {
                add(record.liveColumns(), record.liveEvent(), record.live());
            }
        }
    }

    private static boolean hasReusableLive(RecordState record) {
        return record != null && record.live() != null && record.liveColumns().isKeyInFields();
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
                ambiguous[i] = false;
                size++;
                return;
            }
            if (isOf(i, hash, of, event) && haveOneKey(of, objects[i], object)) {
                ambiguous[i] = true;
                return;
            }
        }
    }

    /**
     * Removes and returns the object with a key, or null.
     *
     * @param type the type of the record
     * @param of the columns of the class of the object
     * @param event the name of the event whose value the object is, or null
     * @param example another object of the class, which has the key
     */
    public Object remove(TypeState type, FieldColumns of, String event, Object example) {
        if (size == 0 || !of.isKeyInFields() || !isNamedBy(type, of)) {
            return null;
        }
        int hash = hash(of, event, example);
        int mask = objects.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            Object object = objects[i];
            // The key is compared as it is now: the application may have changed the object.
            if (object != null && isOf(i, hash, of, event) && haveOneKey(of, object, example)) {
                if (ambiguous[i]) {
                    return null;
                }
                objects[i] = null;
                size--;
                return object;
            }
        }
        return null;
    }

    private boolean isOf(int index, int hash, FieldColumns of, String event) {
        return hashes[index] == hash && columns[index] == of && Objects.equals(events[index], event);
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

    /** Whether the key fields of a type, if known, are the key fields of a class. */
    private static boolean isNamedBy(TypeState type, FieldColumns of) {
        if (type.keyLeaves().length == 0) {
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
        return fields == type.keyLeaves().length;
    }

    private static boolean hasKeyLeaf(TypeState type, String name) {
        for (int leaf : type.keyLeaves()) {
            if (name.equals(type.leafNode(leaf).name())) {
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
