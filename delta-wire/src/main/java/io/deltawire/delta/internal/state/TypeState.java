package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of one type of message, which writer and reader build alike: its nodes, the predictor and the rings of each
 * leaf, and its mask dictionary.
 *
 * <p>The instance belongs to one epoch. At the next epoch {@link #restart} may empty it and use its memory again, so
 * that an epoch with the same messages allocates little. The records themselves are in {@link RecordTable}; a type only
 * remembers the record of its last message, which predictions and new records refer to. It also caches the token orders
 * of its records.
 */
public final class TypeState {
    private static final int[] NONE = {};
    /** A type with more nodes is not reused in the next epoch. */
    private static final int MAX_REUSED_NODES = 1 << 12;
    /** Approximate memory of a node with its leaf, in bytes. */
    private static final int NODE_BYTES = 150;
    /** The initial and the largest number of cached token orders; powers of two. */
    private static final int TOKEN_ORDERS = 4;

    private static final int MAX_TOKEN_ORDERS = 64;
    /** Approximate memory of a ring for each value, in bytes: the value and two indexes. */
    private static final int RING_ENTRY_BYTES = 12;

    private final int id;
    /** Writer: the type over all epochs, which this is the state of; null on the reader's side. */
    private final WriterType owner;
    /** Writer: the number of idle records that still use this state. It cannot be reused while there are any. */
    private int idleRecords;

    private final SchemaNode root = new SchemaNode(0, null, Op.NODE_FIELD, null, null);
    /** By id; the root is 0. */
    private final List<SchemaNode> nodes = new ArrayList<>();
    /** The nodes of the previous epoch, which are reused if the same ones are announced. */
    private final List<SchemaNode> previousNodes = new ArrayList<>(0);
    /** The nodes that have had items, in order of their first item. */
    private final List<SchemaNode> lists = new ArrayList<>(0);
    /** The node of each leaf. */
    private final List<SchemaNode> leafNodes = new ArrayList<>();
    /** For each leaf its model plus one, or 0; there may be fewer elements. */
    private int[] models = NONE;
    /** The number of leaves: {@code leafNodes.size()}. */
    private int leafCount;
    /** Changes whenever nodes or leaves do, so that caches can check whether they are valid. */
    private int version;

    private Predictor[] predictors = newPredictors(16);
    /** The leaves whose predictor is not the default, {@link Predictor#DELTA}; sorted. */
    private int[] predictedLeaves = NONE;

    /** A bit for each leaf in {@link #predictedLeaves} that is among the first 64. */
    private long predictedMask;
    /** The number of leaves that are predicted from another record. */
    private int fromOtherRecord;

    /** Cached token orders, each at the index given by the low bits of its number; null for none. */
    private TokenOrder[] tokenOrders = new TokenOrder[TOKEN_ORDERS];

    private int lastOrderNumber;

    private MaskDictionary masks;
    /** The stack of {@link RecordState#hasContent}: for each level, the number of children checked. */
    private int[] searchStack = new int[16];

    private final RecordTable slots;
    private int lastId = -1;
    /** The record of the last message if it has left its slot; else null. */
    private RecordState removedLast;
    /** The number of records of this type. */
    private int recordCount;
    /** The number of leaves that the size of the state counts. The reader has these leaves. */
    private int countedLeaves;

    /** Writer, for tests: the number of leaves compared and moved in searches for edits of lists. */
    private long editWork;

    /** The leaves that name the record; empty if unknown. */
    private int[] keyLeaves = NONE;

    /** The last class whose fields were found to be the leaves. */
    private ClassBinding binding;
    /** Reader: the last class whose fields were found not to be the leaves. */
    private Object unboundClass;

    /** Reader: the number of leaves at that time; with more leaves the class may fit. */
    private int unboundLeaves;

    private TextRing[] textRings = {};
    private DoubleRing[] doubleRings = {};
    /** The texts that records were sent; null before the first one. */
    private TextHistory history;
    /** Writer: for each leaf, the doubles in a row that had no scale, or later the searches skipped. */
    private int[] misses = NONE;

    private final boolean indexed;

    /**
     * @param slots holds the records of this type
     * @param indexed whether rings and masks are looked up by value, as the writer does
     */
    public TypeState(int id, RecordTable slots, boolean indexed) {
        this(id, slots, indexed, null);
    }

    /** Creates the state of a writer's type. */
    TypeState(int id, RecordTable slots, WriterType owner) {
        this(id, slots, true, owner);
    }

    private TypeState(int id, RecordTable slots, boolean indexed, WriterType owner) {
        this.id = id;
        this.slots = slots;
        this.indexed = indexed;
        this.owner = owner;
        this.masks = new MaskDictionary(indexed);
        nodes.add(root);
    }

    public int id() {
        return id;
    }

    /** Writer: returns the type over all epochs, which this is the state of; null on the reader's side. */
    public WriterType owner() {
        return owner;
    }

    /** Returns the node that all others descend from. Its id is 0. */
    public SchemaNode root() {
        return root;
    }

    /** Returns the nodes by id, which callers must not change. */
    public List<SchemaNode> nodes() {
        return nodes;
    }

    public SchemaNode node(int id) {
        return nodes.get(id);
    }

    public int nodeCount() {
        return nodes.size();
    }

    /** Returns the nodes that have had items, in order of their first item. Callers must not change the list. */
    public List<SchemaNode> lists() {
        return lists;
    }

    /** Returns the node of each leaf. Callers must not change the list. */
    public List<SchemaNode> leafNodes() {
        return leafNodes;
    }

    public SchemaNode leafNode(int leaf) {
        return leafNodes.get(leaf);
    }

    public int leafCount() {
        return leafCount;
    }

    /** Returns a number that changes whenever nodes or leaves do, so that caches can check whether they are valid. */
    public int version() {
        return version;
    }

    /** Invalidates everything that depends on {@link #version}. */
    public void invalidateCaches() {
        version++;
    }

    public MaskDictionary masks() {
        return masks;
    }

    /** Returns the last class whose fields were found to be the leaves. */
    public ClassBinding binding() {
        return binding;
    }

    public void setBinding(ClassBinding binding) {
        this.binding = binding;
    }

    /** Reader: records that the fields of a class are not the present leaves. */
    public void markUnbindable(Object fields) {
        unboundClass = fields;
        unboundLeaves = leafCount;
    }

    /** Reader: whether the fields of a class were found not to be the leaves, which have not changed since. */
    public boolean isUnbindable(Object fields) {
        return fields == unboundClass && leafCount == unboundLeaves;
    }

    /** Returns the leaves that name the record; empty if unknown. */
    public int[] keyLeaves() {
        return keyLeaves;
    }

    public void setKeyLeaves(int[] leaves) {
        keyLeaves = leaves;
    }

    /** Returns the number of records of this type. */
    public int recordCount() {
        return recordCount;
    }

    /** Counts a record that has been put in its slot. */
    public void countRecord() {
        recordCount++;
    }

    /** Removes a record, which leaves its slot for good. */
    public void removeRecord(RecordState record) {
        releaseId(record);
        recordCount--;
    }

    /** Writer: counts a record that becomes idle, and returns whether it is the first one. */
    boolean addIdleRecord() {
        return idleRecords++ == 0;
    }

    /** Writer: removes an idle record, and returns whether it was the last one. */
    boolean removeIdleRecord() {
        return --idleRecords == 0;
    }

    /** Writer: whether idle records still use this state, so that it cannot be reused. */
    boolean hasIdleRecords() {
        return idleRecords > 0;
    }

    /** Returns the number of leaves that the size of the state counts. The reader has these leaves. */
    int countedLeaves() {
        return countedLeaves;
    }

    /** Whether the size of the state counts all leaves. */
    public boolean hasAllLeavesCounted() {
        return countedLeaves == leafCount;
    }

    /** Records that the size of the state counts all present leaves. */
    public void markLeavesCounted() {
        countedLeaves = leafCount;
    }

    /** Writer, for tests: returns the number of leaves compared and moved in searches for edits of lists. */
    public long editWork() {
        return editWork;
    }

    public void addEditWork(long leaves) {
        editWork += leaves;
    }

    /**
     * Whether this type is worth {@linkplain #restart reusing} in the next epoch. It is not if it holds much more
     * memory than this epoch has used, because the memory of one large epoch would never be released.
     */
    boolean isWorthKeeping() {
        long used = NODE_BYTES * (long) nodes.size() + masks.usedBytes();
        long held = masks.allocatedBytes()
                + (long) Integer.BYTES * predictors.length
                + (long) Integer.BYTES * (textRings.length + doubleRings.length + misses.length);
        for (TextRing ring : textRings) {
            if (ring != null) {
                used += RING_ENTRY_BYTES * (long) ring.size();
                held += RING_ENTRY_BYTES * (long) ring.capacity();
            }
        }
        if (history != null) {
            used += history.usedBytes();
            held += history.capacity();
        }
        for (DoubleRing ring : doubleRings) {
            if (ring != null) {
                used += RING_ENTRY_BYTES * (long) ring.size();
                held += RING_ENTRY_BYTES * (long) ring.capacity();
            }
        }
        return nodes.size() <= MAX_REUSED_NODES && held <= 4 * used;
    }

    /** Begins an epoch without nodes. The nodes of this epoch are reused if the same ones are announced again. */
    void restart() {
        previousNodes.clear();
        previousNodes.addAll(nodes);
        nodes.clear();
        lists.clear();
        leafNodes.clear();
        leafCount = 0;
        models = NONE;
        version++;
        root.reset();
        nodes.add(root);
        Arrays.fill(predictors, Predictor.DELTA);
        predictedLeaves = NONE;
        predictedMask = 0;
        fromOtherRecord = 0;
        editWork = 0;
        Arrays.fill(misses, 0);
        lastId = -1;
        removedLast = null;
        recordCount = 0;
        countedLeaves = 0;
        keyLeaves = NONE;
        unboundClass = null;
        if (tokenOrders.length > TOKEN_ORDERS) {
            tokenOrders = new TokenOrder[TOKEN_ORDERS];
        } else {
            Arrays.fill(tokenOrders, null);
        }
        masks.clear();
        if (history != null) {
            history.clear();
        }
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

    /** Writer: releases the data that only messages need, while only idle records use this state. */
    void releaseCaches() {
        textRings = new TextRing[0];
        doubleRings = new DoubleRing[0];
        history = null;
        masks = new MaskDictionary(indexed);
        tokenOrders = new TokenOrder[TOKEN_ORDERS];
    }

    /** Returns the stack of {@link RecordState#hasContent}. */
    int[] searchStack() {
        return searchStack;
    }

    /** Doubles the stack, and returns it. */
    int[] growSearchStack() {
        searchStack = Arrays.copyOf(searchStack, 2 * searchStack.length);
        return searchStack;
    }

    /** Returns the record of this type's last message, whatever its key; null before the first message. */
    public RecordState lastRecord() {
        return lastId >= 0 ? slots.at(lastId) : removedLast;
    }

    /** Whether the last message was for this record, which is in its slot. */
    public boolean isLast(RecordState record) {
        return lastId == record.id();
    }

    /** Records that a message of this type was for this record. */
    public void setLastRecord(RecordState record) {
        lastId = record.id();
    }

    /** Records that a record leaves its slot. The last record stays available to predictions. */
    public void releaseId(RecordState record) {
        if (lastId == record.id()) {
            removedLast = record;
            lastId = -1;
        }
    }

    /** Returns the token order with this number, or null if it is no longer cached. No order has the number 0. */
    TokenOrder tokenOrder(int number) {
        TokenOrder order = tokenOrders[number & tokenOrders.length - 1];
        return order != null && order.number() == number ? order : null;
    }

    /** Returns the token order of records that have values in these leaves. */
    TokenOrder tokenOrder(long[] present) {
        int hash = Arrays.hashCode(present);
        for (TokenOrder order : tokenOrders) {
            if (order != null && order.isFor(present, hash)) {
                return order;
            }
        }
        lastOrderNumber = lastOrderNumber == Integer.MAX_VALUE ? 1 : lastOrderNumber + 1;
        TokenOrder made = TokenOrder.build(this, present, hash, lastOrderNumber);
        if (tokenOrders[lastOrderNumber & tokenOrders.length - 1] != null) {
            growTokenOrders();
        }
        tokenOrders[lastOrderNumber & tokenOrders.length - 1] = made;
        return made;
    }

    /** Doubles the cache of token orders if the stream may have more of them. */
    private void growTokenOrders() {
        TokenOrder[] kept = tokenOrders;
        if (kept.length < MAX_TOKEN_ORDERS && slots.tryReserve((long) kept.length * nodes.size())) {
            tokenOrders = new TokenOrder[2 * kept.length];
            for (TokenOrder order : kept) {
                if (order != null) {
                    tokenOrders[order.number() & tokenOrders.length - 1] = order;
                }
            }
        }
    }

    public SchemaNode addNode(SchemaNode parent, int kind, String name, byte[] key) {
        int id = nodes.size();
        SchemaNode node = id < previousNodes.size() ? previousNodes.get(id) : null;
        if (node != null && node.hasDefinition(parent, kind, name, key)) {
            node.reset();
        } else {
            node = new SchemaNode(id, parent, kind, name, key);
        }
        nodes.add(node);
        parent.add(node);
        version++;
        if (kind == Op.NODE_ITEM && parent.listNumber() < 0) {
            parent.setListNumber(lists.size());
            lists.add(parent);
        }
        return node;
    }

    /** Reader: returns the name of the node that had this number in the previous epoch, or null. */
    String formerName(int id) {
        return id < previousNodes.size() ? previousNodes.get(id).name() : null;
    }

    public void addLeaf(SchemaNode node) {
        node.setLeaf(leafCount);
        leafNodes.add(node);
        version++;
        leafCount = leafNodes.size();
        if (leafCount > predictors.length) {
            int former = predictors.length;
            predictors = Arrays.copyOf(predictors, 2 * leafCount);
            Arrays.fill(predictors, former, predictors.length, Predictor.DELTA);
        }
    }

    /** Makes a leaf the model of a later one, at the same place below a node that is a copy. */
    public void setModel(int leaf, int model) {
        if (leaf >= models.length) {
            models = Arrays.copyOf(models, Math.max(leafCount, 2 * models.length));
        }
        models[leaf] = model + 1;
    }

    /**
     * Loads the value of a leaf's model as the prediction of its first value. Without a model, or if the model has no
     * value that another one can differ from, the prediction stays as it is, which is absent.
     */
    public void predictFromModel(RecordState record, int leaf, EncodedValue into) {
        if (leaf < models.length
                && models[leaf] > 0
                && record.lastNonNullKind(leaf) == Kind.ABSENT
                && !Kind.isFollowedInFull(record.kind(models[leaf] - 1))) {
            record.load(models[leaf] - 1, into);
        }
    }

    /** Undoes the last {@link #addNode}. */
    public void removeLastNode() {
        SchemaNode node = nodes.remove(nodes.size() - 1);
        version++;
        node.parent().remove(node);
        if (node.kind() == Op.NODE_ITEM && node.parent().itemCount() == 0) {
            lists.remove(node.parent().listNumber());
            node.parent().setListNumber(-1);
        }
    }

    /** Undoes the last {@link #addLeaf}. */
    public void removeLastLeaf() {
        leafNodes.remove(leafNodes.size() - 1).setLeaf(-1);
        version++;
        leafCount = leafNodes.size();
        if (leafCount < models.length) {
            models[leafCount] = 0;
        }
        for (int leaf : keyLeaves) {
            if (leaf == leafCount) {
                keyLeaves = NONE; // they were found by a message that is not written after all
            }
        }
    }

    private static Predictor[] newPredictors(int count) {
        Predictor[] all = new Predictor[count];
        Arrays.fill(all, Predictor.DELTA);
        return all;
    }

    public Predictor predictor(int leaf) {
        return predictors[leaf];
    }

    /** Returns the predictor of each leaf; there may be more elements. The array is for loops over leaves. */
    public Predictor[] predictors() {
        return predictors;
    }

    /** Returns the leaves whose predictor is not {@link Predictor#DELTA}, sorted. A change makes another array. */
    public int[] predictedLeaves() {
        return predictedLeaves;
    }

    /** Returns a bit for each leaf in {@link #predictedLeaves} that is among the first 64. */
    public long predictedMask() {
        return predictedMask;
    }

    /** Whether a leaf is predicted from another record. */
    public boolean hasPredictionsFromOtherRecord() {
        return fromOtherRecord > 0;
    }

    public void setPredictor(int leaf, Predictor predictor) {
        boolean was = predictors[leaf] != Predictor.DELTA;
        boolean is = predictor != Predictor.DELTA;
        fromOtherRecord += (predictor.isFromOtherRecord() ? 1 : 0) - (predictors[leaf].isFromOtherRecord() ? 1 : 0);
        predictors[leaf] = predictor;
        if (was != is) {
            predictedMask ^= leaf < Long.SIZE ? 1L << leaf : 0;
            predictedLeaves = is ? with(predictedLeaves, leaf) : without(predictedLeaves, leaf);
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
            textRings = Arrays.copyOf(textRings, Math.max(leaf + 1, leafCount));
        }
        if (textRings[leaf] == null) {
            textRings[leaf] = new TextRing(indexed);
        }
        return textRings[leaf];
    }

    public DoubleRing doubleRing(int leaf) {
        if (leaf >= doubleRings.length) {
            doubleRings = Arrays.copyOf(doubleRings, Math.max(leaf + 1, leafCount));
        }
        if (doubleRings[leaf] == null) {
            doubleRings[leaf] = new DoubleRing(indexed);
        }
        return doubleRings[leaf];
    }

    /** Returns the texts that the records of this type were sent. */
    public TextHistory history() {
        if (history == null) {
            history = new TextHistory(indexed);
        }
        return history;
    }

    /**
     * Writer: counts a search for the scale of a double of this leaf, and returns whether to skip it because the last
     * doubles had none.
     */
    public boolean skipScaleSearch(int leaf) {
        if (leaf >= misses.length) {
            misses = Arrays.copyOf(misses, Math.max(leaf + 1, leafCount));
        }
        return misses[leaf] >= 4 && (++misses[leaf] & 7) != 0;
    }

    /** Writer: records whether a double of this leaf had a scale, after {@link #skipScaleSearch} has returned false. */
    public void recordScaleSearch(int leaf, boolean found) {
        if (misses[leaf] < 4 || found) {
            misses[leaf] = found ? 0 : misses[leaf] + 1;
        }
    }

    /** Returns the number of 64-bit words of a mask over all leaves. */
    public int maskWords() {
        return (leafCount + 63) >>> 6;
    }
}
