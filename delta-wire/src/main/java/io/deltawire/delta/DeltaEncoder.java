package io.deltawire.delta;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.VarInt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the columns of a message into the bytes of its body, against the last record of its key. All choices of the
 * format are made here and announced in the bytes. State changes only after the bytes are complete.
 */
final class DeltaEncoder {
    private final Columns in;
    private final Map<Object, EncodedType> known = new HashMap<>();
    private final List<EncodedType> types = new ArrayList<>();
    private final EncodedRecords records;
    private final ValueWriter head = new ValueWriter();
    private final ValueWriter values = new ValueWriter();
    private final ValueWriter trial = new ValueWriter();
    private final ValueCoder coder = new ValueCoder(values);
    private final ValueCoder trialCoder = new ValueCoder(trial);
    private final ColumnUpdate columnUpdate;
    private final ListEdits listEdits;
    private final Coded predicted = new Coded();
    private final Coded tried = new Coded();
    private Coded[] coded = {};
    private boolean[] ringed = {};
    private long[] mask = new long[1];

    /** For values that are not wanted. */
    private final long[] unused = new long[FieldColumns.MAX_FIELDS];

    private final Succession succession = new Succession();
    private Object lastIdentity;
    private EncodedType lastType;

    DeltaEncoder(WireLimits limits, Columns in) {
        this.records = new EncodedRecords(limits);
        this.in = in;
        this.columnUpdate = new ColumnUpdate(in, values, coder);
        this.listEdits = new ListEdits(in);
    }

    /** Forgets everything that the reader forgets. Nobody may hold a record after this. */
    void reset() {
        records.clear();
        begin();
    }

    /** Forgets everything that the reader forgets, and leaves the records to those who hold them. */
    void drop() {
        records.drop();
        begin();
    }

    private void begin() {
        types.clear();
        succession.clear();
    }

    /** Returns the type with this identity, begun anew where the reader does not know it. */
    EncodedType type(Object identity) {
        EncodedType type =
                identity == lastIdentity ? lastType : known.computeIfAbsent(identity, k -> new EncodedType());
        lastIdentity = identity;
        lastType = type;
        if (type.state == null || type.state.id >= types.size() || types.get(type.state.id) != type) {
            type.reset(new TypeState(types.size(), records.bySlot(), true));
            types.add(type);
        }
        return type;
    }

    /** The record of the last message. */
    RecordState lastRecord() {
        return records.bySlot().at[succession.previous()];
    }

    /** The record of this key, or null. */
    RecordState find(TypeState type, byte[] key, int length) {
        return records.find(type, key, length, records.hash(type, key, length));
    }

    /** The records, and what all of the state counts as. */
    EncodedRecords records() {
        return records;
    }

    int typeCount() {
        return types.size();
    }

    boolean isKnown(Object identity) {
        return known.containsKey(identity);
    }

    /** Undoes the {@link #type} that made this the newest. */
    void forgetNewestType(EncodedType type) {
        if (type.announcedLeaves == 0 && type.announcedNodes == 1 && types.get(types.size() - 1) == type) {
            types.remove(types.size() - 1);
            type.state = null;
        }
    }

    /**
     * Appends the message to {@code out}.
     *
     * @return the number of bytes that went into announcements and new records
     */
    int encode(EncodedType type, byte[] key, int keyLength, ValueWriter out) {
        TypeState state = type.state;
        head.out.clear();
        values.out.clear();
        int hash = records.hash(state, key, keyLength);
        RecordState record = records.find(state, key, keyLength, hash);
        boolean isNew = record == null;
        announceNodes(type);
        announcePredictors(type, type.countMessage() && !isNew);
        int source = 0;
        if (isNew) {
            record = records.newRecord(state);
            if (state.last() != null && clonePays(state)) {
                record.copyValues(state.last());
                source = 1;
            }
        }
        record.grow();
        if (state.last() != null) {
            state.last().grow();
        }
        findChanges(record, isNew);
        int overhead = head.out.position;
        boolean mayEdit = !isNew && !state.lists.isEmpty() && state.leaves <= ListEdit.MAX_LEAVES;
        if (mayEdit && listEdits.edit(record, mask, head)) {
            findChanges(record, false);
        }
        if (!isNew && type.inTrial()) {
            tryPredictors(type, record);
        }
        writeValues(record, isNew);
        writeHeader(record, isNew, source, head);
        int length = head.out.position + values.out.position;
        int forgotten = records.writeForgotten(out);
        out.raw(head.out.array, 0, head.out.position);
        out.raw(values.out.array, 0, values.out.position);
        if (state.countedLeaves != state.leaves) {
            records.grown(type);
        }
        if (isNew) {
            records.add(key, keyLength, hash, record);
            overhead = length;
        }
        commit(type, record);
        return overhead + forgotten;
    }

