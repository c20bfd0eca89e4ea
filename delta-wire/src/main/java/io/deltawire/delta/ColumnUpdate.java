package io.deltawire.delta;

import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.VarInt;

/**
 * Writes the values of an object's fields that are not as predicted straight behind the message's head, and keeps them in
 * the record. Numbers that stay in their form are a subtraction; everything else is the business of a {@link ValueCoder}.
 * The bytes are those of the long way, which collects all values first.
 */
final class ColumnUpdate {
    /** More than a number and what may be in front of it take. */
    private static final int ROOM = 16;

    /** A difference that takes two bytes at the most: no other scale can pay. */
    private static final int SHORT_DIFFERENCE = 1 << 13;

    private final Columns in;
    private final ValueWriter values;
    private final ValueCoder coder;
    private final Coded predicted = new Coded();
    private final Coded coded = new Coded();

    /** The leaves whose value is not the predicted one: what {@link #find} has found. */
    long unpredicted;

    /** @param coder writes to {@code values} */
    ColumnUpdate(Columns in, ValueWriter values, ValueCoder coder) {
        this.in = in;
        this.values = values;
        this.coder = coder;
    }

    /**
     * Finds the leaves whose value is not the predicted one.
     *
     * @param changed the leaves whose value is not the record's
     * @return false where that takes the long way
     */
    boolean find(ColumnBinding binding, RecordState record, Object object, long changed) {
        long result = changed;
        TypeState type = record.type;
        in.message++;
        for (int leaf : type.predicted) {
            long bit = 1L << leaf;
            if (type.predictors[leaf] == Op.LINEAR) {
                long difference = record.difference(leaf);
                if (difference != 0) {
                    long number = number(binding, record, object, leaf);
                    if (number == DecimalCode.NONE) {
                        return false;
                    }
                    boolean isPredicted = number == record.value[leaf] + difference;
                    result = isPredicted ? result & ~bit : result | bit;
                }
            } else if (type.last != record) {
                binding.take(object, leaf, in);
                result = in.same(leaf, type.last) ? result & ~bit : result | bit;
            }
        }
        unpredicted = result;
        return true;
    }

    /** The count that stands for the value in the form that the record has it in, or {@link DecimalCode#NONE}. */
    private static long number(ColumnBinding binding, RecordState record, Object object, int leaf) {
        int field = leaf - binding.base;
        if (leaf == binding.typeLeaf) {
            return DecimalCode.NONE;
        }
        if (record.kind[leaf] == Kind.INT) {
            return binding.columns.bits(object, field);
        }
        if (record.kind[leaf] == Kind.DEC && binding.kinds[field] == ColumnKind.FLOAT64) {
            return DecimalCode.mantissa(Double.longBitsToDouble(binding.columns.bits(object, field)), record.aux[leaf]);
        }
        return DecimalCode.NONE;
    }

    /**
     * Adds up what each predictor would cost for a number that stays in its form, here and in the type's last record.
     *
     * @return false where the value has to be coded to know that; nothing is added then
     */
    boolean charge(EncodedType type, ColumnBinding binding, RecordState record, Object object, int leaf) {
        long number = number(binding, record, object, leaf);
        RecordState last = record.type.last;
        if (number == DecimalCode.NONE || last.kind[leaf] != record.kind[leaf] || last.aux[leaf] != record.aux[leaf]) {
            return false;
        }
        long previous = number - record.value[leaf];
        long linear = previous - record.difference(leaf);
        long other = number - last.value[leaf];
        if (record.kind[leaf] == Kind.DEC && !(isShort(previous) && isShort(linear) && isShort(other))) {
            return false;
        }
        charge(type, Op.PREVIOUS, leaf, previous);
        charge(type, Op.LINEAR, leaf, linear);
        charge(type, Op.LAST_OF_TYPE, leaf, other);
        return true;
    }

    private static boolean isShort(long difference) {
        return difference < SHORT_DIFFERENCE && difference >= -SHORT_DIFFERENCE;
    }

    private static void charge(EncodedType type, byte predictor, int leaf, long off) {
        if (off != 0) {
            type.charge(predictor, leaf, VarInt.size(VarInt.zigzag(off)));
        }
    }

    /** Writes the values that {@link #find} has found, and keeps all in the record. */
    void write(ColumnBinding binding, RecordState record, Object object, ValueWriter out) {
        FieldColumns fields = binding.columns;
        OutputBuffer to = out.out;
        for (long left = unpredicted; left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            int field = leaf - binding.base;
            to.ensure(ROOM);
            switch (record.kind[leaf]) {
                case Kind.INT:
                    // The field is one of integers as long as the binding holds.
                    if (isOfOther(record, leaf)) {
                        break;
                    }
                    writeInt(record, leaf, fields.bits(object, field), to);
                    continue;
                case Kind.DEC:
                    if (binding.kinds[field] == ColumnKind.FLOAT64
                            && !isOfOther(record, leaf)
                            && writeDecimal(record, leaf, fields.bits(object, field), to)) {
                        continue;
                    }
                    break;
                default:
                    break;
            }
            writeOther(binding, record, object, leaf, out);
        }
        for (int leaf : record.type.predicted) {
            if ((unpredicted >>> leaf & 1) == 0) {
                if (isOfOther(record, leaf)) {
                    record.copyValue(record.type.last, leaf);
                    continue;
                }
                long difference = predictedDifference(record, leaf);
                if (difference != 0) {
                    long bits = fields.bits(object, leaf - binding.base);
                    record.move(leaf, record.value[leaf] + difference, bits, difference);
                }
            }
        }
    }

    /** Whether the prediction is what another record has. */
    private static boolean isOfOther(RecordState record, int leaf) {
        return record.type.predictors[leaf] == Op.LAST_OF_TYPE && record.type.last != record;
    }

    private static long predictedDifference(RecordState record, int leaf) {
        return record.type.predictors[leaf] == Op.LINEAR ? record.difference(leaf) : 0;
    }

    private static void writeInt(RecordState record, int leaf, long number, OutputBuffer to) {
        long difference = number - record.value[leaf];
        long off = difference - predictedDifference(record, leaf);
        to.position = VarInt.write(to.array, to.position, VarInt.zigzag(off));
        record.move(leaf, number, number, difference);
    }

    /** Writes a double that has a short difference at the record's scale; false where there may be a better way. */
    private static boolean writeDecimal(RecordState record, int leaf, long bits, OutputBuffer to) {
        long mantissa = DecimalCode.mantissa(Double.longBitsToDouble(bits), record.aux[leaf]);
        long difference = mantissa - record.value[leaf];
        long off = difference - predictedDifference(record, leaf);
        if (mantissa == DecimalCode.NONE || !isShort(off)) {
            return false;
        }
        to.position = VarInt.write(to.array, to.position, VarInt.zigzag(off));
        record.move(leaf, mantissa, bits, difference);
        return true;
    }

    private void writeOther(ColumnBinding binding, RecordState record, Object object, int leaf, ValueWriter out) {
        binding.take(object, leaf, in);
        TypeState type = record.type;
        predicted.predict(record, leaf);
        coder.code(in, leaf, predicted, false, type, coded);
        values.out.position = 0;
        boolean isRinged = coder.write(coded, predicted, record, leaf);
        out.raw(values.out.array, 0, values.out.position);
        if (isRinged) {
            type.ring(leaf, coded);
        }
        record.set(leaf, coded);
    }
}
