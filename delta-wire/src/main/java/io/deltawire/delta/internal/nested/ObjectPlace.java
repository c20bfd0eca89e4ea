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

/**
 * The layout of a nested object of one class: maps the class's fields to the leaves below a node of the type.
 *
 * <p>Fields fall into four groups. Plain fields are held in the record in the form of the class. Boxed fields are
 * compared by {@link BoxedValues}. Token fields are one leaf that only tokens can read or write. Nested fields have
 * leaves of their own.
 */
public final class ObjectPlace {
    private static final int NONE = -1;

    public final ObjectColumns type;
    /** The layout of another class at the same node. */
    final ObjectPlace next;

    public final Node node;
    public final FieldColumns columns;
    public final ColumnKind[] kinds;
    /** By field, its node; null if the type lacks a field of the class. */
    private final Node[] fields;
    /** By field, its leaf; undefined for nested fields. */
    public final int[] leaves;
    /** The leaf of the first field, if all fields are consecutive leaves; else -1. */
    public final int first;
    /** By child of the node, its field, or -1. */
    private final int[] fieldByChild;
    /** The nested fields. */
    public final InnerField[] inner;
    /** A bit for each boxed field. */
    public final long boxes;
    /** A bit for each token field. */
    public final long values;
    /** A bit for each plain field. */
    public final long plain;
    /** A bit for each leaf of the fields that are not nested, among the first 64. */
    private final long leafBits;

    /** A bit for each predicted field, as computed from {@link #predictedLeaves}. */
    private long predictedFields;

    private int[] predictedLeaves = {};

    /** Scratch: the new values of fields that are held as 64 bits. */
    private final long[] currentBits;

    /** @param depth the number of objects around this one */
    ObjectPlace(Node node, ObjectColumns type, int depth, ObjectPlace next) {
        this.node = node;
        this.type = type;
        this.next = next;
        this.columns = type.columns();
        int count = columns.shape().size();
        this.kinds = new ColumnKind[count];
        this.leaves = new int[count];
        this.currentBits = new long[count];
        this.fields = findFields(node, columns);
        long ownBits = 0;
        for (int i = 0; i < count; i++) {
            kinds[i] = columns.kind(i);
            if (fields != null && kinds[i] != ColumnKind.NESTED) {
                leaves[i] = fields[i].leaf;
                ownBits |= leaves[i] < Long.SIZE ? 1L << leaves[i] : 0;
            }
        }
        this.fieldByChild = new int[node.size];
        for (int i = 0; i < fieldByChild.length; i++) {
            Node child = node.children[i];
            fieldByChild[i] = child.kind == Op.NODE_FIELD ? columns.shape().ordinal(child.name) : NONE;
        }
        long nested = LeafBinding.fields(kinds, ColumnKind.NESTED);
        long byTokens = LeafBinding.fields(kinds, ColumnKind.VALUE);
        this.boxes = BoxedValues.fields(columns, kinds);
        this.values = byTokens & ~boxes;
        this.plain = (-1L >>> -count) & ~byTokens & ~nested;
        this.leafBits = ownBits;
        this.first = fields == null || !columns.isFlat() ? NONE : firstLeaf(node, columns);
        this.inner = new InnerField[fields == null ? 0 : Long.bitCount(nested)];
        long todo = nested;
        for (int i = 0; i < inner.length; i++) {
            int field = Long.numberOfTrailingZeros(todo);
            inner[i] = new InnerField(field, fields[field], depth);
            todo &= todo - 1;
        }
    }

