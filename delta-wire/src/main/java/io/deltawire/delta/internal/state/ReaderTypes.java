package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The reader's types of the current epoch. The class reads announcements of nodes, leaves, predictors and keys
 * (docs/spec/delta.md, section 5.2), checks them, and applies them to the types. It reuses the types of the previous
 * epoch where possible.
 *
 * <p>The protected methods are the steps of reading. The inspector overrides them to report what each of them has read.
 */
public class ReaderTypes {
    private static final int MAX_TYPES = 1 << 16;
    private static final int MAX_NODES = 1 << 20;
    /**
     * The largest number of leaves of a type: a message of few bytes may touch all of them, or create a record with
     * them.
     */
    private static final int MAX_LEAVES = 1 << 13;

    private final ByteCursor c;
    private final WireLimits limits;
    private final PlainValueSkipper skipper;
    private final StateBounds bounds;
    private final RecordTable slots;
    private final List<TypeState> types = new ArrayList<>();
    /** The types of the previous epoch by id; null where a type is not worth reusing. */
    private final List<TypeState> previousTypes = new ArrayList<>(0);

    public ReaderTypes(ByteCursor cursor, PlainValueSkipper skipper, StateBounds bounds, RecordTable slots) {
        this.c = cursor;
        this.limits = cursor.limits();
        this.skipper = skipper;
        this.bounds = bounds;
        this.slots = slots;
    }

    /** Forgets all types. Their memory is reused for types that come again with the same nodes. */
    public void clear() {
        previousTypes.clear();
        for (TypeState type : types) {
            previousTypes.add(type.isWorthKeeping() ? type : null);
        }
        types.clear();
    }

    /** Returns the type with this id; an unknown one is an error. */
    public TypeState type(long id) {
        if (id < 0 || id >= types.size()) {
            throw c.malformed("expected one of " + types.size() + " types but was type " + Long.toUnsignedString(id));
        }
        return types.get((int) id);
    }

    /** Reads and applies an announcement of nodes, which may announce a new type. */
    public void readNodes() {
        long id = c.varInt();
        if (id == types.size() && id < MAX_TYPES) {
            types.add(newType((int) id));
            bounds.charge(StateSize.TYPE);
        }
        TypeState type = type(id);
        readEntries(type, c.count(Integer.MAX_VALUE, "count of nodes"));
    }

    /** Reads the entries of an announcement of nodes. */
    protected void readEntries(TypeState type, int count) {
        SchemaNode node = type.root();
        for (int i = 0; i < count; i++) {
            node = readEntry(type, node);
        }
    }

    /**
     * Reads a new node, or a new leaf of an older node.
     *
     * @param before the node that was defined by the entry before, or the root
     * @return the new node; without one, {@code before}
     */
    protected SchemaNode readEntry(TypeState type, SchemaNode before) {
        int flags = c.u8();
        int nodeKind = flags & 7;
        if (flags == Op.NODE_COPIES) {
            copyNodes(type, before);
            return before;
        }
        if (flags == Op.NODE_LEAF_OF) {
            addLeaf(type, node(type, c.varInt()));
            return before;
        }
        if (flags > 0x2F || nodeKind > Op.NODE_FIELD_PREFIX || nodeKind == Op.NODE_LEAF_OF) {
            throw c.malformed("expected a node but was 0x" + Integer.toHexString(flags));
        }
        SchemaNode parent = switch (flags & 0x30) {
            case Op.PARENT_SAME -> before == type.root() ? before : before.parent();
            case Op.PARENT_PREVIOUS_NODE -> before;
            default -> node(type, c.varInt());
        };
        SchemaNode node = defineNode(type, parent, nodeKind, before);
        if ((flags & Op.NODE_HAS_LEAF) != 0) {
            addLeaf(type, node);
        }
        return node;
    }

    /** Reads an entry that defines the nodes below a node as copies of those below an earlier one. */
    private void copyNodes(TypeState type, SchemaNode node) {
        long back = c.varInt();
        SchemaNode original = back > 0 && back <= node.id() ? type.node(node.id() - (int) back) : null;
        boolean isAncestor = false;
        for (SchemaNode above = node.parent(); above != null; above = above.parent()) {
            isAncestor |= above == original;
        }
        if (original == null || isAncestor || original.childCount() == 0 || node.childCount() > 0) {
            throw c.malformed("expected an earlier node to copy the nodes below it but was the one "
                    + Long.toUnsignedString(back) + " before");
        }
        copyNodes(type, original, node);
    }

