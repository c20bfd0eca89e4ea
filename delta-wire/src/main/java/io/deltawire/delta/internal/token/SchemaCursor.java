package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.DeltaFormatName;
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

/**
 * The position of a message in the schema nodes of its type, while its values are collected. Nodes and leaves that the
 * type lacks are added.
 *
 * <p>Parallel stacks describe the open objects and lists. Two of them remember how large the type was at each
 * level, so that what an abandoned list has added can be removed again ({@link #truncateType}).
 */
final class SchemaCursor {
    private final Columns columns;
    private final Nesting nesting;
    private final WireLimits limits;
    private final TokenPathCache pathCache;

    /** The message's type. */
    private TypeState state;

    /** The nodes of the open objects and lists; {@code containers[depth]} is the innermost. */
    private SchemaNode[] containers = new SchemaNode[16];

    private boolean[] isList = new boolean[16];
    /** The nodes of an object's fields by ordinal; null if the object was begun without a shape. */
    private SchemaNode[][] fields = new SchemaNode[16][];

    private int[] entryCounts = new int[16];
    /** The number of nodes, and below of leaves, that the type had when the object or list began. */
    private int[] nodesBefore = new int[16];

    private int[] leavesBefore = new int[16];
    private int depth;
    /** The node whose name has come and whose value has not; else null. */
    private SchemaNode pendingNode;
    /** The type name that has come for the next value, or null. */
    private String pendingType;
    /** The id of the node of the last event in the message. */
    private int lastEvent;

    SchemaCursor(Columns in, Nesting nesting, WireLimits limits, TokenPathCache pathCache) {
        this.pathCache = pathCache;
        this.columns = in;
        this.nesting = nesting;
        this.limits = limits;
    }

    /** Begins a message whose type its first tokens will determine. */
    void clear() {
        pendingType = null;
        depth = 0;
        pendingNode = null;
    }

    /** Begins a message of a type, before its root. */
    void begin(TypeState ofType) {
        state = ofType;
        depth = -1;
    }

    /** Begins a message of a type whose tokens are not collected, since they go to leaves that the type has. */
    void setType(TypeState ofType) {
        state = ofType;
    }

    /** Enters the root of a message, which has this type name or null. The pending type name stays for its value. */
    void enterRoot(String rootType, Shape shape) {
        String tag = pendingType;
        pendingType = rootType;
        enter(state.root(), false, shape);
        pendingType = tag;
    }

    /** Returns the level of the innermost object or list; -1 before the root. */
    int depth() {
        return depth;
    }

    /** Returns the innermost object or list. */
    SchemaNode container() {
        return containers[depth];
    }

    /** Returns the object or list at a level. */
    SchemaNode containerAt(int level) {
        return containers[level];
    }

    boolean isListAt(int level) {
        return isList[level];
    }

    /** Whether the innermost container is a list. */
    boolean isInList() {
        return isList[depth];
    }

    /** Returns the number of entries so far of the object or list at a level. */
    int entryCountAt(int level) {
        return entryCounts[level];
    }

    /** Returns the nodes of the innermost object's fields by ordinal, which callers fill; null without a shape. */
    SchemaNode[] fields() {
        return fields[depth];
    }

    /** Returns the node whose name has come and whose value has not; else null. */
    SchemaNode pendingNode() {
        return pendingNode;
    }

    void setPendingNode(SchemaNode node) {
        pendingNode = node;
    }

    void clearPendingNode() {
        pendingNode = null;
    }

    /** Returns the type name that has come for the next value, or null. */
    String pendingType() {
        return pendingType;
    }

    void setPendingType(String name) {
        pendingType = name;
    }

    void clearPendingType() {
        pendingType = null;
    }

    /** Names the next value by a field that the message does not have yet, and counts it. */
    void beginFieldByOrdinal(SchemaNode node) {
        node.markInMessage(columns.messageNumber());
        pendingNode = node;
        entryCounts[depth]++;
        nesting.setName(node.name());
    }

    /** Leaves the innermost list, and removes what it has added to the type. */
    void abandonList() {
        truncateType(nodesBefore[depth], leavesBefore[depth]);
        depth--;
    }

