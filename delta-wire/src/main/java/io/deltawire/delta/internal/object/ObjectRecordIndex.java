package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.value.HashBits;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the record of an object by its key fields, if an earlier message had the same class and key. Any other record
 * is found by the tokens of the object.
 *
 * <p>This owns two indexes. One maps a class and event name to the binding of a type. The other is an open-addressing
 * hash table of the bound records, by the hash of their key.
 */
public final class ObjectRecordIndex {
    /** The maximum probe length. It is so large that only keys chosen to collide exceed it. */
    private static final int MAX_PROBES = 32;
    /** Slots per record. The table is so sparse that the first probe mostly hits. */
    private static final int SPARSENESS = 4;

    private final ObjectDiff diff;

    /** The bindings by class and event name, one for each bound type. */
    private final Map<Name, ColumnBinding> bindings = new HashMap<>();

    private ColumnBinding lastBinding;
    /** The lookup key, reused to avoid an allocation. */
    private final Name lookupKey = new Name(null, null);

    /** The hash table of bound records. */
    private RecordState[] records = new RecordState[64];

    private int used;

    private int keyHash;

    /** The class of the object that the next message is written from by tokens, or null. */
    private FieldColumns expectedColumns;

    private Object expectedObject;

    /** @param diff compares each object with its candidates, and holds the result */
    public ObjectRecordIndex(ObjectDiff diff) {
        this.diff = diff;
    }

    /**
     * Removes all records at the end of an epoch, and the bindings of types that have ended. The expected object stays.
     */
    public void clear() {
        lastBinding = null;
        for (Iterator<ColumnBinding> all = bindings.values().iterator(); all.hasNext(); ) {
            ColumnBinding binding = all.next();
            binding.setAllRecordsIndexed(false);
            if (binding.encodedType().state() == null) {
                binding.encodedType().setBinding(null);
                all.remove();
            }
        }
        Arrays.fill(records, null);
        used = 0;
    }

    /** Returns the valid binding of this class and event, or null. */
    public ColumnBinding findBinding(String event, FieldColumns columns) {
        ColumnBinding binding = lastBinding;
        if (binding == null || !binding.matches(event, columns)) {
            binding = lookUpBinding(event, columns);
        }
        return binding != null && binding.isCurrent() ? binding : null;
    }

    private ColumnBinding lookUpBinding(String event, FieldColumns columns) {
        lookupKey.event = event;
        lookupKey.columns = columns;
        lastBinding = bindings.get(lookupKey);
        return lastBinding;
    }

    /**
     * Returns the record in the first slot for an object, if its key has the same hash. The caller compares it with the
     * object, and calls {@link #findRecord} on a mismatch or null.
     */
    public RecordState firstCandidate(ColumnBinding binding, Object object) {
        int hash = hash(binding.columns(), object);
        RecordState[] table = records;
        RecordState record = table[hash & table.length - 1];
        return record != null && record.columnHash() == hash && record.binding() == binding ? record : null;
    }

    /** Finds the record of an object by its key, and compares both. Returns null if tokens have to find it. */
    public RecordState findRecord(ColumnBinding binding, Object object) {
        int hash = hash(binding.columns(), object);
        keyHash = hash;
        int mask = records.length - 1;
        for (int i = hash & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            RecordState record = records[i];
            if (record == null) {
                return null;
            }
            // A record of another key differs in a key field.
            if (record.columnHash() == hash
                    && record.binding() == binding
                    && diff.compareAll(binding, record, object)) {
                return record;
            }
        }
        return null;
    }

    /** Returns the hash of the last key that {@link #findRecord} looked for. */
    public int keyHash() {
        return keyHash;
    }

    /** Hashes the key of an object. */
    public static int hash(FieldColumns columns, Object object) {
        return HashBits.spread(columns.keyHash(object));
    }

    /** Announces the object that the next message will be written from by tokens; null if there is none. */
    public void expect(FieldColumns columns, Object object) {
        expectedColumns = columns;
        expectedObject = object;
    }

