package io.deltawire.delta.internal.state;

/**
 * What the state of a stream counts as, so that both sides come to the same sum: docs/spec/delta.md, section 4.4. About
 * the memory that it takes.
 */
public final class StateSize {
    static final int TYPE = 1000;

    private static final int NODE = 150;
    private static final int LEAF = 300;
    private static final int RECORD = 80;
    private static final int RECORD_LEAF = 45;

    private StateSize() {}

    static long node(Node node) {
        return (long) NODE + (node.name != null ? node.name.length() : node.key != null ? node.key.length : 0);
    }

    /** A type without its records. */
    public static long type(TypeState type) {
        long size = TYPE;
        for (Node node : type.nodes) {
            size += node(node);
        }
        return size + type.leaves * leaf(0);
    }

    /** A leaf, and its place in so many records of its type. */
    static long leaf(int records) {
        return LEAF + (long) RECORD_LEAF * records;
    }

    public static long record(int leaves) {
        return RECORD + (long) RECORD_LEAF * leaves;
    }

    public static long record(TypeState type) {
        return record(type.countedLeaves);
    }
}
