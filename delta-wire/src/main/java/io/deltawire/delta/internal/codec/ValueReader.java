package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.DoubleRing;
import io.deltawire.delta.internal.state.Predictor;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.StateBounds;
import io.deltawire.delta.internal.state.TextHistory;
import io.deltawire.delta.internal.state.TextRing;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import io.deltawire.delta.internal.value.ShortDecimal;
import io.deltawire.delta.internal.value.TimeValue;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.spi.text.VarInt;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Decodes the values of a message into its record (docs/spec/delta.md, sections 5.4 and 6.2). Differences between
 * numbers, which most values are, have short paths of their own; all other values go through {@link #predicted} and
 * {@link #value}.
 */
public class ValueReader {
    private final ByteCursor c;
    private final PlainValueSkipper skipper;
    private final TextSegmentsDecoder segments;
    private final StateBounds bounds;
    private final EncodedValue predicted = new EncodedValue();
    private final EncodedValue value = new EncodedValue();

    /** Whether the values belong to the first message of their record. */
    private boolean isNew;

    /** @param skipper skips values at the same cursor */
    public ValueReader(ByteCursor cursor, PlainValueSkipper skipper, StateBounds bounds) {
        this.c = cursor;
        this.skipper = skipper;
        this.segments = new TextSegmentsDecoder(cursor);
        this.bounds = bounds;
    }

    /**
     * Reads the value of a single leaf, if it is a number that changes by a difference. It does so without the loop of
     * {@link #readWord}, in which the compiler keeps the values in memory and not in registers.
     *
     * @return whether the value has been read; else there was no effect
     */
    protected boolean tryReadSingle(RecordState record, int leaf) {
        long form = record.form(leaf);
        int held = RecordState.kindOf(form);
        int at = c.position();
        if (held != Kind.INT && held != Kind.DEC
                || record.type().predictor(leaf) != Predictor.DELTA
                || at >= c.end()
                || record.updates() <= 0) {
            return false;
        }
        long zigzag = c.array()[at];
        if (zigzag > 0) {
            c.moveTo(at + 1);
        } else if (zigzag < 0) {
            zigzag = c.longVarInt();
        } else {
            return false;
        }
        long by = VarInt.unzigzag(zigzag);
        long number = record.value(leaf) + by;
        long raw = number;
        if (held == Kind.DEC) {
            checkMantissa(number, DecimalCode.MAX_MANTISSA);
            raw = DecimalCode.bits(number, RecordState.auxOf(form));
        }
        record.advanceNumberUnchecked(leaf, form, number, by, raw); // equals move, which would load the form again
        return true;
    }

    /**
     * Reads the values of the leaves in one word of a mask. Nearly all are numbers that change by a difference, so the
     * loop reads these directly from the array.
     *
     * @param first the leaf of the word's lowest bit
     */
    protected void readWord(RecordState record, int first, long mask) {
        Predictor[] predictors = record.type().predictors();
        byte[] bytes = c.array();
        int end = c.end();
        int at = c.position();
        for (long left = mask; left != 0; left &= left - 1) {
            int leaf = first + Long.numberOfTrailingZeros(left);
            Predictor predictor = predictors[leaf];
            long form = record.form(leaf);
            byte held = (byte) RecordState.kindOf(form);
            if ((held == Kind.INT || held == Kind.DEC) && at < end && bytes[at] != 0) {
                long by = predictor == Predictor.DELTA ? 0 : predictor.change(record, leaf, form);
                if (by != DecimalCode.NONE) {
                    long zigzag = bytes[at];
                    if (zigzag > 0) {
                        at++;
                        c.moveTo(at);
                    } else {
                        c.moveTo(at);
                        zigzag = c.longVarInt();
                        at = c.position();
                    }
                    move(record, leaf, held, by + VarInt.unzigzag(zigzag));
                    continue;
                }
            }
            c.moveTo(at);
            readOther(record, leaf);
            at = c.position();
        }
    }

    /** Sets a value that is as predicted to its prediction. */
    void setToPrediction(RecordState record, int leaf) {
        Predictor predictor = record.type().predictor(leaf);
        RecordState source = predictor.source(record);
        if (source != record) {
            record.copyValue(source, leaf);
            return;
        }
        long difference = predictor.increment(record, leaf);
        if (difference == 0) {
            return;
        }
        byte held = record.kind(leaf);
        if (held == Kind.INT || held == Kind.DEC) {
            move(record, leaf, held, difference);
        } else {
            isNew = false;
            predictor.predict(record, leaf, predicted);
            materialize(predicted);
            record.set(leaf, predicted);
        }
    }

    /** Adds a difference to an integer or decimal that keeps its form. */
    private void move(RecordState record, int leaf, byte held, long by) {
        long number = record.value(leaf) + by;
        long raw = number;
        if (held == Kind.DEC) {
            checkMantissa(number, DecimalCode.MAX_MANTISSA);
            raw = DecimalCode.bits(number, record.aux(leaf));
        }
        record.setNumber(leaf, number, raw, by);
    }

    private void readOther(RecordState record, int leaf) {
        isNew = record.updates() == 0;
        Predictor predictor = record.type().predictor(leaf);
        if (predictor.source(record) == record && readReference(record, leaf, record.kind(leaf))) {
            return;
        }
        predictor.predictValue(record, leaf, predicted);
        if (Kind.isFollowedInFull(predicted.kind())) {
            readFull(record, leaf, c.u8());
        } else {
            readDifference(record, leaf);
        }
        record.set(leaf, value);
    }

    /**
     * Reads a text that replaces a text, or a decimal or time that keeps its form; false, without reading, for any
     * other value.
     */
    private boolean readReference(RecordState record, int leaf, byte held) {
        if (c.position() >= c.end() || c.array()[c.position()] == Op.ESCAPE) {
            return false;
        }
        if (held == Kind.TEXT) {
            readText(record, leaf, (String) record.refAt(leaf));
            record.setText(leaf, (String) value.ref());
            return true;
        }
        if (!Kind.hasObject(held) || record.refAt(leaf) instanceof String) {
            return false;
        }
        long by = c.signed() + record.type().predictor(leaf).increment(record, leaf);
        long count = record.value(leaf) + by;
        Object present = held == Kind.DECIMAL
                ? decimal(count, record.aux(leaf))
                : c.time((Temporal) record.refAt(leaf), record.aux(leaf), count, isNew);
        record.setCounted(leaf, count, present, by);
        return true;
    }

    private BigDecimal decimal(long unscaled, int scale) {
        checkMantissa(unscaled, ShortDecimal.MAX_UNSCALED);
        return BigDecimal.valueOf(unscaled, scale);
    }

    private void readDifference(RecordState record, int leaf) {
        EncodedValue p = predicted;
        switch (p.kind()) {
            case Kind.BOOL -> {
                int toggled = c.u8();
                if (toggled == Op.ESCAPE) {
                    readFull(record, leaf, c.u8());
                } else if (toggled == 1) {
                    value.set(Kind.BOOL, 0, 1 - p.value(), 1 - p.value(), null);
                } else {
                    throw c.malformed("expected 0 or 1 for a boolean but was " + toggled);
                }
            }
            case Kind.F64 -> readDouble(record, leaf);
            case Kind.TEXT -> readText(record, leaf, (String) p.ref());
            default -> {
                long difference = c.signed();
                if (difference == 0) {
                    readFull(record, leaf, c.u8());
                } else {
                    value.set(p.kind(), p.aux(), p.value() + difference, 0, p.ref());
                    materialize(value);
                }
            }
        }
    }

    private void readDouble(RecordState record, int leaf) {
        TypeState type = record.type();
        int control = c.u8();
        if (control == Op.ESCAPE) {
            readFull(record, leaf, c.u8());
            return;
        }
        if (control >= 0x80) {
            readRingDouble(type, leaf, control & 0x7F);
            return;
        }
        int kept = control & 0xF;
        int zeros = control >> 4;
        if (kept == 0 || kept + zeros > 8) {
            throw c.malformed("expected the control byte of a double but was 0x" + Integer.toHexString(control));
        }
        long xor = 0;
        for (int i = 0; i < kept; i++) {
            xor = xor << 8 | c.u8();
        }
        setDouble(type, leaf, predicted.value() ^ xor << 8 * zeros);
    }

    private void readRingDouble(TypeState type, int leaf, int index) {
        DoubleRing ring = type.doubleRing(leaf);
        if (!ring.has(index)) {
            throw c.malformed("expected the index of a double that has been sent but was " + index);
        }
        long bits = ring.get(index);
        value.set(Kind.F64, 0, bits, bits, null);
    }

    private void setDouble(TypeState type, int leaf, long bits) {
        bounds.chargeRings(type.doubleRing(leaf).add(bits));
        value.set(Kind.F64, 0, bits, bits, null);
    }

    private void readText(RecordState record, int leaf, String before) {
        TypeState type = record.type();
        long code = c.varInt();
        if (code == Op.ESCAPE) {
            readFull(record, leaf, c.u8());
        } else if (code == Op.TEXT_LITERAL) {
            readLiteralText(type, leaf);
        } else if (code == Op.TEXT_SEGMENTS) {
            readTextInSegments(type, leaf, before);
        } else {
            readRingText(type, leaf, code - Op.TEXT_RING_BASE);
        }
    }

    /** Whether the text of a leaf is a type name, which has the bounds of names. */
    private static boolean isName(TypeState type, int leaf) {
        return type.leafNode(leaf).kind() == Op.NODE_TYPE;
    }

    private void readLiteralText(TypeState type, int leaf) {
        String text = isName(type, leaf) ? c.name() : c.text(leaf);
        int length = c.lastTextLength();
        if (length >= TextHistory.MIN_LENGTH) {
            bounds.chargeRings(type.history().add(leaf, c.array(), c.position() - length, length));
        }
        setText(type, leaf, text);
    }

    /** @param before the text that is predicted, or null */
    private void readTextInSegments(TypeState type, int leaf, String before) {
        int maxChars =
                isName(type, leaf) ? c.limits().maxNameBytes() : c.limits().maxTextChars();
        int maxBytes = isName(type, leaf) ? maxChars : (int) Math.min(Integer.MAX_VALUE, 3L * maxChars);
        String text = segments.read(type, leaf, before, maxBytes, maxChars);
        bounds.chargeRings(segments.addTo(type, leaf));
        setText(type, leaf, text);
        bounds.checkSent(); // a few bytes may be a long text
    }

    private void readRingText(TypeState type, int leaf, long index) {
        String text = type.textRing(leaf).get(index);
        if (text == null) {
            throw c.malformed("expected the index of a text that has been sent but was " + index);
        }
        value.set(Kind.TEXT, 0, 0, 0, text);
    }

    private void setText(TypeState type, int leaf, String text) {
        bounds.countSent(text.length());
        if (TextRing.fits(text)) {
            bounds.chargeRings(type.textRing(leaf).add(text));
        }
        value.set(Kind.TEXT, 0, 0, 0, text);
    }

    private void readFull(RecordState record, int leaf, int op) {
        TypeState type = record.type();
        if (op >= Op.DEC && op <= Op.UNSCALED + ShortDecimal.MAX_SCALE) {
            readDecimal(op);
            return;
        }
        switch (op) {
            case Op.NULL -> value.set(Kind.NULL, 0, 0, 0, null);
            case Op.ABSENT -> value.set(Kind.ABSENT, 0, 0, 0, null);
            case Op.EMPTY_OBJECT -> value.set(Kind.EMPTY_OBJECT, 0, 0, 0, null);
            case Op.EMPTY_LIST -> value.set(Kind.EMPTY_LIST, 0, 0, 0, null);
            case Op.FALSE -> value.set(Kind.BOOL, 0, 0, 0, null);
            case Op.TRUE -> value.set(Kind.BOOL, 0, 1, 1, null);
            case Op.INT -> {
                long number = c.signed();
                value.set(Kind.INT, 0, number, number, null);
            }
            case Op.F64 -> setDouble(type, leaf, c.bits());
            case Op.F64_RING -> readRingDouble(type, leaf, c.u8());
            case Op.TEXT -> readLiteralText(type, leaf);
            case Op.FULL_TEXT_SEGMENTS -> readTextInSegments(type, leaf, null);
            case Op.TEXT_RING -> readRingText(type, leaf, c.varInt());
            case Op.MODEL -> readModel();
            case Op.PARENT_NAME -> readParentName(type, leaf);
            case Op.LAST_NON_NULL -> readLastNonNull(record, leaf);
            case Op.TIME -> {
                TimeValue time = c.time(isNew);
                value.set(Kind.TIME, time.format(), time.count(), 0, time);
            }
            default -> {
                c.stepBack();
                int start = c.position();
                skipper.skipRawValue(c.limits().maxDepth() - type.leafNode(leaf).depth());
                bounds.countSent(c.position() - start);
                value.set(Kind.RAW, 0, 0, 0, Arrays.copyOfRange(c.array(), start, c.position()));
            }
        }
    }

    private void readModel() {
        if (Kind.isFollowedInFull(predicted.kind())) {
            throw c.malformed("expected a leaf with a model that has a value, and there is none");
        }
        value.set(predicted.kind(), predicted.aux(), predicted.value(), predicted.raw(), predicted.ref());
        if (Kind.isNumeric(value.kind())) {
            materialize(value);
        }
    }

    private void readParentName(TypeState type, int leaf) {
        SchemaNode parent = type.leafNode(leaf).parent();
        if (parent == null || parent.name() == null) {
            throw c.malformed("expected a leaf below a name, and there is none");
        }
        value.set(Kind.TEXT, 0, 0, 0, parent.name());
    }

    private void readDecimal(int op) {
        long number = c.signed();
        if (op < Op.NUMTEXT) {
            value.set(Kind.DEC, op - Op.DEC, number, 0, null);
        } else if (op >= Op.UNSCALED) {
            value.set(Kind.DECIMAL, op - Op.UNSCALED, number, 0, null);
        } else {
            value.set(Kind.NUMTEXT, op - Op.NUMTEXT, number, 0, null);
        }
        materialize(value);
    }

    private void readLastNonNull(RecordState record, int leaf) {
        byte kind = record.lastNonNullKind(leaf);
        if (kind == Kind.ABSENT) {
            throw c.malformed("expected a value before the null to go back to, and there is none");
        }
        long number = record.lastNonNullValue(leaf);
        value.set(kind, record.lastNonNullAux(leaf), number, number, record.lastNonNullRef(leaf));
        if (Kind.isNumeric(kind)) {
            materialize(value);
        }
    }

    /** Computes the value that the number of an encoded value stands for. */
    private void materialize(EncodedValue coded) {
        switch (coded.kind()) {
            case Kind.INT -> coded.setRaw(coded.value());
            case Kind.DEC -> {
                checkMantissa(coded.value(), DecimalCode.MAX_MANTISSA);
                coded.setRaw(DecimalCode.bits(coded.value(), coded.aux()));
            }
            case Kind.NUMTEXT -> {
                checkMantissa(coded.value(), DecimalCode.MAX_TEXT_MANTISSA);
                coded.setRef(DecimalCode.text(coded.value(), coded.aux()));
            }
            case Kind.DECIMAL -> coded.setRef(decimal(coded.value(), coded.aux()));
            default -> coded.setRef(c.time(coded.aux(), ((TimeValue) coded.ref()).zone(), coded.value(), isNew));
        }
    }

    private void checkMantissa(long mantissa, long most) {
        if (mantissa > most || mantissa < -most) {
            throw tooLong(mantissa, most);
        }
    }

    private MalformedWireException tooLong(long mantissa, long most) {
        return c.malformed("expected a mantissa of at most " + most + " but was " + mantissa);
    }
}
