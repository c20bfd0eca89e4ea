package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.nested.BoxedLeaves;
import io.deltawire.delta.internal.nested.FieldContent;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.nested.NestedField;
import io.deltawire.delta.internal.nested.NestedLayout;
import io.deltawire.delta.internal.nested.NestedReadContext;
import io.deltawire.delta.internal.state.CachedObject;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * One object of an {@link ObjectLayout}: its class, and the leaf of each field. The objects form a tree, as the objects
 * of a message do. Each owns its nested fields, and these own the objects inside them.
 */
final class LayoutNode implements LeafOwner {
    /** The field that contains this object; null for the object of the message. */
    private LayoutChildren parent;
    /** The index of this object among the objects of that field. */
    private int indexInParent;

    /** The class of the object; null for the object of the message, whose columns imply it. */
    private final Class<?> type;
    /** The leaf of the object's type name, or -1. */
    private final int typeLeaf;

    private final String typeName;

    final FieldColumns columns;
    private final ColumnKind[] kinds;
    /** By field, its leaf; undefined for nested fields. */
    private final int[] leaves;
    /** The leaf of the first field, if all fields are consecutive leaves; else -1. */
    private final int firstLeaf;
    /** A bit for each field that the record holds in the form of the class. */
    private final long plainFields;
    /** A bit for each field that {@link BoxedLeaves} compare with a record. */
    private final long boxFields;
    /** A bit for each field that is one leaf, and can only be read and written by tokens. */
    private final long tokenFields;
    /** The leaves of the class at its node; null for the object of the message. */
    private final NestedLayout layout;

    private LayoutField[] nestedFields = {};

    /** A bit for each leaf of the fields that are not nested. */
    final long ownLeaves;
    /** A bit for each leaf in {@link #ownLeaves}, and of the nested fields. */
    private long valueLeaves;

    /** Scratch: the new values of fields that are held as 64 bits. */
    private final long[] currentBits;

    private LayoutNode(NestedLayout layout) {
        this.type = layout.type().type();
        this.typeName = layout.type().typeName();
        this.typeLeaf = typeName == null ? -1 : layout.node().typeNode().leaf();
        this.columns = layout.columns();
        this.kinds = layout.kinds();
        this.leaves = layout.leaves();
        this.firstLeaf = layout.firstLeaf();
        this.plainFields = layout.plainFields();
        this.boxFields = layout.boxFields();
        this.tokenFields = layout.tokenFields();
        this.layout = layout;
        this.currentBits = new long[kinds.length];
        this.ownLeaves = leavesOf(plainFields | boxFields | tokenFields);
    }

    private LayoutNode(ColumnBinding binding) {
        this.type = null;
        this.typeName = null;
        this.typeLeaf = -1;
        this.columns = binding.columns();
        this.kinds = binding.kinds();
        this.leaves = new int[kinds.length];
        FieldPart part = binding.fieldLeaves().part(0);
        this.plainFields = part.allFields() & ~part.tokenValueFields() & ~part.nestedFields();
        this.boxFields = BoxedLeaves.supportedFields(columns, kinds);
        this.tokenFields = part.tokenValueFields() & ~boxFields;
        this.layout = null;
        this.firstLeaf = -1;
        this.currentBits = new long[kinds.length];
        for (long todo = part.allFields() & ~part.nestedFields(); todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            leaves[field] = binding.fieldLeaves().leaf(field);
        }
        this.ownLeaves = leavesOf(plainFields | boxFields | tokenFields);
    }

    /**
     * Creates the layout of a message's object that equals its record. Returns null if something in it cannot be laid
     * out.
     */
    static LayoutNode create(ColumnBinding binding, RecordState record, Object object, boolean isToBeSet) {
        FieldLeaves fieldLeaves = binding.fieldLeaves();
        LayoutNode created = new LayoutNode(binding);
        created.nestedFields = new LayoutField[Long.bitCount(fieldLeaves.part(0).nestedFields())];
        long todo = fieldLeaves.part(0).nestedFields();
        for (int i = 0; i < created.nestedFields.length; i++) {
            int ordinal = Long.numberOfTrailingZeros(todo);
            Object value = binding.columns().reference(object, ordinal);
            FieldContent content = fieldLeaves.findContent(record, value, ordinal, isToBeSet);
            created.nestedFields[i] =
                    content == null ? null : LayoutField.create(created, ordinal, record, value, content, isToBeSet);
            if (created.nestedFields[i] == null) {
                return null;
            }
            todo &= todo - 1;
        }
        created.sumValueLeaves();
        return created;
    }

    /** Creates the layout of an object inside a field, as {@link LayoutField#create} does. */
    static LayoutNode create(
            NestedLayout layout,
            RecordState record,
            Object object,
            FieldContent content,
            int index,
            boolean isToBeSet) {
        LayoutNode created = new LayoutNode(layout);
        created.nestedFields = new LayoutField[layout.nestedFields().length];
        for (int i = 0; i < created.nestedFields.length; i++) {
            NestedField field = layout.nestedFields()[i];
            Object value = created.columns.reference(object, field.ordinal());
            FieldContent nested = content.nested(index, i);
            created.nestedFields[i] = field.lookUp(created.columns, record, value, nested, isToBeSet)
                    ? LayoutField.create(created, field.ordinal(), record, value, nested, isToBeSet)
                    : null;
            if (created.nestedFields[i] == null) {
                return null;
            }
        }
        created.sumValueLeaves();
        return created;
    }

    private void sumValueLeaves() {
        valueLeaves = ownLeaves;
        for (LayoutField field : nestedFields) {
            valueLeaves |= field.valueLeaves;
        }
    }

