package io.deltawire.delta;

import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldColumns;
import java.util.List;

/** The fields of an object inside another one, or of the objects of a list: those of each object one after another, so that its columns
 * are the record's own.
 */
final class ObjectLeaves extends InnerLeaves {
    private static final int NONE = -1;

    final FieldColumns columns;
    private final ColumnKind[] kinds;
    /** The first leaf of each object. */
    private final int[] first;

    /** A bit for each field of each object that is predicted, where {@link #predictedLeaves} are. */
    private final long[] predicted;

    private int[] predictedLeaves = {};

    /** What an object's fields have now. */
    private final long[] values;

    private ObjectLeaves(Node field, FieldColumns columns, boolean isList) {
        super(field, isList);
        this.columns = columns;
        this.kinds = new ColumnKind[columns.shape().size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = columns.kind(i);
        }
        this.values = new long[kinds.length];
        this.first = new int[isList ? field.itemCount : 1];
        this.predicted = new long[first.length];
        for (int i = 0; i < first.length; i++) {
            first[i] =
                    isList && field.size > field.itemCount ? NONE : firstLeaf(isList ? field.items[i] : field, columns);
        }
    }

    /** Those of a field as its type is now. */
    static ObjectLeaves of(Node field, FieldColumns columns) {
        return new ObjectLeaves(field, columns, field.itemCount > 0);
    }

    /** The first of the leaves of an object that are just the fields of a class, one after another; -1 where they are not. */
    static int firstLeaf(Node object, FieldColumns columns) {
        int fields = columns.shape().size();
        if (object.size != fields || fields == 0) {
            return NONE;
        }
        int leaf = object.children[0].leaf;
        for (int i = 0; i < fields; i++) {
            Node child = object.children[i];
            if (child.kind != Op.NODE_FIELD
                    || child.leaf != leaf + i
                    || child.size > 0
                    || child.type != null
                    || !child.name.equals(columns.shape().name(i))) {
                return NONE;
            }
        }
        return leaf;
    }

    @Override
    int size(Object value) {
        return value instanceof List<?> list ? list.size() : value instanceof Object[] array ? array.length : 1;
    }

    private static Object get(Object value, int index) {
        return value instanceof List<?> list ? list.get(index) : value instanceof Object[] array ? array[index] : value;
    }

    @Override
    boolean find(RecordState record, Object value, LeafUpdate into) {
        for (int i = 0, size = size(value); i < size; i++) {
            Object object = get(value, i);
            long changed = columns.changes(object, record.raw, record.ref, first[i], values);
            for (long todo = changed | predicted(record.type, i); todo != 0; todo &= todo - 1) {
                int at = Long.numberOfTrailingZeros(todo);
                boolean isChanged = (changed >>> at & 1) != 0;
                if (!into.add(columns, kinds[at], object, at, record, first[i] + at, isChanged, values[at])) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    boolean take(RecordState record, Object value, TokenIntake into) {
        int size = size(value);
        int before = into.count;
        boolean isPredicted = false;
        for (int i = 0; i < size; i++) {
            isPredicted |= takeChanges(record, get(value, i), i, into);
        }
        if (isList && (isPredicted || into.count - before >= ListEdits.MIN_CHANGED)) {
            into.count = before;
            for (int i = 0; i < size; i++) {
                takeAll(get(value, i), first[i], into);
            }
        }
        return true;
    }

    /** Takes the fields of an object that differ, and those that are predicted; whether there is one of these. */
    private boolean takeChanges(RecordState record, Object object, int index, TokenIntake into) {
        int at = first[index];
        long fields = columns.changes(object, record.raw, record.ref, at, values);
        long predicted = predicted(record.type, index);
        for (long todo = fields | predicted; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.takeField(columns, kinds[field], object, field, at + field);
        }
        return predicted != 0;
    }

    private void takeAll(Object object, int at, TokenIntake into) {
        for (int i = 0; i < kinds.length; i++) {
            into.takeField(columns, kinds[i], object, i, at + i);
        }
    }

    @Override
    boolean set(RecordState record, Object value, DeltaDecoder changes) {
        for (int i = 0, size = size(value); i < size; i++) {
            if ((changes == null || changes.mayHaveChanged(record.type, first[i], kinds.length))
                    && !columns.setAll(get(value, i), record.raw, record.ref, first[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    int countPredicted(TypeState type, int size) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += Long.bitCount(predicted(type, i));
        }
        return count;
    }

    /** A bit for each field of an object that is not predicted to stay as it is. */
    private long predicted(TypeState type, int index) {
        if (predictedLeaves != type.predicted) {
            predictedLeaves = type.predicted;
            for (int i = 0; i < first.length; i++) {
                predicted[i] = predictedFrom(first[i]);
            }
        }
        return predicted[index];
    }

    private long predictedFrom(int at) {
        long fields = 0;
        for (int leaf : predictedLeaves) {
            fields |= at != NONE && leaf >= at && leaf < at + kinds.length ? 1L << leaf - at : 0;
        }
        return fields;
    }

    @Override
    boolean areIn(RecordState record, Object value, int size) {
        boolean isListed = value instanceof List || value instanceof Object[];
        if (isListed != isList || size > first.length || isList && hasOther(record, size)) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!isIn(record, isList ? field.items[i] : field, first[i])) {
                return false;
            }
        }
        return endsAt(record, size);
    }

    /** Whether a list has a value that is none, a type name, or more items. */
    private boolean hasOther(RecordState record, int size) {
        if (isMarked(record, field)) {
            return true;
        }
        if (size == first.length) {
            return false;
        }
        int at = first[size];
        if (at == NONE || isMarked(record, field.items[size])) {
            return true;
        }
        for (int leaf = at; leaf < Math.min(at + kinds.length, record.leaves()); leaf++) {
            if (record.kind(leaf) != Kind.ABSENT) {
                return true;
            }
        }
        return false;
    }

    private boolean endsAt(RecordState record, int size) {
        for (int i = isList ? size + 1 : first.length; i < first.length; i++) {
            if (hasOther(record, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isIn(RecordState record, Node object, int at) {
        if (at == NONE || at + kinds.length > record.leaves() || isMarked(record, object)) {
            return false;
        }
        for (int i = 0; i < kinds.length; i++) {
            if (!ColumnBinding.fits(columns, i, kinds[i], record, at + i)) {
                return false;
            }
        }
        return true;
    }
}
