package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.EncodedRecords;
import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.state.EncodedTypes;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.Succession;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.BlockWriter;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.wire.WireLimits;
import java.util.Arrays;

/**
 * Turns the columns of a message into the bytes of its body, against the last record of its key. All choices of the
 * format are made here and announced in the bytes. By tokens, state changes only after the bytes are complete; by columns, while they are
 * written: a message that fails from there on ends the epoch.
 */
public final class DeltaEncoder {
    private final Columns in;
    private final EncodedRecords records;
    private final EncodedTypes types;
    private final ValueWriter head = new ValueWriter();
    private final ValueWriter values = new ValueWriter();
    private final Heads heads;
    private final ColumnUpdate columnUpdate;
    private final OnePassUpdate onePassUpdate;
    private final LeafUpdate leafUpdate;
    private final Announcements announcements = new Announcements(head);
    private final Trials trials;
    private final ListEdits listEdits;
    private final GivenValues given;
    /** What the rings hold, but for what {@link #heads} and {@link #columnUpdate} have put in them. */
    private long ringBytes;

    private final Succession succession = new Succession();

    /**
     * @param blocks where messages are written
     * @param keepsIdle whether what records of former epochs were is to be kept for key frames
     */
    public DeltaEncoder(WireLimits limits, Columns in, BlockWriter blocks, boolean keepsIdle) {
        this.records = new EncodedRecords(limits, keepsIdle);
        this.types = new EncodedTypes(records.bySlot());
        this.in = in;
        ValueCoder coder = new ValueCoder(values);
        this.given = new GivenValues(in, values, coder);
        this.columnUpdate = new ColumnUpdate(in, values, coder);
        this.heads = new Heads(records);
        this.onePassUpdate = new OnePassUpdate(blocks, succession, heads, columnUpdate);
        this.leafUpdate = new LeafUpdate(blocks, succession, heads, limits);
        this.trials = new Trials(in);
        this.listEdits = new ListEdits(in);
    }

    /** Forgets everything that the reader forgets. Nobody may hold a record after this. */
    public void reset() {
        records.clear();
        begin();
    }

    /** Forgets everything that the reader forgets, and what the records of the epoch say. */
    public void drop() {
        records.drop();
        begin();
    }

    private void begin() {
        ringBytes = 0;
        heads.ringBytes = 0;
        columnUpdate.ringBytes = 0;
        types.beginEpoch();
        succession.clear();
    }

    /** The record of the last message. */
    public RecordState lastRecord() {
        return records.bySlot().at[succession.previous()];
    }

    /** The record of this key, or null. */
    public RecordState find(TypeState type, byte[] key, int length) {
        return records.find(type, key, length, records.hash(type, key, length));
    }

    /** The records, and what all of the state counts as. */
    public EncodedRecords records() {
        return records;
    }

    /** The types of the epoch. */
    public EncodedTypes types() {
        return types;
    }

    /** What the rings hold, which the reader bounds as well. */
    public long ringBytes() {
        return ringBytes + heads.ringBytes + columnUpdate.ringBytes;
    }

    /**
     * Appends the message to {@code out}.
     *
     * @return the number of bytes that went into announcements and new records
     */
    public int encode(EncodedType type, byte[] key, int keyLength, ValueWriter out) {
        return encode(type, find(type.state, key, keyLength), key, keyLength, out);
    }

    /** @param known the record of the key, or null where there is none */
    public int encode(EncodedType type, RecordState known, byte[] key, int keyLength, ValueWriter out) {
        TypeState state = type.state;
        RecordState record = known;
        head.out.clear();
        values.out.clear();
        boolean isNew = record == null;
        if (!announcements.areDone(type)) {
            announcements.nodes(type);
        }
        announcements.predictors(type, type.countMessage() && !isNew);
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
        if (!isNew && listEdits.edit(record, heads.mask(), head)) {
            findChanges(record, false);
        }
        if (!isNew && type.inTrial()) {
            trials.charge(type, record);
        }
        given.write(record, heads.mask(), isNew);
        if (isNew) {
            heads.write(record, Heads.NEW, source, head);
        } else {
            heads.writeUpdate(record, succession.mode(record.slot), head);
        }
        int length = head.out.position + values.out.position;
        int forgotten = records.writeForgotten(out);
        out.raw(head.out.array, 0, head.out.position);
        out.raw(values.out.array, 0, values.out.position);
        if (state.countedLeaves != state.leaves) {
            records.grown(type);
        }
        if (isNew) {
            records.add(key, keyLength, records.hash(state, key, keyLength), record);
            overhead = length;
        }
        commit(type, record);
        return overhead + forgotten;
    }

