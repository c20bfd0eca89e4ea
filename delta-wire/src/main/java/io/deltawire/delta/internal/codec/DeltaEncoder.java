package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SuccessorTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.state.WriterRecords;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.state.WriterTypes;
import io.deltawire.delta.internal.stream.StreamWriter;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.wire.WireLimits;
import java.util.Arrays;

/**
 * Encodes messages into bodies, against the record of their key. The instance owns the writer's state of the epoch:
 * types, records and the successor table. All choices that the format allows are made here and in the classes that it
 * calls.
 *
 * <p>A message reaches it as values by leaf: {@link #encode} takes all of those that tokens have left in
 * {@link Columns}, {@link #encodeLeaves} some of them. {@link #update} takes what differs between an object and its
 * record as a mask and values. {@link ValueEncoder} turns them all into bytes.
 *
 * <p>There is one rule for failures. Code of the application runs before a method of this class is called: it only
 * fills columns or arrays. From then on nothing can fail but the target, to which the last step hands the message over.
 * So the record is brought to the message while its bytes are written.
 */
public final class DeltaEncoder {
    /** A result of {@link #update}: the message has been handed over. */
    public static final int HANDED_OVER = -1;

    private final Columns in;
    private final WriterRecords records;
    private final WriterTypes types;
    /** The announcements and the header of the current message. */
    private final PlainValueWriter header = new PlainValueWriter();
    /** The messages. */
    private final PlainValueWriter frame;

    private final MessageHeaderWriter heads;
    private final ValueEncoder values;
    private final Announcements announcements = new Announcements(header);
    private final Trials trials;
    private final ListEdits listEdits;

    private final SuccessorTable succession = new SuccessorTable();

    /**
     * @param blocks receives the messages
     * @param keepsIdle whether to keep the records of earlier epochs for key frames
     * @param isDeflated whether the frames are compressed
     */
    public DeltaEncoder(WireLimits limits, Columns in, StreamWriter blocks, boolean keepsIdle, boolean isDeflated) {
        this.records = new WriterRecords(limits, keepsIdle);
        this.types = new WriterTypes(records.table());
        this.in = in;
        this.frame = blocks.frame();
        this.heads = new MessageHeaderWriter(records);
        this.values = new ValueEncoder(in, blocks, succession, heads, isDeflated, limits.maxStateBytes());
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
        heads.clearRingBytes();
        values.beginEpoch();
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
        return heads.ringBytes() + values.ringBytes();
    }

    /** Whether the texts of a key frame, which are all that this epoch has, leave room for those of one more record. */
    public boolean fitsInKeyFrame(long textLength) {
        return values.fitsInKeyFrame(textLength);
    }

    /** Whether the texts of this epoch are so long that another one should begin. The reader bounds them as well. */
    public boolean hasSentTooMuch() {
        return values.hasSentTooMuch();
    }

    /**
     * Appends the message in the columns to the frame.
     *
     * @return the number of bytes that went into announcements and new records
     */
    public int encode(WriterType type, byte[] key, int keyLength) {
        return encode(type, find(type.state(), key, keyLength), key, keyLength);
    }

    /**
     * Does what {@link #encode(WriterType, byte[], int)} does, for a record that has been looked up.
     *
     * @param known the record of the key, or null if there is none
     */
    public int encode(WriterType type, RecordState known, byte[] key, int keyLength) {
        TypeState state = type.state();
        RecordState record = known;
        header.out().clear();
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
        if (isNew) {
            heads.writeHeader(record, MessageHeaderWriter.NEW, source, header);
        } else {
            heads.writeUpdateHeader(record, succession.keyMode(record.id()), header);
        }
        int forgotten = records.writeForgotten(frame);
        int start = frame.out().position;
        appendHeader();
        values.write(record, heads.mask(), isNew);
        if (!state.hasAllLeavesCounted()) {
            records.chargeGrowth(type);
        }
        if (isNew) {
            records.add(key, keyLength, records.hash(state, key, keyLength), record);
            overhead = frame.out().position - start;
        }
        recordUpdated(record);
        type.markAnnounced();
        return overhead + forgotten;
    }

    private void appendHeader() {
        frame.raw(header.out().array, 0, header.out().position);
    }

    /**
     * Appends the update of a record to an object that has its layout. {@link #encode} has encoded an object of the
     * class by its tokens before.
     *
     * @param fields the fields that differ from the record
     * @param current the current values of these fields, if held as 64 bits. It is scratch for the other fields.
     * @param references the current values of these fields, if held as references
     * @return the number of bytes that went into announcements, or {@link #HANDED_OVER}
     */
    public int update(
            WriterType type,
            LeafBinding binding,
            RecordState record,
            long fields,
            long[] current,
            Object[] references) {
        return type.countMessageAndCheckQuiet()
                ? values.updateFields(binding, record, fields, current, references) ? HANDED_OVER : 0
                : updateInTrial(type, binding, record, fields, current, references);
    }

