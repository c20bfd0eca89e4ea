package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.FieldContent;
import io.deltawire.delta.internal.nested.ItemLeaves;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.nested.NestedReadContext;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * A nested field of an object in an {@link ObjectLayout}: what it holds, and at which leaves. The field's
 * {@link LayoutNode} owns it.
 */
abstract class LayoutField {
    private final LayoutNode object;

    final int ordinal;
    final SchemaNode node;

    /** A bit for each leaf inside the field that is not a marker. */
    final long valueLeaves;

    LayoutField(LayoutNode object, int ordinal, SchemaNode node, long valueLeaves) {
        this.valueLeaves = valueLeaves;
        this.object = object;
        this.ordinal = ordinal;
        this.node = node;
    }

    /**
     * Creates the layout of a field whose value has the same structure in its record.
     *
     * @param content the cached content of the field
     * @param isToBeSet whether the value is set from the record; else the record is updated from the value
     * @return null if the value cannot be laid out
     */
    static LayoutField create(
            LayoutNode object, int ordinal, RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        if (content.leaves() instanceof ItemLeaves items) {
            return new LayoutScalars(object, ordinal, items, content);
        }
        return LayoutChildren.create(object, ordinal, record, value, content, isToBeSet);
    }

    /** Returns the field's value in the object of a message. */
    final Object valueIn(Object message) {
        return object.columns.reference(object.objectIn(message), ordinal);
    }

    /**
     * Compares the field's value with a record, and adds the changed leaves.
     *
     * @return false if the value has another layout
     */
    abstract boolean compare(RecordState record, Object value, LeafChanges into);

    /** Reader: sets the field's value, as {@link LayoutNode#set} does. */
    abstract boolean set(RecordState record, Object value, long changed, NestedReadContext into);

    /** Returns the columns of the object that has the field. */
    final FieldColumns ownerColumns() {
        return object.columns;
    }

    /** Returns a bit for each leaf of a boxed number or boolean, or of a decimal. */
    abstract long boxLeaves();

    /** Adds the kinds of the leaves, as {@link LayoutNode#addKinds} does. */
    abstract void addKinds(ColumnKind[] leafKinds);

    /** Adds the owners of the leaves, as {@link LayoutNode#addOwners} does. */
    abstract void addOwners(LeafOwner[] owners, int[] ordinals, String[] names);
}
