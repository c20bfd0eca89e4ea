package io.deltawire.delta;

import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.NumberChanges;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.VarInt;

/**
 * Writes the update of an object of which nothing but numbers is new, in one pass: as soon as a field is found to differ,
 * its value is written and kept in the record. What comes before the values in the message is known when all are found,
 * and mostly is as long as was left free for it.
 *
 * <p>A number that leaves the form that the record has it in, and all after it, are left to a {@link ColumnUpdate}. The
 * bytes are the same.
 */
final class NumberUpdate implements NumberChanges {
    private final OutputBuffer out;
    /** The values, where they have to be moved. */
    private final ValueWriter moved = new ValueWriter();

    private int base;
    private int at;
    /** The leaves whose value is not the predicted one. */
    private long unpredicted;
    /** The leaves that have a prediction of their own and are yet to be passed. */
    private long predicted;
    /** The leaves that are left to others, and the values of these by field. */
    private long left;

    private final long[] values = new long[FieldColumns.MAX_FIELDS];

    /** @param out where messages are written */
    NumberUpdate(OutputBuffer out) {
        this.out = out;
    }

    /**
     * Writes the values of an object that are not as predicted, and keeps all in the record.
     *
     * @param head the bytes to leave free before them
     * @return false where there is more to it, or no record of this object; nothing has been written then
     */
    boolean find(ColumnBinding binding, RecordState of, Object object, int head) {
        base = binding.base;
        out.ensure(head + binding.kinds.length * VarInt.MAX_BYTES);
        at = out.position + head;
        unpredicted = 0;
        left = 0;
        predicted = binding.state.predictedMask;
        if (!binding.columns.numberChanges(object, of.raw, of.ref, base, this, of)) {
            return false;
        }
        if (predicted != 0) {
            pass(of, Long.SIZE);
        }
        return true;
    }

    /** Takes the values away that {@link #find} has written from this index on. */
    void putAside(int from) {
        moved.out.clear();
        moved.raw(out.array, from, at - from);
    }

    /** Writes them again. */
    void putBehind(ValueWriter head) {
        head.raw(moved.out.array, 0, moved.out.position);
        at = head.out.position;
    }

    /** The index after the values that have been written. */
    int end() {
        return at;
    }

    /** The leaves whose value is not the predicted one. */
    long unpredicted() {
        return unpredicted | left;
    }

    /** Those of them whose values are yet to be written. */
    long left() {
        return left;
    }

    /** The values of these, by field. */
    long[] values() {
        return values;
    }

    @Override
    public void int64(Object record, int ordinal, long value) {
        put((RecordState) record, base + ordinal, value, value, Long.MAX_VALUE);
    }

    @Override
    public void float64(Object of, int ordinal, long bits) {
        RecordState record = (RecordState) of;
        int leaf = base + ordinal;
        long number = record.kind(leaf) == Kind.DEC
                ? DecimalCode.mantissa(Double.longBitsToDouble(bits), record.aux(leaf))
                : DecimalCode.NONE;
        if (number == DecimalCode.NONE) {
            if (predicted != 0) {
                pass(record, leaf);
                predicted &= ~(1L << leaf);
            }
            leave(leaf, bits);
        } else {
            put(record, leaf, number, bits, ColumnUpdate.SHORT_DIFFERENCE);
        }
    }

    /** @param below what a difference has to be for there to be no better form */
    private void put(RecordState record, int leaf, long number, long bits, long below) {
        if (predicted != 0) {
            pass(record, leaf);
        }
        long difference = number - record.value(leaf);
        long off = difference;
        if ((predicted >>> leaf & 1) != 0) {
            predicted ^= 1L << leaf;
            off -= record.difference(leaf);
            if (off == 0) {
                record.move(leaf, number, bits, difference);
                return;
            }
        }
        if (left != 0 || off >= below || off < -below) {
            leave(leaf, bits);
        } else {
            write(leaf, off);
            record.move(leaf, number, bits, difference);
        }
    }

    private void write(int leaf, long off) {
        unpredicted |= 1L << leaf;
        at = VarInt.write(out.array, at, VarInt.zigzag(off));
    }

    private void leave(int leaf, long bits) {
        left |= 1L << leaf;
        values[leaf - base & FieldColumns.MAX_FIELDS - 1] = bits;
    }

    /** Passes the leaves before this one whose values have been predicted to change, but are the same. */
    private void pass(RecordState record, int before) {
        long passed = before == Long.SIZE ? predicted : predicted & (1L << before) - 1;
        predicted ^= passed;
        for (; passed != 0; passed &= passed - 1) {
            int leaf = Long.numberOfTrailingZeros(passed);
            long difference = record.difference(leaf);
            if (difference == 0) {
                continue;
            }
            long bits = record.raw[leaf];
            byte kind = record.kind(leaf);
            boolean isWritten = kind == Kind.INT || kind == Kind.DEC && ColumnUpdate.isShort(-difference);
            if (left != 0 || !isWritten) {
                leave(leaf, bits);
            } else {
                write(leaf, -difference);
                record.move(leaf, record.value(leaf), bits, 0);
            }
        }
    }
}