    void enter(SchemaNode node, boolean list, Shape shape) {
        depth++;
        lastEvent = depth == 0 ? 0 : lastEvent;
        if (depth == containers.length) {
            containers = Arrays.copyOf(containers, 2 * depth);
            isList = Arrays.copyOf(isList, 2 * depth);
            fields = Arrays.copyOf(fields, 2 * depth);
            entryCounts = Arrays.copyOf(entryCounts, 2 * depth);
            nodesBefore = Arrays.copyOf(nodesBefore, 2 * depth);
            leavesBefore = Arrays.copyOf(leavesBefore, 2 * depth);
        }
        containers[depth] = node;
        isList[depth] = list;
        entryCounts[depth] = 0;
        nodesBefore[depth] = state.nodeCount();
        leavesBefore[depth] = state.leafCount();
        pendingNode = null;
        fields[depth] = node.beginObject(shape);
        addPendingType(node);
    }

    private void addPendingType(SchemaNode node) {
        if (pendingType == null) {
            return;
        }
        if (node.typeNode() == null) {
            checkTypeDepth(node);
            state.addNode(node, Op.NODE_TYPE, null, null);
        }
        int leaf = ensureLeaf(node.typeNode());
        columns.set(leaf, Kind.TEXT, 0, pendingType);
        pathCache.recordTypeLeaf(node == state.root(), leaf);
        pendingType = null;
    }

    /** Refuses a type name that would be too deep. A reader counts it as a field of its value. */
    private void checkTypeDepth(SchemaNode node) {
        if (node.depth() >= limits.maxDepth()) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "expected a type name inside at most " + (limits.maxDepth() - 1) + " objects and lists",
                    WireLocation.ofPath(nesting.path()));
        }
    }

    /** Leaves the innermost object or list; returns the leaf that marks it as empty, or -1 if it is not. */
    int leaveContainer(byte empty) {
        SchemaNode node = containers[depth];
        boolean isEmpty = entryCounts[depth] == 0;
        depth--;
        pendingNode = null;
        if (!isEmpty) {
            return -1;
        }
        int leaf = ensureLeaf(node);
        columns.set(leaf, empty, 0, null);
        return leaf;
    }

    /** Returns the shape that the object at a level was begun with, or null. */
    Shape shapeAt(int level) {
        return fields[level] == null ? null : containers[level].shape();
    }

    SchemaNode ensureChild(SchemaNode container, String name, int kind) {
        SchemaNode node = container.findChild(name, kind);
        if (node == null) {
            TextLimit.checkName(name, limits);
            node = state.addNode(container, kind, name, null);
            container.expectNewChild();
        }
        return node;
    }

    /**
     * Whether an event comes after one that it preceded in an earlier message of the type. A record gives its entries
     * in the order of its type. That may reorder fields, but not events: each call of a chain is made on the result of
     * the call before.
     */
    boolean isOutOfOrder(SchemaNode node) {
        return node.kind() == Op.NODE_EVENT && node.parent() == state.root() && node.id() < lastEvent;
    }

    void beginEntry(SchemaNode node) {
        if (node.isInMessage(columns.messageNumber())) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "field " + Printable.quote(node.path()) + " given twice in one message",
                    null);
        }
        node.markInMessage(columns.messageNumber());
        lastEvent = node.kind() == Op.NODE_EVENT ? node.id() : lastEvent;
        pendingNode = node;
        entryCounts[depth]++;
        nesting.setName(node.name());
    }

    /** Moves to the node of the next value, and returns it. */
    SchemaNode nextValueNode() {
        SchemaNode node;
        if (isList[depth]) {
            int index = entryCounts[depth]++;
            SchemaNode list = containers[depth];
            nesting.nextItem();
            node = index < list.itemCount() ? list.item(index) : state.addNode(list, Op.NODE_ITEM, null, null);
        } else {
            node = pendingNode;
            if (node == null) {
                throw new IllegalStateException("a value without a name, at " + nesting.path());
            }
            pendingNode = null;
        }
        addPendingType(node);
        return node;
    }

    int ensureLeaf(SchemaNode node) {
        int leaf = node.leaf();
        if (leaf < 0) {
            state.addLeaf(node);
            leaf = node.leaf();
            columns.grow(state.leafCount());
        }
        return leaf;
    }

    void truncateType(int nodes, int leaves) {
        while (state.leafCount() > leaves) {
            state.removeLastLeaf();
        }
        while (state.nodeCount() > nodes) {
            state.removeLastNode();
        }
    }
}
