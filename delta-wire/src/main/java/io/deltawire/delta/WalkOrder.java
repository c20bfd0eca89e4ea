package io.deltawire.delta;

import java.util.Arrays;

/** The tokens of records that have values in the same leaves, in their order: what a walk through such a record comes to. */
final class WalkOrder {
    /** A name or key: which one, the node tells. */
    static final byte NAME = 0;
    /** A value with a leaf: which one, the record tells. */
    static final byte LEAF = 1;

    static final byte OBJECT = 2;
    static final byte LIST = 3;
    static final byte END_OBJECT = 4;
    static final byte END_LIST = 5;
    static final byte END_MESSAGE = 6;
    /** No record of a well-formed stream has these: a value that is an object or list as well, both of these, a list with a gap. */
    static final byte VALUE_AND_CONTENT = 7;

    static final byte OBJECT_AND_LIST = 8;
    static final byte GAP = 9;

    /** Which one this is among those of its type. */
    final int number;
    /** The leaves that have values. */
    private final long[] present;

    private final int hash;

    byte[] ops;
    Node[] nodes;
    private int size;
    /** The index of each node's value, by the node's id; null until one is asked for. */
    private int[] values;

    private WalkOrder(int number, long[] present, int hash) {
        this.number = number;
        this.present = present;
        this.hash = hash;
        int room = 8;
        for (long word : present) {
            room += 3 * Long.bitCount(word);
        }
        ops = new byte[room];
        nodes = new Node[room];
    }

    /** Whether a record has values in the same leaves. */
    boolean isOf(long[] leaves, int hashOfLeaves) {
        return hash == hashOfLeaves && Arrays.equals(present, leaves);
    }

    /** The leaves in which a record has values. */
    static long[] present(RecordValues record) {
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
    int indexOf(Node node) {
        if (values == null) {
            findValues();
        }
        return node.id < values.length ? values[node.id] - 1 : -1;
    }

    private void findValues() {
        int most = 0;
        for (Node node : nodes) {
            most = Math.max(most, node == null ? 0 : node.id);
        }
        values = new int[most + 1];
        for (int i = nodes.length - 1; i >= 0; i--) {
            byte op = ops[i];
            if (op == LEAF || op == OBJECT || op == LIST || op == VALUE_AND_CONTENT) {
                values[nodes[i].id] = i + 1;
            }
        }
    }

    private void add(byte op, Node node) {
        if (size == ops.length) {
            ops = Arrays.copyOf(ops, 2 * size);
            nodes = Arrays.copyOf(nodes, 2 * size);
        }
        ops[size] = op;
        nodes[size++] = node;
    }

    /** Makes the order of the records that have values in these leaves. Depth costs no stack. */
    static WalkOrder of(TypeState type, long[] present, int hash, int number) {
        WalkOrder order = new WalkOrder(number, present, hash);
        order.walk(type.root, present, marked(type, present));
        order.ops = Arrays.copyOf(order.ops, order.size);
        order.nodes = Arrays.copyOf(order.nodes, order.size);
        return order;
    }

    /** The nodes that have values, or something below them has, by their ids. */
    private static long[] marked(TypeState type, long[] present) {
        long[] marked = new long[type.nodes.size() + 63 >>> 6];
        for (int w = 0; w < present.length; w++) {
            for (long left = present[w]; left != 0; left &= left - 1) {
                Node node = type.leafNodes.get(w << 6 | Long.numberOfTrailingZeros(left));
                if (node.kind != Op.NODE_TYPE) { // a type name alone is nothing
                    for (; node != null && !has(marked, node.id); node = node.parent) {
                        marked[node.id >>> 6] |= 1L << node.id;
                    }
                }
            }
        }
        return marked;
    }

    private static boolean has(long[] bits, int index) {
        return (bits[index >>> 6] >>> index & 1) != 0;
    }

    private void walk(Node root, long[] present, long[] marked) {
        Node[] containers = new Node[16];
        boolean[] lists = new boolean[16];
        int[] next = new int[16];
        int depth = 0;
        Node begun = value(root, present, marked);
        while (begun != null || depth > 0) {
            if (begun != null) {
                if (depth == containers.length) {
                    containers = Arrays.copyOf(containers, 2 * depth);
                    lists = Arrays.copyOf(lists, 2 * depth);
                    next = Arrays.copyOf(next, 2 * depth);
                }
                containers[depth] = begun;
                lists[depth] = ops[size - 1] == LIST;
                next[depth++] = 0;
            }
            Node container = containers[depth - 1];
            boolean isList = lists[depth - 1];
            int first = next[depth - 1];
            int index = first;
            while (index < container.size && !has(marked, container.children[index].id)) {
                index++;
            }
            next[depth - 1] = index + 1;
            begun = null;
            if (index == container.size) {
                add(isList ? END_LIST : END_OBJECT, container);
                depth--;
                continue;
            }
            Node child = container.children[index];
            boolean isItem = child.kind == Op.NODE_ITEM;
            if (isItem && hasItems(container, first, index)) {
                add(GAP, container);
            }
            if (isItem != isList) {
                add(OBJECT_AND_LIST, container);
            }
            if (!isItem) {
                add(NAME, child);
            }
            begun = value(child, present, marked);
        }
        add(END_MESSAGE, null);
    }

    private static boolean hasItems(Node container, int from, int to) {
        for (int i = from; i < to; i++) {
            if (container.children[i].kind == Op.NODE_ITEM) {
                return true;
            }
        }
        return false;
    }

    /** Adds the value of a node; returns the node where that is an object or list, whose content is to follow. */
    private Node value(Node node, long[] present, long[] marked) {
        Node first = null;
        for (int i = 0; i < node.size && first == null; i++) {
            first = has(marked, node.children[i].id) ? node.children[i] : null;
        }
        if (node.leaf >= 0 && node.leaf >>> 6 < present.length && has(present, node.leaf)) {
            add(first == null ? LEAF : VALUE_AND_CONTENT, node);
            return null;
        }
        add(first != null && first.kind == Op.NODE_ITEM ? LIST : OBJECT, node);
        return node;
    }
}
