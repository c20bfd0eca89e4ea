package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SuccessorTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.stream.BlockWriter;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ShortDecimal;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.delta.internal.value.VarIntWord;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.VarInt;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Encodes the update of a record leaf by leaf, for objects with nested objects and lists. The caller first adds each
 * change, which is collected as a code. Once all are added, {@link #write} stores them in the record and writes the
 * message.
 *
 * <p>It accepts numbers, decimals, times, booleans, and texts that are in the ring. The methods that add a change
 * return false for any other one; nothing has been stored then, and the caller takes a general path, which writes the
 * same bytes.
 */
public final class LeafUpdate {
    private final BlockWriter blocks;
    private final OutputBuffer out;
    private final SuccessorTable succession;
    private final MessageHeaderWriter heads;
    private final WireLimits limits;

    /** The differing items of one field. */
    private final ItemChanges items = new ItemChanges();

    /**
     * The leaves that differ from the record or are predicted to change. The next three arrays have the same indexes.
     */
    private int[] leaves = new int[16];

    private int count;
    /** The numbers that differences are computed from. */
    private long[] numbers = new long[16];
    /** The values held as 64 bits. */
    private long[] raws = new long[16];
    /** The texts, times and decimals. */
    private Object[] references = new Object[16];
    /** The code to write for each leaf, by leaf and not by index. */
    private long[] codes = new long[64];

    /** The offset in the frame of the last message that the caller has yet to add. */
    private int pendingStart;

    /** The mask of the leaves to write, which is the mask of {@link #heads}. */
    private long[] mask = {};

    /** @param blocks receives the messages */
    LeafUpdate(BlockWriter blocks, SuccessorTable succession, MessageHeaderWriter heads, WireLimits limits) {
        this.limits = limits;
        this.blocks = blocks;
        this.out = blocks.frame().out();
        this.succession = succession;
        this.heads = heads;
    }

    /** Returns scratch for the differing items of one field. */
    public ItemChanges items() {
        return items;
    }

    /** Begins an update. No leaf of the type has the predictor {@link Op#LAST_OF_TYPE}. */
    public void begin(TypeState type) {
        count = 0;
        mask = heads.clearMask(type.maskWords());
        if (codes.length < type.leafCount()) {
            codes = new long[type.leafCount() + type.leafCount() / 2];
        }
    }

    /** Returns the number of leaves added so far. */
    public int count() {
        return count;
    }

    /** Adds a field of an object that differs or is predicted to change; false if it cannot be written here. */
    public boolean addField(
            FieldColumns columns,
            ColumnKind kind,
            Object object,
            int field,
            RecordState record,
            int leaf,
            boolean isChanged,
            long bits) {
        if (!isChanged) {
            return addUnchanged(record, leaf);
        }
        return switch (kind) {
            case INT64, FLOAT64, FLOAT32, BOOL -> addBits(kind, bits, record, leaf);
            case VALUE -> addBoxed(columns.reference(object, field), record, leaf);
            default -> addReference(columns.reference(object, field), record, leaf);
        };
    }

    /** Adds a value that is held as 64 bits and differs. */
    public boolean addBits(ColumnKind kind, long bits, RecordState record, int leaf) {
        return switch (kind) {
            case INT64 -> addNumber(record, leaf, Kind.INT, bits);
            case FLOAT64 -> addNumber(record, leaf, Kind.DEC, bits);
            case FLOAT32 -> addNumber(record, leaf, Kind.DEC, Columns.widenedBits(bits));
            default -> record.kind(leaf) == Kind.BOOL && add(leaf, bits, bits, null, 1);
        };
    }

    /** Adds a value that has not changed, if it is predicted to change. */
    public boolean addUnchanged(RecordState record, int leaf) {
        if (record.difference(leaf) == 0) {
            return true;
        }
        byte kind = record.kind(leaf);
        boolean isCount =
                kind == Kind.INT || kind == Kind.DEC || Kind.hasObject(kind) && !(record.refAt(leaf) instanceof String);
        return isCount && addDifference(record, leaf, record.value(leaf), record.rawAt(leaf), record.refAt(leaf), 0);
    }

    /** Adds a text or time that differs. */
    public boolean addReference(Object value, RecordState record, int leaf) {
        byte held = record.kind(leaf);
        if (held == Kind.TEXT) {
            return value instanceof String text && addText(record.type(), leaf, text);
        }
        return held == Kind.TIME
                && value instanceof Temporal time
                && record.refAt(leaf) instanceof Temporal before
                && addReference(record, leaf, time, TimeValue.count(time, record.aux(leaf), before));
    }

    /** Adds a boxed number or a decimal, in the form that its tokens have. */
    public boolean addBoxed(Object value, RecordState record, int leaf) {
        if (value instanceof Double number) {
            return addNumber(record, leaf, Kind.DEC, Double.doubleToRawLongBits(number));
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return addNumber(record, leaf, Kind.INT, ((Number) value).longValue());
        }
        if (value instanceof BigDecimal number) {
            return record.kind(leaf) == Kind.DECIMAL
                    && ShortDecimal.isShort(number, limits)
                    && number.scale() == record.aux(leaf)
                    && addReference(record, leaf, number, DecimalText.unscaled(number));
        }
        return value instanceof Float number
                && addNumber(record, leaf, Kind.DEC, Columns.widenedBits(Float.floatToRawIntBits(number)));
    }

    /** Adds a text that is in the ring of its leaf. */
    private boolean addText(TypeState type, int leaf, String text) {
        int index = type.textRing(leaf).indexOf(text);
        return index >= 0 && add(leaf, 0, 0, text, (long) Op.TEXT_RING_BASE + index);
    }

    /** Adds a time or decimal, given the number that stands for it. */
    private boolean addReference(RecordState record, int leaf, Object value, long number) {
        long difference = number - record.value(leaf);
        return number != DecimalCode.NONE
                && difference != 0
                && addDifference(record, leaf, number, 0, value, difference);
    }

    private boolean addNumber(RecordState record, int leaf, int kind, long raw) {
        long form = record.form(leaf);
        if (RecordState.kindOf(form) != kind) {
            return false;
        }
        long number =
                kind == Kind.INT ? raw : DecimalCode.mantissa(Double.longBitsToDouble(raw), RecordState.auxOf(form));
        return number != DecimalCode.NONE
                && addDifference(record, leaf, number, raw, null, number - record.value(leaf));
    }

    private boolean addDifference(
            RecordState record, int leaf, long number, long raw, Object reference, long difference) {
        boolean isDeltaOfDelta = record.type().predictor(leaf) == Op.DELTA_OF_DELTA;
        long off = isDeltaOfDelta ? difference - record.difference(leaf) : difference;
        if (record.kind(leaf) == Kind.DEC && !ColumnUpdate.isShort(off)) {
            return false; // another scale may pay
        }
        return add(leaf, number, raw, reference, VarInt.zigzag(off));
    }

    /** @param code the code to write, or 0 for a value that is as predicted */
    private boolean add(int leaf, long number, long raw, Object reference, long code) {
        if (count == leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
            raws = Arrays.copyOf(raws, 2 * count);
            references = Arrays.copyOf(references, 2 * count);
        }
        leaves[count] = leaf;
        numbers[count] = number;
        raws[count] = raw;
        references[count++] = reference;
        codes[leaf] = code;
        mask[leaf >>> 6] |= code == 0 ? 0 : 1L << leaf;
        return true;
    }

    /**
     * Writes the changes that were added, and stores them in the record.
     *
     * @return whether the message has been added; else the caller adds the bytes from {@link #pendingStart()} on
     */
    public boolean write(RecordState record) {
        store(record);
        int op = succession.advanceTo(record.id());
        record.type().setLastRecord(record);
        if (mask.length == 1 && blocks.acceptsWords() && writeWord(record, op)) {
            return true;
        }
        pendingStart = out.position;
        heads.writeUpdateHeader(record, op, blocks.frame());
        out.ensure(count * VarInt.MAX_BYTES);
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                long code = codes[w << 6 | Long.numberOfTrailingZeros(bits)];
                out.position = VarInt.write(out.array, out.position, code);
            }
        }
        record.countUpdate();
        return false;
    }

    /**
     * Writes a message of at most seven bytes whose mask has a short index; false, without effect, for any other one.
     */
    private boolean writeWord(RecordState record, int op) {
        int index = record.type().masks().shortIndexOf(mask[0]);
        long word = op | index;
        int bits = Byte.SIZE;
        if (op == Op.RECORD_ID) {
            word |= record.idVarInt() << Byte.SIZE;
            bits += record.idLength() << 3;
        }
        for (long todo = mask[0]; todo != 0; todo &= todo - 1) {
            long code = codes[Long.numberOfTrailingZeros(todo)];
            if (code >>> VarIntWord.MAX_BITS != 0) {
                return false;
            }
            long groups = VarIntWord.septets(code);
            int free = VarIntWord.unusedBits(groups);
            word |= VarIntWord.encode(groups, free) << bits;
            bits += Long.SIZE - free;
        }
        if (index < 0 || bits > VarIntWord.MAX_BITS) {
            return false;
        }
        record.countUpdate();
        blocks.addWord(word, bits >> 3);
        return true;
    }

    /** Returns the offset in the frame of the last message that {@link #write} has not added. */
    public int pendingStart() {
        return pendingStart;
    }

    private void store(RecordState record) {
        for (int i = 0; i < count; i++) {
            int leaf = leaves[i];
            switch (record.kind(leaf)) {
                case Kind.TEXT -> record.setText(leaf, (String) references[i]);
                case Kind.BOOL -> record.setBoolean(leaf, raws[i]);
                case Kind.TIME, Kind.DECIMAL ->
                    record.advanceCounted(leaf, record.form(leaf), numbers[i], references[i]);
                default -> record.advanceNumber(leaf, record.form(leaf), numbers[i], raws[i]);
            }
        }
    }
}
