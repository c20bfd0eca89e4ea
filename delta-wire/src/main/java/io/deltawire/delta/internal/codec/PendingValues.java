package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/**
 * The values of a message between {@link Columns} and the record. The steps are: {@link #findChanges} the leaves that
 * are not as predicted, {@link #write} their bytes, and {@link #store} the values in the record. State does not change
 * before the last step, so that a message can still fail. What one step finds of a leaf is cached here for the next
 * one.
 */
final class PendingValues {
    private final Columns in;
    private final PlainValueWriter values;
    private final ValueCoder coder;
    private final EncodedValue predicted = new EncodedValue();
    /** For each leaf the encoded value, unless {@link #isNumber} or {@link #isText} is true. */
    private EncodedValue[] encoded = {};
    /** For each leaf, whether the value is to be added to a ring. */
    private boolean[] isForRing = {};
    /** For each leaf for which {@link #isNumber} is true, the number that stands for the value in the record's form. */
    private long[] numbers = {};

    /** For each leaf, whether the value is a number, decimal or time that keeps its form. */
    private boolean[] isNumber = {};
    /** For each leaf, whether the value is a text that replaces a text. */
    private boolean[] isText = {};

    /** @param coder writes to {@code values} */
    PendingValues(Columns in, PlainValueWriter values, ValueCoder coder) {
        this.in = in;
        this.values = values;
        this.coder = coder;
    }

    /** Adds the leaves that are not as predicted to an empty mask. */
    void findChanges(RecordState record, boolean isNew, long[] mask) {
        TypeState state = record.type();
        makeRoom(state.leafCount());
        in.findDifferences(record, state.leafCount(), mask);
        for (int leaf : state.predictedLeaves()) {
            long bit = 1L << leaf;
            mask[leaf >>> 6] = evaluateChange(record, leaf, isNew) ? mask[leaf >>> 6] | bit : mask[leaf >>> 6] & ~bit;
        }
    }

    /**
     * Does what {@link #findChanges(RecordState, boolean, long[])} does for an existing record and these leaves; no
     * others have changed.
     */
    void findChanges(RecordState record, int[] leaves, int count, long[] mask) {
        makeRoom(record.type().leafCount());
        for (int i = 0; i < count; i++) {
            if (evaluateChange(record, leaves[i], false)) {
                mask[leaves[i] >>> 6] |= 1L << leaves[i];
            }
        }
    }

    void makeRoom(int leaves) {
        if (encoded.length < leaves) {
            int old = encoded.length;
            encoded = Arrays.copyOf(encoded, Math.max(leaves, 2 * old));
            for (int i = old; i < encoded.length; i++) {
                encoded[i] = new EncodedValue();
            }
            isForRing = new boolean[encoded.length];
            numbers = new long[encoded.length];
            isNumber = new boolean[encoded.length];
            isText = new boolean[encoded.length];
        }
    }

    /**
     * Compares a leaf with its prediction, and returns whether it differs. What it computes is cached for {@link
     * #write}.
     */
    boolean evaluateChange(RecordState record, int leaf, boolean isNew) {
        RecordState last = record.type().lastRecord();
        return switch (record.type().predictor(leaf)) {
            case Op.DELTA -> !in.isSame(leaf, record);
            case Op.LAST_OF_TYPE -> !in.isSame(leaf, last == null ? record : last);
            default -> isOffDeltaOfDelta(record, leaf, isNew);
        };
    }

    private boolean isOffDeltaOfDelta(RecordState record, int leaf, boolean isNew) {
        long difference = record.difference(leaf);
        if (difference == 0) {
            return !in.isSame(leaf, record);
        }
        long number = isNew ? DecimalCode.NONE : in.countOrTime(leaf, record);
        isNumber[leaf] = number != DecimalCode.NONE;
        if (isNumber[leaf]) {
            numbers[leaf] = number;
            return number != record.value(leaf) + difference;
        }
        record.predict(leaf, predicted);
        coder.chooseForm(in, leaf, predicted, isNew, record.type(), encoded[leaf]);
        return !encoded[leaf].isSame(predicted);
    }

    /** Writes the values of the leaves in the mask. */
    void write(RecordState record, long[] mask, boolean isNew) {
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                boolean isOwn = !isNew && record.type().predictor(leaf) != Op.LAST_OF_TYPE;
                isNumber[leaf] = isOwn && writeNumber(record, leaf);
                isText[leaf] = isOwn && !isNumber[leaf] && writeText(record, leaf);
                if (!isNumber[leaf] && !isText[leaf]) {
                    record.predict(leaf, predicted);
                    coder.chooseForm(in, leaf, predicted, isNew, record.type(), encoded[leaf]);
                    isForRing[leaf] = coder.write(encoded[leaf], predicted, record, leaf);
                }
            }
        }
    }

    /**
     * Writes a number or time that keeps the record's form, as most do; false if it is not one, or if another form may
     * pay.
     */
    private boolean writeNumber(RecordState record, int leaf) {
        long number = in.countOrTime(leaf, record);
        if (number == DecimalCode.NONE) {
            return false;
        }
        boolean isDeltaOfDelta = record.type().predictor(leaf) == Op.DELTA_OF_DELTA;
        long off = number - record.value(leaf) - (isDeltaOfDelta ? record.difference(leaf) : 0);
        byte kind = record.kind(leaf);
        if (kind == Kind.DEC && !ColumnUpdate.isShort(off) || kind == Kind.TIME && off == 0) {
            return false;
        }
        numbers[leaf] = number;
        values.varInt(VarInt.zigzag(off));
        return true;
    }

    /** Writes a text that replaces a text; false if it is not one, or if it may be a time. */
    private boolean writeText(RecordState record, int leaf) {
        if (record.kind(leaf) != Kind.TEXT || in.kindOf(leaf) != Kind.TEXT) {
            return false;
        }
        String text = (String) in.refAt(leaf);
        if (ValueCoder.looksLikeTime(text)) {
            return false;
        }
        isForRing[leaf] = coder.writeText(text, record.type(), leaf);
        return true;
    }

    /**
     * Applies the message to the record: the values that were written, and the predictions of the others.
     *
     * @return the approximate growth of the rings in bytes
     */
    long store(RecordState record, long[] mask) {
        TypeState state = record.type();
        long bytes = 0;
        for (int leaf : state.predictedLeaves()) {
            if ((mask[leaf >>> 6] >>> leaf & 1) == 0) {
                if (state.predictor(leaf) == Op.LAST_OF_TYPE) {
                    if (state.lastRecord() != null && state.lastRecord() != record) {
                        record.copyValue(state.lastRecord(), leaf);
                    }
                } else if (record.difference(leaf) != 0) {
                    store(record, leaf);
                }
            }
        }
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                if (isText[leaf]) {
                    String text = (String) in.refAt(leaf);
                    bytes += isForRing[leaf] ? state.textRing(leaf).add(text) : 0;
                    record.setText(leaf, text);
                    continue;
                }
                if (!isNumber[leaf] && isForRing[leaf]) {
                    bytes += state.addToRing(leaf, encoded[leaf]);
                }
                store(record, leaf);
            }
        }
        return bytes;
    }

    private void store(RecordState record, int leaf) {
        if (isNumber[leaf]) {
            long difference = numbers[leaf] - record.value(leaf);
            if (Kind.hasObject(record.kind(leaf))) {
                record.setCounted(leaf, numbers[leaf], in.refAt(leaf), difference);
            } else {
                record.setNumber(leaf, numbers[leaf], in.rawAt(leaf), difference);
            }
        } else {
            record.set(leaf, encoded[leaf]);
        }
    }
}