    /**
     * Appends the message that brings a record to the state of an object, where {@link #encode} has done it before with
     * the tokens of such an object.
     *
     * @param intake has compared them
     * @return the number of bytes that went into announcements
     */
    int update(ColumnBinding binding, RecordState record, Object object, ColumnIntake intake, ValueWriter out) {
        boolean isQuiet = binding.type.countsQuietly();
        if (isQuiet && columnUpdate.find(binding, record, object, intake)) {
            writeUpdate(binding, record, object, intake, out);
            return 0;
        }
        return updateAndLearn(binding, record, object, intake, out, !isQuiet);
    }

    /** Writes what {@link ColumnUpdate#find} has found. */
    private void writeUpdate(
            ColumnBinding binding, RecordState record, Object object, ColumnIntake intake, ValueWriter out) {
        long unpredicted = columnUpdate.unpredicted;
        int index = binding.state.templates.guess(unpredicted);
        if (index >= 0) {
            writeKey(record, index, out.out);
        } else {
            setMask(unpredicted);
            writeHeader(record, false, 0, out);
        }
        columnUpdate.write(binding, record, object, intake.values, out);
        cameTo(record);
    }

    private int updateAndLearn(
            ColumnBinding binding,
            RecordState record,
            Object object,
            ColumnIntake intake,
            ValueWriter out,
            boolean learns) {
        EncodedType type = binding.type;
        TypeState state = binding.state;
        boolean isTimeToChoose = learns && type.isTimeToChoose();
        boolean isTrial = learns && type.inTrial();
        if (isTrial
                && !isTimeToChoose
                && state.last().binding == binding
                && columnUpdate.find(binding, record, object, intake)) {
            tryPredictors(binding, record, object, intake);
            writeUpdate(binding, record, object, intake, out);
            return 0;
        }
        head.out.position = 0;
        values.out.position = 0;
        if (isTimeToChoose) {
            announcePredictors(type, true);
        }
        int overhead = head.out.position;
        in.message++;
        if (isTrial) {
            takeColumns(binding, object, -1L >>> 64 - state.leaves);
            findChanges(record, false);
            tryPredictors(type, record);
        } else {
            setMask(unpredicted(binding, record, object, intake.changed << binding.base));
        }
        writeValues(record, false);
        writeHeader(record, false, 0, head);
        out.raw(head.out.array, 0, head.out.position);
        out.raw(values.out.array, 0, values.out.position);
        commit(type, record);
        return overhead;
    }

    /** Whether all that the reader has to know of a type has been announced. */
    boolean isAnnounced(EncodedType type) {
        TypeState state = type.state;
        return type.announcedLeaves == state.leaves
                && type.announcedNodes == state.nodes.size()
                && (type.announcedKeys || state.keyLeaves.length == 0);
    }

    /**
     * Appends the message that makes a record of an object, of which there is none: a copy of the type's last record, which
     * is of the same class, with what is different. All of the type {@linkplain #isAnnounced has been announced}.
     *
     * @param intake has compared the object with that record
     * @return the number of bytes written
     */
    int create(ColumnBinding binding, Object object, byte[] key, int keyLength, ColumnIntake intake, ValueWriter out) {
        TypeState state = binding.state;
        long unlike = intake.changed << binding.base;
        int start = out.out.position;
        head.out.clear();
        binding.type.countMessage();
        RecordState record = records.newRecord(state);
        record.copyValues(state.last());
        record.binding = binding;
        setMask(unlike);
        writeHeader(record, true, 1, head);
        records.writeForgotten(out);
        out.raw(head.out.array, 0, head.out.position);
        columnUpdate.writeNew(binding, record, object, unlike, intake.values, out);
        records.add(key, keyLength, records.hash(state, key, keyLength), record);
        cameTo(record);
        return out.out.position - start;
    }

    private void setMask(long only) {
        if (mask.length != 1) {
            mask = new long[1];
        }
        mask[0] = only;
    }

    /** Takes the values of these leaves from an object. */
    private void takeColumns(ColumnBinding binding, Object object, long leaves) {
        for (long bits = leaves; bits != 0; bits &= bits - 1) {
            binding.take(object, Long.numberOfTrailingZeros(bits), in);
        }
    }

