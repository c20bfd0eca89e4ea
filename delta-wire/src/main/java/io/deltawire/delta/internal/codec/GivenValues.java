package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Coded;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueWriter;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/**
 * The values of a message in {@link Columns} on their way to the record: which of them are not as predicted, their bytes, and what the
 * record is after them. Each leaf is looked at once for all of these; what has been found is kept until the record has it.
 */
final class GivenValues {
    private final Columns in;
    private final ValueWriter values;
    private final ValueCoder coder;
    private final Coded predicted = new Coded();
    private Coded[] coded = {};
    private boolean[] ringed = {};
    /** By leaf, where {@link #isNumber}: the count that the value is in the record's form, which it stays in. */
    private long[] numbers = {};

    /** By leaf, whether the value is a number or time that stays in its form, so that {@link #coded} does not have it. */
    private boolean[] isNumber = {};
    /** By leaf, whether it is a text in place of a text, so that {@link #coded} does not have it. */
    private boolean[] isText = {};

    /** @param coder writes to {@code values} */
    GivenValues(Columns in, ValueWriter values, ValueCoder coder) {
        this.in = in;
        this.values = values;
        this.coder = coder;
    }

    /** Puts the leaves that are not as predicted into a mask without any. */
    void find(RecordState record, boolean isNew, long[] mask) {
        TypeState state = record.type;
        makeRoom(state.leaves);
        in.compare(record, state.leaves, mask);
        for (int leaf : state.predicted) {
            long bit = 1L << leaf;
            mask[leaf >>> 6] = isChanged(record, leaf, isNew) ? mask[leaf >>> 6] | bit : mask[leaf >>> 6] & ~bit;
        }
    }

    /** As {@link #find(RecordState, boolean, long[])}, of these leaves of a record that there is, the only ones that have been given. */
    void find(RecordState record, int[] leaves, int count, long[] mask) {
        makeRoom(record.type.leaves);
        for (int i = 0; i < count; i++) {
            if (isChanged(record, leaves[i], false)) {
                mask[leaves[i] >>> 6] |= 1L << leaves[i];
            }
        }
    }

    void makeRoom(int leaves) {
        if (coded.length < leaves) {
            int old = coded.length;
            coded = Arrays.copyOf(coded, Math.max(leaves, 2 * old));
            for (int i = old; i < coded.length; i++) {
                coded[i] = new Coded();
            }
            ringed = new boolean[coded.length];
            numbers = new long[coded.length];
            isNumber = new boolean[coded.length];
            isText = new boolean[coded.length];
        }
    }

    /** Whether a leaf is not as predicted. */
    boolean isChanged(RecordState record, int leaf, boolean isNew) {
        RecordState last = record.type.last();
        return switch (record.type.predictors[leaf]) {
            case Op.PREVIOUS -> !in.same(leaf, record);
            case Op.LAST_OF_TYPE -> !in.same(leaf, last == null ? record : last);
            default -> isOffLine(record, leaf, isNew);
        };
    }

    private boolean isOffLine(RecordState record, int leaf, boolean isNew) {
        long difference = record.difference(leaf);
        if (difference == 0) {
            return !in.same(leaf, record);
        }
        long number = isNew ? DecimalCode.NONE : in.count(leaf, record);
        isNumber[leaf] = number != DecimalCode.NONE;
        if (isNumber[leaf]) {
            numbers[leaf] = number;
            return number != record.value(leaf) + difference;
        }
        record.predict(leaf, predicted);
        coder.code(in, leaf, predicted, isNew, record.type, coded[leaf]);
        return !coded[leaf].same(predicted);
    }

    /** Writes the values of the leaves in the mask. */
    void write(RecordState record, long[] mask, boolean isNew) {
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                boolean isOwn = !isNew && record.type.predictors[leaf] != Op.LAST_OF_TYPE;
                isNumber[leaf] = isOwn && writeNumber(record, leaf);
                isText[leaf] = isOwn && !isNumber[leaf] && writeText(record, leaf);
                if (!isNumber[leaf] && !isText[leaf]) {
                    record.predict(leaf, predicted);
                    coder.code(in, leaf, predicted, isNew, record.type, coded[leaf]);
                    ringed[leaf] = coder.write(coded[leaf], predicted, record, leaf);
                }
            }
        }
    }

    /** Writes a number or time that stays in the record's form, as most do; false where it is none, or another form may be better. */
    private boolean writeNumber(RecordState record, int leaf) {
        long number = in.count(leaf, record);
        if (number == DecimalCode.NONE) {
            return false;
        }
        boolean isLinear = record.type.predictors[leaf] == Op.LINEAR;
        long off = number - record.value(leaf) - (isLinear ? record.difference(leaf) : 0);
        byte kind = record.kind(leaf);
        if (kind == Kind.DEC && !ColumnUpdate.isShort(off) || kind == Kind.TIME && off == 0) {
            return false;
        }
        numbers[leaf] = number;
        values.varInt(VarInt.zigzag(off));
        return true;
    }

    /** Writes a text in place of a text; false where it is none, or may be a time. */
    private boolean writeText(RecordState record, int leaf) {
        if (record.kind(leaf) != Kind.TEXT || in.kindOf(leaf) != Kind.TEXT) {
            return false;
        }
        String text = (String) in.ref[leaf];
        if (ValueCoder.looksLikeTime(text)) {
            return false;
        }
        ringed[leaf] = coder.writeText(text, record.type, leaf);
        return true;
    }

    /**
     * Has the record be what the message says, with the values that have been written and those that are as predicted.
     *
     * @return how many bytes more the rings hold, about
     */
    long keep(RecordState record, long[] mask) {
        TypeState state = record.type;
        long bytes = 0;
        for (int leaf : state.predicted) {
            if ((mask[leaf >>> 6] >>> leaf & 1) == 0) {
                if (state.predictors[leaf] == Op.LAST_OF_TYPE) {
                    if (state.last() != null && state.last() != record) {
                        record.copyValue(state.last(), leaf);
                    }
                } else if (record.difference(leaf) != 0) {
                    keep(record, leaf);
                }
            }
        }
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                if (isText[leaf]) {
                    String text = (String) in.ref[leaf];
                    bytes += ringed[leaf] ? state.textRing(leaf).add(text) : 0;
                    record.setText(leaf, text);
                    continue;
                }
                if (!isNumber[leaf] && ringed[leaf]) {
                    bytes += state.ring(leaf, coded[leaf]);
                }
                keep(record, leaf);
            }
        }
        return bytes;
    }

    private void keep(RecordState record, int leaf) {
        if (isNumber[leaf]) {
            long difference = numbers[leaf] - record.value(leaf);
            if (Kind.isReference(record.kind(leaf))) {
                record.moveReference(leaf, numbers[leaf], in.ref[leaf], difference);
            } else {
                record.move(leaf, numbers[leaf], in.raw[leaf], difference);
            }
        } else {
            record.set(leaf, coded[leaf]);
        }
    }
}
