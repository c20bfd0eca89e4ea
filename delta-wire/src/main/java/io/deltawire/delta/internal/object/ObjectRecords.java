package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.HashBits;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the record of an object by the columns that name it, where a message of the same class and key has come before. It has the bindings of
 * classes to types, by the class and the event, and a table of the records that are bound, by the hash of their key. A record that is not
 * found here is found by its tokens.
 */
public final class ObjectRecords {
    /** So many that only keys chosen to collide are not found. */
    private static final int MAX_PROBES = 32;
    /** The room for each record: a table so sparse that mostly the first place is the right one. */
    private static final int SPARSENESS = 4;

    private final ObjectDiff diff;

    /** One for each type that has one. */
    private final Map<Name, ColumnBinding> bindings = new HashMap<>();

    private ColumnBinding last;
    /** What is looked for, so that it need not be made each time. */
    private final Name sought = new Name(null, null);

    /** Records by the hash of their key's columns; a record that is not found here is found by its tokens. */
    private RecordState[] records = new RecordState[64];

    private int size;

    private int keyHash;

    /** What the next message by tokens is, or null. */
    private FieldColumns pending;

    private Object pendingObject;

    /** @param diff compares the objects that are looked for */
    public ObjectRecords(ObjectDiff diff) {
        this.diff = diff;
    }

    /** Forgets all records, but not what the next message is; what was bound to a type that begins anew does not hold. */
    public void clear() {
        last = null;
        for (Iterator<ColumnBinding> all = bindings.values().iterator(); all.hasNext(); ) {
            ColumnBinding binding = all.next();
            binding.findsAll = false;
            if (binding.type.state == null) {
                binding.type.binding = null;
                all.remove();
            }
        }
        Arrays.fill(records, null);
        size = 0;
    }

    /** The binding of messages of this class and event, or null where there is none that holds. */
    public ColumnBinding find(String event, FieldColumns columns) {
        ColumnBinding binding = last;
        if (binding == null || !binding.isOf(event, columns)) {
            binding = among(event, columns);
        }
        return binding != null && binding.holds() ? binding : null;
    }

    private ColumnBinding among(String event, FieldColumns columns) {
        sought.event = event;
        sought.columns = columns;
        last = bindings.get(sought);
        return last;
    }

    /**
     * The record in the first place for an object, where that is one whose key hashes alike: {@link ObjectDiff} tells whether it is
     * the object's. Else {@link #record} is to be asked.
     */
    public RecordState first(ColumnBinding binding, Object object) {
        int hash = hash(binding.columns, object);
        RecordState[] table = records;
        RecordState record = table[hash & table.length - 1];
        return record != null && record.columnHash == hash && record.binding == binding ? record : null;
    }

    /** The record of an object whose key is in its columns, compared with it; or null where tokens have to tell. */
    public RecordState record(ColumnBinding binding, Object object) {
        int hash = hash(binding.columns, object);
        keyHash = hash;
        int mask = records.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            RecordState record = records[i];
            if (record == null) {
                return null;
            }
            // Another key's fields are among those that differ.
            if (record.columnHash == hash && record.binding == binding && diff.compareAll(binding, record, object)) {
                return record;
            }
        }
        return null;
    }

    /** The hash of the key that {@link #record} has looked for last. */
    public int keyHash() {
        return keyHash;
    }

    /** The hash of the key of an object. */
    public static int hash(FieldColumns columns, Object object) {
        return HashBits.spread(columns.keyHash(object));
    }

    /** Notes that the next message by tokens will be an object of this class; null where nothing is known of it. */
    public void expect(FieldColumns columns, Object object) {
        pending = columns;
        pendingObject = object;
    }

    /** Notes that a message by tokens has made this record what it is. */
    public void taken(EncodedType type, RecordState record) {
        FieldColumns columns = pending;
        Object object = pendingObject;
        pending = null;
        pendingObject = null;
        record.binding = null;
        ColumnBinding binding = columns == null || type.state != record.type ? null : bindingOf(type, columns);
        if (binding != null) {
            bind(binding, record, hash(columns, object));
            if (record.binding == binding && binding.hasView) {
                binding.tokenFields.keepAll(binding.view(record), record, object);
            }
        }
        if (record.binding == null) {
            if (type.binding != null) {
                ((ColumnBinding) type.binding).findsAll = false;
            }
        }
    }

    /**
     * Notes that a record is an object of this class now, where all its values are as the columns have them.
     *
     * @param hash of the object's key
     */
    public void bind(ColumnBinding binding, RecordState record, int hash) {
        if (record.binding != binding) {
            if (!binding.fits(record)) {
                binding.findsAll = false;
                return;
            }
            binding.bindTo(record);
        }
        if (binding.isKeyInFields) {
            add(hash, record);
        }
    }

    private ColumnBinding bindingOf(EncodedType type, FieldColumns columns) {
        ColumnBinding before = (ColumnBinding) type.binding;
        if (before != null && before.columns == columns && before.holds()) {
            return before;
        }
        ColumnBinding former = (ColumnBinding)
                type.state.binding; // that of an epoch before, where the type begins anew as it was in that one
        ColumnBinding made = ColumnBinding.of(type.state, columns, former == null ? before : former);
        if (made == null) {
            return null;
        }
        made.type = type;
        type.state.binding = made;
        // The one that is to be bound; or those before it as well, where the type has got more leaves.
        made.findsAll = type.state.records == 1 ? made.isKeyInFields : made == before && before.findsAll;
        if (before != null) {
            bindings.remove(new Name(before.event, before.columns), before);
        }
        type.binding = made;
        bindings.put(new Name(made.event, columns), made);
        last = null;
        return made;
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
        ((ColumnBinding) record.binding).findsAll = false;
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

    /** What messages are found by: the event that they are, or null, and the class of the object. */
    private static final class Name {
        private String event;
        private FieldColumns columns;

        Name(String event, FieldColumns columns) {
            this.event = event;
            this.columns = columns;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(columns) + Objects.hashCode(event);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name name && name.columns == columns && Objects.equals(name.event, event);
        }
    }
}
