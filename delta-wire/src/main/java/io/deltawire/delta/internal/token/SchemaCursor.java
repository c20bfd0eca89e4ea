package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.text.Printable;
import java.util.Arrays;

/** Where in the nodes of its type a message is that is being taken to columns; what the type has not is added to it. */
final class OpenNodes {
    private final Columns in;
    private final Nesting nesting;
    private final WireLimits limits;
    private final KnownTokens known;

    /** The message's type. */
    TypeState state;

    /** The objects and lists begun; {@code containers[depth]} is the innermost. */
    Node[] containers = new Node[16];

    boolean[] lists = new boolean[16];
    /** By ordinal the fields of the shape that the object was begun with; null where it was begun without. */
    Node[][] fields = new Node[16][];

    int[] counts = new int[16];
    /** How many nodes and leaves there were when the container began. */
    int[] nodesAt = new int[16];

    int[] leavesAt = new int[16];
    int depth;
    /** The node of the next value in an object, or null. */
    Node target;
    /** The type name of the next value, or null. */
    String pendingType;
    /** The number of the node of the message's event that was begun last. */
    private int lastEvent;

    OpenNodes(Columns in, Nesting nesting, WireLimits limits, KnownTokens known) {
        this.known = known;
        this.in = in;
        this.nesting = nesting;
        this.limits = limits;
    }

    void enter(Node node, boolean list, Shape shape) {
        depth++;
        lastEvent = depth == 0 ? 0 : lastEvent;
        if (depth == containers.length) {
            containers = Arrays.copyOf(containers, 2 * depth);
            lists = Arrays.copyOf(lists, 2 * depth);
            fields = Arrays.copyOf(fields, 2 * depth);
            counts = Arrays.copyOf(counts, 2 * depth);
            nodesAt = Arrays.copyOf(nodesAt, 2 * depth);
            leavesAt = Arrays.copyOf(leavesAt, 2 * depth);
        }
        containers[depth] = node;
        lists[depth] = list;
        counts[depth] = 0;
        nodesAt[depth] = state.nodes.size();
        leavesAt[depth] = state.leaves;
        target = null;
        node.expected = 0;
        if (shape != null && node.shape != shape) {
            node.shape = shape;
            node.byOrdinal = new Node[shape.size()];
        }
        fields[depth] = shape == null ? null : node.byOrdinal;
        giveType(node);
    }

    private void giveType(Node node) {
        if (pendingType == null) {
            return;
        }
        if (node.type == null) {
            checkTypeDepth(node);
            state.addNode(node, Op.NODE_TYPE, null, null);
        }
        int leaf = leaf(node.type);
        in.set(leaf, Kind.TEXT, 0, pendingType);
        known.setTypeLeaf(node == state.root, leaf);
        pendingType = null;
    }

    /** A reader counts a type name as a field of its value. */
    private void checkTypeDepth(Node node) {
        if (node.depth() >= limits.maxDepth()) {
            throw new WireDataException(
                    FormatName.DELTA,
                    "expected a type name inside at most " + (limits.maxDepth() - 1) + " objects and lists",
                    WireLocation.ofPath(nesting.path()));
        }
    }

    /** Leaves what is innermost; returns the leaf that says so where it is empty, else -1. */
    int leave(byte empty) {
        Node node = containers[depth];
        boolean isEmpty = counts[depth] == 0;
        depth--;
        target = null;
        if (!isEmpty) {
            return -1;
        }
        int leaf = leaf(node);
        in.set(leaf, empty, 0, null);
        return leaf;
    }

    /** The shape that an object was begun with, or null. */
    Shape shape(int level) {
        return fields[level] == null ? null : (Shape) containers[level].shape;
    }

    Node child(Node container, String name, int kind) {
        Node node = container.find(name, kind);
        if (node == null) {
            TextLimit.checkName(name, limits);
            node = state.addNode(container, kind, name, null);
            container.expected = container.size;
        }
        return node;
    }

    /**
     * Whether an event has come in another message of the type before one that it follows here. A record gives its entries in the order of
     * its type; fields may change places, but the calls of a chain come each on what the one before has returned.
     */
    boolean isOutOfTurn(Node node) {
        return node.kind == Op.NODE_EVENT && node.parent == state.root && node.id < lastEvent;
    }

    void introduce(Node node) {
        if (node.stamp == in.message) {
            throw new WireDataException(
                    FormatName.DELTA, "field " + Printable.quote(node.path()) + " given twice in one message", null);
        }
        node.stamp = in.message;
        lastEvent = node.kind == Op.NODE_EVENT ? node.id : lastEvent;
        target = node;
        counts[depth]++;
        nesting.setName(node.name);
    }

    /** The node of the value that comes now. */
    Node valueNode() {
        Node node;
        if (lists[depth]) {
            int index = counts[depth]++;
            Node list = containers[depth];
            nesting.nextItem();
            node = index < list.itemCount ? list.items[index] : state.addNode(list, Op.NODE_ITEM, null, null);
        } else {
            node = target;
            if (node == null) {
                throw new IllegalStateException("a value without a name, at " + nesting.path());
            }
            target = null;
        }
        giveType(node);
        return node;
    }

    int leaf(Node node) {
        int leaf = node.leaf;
        if (leaf < 0) {
            state.addLeaf(node);
            leaf = node.leaf;
            in.grow(state.leaves);
        }
        return leaf;
    }

    void undo(int nodes, int leaves) {
        while (state.leaves > leaves) {
            state.removeLastLeaf();
        }
        while (state.nodes.size() > nodes) {
            state.removeLastNode();
        }
    }
}
