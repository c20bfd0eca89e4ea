package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.ListEdit;
import io.deltawire.delta.internal.state.LiveObjects;
import io.deltawire.delta.internal.state.ReaderTypes;
import io.deltawire.delta.internal.state.RecordPool;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.RecordTable;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.state.StateSize;
import io.deltawire.delta.internal.state.SuccessorTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import java.util.Arrays;

/**
 * Decodes message bodies into records, as docs/spec/delta.md, section 5 defines it. The instance owns the reader's
 * state of the epoch: types, records by slot, the successor table, and the sums that are bounded. It makes no choices.
 * After a {@link MalformedWireException} its state is undefined until {@link #reset}.
 *
 * <p>The protected methods are the steps of decoding. The inspector overrides them to report what each of them has read.
 */
public class DeltaDecoder {
    private final WireLimits limits;
    private final ByteCursor c;
    private final StateBounds bounds;
    private final RecordTable slots;
    private final ReaderTypes types;
    private final ValueReader values;
    private final RecordPool pool = new RecordPool();
    /** The live objects of the previous epoch. */
    private final LiveObjects previousLive = new LiveObjects();

    /** The number of slots used so far in this epoch, including free ones. */
    private int idCount;
    /** The number of records. */
    private int recordCount;

    private final SuccessorTable succession = new SuccessorTable();

    /** The slot of the record that the current message has updated, or -1. */
    private int updatedId = -1;
    /** The record that the current message has deleted, or null. */
    private RecordState deleted;

    private MessageKind kind = MessageKind.DATA;

    /** Whether the message is a key frame copy, which changes nothing for a reader that has been attached. */
    private boolean isRepeat;

    /**
     * Whether the previous message may have been something other than a plain update, so that its results have to be
     * reset.
     */
    private boolean mayNeedReset = true;

    /** The mask of a message that has it in its own bytes. */
    private long[] ownMask = new long[1];

    /** The number of the list for each edit of the message. */
    private final long[] editedLists = new long[ListEdit.MAX];
    /** The code of each edit of the message. */
    private final long[] editCodes = new long[ListEdit.MAX];

    /**
     * The leaves among the first 64 whose values the message had. Leaves that are as predicted may have changed too.
     */
    private long changed;
    /** All leaves whose values the message had, if the type has more than 64; valid until the next message. */
    private long[] changedMask;

    /** @param skipper skips values at the same cursor */
    public DeltaDecoder(ByteCursor cursor, PlainValueSkipper skipper) {
        this.c = cursor;
        this.limits = cursor.limits();
        this.bounds = new StateBounds(cursor);
        this.slots = new RecordTable();
        this.types = new ReaderTypes(cursor, skipper, bounds, slots);
        this.values = new ValueReader(cursor, skipper, bounds);
    }

    /** Creates a decoder with types and a reader of values that report what they read. They share its other parts. */
    protected DeltaDecoder(
            ByteCursor cursor, StateBounds bounds, RecordTable slots, ReaderTypes types, ValueReader values) {
        this.c = cursor;
        this.limits = cursor.limits();
        this.bounds = bounds;
        this.slots = slots;
        this.types = types;
        this.values = values;
    }

    /** Returns the kind of the current message. */
    public MessageKind kind() {
        return kind;
    }

    /** Whether the message is a key frame copy, which changes nothing for a reader that has been attached. */
    public boolean isRepeat() {
        return isRepeat;
    }

    /** Returns the leaves among the first 64 whose values the message had. Predicted leaves may have changed too. */
    public long changed() {
        return changed;
    }

    /** Returns the live objects of the previous epoch. */
    public LiveObjects previousLive() {
        return previousLive;
    }

    /**
     * Begins an epoch with empty state and the bounds that the header announces.
     *
     * @param keepsLive whether records with the same keys may have their live objects again
     */
    public void reset(EpochHeader header, boolean keepsLive) {
        if (idCount > 0) {
            c.enableCaches();
        }
        if (!keepsLive) {
            previousLive.clear();
        } else if (idCount > 0) {
            previousLive.replaceWith(slots, idCount);
        }
        bounds.reset(header.maxKeys(), header.maxStateBytes());
        types.clear();
        pool.recycle(slots, idCount);
        slots.beginEpoch();
        succession.clear();
        idCount = 0;
        recordCount = 0;
        updatedId = -1;
        deleted = null;
    }

    /** Returns the record that the message has updated or deleted, or null for a plain message. */
    public RecordState record() {
        return updatedId >= 0 ? slots.at(updatedId) : deleted;
    }

    /**
     * Decodes the body at the cursor. For a plain message the cursor stays at its value, which the caller reads or
     * skips.
     */
    public void decode() {
        begin();
        mayNeedReset = true;
        updatedId = -1;
        for (; ; ) {
            int firstByte = c.u8();
            if (firstByte < Op.CONTROL) {
                update(firstByte);
                return;
            }
            if (control(firstByte)) {
                return;
            }
        }
    }

