package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.state.KnownValue;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ObjectColumns;

/** Where in the leaves of a type the fields of an object inside another one are, that is of one class. */
public final class ObjectPlace {
    private static final int NONE = -1;

    public final ObjectColumns type;
    /** That of another class. */
    final ObjectPlace next;

    public final Node node;
    public final FieldColumns columns;
    public final ColumnKind[] kinds;
    /** By field; null where the type has no such object. */
    private final Node[] fields;
    /** By field, where it is a leaf. */
    public final int[] leaves;
    /** The leaf of the first field, where all are leaves one after another; else -1. */
    public final int first;
    /** By child of the node the field that it is, or -1. */
    private final int[] fieldOf;
    /** The fields that are in no column. */
    public final InnerField[] inner;
    /** A bit for each field that is an object which {@link BoxedValues} compare with a record. */
    public final long boxes;
    /** A bit for each field that is an object of which nothing but its tokens tells what it is in a record. */
    public final long values;
    /** A bit for each field that a column has as it is. */
    public final long plain;
    /** A bit for each leaf of its own among the first 64. */
    private final long leafBits;

    /** A bit for each field that is predicted, where {@link #predictedLeaves} are. */
    private long predicted;

    private int[] predictedLeaves = {};

    /** What the fields have now. */
    private final long[] bits;

    /** @param depth in how many others the object is */
    ObjectPlace(Node node, ObjectColumns type, int depth, ObjectPlace next) {
        this.node = node;
        this.type = type;
        this.next = next;
        this.columns = type.columns();
        int count = columns.shape().size();
        this.kinds = new ColumnKind[count];
        this.leaves = new int[count];
        this.bits = new long[count];
        this.fields = fields(node, columns);
        long own = 0;
        for (int i = 0; i < count; i++) {
            kinds[i] = columns.kind(i);
            if (fields != null && kinds[i] != ColumnKind.NESTED) {
                leaves[i] = fields[i].leaf;
                own |= leaves[i] < Long.SIZE ? 1L << leaves[i] : 0;
            }
        }
        this.fieldOf = new int[node.size];
        for (int i = 0; i < fieldOf.length; i++) {
            Node child = node.children[i];
            fieldOf[i] = child.kind == Op.NODE_FIELD ? columns.shape().ordinal(child.name) : NONE;
        }
        long ofInner = LeafBinding.fields(kinds, ColumnKind.NESTED);
        long byTokens = LeafBinding.fields(kinds, ColumnKind.VALUE);
        this.boxes = BoxedValues.fields(columns, kinds);
        this.values = byTokens & ~boxes;
        this.plain = (-1L >>> -count) & ~byTokens & ~ofInner;
        this.leafBits = own;
        this.first = fields == null || !columns.isFlat() ? NONE : firstLeaf(node, columns);
        this.inner = new InnerField[fields == null ? 0 : Long.bitCount(ofInner)];
        long todo = ofInner;
        for (int i = 0; i < inner.length; i++) {
            int field = Long.numberOfTrailingZeros(todo);
            inner[i] = new InnerField(field, fields[field], depth);
            todo &= todo - 1;
        }
    }

    /** The nodes of a class's fields; null where the type has no such object, or none that is compared so. */
    private static Node[] fields(Node node, FieldColumns columns) {
        if (columns.next() != null) {
            return null;
        }
        Node[] found = new Node[columns.shape().size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = node.find(columns.shape().name(i), Op.NODE_FIELD);
            boolean isLeaf = columns.kind(i) != ColumnKind.NESTED;
            if (found[i] == null || isLeaf && found[i].leaf < 0) {
                return null;
            }
        }
        return found;
    }

