package io.deltawire.delta;

/** Where in the leaves of a type what a field holds is, whose values are in the record as columns have them: objects, or scalars in a row. */
abstract class InnerLeaves {
    final Node field;
    /** Whether they are the items of a list. */
    final boolean isList;

    /** Of which predictors {@link #countPredicted} is. */
    private int[] predictedLeaves = {};

    private int countPredicted;

    InnerLeaves(Node field, boolean isList) {
        this.field = field;
        this.isList = isList;
    }

    /** The number of objects or scalars that a value has. */
    abstract int size(Object value);

    /**
     * Whether a record has as many there, each with its values as columns have them, and nothing else: no more items either, also where
     * damage has left some behind a gap.
     */
    abstract boolean areIn(RecordState record, Object value, int size);

    /**
     * Writer: finds what a value differs from the record in, which has it.
     *
     * @return false where there is more to it
     */
    abstract boolean find(RecordState record, Object value, LeafUpdate into);

    /**
     * Writer: takes what a value differs from the record in, which has it, and all of a list where an edit may be looked for, which asks for
     * all items.
     *
     * @return false where that is to be found by its tokens; nothing has been taken then
     */
    abstract boolean take(RecordState record, Object value, TokenIntake into);

    /**
     * Reader: sets a value from the record, which has it.
     *
     * @param changes what has been decoded last; null where the value may have missed a message
     * @return false where something does not fit; some may have been set then
     */
    abstract boolean set(RecordState record, Object value, DeltaDecoder changes);

    /** The number of leaves among those of so many items that are not predicted to stay as they are. */
    abstract int countPredicted(TypeState type, int size);

    /**
     * Whether a leaf that so many items do not have is predicted, so that the other record that it may be predicted of has them: who leaves it
     * out says that it is as predicted.
     */
    final boolean isMorePredicted(TypeState type, int size) {
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
        return countPredicted > countPredicted(type, size);
    }

    /** Whether a node has a value of its own, or a type name. */
    static boolean isMarked(RecordState record, Node node) {
        return hasLeaf(record, node) || node.type != null && hasLeaf(record, node.type);
    }

    static boolean hasLeaf(RecordState record, Node node) {
        return node.leaf >= 0 && node.leaf < record.leaves() && record.kind(node.leaf) != Kind.ABSENT;
    }
}