    /**
     * Appends the message that brings a record to the state of an object, where {@link #encode} has done it before with
     * the tokens of such an object.
     *
     * @param fields those that differ from the record
     * @param now what these are now, where they are held as 64 bits
     * @return the number of bytes that went into announcements
     */
    public int update(
            EncodedType type,
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] now,
            ValueWriter out) {
        boolean isQuiet = type.countQuietly();
        if (isQuiet && columnUpdate.find(binding, record, object, fields, now)) {
            writeUpdate(binding, record, object, now, out);
            return 0;
        }
        return updateAndLearn(type, binding, record, object, fields, now, out, !isQuiet);
    }

    /**
     * Counts an update in one pass that is to be tried with every predictor, or with which it is time to choose, and does that. The last record
     * has an object that is made as this one.
     *
     * @param fields those that differ
     * @param values what these are now, where they are held as 64 bits
     * @return false where there is more to do; it has not been counted then
     */
    public boolean tryPredictors(
            EncodedType type, LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        if (type.isChoiceNext() && !announcements.areKept(type)) {
            return false;
        }
        type.countAsChosen();
        if (type.inTrial()) {
            trials.charge(type, binding, record, object, fields, values);
        }
        return true;
    }

    /** What does what {@link #update} does, for an object whose changes go in one pass, and which has been counted. */
    public OnePassUpdate onePassUpdate() {
        return onePassUpdate;
    }

    /** What does what {@link #updateTaken} does, for an object whose changes are found leaf by leaf, and which has been counted. */
    public LeafUpdate leafUpdate() {
        return leafUpdate;
    }

    /** Writes what {@link ColumnUpdate#find} has found. */
    private void writeUpdate(LeafBinding binding, RecordState record, Object object, long[] now, ValueWriter out) {
        heads.setMask(columnUpdate.unpredicted);
        heads.writeUpdate(record, succession.mode(record.slot), out);
        columnUpdate.write(binding, record, object, now, out);
        cameTo(record);
    }

    private int updateAndLearn(
            EncodedType type,
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] now,
            ValueWriter out,
            boolean learns) {
        TypeState state = binding.state;
        boolean isTimeToChoose = learns && type.enterPhase();
        boolean isTrial = learns && type.inTrial();
        if (isTrial && !isTimeToChoose && state.last().binding == binding) {
            if (columnUpdate.find(binding, record, object, fields, now)) {
                trials.charge(type, binding, record, object, fields, now);
                writeUpdate(binding, record, object, now, out);
                return 0;
            }
        }
        head.out.position = 0;
        values.out.position = 0;
        if (isTimeToChoose) {
            announcements.predictors(type, true);
        }
        int overhead = head.out.position;
        in.message++;
        if (isTrial) {
            takeColumns(binding, object, -1L >>> 64 - state.leaves);
            findChanges(record, false);
            trials.charge(type, record);
        } else {
            heads.setMask(unpredicted(binding, record, object, fields << binding.base));
        }
        writeUpdate(type, record, out);
        return overhead;
    }

    /**
     * Appends the message that brings a record to the state of an object, some of whose fields go by tokens.
     *
     * @param leaves those that may differ, or are predicted: their values have been taken
     * @param count how many these are
     * @return the number of bytes that went into announcements
     */
    public int updateTaken(EncodedType type, RecordState record, int[] leaves, int count, ValueWriter out) {
        TypeState state = record.type;
        boolean isTimeToChoose = type.countMessage();
        head.out.position = 0;
        values.out.position = 0;
        announcements.predictors(type, isTimeToChoose);
        int overhead = head.out.position;
        record.grow();
        state.last().grow();
        findChanges(record, leaves, count);
        if (listEdits.edit(record, heads.mask(), head)) {
            findChanges(record, leaves, count);
        }
        if (type.inTrial()) {
            trials.charge(type, record);
        }
        writeUpdate(type, record, out);
        return overhead;
    }

    private void findChanges(RecordState record, int[] leaves, int count) {
        given.find(record, leaves, count, heads.clearMask(record.type.maskWords()));
    }

    /** Appends the update of a record by the leaves in the mask of {@link #heads}, behind what {@link #head} has, and has it be that. */
    private void writeUpdate(EncodedType type, RecordState record, ValueWriter out) {
        given.write(record, heads.mask(), false);
        heads.writeUpdate(record, succession.mode(record.slot), head);
        out.raw(head.out.array, 0, head.out.position);
        out.raw(values.out.array, 0, values.out.position);
        commit(type, record);
    }

    /** Whether all that the reader has to know of a type has been announced. */
    public boolean isAnnounced(EncodedType type) {
        return announcements.areDone(type);
    }

    /**
     * Appends the message that makes a record of an object, of which there is none: a copy of the type's last record, which
     * is of the same class, with what is different. All of the type {@linkplain #isAnnounced has been announced}.
     *
     * @param key null where the record's columns tell it, and that there is none
     * @param fields those in which the object differs from that record
     * @param now what these are now, where they are held as 64 bits
     * @return the number of bytes written
     */
    public int create(
            EncodedType type,
            LeafBinding binding,
            Object object,
            byte[] key,
            int keyLength,
            long fields,
            long[] now,
            ValueWriter out) {
        long unlike = fields << binding.base;
        int start = out.out.position;
        heads.setMask(unlike);
        RecordState record = beginCopy(type, out);
        columnUpdate.writeNew(binding, record, object, unlike, now, out);
        addNew(record, key, keyLength);
        return out.out.position - start;
    }

    /**
     * Finds what an object, some of whose fields go by tokens, differs from the type's last record in, of which the record of the object may be
     * a copy. All of the type {@linkplain #isAnnounced has been announced}.
     *
     * @param leaves those that may differ: their values have been taken
     * @param count how many these are
     * @return whether that is what is to be done: {@link #createTaken} is to be called next
     */
    public boolean findUnlike(TypeState type, int[] leaves, int count) {
        type.last().grow();
        return in.findUnlike(type.last(), leaves, count, heads.clearMask(type.maskWords()));
    }

    /**
     * Does what {@link #create} does with what {@link #findUnlike} has found.
     *
     * @return the number of bytes written
     */
    public int createTaken(EncodedType type, byte[] key, int keyLength, ValueWriter out) {
        int start = out.out.position;
        RecordState record = beginCopy(type, out);
        columnUpdate.writeNew(record, heads.mask(), out);
        addNew(record, key, keyLength);
        return out.out.position - start;
    }

    /** Makes a record that is a copy of the type's last one, and begins its message, with the mask of {@link #heads}. */
    private RecordState beginCopy(EncodedType type, ValueWriter out) {
        type.countMessage();
        RecordState last = type.state.last();
        RecordState record = records.newRecord(type.state);
        record.copyValues(last);
        record.binding = last.binding;
        records.writeForgotten(out);
        heads.write(record, Heads.NEW, 1, out);
        return record;
    }

    /** @param key null where the record's columns tell it, and that there is none */
    private void addNew(RecordState record, byte[] key, int keyLength) {
        if (key == null) {
            records.addBehind(record, keyLength);
        } else {
            records.add(key, keyLength, records.hash(record.type, key, keyLength), record);
        }
        cameTo(record);
    }

    /** Takes the values of these leaves from an object. */
    private void takeColumns(LeafBinding binding, Object object, long leaves) {
        for (long bits = leaves; bits != 0; bits &= bits - 1) {
            binding.take(object, Long.numberOfTrailingZeros(bits), in);
        }
    }

    /**
     * The leaves whose value is not the predicted one; takes their values.
     *
     * @param changes the leaves whose value is not the record's
     */
    private long unpredicted(LeafBinding binding, RecordState record, Object object, long changes) {
        int[] leaves = binding.state.predicted;
        long predicted = binding.state.predictedMask;
        takeColumns(binding, object, changes | predicted);
        given.makeRoom(binding.state.leaves);
        long result = changes & ~predicted;
        for (int leaf : leaves) {
            if (given.isChanged(record, leaf, false)) {
                result |= 1L << leaf;
            }
        }
        return result;
    }

    /**
     * Appends a deletion of the record with this key; false where there is none.
     *
     * @param isNamed whether anything has told the key; else the record is the type's only one, which may be of another thing than the message
     */
    public boolean delete(EncodedType type, byte[] key, int length, boolean isNamed, ValueWriter out) {
        RecordState record = find(type.state, key, length);
        if (record == null || !isNamed && !isJustGiven(record)) {
            return false;
        }
        records.remove(record);
        out.op(Op.DELETE);
        out.varInt(record.slot);
        return true;
    }

    private boolean isJustGiven(RecordState record) {
        record.grow();
        long[] unlike = heads.clearMask(record.type.maskWords());
        in.compare(record, record.type.leaves, unlike);
        return Arrays.stream(unlike).allMatch(word -> word == 0);
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
        given.find(record, isNew, heads.clearMask(record.type.maskWords()));
    }

    // ---- after the bytes

    private void commit(EncodedType type, RecordState record) {
        ringBytes += given.keep(record, heads.mask());
        TypeState state = record.type;
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
}
