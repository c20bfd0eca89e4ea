package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TextRing;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.delta.internal.value.Wtf8;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.VarInt;
import java.time.temporal.Temporal;

/**
 * Encodes the fields of an object that are not as predicted directly after the message's header, and stores them in the
 * record. Numbers that keep their form are a subtraction; a {@link ValueCoder} encodes all other values. The bytes are
 * those of the general path, which collects all values in {@link Columns} first.
 */
final class ColumnUpdate {
    /** Smaller differences take at most two bytes, so that no other scale can pay. */
    static final int SHORT_DIFFERENCE = 1 << 13;

    private final Columns in;
    private final PlainValueWriter values;
    private final ValueCoder coder;
    private final EncodedValue predicted = new EncodedValue();
    private final EncodedValue coded = new EncodedValue();

    /** The memory in bytes that this class has added to rings in this epoch. */
    private long ringBytes;
    /** The leaves whose value is not the predicted one: the result of {@link #findUnpredicted}. */
    private long unpredicted;

    /** @param coder writes to {@code values} */
    ColumnUpdate(Columns in, PlainValueWriter values, ValueCoder coder) {
        this.in = in;
        this.values = values;
        this.coder = coder;
    }

    /** Begins an epoch, whose rings and dictionaries are empty. */
    void clearRingBytes() {
        ringBytes = 0;
    }

    long ringBytes() {
        return ringBytes;
    }

    long unpredicted() {
        return unpredicted;
    }

    /**
     * Finds the leaves whose value is not the predicted one.
     *
     * @param fields the fields that differ from the record
     * @param now the current values of these fields, if held as 64 bits
     * @return false if only the general path can tell
     */
    boolean findUnpredicted(LeafBinding binding, RecordState record, Object object, long fields, long[] now) {
        unpredicted = fields << binding.base();
        return binding.state().predictedLeaves().length == 0 || findPredicted(binding, record, object, fields, now);
    }

    private boolean findPredicted(LeafBinding binding, RecordState record, Object object, long fields, long[] now) {
        long result = unpredicted;
        TypeState type = record.type();
        in.beginMessage();
        for (int leaf : type.predictedLeaves()) {
            long bit = 1L << leaf;
            if (type.predictor(leaf) == Op.DELTA_OF_DELTA) {
                long difference = record.difference(leaf);
                if (difference != 0) {
                    long number = countOf(binding, record, fields, now, leaf);
                    if (number == DecimalCode.NONE && leaf != binding.typeLeaf()) {
                        number = binding.count(record, object, leaf - binding.base());
                    }
                    if (number == DecimalCode.NONE) {
                        return false;
                    }
                    boolean isPredicted = number == record.value(leaf) + difference;
                    result = isPredicted ? result & ~bit : result | bit;
                }
            } else if (type.lastRecord() != record) {
                binding.copyLeaf(object, leaf, in);
                result = in.isSame(leaf, type.lastRecord()) ? result & ~bit : result | bit;
            }
        }
        unpredicted = result;
        return true;
    }

    /** Returns the number that stands for the value in the record's form, or {@link DecimalCode#NONE}. */
    static long countOf(LeafBinding binding, RecordState record, long changed, long[] values, int leaf) {
        byte kind = record.kind(leaf);
        if (leaf == binding.typeLeaf() || kind != Kind.INT && kind != Kind.DEC) {
            return DecimalCode.NONE;
        }
        int field = leaf - binding.base();
        if ((changed >>> field & 1) == 0) {
            return record.value(leaf);
        }
        long bits = values[field];
        if (kind == Kind.INT) {
            return bits;
        }
        return (binding.doubles() >>> leaf & 1) != 0
                ? DecimalCode.mantissa(Double.longBitsToDouble(bits), record.aux(leaf))
                : DecimalCode.NONE;
    }

    static boolean isShort(long difference) {
        return difference < SHORT_DIFFERENCE && difference >= -SHORT_DIFFERENCE;
    }

