package io.deltawire.delta;

import io.deltawire.wire.spi.FieldColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The short way of an object into its message: its fields are compared with the record's columns, where a message of the
 * same class and key has come by its tokens before. It finds the same changes, and so makes the same bytes.
 */
final class ColumnIntake {
    /** So many that only keys chosen to collide are not found. */
    private static final int MAX_PROBES = 32;
    /** The room for each record: a table so sparse that mostly the first place is the right one. */
    private static final int SPARSENESS = 4;

    private final List<ColumnBinding> bindings = new ArrayList<>();
    private ColumnBinding last;

    /** Records by the hash of their key's columns; a record that is not found here is found by its tokens. */
    private RecordState[] records = new RecordState[64];

    private int size;

    /** The fields in which an object differs from its record: what {@link #compare} has found. */
    long changed;
    /** What those fields have now, where they are held as 64 bits. */
    final long[] values = new long[FieldColumns.MAX_FIELDS];
    /** The same of the parts behind the first. */
    private long[] laterChanged = {};

    private long[][] laterValues = {};

    /** The hash of the key that {@link #record} has looked for. */
    int keyHash;

    /** What the next message by tokens is, or null. */
    private FieldColumns pending;

    private Object pendingObject;

    /** Forgets all records, but not what the next message is; what was bound to a type that begins anew does not hold. */
    void clear() {
        last = null;
        for (ColumnBinding binding : bindings) {
            binding.findsAll = false;
        }
        Arrays.fill(records, null);
        size = 0;
    }

    /** The binding of messages of this class and event, or null where there is none that holds. */
    ColumnBinding find(String event, FieldColumns columns) {
        ColumnBinding binding = last;
        if (binding == null || !binding.isOf(event, columns)) {
            binding = among(event, columns);
        }
        return binding != null && binding.holds() ? binding : null;
    }

    private ColumnBinding among(String event, FieldColumns columns) {
        for (int i = 0, n = bindings.size(); i < n; i++) {
            ColumnBinding binding = bindings.get(i);
            if (binding.isOf(event, columns) && binding.holds()) {
                last = binding;
                return binding;
            }
        }
        return null;
    }

    /**
     * The record in the first place for an object, where that is one whose key hashes alike: {@link #compare} tells whether it is
     * the object's. Else {@link #record} is to be asked.
     */
    RecordState first(ColumnBinding binding, Object object) {
        int hash = hash(binding.columns, object);
        RecordState[] table = records;
        RecordState record = table[hash & table.length - 1];
        return record != null && record.columnHash == hash && record.binding == binding ? record : null;
    }

