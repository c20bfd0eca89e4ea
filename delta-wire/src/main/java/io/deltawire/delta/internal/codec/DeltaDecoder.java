package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.AnnouncedTypes;
import io.deltawire.delta.internal.state.ListEdit;
import io.deltawire.delta.internal.state.LiveObjects;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordPool;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.Slots;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.state.StateSize;
import io.deltawire.delta.internal.state.Succession;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.BlockHeader;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueSkipper;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import java.util.Arrays;

/**
 * Turns message bodies back into records: the table machine of docs/spec/delta.md, section 5. It makes no choice of its
 * own. After a {@link MalformedWireException} its state is undefined until {@link #reset}.
 */
public final class DeltaDecoder {
    private final WireLimits limits;
    private final ByteCursor c;
    private final StateBounds bounds;
    private final Slots slots = new Slots();
    private final AnnouncedTypes types;
    private final ValueReader values;
    private final RecordPool pool = new RecordPool();
    /** The live objects of the epoch before. */
    public final LiveObjects formerLive = new LiveObjects();

    private int slotCount;
    private int live;
    private final Succession succession = new Succession();

    /** The slot of the record that the message has updated, or -1. */
    private int present = -1;
    /** The record that the message has deleted, or null. */
    private RecordState deleted;

    public MessageKind kind = MessageKind.DATA;

    /** Whether the message is a record said again, which has changed nothing. */
    public boolean isRepeat;

    /** Whether the message before may have been none that changes its record. */
    private boolean mayBeOther = true;

    /** The mask that is in the message itself. */
    private long[] sentMask = new long[1];

    private final long[] edited = new long[ListEdit.MAX];
    private final long[] edits = new long[ListEdit.MAX];

    /** The first 64 leaves of those that the message has sent; those that are as predicted may have changed too. */
    public long changed;
    /** All of them, where the type has more leaves than that; valid up to the next message. */
    private long[] changedOfMany;

    /** @param skipper of the same cursor */
    public DeltaDecoder(ByteCursor cursor, ValueSkipper skipper) {
        this.c = cursor;
        this.limits = cursor.limits();
        this.bounds = new StateBounds(cursor);
        this.types = new AnnouncedTypes(cursor, skipper, bounds, slots);
        this.values = new ValueReader(cursor, skipper, bounds);
    }

    /**
     * Forgets everything, for an epoch that is announced to keep to these bounds.
     *
     * @param keepsLive whether live objects may belong to the same keys again
     */
    public void reset(BlockHeader header, boolean keepsLive) {
        if (slotCount > 0) {
            c.remember();
        }
        if (!keepsLive) {
            formerLive.clear();
        } else if (slotCount > 0) {
            formerLive.keep(slots, slotCount);
        }
        bounds.reset(header.maxKeys(), header.maxStateBytes());
        types.clear();
        pool.recycle(slots, slotCount);
        slots.begin();
        succession.clear();
        slotCount = 0;
        live = 0;
        present = -1;
        deleted = null;
    }

    /** The record that the message has updated or deleted, or null for a plain message. */
    public RecordState record() {
        return present >= 0 ? slots.at[present] : deleted;
    }

    /** Decodes the body at the cursor; a plain message is left there, for the caller to skip. */
    public void decode() {
        begin();
        mayBeOther = true;
        present = -1;
        for (; ; ) {
            int head = c.u8();
            if (head < Op.CONTROL) {
                update(head);
                return;
            }
            if (control(head)) {
                return;
            }
        }
    }

    /**
     * Decodes the body that the cursor is in, which is an update; returns its record.
     *
     * @param head its first byte, which the cursor is behind
     */
    public RecordState decodeUpdate(int head) {
        if (mayBeOther) {
            begin();
        } else {
            bounds.checkSent();
        }
        return update(head);
    }

    private void begin() {
        mayBeOther = false;
        if (kind != MessageKind.DATA) {
            kind = MessageKind.DATA;
        }
        isRepeat = false;
        if (deleted != null) {
            deleted = null;
        }
        bounds.checkSent();
    }

