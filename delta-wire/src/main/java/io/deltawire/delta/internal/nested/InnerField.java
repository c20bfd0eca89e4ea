package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.codec.ListEdits;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.NestedColumns;

/** A field that is in no column, and where in the leaves of a type what it holds may be. */
public final class InnerField {
    /** Deeper inside one another than this, values go by their tokens. */
    private static final int MAX_DEPTH = 32;

    public final int ordinal;
    final Node node;
    private final int depth;

    /** What it has been found to hold last. */
    private ObjectLeaves objects;

    private ItemLeaves items;

    /** @param depth in how many others the object with this field is */
    public InnerField(int ordinal, Node node, int depth) {
        this.ordinal = ordinal;
        this.node = node;
        this.depth = depth;
    }

    /**
     * Whether a record has just what the field holds, so that it can be compared with the record, or set from it. Not a list that
     * was too long once, of which tokens make one value.
     *
     * @param of the columns of the object that has the field
     * @param held what is known of that; brought up to date
     * @param isToBeSet whether the value is to become what the record is, and not the other way round
     */
    public boolean isHeld(FieldColumns of, RecordState record, Object value, Held held, boolean isToBeSet) {
        held.setKind(value);
        if (mayHaveColumns()) {
            NestedColumns inner = of.nestedColumns(value, ordinal, isToBeSet);
            if (inner != null) {
                return objects(inner).isHeld(record, value, held, isToBeSet);
            }
            ItemColumns scalars = of.itemColumns(value, ordinal, isToBeSet);
            if (scalars != null) {
                return areHeld(scalars, record, value, held, isToBeSet);
            }
        }
        held.leaves = null;
        return false;
    }

    /** Whether columns may have what the field holds: not a list of which tokens make one value, nor what is very deep. */
    private boolean mayHaveColumns() {
        return !node.whole && depth <= MAX_DEPTH;
    }

    /**
     * Reader: sets what the field holds from the record, where the value can be made as the record is.
     *
     * @param object has the field
     * @param held what is known of what the record has there; brought up to date
     * @return false where something does not fit; some may have been set then
     */
    public boolean set(FieldColumns of, RecordState record, Object object, Held held, InnerSetter into) {
        Object value = of.reference(object, ordinal);
        if (isHeld(of, record, value, held, true)) {
            return held.leaves.set(record, value, held, into);
        }
        NestedColumns inner = mayHaveColumns() ? of.nestedColumns(value, ordinal, true) : null;
        if (inner == null || !objects(inner).makeAlike(of, ordinal, record, object, value, held)) {
            return false;
        }
        value = of.reference(object, ordinal);
        boolean former = into.setWhole(true); // what has just been made has nothing of the message before
        try {
            return isHeld(of, record, value, held, true) && held.leaves.set(record, value, held, into);
        } finally {
            into.setWhole(former);
        }
    }

    /** Where the objects of the field are. */
    private ObjectLeaves objects(NestedColumns of) {
        if (objects == null || objects.columns != of) {
            objects = ObjectLeaves.of(node, of, depth);
        }
        return objects;
    }

    /** The same of scalars: those with names may be others in each record. */
    private boolean areHeld(ItemColumns of, RecordState record, Object value, Held held, boolean isToBeSet) {
        if (held.leaves instanceof ItemLeaves found
                && found.columns == of
                && found.isHeld(record, value, held, isToBeSet)) {
            return true;
        }
        if (items != null && items.columns == of) {
            if (items.isHeld(record, value, held, isToBeSet)) {
                return true;
            }
            if (!of.isMap()) {
                return false;
            }
        }
        items = ItemLeaves.of(node, of, record);
        return items.isHeld(record, value, held, isToBeSet);
    }

    /** Writer: takes all of what the field holds, where columns have it and the type has leaves for it; else false. */
    public boolean takeAll(FieldColumns of, RecordState record, Object value, TakenLeaves into) {
        if (!mayHaveColumns()) {
            return false;
        }
        NestedColumns inner = of.nestedColumns(value, ordinal, false);
        if (inner != null) {
            return objects(inner).takeAll(record, value, into);
        }
        ItemColumns scalars = of.itemColumns(value, ordinal, false);
        if (scalars == null || scalars.isMap()) {
            return false; // names may be others in each record
        }
        if (items == null || items.columns != scalars || !items.isOfAll()) {
            items = ItemLeaves.of(node, scalars, record);
        }
        return items.takeAll(record, value, into);
    }

    /**
     * Writer: finds what the field's value differs from the record in.
     *
     * @param of the columns of the object that has the field
     * @param held what is known of what the record has there; looked up where nothing is
     * @return false where there is more to it, as an edit of a list that may be looked for, or the record has not just what the field holds
     */
    public boolean find(FieldColumns of, RecordState record, Object value, Held held, LeafUpdate into) {
        return (held.isKindOf(value) || isHeld(of, record, value, held, false)) && find(record, value, held, into);
    }

    /** The same where nothing is looked up: false, too, where nothing is known of what the record has. */
    public boolean find(RecordState record, Object value, Held held, LeafUpdate into) {
        int before = into.count();
        return !node.whole
                && held.isKindOf(value)
                && held.leaves.find(record, value, held, into)
                && (!held.leaves.isList || into.count() - before < ListEdits.MIN_CHANGED);
    }
}
