package io.deltawire.delta;

import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldColumns;
import java.util.List;

/**
 * Where in the leaves of a type the fields of an object inside another one are, or of the objects of a list: those of each object one
 * after another, so that its columns are the record's own.
 */
final class InnerLeaves {
    private static final int NONE = -1;

    final FieldColumns columns;
    final ColumnKind[] kinds;
    private final Node field;
    final boolean isList;
    /** The first leaf of each object. */
    private final int[] first;

    /** A bit for each field of each object that is predicted, where {@link #predictedLeaves} are. */
    private final long[] predicted;

    private int[] predictedLeaves = {};

    private InnerLeaves(Node field, FieldColumns columns, boolean isList) {
        this.field = field;
        this.columns = columns;
        this.isList = isList;
        this.kinds = new ColumnKind[columns.shape().size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = columns.kind(i);
        }
        this.first = new int[isList ? field.itemCount : 1];
        this.predicted = new long[first.length];
        for (int i = 0; i < first.length; i++) {
            first[i] =
                    isList && field.size > field.itemCount ? NONE : firstLeaf(isList ? field.items[i] : field, columns);
        }
    }

    /** Those of a field as its type is now. */
    static InnerLeaves of(Node field, FieldColumns columns) {
        return new InnerLeaves(field, columns, field.itemCount > 0);
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

    /** The number of objects that a field's value is. */
    static int size(Object value) {
        return value instanceof List<?> list ? list.size() : value instanceof Object[] array ? array.length : 1;
    }

    /** One of them. */
    static Object get(Object value, int index) {
        return value instanceof List<?> list ? list.get(index) : value instanceof Object[] array ? array[index] : value;
    }

    /** The first leaf of an object. */
    int first(int index) {
        return first[index];
    }

    /** A bit for each field of an object that is not predicted to stay as it is. */
    long predicted(TypeState type, int index) {
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

    /**
     * Whether a record has as many objects there, each with all its fields as columns have them, and nothing else: no more items either,
     * also where damage has left some behind a gap.
     */
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

    /** Whether a node has a value of its own, or a type name. */
    private static boolean isMarked(RecordState record, Node node) {
        return hasLeaf(record, node) || node.type != null && hasLeaf(record, node.type);
    }

    private static boolean hasLeaf(RecordState record, Node node) {
        return node.leaf >= 0 && node.leaf < record.leaves() && record.kind(node.leaf) != Kind.ABSENT;
    }
}