    /** Does a control operation; whether it ends the body. */
    private boolean control(int head) {
        switch (head) {
            case Op.NODES -> types.defineNodes();
            case Op.PREDICTORS -> types.setPredictors();
            case Op.KEYS -> types.setKeys();
            case Op.REPEAT -> isRepeat = true;
            case Op.FORGET -> remove(slot(c.varInt()));
            case Op.EDIT -> editLists();
            case Op.NEW -> newRecord(slotCount);
            case Op.NEW_AT -> newRecord(c.varIntUpTo(slotCount, "slot"));
            case Op.FULL -> fullRecord();
            case Op.DELETE -> {
                deleted = slot(c.varInt());
                remove(deleted);
                kind = MessageKind.DELETE;
            }
            case Op.PLAIN -> {}
            case Op.META -> kind = MessageKind.META;
            case Op.DELETE_PLAIN -> kind = MessageKind.DELETE;
            default -> skipOrRefuse(head);
        }
        return head >= Op.NEW && head <= Op.EDIT && head != Op.FORGET && head != Op.KEYS;
    }

    private void remove(RecordState gone) {
        gone.type.leavesSlot(gone);
        slots.at[gone.slot] = null;
        live--;
        gone.type.records--;
        bounds.release(StateSize.record(gone.type));
    }

    private void skipOrRefuse(int head) {
        if (head < Op.SKIPPABLE) {
            c.position--;
            throw c.malformed("expected a message but was unknown operation 0x" + Integer.toHexString(head));
        }
        int length = c.length(limits.maxMessageBytes(), "skippable operation");
        c.position += length;
    }

    // ---- updates

    private RecordState update(int head) {
        RecordState record = find(head);
        if (record.leaves() < record.type.leaves) {
            record.grow();
        }
        apply(record, head & Op.CODE_BITS);
        return record;
    }

    /** Edits of the record's lists, and the update that they go before. */
    private void editLists() {
        int count = 0;
        boolean more;
        do {
            if (count == ListEdit.MAX) {
                throw c.malformed("expected at most " + ListEdit.MAX + " edits of lists");
            }
            long list = c.varInt();
            edited[count] = list >>> 1;
            edits[count++] = c.varInt();
            more = (list & 1) != 0;
        } while (more);
        int head = c.u8();
        if (head >= Op.CONTROL) {
            throw c.malformed("expected the update of a record after edits of its lists");
        }
        RecordState record = find(head);
        if (record.type.leaves > ListEdit.MAX_LEAVES) {
            throw c.malformed("expected edits of lists in a record of at most " + ListEdit.MAX_LEAVES
                    + " leaves but it has " + record.type.leaves);
        }
        record.grow();
        int size = 0;
        for (int i = 0; i < count; i++) {
            Node list = list(record.type, edited[i]);
            size = i > 0 && edited[i] == edited[i - 1] ? size : ListEdit.size(record, list);
            size = ListEdit.apply(record, list, size, edits[i], c);
        }
        apply(record, head & Op.CODE_BITS);
    }

    private Node list(TypeState type, long number) {
        if (number >= type.lists.size()) {
            throw c.malformed("expected one of " + type.lists.size() + " lists but was list " + number);
        }
        return type.lists.get((int) number);
    }

    /** The record that the first byte of an update names. */
    private RecordState find(int head) {
        int mode = head & Op.MODE_BITS;
        if (mode != Op.SAME_KEY && mode != Op.NEXT_KEY) {
            return slot(c.varInt());
        }
        int slot = mode == Op.SAME_KEY ? succession.previous() : succession.next();
        RecordState record = slot < 0 ? null : slots.at[slot];
        if (record == null) {
            throw c.malformed("expected a key that is known but the message is for the "
                    + (mode == Op.SAME_KEY ? "same" : "next") + " one and there is none");
        }
        return record;
    }

    private RecordState slot(long number) {
        RecordState found = number >= 0 && number < slotCount ? slots.at[(int) number] : null;
        if (found == null) {
            throw c.malformed("expected a slot that is in use but was " + Long.toUnsignedString(number));
        }
        return found;
    }

    private void newRecord(int slot) {
        long typeAndSource = c.varInt();
        TypeState type = types.type(typeAndSource >>> 1);
        if (slot < slotCount && slots.at[slot] != null) {
            throw c.malformed("expected a free slot but " + slot + " is in use");
        }
        bounds.checkKeys(live, slot);
        bounds.charge(StateSize.record(type));
        RecordState record = pool.take(type, slot);
        if ((typeAndSource & 1) != 0) {
            if (type.last() == null) {
                throw c.malformed("expected a record to copy but the type has none");
            }
            record.copyValues(type.last());
            record.binding = type.last().binding;
        }
        if (slot >= slots.at.length) {
            slots.at = Arrays.copyOf(slots.at, 2 * slot);
        }
        slots.at[slot] = record;
        slotCount = Math.max(slotCount, slot + 1);
        live++;
        type.records++;
        apply(record, maskCode());
    }

