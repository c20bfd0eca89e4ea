package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * What an object differs from a record in, by field: the last comparison. The generated code of the class compares the fields, and says which differ
 * and what they are now. Tokens of the same object would find the same changes, and so make the same bytes.
 */
public final class ObjectDiff {
    /** The fields in which an object differs from its record: what {@link #compare} has found. */
    public long changed;
    /** What those fields have now, where they are held as 64 bits. */
    public final long[] values = new long[FieldColumns.MAX_FIELDS];
    /** The same of the parts behind the first. */
    private long[] laterChanged = {};

    private long[][] laterValues = {};

    /**
     * Compares an object with a record, in all parts of its class.
     *
     * @return whether no field differs that names the record
     */
    public boolean compareAll(ColumnBinding binding, RecordState record, Object object) {
        return binding.isWide()
                ? compareParts(binding, record, object)
                : (compare(binding, record, object) & binding.keys) == 0;
    }

    /** Finds the {@link #changed} fields of an object, and what they have now, in comparison with a record. */
    public long compare(ColumnBinding binding, RecordState record, Object object) {
        changed = binding.differences(record, object, values);
        return changed;
    }

    /** Does what {@link #compare} does for an object that is {@linkplain ColumnBinding#isFlat flat}. */
    public long compareFlat(ColumnBinding binding, RecordState record, Object object) {
        changed = binding.columns.changes(object, record.raw, record.ref, binding.base, values);
        return changed;
    }

    /**
     * Does what {@link #compare} does for all parts of a class.
     *
     * @return whether no field differs that names the record
     */
    public boolean compareParts(ColumnBinding binding, RecordState record, Object object) {
        FieldPart[] parts = binding.tokenFields.parts;
        if (laterChanged.length < parts.length - 1) {
            laterChanged = new long[parts.length - 1];
            laterValues = new long[parts.length - 1][FieldColumns.MAX_FIELDS];
        }
        changed = binding.differences(parts[0], record, object, values);
        long unlike = changed & parts[0].keys;
        for (int i = 1; i < parts.length; i++) {
            laterChanged[i - 1] = binding.differences(parts[i], record, object, laterValues[i - 1]);
            unlike |= laterChanged[i - 1] & parts[i].keys;
        }
        return unlike == 0;
    }

    /** The fields of a part that differ. */
    public long changed(int part) {
        return part == 0 ? changed : laterChanged[part - 1];
    }

    /** What fields of a part have now. */
    public long[] values(int part) {
        return part == 0 ? values : laterValues[part - 1];
    }

    /**
     * Adds what has been found to an update by leaves, and what is inside the fields that have no column.
     *
     * @return false where there is more to it: nothing has been done then
     */
    public boolean addTo(LeafUpdate update, ColumnBinding binding, RecordState record, Object object) {
        update.begin(binding.state);
        TokenFields fields = binding.tokenFields;
        for (FieldPart part : fields.predicted(binding.state)) {
            if (!fields.add(part, record, object, changed(part.number), values(part.number), update)) {
                return false;
            }
        }
        return true;
    }

    /** Brings the view of a record to what an object is, where only what has been found has changed. */
    public void keepIn(FieldView view, ColumnBinding binding, RecordState record, Object object) {
        for (FieldPart part : binding.tokenFields.parts) {
            binding.tokenFields.keep(part, view, record, object, changed(part.number));
        }
    }
}