    private void copyNodes(TypeState type, SchemaNode original, SchemaNode parent) {
        for (int i = 0; i < original.childCount(); i++) {
            SchemaNode child = original.child(i);
            requireRoom(type, parent);
            SchemaNode copy = type.addNode(parent, child.kind(), child.name(), child.key());
            bounds.charge(StateSize.node(copy));
            if (child.leaf() >= 0) {
                addLeaf(type, copy);
                type.setModel(copy.leaf(), child.leaf());
            }
            copyNodes(type, child, copy);
        }
    }

    private void requireRoom(TypeState type, SchemaNode parent) {
        if (type.nodeCount() >= MAX_NODES || parent.depth() >= limits.maxDepth() || parent.kind() == Op.NODE_TYPE) {
            throw c.malformed("expected a node at a depth of at most " + limits.maxDepth());
        }
    }

    private TypeState newType(int id) {
        TypeState type = id < previousTypes.size() ? previousTypes.get(id) : null;
        if (type == null) {
            return new TypeState(id, slots, false);
        }
        type.restart();
        return type;
    }

    private SchemaNode defineNode(TypeState type, SchemaNode parent, int nodeKind, SchemaNode before) {
        requireRoom(type, parent);
        String name = null;
        byte[] key = null;
        int kindOfNode = nodeKind;
        switch (nodeKind) {
            case Op.NODE_FIELD, Op.NODE_EVENT -> name = c.name();
            case Op.NODE_FIELD_PREFIX -> {
                int shared =
                        c.varIntUpTo(before.name() == null ? 0 : before.name().length(), "length of shared prefix");
                name = joined(type, before.name() == null ? "" : before.name(), shared, c.name());
                kindOfNode = Op.NODE_FIELD;
                if (Utf8.length(name) > limits.maxNameBytes()) {
                    throw c.malformed("expected a name of at most " + limits.maxNameBytes() + " bytes");
                }
            }
            case Op.NODE_KEY -> {
                int start = c.position();
                skipper.skip(limits.maxDepth() - parent.depth());
                key = Arrays.copyOfRange(c.array(), start, c.position());
            }
            default -> {}
        }
        boolean isDuplicate = kindOfNode == Op.NODE_TYPE
                ? parent.typeNode() != null
                : name != null
                        ? parent.findChild(name, kindOfNode) != null
                        : key != null && parent.findKey(key) != null;
        if (isDuplicate) {
            throw c.malformed("node given twice: " + (name == null ? "key or type" : name));
        }
        SchemaNode node = type.addNode(parent, kindOfNode, name, key);
        bounds.charge(StateSize.node(node));
        return node;
    }

    /** Joins a name of two parts. It returns the name from the previous epoch if that is equal, to allocate nothing. */
    private static String joined(TypeState type, String first, int shared, String rest) {
        String previousTypes = type.formerName(type.nodeCount());
        return previousTypes != null
                        && previousTypes.length() == shared + rest.length()
                        && previousTypes.startsWith(rest, shared)
                        && previousTypes.regionMatches(0, first, 0, shared)
                ? previousTypes
                : first.substring(0, shared) + rest;
    }

    private void addLeaf(TypeState type, SchemaNode node) {
        if (node.leaf() >= 0) {
            throw c.malformed("leaf given twice: " + node.path());
        }
        if (type.leafCount() == MAX_LEAVES) {
            throw c.malformed("expected a type of at most " + MAX_LEAVES + " leaves");
        }
        bounds.charge(StateSize.leaf(type.recordCount()));
        type.addLeaf(node);
        type.markLeavesCounted();
    }

    private SchemaNode node(TypeState type, long id) {
        if (id < 0 || id >= type.nodeCount()) {
            throw c.malformed(
                    "expected one of " + type.nodeCount() + " nodes but was node " + Long.toUnsignedString(id));
        }
        return type.node((int) id);
    }

    /** Reads and applies an announcement of predictors. */
    public void readPredictors() {
        TypeState type = type(c.varInt());
        while (tryReadPredictor(type)) {
            // the next one
        }
    }

    /** Reads the predictor of a leaf; returns false at the end of the announcement. */
    protected boolean tryReadPredictor(TypeState type) {
        long entry = c.varInt();
        if (entry == 3) {
            return false;
        }
        long leaf = entry >>> 2;
        if (leaf >= type.leafCount() || (entry & 3) >= Predictor.count()) {
            throw c.malformed("expected a predictor of one of " + type.leafCount() + " leaves but was "
                    + Long.toUnsignedString(entry));
        }
        type.setPredictor((int) leaf, Predictor.of((int) entry & 3));
        return true;
    }

    /** Reads and applies an announcement of the leaves that make up the key. */
    public void readKeys() {
        TypeState type = type(c.varInt());
        int[] leaves = new int[c.count(type.leafCount(), "count of key leaves")];
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = c.varIntUpTo(type.leafCount() - 1L, "key leaf");
        }
        type.setKeyLeaves(leaves);
    }
}
