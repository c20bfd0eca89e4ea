package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * The difference between an object and a record, by field. It is the result of the last comparison, and each comparison
 * overwrites it.
 *
 * <p>The generated code of the class compares the fields. It tells which of them differ, and their new values. Writing
 * the object by tokens would find the same changes, and so make the same bytes.
 */
public final class ObjectDiff {
    /** The fields of the first part that differ. */
    private long changed;
    /** The new values of fields of the first part that are held as 64 bits. */
    private final long[] values = new long[FieldColumns.MAX_FIELDS];
    /** The new values of fields of a flat object that are held as references. */
    private final Object[] references = new Object[FieldColumns.MAX_FIELDS];
    /** By later part, the fields that differ. */
    private long[] laterChanged = {};

    private long[][] laterValues = {};

    /** Returns the fields of the first part that differ. */
    public long changed() {
        return changed;
    }

    /** Returns the new values of fields of the first part that are held as 64 bits. Encoders loop over the array. */
    public long[] values() {
        return values;
    }

    /** Returns the new values of a flat object's fields that are held as references, once they have been read. */
    public Object[] references() {
        return references;
    }

    /**
     * Reads the new values of a flat object's fields that are held as references.
     *
     * @throws io.deltawire.wire.WireDataException if a text is longer than the limits allow
     */
    public void readReferences(ColumnBinding binding, Object object, WireLimits limits) {
        for (long todo = changed & binding.referenceFields(); todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            Object value = binding.columns().reference(object, field);
            if (value instanceof String text) {
                TextLimit.check(text, limits);
            }
            references[field] = value;
        }
    }

    /**
     * Compares an object with a record, in all parts of its class.
     *
     * @return whether all fields of the record key are equal
     */
    public boolean compareAll(ColumnBinding binding, RecordState record, Object object) {
        return binding.hasSeveralParts()
                ? compareParts(binding, record, object)
                : (compare(binding, record, object) & binding.keyFields()) == 0;
    }

    /** Compares an object with a record. Returns the {@link #changed} fields. */
    public long compare(ColumnBinding binding, RecordState record, Object object) {
        changed = binding.differences(record, object, values);
        return changed;
    }

    /** Does what {@link #compare} does, for a {@linkplain ColumnBinding#isFlat flat} object. */
    public long compareFlat(ColumnBinding binding, RecordState record, Object object) {
        changed = binding.columns().changes(object, record.rawColumns(), record.refColumns(), binding.base(), values);
        return changed;
    }

    /**
     * Does what {@link #compare} does, for all parts of a class.
     *
     * @return whether all fields of the record key are equal
     */
    public boolean compareParts(ColumnBinding binding, RecordState record, Object object) {
        FieldPart[] parts = binding.fieldLeaves().parts();
        if (laterChanged.length < parts.length - 1) {
            laterChanged = new long[parts.length - 1];
            laterValues = new long[parts.length - 1][FieldColumns.MAX_FIELDS];
        }
        changed = binding.differences(parts[0], record, object, values);
        long keyChanges = changed & parts[0].keyFields();
        for (int i = 1; i < parts.length; i++) {
            laterChanged[i - 1] = binding.differences(parts[i], record, object, laterValues[i - 1]);
            keyChanges |= laterChanged[i - 1] & parts[i].keyFields();
        }
        return keyChanges == 0;
    }

    /** Returns the fields of a part that differ. */
    public long changedFields(int part) {
        return part == 0 ? changed : laterChanged[part - 1];
    }

    /** Stores the changed fields in the view of the updated record. */
    public void storeIn(FieldView view, ColumnBinding binding, RecordState record, Object object) {
        for (FieldPart part : binding.fieldLeaves().parts()) {
            binding.fieldLeaves().store(part, view, record, object, changedFields(part.index()));
        }
    }
}
