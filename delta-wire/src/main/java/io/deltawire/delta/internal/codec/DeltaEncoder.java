package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SuccessorTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.state.WriterRecords;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.state.WriterTypes;
import io.deltawire.delta.internal.stream.BlockWriter;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.wire.WireLimits;
import java.util.Arrays;

/**
 * Encodes messages into bodies, against the record of their key. The instance owns the writer's state of the epoch:
 * types, records and the successor table. All choices that the format allows are made here and in the classes that it
 * calls.
 *
 * <p>A message reaches it by one of several paths, which write the same bytes. {@link #encode} takes the values that
 * tokens have left in {@link Columns}; state changes only after the bytes are complete. {@link #encodeFields},
 * {@link #encodeNewFields}, {@link #onePassUpdate} and {@link #leafUpdate} take the fields of an object; state changes
 * while bytes are written, so that a failure ends the epoch. {@link #encodeColumns} and {@link #encodeNewColumns} are
 * between the two: the caller has copied the values of an object to the columns.
 */
public final class DeltaEncoder {
    private final Columns in;
    private final WriterRecords records;
    private final WriterTypes types;
    /** The announcements and the header of the current message. */
    private final PlainValueWriter header = new PlainValueWriter();
    /** The values of the current message. */
    private final PlainValueWriter values = new PlainValueWriter();

    private final MessageHeaderWriter heads;
    private final ColumnUpdate columnUpdate;
    private final OnePassUpdate onePassUpdate;
    private final LeafUpdate leafUpdate;
    private final Announcements announcements = new Announcements(header);
    private final Trials trials;
    private final ListEdits listEdits;
    private final PendingValues pending;
    /** The memory of the rings in bytes, except for what {@link #heads} and {@link #columnUpdate} have added. */
    private long ringBytes;

    private final SuccessorTable succession = new SuccessorTable();

    /**
     * @param blocks receives the messages
     * @param keepsIdle whether to keep the records of earlier epochs for key frames
     */
    public DeltaEncoder(WireLimits limits, Columns in, BlockWriter blocks, boolean keepsIdle) {
        this.records = new WriterRecords(limits, keepsIdle);
        this.types = new WriterTypes(records.table());
        this.in = in;
        ValueCoder coder = new ValueCoder(values);
        this.pending = new PendingValues(in, values, coder);
        this.columnUpdate = new ColumnUpdate(in, values, coder);
        this.heads = new MessageHeaderWriter(records);
        this.onePassUpdate = new OnePassUpdate(blocks, succession, heads, columnUpdate);
        this.leafUpdate = new LeafUpdate(blocks, succession, heads, limits);
        this.trials = new Trials(in);
        this.listEdits = new ListEdits(in);
    }

    /** Begins an epoch. Records become idle ones or are reused: callers must not use them after this. */
    public void reset() {
        records.endEpoch();
        begin();
    }

    /** Begins an epoch, and forgets the records of the one before altogether. */
    public void discardAll() {
        records.discardAll();
        begin();
    }

    private void begin() {
        ringBytes = 0;
        heads.clearRingBytes();
        columnUpdate.clearRingBytes();
        types.beginEpoch();
        succession.clear();
    }

    /** Returns the record of the last message. */
    public RecordState lastRecord() {
        return records.table().at(succession.lastId());
    }

    /** Returns the record of this key, or null. */
    public RecordState find(TypeState type, byte[] key, int length) {
        return records.find(type, key, length, records.hash(type, key, length));
    }

    /** Returns the records, which also have the size of the state. */
    public WriterRecords records() {
        return records;
    }

    /** Returns the types of the epoch. */
    public WriterTypes types() {
        return types;
    }

    /** Returns the memory of rings and mask dictionaries in bytes, which the reader bounds as well. */
    public long ringBytes() {
        return ringBytes + heads.ringBytes() + columnUpdate.ringBytes();
    }

    /**
     * Appends the message to {@code out}.
     *
     * @return the number of bytes that went into announcements and new records
     */
    public int encode(WriterType type, byte[] key, int keyLength, PlainValueWriter out) {
        return encode(type, find(type.state(), key, keyLength), key, keyLength, out);
    }