    /**
     * Tells that a message by tokens has updated a record. The record is bound if the expected object has a bindable
     * class.
     */
    public void recordUpdated(WriterType type, RecordState record) {
        FieldColumns expected = expectedColumns;
        Object expectedInstance = expectedObject;
        expectedColumns = null;
        expectedObject = null;
        record.unbind();
        ColumnBinding binding =
                expected == null || type.state() != record.type() ? null : updateBinding(type, expected);
        if (binding != null) {
            bind(binding, record, hash(expected, expectedInstance));
            if (record.binding() == binding && binding.hasView()) {
                binding.fieldLeaves().storeAll(binding.view(record), record, expectedInstance);
            }
        }
        if (record.binding() == null) {
            if (type.binding() != null) {
                ((ColumnBinding) type.binding()).setAllRecordsIndexed(false);
            }
        }
    }

    /**
     * Binds a record to a class and adds it to the table, if the kinds of all its values fit the class.
     *
     * @param hash the hash of the object's key
     */
    public void bind(ColumnBinding binding, RecordState record, int hash) {
        if (record.binding() != binding) {
            if (!binding.fits(record)) {
                binding.setAllRecordsIndexed(false);
                return;
            }
            binding.bindTo(record);
        }
        if (binding.isKeyInFields()) {
            add(hash, record);
        }
    }

    /** Unbinds a record from its class, until a message by tokens binds it again. */
    public void unbind(ColumnBinding binding, RecordState record) {
        record.unbind();
        binding.setAllRecordsIndexed(false);
    }

    private ColumnBinding updateBinding(WriterType type, FieldColumns columns) {
        ColumnBinding current = (ColumnBinding) type.binding();
        if (current != null && current.columns() == columns && current.isCurrent()) {
            return current;
        }
        ColumnBinding former =
                (ColumnBinding) type.state().binding(); // from an earlier epoch, if the type is the same as in that one
        ColumnBinding created = ColumnBinding.bind(type.state(), columns, former == null ? current : former);
        if (created == null) {
            return null;
        }
        created.setEncodedType(type);
        type.state().setBinding(created);
        // A first record is bound next. If the type got more leaves, its earlier records are in the table already.
        created.setAllRecordsIndexed(
                type.state().recordCount() == 1
                        ? created.isKeyInFields()
                        : created == current && current.hasAllRecordsIndexed());
        if (current != null) {
            bindings.remove(new Name(current.event(), current.columns()), current);
        }
        type.setBinding(created);
        bindings.put(new Name(created.event(), columns), created);
        lastBinding = null;
        return created;
    }

    private void add(int hash, RecordState record) {
        if (SPARSENESS * (used + 1) > records.length) {
            rehash();
        }
        record.setColumnHash(hash);
        insert(record);
    }

    private void insert(RecordState record) {
        int mask = records.length - 1;
        for (int i = record.columnHash() & mask, probes = 0; probes < MAX_PROBES; i = i + 1 & mask, probes++) {
            RecordState occupant = records[i];
            if (occupant == record) {
                return;
            }
            if (occupant == null || occupant.binding() == null) {
                used += occupant == null ? 1 : 0;
                records[i] = record;
                return;
            }
        }
        ((ColumnBinding) record.binding()).setAllRecordsIndexed(false);
    }

    /** Returns the number of slots of the table. */
    int capacity() {
        return records.length;
    }

    /** Rebuilds the table without dead records. It grows only if live records fill it. */
    private void rehash() {
        RecordState[] former = records;
        int live = 0;
        for (RecordState record : former) {
            live += record != null && record.binding() != null ? 1 : 0;
        }
        records = new RecordState[2 * SPARSENESS * live > former.length ? 2 * former.length : former.length];
        used = 0;
        for (RecordState record : former) {
            if (record != null && record.binding() != null) {
                insert(record);
            }
        }
    }

    /** The key of a binding: the class of the object, and the event name or null. */
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
