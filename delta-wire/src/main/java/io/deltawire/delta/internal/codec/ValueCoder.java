package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.DoubleRing;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TextRing;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.delta.internal.value.Wtf8;
import io.deltawire.wire.spi.text.VarInt;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Encodes single values. {@link #chooseForm} chooses the form of a value, given the prediction: the scale of a double,
 * or whether a text is a number or a time. {@link #write} then writes the value in the shortest encoding that the form
 * has.
 */
final class ValueCoder {
    /** The bytes that a value in full takes more than a difference: the escape and its code. */
    private static final int FULL_BYTES = 2;

    /** The bytes of a mantissa that an index of the ring is not shorter than. */
    private static final int MAX_SHORT_MANTISSA = 2;

    private final PlainValueWriter out;
    /** Writes texts that are in no ring; null to write them as they are. */
    private final TextSegmentsEncoder texts;

    private final EncodedValue lastNonNull = new EncodedValue();
    /** Whether the last value was a text or double that is in no ring, so that both sides add it. */
    private boolean wasLiteral;
    /** The length that a text in segments may have. */
    private long maxSegmented;

    /** @param texts writes texts that are in no ring; null to write them as they are, if only their length matters */
    ValueCoder(PlainValueWriter out, TextSegmentsEncoder texts) {
        this.out = out;
        this.texts = texts;
    }

    /**
     * Chooses the form of the value in a column.
     *
     * @param newKey whether the record is new: the prediction is then another record's value, and its scale means less
     */
    void chooseForm(Columns in, int leaf, EncodedValue predicted, boolean newKey, TypeState type, EncodedValue into) {
        byte given = in.kindOf(leaf);
        long raw = in.rawAt(leaf);
        switch (given) {
            case Kind.INT, Kind.BOOL -> into.set(given, 0, raw, raw, null);
            case Kind.F64 -> codeDouble(raw, leaf, predicted, newKey, type, into);
            case Kind.TEXT -> codeText((String) in.refAt(leaf), predicted, type, leaf, into);
            case Kind.TIME -> codeTime((Temporal) in.refAt(leaf), predicted, into);
            case Kind.RAW -> into.set(Kind.RAW, 0, 0, 0, in.refAt(leaf));
            case Kind.DECIMAL -> {
                BigDecimal decimal = (BigDecimal) in.refAt(leaf);
                into.set(Kind.DECIMAL, decimal.scale(), raw, 0, decimal);
            }
            default -> into.set(given, 0, 0, 0, null);
        }
    }

    private void codeDouble(
            long bits, int leaf, EncodedValue predicted, boolean newKey, TypeState type, EncodedValue into) {
        double x = Double.longBitsToDouble(bits);
        if (predicted.kind() == Kind.DEC && !newKey) {
            long mantissa = DecimalCode.mantissa(x, predicted.aux());
            if (mantissa != DecimalCode.NONE) {
                codeAtStickyScale(x, bits, mantissa, predicted, into);
                return;
            }
        }
        int smallest = predicted.kind() == Kind.F64 && type.skipScaleSearch(leaf) ? -1 : DecimalCode.smallestScale(x);
        if (predicted.kind() == Kind.F64) {
            type.recordScaleSearch(leaf, smallest >= 0);
        }
        if (smallest < 0) {
            into.set(Kind.F64, 0, bits, bits, null);
            return;
        }
        long least = DecimalCode.mantissa(x, smallest);
        if (predicted.kind() == Kind.F64
                        && doubleSize(bits, predicted.value(), leaf, type) <= 2 + VarInt.size(VarInt.zigzag(least))
                || VarInt.size(VarInt.zigzag(least)) > MAX_SHORT_MANTISSA && isInRing(bits, type.doubleRing(leaf))) {
            into.set(Kind.F64, 0, bits, bits, null);
            return;
        }
        int scale = smallest;
        if (predicted.kind() == Kind.DEC && predicted.aux() > smallest) {
            // A new record keeps the scale of the record that it copies unless another scale is shorter.
            long mantissa = DecimalCode.mantissa(x, predicted.aux());
            if (mantissa != DecimalCode.NONE
                    && VarInt.size(VarInt.zigzag(mantissa - predicted.value()))
                            <= VarInt.size(VarInt.zigzag(least)) + FULL_BYTES) {
                scale = predicted.aux();
            }
        }
        into.set(Kind.DEC, scale, DecimalCode.mantissa(x, scale), bits, null);
    }

    /**
     * Whether a double is better sent by its bits, since an index of the ring takes less than its mantissa. Where a leaf
     * has had some doubles without a mantissa, its values are likely to come again, so they fill the ring.
     */
    private static boolean isInRing(long bits, DoubleRing ring) {
        return ring.isFilling() || ring.indexOf(bits) >= 0;
    }

    /** Keeps the scale, unless the difference is long and a smaller scale saves more than the change of scale costs. */
    private static void codeAtStickyScale(
            double x, long bits, long mantissa, EncodedValue predicted, EncodedValue into) {
        int size = VarInt.size(VarInt.zigzag(mantissa - predicted.value()));
        if (size > 2) {
            int smallest = DecimalCode.smallestScale(x);
            if (smallest < predicted.aux()) {
                long least = DecimalCode.mantissa(x, smallest);
                if (VarInt.size(VarInt.zigzag(least)) + FULL_BYTES < size) {
                    into.set(Kind.DEC, smallest, least, bits, null);
                    return;
                }
            }
        }
        into.set(Kind.DEC, predicted.aux(), mantissa, bits, null);
    }

    private static void codeText(String text, EncodedValue predicted, TypeState type, int leaf, EncodedValue into) {
        boolean afterText = predicted.kind() == Kind.TEXT;
        if (!afterText && !isParentName(text, type, leaf)) {
            int scale = DecimalCode.textScale(text);
            if (scale >= 0) {
                into.set(Kind.NUMTEXT, scale, DecimalCode.textMantissa(text), 0, text);
                return;
            }
        }
        // After a text that is no time, there may be times again.
        if (!afterText && !isParentName(text, type, leaf)
                || afterText && looksLikeTime(text) && type.textRing(leaf).indexOf(text) < 0) {
            TimeValue time = TimeValue.ofText(text, timeOf(predicted));
            if (time != null) {
                into.set(Kind.TIME, time.format(), time.count(), 0, time);
                return;
            }
        }
        into.set(Kind.TEXT, 0, 0, 0, text);
    }

    /** Whether a text is the name of the object that it is in, as in a map of objects that have their keys. */
    private static boolean isParentName(String text, TypeState type, int leaf) {
        SchemaNode parent = type.leafNode(leaf).parent();
        return parent != null && text.equals(parent.name());
    }

    /** Whether a text may be a time, so that parsing it is worthwhile. */
    static boolean looksLikeTime(String text) {
        return text.length() >= 8
                && Character.isDigit(text.charAt(0))
                && (text.charAt(2) == ':' || text.charAt(4) == '-');
    }

    private void codeTime(Temporal temporal, EncodedValue predicted, EncodedValue into) {
        TimeValue before = timeOf(predicted);
        TimeValue time = TimeValue.of(temporal, null, before);
        if (time == null && before != null) {
            // A coarser unit may fit where the unit of the previous value overflows. The value must not become plain
            // bytes: the reader would decode them as a time, and keep a time.
            time = TimeValue.of(temporal, null, null);
        }
        if (time != null) {
            into.set(Kind.TIME, time.format(), time.count(), 0, time);
            return;
        }
        int start = out.out().position;
        out.temporal(temporal);
        byte[] bytes = Arrays.copyOfRange(out.out().array, start, out.out().position);
        out.out().position = start;
        into.set(Kind.RAW, 0, 0, 0, bytes);
    }

    private static TimeValue timeOf(EncodedValue coded) {
        return coded.kind() == Kind.TIME ? (TimeValue) coded.ref() : null;
    }

    /**
     * Writes a value that is not the predicted one.
     *
     * @param sendable the length that a text in segments may have
     * @return whether the value is a text or double that both sides add to what the leaf was sent
     */
    boolean write(EncodedValue coded, EncodedValue predicted, RecordState record, int leaf, long sendable) {
        wasLiteral = false;
        maxSegmented = sendable;
        writeChosen(coded, predicted, record, leaf);
        return wasLiteral;
    }

    private void writeChosen(EncodedValue coded, EncodedValue predicted, RecordState record, int leaf) {
        if (!Kind.isFollowedInFull(predicted.kind())) {
            if (coded.isSame(predicted)) { // the value of a model
                out.op(Op.ESCAPE);
                out.op(Op.MODEL);
                return;
            }
            if (coded.kind() == predicted.kind() && writeDifference(coded, predicted, record.type(), leaf)) {
                return;
            }
            out.op(Op.ESCAPE);
        } else if (predicted.kind() <= Kind.NULL && writeFromLastNonNull(coded, record, leaf)) {
            return;
        }
        writeFull(coded, record.type(), leaf);
    }

    private boolean writeDifference(EncodedValue coded, EncodedValue predicted, TypeState type, int leaf) {
        switch (coded.kind()) {
            case Kind.BOOL -> out.op(1);
            case Kind.F64 -> writeDouble(coded.value(), predicted.value(), leaf, type);
            case Kind.TEXT -> wasLiteral = writeText((String) coded.ref(), (String) predicted.ref(), type, leaf);
            default -> {
                if (coded.hasSameForm(predicted)) {
                    out.varInt(VarInt.zigzag(coded.value() - predicted.value()));
                } else {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Writes a text that replaces a text, which may have this length in segments, and returns whether both sides {@linkplain #addText add} it to what was sent.
     */
    boolean writeText(String text, String predicted, TypeState type, int leaf, long sendable) {
        maxSegmented = sendable;
        return writeText(text, predicted, type, leaf);
    }

    private boolean writeText(String text, String predicted, TypeState type, int leaf) {
        int index = type.textRing(leaf).indexOf(text);
        if (index >= 0) {
            out.varInt(Op.TEXT_RING_BASE + index);
            return false;
        }
        if (isParentName(text, type, leaf)) {
            out.op(Op.ESCAPE);
            out.op(Op.PARENT_NAME);
            return false;
        }
        writeNewText(text, predicted, type, leaf, Op.TEXT_LITERAL, Op.TEXT_SEGMENTS);
        return true;
    }

    private void writeNewText(String text, String predicted, TypeState type, int leaf, int literalOp, int segmentsOp) {
        if (texts == null) {
            out.op(literalOp);
            Wtf8.write(out.out(), text);
        } else {
            int op = text.length() <= maxSegmented ? segmentsOp : literalOp;
            texts.write(text, predicted, type, leaf, literalOp, op, out.out());
        }
    }

    /** Begins an epoch, in which no text has been sent. */
    void clearTexts() {
        texts.clear();
    }

    /** Adds the text that was written last to what the leaf was sent, and returns the growth in bytes. */
    int addText(String text, TypeState type, int leaf) {
        return texts.addTo(type, leaf)
                + (TextRing.fits(text) ? type.textRing(leaf).add(text) : 0);
    }

    private void writeDouble(long bits, long before, int leaf, TypeState type) {
        int index = type.doubleRing(leaf).indexOf(bits);
        if (index >= 0) {
            out.op(0x80 | index);
            return;
        }
        wasLiteral = true;
        long xor = bits ^ before;
        int zeros = Long.numberOfTrailingZeros(xor) >> 3;
        int kept = 8 - zeros - (Long.numberOfLeadingZeros(xor) >> 3);
        out.op(zeros << 4 | kept);
        for (int i = kept - 1; i >= 0; i--) {
            out.op((int) (xor >>> 8 * (zeros + i)));
        }
    }

    private static int doubleSize(long bits, long before, int leaf, TypeState type) {
        if (type.doubleRing(leaf).indexOf(bits) >= 0) {
            return 1;
        }
        long xor = bits ^ before;
        return xor == 0 ? 0 : 9 - (Long.numberOfTrailingZeros(xor) >> 3) - (Long.numberOfLeadingZeros(xor) >> 3);
    }

    private boolean writeFromLastNonNull(EncodedValue coded, RecordState record, int leaf) {
        byte kind = record.lastNonNullKind(leaf);
        if (kind != coded.kind() || kind == Kind.ABSENT) {
            return false;
        }
        lastNonNull.set(
                kind, record.lastNonNullAux(leaf), record.lastNonNullValue(leaf), 0, record.lastNonNullRef(leaf));
        boolean isSame = coded.isSame(lastNonNull);
        if (isSame) {
            out.op(Op.LAST_NON_NULL);
        }
        return isSame;
    }

    private void writeFull(EncodedValue coded, TypeState type, int leaf) {
        switch (coded.kind()) {
            case Kind.ABSENT -> out.op(Op.ABSENT);
            case Kind.NULL -> out.op(Op.NULL);
            case Kind.EMPTY_OBJECT -> out.op(Op.EMPTY_OBJECT);
            case Kind.EMPTY_LIST -> out.op(Op.EMPTY_LIST);
            case Kind.BOOL -> out.op(coded.value() == 0 ? Op.FALSE : Op.TRUE);
            case Kind.INT -> out.int64(coded.value());
            case Kind.DEC -> {
                out.op(Op.DEC + coded.aux());
                out.varInt(VarInt.zigzag(coded.value()));
            }
            case Kind.NUMTEXT -> {
                out.op(Op.NUMTEXT + coded.aux());
                out.varInt(VarInt.zigzag(coded.value()));
            }
            case Kind.F64 -> {
                int index = type.doubleRing(leaf).indexOf(coded.value());
                if (index >= 0) {
                    out.op(Op.F64_RING);
                    out.op(index);
                } else {
                    wasLiteral = true;
                    out.op(Op.F64);
                    out.bits(coded.value());
                }
            }
            case Kind.TEXT -> {
                boolean isName = isParentName((String) coded.ref(), type, leaf);
                int index = isName ? -1 : type.textRing(leaf).indexOf((String) coded.ref());
                if (isName) {
                    out.op(Op.PARENT_NAME);
                } else if (index >= 0) {
                    out.op(Op.TEXT_RING);
                    out.varInt(index);
                } else {
                    wasLiteral = true;
                    writeNewText((String) coded.ref(), null, type, leaf, Op.TEXT, Op.FULL_TEXT_SEGMENTS);
                }
            }
            case Kind.TIME -> out.time((TimeValue) coded.ref());
            case Kind.DECIMAL -> out.unscaled(coded.aux(), coded.value());
            default -> {
                byte[] bytes = (byte[]) coded.ref();
                out.raw(bytes, 0, bytes.length);
            }
        }
    }
}
