package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The tokens of all records of a type that have values in the same leaves, in order. To read such a record by tokens is
 * then a loop over {@link #ops}, with no search in the tree of nodes. The type caches its orders.
 */
public final class TokenOrder {
    /** A name or key, which the node has. */
    public static final byte NAME = 0;
    /** The value of a leaf, which the record has. */
    public static final byte LEAF = 1;

    public static final byte OBJECT = 2;
    public static final byte LIST = 3;
    public static final byte END_OBJECT = 4;
    public static final byte END_LIST = 5;
    public static final byte END_MESSAGE = 6;
    /** An error in the stream: a node has a scalar value and children with values. */
    static final byte VALUE_AND_CONTENT = 7;

    /** An error in the stream: a node has list items and other children with values. */
    public static final byte OBJECT_AND_LIST = 8;
    /** An error in the stream: a list lacks an item before its last one. */
    public static final byte GAP = 9;

    /** The number of this order in its type, by which records refer to it. */
    private final int number;
    /** The mask of the leaves that have values. */
    private final long[] presentLeaves;

    private final int hash;

    private byte[] ops;
    private SchemaNode[] nodes;
    private int size;
    /**
     * The ids of the nodes that have values, or whose descendants do, sorted. A child follows its parent and its elder
     * siblings.
     */
    private final int[] marked;
    /** For each index in {@link #marked}, the index in {@link #ops} at which the node's value begins. */
    private final int[] values;

    private TokenOrder(TypeState type, long[] present, int hash, int number) {
        this.number = number;
        this.presentLeaves = present;
        this.hash = hash;
        this.marked = marked(type, present);
        this.values = new int[marked.length];
        this.ops = new byte[8 + 3 * marked.length];
        this.nodes = new SchemaNode[ops.length];
    }

    /** Whether this is the order for a mask of leaves. */
    boolean isFor(long[] leaves, int hashOfLeaves) {
        return hash == hashOfLeaves && Arrays.equals(presentLeaves, leaves);
    }

    /** Returns the mask of the leaves in which a record has values. */
    static long[] presentLeaves(RecordState record) {
        int leaves = Math.min(record.capacity(), record.type().leafCount());
        long[] present = new long[record.type().maskWords()];
        for (int leaf = 0; leaf < leaves; leaf++) {
            if (record.kind(leaf) != Kind.ABSENT) {
                present[leaf >>> 6] |= 1L << leaf;
            }
        }
        return present;
    }

    /** Returns the operations, such as {@link #NAME}. Callers loop over the array and must not change it. */
    public byte[] ops() {
        return ops;
    }

    /** Returns the node of each operation. Callers loop over the array and must not change it. */
    public SchemaNode[] nodes() {
        return nodes;
    }

    /** Returns the number of this order in its type, by which records refer to it. */
    int number() {
        return number;
    }

    /** Returns the index in {@link #ops} of the value of a node, or -1. */
    public int indexOf(SchemaNode node) {
        int at = Arrays.binarySearch(marked, node.id());
        return at < 0 ? -1 : values[at];
    }

    private void add(byte op, SchemaNode node) {
        if (size == ops.length) {
            ops = Arrays.copyOf(ops, 2 * size);
            nodes = Arrays.copyOf(nodes, 2 * size);
        }
        ops[size] = op;
        nodes[size++] = node;
    }

    /**
     * Creates the order of the records that have values in these leaves. It does not recurse, and skips nodes without
     * values: a type may have very many nodes, and a message of few bytes may need another order.
     */
    static TokenOrder build(TypeState type, long[] present, int hash, int number) {
        TokenOrder order = new TokenOrder(type, present, hash, number);
        order.walk(type);
        order.ops = Arrays.copyOf(order.ops, order.size);
        order.nodes = Arrays.copyOf(order.nodes, order.size);
        return order;
    }

    private static int[] marked(TypeState type, long[] present) {
        BitSet found = new BitSet(type.nodeCount());
        found.set(type.root().id());
        for (int w = 0; w < present.length; w++) {
            for (long left = present[w]; left != 0; left &= left - 1) {
                SchemaNode node = type.leafNode(w << 6 | Long.numberOfTrailingZeros(left));
                if (node.kind() != Op.NODE_TYPE) { // a type name without a value has no tokens
                    for (; node != null && !found.get(node.id()); node = node.parent()) {
                        found.set(node.id());
                    }
                }
            }
        }
        return found.stream().toArray();
    }

    private void walk(TypeState type) {
        int[] firsts = new int[marked.length];
        int[] nexts = new int[marked.length];
        link(type, firsts, nexts);
        Open inner = value(type, 0, firsts[0], null);
        while (inner != null) {
            int at = inner.next;
            if (at < 0) {
                add(inner.isList ? END_LIST : END_OBJECT, inner.node);
                inner = inner.outer;
                continue;
            }
            inner.next = nexts[at];
            name(type.node(marked[at]), inner);
            inner = value(type, at, firsts[at], inner);
        }
        add(END_MESSAGE, null);
    }

    /**
     * Links the marked nodes to a tree. All indexes are those in {@link #marked}.
     *
     * @param firsts receives the first child of each node; -1 for none
     * @param nexts receives the next sibling of each node; -1 for none
     */
    private void link(TypeState type, int[] firsts, int[] nexts) {
        Arrays.fill(firsts, -1);
        Arrays.fill(nexts, -1);
        int[] lasts = new int[marked.length];
        int parent = 0;
        for (int i = 1; i < marked.length; i++) {
            int id = type.node(marked[i]).parent().id();
            parent = marked[parent] == id ? parent : Arrays.binarySearch(marked, id);
            if (firsts[parent] < 0) {
                firsts[parent] = i;
            } else {
                nexts[lasts[parent]] = i;
            }
            lasts[parent] = i;
        }
    }

    /** Adds the token before the value of a child: a name, a key, or nothing for an item. */
    private void name(SchemaNode child, Open in) {
        boolean isItem = child.kind() == Op.NODE_ITEM;
        if (isItem && in.isList && child.itemNumber() != in.items) {
            add(GAP, in.node);
        }
        in.items = child.itemNumber() + 1;
        if (isItem != in.isList) {
            add(OBJECT_AND_LIST, in.node);
        }
        if (!isItem) {
            add(NAME, child);
        }
    }

    /** An object or list whose children are being added. */
    private static final class Open {
        private final SchemaNode node;
        private final boolean isList;
        private final Open outer;
        /** The index in {@link TokenOrder#marked} of the next child, or -1. */
        private int next;
        /** The number of the item that should come next. */
        private int items;

        Open(SchemaNode node, int first, boolean isList, Open outer) {
            this.node = node;
            this.next = first;
            this.isList = isList;
            this.outer = outer;
        }
    }

    /** Adds the value of a node. Returns the node's new level if it is an object or list, else {@code outer}. */
    private Open value(TypeState type, int at, int first, Open outer) {
        SchemaNode node = type.node(marked[at]);
        values[at] = size;
        if (node.leaf() >= 0
                && node.leaf() >>> 6 < presentLeaves.length
                && (presentLeaves[node.leaf() >>> 6] >>> node.leaf() & 1) != 0) {
            add(first < 0 ? LEAF : VALUE_AND_CONTENT, node);
            return outer;
        }
        boolean isList = first >= 0 && type.node(marked[first]).kind() == Op.NODE_ITEM;
        add(isList ? LIST : OBJECT, node);
        return new Open(node, first, isList, outer);
    }
}