    /** Appends an update that has been counted and is not quiet. */
    private int updateInTrial(
            WriterType type,
            LeafBinding binding,
            RecordState record,
            long fields,
            long[] current,
            Object[] references) {
        TypeState state = binding.state();
        long changed = fields << binding.base();
        header.out().clear();
        if (type.enterPhase()) {
            announcements.announcePredictors(type, true);
        }
        if (type.isInTrial()) {
            if (state.lastRecord().binding() == record.binding()) {
                trials.charge(type, binding, record, fields, current, references);
            } else {
                state.lastRecord().grow();
                values.collect(binding, record, -1L >>> -state.leafCount(), changed, current, references);
                trials.charge(type, record);
            }
        }
        int overhead = header.out().position;
        if (overhead == 0) {
            return values.updateFields(binding, record, fields, current, references) ? HANDED_OVER : 0;
        }
        appendHeader();
        values.updateByColumns(binding, record, changed, current, references);
        return overhead;
    }

    /**
     * Appends the update of a record to an object of another layout. The message is quiet.
     *
     * @param restructured the leaves that only one of the layouts has. Their values are in the columns.
     * @param changed the leaves that differ
     * @param current the current values of these leaves, if held as 64 bits
     * @param references the current values of these leaves, if held as references
     */
    public void updateRestructured(
            WriterType type,
            LeafBinding binding,
            RecordState record,
            long restructured,
            long changed,
            long[] current,
            Object[] references) {
        type.countMessageAndCheckQuiet();
        values.updateRestructured(binding, record, restructured, changed & ~restructured, current, references);
    }

    /**
     * Appends the update of a record to an object whose values have been collected in the columns.
     *
     * @param leaves the leaves that may differ or have a predictor
     * @param count the number of these leaves
     * @return the number of bytes that went into announcements
     */
    public int encodeLeaves(WriterType type, RecordState record, int[] leaves, int count) {
        TypeState state = record.type();
        boolean isChoice = type.countMessage();
        header.out().clear();
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
        heads.writeUpdateHeader(record, succession.keyMode(record.id()), header);
        appendHeader();
        values.write(record, heads.mask(), false);
        recordUpdated(record);
        type.markAnnounced();
        return overhead;
    }

    private void findChanges(RecordState record, int[] leaves, int count) {
        values.findChanges(record, leaves, count, heads.clearMask(record.type().maskWords()));
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
     * @param current the current values of these fields, if held as 64 bits
     * @param references the current values of these fields, if held as references
     * @return the number of bytes written
     */
    public int encodeNewFields(
            WriterType type,
            LeafBinding binding,
            byte[] key,
            int keyLength,
            long fields,
            long[] current,
            Object[] references) {
        long unlike = fields << binding.base();
        int start = frame.out().position;
        heads.setMask(unlike);
        RecordState record = beginCopy(type);
        values.writeNew(binding, record, unlike, current, references);
        addNew(record, key, keyLength);
        return frame.out().position - start;
    }

    /**
     * Finds the differences between an object, some of whose fields are written by tokens, and the type's last record.
     * Everything of the type {@linkplain #isAnnounced has been announced}.
     *
     * @param leaves the leaves that may differ; their values are in the columns
     * @param count the number of these leaves
     * @return whether a copy of the last record pays, so that the caller should call {@link #encodeCopy} next
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
    public int encodeCopy(WriterType type, byte[] key, int keyLength) {
        int start = frame.out().position;
        RecordState record = beginCopy(type);
        values.write(record, heads.mask(), true);
        addNew(record, key, keyLength);
        return frame.out().position - start;
    }

    /**
     * Creates a copy of the type's last record, and writes the header of its message with the mask of {@link #heads}.
     */
    private RecordState beginCopy(WriterType type) {
        type.countMessage();
        RecordState last = type.state().lastRecord();
        RecordState record = records.newRecord(type.state());
        record.copyValues(last);
        record.setBinding(last.binding());
        records.writeForgotten(frame);
        heads.writeHeader(record, MessageHeaderWriter.NEW, 1, frame);
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

    /**
     * Appends the deletion of the record with this key; false if there is no such record.
     *
     * @param isNamed whether the message has a key; without one, only a record that equals the message is deleted
     */
    public boolean encodeDeletion(WriterType type, byte[] key, int length, boolean isNamed) {
        RecordState record = find(type.state(), key, length);
        if (record == null || !isNamed && !equalsColumns(record)) {
            return false;
        }
        records.remove(record);
        frame.op(Op.DELETE);
        frame.varInt(record.id());
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
        values.findChanges(record, isNew, heads.clearMask(record.type().maskWords()));
    }

    /** Counts the message of a record. */
    private void recordUpdated(RecordState record) {
        record.countUpdate();
        record.type().setLastRecord(record);
        succession.recordUpdated(record.id());
    }
}