    /**
     * Decodes an update whose first byte has been read, and returns its record.
     *
     * @param firstByte the first byte of the body
     */
    public RecordState decodeUpdate(int firstByte) {
        if (mayNeedReset) {
            begin();
        } else {
            bounds.checkSent();
        }
        return update(firstByte);
    }

    private void begin() {
        mayNeedReset = false;
        if (kind != MessageKind.DATA) {
            kind = MessageKind.DATA;
        }
        isRepeat = false;
        if (deleted != null) {
            deleted = null;
        }
        bounds.checkSent();
    }

    /** Executes a control operation, and returns whether it ends the body. */
    protected boolean control(int firstByte) {
        switch (firstByte) {
            case Op.NODES -> types.readNodes();
            case Op.PREDICTORS -> types.readPredictors();
            case Op.KEYS -> types.readKeys();
            case Op.REPEAT -> isRepeat = true;
            case Op.FORGET -> remove(slot(c.varInt()));
            case Op.EDIT -> editLists();
            case Op.NEW -> newRecord(idCount);
            case Op.NEW_AT -> newRecord(c.varIntUpTo(idCount, "slot"));
            case Op.DELETE -> {
                deleted = slot(c.varInt());
                remove(deleted);
                kind = MessageKind.DELETE;
            }
            case Op.PLAIN -> {}
            case Op.META -> kind = MessageKind.META;
            case Op.DELETE_PLAIN -> kind = MessageKind.DELETE;
            default -> skipOrRefuse(firstByte);
        }
        return firstByte >= Op.NEW && firstByte <= Op.EDIT && firstByte != Op.FORGET && firstByte != Op.KEYS;
    }

    private void remove(RecordState gone) {
        slots.remove(gone.id());
        recordCount--;
        gone.type().removeRecord(gone);
        bounds.release(StateSize.record(gone.type()));
    }

    private void skipOrRefuse(int firstByte) {
        if (firstByte < Op.SKIPPABLE) {
            c.stepBack();
            throw c.malformed("expected a message but was unknown operation 0x" + Integer.toHexString(firstByte));
        }
        int length = c.length(limits.maxMessageBytes(), "skippable operation");
        c.skip(length);
    }

    // ---- updates

    private RecordState update(int firstByte) {
        RecordState record = find(firstByte);
        if (record.capacity() < record.type().leafCount()) {
            record.grow();
        }
        apply(record, firstByte & Op.CODE_BITS);
        return record;
    }

    /** Reads edits of the record's lists and the update that follows them, and applies both. */
    private void editLists() {
        int count = 0;
        boolean more;
        do {
            if (count == ListEdit.MAX) {
                throw c.malformed("expected at most " + ListEdit.MAX + " edits of lists");
            }
            long list = c.varInt();
            editedLists[count] = list >>> 1;
            editCodes[count++] = c.varInt();
            more = (list & 1) != 0;
        } while (more);
        int firstByte = c.u8();
        if (firstByte >= Op.CONTROL) {
            throw c.malformed("expected the update of a record after edits of its lists");
        }
        RecordState record = find(firstByte);
        if (record.type().leafCount() > ListEdit.MAX_LEAVES) {
            throw c.malformed("expected edits of lists in a record of at most " + ListEdit.MAX_LEAVES
                    + " leaves but it has " + record.type().leafCount());
        }
        record.grow();
        int size = 0;
        for (int i = 0; i < count; i++) {
            SchemaNode list = list(record.type(), editedLists[i]);
            size = i > 0 && editedLists[i] == editedLists[i - 1] ? size : ListEdit.size(record, list);
            size = ListEdit.apply(record, list, size, editCodes[i], c);
        }
        apply(record, firstByte & Op.CODE_BITS);
    }

    private SchemaNode list(TypeState type, long number) {
        if (number >= type.lists().size()) {
            throw c.malformed("expected one of " + type.lists().size() + " lists but was list " + number);
        }
        return type.lists().get((int) number);
    }

    /** Returns the record that the first byte of an update selects. */
    private RecordState find(int firstByte) {
        int mode = firstByte & Op.MODE_BITS;
        if (mode != Op.SAME_KEY && mode != Op.NEXT_KEY) {
            return slot(c.varInt());
        }
        int slot = mode == Op.SAME_KEY ? succession.lastId() : succession.successorId();
        RecordState record = slot < 0 ? null : slots.at(slot);
        if (record == null) {
            throw c.malformed("expected a record that exists but the message is for the "
                    + (mode == Op.SAME_KEY ? "same" : "next") + " one and there is none");
        }
        return record;
    }

    private RecordState slot(long number) {
        RecordState found = number >= 0 && number < idCount ? slots.at((int) number) : null;
        if (found == null) {
            throw c.malformed("expected a slot that is in use but was " + Long.toUnsignedString(number));
        }
        return found;
    }