    private void fullRecord() {
        RecordState old = slot(c.varInt());
        old.type.leavesSlot(old);
        RecordState record = pool.take(old.type, old.slot);
        slots.at[old.slot] = record;
        apply(record, maskCode());
    }

    private int maskCode() {
        int code = c.u8();
        if (code > Op.CODE_BITS) {
            throw c.malformed("expected a mask code of at most 63 but was " + code);
        }
        return code;
    }

    private void apply(RecordState record, int maskCode) {
        TypeState type = record.type;
        if (type.leaves <= Long.SIZE) {
            long mask = maskCode < Op.SHORT_TEMPLATES && type.templates.has(maskCode)
                    ? type.templates.word(maskCode)
                    : mask(type, maskCode)[0];
            changed = mask;
            for (long left = type.predictedMask & ~mask; left != 0; left &= left - 1) {
                values.advance(record, Long.numberOfTrailingZeros(left));
            }
            if (Long.bitCount(mask) != 1 || !values.readOne(record, Long.numberOfTrailingZeros(mask))) {
                values.read(record, 0, mask);
            }
        } else {
            applyLong(record, mask(type, maskCode));
        }
        record.updates++;
        type.setLast(record);
        succession.cameTo(record.slot);
        present = record.slot;
    }

    /** Brings up to date a record of more leaves than a word has bits. */
    private void applyLong(RecordState record, long[] mask) {
        TypeState type = record.type;
        changed = mask[0];
        changedOfMany = mask;
        for (int leaf : type.predicted) {
            if (leaf >>> 6 >= mask.length || (mask[leaf >>> 6] >>> leaf & 1) == 0) {
                values.advance(record, leaf);
            }
        }
        for (int w = 0; w < mask.length; w++) {
            values.read(record, w << 6, mask[w]);
        }
    }

    /** The number of words of the mask of the leaves that the message has sent. */
    public int changedWords(TypeState type) {
        return type.leaves <= Long.SIZE ? 1 : changedOfMany.length;
    }

    /** One word of that mask. */
    public long changed(int word) {
        return word == 0 ? changed : changedOfMany[word];
    }

    /** Whether the message may have changed one of these leaves, each a bit if it is among the first 64. */
    public boolean mayHaveChanged(TypeState type, long of) {
        return type.leaves > Long.SIZE || ((changed | type.predictedMask) & of) != 0;
    }

    /** A mask without leaves, which is used again for the next message. */
    private long[] emptyMask(TypeState type) {
        int words = Math.max(1, type.maskWords());
        if (sentMask.length == words) {
            Arrays.fill(sentMask, 0);
        } else {
            sentMask = new long[words];
        }
        return sentMask;
    }

    private long[] mask(TypeState type, int code) {
        if (code < Op.BITMAP) {
            int index =
                    code < Op.SHORT_TEMPLATES ? code : Op.SHORT_TEMPLATES + (code - Op.SHORT_TEMPLATES << 8) + c.u8();
            long[] mask = type.templates.get(index);
            if (mask == null) {
                throw c.malformed("expected a mask that has been sent but was mask " + index);
            }
            return mask;
        }
        long[] mask = emptyMask(type);
        if (code <= Op.BITMAP_STORED) {
            int bytes = type.leaves + 7 >>> 3;
            for (int i = 0; i < bytes; i++) {
                mask[i >>> 3] |= (long) c.u8() << ((i & 7) << 3);
            }
            if ((type.leaves & 7) != 0 && mask[mask.length - 1] >>> type.leaves != 0) {
                throw c.malformed("expected a mask of " + type.leaves + " leaves");
            }
        } else {
            int count = c.varIntUpTo(type.leaves, "count of changes");
            long leaf = -1;
            for (int i = 0; i < count; i++) {
                leaf += 1 + (long) c.varIntUpTo(type.leaves, "gap");
                if (leaf >= type.leaves) {
                    throw c.malformed("expected a leaf below " + type.leaves + " but was " + leaf);
                }
                mask[(int) (leaf >>> 6)] |= 1L << leaf;
            }
        }
        if (code == Op.BITMAP_STORED || code == Op.SPARSE_STORED) {
            bounds.ring(type.templates.add(mask));
        }
        return mask;
    }

    /** What the state counts as. */
    public long stateBytes() {
        return bounds.stateBytes();
    }
}