    /**
     * Does what {@link #encode(WriterType, byte[], int, PlainValueWriter)} does, for a record that has been looked up.
     *
     * @param known the record of the key, or null if there is none
     */
    public int encode(WriterType type, RecordState known, byte[] key, int keyLength, PlainValueWriter out) {
        TypeState state = type.state();
        RecordState record = known;
        header.out().clear();
        values.out().clear();
        boolean isNew = record == null;
        if (!announcements.isComplete(type)) {
            announcements.announceNodes(type);
        }
        announcements.announcePredictors(type, type.countMessage() && !isNew);
        int source = 0;
        if (isNew) {
            record = records.newRecord(state);
            if (state.lastRecord() != null && copyPays(state)) {
                record.copyValues(state.lastRecord());
                source = 1;
            }
        }
        record.grow();
        if (state.lastRecord() != null) {
            state.lastRecord().grow();
        }
        findChanges(record, isNew);
        int overhead = header.out().position;
        if (!isNew && listEdits.editLists(record, heads.mask(), header)) {
            findChanges(record, false);
        }
        if (!isNew && type.isInTrial()) {
            trials.charge(type, record);
        }
        pending.write(record, heads.mask(), isNew);
        if (isNew) {
            heads.writeHeader(record, MessageHeaderWriter.NEW, source, header);
        } else {
            heads.writeUpdateHeader(record, succession.keyMode(record.id()), header);
        }
        int length = header.out().position + values.out().position;
        int forgotten = records.writeForgotten(out);
        out.raw(header.out().array, 0, header.out().position);
        out.raw(values.out().array, 0, values.out().position);
        if (!state.hasAllLeavesCounted()) {
            records.chargeGrowth(type);
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
    public int encodeFields(
            WriterType type,
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] currentBits,
            PlainValueWriter out) {
        boolean isQuiet = type.countMessageAndCheckQuiet();
        if (isQuiet && columnUpdate.findUnpredicted(binding, record, object, fields, currentBits)) {
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
    public boolean tryCountInTrial(
            WriterType type, LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        if (type.isChoiceNext() && !announcements.isCompleteAfterChoice(type)) {
            return false;
        }
        type.countMessageWithoutChoice();
        if (type.isInTrial()) {
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

    /** Writes the update that {@link ColumnUpdate#findUnpredicted} has prepared. */
    private void writeUpdate(
            LeafBinding binding, RecordState record, Object object, long[] currentBits, PlainValueWriter out) {
        heads.setMask(columnUpdate.unpredicted());
        heads.writeUpdateHeader(record, succession.keyMode(record.id()), out);
        columnUpdate.write(binding, record, object, currentBits, out);
        recordUpdated(record);
    }

    private int encodeFieldsInTrial(
            WriterType type,
            LeafBinding binding,
            RecordState record,
            Object object,
            long fields,
            long[] currentBits,
            PlainValueWriter out,
            boolean learns) {
        TypeState state = binding.state();
        boolean isChoice = learns && type.enterPhase();
        boolean isTrial = learns && type.isInTrial();
        if (isTrial && !isChoice && state.lastRecord().binding() == binding) {
            if (columnUpdate.findUnpredicted(binding, record, object, fields, currentBits)) {
                trials.charge(type, binding, record, object, fields, currentBits);
                writeUpdate(binding, record, object, currentBits, out);
                return 0;
            }
        }
        header.out().position = 0;
        values.out().position = 0;
        if (isChoice) {
            announcements.announcePredictors(type, true);
        }
        int overhead = header.out().position;
        in.beginMessage();
        if (isTrial) {
            copyToColumns(binding, object, -1L >>> 64 - state.leafCount());
            findChanges(record, false);
            trials.charge(type, record);
        } else {
            heads.setMask(unpredicted(binding, record, object, fields << binding.base()));
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
    public int encodeColumns(WriterType type, RecordState record, int[] leaves, int count, PlainValueWriter out) {
        TypeState state = record.type();
        boolean isChoice = type.countMessage();
        header.out().position = 0;
        values.out().position = 0;
        announcements.announcePredictors(type, isChoice);
        int overhead = header.out().position;
        record.grow();
        state.lastRecord().grow();
        findChanges(record, leaves, count);
        if (listEdits.editLists(record, heads.mask(), header)) {
            findChanges(record, leaves, count);
        }
        if (type.isInTrial()) {
            trials.charge(type, record);
        }
        writeUpdate(type, record, out);
        return overhead;
    }

    private void findChanges(RecordState record, int[] leaves, int count) {
        pending.findChanges(record, leaves, count, heads.clearMask(record.type().maskWords()));
    }

    /**
     * Appends {@link #header} and the update by the leaves in the mask of {@link #heads}, and applies it to the record.
     */
    private void writeUpdate(WriterType type, RecordState record, PlainValueWriter out) {
        pending.write(record, heads.mask(), false);
        heads.writeUpdateHeader(record, succession.keyMode(record.id()), header);
        out.raw(header.out().array, 0, header.out().position);
        out.raw(values.out().array, 0, values.out().position);
        commit(type, record);
    }

    /** Whether everything that the reader needs of a type has been announced. */
    public boolean isAnnounced(WriterType type) {
        return announcements.isComplete(type);
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
    public int encodeNewFields(
            WriterType type,
            LeafBinding binding,
            Object object,
            byte[] key,
            int keyLength,
            long fields,
            long[] currentBits,
            PlainValueWriter out) {
        long unlike = fields << binding.base();
        int start = out.out().position;
        heads.setMask(unlike);
        RecordState record = beginCopy(type, out);
        columnUpdate.writeNewFields(binding, record, object, unlike, currentBits, out);
        addNew(record, key, keyLength);
        return out.out().position - start;
    }

    /**
     * Finds the differences between an object, some of whose fields are written by tokens, and the type's last record.
     * Everything of the type {@linkplain #isAnnounced has been announced}.
     *
     * @param leaves the leaves that may differ; their values are in the columns
     * @param count the number of these leaves
     * @return whether a copy of the last record pays, so that the caller should call {@link #encodeNewColumns} next
     */
    public boolean findDifferences(TypeState type, int[] leaves, int count) {
        type.lastRecord().grow();
        return in.findUnlike(type.lastRecord(), leaves, count, heads.clearMask(type.maskWords()));
    }

    /**
     * Does what {@link #encodeNewFields} does, with the differences that {@link #findDifferences} has found.
     *
     * @return the number of bytes written
     */
    public int encodeNewColumns(WriterType type, byte[] key, int keyLength, PlainValueWriter out) {
        int start = out.out().position;
        RecordState record = beginCopy(type, out);
        columnUpdate.writeNewColumns(record, heads.mask(), out);
        addNew(record, key, keyLength);
        return out.out().position - start;
    }

    /**
     * Creates a copy of the type's last record, and writes the header of its message with the mask of {@link #heads}.
     */
    private RecordState beginCopy(WriterType type, PlainValueWriter out) {
        type.countMessage();
        RecordState last = type.state().lastRecord();
        RecordState record = records.newRecord(type.state());
        record.copyValues(last);
        record.setBinding(last.binding());
        records.writeForgotten(out);
        heads.writeHeader(record, MessageHeaderWriter.NEW, 1, out);
        return record;
    }

    /** @param key the key, or null if the record's columns give it */
    private void addNew(RecordState record, byte[] key, int keyLength) {
        if (key == null) {
            records.addWithoutKey(record, keyLength);
        } else {
            records.add(key, keyLength, records.hash(record.type(), key, keyLength), record);
        }
        recordUpdated(record);
    }

    /** Copies the values of these leaves from an object to the columns. */
    private void copyToColumns(LeafBinding binding, Object object, long leaves) {
        for (long bits = leaves; bits != 0; bits &= bits - 1) {
            binding.copyLeaf(object, Long.numberOfTrailingZeros(bits), in);
        }
    }

    /**
     * Copies the values of all leaves that may be written to the columns, and returns the leaves whose value is not the
     * predicted one.
     *
     * @param changes the leaves whose value is not the record's
     */
    private long unpredicted(LeafBinding binding, RecordState record, Object object, long changes) {
        int[] leaves = binding.state().predictedLeaves();
        long predicted = binding.state().predictedMask();
        copyToColumns(binding, object, changes | predicted);
        pending.makeRoom(binding.state().leafCount());
        long result = changes & ~predicted;
        for (int leaf : leaves) {
            if (pending.evaluateChange(record, leaf, false)) {
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
    public boolean encodeDeletion(WriterType type, byte[] key, int length, boolean isNamed, PlainValueWriter out) {
        RecordState record = find(type.state(), key, length);
        if (record == null || !isNamed && !equalsColumns(record)) {
            return false;
        }
        records.remove(record);
        out.op(Op.DELETE);
        out.varInt(record.id());
        return true;
    }

    /** Whether a record has exactly the values in the columns. */
    private boolean equalsColumns(RecordState record) {
        record.grow();
        long[] unlike = heads.clearMask(record.type().maskWords());
        in.findDifferences(record, record.type().leafCount(), unlike);
        return Arrays.stream(unlike).allMatch(word -> word == 0);
    }

    /** Whether a new record is shorter as a copy of the type's last one. */
    private boolean copyPays(TypeState state) {
        RecordState last = state.lastRecord();
        last.grow();
        int fromLast = 0;
        int fromNothing = 0;
        for (int leaf = 0; leaf < state.leafCount(); leaf++) {
            if (in.isGiven(leaf)) {
                fromNothing++;
            }
            if (!in.isSame(leaf, last)) {
                fromLast++;
            }
        }
        return fromLast <= fromNothing;
    }

    private void findChanges(RecordState record, boolean isNew) {
        pending.findChanges(record, isNew, heads.clearMask(record.type().maskWords()));
    }

    /** Applies a message to the state, after its bytes are complete. */
    private void commit(WriterType type, RecordState record) {
        ringBytes += pending.store(record, heads.mask());
        recordUpdated(record);
        type.markAnnounced();
    }

    /** Counts the message of a record. */
    private void recordUpdated(RecordState record) {
        record.countUpdate();
        record.type().setLastRecord(record);
        succession.recordUpdated(record.id());
    }
}
