package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import io.deltawire.wire.spi.object.ObjectColumns;

/**
 * The layout of a uniform list: all objects are of one class, flat, and without a type name. One loop does for all of
 * them what {@link NestedLayout} does for each.
 */
public final class UniformListLayout {
    private final ObjectColumns type;
    private final FieldColumns columns;
    private final ColumnKind[] kinds;
    /** By object, its first leaf. */
    private final int[] firstLeaves;
    /** By object, a bit for each of its leaves among the first 64. */
    private final long[] leafBits;

    /** By object, a bit for each predicted field, as computed from {@link #predictedLeaves}. */
    private final long[] predictedFields;

    private int[] predictedLeaves = {};

    /** Scratch: the new values of an object's fields that are held as 64 bits. */
    private final long[] values;

    /** Makes a layout. The array of first leaves is not copied. */
    UniformListLayout(ObjectColumns type, int[] first) {
        this.type = type;
        this.columns = type.columns();
        this.firstLeaves = first;
        this.kinds = new ColumnKind[columns.shape().size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = columns.kind(i);
        }
        this.values = new long[kinds.length];
        this.predictedFields = new long[first.length];
        this.leafBits = new long[first.length];
        for (int i = 0; i < first.length; i++) {
            leafBits[i] = first[i] < Long.SIZE ? (-1L >>> -kinds.length) << first[i] : 0;
        }
    }

    ObjectColumns type() {
        return type;
    }

    int size() {
        return firstLeaves.length;
    }

    /** Compares the objects of a list with the record, and collects the changed and the predicted leaves. */
    void collectChanges(RecordState record, NestedColumns listColumns, Object list, int size, CollectedLeaves into) {
        for (int i = 0; i < size; i++) {
            Object object = listColumns.item(list, i);
            int firstLeaf = firstLeaves[i];
            long changed = columns.changes(object, record.rawColumns(), record.refColumns(), firstLeaf, values);
            for (long todo = changed | updatePredicted(record.type(), i); todo != 0; todo &= todo - 1) {
                int field = Long.numberOfTrailingZeros(todo);
                if ((changed & todo & -todo) != 0 && !kinds[field].isReference()) {
                    into.collectItem(kinds[field], values[field], null, firstLeaf + field);
                } else {
                    into.collectField(columns, kinds[field], object, field, firstLeaf + field);
                }
            }
        }
    }

    /**
     * Compares the objects of a list with the record, and adds the changed leaves. Returns false if one has another
     * class.
     */
    public boolean addChanges(RecordState record, NestedColumns listColumns, Object list, int size, LeafChanges into) {
        Class<?> itemType = type.type();
        for (int i = 0; i < size; i++) {
            Object object = listColumns.item(list, i);
            if (object == null || object.getClass() != itemType) {
                return false;
            }
            int firstLeaf = firstLeaves[i];
            for (long todo = columns.changes(object, record.rawColumns(), record.refColumns(), firstLeaf, values);
                    todo != 0;
                    todo &= todo - 1) {
                int field = Long.numberOfTrailingZeros(todo);
                if (kinds[field].isReference()) {
                    into.addReference(firstLeaf + field, columns.reference(object, field));
                } else {
                    into.add(kinds[field], firstLeaf + field, values[field]);
                }
            }
        }
        return true;
    }

    /** Sets the changed objects from the record. Returns false if a value does not fit. */
    boolean set(RecordState record, NestedColumns listColumns, Object list, int size, NestedReadContext into) {
        for (int i = 0; i < size; i++) {
            if (into.mayHaveChanged(record.type(), leafBits[i])
                    && !columns.setAll(
                            listColumns.item(list, i), record.rawColumns(), record.refColumns(), firstLeaves[i])) {
                return false;
            }
        }
        return true;
    }

    private long updatePredicted(TypeState typeState, int index) {
        if (predictedLeaves != typeState.predictedLeaves()) {
            predictedLeaves = typeState.predictedLeaves();
            for (int i = 0; i < firstLeaves.length; i++) {
                predictedFields[i] = predictedFieldsAt(firstLeaves[i]);
            }
        }
        return predictedFields[index];
    }

    private long predictedFieldsAt(int firstLeaf) {
        long fields = 0;
        for (int leaf : predictedLeaves) {
            fields |= leaf >= firstLeaf && leaf < firstLeaf + kinds.length ? 1L << leaf - firstLeaf : 0;
        }
        return fields;
    }
}
