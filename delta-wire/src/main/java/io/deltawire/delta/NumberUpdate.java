package io.deltawire.delta;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.VarInt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes the update of an object of which nothing but numbers is new, in one pass over the fields that changed: each value
 * is written and kept in the record at once. What comes before the values in the message is known when all are written; the
 * place for it is left free.
 *
 * <p>A number that leaves the form that the record has it in, and all after it, are left to a {@link ColumnUpdate}. The
 * bytes are the same.
 *
 * <p>Bytes are put together in a long, and go to memory by eights: most messages are no longer than that, and what has just
 * been written one by one cannot be read in one go without waiting for it.
 */
final class NumberUpdate {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    /** So many bits take eight bytes. */
    private static final int MAX_BITS = 56;

    /** So many bits take a difference between decimals for which there is no better form. */
    private static final int DECIMAL_BITS = 1 + Integer.numberOfTrailingZeros(ColumnUpdate.SHORT_DIFFERENCE);

    private final BlockWriter blocks;
    private final OutputBuffer out;
    private final Succession succession;
    private final Heads heads;
    private final ColumnUpdate columnUpdate;
    /** The values, where they have to be moved. */
    private final ValueWriter moved = new ValueWriter();

    // What values() leaves to write(): these are two since more would not fit the processor's registers.

    /** Where the last bytes go. */
    private int at;
    /** How many bits they are. */
    private int bits;
    /** These. */
    private long word;
    /** The leaves that are left to others. */
    private long left;

    /** @param blocks where messages are written */
    NumberUpdate(BlockWriter blocks, Succession succession, Heads heads, ColumnUpdate columnUpdate) {
        this.blocks = blocks;
        this.out = blocks.frame.out;
        this.succession = succession;
        this.heads = heads;
        this.columnUpdate = columnUpdate;
    }

    /** What has become of a message. */
    enum Result {
        /** There may be more to it than this: nothing has been written. */
        NOTHING,
        /** It has been written, and is yet to be added to the frame. */
        WRITTEN,
        /** It has been handed over. */
        ADDED
    }

    /**
     * Writes the message that brings a record to the state of an object, unless that is to be tried with every predictor.
     *
     * @param fields those that differ, all numbers
     * @param values what these have now
     */
    Result write(ColumnBinding binding, RecordState record, Object object, long fields, long[] values) {
        TypeState state = binding.state;
        if (state.followers > 0 || !binding.type.countsIfQuiet()) {
            return Result.NOTHING;
        }
        out.ensure(binding.room);
        int op = succession.advance(record.slot);
        state.setLast(record);
        long leaves = values(binding, record, fields << binding.base, values, op == Op.SLOT);
        int index = binding.state.templates.guess(leaves);
        if (index >= 0 && (left | at - out.position) == 0 && blocks.addedQuickly(word | op | index, bits >> 3)) {
            record.updates++;
            return Result.ADDED;
        }
        finish(binding, record, object, values, op, leaves, index);
        return Result.WRITTEN;
    }

    /** Does what {@link #write} does, also for a message that is tried, which has been counted; it is not handed over. */
    void append(ColumnBinding binding, RecordState record, Object object, long fields, long[] values) {
        out.ensure(binding.room);
        int op = succession.advance(record.slot);
        binding.state.setLast(record);
        long leaves = values(binding, record, fields << binding.base, values, op == Op.SLOT);
        finish(binding, record, object, values, op, leaves, binding.state.templates.guess(leaves));
    }

    /** Writes the last of the values, and what comes before them: behind them, where its length is yet to be found. */
    private void finish(
            ColumnBinding binding, RecordState record, Object object, long[] values, int mode, long leaves, int index) {
        int start = out.position;
        LONG.set(out.array, at, word);
        out.position = at + (bits >> 3);
        if (index >= 0) {
            out.array[start] = (byte) (mode | index);
        } else {
            putHeadBefore(record, mode, leaves, start);
        }
        if (left != 0) {
            columnUpdate.writeRest(binding, record, object, left, values, blocks.frame);
        }
        record.updates++;
    }

    private void putHeadBefore(RecordState record, int mode, long leaves, int start) {
        int from = start + (mode == Op.SLOT ? 1 + VarInt.size(record.slot) : 1);
        moved.out.clear();
        moved.raw(out.array, from, out.position - from);
        out.position = start;
        heads.setMask(leaves);
        heads.write(record, mode, 0, blocks.frame);
        blocks.frame.raw(moved.out.array, 0, moved.out.position);
    }