    /**
     * Writes the values of the leaves that {@link #findUnpredicted} has found, and stores all values in the record.
     *
     * @param changed the current values of the fields that differ from the record, by field
     */
    void write(LeafBinding binding, RecordState record, Object object, long[] changed, PlainValueWriter out) {
        addPredicted(binding, record, object, changed);
        write(binding, record, object, unpredicted, 0, changed, false, out);
        storePredicted(binding, record, object);
    }

    /**
     * Writes the values of these leaves, and stores them in the record.
     *
     * @param reshaped the leaves among them whose form changes, so that the record's value is of no use
     */
    void writeLeaves(
            LeafBinding binding,
            RecordState record,
            Object object,
            long leaves,
            long reshaped,
            long[] values,
            PlainValueWriter out) {
        in.beginMessage();
        write(binding, record, object, leaves, reshaped, values, false, out);
    }

    /**
     * Writes the values in which a new record differs from the one that it copies, and stores them in it.
     *
     * @param unlike the leaves of these values
     * @param changed the values, by field
     */
    void writeNewFields(
            LeafBinding binding, RecordState record, Object object, long unlike, long[] changed, PlainValueWriter out) {
        in.beginMessage();
        write(binding, record, object, unlike, 0, changed, true, out);
    }

    /**
     * Does what {@link #writeNewFields(LeafBinding, RecordState, Object, long, long[], PlainValueWriter)} does, for
     * values in the columns.
     *
     * @param unlike the leaves of these values
     */
    void writeNewColumns(RecordState record, long[] unlike, PlainValueWriter out) {
        for (int w = 0; w < unlike.length; w++) {
            for (long bits = unlike[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                if (!writeColumn(record, leaf, out.out())) {
                    writeEncoded(record, leaf, true, out);
                }
            }
        }
    }

    /**
     * Writes a value of a new record that keeps the form of the copied one; false if it does not, or if another form
     * may pay.
     */
    private boolean writeColumn(RecordState record, int leaf, OutputBuffer to) {
        byte kind = record.kind(leaf);
        if (kind == Kind.TEXT) {
            return in.kindOf(leaf) == Kind.TEXT && writeText(record, leaf, (String) in.refAt(leaf), to);
        }
        long number = in.countOrTime(leaf, record);
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
        if (Kind.hasObject(kind)) {
            record.setCounted(leaf, number, in.refAt(leaf), difference);
        } else {
            record.setNumber(leaf, number, in.rawAt(leaf), difference);
        }
        return true;
    }

    /** Whether a number of a new record may have a scale that is smaller than the copied one by more than one digit. */
    private static boolean mayBeShorter(int scale, long number) {
        return scale > 1 && number % 100 == 0;
    }

    private void write(
            LeafBinding binding,
            RecordState record,
            Object object,
            long leaves,
            long reshaped,
            long[] changed,
            boolean isNew,
            PlainValueWriter out) {
        out.out().ensure(Long.bitCount(leaves) * VarInt.MAX_BYTES);
        for (long left = leaves; left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            long bits = changed[leaf - binding.base() & FieldColumns.MAX_FIELDS - 1];
            boolean isFromRecord = (reshaped >>> leaf & 1) == 0 && (isNew || !isFromOtherRecord(record, leaf));
            if (isFromRecord && writeNumber(binding, record, leaf, bits, isNew, out.out())) {
                continue;
            }
            if (!isFromRecord || !writeReference(binding, record, object, leaf, out.out())) {
                writeEncoded(binding, record, object, leaf, isNew, out);
            }
            out.out().ensure(Long.bitCount(left) * VarInt.MAX_BYTES);
        }
    }

    /** Writes a text that replaces a text, or a time that keeps its form; false for any other value. */
    private boolean writeReference(LeafBinding binding, RecordState record, Object object, int leaf, OutputBuffer to) {
        byte kind = record.kind(leaf);
        if (leaf == binding.typeLeaf() || kind != Kind.TEXT && kind != Kind.TIME) {
            return false;
        }
        Object value = binding.reference(object, leaf - binding.base());
        if (kind == Kind.TEXT) {
            return value instanceof String text && writeText(record, leaf, text, to);
        }
        return value instanceof Temporal time
                && record.refAt(leaf) instanceof Temporal before
                && writeTime(record, leaf, time, before, to);
    }

    private boolean writeText(RecordState record, int leaf, String text, OutputBuffer to) {
        if (ValueCoder.looksLikeTime(text)) {
            return false;
        }
        TextRing ring = record.type().textRing(leaf);
        int index = ring.indexOf(text);
        to.ensure(1);
        if (index >= 0) {
            to.array[to.position++] = (byte) (Op.TEXT_RING_BASE + index);
        } else {
            to.array[to.position++] = Op.TEXT_LITERAL;
            Wtf8.write(to, text);
            if (TextRing.fits(text)) {
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
        record.setCounted(leaf, count, time, difference);
        return true;
    }

    /** Adds the values of numbers that equal the record's, but not the prediction. */
    private void addPredicted(LeafBinding binding, RecordState record, Object object, long[] changed) {
        for (int leaf : record.type().predictedLeaves()) {
            int field = leaf - binding.base();
            if ((unpredicted >>> leaf & 1) != 0
                    && leaf != binding.typeLeaf()
                    && !binding.kind(field).isReference()) {
                changed[field] = binding.bits(object, field);
            }
        }
    }

    /** Sets the values that are as predicted to their prediction. */
    private void storePredicted(LeafBinding binding, RecordState record, Object object) {
        for (int leaf : record.type().predictedLeaves()) {
            if ((unpredicted >>> leaf & 1) == 0) {
                if (isFromOtherRecord(record, leaf)) {
                    record.copyValue(record.type().lastRecord(), leaf);
                    continue;
                }
                long difference = predictedDifference(record, leaf);
                if (difference != 0) {
                    int field = leaf - binding.base();
                    long number = record.value(leaf) + difference;
                    if ((binding.counted() >>> field & 1) != 0) {
                        record.setCounted(leaf, number, binding.reference(object, field), difference);
                    } else {
                        record.setNumber(leaf, number, binding.bits(object, field), difference);
                    }
                }
            }
        }
    }

    /** Whether the prediction is another record's value. */
    private static boolean isFromOtherRecord(RecordState record, int leaf) {
        return record.type().predictor(leaf) == Op.LAST_OF_TYPE && record.type().lastRecord() != record;
    }

    private static long predictedDifference(RecordState record, int leaf) {
        return record.type().predictor(leaf) == Op.DELTA_OF_DELTA ? record.difference(leaf) : 0;
    }

    /**
     * Writes a number that keeps the record's form; false if it does not, or if another form may pay.
     *
     * @param isNew whether the record is a copy of another one, so that a smaller scale may pay
     */
    private static boolean writeNumber(
            LeafBinding binding, RecordState record, int leaf, long bits, boolean isNew, OutputBuffer to) {
        byte kind = record.kind(leaf);
        long number = bits;
        boolean isDecimal = kind == Kind.DEC && (binding.doubles() >>> leaf & 1) != 0;
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
        record.setNumber(leaf, number, bits, difference);
        return true;
    }

    private void writeEncoded(
            LeafBinding binding, RecordState record, Object object, int leaf, boolean isNew, PlainValueWriter out) {
        binding.copyLeaf(object, leaf, in);
        writeEncoded(record, leaf, isNew, out);
    }

    /** Writes the value in the column of a leaf. */
    private void writeEncoded(RecordState record, int leaf, boolean isNew, PlainValueWriter out) {
        TypeState type = record.type();
        record.predict(leaf, predicted);
        coder.chooseForm(in, leaf, predicted, isNew, type, coded);
        values.out().position = 0;
        boolean isRinged = coder.write(coded, predicted, record, leaf);
        out.raw(values.out().array, 0, values.out().position);
        if (isRinged) {
            ringBytes += type.addToRing(leaf, coded);
        }
        record.set(leaf, coded);
    }
}
