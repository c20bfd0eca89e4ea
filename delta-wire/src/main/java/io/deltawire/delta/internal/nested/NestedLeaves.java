package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;

/**
 * The leaves of a nested field's content in a type, for values with certain columns: objects, or scalar items.
 *
 * <p>An instance serves all records of the type. The part that differs by record is in a {@link FieldContent}, which
 * {@link #lookUp} fills and all other methods rely on. A method that returns false leaves the value to tokens, and may
 * have added, collected or set some of it.
 */
public abstract class NestedLeaves {
    private final SchemaNode field;
    /** Whether the content is the items of a list. */
    private final boolean isList;

    /** The predicted leaves of the type that {@link #predictedCount} was computed from. */
    private int[] predictedLeaves = {};

    private int predictedCount;

    NestedLeaves(SchemaNode field, boolean isList) {
        this.field = field;
        this.isList = isList;
    }

    public final SchemaNode field() {
        return field;
    }

    /** Whether the content is the items of a list. */
    final boolean isList() {
        return isList;
    }

    /**
     * Looks the content up unless it is cached, and returns whether a value has the same structure in the record, with
     * scalars of the same kinds.
     *
     * @param content the cached content, which is updated
     * @param isToBeSet whether the value is set from the record; else the record is updated from the value
     */
    final boolean lookUp(RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        if (content.leaves() == this && matchesContent(record, value, content, isToBeSet)) {
            return true;
        }
        content.invalidate();
        if (!locate(record, value, content, isToBeSet)) {
            return false;
        }
        content.setLeaves(this);
        return true;
    }

    /** Whether a value has the cached structure. */
    abstract boolean matchesContent(RecordState record, Object value, FieldContent content, boolean isToBeSet);

    /**
     * Looks up where a record has the value's items, and stores that in the content. Returns false if the record has
     * other values there, also items after a gap, which only damage can leave.
     */
    abstract boolean locate(RecordState record, Object value, FieldContent content, boolean isToBeSet);

    /**
     * Writer: collects the changes of a value whose structure is cached. It collects all of a list if an edit is
     * possible, since the search for one needs all items.
     *
     * @return false if the value has to be written by tokens
     */
    public abstract boolean collectChanges(
            RecordState record, Object value, FieldContent content, CollectedLeaves into);

    /**
     * Writer: collects all of a value, whatever the record has.
     *
     * @return false if the value has to be written by tokens, as when the type lacks a leaf for it
     */
    abstract boolean collectAll(RecordState record, Object value, CollectedLeaves into);

    /**
     * Reader: sets a value with the cached structure from the record.
     *
     * @param into tells what the message may have changed, and reads single fields by tokens
     * @return false if something does not fit
     */
    abstract boolean set(RecordState record, Object value, FieldContent content, NestedReadContext into);

    /** Counts the predicted leaves in the cached content. */
    abstract int countPredicted(TypeState type, FieldContent content);

    /**
     * Whether a leaf of the field outside the cached content is predicted. The prediction may come from another record
     * that has the leaf. A message without the leaf would then say that it is as predicted.
     */
    public final boolean isPredictedOutside(TypeState type, FieldContent content) {
        if (!type.hasPredictionsFromOtherRecord()) {
            return false;
        }
        if (predictedLeaves != type.predictedLeaves()) {
            predictedLeaves = type.predictedLeaves();
            predictedCount = 0;
            for (int leaf : predictedLeaves) {
                SchemaNode node = type.leafNode(leaf);
                while (node != null && node != field) {
                    node = node.parent();
                }
                predictedCount += node == null ? 0 : 1;
            }
        }
        return predictedCount > countPredicted(type, content);
    }

    /** Whether a record has a scalar or a type name at a node itself. */
    static boolean hasOwnValue(RecordState record, SchemaNode node) {
        return hasLeaf(record, node) || node.typeNode() != null && hasLeaf(record, node.typeNode());
    }

    /** Whether a record has only a marker of this kind at a node: null, or an empty list or map. */
    static boolean hasOnlyMarker(RecordState record, SchemaNode node, byte kind) {
        return hasLeaf(record, node)
                && record.kind(node.leaf()) == kind
                && (node.typeNode() == null || !hasLeaf(record, node.typeNode()))
                && !record.hasContent(node);
    }

    static boolean hasLeaf(RecordState record, SchemaNode node) {
        return node.leaf() >= 0 && node.leaf() < record.capacity() && record.kind(node.leaf()) != Kind.ABSENT;
    }
}
