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
    private final PlainValueWriter out;

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
        int newNodes = state.nodeCount() - type.announcedNodes();
        int entries = newNodes;
        for (int leaf = type.announcedLeaves(); leaf < state.leafCount(); leaf++) {
            if (state.leafNode(leaf).id() < type.announcedNodes() || !leafFollowsNode(type, leaf)) {
                entries++;
            }
        }
        if (entries == 0) {
            return;
        }
        out.op(Op.NODES);
        out.varInt(state.id());
        out.varInt(entries);
        SchemaNode parentBefore = state.root();
        SchemaNode before = state.root();
        int leaf = type.announcedLeaves();
        // Nodes come in order of their ids. A leaf that is the next one at its node is a flag of the node's entry.
        for (int id = type.announcedNodes(); id < state.nodeCount(); id++) {
            SchemaNode node = state.node(id);
            while (leaf < state.leafCount() && state.leafNode(leaf).id() < id) {
                writeLeafOf(state.leafNode(leaf++));
            }
            boolean hasLeaf = leaf < state.leafCount() && state.leafNode(leaf) == node;
            if (hasLeaf) {
                leaf++;
            }
            writeNode(node, hasLeaf, parentBefore, before);
            parentBefore = node.parent();
            before = node;
        }
        while (leaf < state.leafCount()) {
            writeLeafOf(state.leafNode(leaf++));
        }
    }

    /** Whether a leaf is announced as a flag of its node: no earlier new leaf belongs to a later node. */
    private static boolean leafFollowsNode(WriterType type, int leaf) {
        TypeState state = type.state();
        int id = state.leafNode(leaf).id();
        for (int i = type.announcedLeaves(); i < leaf; i++) {
            if (state.leafNode(i).id() > id) {
                return false;
            }
        }
        return true;
    }

    private void writeLeafOf(SchemaNode node) {
        out.op(Op.NODE_LEAF_OF);
        out.varInt(node.id());
    }

    private void writeNode(SchemaNode node, boolean hasLeaf, SchemaNode parentBefore, SchemaNode before) {
        int parent = node.parent() == parentBefore
                ? Op.PARENT_SAME
                : node.parent() == before ? Op.PARENT_PREVIOUS_NODE : Op.PARENT_EXPLICIT;
        int flags = parent | (hasLeaf ? Op.NODE_HAS_LEAF : 0);
        int shared = node.kind() == Op.NODE_FIELD && before.kind() == Op.NODE_FIELD && before.name() != null
                ? commonPrefix(node.name(), before.name())
                : 0;
        out.op((shared >= 3 ? Op.NODE_FIELD_PREFIX : node.kind()) | flags);
        if (parent == Op.PARENT_EXPLICIT) {
            out.varInt(node.parent().id());
        }
        if (shared >= 3) {
            out.varInt(shared);
            Wtf8.write(out.out(), node.name().substring(shared));
        } else if (node.name() != null) {
            Wtf8.write(out.out(), node.name());
        } else if (node.key() != null) {
            out.raw(node.key(), 0, node.key().length);
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
