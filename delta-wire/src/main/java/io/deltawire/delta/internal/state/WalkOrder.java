package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;
import java.util.BitSet;

/** The tokens of records that have values in the same leaves, in their order: what a walk through such a record comes to. */
public final class WalkOrder {
    /** A name or key: which one, the node tells. */
    public static final byte NAME = 0;
    /** A value with a leaf: which one, the record tells. */
    public static final byte LEAF = 1;

    public static final byte OBJECT = 2;
    public static final byte LIST = 3;
    public static final byte END_OBJECT = 4;
    public static final byte END_LIST = 5;
    public static final byte END_MESSAGE = 6;
    /** No record of a well-formed stream has these: a value that is an object or list as well, both of these, a list with a gap. */
    static final byte VALUE_AND_CONTENT = 7;

    public static final byte OBJECT_AND_LIST = 8;
    public static final byte GAP = 9;

    /** Which one this is among those of its type. */
    final int number;
    /** The leaves that have values. */
    private final long[] present;

    private final int hash;

    public byte[] ops;
    public Node[] nodes;
    private int size;
    /** The ids of the nodes that have values, or something below them has, in order; so a child is behind its parent and its elder siblings. */
    private final int[] marked;
    /** By index in {@link #marked}, where the node's value is. */
    private final int[] values;

    private WalkOrder(TypeState type, long[] present, int hash, int number) {
        this.number = number;
        this.present = present;
        this.hash = hash;
        this.marked = marked(type, present);
        this.values = new int[marked.length];
        this.ops = new byte[8 + 3 * marked.length];
        this.nodes = new Node[ops.length];
    }

    /** Whether a record has values in the same leaves. */
    boolean isOf(long[] leaves, int hashOfLeaves) {
        return hash == hashOfLeaves && Arrays.equals(present, leaves);
    }

    /** The leaves in which a record has values. */
    static long[] present(RecordState record) {
        int leaves = Math.min(record.leaves(), record.type.leaves);
        long[] present = new long[record.type.maskWords()];
        for (int leaf = 0; leaf < leaves; leaf++) {
            if (record.kind(leaf) != Kind.ABSENT) {
                present[leaf >>> 6] |= 1L << leaf;
            }
        }
        return present;
    }

    /** The index of the value of a node, or -1 where there is none. */
    public int indexOf(Node node) {
        int at = Arrays.binarySearch(marked, node.id);
        return at < 0 ? -1 : values[at];
    }

    private void add(byte op, Node node) {
        if (size == ops.length) {
            ops = Arrays.copyOf(ops, 2 * size);
            nodes = Arrays.copyOf(nodes, 2 * size);
        }
        ops[size] = op;
        nodes[size++] = node;
    }

    /**
     * Makes the order of the records that have values in these leaves. Depth costs no stack, and nodes that have no values no time: a type may
     * have very many of them, and few bytes give a record other leaves.
     */
    static WalkOrder of(TypeState type, long[] present, int hash, int number) {
        WalkOrder order = new WalkOrder(type, present, hash, number);
        order.walk(type);
        order.ops = Arrays.copyOf(order.ops, order.size);
        order.nodes = Arrays.copyOf(order.nodes, order.size);
        return order;
    }

    private static int[] marked(TypeState type, long[] present) {
        BitSet seen = new BitSet(type.nodes.size());
        seen.set(type.root.id);
        for (int w = 0; w < present.length; w++) {
            for (long left = present[w]; left != 0; left &= left - 1) {
                Node node = type.leafNodes.get(w << 6 | Long.numberOfTrailingZeros(left));
                if (node.kind != Op.NODE_TYPE) { // a type name alone is nothing
                    for (; node != null && !seen.get(node.id); node = node.parent) {
                        seen.set(node.id);
                    }
                }
            }
        }
        return seen.stream().toArray();
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
            name(type.nodes.get(marked[at]), inner);
            inner = value(type, at, firsts[at], inner);
        }
        add(END_MESSAGE, null);
    }

    /**
     * Finds which of the marked nodes are inside which.
     *
     * @param firsts by index in {@link #marked}, becomes that of the node's first child there; -1 for none
     * @param nexts the same of its next sibling
     */
    private void link(TypeState type, int[] firsts, int[] nexts) {
        Arrays.fill(firsts, -1);
        Arrays.fill(nexts, -1);
        int[] lasts = new int[marked.length];
        int parent = 0;
        for (int i = 1; i < marked.length; i++) {
            int id = type.nodes.get(marked[i]).parent.id;
            parent = marked[parent] == id ? parent : Arrays.binarySearch(marked, id);
            if (firsts[parent] < 0) {
                firsts[parent] = i;
            } else {
                nexts[lasts[parent]] = i;
            }
            lasts[parent] = i;
        }
    }

    /** Adds what comes before the value of a child. */
    private void name(Node child, Open in) {
        boolean isItem = child.kind == Op.NODE_ITEM;
        if (isItem && in.isList && child.item != in.items) {
            add(GAP, in.node);
        }
        in.items = child.item + 1;
        if (isItem != in.isList) {
            add(OBJECT_AND_LIST, in.node);
        }
        if (!isItem) {
            add(NAME, child);
        }
    }

    /** An object or list whose content is being added. */
    private static final class Open {
        private final Node node;
        private final boolean isList;
        private final Open outer;
        /** The index of its next child, or -1. */
        private int next;
        /** The number of the item that is to come. */
        private int items;

        Open(Node node, int first, boolean isList, Open outer) {
            this.node = node;
            this.next = first;
            this.isList = isList;
            this.outer = outer;
        }
    }

    /** Adds the value of a node; returns that, where it is an object or list whose content is to follow, else what it is in. */
    private Open value(TypeState type, int at, int first, Open outer) {
        Node node = type.nodes.get(marked[at]);
        values[at] = size;
        if (node.leaf >= 0 && node.leaf >>> 6 < present.length && (present[node.leaf >>> 6] >>> node.leaf & 1) != 0) {
            add(first < 0 ? LEAF : VALUE_AND_CONTENT, node);
            return outer;
        }
        boolean isList = first >= 0 && type.nodes.get(marked[first]).kind == Op.NODE_ITEM;
        add(isList ? LIST : OBJECT, node);
        return new Open(node, first, isList, outer);
    }
}