    /**
     * Writes the values of an object that are not as predicted, behind room for the first byte, and keeps all in the record.
     *
     * @param changed the leaves whose value is not the record's
     * @param withSlot whether the record's slot comes before them
     * @return the leaves whose value is not the predicted one
     */
    private long values(ColumnBinding binding, RecordState record, long changed, long[] values, boolean withSlot) {
        long bytes = 0;
        int size = Byte.SIZE;
        if (withSlot) {
            bytes = record.slot;
            size += Byte.SIZE;
            if (bytes > 0x7F) {
                size = Byte.SIZE + length(bytes);
                bytes = spread(bytes, size - Byte.SIZE);
            }
            bytes <<= Byte.SIZE;
        }
        at = out.position;
        left = 0;
        long predicted = binding.state.predictedMask;
        long unpredicted = 0;
        for (long todo = changed | predicted; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            long form = record.form(leaf);
            long by = (predicted >>> leaf & 1) != 0 ? record.difference(leaf, form) : 0;
            long value = (changed >>> leaf & 1) != 0 ? values[leaf - binding.base] : record.raw[leaf];
            long number = RecordState.kindOf(form) == Kind.INT ? value : decimal(value, form);
            long code = code(form, number, record.value(leaf) + by);
            if (code >>> MAX_BITS != 0) {
                left = rest(binding, record, todo, changed, values);
                break;
            }
            record.follow(leaf, form, number, value);
            if (code == 0) {
                continue;
            }
            unpredicted |= 1L << leaf;
            int length = Byte.SIZE;
            if (code > 0x7F) {
                length = length(code);
                code = spread(code, length);
            }
            int end = size + length;
            if (end > Long.SIZE) {
                spill(size == Long.SIZE ? bytes : bytes | code << size);
                bytes = code >>> Long.SIZE - size;
                size = end - Long.SIZE;
            } else {
                bytes |= code << size;
                size = end;
            }
        }
        bits = size;
        word = bytes;
        return unpredicted | left;
    }

    private void spill(long bytes) {
        LONG.set(out.array, at, bytes);
        at += Long.BYTES;
    }

    /** Moves the numbers on that are as predicted, and returns the leaves of the others. */
    private static long rest(ColumnBinding binding, RecordState record, long leaves, long changed, long[] values) {
        long others = 0;
        for (long todo = leaves; todo != 0; todo &= todo - 1) {
            int leaf = Long.numberOfTrailingZeros(todo);
            long bit = todo & -todo;
            long form = record.form(leaf);
            long by = (binding.state.predictedMask & bit) != 0 ? record.difference(leaf, form) : 0;
            boolean isChanged = (changed & bit) != 0;
            long value = isChanged ? values[leaf - binding.base] : record.raw[leaf];
            long number = RecordState.kindOf(form) == Kind.INT ? value : decimal(value, form);
            if (number != DecimalCode.NONE && number - record.value(leaf) == by) {
                record.follow(leaf, form, number, value);
            } else if (isChanged || by != 0) {
                values[leaf - binding.base] = value;
                others |= bit;
            }
        }
        return others;
    }

    /** The count that stands for a double in the form that the record has it in, or {@link DecimalCode#NONE}. */
    private static long decimal(long bits, long form) {
        return RecordState.kindOf(form) == Kind.DEC
                ? DecimalCode.mantissa(Double.longBitsToDouble(bits), RecordState.auxOf(form))
                : DecimalCode.NONE;
    }

    /** What to write for a number, or one that is too large where there may be a better form. */
    private static long code(long form, long number, long predicted) {
        long code = VarInt.zigzag(number - predicted);
        return RecordState.kindOf(form) == Kind.INT
                        || code >>> DECIMAL_BITS == 0
                                && number != DecimalCode.NONE
                                && RecordState.kindOf(form) == Kind.DEC
                ? code
                : -1;
    }

    /** The bits that a number takes below 2^56. */
    private static int length(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) * 37 >> 8 << 3;
    }

    /** The bytes of a number, lowest first. */
    private static long spread(long value, int bits) {
        long halves = value & 0xFFF_FFFFL | (value & 0xFF_FFFF_F000_0000L) << 4;
        long quarters = halves & 0x3FFF_0000_3FFFL | (halves & 0xFFF_C000_0FFF_C000L) << 2;
        long groups = quarters & 0x7F_007F_007F_007FL | (quarters & 0x3F80_3F80_3F80_3F80L) << 1;
        return groups | HIGH_BITS & (1L << bits - Byte.SIZE) - 1;
    }
}