    /** Returns the nodes of a class's fields. Returns null if one is missing, or the class has more than 64 fields. */
    private static Node[] findFields(Node node, FieldColumns columns) {
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

    /**
     * Returns the first leaf of an object whose children are exactly the fields of a class, as consecutive leaves; else
     * -1.
     */
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

    /** Returns the first leaf of a flat object without a type name; else -1. */
    int firstLeafIfUntyped() {
        return node.type == null ? first : NONE;
    }

    /** Whether the object has the cached structure. It looks nested fields up again if needed. */
    boolean matchesContent(RecordState record, Object object, Held content, int index, boolean isToBeSet) {
        return hasTypeName(record) && (isToBeSet || lookUpNested(record, object, content, index));
    }

    /**
     * Looks up whether a record has an object of this class at the node, and nothing else.
     *
     * @param object not used if it is to be set
     */
    boolean locate(RecordState record, Object object, Held content, int index, boolean isToBeSet) {
        boolean isThere = fields != null
                && !(isToBeSet && !columns.isSettable())
                && !InnerLeaves.hasLeaf(record, node)
                && hasTypeName(record)
                && hasFields(record);
        for (int i = 0; i < inner.length; i++) {
            content.inside(index, i).leaves = null; // is looked up again as well
        }
        return isThere && (isToBeSet || lookUpNested(record, object, content, index));
    }

    /** Reader: looks up whether a record has an object of this class at the node, with a value for each field. */
    boolean locateComplete(RecordState record, Held scratch, int index) {
        for (InnerField each : inner) {
            if (!record.has(each.node)) {
                return false;
            }
        }
        return locate(record, null, scratch, index, true);
    }

    private boolean hasTypeName(RecordState record) {
        boolean isNamed = node.type != null && InnerLeaves.hasLeaf(record, node.type);
        String name = type.typeName();
        return name == null ? !isNamed : isNamed && name.equals(record.ref[node.type.leaf]);
    }

    private boolean hasFields(RecordState record) {
        long present = 0;
        for (int i = 0; i < node.size; i++) {
            Node child = node.children[i];
            int field = fieldByChild[i];
            if (field == NONE) {
                if (InnerLeaves.hasOwnValue(record, child) || record.hasContent(child)) {
                    return false;
                }
            } else if (kinds[field] == ColumnKind.NESTED || hasField(record, field)) {
                present |= 1L << field;
            }
        }
        return present == -1L >>> -kinds.length;
    }

    private boolean hasField(RecordState record, int field) {
        Node fieldNode = fields[field];
        return InnerLeaves.hasLeaf(record, fieldNode)
                && LeafBinding.fits(columns, field, kinds[field], record, fieldNode.leaf)
                && (fieldNode.type == null || !InnerLeaves.hasLeaf(record, fieldNode.type))
                && (fieldNode.size == 0 || !record.hasContent(fieldNode));
    }

    /**
     * Writer: looks up the nested fields. A reader does that as it sets each field, since an object may occur in
     * several fields.
     */
    private boolean lookUpNested(RecordState record, Object object, Held content, int index) {
        for (int i = 0; i < inner.length; i++) {
            Object value = columns.reference(object, inner[i].ordinal);
            if (!inner[i].isHeld(columns, record, value, content.inside(index, i), false)) {
                return false;
            }
        }
        return true;
    }

    /** Compares the plain fields with the record, and updates {@link #currentBits}. */
    private long comparePlain(RecordState record, Object object) {
        return first == NONE
                ? columns.changesAt(object, record.raw, record.ref, leaves, currentBits) & plain
                : columns.changes(object, record.raw, record.ref, first, currentBits);
    }

    /** Compares an object with the record, and adds the changes, as {@link InnerLeaves#addChanges} does. */
    boolean addChanges(RecordState record, Object object, Held content, int index, LeafUpdate into) {
        if (object.getClass() != type.type() || node.type != null && !hasTypeName(record)) {
            return false;
        }
        long changed = comparePlain(record, object);
        long predicted = updatePredicted(record.type);
        for (long todo = changed | predicted & plain; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            boolean isChanged = (changed >>> field & 1) != 0;
            if (!into.add(columns, kinds[field], object, field, record, leaves[field], isChanged, currentBits[field])) {
                return false;
            }
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            boolean isChanged = !BoxedValues.isSame(columns.reference(object, field), record, leaves[field]);
            if ((isChanged || (predicted >>> field & 1) != 0)
                    && !into.add(columns, ColumnKind.VALUE, object, field, record, leaves[field], isChanged, 0)) {
                return false;
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            boolean isChanged = !isSame(record, object, field);
            if ((isChanged || (predicted >>> field & 1) != 0)
                    && !into.add(columns, ColumnKind.VALUE, object, field, record, leaves[field], isChanged, 0)) {
                return false;
            }
        }
        for (int i = 0; i < inner.length; i++) {
            Object value = columns.reference(object, inner[i].ordinal);
            if (!inner[i].find(record, value, content.inside(index, i), into)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the value of a token field is cached as the one in the record. */
    public boolean isSame(RecordState record, Object object, int field) {
        KnownValue cached = record.view.known(leaves[field]);
        return cached.isOf(this, record, leaves[field]) && cached.isLike(columns.reference(object, field));
    }

    /** Collects the changes of an object, as {@link InnerLeaves#take} does. */
    boolean collectChanges(RecordState record, Object object, Held content, int index, TakenLeaves into) {
        long predicted = updatePredicted(record.type);
        for (long todo = comparePlain(record, object) | predicted & plain; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.collectField(columns, kinds[field], object, field, leaves[field]);
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            Object value = columns.reference(object, field);
            boolean isTaken = (predicted >>> field & 1) != 0 || !BoxedValues.isSame(value, record, leaves[field]);
            if (isTaken && !into.takeBox(value, record, leaves[field])) {
                return false;
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if ((predicted >>> field & 1) != 0 || !isSame(record, object, field)) {
                into.queueField(columns, object, field, this.fields[field], this);
            }
        }
        for (int i = 0; i < inner.length; i++) {
            Held nested = content.inside(index, i);
            if (!nested.leaves.take(record, columns.reference(object, inner[i].ordinal), nested, into)) {
                return false;
            }
        }
        return true;
    }

    /** Collects all of an object, as {@link InnerLeaves#collectAll} does. */
    boolean collectAll(RecordState record, Object object, TakenLeaves into) {
        String name = type.typeName();
        if (fields == null || fields.length == 0 || name != null && (node.type == null || node.type.leaf < 0)) {
            return false;
        }
        if (name != null) {
            into.collectItem(ColumnKind.TEXT, 0, name, node.type.leaf);
        }
        for (long todo = plain; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.collectField(columns, kinds[field], object, field, leaves[field]);
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if (!into.takeBox(columns.reference(object, field), record, leaves[field])) {
                return false;
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.queueField(columns, object, field, this.fields[field], this);
        }
        for (InnerField each : inner) {
            if (!each.takeAll(columns, record, columns.reference(object, each.ordinal), into)) {
                return false;
            }
        }
        return true;
    }

    boolean set(RecordState record, Object object, Held content, int index, InnerSetter into) {
        if (into.mayHaveChanged(record.type, leafBits) && !setOwn(record, object, into)) {
            return false;
        }
        for (int i = 0; i < inner.length; i++) {
            int field = inner[i].ordinal;
            if (!inner[i].set(columns, record, object, content.inside(index, i), into)
                    && !into.read(columns, object, field, fields[field])) {
                return false;
            }
        }
        return true;
    }

    /** Reader: sets the fields that are not nested. Returns false if something does not fit. */
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
        KnownValue cached = record.view.known(leaf);
        Object value = columns.reference(object, field);
        if (cached.isOf(this, record, leaf)) {
            if (value != cached.object()) { // storing a reference runs the write barrier of the garbage collector
                columns.set(object, field, cached.object());
            }
            return true;
        }
        if (!into.read(columns, object, field, fields[field])) {
            return false;
        }
        cached.keep(this, columns.reference(object, field), record, leaf);
        return true;
    }

    int countPredicted(TypeState typeState, Held content, int index) {
        int count = Long.bitCount(updatePredicted(typeState));
        for (int i = 0; i < inner.length; i++) {
            Held nested = content.inside(index, i);
            count += nested.leaves.countPredicted(typeState, nested);
        }
        return count;
    }

    /** Returns a bit for each predicted field that is not nested. */
    private long updatePredicted(TypeState typeState) {
        if (predictedLeaves != typeState.predicted) {
            predictedLeaves = typeState.predicted;
            predictedFields = 0;
            for (int leaf : predictedLeaves) {
                for (int i = 0; i < leaves.length; i++) {
                    predictedFields |= leaves[i] == leaf && kinds[i] != ColumnKind.NESTED ? 1L << i : 0;
                }
            }
        }
        return predictedFields;
    }
}
