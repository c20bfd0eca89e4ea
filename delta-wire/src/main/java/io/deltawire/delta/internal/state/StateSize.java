package io.deltawire.delta.internal.state;

/**
 * The size of the state in bytes, as docs/spec/delta.md, section 4.4 defines it. Both sides have to compute the same
 * sum; it is close to the memory that the state takes.
 */
public final class StateSize {
    static final int TYPE = 1000;

    private static final int NODE = 150;
    private static final int LEAF = 300;
    private static final int RECORD = 80;
    private static final int RECORD_LEAF = 45;

    private StateSize() {}

    static long node(SchemaNode node) {
        return (long) NODE + (node.name() != null ? node.name().length() : node.key() != null ? node.key().length : 0);
    }

    /** Returns the size of a type without its records. */
    public static long type(TypeState type) {
        long size = TYPE;
        for (SchemaNode node : type.nodes()) {
            size += node(node);
        }
        return size + type.leafCount() * leaf(0);
    }

    /** Returns the size of a leaf with its columns in {@code records} records. */
    static long leaf(int records) {
        return LEAF + (long) RECORD_LEAF * records;
    }

    public static long record(int leaves) {
        return RECORD + (long) RECORD_LEAF * leaves;
    }

    public static long record(TypeState type) {
        return record(type.countedLeaves());
    }
}
