package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.state.CachedObject;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ObjectColumns;

/**
 * The layout of a nested object of one class: maps the class's fields to the leaves below a node of the type.
 *
 * <p>Fields fall into four groups. Plain fields are held in the record in the form of the class. Boxed fields are
 * compared by {@link BoxedLeaves}. Token fields are one leaf that only tokens can read or write. Nested fields have
 * leaves of their own.
 */
public final class NestedLayout {
    private static final int NONE = -1;

    private final ObjectColumns type;
    /** The layout of another class at the same node. */
    private final NestedLayout next;

    private final SchemaNode node;
    private final FieldColumns columns;
    private final ColumnKind[] kinds;
    /** By field, its node; null if the type lacks a field of the class. */
    private final SchemaNode[] fields;
    /** By field, its leaf; undefined for nested fields. */
    private final int[] leaves;
    /** The leaf of the first field, if all fields are consecutive leaves; else -1. */
    private final int firstLeaf;
    /** By child of the node, its field, or -1. */
    private final int[] fieldByChild;
    /** The nested fields. */
    private final NestedField[] nestedFields;
    /** A bit for each boxed field. */
    private final long boxFields;
    /** A bit for each token field. */
    private final long tokenFields;
    /** A bit for each plain field. */
    private final long plainFields;
    /** A bit for each leaf of the fields that are not nested, among the first 64. */
    private final long leafBits;

    /** A bit for each predicted field, as computed from {@link #predictedLeaves}. */
    private long predictedFields;

    private int[] predictedLeaves = {};

    /** Scratch: the new values of fields that are held as 64 bits. */
    private final long[] currentBits;

