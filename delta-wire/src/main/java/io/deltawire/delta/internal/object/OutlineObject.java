package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.nested.BoxedValues;
import io.deltawire.delta.internal.nested.Held;
import io.deltawire.delta.internal.nested.InnerField;
import io.deltawire.delta.internal.nested.InnerSetter;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.nested.ObjectPlace;
import io.deltawire.delta.internal.state.KnownValue;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;

/** One of the objects of an {@link Outline}: its class, and where its fields are among the leaves. */
final class OutlineObject implements OutlineOwner {
    /** The field that it is in, or the list of which it is an item; null for the object of the message. */
    private OutlineObjects in;
    /** Which item. */
    private int index;

    /** Null for the object of the message, whose columns tell it. */
    private final Class<?> type;
    /** The leaf of its type name, or -1. */
    private final int typeLeaf;

    private final String typeName;

    final FieldColumns columns;
    private final ColumnKind[] kinds;
    /** By field, where it is a leaf. */
    private final int[] leaves;
    /** The leaf of the first field, where all are leaves one after another; else -1. */
    private final int first;
    /** A bit for each field that a column has as it is. */
    private final long plain;
    /** A bit for each field that is an object which {@link BoxedValues} compare with a record. */
    private final long boxes;
    /** A bit for each field that is an object of which nothing but its tokens tells what it is in a record. */
    private final long values;
    /** Where it is; null for the object of the message. */
    private final ObjectPlace place;

    /** Those in no column. */
    private OutlineField[] inner = {};

    /** A bit for each leaf of the other fields. */
    final long own;
    /** The same, and of what is in {@link #inner}. */
    private long settable;

    /** What the fields have now. */
    private final long[] bits;

    private OutlineObject(ObjectPlace place) {
        this.type = place.type.type();
        this.typeName = place.type.typeName();
        this.typeLeaf = typeName == null ? -1 : place.node.type.leaf;
        this.columns = place.columns;
        this.kinds = place.kinds;
        this.leaves = place.leaves;
        this.first = place.first;
        this.plain = place.plain;
        this.boxes = place.boxes;
        this.values = place.values;
        this.place = place;
        this.bits = new long[kinds.length];
        this.own = leavesOf(plain | boxes | values);
    }

    private OutlineObject(ColumnBinding binding) {
        this.type = null;
        this.typeName = null;
        this.typeLeaf = -1;
        this.columns = binding.columns;
        this.kinds = binding.kinds;
        this.leaves = new int[kinds.length];
        FieldPart part = binding.tokenFields.parts[0];
        this.plain = part.all & ~part.values & ~part.inner;
        this.boxes = BoxedValues.fields(columns, kinds);
        this.values = part.values & ~boxes;
        this.place = null;
        this.first = -1;
        this.bits = new long[kinds.length];
        for (long todo = part.all & ~part.inner; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            leaves[field] = binding.tokenFields.leaf(field);
        }
        this.own = leavesOf(plain | boxes | values);
    }

    /** That of a message's object, whose record has just what it is; null where it holds something of which an outline does not tell. */
    static OutlineObject of(ColumnBinding binding, RecordState record, Object object, boolean isToBeSet) {
        TokenFields of = binding.tokenFields;
        OutlineObject made = new OutlineObject(binding);
        made.inner = new OutlineField[Long.bitCount(of.parts[0].inner)];
        long todo = of.parts[0].inner;
        for (int i = 0; i < made.inner.length; i++) {
            int ordinal = Long.numberOfTrailingZeros(todo);
            Object value = binding.columns.reference(object, ordinal);
            Held held = of.held(record, value, ordinal, isToBeSet);
            made.inner[i] = held == null ? null : OutlineField.of(made, ordinal, record, value, held, isToBeSet);
            if (made.inner[i] == null) {
                return null;
            }
            todo &= todo - 1;
        }
        made.sum();
        return made;
    }

    /** Does what {@link OutlineField#of} does, for an object that a field has been found to hold. */
    static OutlineObject of(
            ObjectPlace place, RecordState record, Object object, Held held, int index, boolean isToBeSet) {
        OutlineObject made = new OutlineObject(place);
        made.inner = new OutlineField[place.inner.length];
        for (int i = 0; i < made.inner.length; i++) {
            InnerField field = place.inner[i];
            Object value = made.columns.reference(object, field.ordinal);
            Held inside = held.inside(index, i);
            made.inner[i] = field.isHeld(made.columns, record, value, inside, isToBeSet)
                    ? OutlineField.of(made, field.ordinal, record, value, inside, isToBeSet)
                    : null;
            if (made.inner[i] == null) {
                return null;
            }
        }
        made.sum();
        return made;
    }

    private void sum() {
        settable = own;
        for (OutlineField field : inner) {
            settable |= field.settable;
        }
    }

