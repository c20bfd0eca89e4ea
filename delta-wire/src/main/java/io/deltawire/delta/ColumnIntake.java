package io.deltawire.delta;

import io.deltawire.wire.spi.FieldColumns;
import java.util.ArrayList;
import java.util.List;

/**
 * The short way of an object into its message: its fields are compared with the record's columns, where a message of the
 * same class and key has come by its tokens before. It finds the same changes, and so makes the same bytes.
 */
final class ColumnIntake {
    private static final int MAX_PROBES = 8;

    private final List<ColumnBinding> bindings = new ArrayList<>();
    private final List<EncodedType> types = new ArrayList<>();
    private int last;

    /** Records by the hash of their key's columns; a record that is not found here is found by its tokens. */
    private int[] hashes = new int[64];

    private RecordState[] records = new RecordState[64];
    private int size;

    /** What the next message by tokens is, or null. */
    private FieldColumns pending;

    private Object pendingObject;
    private boolean isPendingByColumns;

    void clear() {
        bindings.clear();
        types.clear();
        last = 0;
        records = new RecordState[64];
        hashes = new int[64];
        size = 0;
        pending = null;
        pendingObject = null;
    }

    /** The index of the binding of messages of this class and event, or -1. */
    int find(String event, FieldColumns columns) {
        int n = bindings.size();
        for (int i = 0; i < n; i++) {
            int index = last + i < n ? last + i : last + i - n;
            ColumnBinding binding = bindings.get(index);
            if (binding.columns == columns && (event == null ? binding.event == null : event.equals(binding.event))) {
                last = index;
                return index;
            }
        }
        return -1;
    }

    ColumnBinding binding(int index) {
        return bindings.get(index);
    }

    EncodedType type(int index) {
        return types.get(index);
    }

    /** The record of an object whose key is in its columns, or null where tokens have to tell. */
    RecordState record(ColumnBinding binding, Object object) {
        FieldColumns columns = binding.columns;
        boolean hasKey = binding.hasKey;
        int hash = hasKey ? spread(columns.keyHash(object)) : 0;
        int mask = records.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES && records[i] != null; i = i + 1 & mask, probes++) {
            RecordState record = records[i];
            if (hashes[i] == hash
                    && record.binding == binding
                    && (!hasKey || columns.sameKey(object, record.raw, record.ref, binding.base))) {
                return record;
            }
        }
        return null;
    }

    private static int spread(int hash) {
        int product = hash * 0x9E3779B9;
        return product ^ product >>> 15;
    }

    /** Notes that the next message by tokens will be an object of this class. */
    void expect(FieldColumns columns, Object object, boolean isKeyInColumns) {
        pending = columns;
        pendingObject = object;
        isPendingByColumns = isKeyInColumns;
    }

    /** Notes that a message by tokens has made this record what it is. */
    void taken(EncodedType type, RecordState record) {
        FieldColumns columns = pending;
        Object object = pendingObject;
        pending = null;
        pendingObject = null;
        record.binding = null;
        if (columns == null || type.state != record.type) {
            return;
        }
        ColumnBinding binding = bindingOf(type, columns);
        if (binding == null || !binding.fits(record)) {
            return;
        }
        record.binding = binding;
        if (isPendingByColumns) {
            add(columns.hasKey() ? spread(columns.keyHash(object)) : 0, record);
        }
    }

    private ColumnBinding bindingOf(EncodedType type, FieldColumns columns) {
        int index = types.indexOf(type);
        ColumnBinding before = index < 0 ? null : bindings.get(index);
        if (before != null && before.columns == columns && before.holds()) {
            return before;
        }
        ColumnBinding made = ColumnBinding.of(type.state, columns);
        if (made == null) {
            return null;
        }
        if (index < 0) {
            types.add(type);
            bindings.add(made);
        } else {
            bindings.set(index, made);
        }
        return made;
    }

    private void add(int hash, RecordState record) {
        if (2 * (size + 1) > records.length) {
            rehash();
        }
        insert(hash, record);
    }

    private void insert(int hash, RecordState record) {
        int mask = records.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            if (records[i] == record) {
                hashes[i] = hash;
                return;
            }
            if (records[i] == null || records[i].binding == null) {
                size += records[i] == null ? 1 : 0;
                hashes[i] = hash;
                records[i] = record;
                return;
            }
        }
    }

    private void rehash() {
        int[] oldHashes = hashes;
        RecordState[] old = records;
        hashes = new int[2 * old.length];
        records = new RecordState[2 * old.length];
        size = 0;
        for (int i = 0; i < old.length; i++) {
            if (old[i] != null && old[i].binding != null) {
                insert(oldHashes[i], old[i]);
            }
        }
    }
}
