package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Coded;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What both sides know of one type of message: its nodes, the predictor and the rings of each leaf, its masks. */
public final class TypeState {
    private static final int[] NONE = {};
    /** Larger types are made anew in each epoch. */
    private static final int MAX_KEPT_NODES = 1 << 12;
    /** About what a node takes, with its leaf. */
    private static final int NODE_BYTES = 150;
    /** So many orders of tokens are kept, and so many at most where there is room: powers of two. */
    private static final int WALK_ORDERS = 4;

    private static final int MAX_WALK_ORDERS = 64;
    /** About what a ring takes for each value: the value, and two indexes. */
    private static final int RING_ENTRY_BYTES = 12;

    public final int id;
    /** Writer: the type, in whatever epoch; null on the reader's side. */
    public EncodedType owner;
    /** Writer: how many records of epochs that have ended are of this type as it was: it may not begin anew. */
    int resting;

    public final Node root = new Node(0, null, Op.NODE_FIELD, null, null);
    /** By id; the root is 0. */
    public final List<Node> nodes = new ArrayList<>();
    /** The nodes of the epoch before. */
    private final List<Node> former = new ArrayList<>(0);
    /** The nodes that have had items, in order of the first of these. */
    public final List<Node> lists = new ArrayList<>(0);
    /** By leaf. */
    public final List<Node> leafNodes = new ArrayList<>();
    /** {@code leafNodes.size()}. */
    public int leaves;
    /** Another number each time that nodes or leaves change. */
    public int version;

    public byte[] predictors = new byte[16];
    /** The leaves whose predictor is not {@link Op#PREVIOUS}. */
    public int[] predicted = NONE;

    /** A bit for each of them among the first 64 leaves. */
    public long predictedMask;
    /** How many leaves are predicted to be what another record has. */
    public int followers;

    /** Orders of records' tokens, each at its number; null for none. */
    private WalkOrder[] walkOrders = new WalkOrder[WALK_ORDERS];

    private int lastWalkOrder;

    public Templates templates;
    /** On the way to a node that {@link RecordState#hasContent} looks at, how many children have been looked at. */
    int[] searched = new int[16];

    private final Slots slots;
    private int lastSlot = -1;
    /** The record of the last message, where its slot no longer holds it; else null. */
    private RecordState lastGone;
    /** The number of records there are of this type. */
    public int records;
    /** The leaves that the size of the state counts: those that the reader knows. */
    public int countedLeaves;

    /** The writer's: how many leaves have been compared and moved to find edits of lists, so that tests can bound it. */
    public long editWork;

    /** The leaves that name the record, for tools; empty where not known. */
    public int[] keyLeaves = NONE;

    /** The last class whose fields the leaves were found to be. */
    public ClassBinding binding;
    /** Reader: the last class whose fields they were found not to be, when there were so many. */
    public Object unbound;

    public int unboundLeaves;

    private TextRing[] textRings = {};
    private DoubleRing[] doubleRings = {};
    private int[] misses = NONE;
    private final boolean indexed;

    /**
     * @param slots that records of this type are in
     * @param indexed whether rings and masks are looked up by value (by the writer)
     */
    public TypeState(int id, Slots slots, boolean indexed) {
        this.id = id;
        this.slots = slots;
        this.indexed = indexed;
        this.templates = new Templates(indexed);
        nodes.add(root);
    }

    /**
     * Whether this type may {@linkplain #restart begin anew} in the next epoch. Not where it holds much that it has not used
     * in this one: else memory that an epoch has had a right to would stay for ever.
     */
    boolean isWorthKeeping() {
        long used = NODE_BYTES * (long) nodes.size() + templates.used();
        long held = templates.memory()
                + predictors.length
                + (long) Integer.BYTES * (textRings.length + doubleRings.length + misses.length);
        for (TextRing ring : textRings) {
            if (ring != null) {
                used += RING_ENTRY_BYTES * (long) ring.size();
                held += RING_ENTRY_BYTES * (long) ring.capacity();
            }
        }
        for (DoubleRing ring : doubleRings) {
            if (ring != null) {
                used += RING_ENTRY_BYTES * (long) ring.size();
                held += RING_ENTRY_BYTES * (long) ring.capacity();
            }
        }
        return nodes.size() <= MAX_KEPT_NODES && held <= 4 * used;
    }

