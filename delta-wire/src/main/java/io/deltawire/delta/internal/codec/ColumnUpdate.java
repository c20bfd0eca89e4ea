package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TextRing;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Coded;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.delta.internal.value.Wtf8;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.VarInt;
import java.time.temporal.Temporal;

/**
 * Writes the values of an object's fields that are not as predicted straight behind the message's head, and keeps them in
 * the record. Numbers that stay in their form are a subtraction; everything else is the business of a {@link ValueCoder}.
 * The bytes are those of the long way, which collects all values first.
 */
final class ColumnUpdate {
    /** A difference that takes two bytes at the most: no other scale can pay. */
    static final int SHORT_DIFFERENCE = 1 << 13;

    private final Columns in;
    private final ValueWriter values;
    private final ValueCoder coder;
    private final Coded predicted = new Coded();
    private final Coded coded = new Coded();

    /** What rings have come to hold by this. */
    long ringBytes;
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
     * @param fields those that differ from the record
     * @param now what these are now, where they are held as 64 bits
     * @return false where that takes the long way
     */
    boolean find(LeafBinding binding, RecordState record, Object object, long fields, long[] now) {
        unpredicted = fields << binding.base;
        return binding.state.predicted.length == 0 || findPredicted(binding, record, object, fields, now);
    }

    private boolean findPredicted(LeafBinding binding, RecordState record, Object object, long fields, long[] now) {
        long result = unpredicted;
        TypeState type = record.type;
        in.message++;
        for (int leaf : type.predicted) {
            long bit = 1L << leaf;
            if (type.predictors[leaf] == Op.LINEAR) {
                long difference = record.difference(leaf);
                if (difference != 0) {
                    long number = number(binding, record, fields, now, leaf);
                    if (number == DecimalCode.NONE && leaf != binding.typeLeaf) {
                        number = binding.count(record, object, leaf - binding.base);
                    }
                    if (number == DecimalCode.NONE) {
                        return false;
                    }
                    boolean isPredicted = number == record.value(leaf) + difference;
                    result = isPredicted ? result & ~bit : result | bit;
                }
            } else if (type.last() != record) {
                binding.take(object, leaf, in);
                result = in.same(leaf, type.last()) ? result & ~bit : result | bit;
            }
        }
        unpredicted = result;
        return true;
    }

    /** The count that stands for the value in the form that the record has it in, or {@link DecimalCode#NONE}. */
    static long number(LeafBinding binding, RecordState record, long changed, long[] values, int leaf) {
        byte kind = record.kind(leaf);
        if (leaf == binding.typeLeaf || kind != Kind.INT && kind != Kind.DEC) {
            return DecimalCode.NONE;
        }
        int field = leaf - binding.base;
        if ((changed >>> field & 1) == 0) {
            return record.value(leaf);
        }
        long bits = values[field];
        if (kind == Kind.INT) {
            return bits;
        }
        return (binding.doubles >>> leaf & 1) != 0
                ? DecimalCode.mantissa(Double.longBitsToDouble(bits), record.aux(leaf))
                : DecimalCode.NONE;
    }

    static boolean isShort(long difference) {
        return difference < SHORT_DIFFERENCE && difference >= -SHORT_DIFFERENCE;
    }

    /**
     * Writes the values that {@link #find} has found, and keeps all in the record.
     *
     * @param changed of the fields that are not what the record has, by field
     */
    void write(LeafBinding binding, RecordState record, Object object, long[] changed, ValueWriter out) {
        complete(binding, record, object, changed);
        write(binding, record, object, unpredicted, 0, changed, false, out);
        advance(binding, record, object);
    }

    /**
     * Writes the values of these leaves, and keeps them in the record.
     *
     * @param made those of them that are not to be compared with what the record has
     */
    void writeRest(
            LeafBinding binding,
            RecordState record,
            Object object,
            long leaves,
            long made,
            long[] values,
            ValueWriter out) {
        in.message++;
        write(binding, record, object, leaves, made, values, false, out);
    }