    /**
     * The leaves whose value is not the predicted one; takes their values.
     *
     * @param changes the leaves whose value is not the record's
     */
    private long unpredicted(ColumnBinding binding, RecordState record, Object object, long changes) {
        int[] leaves = binding.state.predicted;
        long predicted = binding.state.predictedMask;
        takeColumns(binding, object, changes | predicted);
        makeRoom(binding.state.leaves);
        long result = changes & ~predicted;
        for (int leaf : leaves) {
            if (isChanged(record, leaf, false)) {
                result |= 1L << leaf;
            }
        }
        return result;
    }

    /** Appends a deletion of the record with this key; false where there is none. */
    boolean delete(EncodedType type, byte[] key, int length, ValueWriter out) {
        RecordState record = find(type.state, key, length);
        if (record == null) {
            return false;
        }
        records.remove(record);
        out.op(Op.DELETE);
        out.varInt(record.slot);
        return true;
    }

    // ---- announcements

    private void announceNodes(EncodedType type) {
        TypeState state = type.state;
        int newNodes = state.nodes.size() - type.announcedNodes;
        int entries = newNodes;
        for (int leaf = type.announcedLeaves; leaf < state.leaves; leaf++) {
            if (state.leafNodes.get(leaf).id < type.announcedNodes || !leafFollowsNode(type, leaf)) {
                entries++;
            }
        }
        if (entries == 0) {
            return;
        }
        head.op(Op.NODES);
        head.varInt(state.id);
        head.varInt(entries);
        Node parentBefore = state.root;
        Node before = state.root;
        int leaf = type.announcedLeaves;
        // Nodes come in order of their making; a leaf that is made with its node is a flag on the node's entry.
        for (int id = type.announcedNodes; id < state.nodes.size(); id++) {
            Node node = state.nodes.get(id);
            while (leaf < state.leaves && state.leafNodes.get(leaf).id < id) {
                writeLeafOf(state.leafNodes.get(leaf++));
            }
            boolean hasLeaf = leaf < state.leaves && state.leafNodes.get(leaf) == node;
            if (hasLeaf) {
                leaf++;
            }
            writeNode(node, hasLeaf, parentBefore, before);
            parentBefore = node.parent;
            before = node;
        }
        while (leaf < state.leaves) {
            writeLeafOf(state.leafNodes.get(leaf++));
        }
    }

    /** Whether the leaf is announced as a flag of its node: it is the next leaf when the node's turn comes. */
    private static boolean leafFollowsNode(EncodedType type, int leaf) {
        TypeState state = type.state;
        int id = state.leafNodes.get(leaf).id;
        for (int i = type.announcedLeaves; i < leaf; i++) {
            if (state.leafNodes.get(i).id > id) {
                return false;
            }
        }
        return true;
    }

    private void writeLeafOf(Node node) {
        head.op(Op.NODE_LEAF_OF);
        head.varInt(node.id);
    }

    private void writeNode(Node node, boolean hasLeaf, Node parentBefore, Node before) {
        int parent = node.parent == parentBefore
                ? Op.PARENT_SAME
                : node.parent == before ? Op.PARENT_PREVIOUS_NODE : Op.PARENT_EXPLICIT;
        int flags = parent | (hasLeaf ? Op.NODE_HAS_LEAF : 0);
        int shared = node.kind == Op.NODE_FIELD && before.kind == Op.NODE_FIELD && before.name != null
                ? commonPrefix(node.name, before.name)
                : 0;
        head.op((shared >= 3 ? Op.NODE_FIELD_PREFIX : node.kind) | flags);
        if (parent == Op.PARENT_EXPLICIT) {
            head.varInt(node.parent.id);
        }
        if (shared >= 3) {
            head.varInt(shared);
            Wtf8.write(head.out, node.name.substring(shared));
        } else if (node.name != null) {
            Wtf8.write(head.out, node.name);
        } else if (node.key != null) {
            head.raw(node.key, 0, node.key.length);
        }
    }