    /** Begins anew, without nodes; those that there were serve again where the same ones come again. */
    void restart() {
        former.clear();
        former.addAll(nodes);
        nodes.clear();
        lists.clear();
        leafNodes.clear();
        leaves = 0;
        version++;
        root.restart();
        nodes.add(root);
        Arrays.fill(predictors, Op.PREVIOUS);
        predicted = NONE;
        predictedMask = 0;
        followers = 0;
        editWork = 0;
        Arrays.fill(misses, 0);
        lastSlot = -1;
        lastGone = null;
        records = 0;
        countedLeaves = 0;
        keyLeaves = NONE;
        unbound = null;
        if (walkOrders.length > WALK_ORDERS) {
            walkOrders = new WalkOrder[WALK_ORDERS];
        } else {
            Arrays.fill(walkOrders, null);
        }
        templates.clear();
        for (TextRing ring : textRings) {
            if (ring != null) {
                ring.clear();
            }
        }
        for (DoubleRing ring : doubleRings) {
            if (ring != null) {
                ring.clear();
            }
        }
    }

    /** Writer: lets go of what only messages need, since there are none for a while. */
    void rest() {
        textRings = new TextRing[0];
        doubleRings = new DoubleRing[0];
        templates = new Templates(indexed);
        walkOrders = new WalkOrder[WALK_ORDERS];
    }

    /** The record of this type's last message, whatever its key; null where there has been none. */
    public RecordState last() {
        return lastSlot >= 0 ? slots.at[lastSlot] : lastGone;
    }

    /** Whether this record, of those that there are, is that of the last message. */
    public boolean isLast(RecordState record) {
        return lastSlot == record.slot;
    }

    /** Takes note that a message has been this record's. */
    public void setLast(RecordState record) {
        lastSlot = record.slot;
    }

    /** Takes note that a record leaves its slot. */
    public void leavesSlot(RecordState record) {
        if (lastSlot == record.slot) {
            lastGone = record;
            lastSlot = -1;
        }
    }

    /** The order of tokens of this number; null where it is not kept, or this is 0. */
    WalkOrder walkOrder(int number) {
        WalkOrder order = walkOrders[number & walkOrders.length - 1];
        return order != null && order.number == number ? order : null;
    }

    /** The order of the tokens of records that have values in these leaves. */
    WalkOrder walkOrder(long[] present) {
        int hash = Arrays.hashCode(present);
        for (WalkOrder order : walkOrders) {
            if (order != null && order.isOf(present, hash)) {
                return order;
            }
        }
        lastWalkOrder = lastWalkOrder == Integer.MAX_VALUE ? 1 : lastWalkOrder + 1;
        WalkOrder made = WalkOrder.of(this, present, hash, lastWalkOrder);
        if (walkOrders[lastWalkOrder & walkOrders.length - 1] != null) {
            keepMoreWalkOrders();
        }
        walkOrders[lastWalkOrder & walkOrders.length - 1] = made;
        return made;
    }

    /** Makes room for twice as many orders, where there may be more. */
    private void keepMoreWalkOrders() {
        WalkOrder[] kept = walkOrders;
        if (kept.length < MAX_WALK_ORDERS && slots.takeRoom((long) kept.length * nodes.size())) {
            walkOrders = new WalkOrder[2 * kept.length];
            for (WalkOrder order : kept) {
                if (order != null) {
                    walkOrders[order.number & walkOrders.length - 1] = order;
                }
            }
        }
    }

    public Node addNode(Node parent, int kind, String name, byte[] key) {
        int id = nodes.size();
        Node node = id < former.size() ? former.get(id) : null;
        if (node != null && node.isLike(parent, kind, name, key)) {
            node.restart();
        } else {
            node = new Node(id, parent, kind, name, key);
        }
        nodes.add(node);
        parent.add(node);
        version++;
        if (kind == Op.NODE_ITEM && parent.list < 0) {
            parent.list = lists.size();
            lists.add(parent);
        }
        return node;
    }