    /**
     * Writes the values of a new record that are not those of the one it is a copy of, and keeps them in it.
     *
     * @param unlike the leaves of these
     * @param changed the values, by field
     */
    void writeNew(
            LeafBinding binding, RecordState record, Object object, long unlike, long[] changed, ValueWriter out) {
        in.message++;
        write(binding, record, object, unlike, 0, changed, true, out);
    }

    /**
     * As {@link #writeNew(LeafBinding, RecordState, Object, long, long[], ValueWriter)}, of values that have been taken.
     *
     * @param unlike the leaves of these
     */
    void writeNew(RecordState record, long[] unlike, ValueWriter out) {
        for (int w = 0; w < unlike.length; w++) {
            for (long bits = unlike[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                if (!writeTaken(record, leaf, out.out)) {
                    writeOther(record, leaf, true, out);
                }
            }
        }
    }

    /** Writes a value that has the form of the one that it follows in a new record; false where it has another one, or there may be a better one. */
    private boolean writeTaken(RecordState record, int leaf, OutputBuffer to) {
        byte kind = record.kind(leaf);
        if (kind == Kind.TEXT) {
            return in.kindOf(leaf) == Kind.TEXT && writeText(record, leaf, (String) in.ref[leaf], to);
        }
        long number = in.count(leaf, record);
        if (number == DecimalCode.NONE) {
            return false;
        }
        long difference = number - record.value(leaf);
        boolean isDouble = kind == Kind.DEC;
        if (isDouble && (mayBeShorter(record.aux(leaf), number) || !isShort(difference))
                || kind == Kind.TIME && difference == 0) {
            return false;
        }
        to.ensure(VarInt.MAX_BYTES);
        to.position = VarInt.write(to.array, to.position, VarInt.zigzag(difference));
        if (Kind.isReference(kind)) {
            record.moveReference(leaf, number, in.ref[leaf], difference);
        } else {
            record.move(leaf, number, in.raw[leaf], difference);
        }
        return true;
    }

    /** Whether a number of a new record may have a scale that is smaller, by more than one digit, than that of the one that it follows. */
    private static boolean mayBeShorter(int scale, long number) {
        return scale > 1 && number % 100 == 0;
    }

    private void write(
            LeafBinding binding,
            RecordState record,
            Object object,
            long leaves,
            long made,
            long[] changed,
            boolean isNew,
            ValueWriter out) {
        out.out.ensure(Long.bitCount(leaves) * VarInt.MAX_BYTES);
        for (long left = leaves; left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            long bits = changed[leaf - binding.base & FieldColumns.MAX_FIELDS - 1];
            boolean isOfRecord = (made >>> leaf & 1) == 0 && (isNew || !isOfOther(record, leaf));
            if (isOfRecord && writeNumber(binding, record, leaf, bits, isNew, out.out)) {
                continue;
            }
            if (!isOfRecord || !writeReference(binding, record, object, leaf, out.out)) {
                writeOther(binding, record, object, leaf, isNew, out);
            }
            out.out.ensure(Long.bitCount(left) * VarInt.MAX_BYTES);
        }
    }

    /** Writes a text in place of a text, or a time that stays in the record's form; false where it is neither. */
    private boolean writeReference(LeafBinding binding, RecordState record, Object object, int leaf, OutputBuffer to) {
        byte kind = record.kind(leaf);
        if (leaf == binding.typeLeaf || kind != Kind.TEXT && kind != Kind.TIME) {
            return false;
        }
        Object value = binding.reference(object, leaf - binding.base);
        if (kind == Kind.TEXT) {
            return value instanceof String text && writeText(record, leaf, text, to);
        }
        return value instanceof Temporal time
                && record.ref[leaf] instanceof Temporal before
                && writeTime(record, leaf, time, before, to);
    }

    private boolean writeText(RecordState record, int leaf, String text, OutputBuffer to) {
        if (ValueCoder.looksLikeTime(text)) {
            return false;
        }
        TextRing ring = record.type.textRing(leaf);
        int index = ring.indexOf(text);
        to.ensure(1);
        if (index >= 0) {
            to.array[to.position++] = (byte) (Op.TEXT_RING_BASE + index);
        } else {
            to.array[to.position++] = Op.TEXT_LITERAL;
            Wtf8.write(to, text);
            if (TextRing.takes(text)) {
                ringBytes += ring.add(text);
            }
        }
        record.setText(leaf, text);
        return true;
    }

    private static boolean writeTime(RecordState record, int leaf, Temporal time, Temporal before, OutputBuffer to) {
        long count = TimeValue.count(time, record.aux(leaf), before);
        long difference = count - record.value(leaf);
        long off = difference - predictedDifference(record, leaf);
        if (count == DecimalCode.NONE || off == 0) {
            return false;
        }
        to.position = VarInt.write(to.array, to.position, VarInt.zigzag(off));
        record.moveReference(leaf, count, time, difference);
        return true;
    }

    /** Takes the values of numbers that are as in the record, but not as predicted. */
    private void complete(LeafBinding binding, RecordState record, Object object, long[] changed) {
        for (int leaf : record.type.predicted) {
            int field = leaf - binding.base;
            if ((unpredicted >>> leaf & 1) != 0 && leaf != binding.typeLeaf && !binding.kinds[field].isReference()) {
                changed[field] = binding.bits(object, field);
            }
        }
    }

    /** Moves the values that are as predicted on to the prediction. */
    private void advance(LeafBinding binding, RecordState record, Object object) {
        for (int leaf : record.type.predicted) {
            if ((unpredicted >>> leaf & 1) == 0) {
                if (isOfOther(record, leaf)) {
                    record.copyValue(record.type.last(), leaf);
                    continue;
                }
                long difference = predictedDifference(record, leaf);
                if (difference != 0) {
                    int field = leaf - binding.base;
                    long number = record.value(leaf) + difference;
                    if ((binding.times >>> field & 1) != 0) {
                        record.moveReference(leaf, number, binding.reference(object, field), difference);
                    } else {
                        record.move(leaf, number, binding.bits(object, field), difference);
                    }
                }
            }
        }
    }

    /** Whether the prediction is what another record has. */
    private static boolean isOfOther(RecordState record, int leaf) {
        return record.type.predictors[leaf] == Op.LAST_OF_TYPE && record.type.last() != record;
    }

    private static long predictedDifference(RecordState record, int leaf) {
        return record.type.predictors[leaf] == Op.LINEAR ? record.difference(leaf) : 0;
    }

    /**
     * Writes a number that stays in the record's form; false where it is none, or there may be a better one.
     *
     * @param isNew whether the record is a copy of another one, so that the number may have a smaller scale
     */
    private static boolean writeNumber(
            LeafBinding binding, RecordState record, int leaf, long bits, boolean isNew, OutputBuffer to) {
        byte kind = record.kind(leaf);
        long number = bits;
        boolean isDecimal = kind == Kind.DEC && (binding.doubles >>> leaf & 1) != 0;
        if (isDecimal) {
            byte scale = record.aux(leaf);
            number = DecimalCode.mantissa(Double.longBitsToDouble(bits), scale);
            if (number == DecimalCode.NONE || isNew && mayBeShorter(scale, number)) {
                return false;
            }
        } else if (kind != Kind.INT) {
            return false;
        }
        long difference = number - record.value(leaf);
        long off = difference - predictedDifference(record, leaf);
        if (isDecimal && !isShort(off)) {
            return false;
        }
        to.position = VarInt.write(to.array, to.position, VarInt.zigzag(off));
        record.move(leaf, number, bits, difference);
        return true;
    }

    private void writeOther(
            LeafBinding binding, RecordState record, Object object, int leaf, boolean isNew, ValueWriter out) {
        binding.take(object, leaf, in);
        writeOther(record, leaf, isNew, out);
    }

    /** Writes a value that has been taken. */
    private void writeOther(RecordState record, int leaf, boolean isNew, ValueWriter out) {
        TypeState type = record.type;
        record.predict(leaf, predicted);
        coder.code(in, leaf, predicted, isNew, type, coded);
        values.out.position = 0;
        boolean isRinged = coder.write(coded, predicted, record, leaf);
        out.raw(values.out.array, 0, values.out.position);
        if (isRinged) {
            ringBytes += type.ring(leaf, coded);
        }
        record.set(leaf, coded);
    }
}