    /**
     * Compares an object with a record, and adds the changed leaves.
     *
     * @return false if the object has another layout
     */
    boolean compare(RecordState record, Object object, LeafChanges into) {
        if (type != null && (object == null || object.getClass() != type)
                || !hasTypeName(record) && !into.changeTypeName(typeLeaf)) {
            return false;
        }
        long differ = firstLeaf < 0
                ? columns.changesAt(object, record.rawColumns(), record.refColumns(), leaves, currentBits) & plainFields
                : columns.changes(object, record.rawColumns(), record.refColumns(), firstLeaf, currentBits);
        for (long todo = differ; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            if (kinds[field].isReference()) {
                into.addReference(leaves[field], columns.reference(object, field));
            } else {
                into.add(kinds[field], leaves[field], currentBits[field]);
            }
        }
        for (long todo = boxFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            Object value = columns.reference(object, field);
            if (!BoxedLeaves.isEqual(value, record, leaves[field])) {
                into.addBox(leaves[field], value);
            }
        }
        for (long todo = tokenFields; todo != 0; todo &= todo - 1) {
            if (!isUnchanged(record, object, Long.numberOfTrailingZeros(todo))) {
                into.markIncomplete();
            }
        }
        for (LayoutField field : nestedFields) {
            if (!field.compare(record, columns.reference(object, field.ordinal), into)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a value by tokens is cached as the one in the record. */
    private boolean isUnchanged(RecordState record, Object object, int field) {
        return layout == null
                ? CachedObject.haveSameTokens(
                        record.fieldValues().references()[field], columns.reference(object, field))
                : layout.isUnchanged(record, object, field);
    }

    /** Stores a field's new value in the view of the record. */
    void storeInView(FieldView view, RecordState record, Object object, int field) {
        view.store(kinds[field], columns, object, field, record, leaves[field]);
    }

    /**
     * Reader: sets the changed fields of a nested object whose record has this layout.
     *
     * @param changed the leaves that may have changed, or {@link ObjectLayout#ALL}
     * @return false if the object has another layout, or a value does not fit. Some fields may have been set then.
     */
    boolean set(RecordState record, Object object, long changed, NestedReadContext into) {
        if (object == null
                || object.getClass() != type
                || !hasTypeName(record)
                || (changed & ownLeaves) != 0 && !layout.setUnnested(record, object, into)) {
            return false;
        }
        return setNested(record, object, changed, into);
    }

    /** Reader: does what {@link #set} does, for the nested fields only. */
    boolean setNested(RecordState record, Object object, long changed, NestedReadContext into) {
        for (LayoutField field : nestedFields) {
            if (((changed & field.valueLeaves) != 0 || changed == ObjectLayout.ALL)
                    && !field.set(record, columns.reference(object, field.ordinal), changed, into)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasTypeName(RecordState record) {
        return typeName == null || typeName.equals(record.refAt(typeLeaf));
    }

    /** Sets the field that contains this object, and the index in it. */
    void setParent(LayoutChildren field, int item) {
        parent = field;
        indexInParent = item;
    }

    /** Finds the object of this node in the object of a message. */
    Object objectIn(Object message) {
        return parent == null ? message : parent.objectIn(message, indexInParent);
    }

    @Override
    public boolean fits(RecordState record, int leaf, int field) {
        return LeafBinding.fits(columns, field, kinds[field], record, leaf);
    }

    @Override
    public long bits(Object message, int field) {
        Object object = objectIn(message);
        if ((boxFields >>> field & 1) != 0) {
            return BoxedLeaves.bits(columns.reference(object, field));
        }
        return LeafChanges.leafBits(kinds[field], columns.bits(object, field));
    }

    @Override
    public Object reference(Object message, int field) {
        return columns.reference(objectIn(message), field);
    }

    /** Maps a set of fields to the set of their leaves. */
    long leavesOf(long fields) {
        long fieldLeaves = 0;
        for (long todo = fields; todo != 0; todo &= todo - 1) {
            fieldLeaves |= 1L << leaves[Long.numberOfTrailingZeros(todo)];
        }
        return fieldLeaves;
    }

    /** Returns a bit for each leaf of this object or inside it, markers excluded. */
    long valueLeaves() {
        return valueLeaves;
    }

    /** Returns a bit for each leaf of a boxed number or boolean, or of a decimal. */
    long boxLeaves() {
        long all = leavesOf(boxFields);
        for (LayoutField field : nestedFields) {
            all |= field.boxLeaves();
        }
        return all;
    }

    /**
     * Adds the kind of each leaf's values.
     *
     * @param leafKinds the kinds by leaf
     * @return the same array
     */
    ColumnKind[] addKinds(ColumnKind[] leafKinds) {
        for (long todo = plainFields | boxFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            ColumnKind kind =
                    (boxFields >>> field & 1) != 0 ? BoxedLeaves.leafKind(columns.referenceType(field)) : kinds[field];
            leafKinds[leaves[field]] = LeafChanges.leafKind(kind);
        }
        for (LayoutField field : nestedFields) {
            field.addKinds(leafKinds);
        }
        return leafKinds;
    }

    /**
     * Adds the owner of each leaf, its ordinal there, and the type names.
     *
     * @param owners the owners by leaf
     * @param ordinals the ordinals by leaf
     * @param names the type names by leaf
     */
    void addOwners(LeafOwner[] owners, int[] ordinals, String[] names) {
        if (typeName != null) {
            names[typeLeaf] = typeName;
        }
        for (long todo = plainFields | boxFields; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            owners[leaves[field]] = this;
            ordinals[leaves[field]] = field;
        }
        for (LayoutField field : nestedFields) {
            field.addOwners(owners, ordinals, names);
        }
    }
}
