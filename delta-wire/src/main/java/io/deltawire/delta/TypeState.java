package io.deltawire.delta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What both sides know of one type of message: its nodes, the predictor and the rings of each leaf, its masks. */
final class TypeState {
    final int id;
    final Node root = new Node(0, null, Op.NODE_FIELD, null, null);
    /** By id; the root is 0. */
    final List<Node> nodes = new ArrayList<>();
    /** The nodes that have had items, in order of the first of these. */
    final List<Node> lists = new ArrayList<>(0);
    /** By leaf. */
    final List<Node> leafNodes = new ArrayList<>();
    /** {@code leafNodes.size()}. */
    int leaves;
    /** Another number each time that nodes or leaves change. */
    int version;

    byte[] predictors = new byte[16];
    /** The leaves whose predictor is not {@link Op#PREVIOUS}. */
    int[] predicted = {};

    /** A bit for each of them among the first 64 leaves. */
    long predictedMask;
    /** Whether one of them is predicted to be what another record has. */
    boolean followsLast;

    final Templates templates;
    /** On the way to a node that {@link RecordState#hasContent} looks at, how many children have been looked at. */
    int[] searched = new int[16];

    private final Slots slots;
    private int lastSlot = -1;
    /** The record of the last message, where its slot no longer holds it; else null. */
    private RecordState lastGone;
    /** The number of records there are of this type. */
    int records;
    /** The leaves that the size of the state counts: those that the reader knows. */
    int countedLeaves;

    /** The writer's: how many leaves have been compared and moved to find edits of lists, so that tests can bound it. */
    long editWork;

    /** The leaves that name the record, for tools; empty where not known. */
    int[] keyLeaves = {};

    /** Reader: the last class whose fields the leaves were found to be. */
    ColumnBinding binding;
    /** Reader: the last class whose fields they were found not to be, when there were so many. */
    Object unbound;

    int unboundLeaves;

    private TextRing[] textRings = {};
    private DoubleRing[] doubleRings = {};
    private int[] misses = {};
    private final boolean indexed;

    /**
     * @param slots that records of this type are in
     * @param indexed whether rings and masks are looked up by value (by the writer)
     */
    TypeState(int id, Slots slots, boolean indexed) {
        this.id = id;
        this.slots = slots;
        this.indexed = indexed;
        this.templates = new Templates(indexed);
        nodes.add(root);
    }

    /** The record of this type's last message, whatever its key; null where there has been none. */
    RecordState last() {
        return lastSlot >= 0 ? slots.at[lastSlot] : lastGone;
    }

    /** Takes note that a message has been this record's. */
    void setLast(RecordState record) {
        lastSlot = record.slot;
    }

    /** Takes note that a record leaves its slot. */
    void leavesSlot(RecordState record) {
        if (lastSlot == record.slot) {
            lastGone = record;
            lastSlot = -1;
        }
    }

    Node addNode(Node parent, int kind, String name, byte[] key) {
        Node node = new Node(nodes.size(), parent, kind, name, key);
        nodes.add(node);
        parent.add(node);
        version++;
        if (kind == Op.NODE_ITEM && parent.list < 0) {
            parent.list = lists.size();
            lists.add(parent);
        }
        return node;
    }

    void addLeaf(Node node) {
        node.leaf = leaves;
        leafNodes.add(node);
        version++;
        leaves = leafNodes.size();
        if (leaves > predictors.length) {
            predictors = Arrays.copyOf(predictors, 2 * leaves);
        }
    }

    /** Undoes the last {@link #addNode}. */
    void removeLastNode() {
        Node node = nodes.remove(nodes.size() - 1);
        version++;
        node.parent.remove(node);
        if (node.kind == Op.NODE_ITEM && node.parent.itemCount == 0) {
            lists.remove(node.parent.list);
            node.parent.list = -1;
        }
    }

    /** Undoes the last {@link #addLeaf}. */
    void removeLastLeaf() {
        leafNodes.remove(leafNodes.size() - 1).leaf = -1;
        version++;
        leaves = leafNodes.size();
    }

    void predict(int leaf, byte predictor) {
        predictors[leaf] = predictor;
        int n = 0;
        int[] all = new int[leaves];
        predictedMask = 0;
        followsLast = false;
        for (int i = 0; i < leaves; i++) {
            if (predictors[i] != Op.PREVIOUS) {
                all[n++] = i;
                predictedMask |= i < Long.SIZE ? 1L << i : 0;
                followsLast |= predictors[i] == Op.LAST_OF_TYPE;
            }
        }
        predicted = Arrays.copyOf(all, n);
    }

    TextRing textRing(int leaf) {
        if (leaf >= textRings.length) {
            textRings = Arrays.copyOf(textRings, Math.max(leaf + 1, leaves));
        }
        if (textRings[leaf] == null) {
            textRings[leaf] = new TextRing(indexed);
        }
        return textRings[leaf];
    }

    DoubleRing doubleRing(int leaf) {
        if (leaf >= doubleRings.length) {
            doubleRings = Arrays.copyOf(doubleRings, Math.max(leaf + 1, leaves));
        }
        if (doubleRings[leaf] == null) {
            doubleRings[leaf] = new DoubleRing(indexed);
        }
        return doubleRings[leaf];
    }

    /** Writer: puts a value that was sent in full in the leaf's ring. */
    void ring(int leaf, Coded value) {
        if (value.kind == Kind.TEXT) {
            textRing(leaf).add((String) value.ref);
        } else {
            doubleRing(leaf).add(value.value);
        }
    }

    /** Writer: whether the last doubles of this leaf had no scale, so that looking for one is only tried now and then. */
    boolean noisy(int leaf) {
        if (leaf >= misses.length) {
            misses = Arrays.copyOf(misses, Math.max(leaf + 1, leaves));
        }
        return misses[leaf] >= 4 && (++misses[leaf] & 7) != 0;
    }

    /** Writer: notes whether a double of this leaf had a scale, after {@link #noisy} has said no. */
    void noteScale(int leaf, boolean found) {
        if (misses[leaf] < 4 || found) {
            misses[leaf] = found ? 0 : misses[leaf] + 1;
        }
    }

    /** The number of 64-bit words of a mask over all leaves. */
    int maskWords() {
        return (leaves + 63) >>> 6;
    }
}