    /** @param depth the number of objects around this one */
    NestedLayout(SchemaNode node, ObjectColumns type, int depth, NestedLayout next) {
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
                leaves[i] = fields[i].leaf();
                ownBits |= leaves[i] < Long.SIZE ? 1L << leaves[i] : 0;
            }
        }
        this.fieldByChild = new int[node.childCount()];
        for (int i = 0; i < fieldByChild.length; i++) {
            SchemaNode child = node.child(i);
            fieldByChild[i] = child.kind() == Op.NODE_FIELD ? columns.shape().ordinal(child.name()) : NONE;
        }
        long nested = LeafBinding.fields(kinds, ColumnKind.NESTED);
        long byTokens = LeafBinding.fields(kinds, ColumnKind.VALUE);
        this.boxFields = BoxedLeaves.supportedFields(columns, kinds);
        this.tokenFields = byTokens & ~boxFields;
        this.plainFields = (-1L >>> -count) & ~byTokens & ~nested;
        this.leafBits = ownBits;
        this.firstLeaf = fields == null || !columns.isFlat() ? NONE : findFirstLeaf(node, columns);
        this.nestedFields = new NestedField[fields == null ? 0 : Long.bitCount(nested)];
        long todo = nested;
        for (int i = 0; i < nestedFields.length; i++) {
            int field = Long.numberOfTrailingZeros(todo);
            nestedFields[i] = new NestedField(field, fields[field], depth);
            todo &= todo - 1;
        }
    }

    /** Returns the nodes of a class's fields. Returns null if one is missing, or the class has more than 64 fields. */
    private static SchemaNode[] findFields(SchemaNode node, FieldColumns columns) {
        if (columns.next() != null) {
            return null;
        }
        SchemaNode[] found = new SchemaNode[columns.shape().size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = node.findChild(columns.shape().name(i), Op.NODE_FIELD);
            boolean isLeaf = columns.kind(i) != ColumnKind.NESTED;
            if (found[i] == null || isLeaf && found[i].leaf() < 0) {
                return null;
            }
        }
        return found;
    }

    /**
     * Returns the first leaf of an object whose children are exactly the fields of a class, as consecutive leaves; else
     * -1.
     */
    public static int findFirstLeaf(SchemaNode object, FieldColumns columns) {
        int count = columns.shape().size();
        if (object.childCount() != count || count == 0) {
            return NONE;
        }
        int leaf = object.child(0).leaf();
        for (int i = 0; i < count; i++) {
            SchemaNode child = object.child(i);
            if (child.kind() != Op.NODE_FIELD
                    || child.leaf() != leaf + i
                    || child.childCount() > 0
                    || child.typeNode() != null
                    || !child.name().equals(columns.shape().name(i))) {
                return NONE;
            }
        }
        return leaf;
    }

    /** Returns the first leaf of a flat object without a type name; else -1. */
    int firstLeafIfUntyped() {
        return node.typeNode() == null ? firstLeaf : NONE;
    }

    /** Whether the object has the cached structure. It looks nested fields up again if needed. */
    boolean matchesContent(RecordState record, Object object, FieldContent content, int index, boolean isToBeSet) {
        return hasTypeName(record) && (isToBeSet || lookUpNested(record, object, content, index));
    }

    public ObjectColumns type() {
        return type;
    }

    /** Returns the layout of another class at the same node, or null. */
    NestedLayout next() {
        return next;
    }

    public SchemaNode node() {
        return node;
    }

    public FieldColumns columns() {
        return columns;
    }

    /** Returns the kind of each field. */
    public ColumnKind[] kinds() {
        return kinds;
    }

    /** Returns the leaf of each field; undefined for nested fields. */
    public int[] leaves() {
        return leaves;
    }

    /** Returns the leaf of the first field, if all fields are consecutive leaves; else -1. */
    public int firstLeaf() {
        return firstLeaf;
    }

    public NestedField[] nestedFields() {
        return nestedFields;
    }

    /** Returns a bit for each boxed field. */
    public long boxFields() {
        return boxFields;
    }

    /** Returns a bit for each token field. */
    public long tokenFields() {
        return tokenFields;
    }

    /** Returns a bit for each plain field. */
    public long plainFields() {
        return plainFields;
    }

    /**
     * Looks up whether a record has an object of this class at the node, and nothing else.
     *
     * @param object not used if it is to be set
     */
    boolean locate(RecordState record, Object object, FieldContent content, int index, boolean isToBeSet) {
        boolean isThere = fields != null
                && !(isToBeSet && !columns.isSettable())
                && !NestedLeaves.hasLeaf(record, node)
                && hasTypeName(record)
                && hasFields(record);
        for (int i = 0; i < nestedFields.length; i++) {
            content.nested(index, i).invalidate(); // the content is looked up again too
        }
        return isThere && (isToBeSet || lookUpNested(record, object, content, index));
    }

    /** Reader: looks up whether a record has an object of this class at the node, with a value for each field. */
    boolean locateComplete(RecordState record, FieldContent scratch, int index) {
        for (NestedField each : nestedFields) {
            if (!record.hasAnyValue(each.node())) {
                return false;
            }
        }
        return locate(record, null, scratch, index, true);
    }

    private boolean hasTypeName(RecordState record) {
        boolean isNamed = node.typeNode() != null && NestedLeaves.hasLeaf(record, node.typeNode());
        String name = type.typeName();
        return name == null
                ? !isNamed
                : isNamed && name.equals(record.refAt(node.typeNode().leaf()));
    }

    private boolean hasFields(RecordState record) {
        long present = 0;
        for (int i = 0; i < node.childCount(); i++) {
            SchemaNode child = node.child(i);
            int field = fieldByChild[i];
            if (field == NONE) {
                if (NestedLeaves.hasOwnValue(record, child) || record.hasContent(child)) {
                    return false;
                }
            } else if (kinds[field] == ColumnKind.NESTED || hasField(record, field)) {
                present |= 1L << field;
            }
        }
        return present == -1L >>> -kinds.length;
    }

    private boolean hasField(RecordState record, int field) {
        SchemaNode fieldNode = fields[field];
        return NestedLeaves.hasLeaf(record, fieldNode)
                && LeafBinding.fits(columns, field, kinds[field], record, fieldNode.leaf())
                && (fieldNode.typeNode() == null || !NestedLeaves.hasLeaf(record, fieldNode.typeNode()))
                && (fieldNode.childCount() == 0 || !record.hasContent(fieldNode));
    }

    /**
     * Writer: looks up the nested fields. A reader does that as it sets each field, since an object may occur in
     * several fields.
     */
    private boolean lookUpNested(RecordState record, Object object, FieldContent content, int index) {
        for (int i = 0; i < nestedFields.length; i++) {
            Object value = columns.reference(object, nestedFields[i].ordinal());
            if (!nestedFields[i].lookUp(columns, record, value, content.nested(index, i), false)) {
                return false;
            }
        }
        return true;
    }

    /** Compares the plain fields with the record, and updates {@link #currentBits}. */
    private long comparePlain(RecordState record, Object object) {
        return firstLeaf == NONE
                ? columns.changesAt(object, record.rawColumns(), record.refColumns(), leaves, currentBits) & plainFields
                : columns.changes(object, record.rawColumns(), record.refColumns(), firstLeaf, currentBits);
    }

    /** Whether the value of a token field is cached as the one in the record. */
    public boolean isUnchanged(RecordState record, Object object, int field) {
        CachedObject cached = record.fieldValues().cached(leaves[field]);
        return cached.isFor(this, record, leaves[field]) && cached.hasSameTokens(columns.reference(object, field));
    }

    /** Collects the changes of an object, as {@link NestedLeaves#collectChanges} does. */
    boolean collectChanges(RecordState record, Object object, FieldContent content, int index, CollectedLeaves into) {
        long predicted = updatePredicted(record.type());
        long changed = comparePlain(record, object);
        for (long todo = changed | predicted & plainFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if ((changed & todo & -todo) != 0 && !kinds[field].isReference()) {
                into.collectItem(kinds[field], currentBits[field], null, leaves[field]);
            } else {
                into.collectField(columns, kinds[field], object, field, leaves[field]);
            }
        }
        for (long todo = boxFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            Object value = columns.reference(object, field);
            boolean isTaken = (predicted >>> field & 1) != 0 || !BoxedLeaves.isEqual(value, record, leaves[field]);
            if (isTaken && !into.collectBox(value, record, leaves[field])) {
                return false;
            }
        }
        for (long todo = tokenFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if ((predicted >>> field & 1) != 0 || !isUnchanged(record, object, field)) {
                into.queueField(columns, object, field, this.fields[field], this);
            }
        }
        for (int i = 0; i < nestedFields.length; i++) {
            FieldContent nested = content.nested(index, i);
            if (!nested.leaves()
                    .collectChanges(record, columns.reference(object, nestedFields[i].ordinal()), nested, into)) {
                return false;
            }
        }
        return true;
    }

    /** Collects all of an object, as {@link NestedLeaves#collectAll} does. */
    boolean collectAll(RecordState record, Object object, CollectedLeaves into) {
        String name = type.typeName();
        if (fields == null
                || fields.length == 0
                || name != null && (node.typeNode() == null || node.typeNode().leaf() < 0)) {
            return false;
        }
        if (name != null) {
            into.collectItem(ColumnKind.TEXT, 0, name, node.typeNode().leaf());
        }
        for (long todo = plainFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.collectField(columns, kinds[field], object, field, leaves[field]);
        }
        for (long todo = boxFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if (!into.collectBox(columns.reference(object, field), record, leaves[field])) {
                return false;
            }
        }
        for (long todo = tokenFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.queueField(columns, object, field, this.fields[field], this);
        }
        for (NestedField each : nestedFields) {
            if (!each.collectAll(columns, record, columns.reference(object, each.ordinal()), into)) {
                return false;
            }
        }
        return true;
    }

    boolean set(RecordState record, Object object, FieldContent content, int index, NestedReadContext into) {
        if (into.mayHaveChanged(record.type(), leafBits) && !setUnnested(record, object, into)) {
            return false;
        }
        for (int i = 0; i < nestedFields.length; i++) {
            int field = nestedFields[i].ordinal();
            if (!nestedFields[i].set(columns, record, object, content.nested(index, i), into)
                    && !into.readField(columns, object, field, fields[field])) {
                return false;
            }
        }
        return true;
    }

    /** Reader: sets the fields that are not nested. Returns false if something does not fit. */
    public boolean setUnnested(RecordState record, Object object, NestedReadContext into) {
        boolean isSet = firstLeaf == NONE
                ? columns.setAllAt(object, record.rawColumns(), record.refColumns(), leaves)
                : columns.setAll(object, record.rawColumns(), record.refColumns(), firstLeaf);
        if (!isSet) {
            return false;
        }
        for (long todo = boxFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if (!BoxedLeaves.isEqual(columns.reference(object, field), record, leaves[field])
                    && !into.readField(columns, object, field, fields[field])) {
                return false;
            }
        }
        for (long todo = tokenFields; todo != 0; todo &= todo - 1) {
            if (!setValue(record, object, Long.numberOfTrailingZeros(todo), into)) {
                return false;
            }
        }
        return true;
    }

    private boolean setValue(RecordState record, Object object, int field, NestedReadContext into) {
        int leaf = leaves[field];
        CachedObject cached = record.fieldValues().cached(leaf);
        Object value = columns.reference(object, field);
        if (cached.isFor(this, record, leaf)) {
            if (value != cached.object()) { // storing a reference runs the write barrier of the garbage collector
                columns.set(object, field, cached.object());
            }
            return true;
        }
        if (!into.readField(columns, object, field, fields[field])) {
            return false;
        }
        cached.set(this, columns.reference(object, field), record, leaf);
        return true;
    }

    int countPredicted(TypeState typeState, FieldContent content, int index) {
        int count = Long.bitCount(updatePredicted(typeState));
        for (int i = 0; i < nestedFields.length; i++) {
            FieldContent nested = content.nested(index, i);
            count += nested.leaves().countPredicted(typeState, nested);
        }
        return count;
    }

    /** Returns a bit for each predicted field that is not nested. */
    private long updatePredicted(TypeState typeState) {
        if (predictedLeaves != typeState.predictedLeaves()) {
            predictedLeaves = typeState.predictedLeaves();
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