    /** The first of the leaves of an object that are just the fields of a class, one after another; -1 where they are not. */
    public static int firstLeaf(Node object, FieldColumns columns) {
        int count = columns.shape().size();
        if (object.size != count || count == 0) {
            return NONE;
        }
        int leaf = object.children[0].leaf;
        for (int i = 0; i < count; i++) {
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

    /** Where all leaves of a flat object begin, one after another, and there never is a type name; -1 where it is not so. */
    int firstOfRow() {
        return node.type == null ? first : NONE;
    }

    /** Whether what a record has there is still of this class, and what its fields hold made as it was. */
    boolean isStill(RecordState record, Object object, Held held, int index, boolean isToBeSet) {
        return isTyped(record) && (isToBeSet || areHeld(record, object, held, index));
    }

    /**
     * Whether a record has an object of this class there, and nothing else.
     *
     * @param object only looked at where it is not to be set
     */
    boolean isIn(RecordState record, Object object, Held held, int index, boolean isToBeSet) {
        boolean isThere = fields != null
                && !(isToBeSet && !columns.isSettable())
                && !InnerLeaves.hasLeaf(record, node)
                && isTyped(record)
                && hasFields(record);
        for (int i = 0; i < inner.length; i++) {
            held.inside(index, i).leaves = null; // has to be looked up again, too
        }
        return isThere && (isToBeSet || areHeld(record, object, held, index));
    }

    /** Reader: whether a record has an object of this class there, and something in each of its fields. */
    boolean isWhole(RecordState record, Held unused, int index) {
        for (InnerField each : inner) {
            if (!record.has(each.node)) {
                return false;
            }
        }
        return isIn(record, null, unused, index, true);
    }

    private boolean isTyped(RecordState record) {
        boolean isNamed = node.type != null && InnerLeaves.hasLeaf(record, node.type);
        String name = type.typeName();
        return name == null ? !isNamed : isNamed && name.equals(record.ref[node.type.leaf]);
    }

    private boolean hasFields(RecordState record) {
        long seen = 0;
        for (int i = 0; i < node.size; i++) {
            Node child = node.children[i];
            int field = fieldOf[i];
            if (field == NONE) {
                if (InnerLeaves.isMarked(record, child) || record.hasContent(child)) {
                    return false;
                }
            } else if (kinds[field] == ColumnKind.NESTED || hasField(record, field)) {
                seen |= 1L << field;
            }
        }
        return seen == -1L >>> -kinds.length;
    }

    private boolean hasField(RecordState record, int field) {
        Node at = fields[field];
        return InnerLeaves.hasLeaf(record, at)
                && LeafBinding.fits(columns, field, kinds[field], record, at.leaf)
                && (at.type == null || !InnerLeaves.hasLeaf(record, at.type))
                && (at.size == 0 || !record.hasContent(at));
    }

    /** Writer: a reader asks where it sets each, since one that is at several places may be another one by then. */
    private boolean areHeld(RecordState record, Object object, Held held, int index) {
        for (int i = 0; i < inner.length; i++) {
            Object value = columns.reference(object, inner[i].ordinal);
            if (!inner[i].isHeld(columns, record, value, held.inside(index, i), false)) {
                return false;
            }
        }
        return true;
    }

    /** The fields that differ from the record, among those that a column has as it is; brings {@link #bits} up to date. */
    private long changed(RecordState record, Object object) {
        return first == NONE
                ? columns.changesAt(object, record.raw, record.ref, leaves, bits) & plain
                : columns.changes(object, record.raw, record.ref, first, bits);
    }

    /** @return false where the object is of another class, or made in another way, or there is more to it */
    boolean find(RecordState record, Object object, Held held, int index, LeafUpdate into) {
        if (object.getClass() != type.type() || node.type != null && !isTyped(record)) {
            return false;
        }
        long changed = changed(record, object);
        long expected = predicted(record.type);
        for (long todo = changed | expected & plain; todo != 0; todo &= todo - 1) {
            int at = Long.numberOfTrailingZeros(todo);
            boolean isChanged = (changed >>> at & 1) != 0;
            if (!into.add(columns, kinds[at], object, at, record, leaves[at], isChanged, bits[at])) {
                return false;
            }
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int at = Long.numberOfTrailingZeros(todo);
            boolean isChanged = !BoxedValues.isSame(columns.reference(object, at), record, leaves[at]);
            if ((isChanged || (expected >>> at & 1) != 0)
                    && !into.add(columns, ColumnKind.VALUE, object, at, record, leaves[at], isChanged, 0)) {
                return false;
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            int at = Long.numberOfTrailingZeros(todo);
            boolean isChanged = !isSame(record, object, at);
            if ((isChanged || (expected >>> at & 1) != 0)
                    && !into.add(columns, ColumnKind.VALUE, object, at, record, leaves[at], isChanged, 0)) {
                return false;
            }
        }
        for (int i = 0; i < inner.length; i++) {
            Object value = columns.reference(object, inner[i].ordinal);
            if (!inner[i].find(record, value, held.inside(index, i), into)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a value is known to be the one that the record has, of which nothing but its tokens tells. */
    public boolean isSame(RecordState record, Object object, int field) {
        KnownValue known = record.view.known(leaves[field]);
        return known.isOf(this, record, leaves[field]) && known.isLike(columns.reference(object, field));
    }

    /** @return false where that is to be done by tokens */
    boolean take(RecordState record, Object object, Held held, int index, TakenLeaves into) {
        long expected = predicted(record.type);
        for (long todo = changed(record, object) | expected & plain; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.takeField(columns, kinds[field], object, field, leaves[field]);
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            Object value = columns.reference(object, field);
            boolean isTaken = (expected >>> field & 1) != 0 || !BoxedValues.isSame(value, record, leaves[field]);
            if (isTaken && !into.takeBox(value, record, leaves[field])) {
                return false;
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if ((expected >>> field & 1) != 0 || !isSame(record, object, field)) {
                into.takeValue(columns, object, field, this.fields[field], this);
            }
        }
        for (int i = 0; i < inner.length; i++) {
            Held of = held.inside(index, i);
            if (!of.leaves.take(record, columns.reference(object, inner[i].ordinal), of, into)) {
                return false;
            }
        }
        return true;
    }

    /** @return false where that is to be done by tokens: the type may have no leaf for some of it */
    boolean takeAll(RecordState record, Object object, TakenLeaves into) {
        String name = type.typeName();
        if (fields == null || fields.length == 0 || name != null && (node.type == null || node.type.leaf < 0)) {
            return false;
        }
        if (name != null) {
            into.takeItem(ColumnKind.TEXT, 0, name, node.type.leaf);
        }
        for (long todo = plain; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.takeField(columns, kinds[field], object, field, leaves[field]);
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if (!into.takeBox(columns.reference(object, field), record, leaves[field])) {
                return false;
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.takeValue(columns, object, field, this.fields[field], this);
        }
        for (InnerField each : inner) {
            if (!each.takeAll(columns, record, columns.reference(object, each.ordinal), into)) {
                return false;
            }
        }
        return true;
    }

    boolean set(RecordState record, Object object, Held held, int index, InnerSetter into) {
        if (into.mayHaveChanged(record.type, leafBits) && !setOwn(record, object, into)) {
            return false;
        }
        for (int i = 0; i < inner.length; i++) {
            int field = inner[i].ordinal;
            if (!inner[i].set(columns, record, object, held.inside(index, i), into)
                    && !into.read(columns, object, field, fields[field])) {
                return false;
            }
        }
        return true;
    }

    /** Reader: sets the fields that are no objects with fields of their own, nor lists or maps; false where something does not fit. */
    public boolean setOwn(RecordState record, Object object, InnerSetter into) {
        boolean isSet = first == NONE
                ? columns.setAllAt(object, record.raw, record.ref, leaves)
                : columns.setAll(object, record.raw, record.ref, first);
        if (!isSet) {
            return false;
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if (!BoxedValues.isSame(columns.reference(object, field), record, leaves[field])
                    && !into.read(columns, object, field, fields[field])) {
                return false;
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            if (!setValue(record, object, Long.numberOfTrailingZeros(todo), into)) {
                return false;
            }
        }
        return true;
    }

    private boolean setValue(RecordState record, Object object, int field, InnerSetter into) {
        int leaf = leaves[field];
        KnownValue known = record.view.known(leaf);
        Object value = columns.reference(object, field);
        if (known.isOf(this, record, leaf)) {
            if (value != known.object()) { // a reference that is stored tells the garbage collector
                columns.set(object, field, known.object());
            }
            return true;
        }
        if (!into.read(columns, object, field, fields[field])) {
            return false;
        }
        known.keep(this, columns.reference(object, field), record, leaf);
        return true;
    }

    int countPredicted(TypeState of, Held held, int index) {
        int count = Long.bitCount(predicted(of));
        for (int i = 0; i < inner.length; i++) {
            Held inside = held.inside(index, i);
            count += inside.leaves.countPredicted(of, inside);
        }
        return count;
    }

    /** A bit for each field that is a leaf and not predicted to stay as it is. */
    private long predicted(TypeState of) {
        if (predictedLeaves != of.predicted) {
            predictedLeaves = of.predicted;
            predicted = 0;
            for (int leaf : predictedLeaves) {
                for (int i = 0; i < leaves.length; i++) {
                    predicted |= leaves[i] == leaf && kinds[i] != ColumnKind.NESTED ? 1L << i : 0;
                }
            }
        }
        return predicted;
    }
}
