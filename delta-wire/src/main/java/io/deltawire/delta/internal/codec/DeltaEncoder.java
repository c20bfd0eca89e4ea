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
 * Encodes messages into bodies, against the record of their key. The instance owns the writer's state of the epoch:
 * types, records and the successor table. All choices that the format allows are made here and in the classes that it
 * calls.
 *
 * <p>A message reaches it by one of several paths, which write the same bytes. {@link #encode} takes the values that
 * tokens have left in {@link Columns}; state changes only after the bytes are complete. {@link #update}, {@link
 * #create}, {@link #onePassUpdate} and {@link #leafUpdate} take the fields of an object; state changes while bytes are
 * written, so that a failure ends the epoch. {@link #updateTaken} and {@link #createTaken} are between the two: the
 * caller has copied the values of an object to the columns.
 */
public final class DeltaEncoder {
    private final Columns in;
    private final EncodedRecords records;
    private final EncodedTypes types;
    /** The announcements and the header of the current message. */
    private final ValueWriter header = new ValueWriter();
    /** The values of the current message. */
    private final ValueWriter values = new ValueWriter();

    private final Heads heads;
    private final ColumnUpdate columnUpdate;
    private final OnePassUpdate onePassUpdate;
    private final LeafUpdate leafUpdate;
    private final Announcements announcements = new Announcements(header);
    private final Trials trials;
    private final ListEdits listEdits;
    private final GivenValues pending;
    /** The memory of the rings in bytes, except for what {@link #heads} and {@link #columnUpdate} have added. */
    private long ringBytes;

    private final Succession succession = new Succession();

    /**
     * @param blocks receives the messages
     * @param keepsIdle whether to keep the records of earlier epochs for key frames
     */
    public DeltaEncoder(WireLimits limits, Columns in, BlockWriter blocks, boolean keepsIdle) {
        this.records = new EncodedRecords(limits, keepsIdle);
        this.types = new EncodedTypes(records.bySlot());
        this.in = in;
        ValueCoder coder = new ValueCoder(values);
        this.pending = new GivenValues(in, values, coder);
        this.columnUpdate = new ColumnUpdate(in, values, coder);
        this.heads = new Heads(records);
        this.onePassUpdate = new OnePassUpdate(blocks, succession, heads, columnUpdate);
        this.leafUpdate = new LeafUpdate(blocks, succession, heads, limits);
        this.trials = new Trials(in);
        this.listEdits = new ListEdits(in);
    }

    /** Begins an epoch. Records become idle ones or are reused: callers must not use them after this. */
    public void reset() {
        records.clear();
        begin();
    }

    /** Begins an epoch, and forgets the records of the one before altogether. */
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

    /** Returns the record of the last message. */
    public RecordState lastRecord() {
        return records.bySlot().at[succession.previous()];
    }

    /** Returns the record of this key, or null. */
    public RecordState find(TypeState type, byte[] key, int length) {
        return records.find(type, key, length, records.hash(type, key, length));
    }

    /** Returns the records, which also have the size of the state. */
    public EncodedRecords records() {
        return records;
    }

    /** Returns the types of the epoch. */
    public EncodedTypes types() {
        return types;
    }

    /** Returns the memory of rings and mask dictionaries in bytes, which the reader bounds as well. */
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

    /**
     * Does what {@link #encode(EncodedType, byte[], int, ValueWriter)} does, for a record that has been looked up.
     *
     * @param known the record of the key, or null if there is none
     */
    public int encode(EncodedType type, RecordState known, byte[] key, int keyLength, ValueWriter out) {
        TypeState state = type.state;
        RecordState record = known;
        header.out.clear();
        values.out.clear();
        boolean isNew = record == null;
        if (!announcements.areDone(type)) {
            announcements.nodes(type);
        }
        announcements.predictors(type, type.countMessage() && !isNew);
        int source = 0;
        if (isNew) {
            record = records.newRecord(state);
            if (state.last() != null && copyPays(state)) {
                record.copyValues(state.last());
                source = 1;
            }
        }
        record.grow();
        if (state.last() != null) {
            state.last().grow();
        }
        findChanges(record, isNew);
        int overhead = header.out.position;
        if (!isNew && listEdits.edit(record, heads.mask(), header)) {
            findChanges(record, false);
        }
        if (!isNew && type.inTrial()) {
            trials.charge(type, record);
        }
        pending.write(record, heads.mask(), isNew);
        if (isNew) {
            heads.write(record, Heads.NEW, source, header);
        } else {
            heads.writeUpdate(record, succession.mode(record.slot), header);
        }
        int length = header.out.position + values.out.position;
        int forgotten = records.writeForgotten(out);
        out.raw(header.out.array, 0, header.out.position);
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
     * Appends the update of a record to an object. {@link #encode} has encoded an object of the class by its tokens
     * before.
     *
     * @param fields the fields that differ from the record
     * @param currentBits the current values of these fields, if held as 64 bits
     * @return the number of bytes that went into announcements
     */
    public int update(
            EncodedType type,
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] currentBits,
            ValueWriter out) {
        boolean isQuiet = type.countQuietly();
        if (isQuiet && columnUpdate.find(binding, record, object, fields, currentBits)) {
            writeUpdate(binding, record, object, currentBits, out);
            return 0;
        }
        return encodeFieldsInTrial(type, binding, record, object, fields, currentBits, out, !isQuiet);
    }

    /**
     * Counts an update in one pass that is not quiet: it belongs to a trial or is a choice. In a trial it charges every
     * predictor. The object of the type's last record has the same layout as this one.
     *
     * @param fields the fields that differ
     * @param values the current values of these fields, if held as 64 bits
     * @return false, without counting, if something has to be announced
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

    /** Returns the encoder of updates in one pass, for messages that have been counted. */
    public OnePassUpdate onePassUpdate() {
        return onePassUpdate;
    }

    /** Returns the encoder of updates leaf by leaf, for messages that have been counted. */
    public LeafUpdate leafUpdate() {
        return leafUpdate;
    }

    /** Writes the update that {@link ColumnUpdate#find} has prepared. */
    private void writeUpdate(
            LeafBinding binding, RecordState record, Object object, long[] currentBits, ValueWriter out) {
        heads.setMask(columnUpdate.unpredicted);
        heads.writeUpdate(record, succession.mode(record.slot), out);
        columnUpdate.write(binding, record, object, currentBits, out);
        recordUpdated(record);
    }

    private int encodeFieldsInTrial(
            EncodedType type,
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] currentBits,
            ValueWriter out,
            boolean learns) {
        TypeState state = binding.state;
        boolean isChoice = learns && type.enterPhase();
        boolean isTrial = learns && type.inTrial();
        if (isTrial && !isChoice && state.last().binding == binding) {
            if (columnUpdate.find(binding, record, object, fields, currentBits)) {
                trials.charge(type, binding, record, object, fields, currentBits);
                writeUpdate(binding, record, object, currentBits, out);
                return 0;
            }
        }
        header.out.position = 0;
        values.out.position = 0;
        if (isChoice) {
            announcements.predictors(type, true);
        }
        int overhead = header.out.position;
        in.message++;
        if (isTrial) {
            copyToColumns(binding, object, -1L >>> 64 - state.leaves);
            findChanges(record, false);
            trials.charge(type, record);
        } else {
            heads.setMask(unpredicted(binding, record, object, fields << binding.base));
        }
        writeUpdate(type, record, out);
        return overhead;
    }

    /**
     * Appends the update of a record to an object, some of whose fields are written by tokens.
     *
     * @param leaves the leaves that may differ or have a predictor; their values are in the columns
     * @param count the number of these leaves
     * @return the number of bytes that went into announcements
     */
    public int updateTaken(EncodedType type, RecordState record, int[] leaves, int count, ValueWriter out) {
        TypeState state = record.type;
        boolean isChoice = type.countMessage();
        header.out.position = 0;
        values.out.position = 0;
        announcements.predictors(type, isChoice);
        int overhead = header.out.position;
        record.grow();
        state.last().grow();
        findChanges(record, leaves, count);
        if (listEdits.edit(record, heads.mask(), header)) {
            findChanges(record, leaves, count);
        }
        if (type.inTrial()) {
            trials.charge(type, record);
        }
        writeUpdate(type, record, out);
        return overhead;
    }

    private void findChanges(RecordState record, int[] leaves, int count) {
        pending.find(record, leaves, count, heads.clearMask(record.type.maskWords()));
    }

    /**
     * Appends {@link #header} and the update by the leaves in the mask of {@link #heads}, and applies it to the record.
     */
    private void writeUpdate(EncodedType type, RecordState record, ValueWriter out) {
        pending.write(record, heads.mask(), false);
        heads.writeUpdate(record, succession.mode(record.slot), header);
        out.raw(header.out.array, 0, header.out.position);
        out.raw(values.out.array, 0, values.out.position);
        commit(type, record);
    }

    /** Whether everything that the reader needs of a type has been announced. */
    public boolean isAnnounced(EncodedType type) {
        return announcements.areDone(type);
    }

    /**
     * Appends the message that creates the record of an object: a copy of the type's last record, which is of the same
     * class, with the differences. Everything of the type {@linkplain #isAnnounced has been announced}.
     *
     * @param key the key, or null if the record's columns give it and the record takes a new slot
     * @param fields the fields in which the object differs from the last record
     * @param currentBits the current values of these fields, if held as 64 bits
     * @return the number of bytes written
     */
    public int create(
            EncodedType type,
            LeafBinding binding,
            Object object,
            byte[] key,
            int keyLength,
            long fields,
            long[] currentBits,
            ValueWriter out) {
        long unlike = fields << binding.base;
        int start = out.out.position;
        heads.setMask(unlike);
        RecordState record = beginCopy(type, out);
        columnUpdate.writeNew(binding, record, object, unlike, currentBits, out);
        addNew(record, key, keyLength);
        return out.out.position - start;
    }

    /**
     * Finds the differences between an object, some of whose fields are written by tokens, and the type's last record.
     * Everything of the type {@linkplain #isAnnounced has been announced}.
     *
     * @param leaves the leaves that may differ; their values are in the columns
     * @param count the number of these leaves
     * @return whether a copy of the last record pays, so that the caller should call {@link #createTaken} next
     */
    public boolean findUnlike(TypeState type, int[] leaves, int count) {
        type.last().grow();
        return in.findUnlike(type.last(), leaves, count, heads.clearMask(type.maskWords()));
    }

    /**
     * Does what {@link #create} does, with the differences that {@link #findUnlike} has found.
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

    /**
     * Creates a copy of the type's last record, and writes the header of its message with the mask of {@link #heads}.
     */
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

    /** @param key the key, or null if the record's columns give it */
    private void addNew(RecordState record, byte[] key, int keyLength) {
        if (key == null) {
            records.addBehind(record, keyLength);
        } else {
            records.add(key, keyLength, records.hash(record.type, key, keyLength), record);
        }
        recordUpdated(record);
    }

    /** Copies the values of these leaves from an object to the columns. */
    private void copyToColumns(LeafBinding binding, Object object, long leaves) {
        for (long bits = leaves; bits != 0; bits &= bits - 1) {
            binding.take(object, Long.numberOfTrailingZeros(bits), in);
        }
    }

    /**
     * Copies the values of all leaves that may be written to the columns, and returns the leaves whose value is not the
     * predicted one.
     *
     * @param changes the leaves whose value is not the record's
     */
    private long unpredicted(LeafBinding binding, RecordState record, Object object, long changes) {
        int[] leaves = binding.state.predicted;
        long predicted = binding.state.predictedMask;
        copyToColumns(binding, object, changes | predicted);
        pending.makeRoom(binding.state.leaves);
        long result = changes & ~predicted;
        for (int leaf : leaves) {
            if (pending.isChanged(record, leaf, false)) {
                result |= 1L << leaf;
            }
        }
        return result;
    }

    /**
     * Appends the deletion of the record with this key; false if there is no such record.
     *
     * @param isNamed whether the message has a key; without one, only a record that equals the message is deleted
     */
    public boolean delete(EncodedType type, byte[] key, int length, boolean isNamed, ValueWriter out) {
        RecordState record = find(type.state, key, length);
        if (record == null || !isNamed && !equalsColumns(record)) {
            return false;
        }
        records.remove(record);
        out.op(Op.DELETE);
        out.varInt(record.slot);
        return true;
    }

    /** Whether a record has exactly the values in the columns. */
    private boolean equalsColumns(RecordState record) {
        record.grow();
        long[] unlike = heads.clearMask(record.type.maskWords());
        in.compare(record, record.type.leaves, unlike);
        return Arrays.stream(unlike).allMatch(word -> word == 0);
    }

    /** Whether a new record is shorter as a copy of the type's last one. */
    private boolean copyPays(TypeState state) {
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
        pending.find(record, isNew, heads.clearMask(record.type.maskWords()));
    }

    /** Applies a message to the state, after its bytes are complete. */
    private void commit(EncodedType type, RecordState record) {
        ringBytes += pending.keep(record, heads.mask());
        TypeState state = record.type;
        recordUpdated(record);
        type.announcedNodes = state.nodes.size();
        type.announcedLeaves = state.leaves;
        type.announcedKeys |= state.keyLeaves.length > 0;
    }

    /** Counts the message of a record. */
    private void recordUpdated(RecordState record) {
        record.updates++;
        record.type.setLast(record);
        succession.cameTo(record.slot);
    }
}