    private static int commonPrefix(String a, String b) {
        int i = 0;
        int max = Math.min(a.length(), b.length());
        while (i < max && a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return i > 0 && Character.isHighSurrogate(a.charAt(i - 1)) ? i - 1 : i;
    }

    private void announcePredictors(EncodedType type, boolean choose) {
        TypeState state = type.state;
        if (!type.announcedKeys && state.keyLeaves.length > 0) {
            head.op(Op.KEYS);
            head.varInt(state.id);
            head.varInt(state.keyLeaves.length);
            for (int leaf : state.keyLeaves) {
                head.varInt(leaf);
            }
        }
        int count = 0;
        for (int leaf = choose ? 0 : type.announcedLeaves; leaf < state.leaves; leaf++) {
            byte wanted = leaf < type.announcedLeaves ? type.bestPredictor(leaf) : type.learntPredictor(leaf);
            if (wanted != state.predictors[leaf]) {
                if (count++ == 0) {
                    head.op(Op.PREDICTORS);
                    head.varInt(state.id);
                }
                head.varInt((long) leaf << 2 | wanted);
                state.predict(leaf, wanted);
                type.learn(leaf, wanted);
            }
        }
        if (count > 0) {
            head.op(0x03); // no leaf: the list ends
        }
    }

    // ---- the message

    private boolean clonePays(TypeState state) {
        RecordState last = state.last();
        last.grow();
        int fromLast = 0;
        int fromNothing = 0;
        for (int leaf = 0; leaf < state.leaves; leaf++) {
            if (in.given(leaf)) {
                fromNothing++;
            }
            if (!in.same(leaf, last)) {
                fromLast++;
            }
        }
        return fromLast <= fromNothing;
    }

    private void findChanges(RecordState record, boolean isNew) {
        TypeState state = record.type;
        int leaves = state.leaves;
        makeRoom(leaves);
        int words = state.maskWords();
        if (mask.length != words) {
            mask = new long[words];
        } else {
            Arrays.fill(mask, 0);
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            if (isChanged(record, leaf, isNew)) {
                mask[leaf >>> 6] |= 1L << leaf;
            }
        }
    }

    private void makeRoom(int leaves) {
        if (coded.length < leaves) {
            int old = coded.length;
            coded = Arrays.copyOf(coded, Math.max(leaves, 2 * old));
            for (int i = old; i < coded.length; i++) {
                coded[i] = new Coded();
            }
            ringed = new boolean[coded.length];
        }
    }

    private boolean isChanged(RecordState record, int leaf, boolean isNew) {
        RecordState last = record.type.last();
        return switch (record.type.predictors[leaf]) {
            case Op.PREVIOUS -> !in.same(leaf, record);
            case Op.LAST_OF_TYPE -> !in.same(leaf, last == null ? record : last);
            default -> isOffLine(record, leaf, isNew);
        };
    }

    private boolean isOffLine(RecordState record, int leaf, boolean isNew) {
        if (record.difference(leaf) == 0) {
            return !in.same(leaf, record);
        }
        predicted.predict(record, leaf);
        coder.code(in, leaf, predicted, isNew, record.type, coded[leaf]);
        return !coded[leaf].same(predicted);
    }

    private void writeValues(RecordState record, boolean isNew) {
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                predicted.predict(record, leaf);
                coder.code(in, leaf, predicted, isNew, record.type, coded[leaf]);
                ringed[leaf] = coder.write(coded[leaf], predicted, record, leaf);
            }
        }
    }

    private void writeHeader(RecordState record, boolean isNew, int source, ValueWriter to) {
        TypeState state = record.type;
        int index = state.templates.indexOf(mask);
        boolean bitmap = index < 0 && bitmapBytes(state) <= sparseBytes();
        int code = index >= Op.SHORT_TEMPLATES
                ? Op.SHORT_TEMPLATES + (index - Op.SHORT_TEMPLATES >> 8)
                : index >= 0 ? index : bitmap ? Op.BITMAP_STORED : Op.SPARSE_STORED;
        if (isNew) {
            writeNew(record, source, to);
            to.op(code);
        } else {
            writeKey(record, code, to.out);
        }
        if (index >= Op.SHORT_TEMPLATES) {
            to.op(index - Op.SHORT_TEMPLATES & 0xFF);
        } else if (bitmap) {
            writeBitmap(state, to);
        } else if (index < 0) {
            writeSparse(to);
        }
        if (index < 0) {
            // Harmless before the commit: a message that fails from here on ends the epoch.
            state.templates.add(mask);
        }
    }

    /** Writes the first byte of an update, with the code of its mask, and the slot where that is needed. */
    private void writeKey(RecordState record, int code, OutputBuffer to) {
        to.ensure(1 + VarInt.MAX_BYTES);
        int mode = succession.mode(record.slot);
        to.array[to.position++] = (byte) (mode | code);
        if (mode == Op.SLOT) {
            to.position = VarInt.write(to.array, to.position, record.slot);
        }
    }

    private void writeNew(RecordState record, int source, ValueWriter to) {
        if (source == 0 && records.replaces(record.type, record.slot)) {
            to.op(Op.FULL);
            to.varInt(record.slot);
            return;
        }
        if (record.slot == records.slots()) {
            to.op(Op.NEW);
        } else {
            to.op(Op.NEW_AT);
            to.varInt(record.slot);
        }
        to.varInt((long) record.type.id << 1 | source);
    }

    private static int bitmapBytes(TypeState state) {
        return state.leaves + 7 >>> 3;
    }

    private int sparseBytes() {
        int size = 1;
        int last = -1;
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                size += leaf - last > 128 ? 2 : 1;
                last = leaf;
            }
        }
        return size;
    }

    private void writeBitmap(TypeState state, ValueWriter to) {
        for (int i = 0; i < bitmapBytes(state); i++) {
            to.op((int) (mask[i >>> 3] >>> ((i & 7) << 3)));
        }
    }

    private void writeSparse(ValueWriter to) {
        int count = 0;
        for (long word : mask) {
            count += Long.bitCount(word);
        }
        to.varInt(count);
        int last = -1;
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                to.varInt(leaf - last - 1);
                last = leaf;
            }
        }
    }

    // ---- after the bytes

    private void commit(EncodedType type, RecordState record) {
        TypeState state = record.type;
        for (int leaf : state.predicted) {
            if ((mask[leaf >>> 6] >>> leaf & 1) == 0) {
                if (state.predictors[leaf] == Op.LAST_OF_TYPE) {
                    if (state.last() != null && state.last() != record) {
                        record.copyValue(state.last(), leaf);
                    }
                } else if (record.difference(leaf) != 0) {
                    record.set(leaf, coded[leaf]);
                }
            }
        }
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                Coded value = coded[leaf];
                if (ringed[leaf]) {
                    state.ring(leaf, value);
                }
                record.set(leaf, value);
            }
        }
        cameTo(record);
        type.announcedNodes = state.nodes.size();
        type.announcedLeaves = state.leaves;
        type.announcedKeys |= state.keyLeaves.length > 0;
    }

    /** Takes note that the record has had its message. */
    private void cameTo(RecordState record) {
        record.updates++;
        record.type.setLast(record);
        succession.cameTo(record.slot);
    }

    /** Adds up what each predictor would have cost for each leaf. */
    private void tryPredictors(EncodedType type, RecordState record) {
        TypeState state = record.type;
        RecordState last = state.last();
        for (int leaf = 0; leaf < type.announcedLeaves; leaf++) {
            if (record.difference(leaf) == 0 && in.same(leaf, record)) {
                // No need to code it to know what it costs: nothing, and about two bytes where another key has another.
                if (last != null && last != record && !in.same(leaf, last)) {
                    type.charge(Op.LAST_OF_TYPE, leaf, 2);
                }
                continue;
            }
            tryPredictors(type, record, leaf);
        }
    }

    private void tryPredictors(EncodedType type, RecordState record, int leaf) {
        TypeState state = record.type;
        byte present = state.predictors[leaf];
        for (byte predictor = 0; predictor <= Op.LAST_OF_TYPE; predictor++) {
            state.predictors[leaf] = predictor;
            predicted.predict(record, leaf);
            trialCoder.code(in, leaf, predicted, false, state, tried);
            if (!tried.same(predicted)) {
                trial.out.clear();
                trialCoder.write(tried, predicted, record, leaf);
                type.charge(predictor, leaf, trial.out.position);
            }
        }
        state.predictors[leaf] = present;
    }

    /** Does what {@link #tryPredictors(EncodedType, RecordState)} does, for an object. */
    private void tryPredictors(ColumnBinding binding, RecordState record, Object object, ColumnIntake intake) {
        EncodedType type = binding.type;
        RecordState last = record.type.last();
        long changed = intake.changed << binding.base;
        if (last != record) {
            long others = binding.columns.changes(object, last.raw, last.ref, binding.base, unused) << binding.base;
            for (long left = others & ~changed; left != 0; left &= left - 1) {
                int leaf = Long.numberOfTrailingZeros(left);
                if (record.difference(leaf) == 0) {
                    type.charge(Op.LAST_OF_TYPE, leaf, 2);
                }
            }
        }
        for (int leaf = 0; leaf < type.announcedLeaves; leaf++) {
            boolean isTried = (changed >>> leaf & 1) != 0 || record.difference(leaf) != 0;
            if (isTried && !columnUpdate.charge(binding, record, intake, leaf)) {
                binding.take(object, leaf, in);
                tryPredictors(type, record, leaf);
            }
        }
    }
}
