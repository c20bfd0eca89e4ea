package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.Predictor;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.delta.internal.value.Wtf8;

/**
 * Writes announcements: what the reader has to know of a type before a message of it, which is new nodes and leaves,
 * the key leaves, and predictors (docs/spec/delta.md, section 5.2). {@link WriterType} has the numbers of what has
 * been announced.
 */
final class Announcements {
    /** How many of the nodes before a new one it may be a copy of. */
    private static final int MAX_SIBLINGS = 16;

    private final PlainValueWriter out;
    /** The entries of the present announcement of nodes. */
    private final PlainValueWriter entries = new PlainValueWriter();
    /** The node and leaf that come after those that have been compared. */
    private int nextId;

    private int nextLeaf;

    Announcements(PlainValueWriter out) {
        this.out = out;
    }

    /** Whether everything of a type has been announced. */
    boolean isComplete(WriterType type) {
        TypeState state = type.state();
        return type.announcedLeaves() == state.leafCount()
                && type.announcedNodes() == state.nodeCount()
                && (type.hasAnnouncedKeys() || state.keyLeaves().length == 0);
    }

    /** Announces the new nodes and leaves of a type. */
    void announceNodes(WriterType type) {
        TypeState state = type.state();
        entries.out().clear();
        int count = 0;
        SchemaNode parentBefore = state.root();
        SchemaNode before = state.root();
        int leaf = type.announcedLeaves();
        // Nodes come in order of their ids. A leaf that is the next one at its node is a flag of the node's entry.
        for (int id = type.announcedNodes(); id < state.nodeCount(); id++, count++) {
            SchemaNode node = state.node(id);
            for (; leaf < state.leafCount() && state.leafNode(leaf).id() < id; count++) {
                writeLeafOf(state.leafNode(leaf++));
            }
            boolean hasLeaf = leaf < state.leafCount() && state.leafNode(leaf) == node;
            if (hasLeaf) {
                leaf++;
            }
            writeNode(node, hasLeaf, parentBefore, before);
            parentBefore = node.parent();
            before = node;
            SchemaNode original = hasLeaf ? null : original(node, leaf);
            if (original != null) {
                entries.op(Op.NODE_COPIES);
                entries.varInt(id - original.id());
                setModels(state, original, node);
                count++;
                id = nextId - 1;
                leaf = nextLeaf;
            }
        }
        for (; leaf < state.leafCount(); count++) {
            writeLeafOf(state.leafNode(leaf++));
        }
        if (count > 0) {
            out.op(Op.NODES);
            out.varInt(state.id());
            out.varInt(count);
            out.raw(entries.out().array, 0, entries.out().position);
        }
    }

    /**
     * Returns an earlier node with the same parent that has the same nodes and leaves below it, if those below the node
     * are the next ones to be announced; else null.
     *
     * @param leaf the next leaf
     */
    private SchemaNode original(SchemaNode node, int leaf) {
        if (node.childCount() == 0 || node.kind() == Op.NODE_TYPE) {
            return null;
        }
        SchemaNode parent = node.parent();
        for (int i = node.index() - 1; i >= Math.max(0, node.index() - MAX_SIBLINGS); i--) {
            nextId = node.id() + 1;
            nextLeaf = leaf;
            if (isCopy(node, parent.child(i), node.id())) {
                return parent.child(i);
            }
        }
        return null;
    }

    /**
     * Whether the nodes below a node are new and those below another one, which come before it.
     *
     * @param id the number that all nodes below the other one have to be below
     */
    private boolean isCopy(SchemaNode node, SchemaNode original, int id) {
        if (node.childCount() != original.childCount() || node.typeNode() != null || original.typeNode() != null) {
            return false;
        }
        for (int i = 0; i < node.childCount(); i++) {
            SchemaNode child = node.child(i);
            SchemaNode other = original.child(i);
            boolean hasLeaf = child.leaf() >= 0;
            if (child.id() != nextId
                    || other.id() >= id
                    || !other.hasSameLabel(child)
                    || hasLeaf != other.leaf() >= 0
                    || hasLeaf && (child.leaf() != nextLeaf || other.leaf() >= nextLeaf)) {
                return false;
            }
            nextId++;
            nextLeaf += hasLeaf ? 1 : 0;
            if (!isCopy(child, other, id)) {
                return false;
            }
        }
        return true;
    }

    private static void setModels(TypeState state, SchemaNode original, SchemaNode copy) {
        for (int i = 0; i < copy.childCount(); i++) {
            if (copy.child(i).leaf() >= 0) {
                state.setModel(copy.child(i).leaf(), original.child(i).leaf());
            }
            setModels(state, original.child(i), copy.child(i));
        }
    }

    private void writeLeafOf(SchemaNode node) {
        entries.op(Op.NODE_LEAF_OF);
        entries.varInt(node.id());
    }

    private void writeNode(SchemaNode node, boolean hasLeaf, SchemaNode parentBefore, SchemaNode before) {
        int parent = node.parent() == parentBefore
                ? Op.PARENT_SAME
                : node.parent() == before ? Op.PARENT_PREVIOUS_NODE : Op.PARENT_EXPLICIT;
        int flags = parent | (hasLeaf ? Op.NODE_HAS_LEAF : 0);
        int shared = node.kind() == Op.NODE_FIELD && before.kind() == Op.NODE_FIELD && before.name() != null
                ? commonPrefix(node.name(), before.name())
                : 0;
        entries.op((shared >= 3 ? Op.NODE_FIELD_PREFIX : node.kind()) | flags);
        if (parent == Op.PARENT_EXPLICIT) {
            entries.varInt(node.parent().id());
        }
        if (shared >= 3) {
            entries.varInt(shared);
            Wtf8.write(entries.out(), node.name().substring(shared));
        } else if (node.name() != null) {
            Wtf8.write(entries.out(), node.name());
        } else if (node.key() != null) {
            entries.raw(node.key(), 0, node.key().length);
        }
    }

    /** Returns the length of the common prefix, which does not split a surrogate pair. */
    private static int commonPrefix(String a, String b) {
        int i = 0;
        int max = Math.min(a.length(), b.length());
        while (i < max && a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return i > 0 && Character.isHighSurrogate(a.charAt(i - 1)) ? i - 1 : i;
    }

    /**
     * Announces the key leaves if they are new, and predictors.
     *
     * @param choose whether to choose the predictors of announced leaves again
     */
    void announcePredictors(WriterType type, boolean choose) {
        TypeState state = type.state();
        if (!type.hasAnnouncedKeys() && state.keyLeaves().length > 0) {
            out.op(Op.KEYS);
            out.varInt(state.id());
            out.varInt(state.keyLeaves().length);
            for (int leaf : state.keyLeaves()) {
                out.varInt(leaf);
            }
        }
        int count = 0;
        for (int leaf = choose ? 0 : type.announcedLeaves(); leaf < state.leafCount(); leaf++) {
            Predictor wanted = leaf < type.announcedLeaves()
                    ? type.costs().best(leaf, state.predictor(leaf))
                    : type.learnedPredictor(leaf);
            if (wanted != state.predictor(leaf)) {
                if (count++ == 0) {
                    out.op(Op.PREDICTORS);
                    out.varInt(state.id());
                }
                out.varInt((long) leaf << 2 | wanted.code());
                state.setPredictor(leaf, wanted);
                type.learnPredictor(leaf, wanted);
            }
        }
        if (count > 0) {
            out.op(0x03); // no leaf: the list ends
        }
    }
}
