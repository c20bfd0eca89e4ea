package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;

/** Where in the leaves of a type what a field holds is, whose values are in the record as columns have them: objects, or scalars in a row. */
public abstract class InnerLeaves {
    public final Node field;
    /** Whether they are the items of a list. */
    final boolean isList;

    /** Of which predictors {@link #countPredicted} is. */
    private int[] predictedLeaves = {};

    private int countPredicted;

    InnerLeaves(Node field, boolean isList) {
        this.field = field;
        this.isList = isList;
    }

    /**
     * Whether a record has just what a value is there, each of its scalars as columns have it.
     *
     * @param held what is known of that; brought up to date
     * @param isToBeSet whether the value is to become what the record is, and not the other way round
     */
    final boolean isHeld(RecordState record, Object value, Held held, boolean isToBeSet) {
        if (held.leaves == this && isStill(record, value, held, isToBeSet)) {
            return true;
        }
        held.leaves = null;
        if (!isIn(record, value, held, isToBeSet)) {
            return false;
        }
        held.leaves = this;
        return true;
    }

    /** Whether a value is made as the one that the record has been found to have. */
    abstract boolean isStill(RecordState record, Object value, Held held, boolean isToBeSet);

    /**
     * Finds out whether a record has as many items there, each with its values as columns have them, and nothing else: no more items either,
     * also where damage has left some behind a gap.
     */
    abstract boolean isIn(RecordState record, Object value, Held held, boolean isToBeSet);

    /**
     * Writer: finds what a value differs from the record in, which {@linkplain #isHeld has been found} to have one that was made in some way.
     *
     * @return false where the value is made in another way, or there is more to it
     */
    abstract boolean find(RecordState record, Object value, Held held, LeafUpdate into);

    /**
     * Writer: takes what a value differs from the record in, which has it; all of a list where an edit of it may be looked for, for which all of
     * its items are wanted.
     *
     * @return false where that is to be found by its tokens; some may have been taken then
     */
    public abstract boolean take(RecordState record, Object value, Held held, TakenLeaves into);

    /**
     * Writer: takes all of a value, whatever the record has.
     *
     * @return false where that is to be found by its tokens: the type may have no leaf for some of it; some may have been taken then
     */
    abstract boolean takeAll(RecordState record, Object value, TakenLeaves into);

    /**
     * Reader: sets a value from the record, which has it.
     *
     * @param into has the message, and reads what is not held
     * @return false where something does not fit; some may have been set then
     */
    abstract boolean set(RecordState record, Object value, Held held, InnerSetter into);

    /** The number of leaves among those that are held that are not predicted to stay as they are. */
    abstract int countPredicted(TypeState type, Held held);

    /**
     * Whether a leaf that is not among those that are held is predicted, so that the other record that it may be predicted of has it: who leaves it
     * out says that it is as predicted.
     */
    public final boolean isMorePredicted(TypeState type, Held held) {
        if (type.followers == 0) {
            return false;
        }
        if (predictedLeaves != type.predicted) {
            predictedLeaves = type.predicted;
            countPredicted = 0;
            for (int leaf : predictedLeaves) {
                Node node = type.leafNodes.get(leaf);
                while (node != null && node != field) {
                    node = node.parent;
                }
                countPredicted += node == null ? 0 : 1;
            }
        }
        return countPredicted > countPredicted(type, held);
    }

    /** Whether a node has a value of its own, or a type name. */
    static boolean isMarked(RecordState record, Node node) {
        return hasLeaf(record, node) || node.type != null && hasLeaf(record, node.type);
    }

    /** Whether a node has just this value, which stands for one that has nothing in it. */
    static boolean isOnly(RecordState record, Node node, byte kind) {
        return hasLeaf(record, node)
                && record.kind(node.leaf) == kind
                && (node.type == null || !hasLeaf(record, node.type))
                && !record.hasContent(node);
    }

    static boolean hasLeaf(RecordState record, Node node) {
        return node.leaf >= 0 && node.leaf < record.leaves() && record.kind(node.leaf) != Kind.ABSENT;
    }
}