    /** The record of an object whose key is in its columns, compared with it; or null where tokens have to tell. */
    RecordState record(ColumnBinding binding, Object object) {
        int hash = hash(binding.columns, object);
        keyHash = hash;
        int mask = records.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            RecordState record = records[i];
            if (record == null) {
                return null;
            }
            // Another key's fields are among those that differ.
            if (record.columnHash == hash && record.binding == binding && hasKeyOf(binding, record, object)) {
                return record;
            }
        }
        return null;
    }

    private boolean hasKeyOf(ColumnBinding binding, RecordState record, Object object) {
        return binding.isWide()
                ? compareParts(binding, record, object)
                : (compare(binding, record, object) & binding.keys) == 0;
    }

    /** Finds the {@link #changed} fields of an object, and what they have now, in comparison with a record. */
    long compare(ColumnBinding binding, RecordState record, Object object) {
        changed = record.differences(binding, object, values);
        return changed;
    }

    /**
     * Does what {@link #compare} does for all parts of a class.
     *
     * @return whether no field differs that names the record
     */
    boolean compareParts(ColumnBinding binding, RecordState record, Object object) {
        FieldPart[] parts = binding.tokenFields.parts;
        if (laterChanged.length < parts.length - 1) {
            laterChanged = new long[parts.length - 1];
            laterValues = new long[parts.length - 1][FieldColumns.MAX_FIELDS];
        }
        changed = record.differences(binding, parts[0], object, values);
        long unlike = changed & parts[0].keys;
        for (int i = 1; i < parts.length; i++) {
            laterChanged[i - 1] = record.differences(binding, parts[i], object, laterValues[i - 1]);
            unlike |= laterChanged[i - 1] & parts[i].keys;
        }
        return unlike == 0;
    }

    /** The fields of a part that differ. */
    long changed(int part) {
        return part == 0 ? changed : laterChanged[part - 1];
    }

    /** What fields of a part have now. */
    long[] values(int part) {
        return part == 0 ? values : laterValues[part - 1];
    }

    /** The hash of the key of an object. */
    static int hash(FieldColumns columns, Object object) {
        return spread(columns.keyHash(object));
    }

    /** Brings all bits of a hash into those that a table takes. */
    static int spread(int hash) {
        int product = hash * 0x9E3779B9;
        return product ^ product >>> 15;
    }

    /** Notes that the next message by tokens will be an object of this class; null where nothing is known of it. */
    void expect(FieldColumns columns, Object object) {
        pending = columns;
        pendingObject = object;
    }

    /** Notes that a message by tokens has made this record what it is. */
    void taken(EncodedType type, RecordState record) {
        FieldColumns columns = pending;
        Object object = pendingObject;
        pending = null;
        pendingObject = null;
        record.binding = null;
        ColumnBinding binding = columns == null || type.state != record.type ? null : bindingOf(type, columns);
        if (binding != null) {
            bind(binding, record, hash(columns, object));
            if (record.binding == binding && binding.hasView) {
                binding.tokenFields.keepAll(record.viewBy(binding), record, object);
            }
        }
        if (record.binding == null) {
            int index = indexOf(type);
            if (index >= 0) {
                bindings.get(index).findsAll = false;
            }
        }
    }

    /**
     * Notes that a record is an object of this class now, where all its values are as the columns have them.
     *
     * @param hash of the object's key
     */
    void bind(ColumnBinding binding, RecordState record, int hash) {
        if (record.binding != binding) {
            if (!binding.fits(record)) {
                binding.findsAll = false;
                return;
            }
            record.bind(binding);
        }
        if (binding.columns.isKeyInFields()) {
            add(hash, record);
        }
    }

    private ColumnBinding bindingOf(EncodedType type, FieldColumns columns) {
        int index = indexOf(type);
        ColumnBinding before = index < 0 ? null : bindings.get(index);
        if (before != null && before.columns == columns && before.holds()) {
            return before;
        }
        ColumnBinding made = ColumnBinding.of(type.state, columns, before);
        if (made == null) {
            return null;
        }
        made.type = type;
        type.state.binding = made;
        made.findsAll = type.state.records == 1 && columns.isKeyInFields(); // the one that is to be bound
        if (index < 0) {
            bindings.add(made);
        } else {
            bindings.set(index, made);
        }
        last = null;
        return made;
    }

    private int indexOf(EncodedType type) {
        for (int i = 0; i < bindings.size(); i++) {
            if (bindings.get(i).type == type) {
                return i;
            }
        }
        return -1;
    }

    private void add(int hash, RecordState record) {
        if (SPARSENESS * (size + 1) > records.length) {
            rehash();
        }
        record.columnHash = hash;
        insert(record);
    }

    private void insert(RecordState record) {
        int mask = records.length - 1;
        for (int i = record.columnHash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            RecordState there = records[i];
            if (there == record) {
                return;
            }
            if (there == null || there.binding == null) {
                size += there == null ? 1 : 0;
                records[i] = record;
                return;
            }
        }
        record.binding.findsAll = false;
    }

    /** The places of the table. */
    int places() {
        return records.length;
    }

    /** Makes the table anew, without records that are gone; a larger one where it is these that there are too many of. */
    private void rehash() {
        RecordState[] old = records;
        int present = 0;
        for (RecordState record : old) {
            present += record != null && record.binding != null ? 1 : 0;
        }
        records = new RecordState[2 * SPARSENESS * present > old.length ? 2 * old.length : old.length];
        size = 0;
        for (RecordState record : old) {
            if (record != null && record.binding != null) {
                insert(record);
            }
        }
    }
}