    /** Reader: the name of the node that had this number in the epoch before, or null. */
    String formerName(int id) {
        return id < former.size() ? former.get(id).name : null;
    }

    public void addLeaf(Node node) {
        node.leaf = leaves;
        leafNodes.add(node);
        version++;
        leaves = leafNodes.size();
        if (leaves > predictors.length) {
            predictors = Arrays.copyOf(predictors, 2 * leaves);
        }
    }

    /** Undoes the last {@link #addNode}. */
    public void removeLastNode() {
        Node node = nodes.remove(nodes.size() - 1);
        version++;
        node.parent.remove(node);
        if (node.kind == Op.NODE_ITEM && node.parent.itemCount == 0) {
            lists.remove(node.parent.list);
            node.parent.list = -1;
        }
    }

    /** Undoes the last {@link #addLeaf}. */
    public void removeLastLeaf() {
        leafNodes.remove(leafNodes.size() - 1).leaf = -1;
        version++;
        leaves = leafNodes.size();
        for (int leaf : keyLeaves) {
            if (leaf == leaves) {
                keyLeaves = NONE; // found by a message that has not been written after all
            }
        }
    }

    public void predict(int leaf, byte predictor) {
        boolean was = predictors[leaf] != Op.PREVIOUS;
        boolean is = predictor != Op.PREVIOUS;
        followers += (predictor == Op.LAST_OF_TYPE ? 1 : 0) - (predictors[leaf] == Op.LAST_OF_TYPE ? 1 : 0);
        predictors[leaf] = predictor;
        if (was != is) {
            predictedMask ^= leaf < Long.SIZE ? 1L << leaf : 0;
            predicted = is ? with(predicted, leaf) : without(predicted, leaf);
        }
    }

    private static int[] with(int[] sorted, int leaf) {
        int at = -1 - Arrays.binarySearch(sorted, leaf);
        int[] all = Arrays.copyOf(sorted, sorted.length + 1);
        System.arraycopy(sorted, at, all, at + 1, sorted.length - at);
        all[at] = leaf;
        return all;
    }

    private static int[] without(int[] sorted, int leaf) {
        int at = Arrays.binarySearch(sorted, leaf);
        int[] rest = Arrays.copyOf(sorted, sorted.length - 1);
        System.arraycopy(sorted, at + 1, rest, at, rest.length - at);
        return rest;
    }

    public TextRing textRing(int leaf) {
        if (leaf >= textRings.length) {
            textRings = Arrays.copyOf(textRings, Math.max(leaf + 1, leaves));
        }
        if (textRings[leaf] == null) {
            textRings[leaf] = new TextRing(indexed);
        }
        return textRings[leaf];
    }

    public DoubleRing doubleRing(int leaf) {
        if (leaf >= doubleRings.length) {
            doubleRings = Arrays.copyOf(doubleRings, Math.max(leaf + 1, leaves));
        }
        if (doubleRings[leaf] == null) {
            doubleRings[leaf] = new DoubleRing(indexed);
        }
        return doubleRings[leaf];
    }

    /** Writer: puts a value that was sent in full in the leaf's ring; returns how many more bytes that holds, about. */
    public int ring(int leaf, Coded value) {
        return value.kind == Kind.TEXT
                ? textRing(leaf).add((String) value.ref)
                : doubleRing(leaf).add(value.value);
    }

    /** Writer: counts a search for the scale of a double of this leaf; true where it is to be left out, since the last doubles had none. */
    public boolean skipScaleSearch(int leaf) {
        if (leaf >= misses.length) {
            misses = Arrays.copyOf(misses, Math.max(leaf + 1, leaves));
        }
        return misses[leaf] >= 4 && (++misses[leaf] & 7) != 0;
    }

    /** Writer: notes whether a double of this leaf had a scale, after {@link #skipScaleSearch} has said no. */
    public void noteScale(int leaf, boolean found) {
        if (misses[leaf] < 4 || found) {
            misses[leaf] = found ? 0 : misses[leaf] + 1;
        }
    }

    /** The number of 64-bit words of a mask over all leaves. */
    public int maskWords() {
        return (leaves + 63) >>> 6;
    }
}
