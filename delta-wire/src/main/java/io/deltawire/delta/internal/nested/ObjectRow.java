package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import io.deltawire.wire.spi.object.ObjectColumns;

/**
 * The places of a list whose objects are all of one class, flat and without a type name: what {@link ObjectPlace} does for each, in one
 * loop for all of them.
 */
public final class ObjectRow {
    final ObjectColumns type;
    private final FieldColumns columns;
    private final ColumnKind[] kinds;
    /** By object, the first of its leaves. */
    private final int[] first;
    /** By object, a bit for each of its leaves among the first 64. */
    private final long[] leaves;

    /** By object, a bit for each field that is predicted, where {@link #predictedLeaves} are. */
    private final long[] predicted;

    private int[] predictedLeaves = {};

    /** What an object's fields have now. */
    private final long[] values;

    /** Takes the array as it is, which has the first leaf of each object. */
    ObjectRow(ObjectColumns type, int[] first) {
        this.type = type;
        this.columns = type.columns();
        this.first = first;
        this.kinds = new ColumnKind[columns.shape().size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = columns.kind(i);
        }
        this.values = new long[kinds.length];
        this.predicted = new long[first.length];
        this.leaves = new long[first.length];
        for (int i = 0; i < first.length; i++) {
            leaves[i] = first[i] < Long.SIZE ? (-1L >>> -kinds.length) << first[i] : 0;
        }
    }

    /** The number of objects. */
    int size() {
        return first.length;
    }

    /** Finds what the objects of a list differ from the record in, which are so many; false where one is of another class, or there is more to it. */
    public boolean find(RecordState record, NestedColumns of, Object list, int size, LeafUpdate into) {
        for (int i = 0; i < size; i++) {
            Object object = of.item(list, i);
            if (object == null || object.getClass() != type.type()) {
                return false;
            }
            int at = first[i];
            long changed = columns.changes(object, record.raw, record.ref, at, values);
            for (long todo = changed | predicted(record.type, i); todo != 0; todo &= todo - 1) {
                int field = Long.numberOfTrailingZeros(todo);
                boolean isChanged = (changed >>> field & 1) != 0;
                if (!into.add(columns, kinds[field], object, field, record, at + field, isChanged, values[field])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The same where no list is edited: adds the leaves to the changes. */
    public boolean find(RecordState record, NestedColumns of, Object list, int size, LeafChanges into) {
        Class<?> itemType = type.type();
        for (int i = 0; i < size; i++) {
            Object object = of.item(list, i);
            if (object == null || object.getClass() != itemType) {
                return false;
            }
            int at = first[i];
            for (long todo = columns.changes(object, record.raw, record.ref, at, values); todo != 0; todo &= todo - 1) {
                int field = Long.numberOfTrailingZeros(todo);
                into.add(kinds[field], at + field, values[field]);
            }
        }
        return true;
    }

    /** Sets those objects from the record; false where a value does not fit. */
    boolean set(RecordState record, NestedColumns of, Object list, int size, InnerSetter into) {
        for (int i = 0; i < size; i++) {
            if (into.mayHaveChanged(record.type, leaves[i])
                    && !columns.setAll(of.item(list, i), record.raw, record.ref, first[i])) {
                return false;
            }
        }
        return true;
    }

    private long predicted(TypeState of, int index) {
        if (predictedLeaves != of.predicted) {
            predictedLeaves = of.predicted;
            for (int i = 0; i < first.length; i++) {
                predicted[i] = predictedFrom(first[i]);
            }
        }
        return predicted[index];
    }

    private long predictedFrom(int at) {
        long fields = 0;
        for (int leaf : predictedLeaves) {
            fields |= leaf >= at && leaf < at + kinds.length ? 1L << leaf - at : 0;
        }
        return fields;
    }
}