    /**
     * Finds the leaves that an object differs from a record in, and gives them to the outline.
     *
     * @return false where the object is made in another way
     */
    boolean find(RecordState record, Object object, LeafChanges into) {
        if (type != null && (object == null || object.getClass() != type)
                || !isTyped(record) && !into.rename(typeLeaf)) {
            return false;
        }
        long differ = first < 0
                ? columns.changesAt(object, record.raw, record.ref, leaves, bits) & plain
                : columns.changes(object, record.raw, record.ref, first, bits);
        for (long todo = differ; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            into.add(kinds[field], leaves[field], bits[field]);
        }
        for (long todo = boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            Object value = columns.reference(object, field);
            if (!BoxedValues.isSame(value, record, leaves[field])) {
                into.addBox(leaves[field], value);
            }
        }
        for (long todo = values; todo != 0; todo &= todo - 1) {
            if (!isSame(record, object, Long.numberOfTrailingZeros(todo))) {
                into.addOther();
            }
        }
        for (OutlineField field : inner) {
            if (!field.find(record, columns.reference(object, field.ordinal), into)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a value is known to be the one that the record has, of which nothing but its tokens tells. */
    private boolean isSame(RecordState record, Object object, int field) {
        return place == null
                ? KnownValue.areAlike(record.view.references[field], columns.reference(object, field))
                : place.isSame(record, object, field);
    }

    /** Brings the view of a record, whose object this is, to what that is now in a field. */
    void keep(FieldView view, RecordState record, Object object, int field) {
        view.keep(kinds[field], columns, object, field, record, leaves[field]);
    }

    /**
     * Reader: sets what a message may have changed in an object inside, from a record that has just such objects.
     *
     * @param changed the leaves that may have changed, or {@link Outline#ALL}
     * @return false where the object is another one, or something does not fit; some may have been set then
     */
    boolean set(RecordState record, Object object, long changed, InnerSetter into) {
        if (object == null
                || object.getClass() != type
                || !isTyped(record)
                || (changed & own) != 0 && !place.setOwn(record, object, into)) {
            return false;
        }
        return setInner(record, object, changed, into);
    }

    /** Reader: does what {@link #set} does, in those fields that are in no column. */
    boolean setInner(RecordState record, Object object, long changed, InnerSetter into) {
        for (OutlineField field : inner) {
            if (((changed & field.settable) != 0 || changed == Outline.ALL)
                    && !field.set(record, columns.reference(object, field.ordinal), changed, into)) {
                return false;
            }
        }
        return true;
    }

    private boolean isTyped(RecordState record) {
        return typeName == null || typeName.equals(record.ref[typeLeaf]);
    }

    /** Sets where it is. */
    void setIn(OutlineObjects field, int item) {
        in = field;
        index = item;
    }

    /** The object that this stands for in that of a message. */
    Object of(Object message) {
        return in == null ? message : in.object(message, index);
    }

    @Override
    public boolean fits(RecordState record, int leaf, int field) {
        return LeafBinding.fits(columns, field, kinds[field], record, leaf);
    }

    @Override
    public long bits(Object message, int field) {
        Object object = of(message);
        if ((boxes >>> field & 1) != 0) {
            return BoxedValues.bits(columns.reference(object, field));
        }
        return LeafChanges.bits(kinds[field], columns.bits(object, field));
    }

    @Override
    public Object reference(Object message, int field) {
        return columns.reference(of(message), field);
    }

    /** The leaves of some fields. */
    long leavesOf(long fields) {
        long found = 0;
        for (long todo = fields; todo != 0; todo &= todo - 1) {
            found |= 1L << leaves[Long.numberOfTrailingZeros(todo)];
        }
        return found;
    }

    /** A bit for each leaf of a field of this object, or of one inside it. */
    long settable() {
        return settable;
    }

    /** A bit for each leaf of a number or boolean that is an object, or of a decimal. */
    long boxes() {
        long found = leavesOf(boxes);
        for (OutlineField field : inner) {
            found |= field.boxes();
        }
        return found;
    }

    /**
     * Adds how each leaf's values are held.
     *
     * @param held by leaf
     * @return the same array
     */
    ColumnKind[] kinds(ColumnKind[] held) {
        for (long todo = plain | boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            ColumnKind kind =
                    (boxes >>> field & 1) != 0 ? BoxedValues.kind(columns.referenceType(field)) : kinds[field];
            held[leaves[field]] = LeafChanges.kind(kind);
        }
        for (OutlineField field : inner) {
            field.addKinds(held);
        }
        return held;
    }

    /**
     * Adds whose field each leaf is, or of which class it is the name.
     *
     * @param owners by leaf
     * @param ordinals by leaf
     * @param names by leaf
     */
    void addTo(OutlineOwner[] owners, int[] ordinals, String[] names) {
        if (typeName != null) {
            names[typeLeaf] = typeName;
        }
        for (long todo = plain | boxes; todo != 0; todo &= todo - 1) {
            int field = Long.numberOfTrailingZeros(todo);
            owners[leaves[field]] = this;
            ordinals[leaves[field]] = field;
        }
        for (OutlineField field : inner) {
            field.addTo(owners, ordinals, names);
        }
    }
}