    private void newRecord(int slot) {
        long typeAndSource = c.varInt();
        TypeState type = types.type(typeAndSource >>> 1);
        if (slot < idCount && slots.at(slot) != null) {
            throw c.malformed("expected a free slot but " + slot + " is in use");
        }
        bounds.checkKeys(recordCount, slot);
        bounds.charge(StateSize.record(type));
        RecordState record = pool.newRecord(type, slot);
        if ((typeAndSource & 1) != 0) {
            if (type.lastRecord() == null) {
                throw c.malformed("expected a record to copy but the type has none");
            }
            record.copyValues(type.lastRecord());
            record.setBinding(type.lastRecord().binding());
        }
        slots.put(record);
        idCount = Math.max(idCount, slot + 1);
        recordCount++;
        type.countRecord();
        apply(record, maskCode());
    }

    private int maskCode() {
        int code = c.u8();
        if (code > Op.CODE_BITS) {
            throw c.malformed("expected a mask code of at most 63 but was " + code);
        }
        return code;
    }

    /** Reads the mask with this code and the values of the message, and updates the record. */
    protected void apply(RecordState record, int maskCode) {
        TypeState type = record.type();
        if (type.leafCount() <= Long.SIZE) {
            long mask = maskCode < Op.SHORT_MASKS && type.masks().has(maskCode)
                    ? type.masks().firstWord(maskCode)
                    : mask(type, maskCode)[0];
            changed = mask;
            for (long left = type.predictedMask() & ~mask; left != 0; left &= left - 1) {
                values.setToPrediction(record, Long.numberOfTrailingZeros(left));
            }
            if (Long.bitCount(mask) != 1 || !values.tryReadSingle(record, Long.numberOfTrailingZeros(mask))) {
                values.readWord(record, 0, mask);
            }
        } else {
            applyLong(record, mask(type, maskCode));
        }
        record.countUpdate();
        type.setLastRecord(record);
        succession.recordUpdated(record.id());
        updatedId = record.id();
    }

    /** Reads the values of a record with more than 64 leaves. */
    private void applyLong(RecordState record, long[] mask) {
        TypeState type = record.type();
        changed = mask[0];
        changedMask = mask;
        for (int leaf : type.predictedLeaves()) {
            if (leaf >>> 6 >= mask.length || (mask[leaf >>> 6] >>> leaf & 1) == 0) {
                values.setToPrediction(record, leaf);
            }
        }
        for (int w = 0; w < mask.length; w++) {
            values.readWord(record, w << 6, mask[w]);
        }
    }

    /** Returns the number of words of the mask of the leaves whose values the message had. */
    public int changedWords(TypeState type) {
        return type.leafCount() <= Long.SIZE ? 1 : changedMask.length;
    }

    /** Returns one word of that mask. */
    public long changedWord(int word) {
        return word == 0 ? changed : changedMask[word];
    }

    /** Whether the message may have changed one of these leaves, which are a mask over the first 64. */
    public boolean mayHaveChanged(TypeState type, long of) {
        return type.leafCount() > Long.SIZE || ((changed | type.predictedMask()) & of) != 0;
    }

    /** Returns an empty mask, which is reused for the next message. */
    private long[] emptyMask(TypeState type) {
        int words = Math.max(1, type.maskWords());
        if (ownMask.length == words) {
            Arrays.fill(ownMask, 0);
        } else {
            ownMask = new long[words];
        }
        return ownMask;
    }

    /** Reads the mask with this code. */
    protected long[] mask(TypeState type, int code) {
        if (code < Op.BITMAP) {
            int index = code < Op.SHORT_MASKS ? code : Op.SHORT_MASKS + (code - Op.SHORT_MASKS << 8) + c.u8();
            long[] mask = type.masks().get(index);
            if (mask == null) {
                throw c.malformed("expected a mask that has been sent but was mask " + index);
            }
            return mask;
        }
        long[] mask = emptyMask(type);
        if (code <= Op.BITMAP_STORED) {
            int bytes = type.leafCount() + 7 >>> 3;
            for (int i = 0; i < bytes; i++) {
                mask[i >>> 3] |= (long) c.u8() << ((i & 7) << 3);
            }
            if ((type.leafCount() & 7) != 0 && mask[mask.length - 1] >>> type.leafCount() != 0) {
                throw c.malformed("expected a mask of " + type.leafCount() + " leaves");
            }
        } else {
            int count = c.varIntUpTo(type.leafCount(), "count of changes");
            long leaf = -1;
            for (int i = 0; i < count; i++) {
                leaf += 1 + (long) c.varIntUpTo(type.leafCount(), "gap");
                if (leaf >= type.leafCount()) {
                    throw c.malformed("expected a leaf below " + type.leafCount() + " but was " + leaf);
                }
                mask[(int) (leaf >>> 6)] |= 1L << leaf;
            }
        }
        if (code == Op.BITMAP_STORED || code == Op.SPARSE_STORED) {
            bounds.chargeRings(type.masks().add(mask));
        }
        return mask;
    }

    /** Returns the size of the state in bytes. */
    public long stateBytes() {
        return bounds.stateBytes();
    }
}
