package io.deltawire.binary.internal.codes;

import io.deltawire.wire.spi.NumberForm;
import io.deltawire.wire.spi.Rounder;
import io.deltawire.wire.spi.Words;
import java.util.List;

/**
 * Writes numbers in the code that Chronicle Wire 2026.7 picks for them, except that -0.0 keeps its sign and a long of 33
 * bits or more is never written as a float. Each method wants room for {@link #MAX} bytes and returns the index after.
 */
public final class NumberEncoder {
    /** The most bytes that a number takes: a code and a stop-bit number of 64 bits. */
    public static final int MAX = 12;

    /** The codes whose number follows as it is, or as a stop-bit number of parts. */
    public static final List<NumberForm> FORMS = List.of(
            new NumberForm(Codes.FLOAT_STOP_2, NumberForm.Kind.HUNDREDTHS),
            new NumberForm(Codes.FLOAT_STOP_4, NumberForm.Kind.TEN_THOUSANDTHS),
            new NumberForm(Codes.FLOAT_STOP_6, NumberForm.Kind.MILLIONTHS),
            new NumberForm(Codes.FLOAT32, NumberForm.Kind.FLOAT32),
            new NumberForm(Codes.FLOAT64, NumberForm.Kind.FLOAT64),
            new NumberForm(Codes.UINT8, NumberForm.Kind.UINT8),
            new NumberForm(Codes.UINT16, NumberForm.Kind.UINT16),
            new NumberForm(Codes.UINT32, NumberForm.Kind.UINT32),
            new NumberForm(Codes.INT8, NumberForm.Kind.INT8),
            new NumberForm(Codes.INT16, NumberForm.Kind.INT16),
            new NumberForm(Codes.INT32, NumberForm.Kind.INT32),
            new NumberForm(Codes.INT64, NumberForm.Kind.INT64));

    private static final double MAX_SCALED = 1L << 42;
    private static final double MIN_SCALED = -(1L << 35);

    /** Hundredths that are within these bounds and as millionths. */
    private static final long MAX_HUNDREDTHS = (1L << 42) / 10_000 - 1;

    private static final long MIN_HUNDREDTHS = -(1L << 35) / 10_000 + 1;
    private static final double MAX_SCALED_FLOAT = 1L << 21;
    private static final double MIN_SCALED_FLOAT = -(1L << 14);

    /** The bits of a double that a float does not have. */
    private static final long NOT_IN_FLOAT = (1L << 52 - 23) - 1;

    private static final long CANONICAL_NAN = 0x7FF8_0000_0000_0000L;

    private NumberEncoder() {}

    /** Writes a stop-bit number; see {@link CodeScanner#readStopBit}. */
    public static int writeStopBit(byte[] a, int at, long value) {
        int p = at;
        if (value >= 0) {
            long rest = value;
            while (rest > 0x7F) {
                a[p++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            a[p++] = (byte) rest;
            return p;
        }
        long rest = ~value;
        do {
            a[p++] = (byte) (rest | 0x80);
            rest >>>= 7;
        } while (rest != 0);
        a[p++] = 0;
        return p;
    }

    /** Writes the code and length of a text of {@code length} bytes. */
    public static int writeTextPrefix(byte[] a, int at, int length) {
        if (length < 32) {
            a[at] = (byte) (Codes.STRING_0 + length);
            return at + 1;
        }
        a[at] = (byte) Codes.STRING_ANY;
        return writeStopBit(a, at + 1, length);
    }

    public static int writeInt64(byte[] a, int at, long value) {
        if (value >= 0) {
            if (value <= 0xFF) {
                return write8(a, at, Codes.UINT8, value);
            }
            if (value <= 0xFFFF) {
                return write16(a, at, value <= Short.MAX_VALUE ? Codes.INT16 : Codes.UINT16, value);
            }
            if (value <= 0xFFFF_FFFFL) {
                return write32(a, at, value <= Integer.MAX_VALUE ? Codes.INT32 : Codes.UINT32, value);
            }
        } else if (value >= Byte.MIN_VALUE) {
            return write8(a, at, Codes.INT8, value);
        } else if (value >= Short.MIN_VALUE) {
            return write16(a, at, Codes.INT16, value);
        } else if (value >= Integer.MIN_VALUE) {
            return write32(a, at, Codes.INT32, value);
        }
        return write64(a, at, Codes.INT64, value);
    }

    public static int writeFloat64(byte[] a, int at, double value) {
        // What lies halfway between two is no decimal number of six places, so that it does not matter to which it is
        // rounded.
        double whole = value + Rounder.ADDED;
        if (whole - Rounder.ADDED == value) {
            return writeWhole(a, at, value, Rounder.whole(whole));
        }
        double shifted = value * 1e2 + Rounder.ADDED;
        long hundredths = Rounder.whole(shifted);
        boolean isScaled = hundredths >= MIN_HUNDREDTHS && hundredths <= MAX_HUNDREDTHS;
        if (isScaled && (shifted - Rounder.ADDED) / 1e2 == value) { // six places would find the same two
            return writeScaled(a, at, Codes.FLOAT_STOP_2, hundredths);
        }
        return writeFraction(a, at, value);
    }

    /** Writes a double that does not read as an integer. */
    public static int writeUntypedFloat64(byte[] a, int at, double value) {
        int after = writeFloat64(a, at, value);
        return NumberDecoder.isInteger(a[at] & 0xFF)
                ? write64(a, at, Codes.FLOAT64, Double.doubleToRawLongBits(value))
                : after;
    }

    private static int writeFraction(byte[] a, int at, double value) {
        double scaled = value * 1e6;
        if (scaled < MAX_SCALED && scaled > MIN_SCALED) {
            double shifted = scaled + Rounder.ADDED;
            if ((shifted - Rounder.ADDED) / 1e6 == value) {
                return writeMillionths(a, at, Rounder.whole(shifted));
            }
        }
        if ((float) value == value) {
            return write32(a, at, Codes.FLOAT32, Float.floatToRawIntBits((float) value));
        }
        long bits = Double.doubleToRawLongBits(value);
        return bits == CANONICAL_NAN
                ? write32(a, at, Codes.FLOAT32, Float.floatToRawIntBits(Float.NaN))
                : write64(a, at, Codes.FLOAT64, bits);
    }

    /** @param whole the value, where it has less than 51 bits; else any number that has more */
    private static int writeWhole(byte[] a, int at, double value, long whole) {
        long bits = Double.doubleToRawLongBits(value);
        if (whole > 0 ? whole <= 0xFFFF : whole >= Short.MIN_VALUE) {
            return whole == 0 && bits != 0 ? write64(a, at, Codes.FLOAT64, bits) : writeSmallWhole(a, at, (int) whole);
        }
        // All infinities are floats, and a number without fraction is one where it has no more bits than a float, or is
        // too large for one.
        if ((bits & NOT_IN_FLOAT) == 0 && (float) value == value) {
            return write32(a, at, Codes.FLOAT32, Float.floatToRawIntBits((float) value));
        }
        if (whole >= 0 ? whole <= 0xFFFF_FFFFL : whole >= Integer.MIN_VALUE) {
            return write32(a, at, whole >= 0 ? Codes.UINT32 : Codes.INT32, whole);
        }
        return write64(a, at, Codes.FLOAT64, bits);
    }

    private static int writeSmallWhole(byte[] a, int at, int whole) {
        if (whole >= 0) {
            return whole <= 0xFF ? write8(a, at, Codes.UINT8, whole) : write16(a, at, Codes.UINT16, whole);
        }
        return whole >= Byte.MIN_VALUE ? write8(a, at, Codes.INT8, whole) : write16(a, at, Codes.INT16, whole);
    }

    public static int writeFloat32(byte[] a, int at, float value) {
        int whole = (int) value;
        if (whole == value && (whole != 0 || 1 / value > 0) && whole <= 0xFFFF && whole >= Short.MIN_VALUE) {
            return writeSmallWhole(a, at, whole);
        }
        if (value == 0) {
            return write64(a, at, Codes.FLOAT64, Double.doubleToRawLongBits(value));
        }
        double scaled = value * 1e6;
        if (scaled < MAX_SCALED_FLOAT && scaled > MIN_SCALED_FLOAT) {
            double shifted = scaled + Rounder.ADDED;
            if ((float) ((shifted - Rounder.ADDED) / 1e6) == value) {
                return writeMillionths(a, at, Rounder.whole(shifted));
            }
        }
        return write32(a, at, Codes.FLOAT32, Float.floatToRawIntBits(value));
    }

    private static int writeMillionths(byte[] a, int at, long millionths) {
        if (millionths % 10_000 == 0) {
            return writeScaled(a, at, Codes.FLOAT_STOP_2, millionths / 10_000);
        }
        if (millionths % 100 == 0) {
            return writeScaled(a, at, Codes.FLOAT_STOP_4, millionths / 100);
        }
        return writeScaled(a, at, Codes.FLOAT_STOP_6, millionths);
    }

    /** Writes a code and a stop-bit number: of up to four groups at once, since how many they are no branch foresees. */
    private static int writeScaled(byte[] a, int at, int code, long value) {
        if (value < 0 || value >= 1 << 28) {
            a[at] = (byte) code;
            return writeStopBit(a, at + 1, value);
        }
        int bits = (int) value;
        int pairs = bits & 0x3FFF | (bits & 0xFFF_C000) << 2;
        int groups = pairs & 0x007F_007F | (pairs & 0x3F80_3F80) << 1;
        int last = (31 - Integer.numberOfLeadingZeros(bits | 1)) * 37 >> 8; // by seven
        Words.putLong(a, at, (long) (groups | 0x0080_8080 & (1 << 8 * last) - 1) << 8 | code);
        return at + 2 + last;
    }

    // A code and up to seven bytes are one store; what it writes beyond them is written over by what comes next.

    private static int write8(byte[] a, int at, int code, long value) {
        Words.putLong(a, at, value << 8 | code);
        return at + 2;
    }

    private static int write16(byte[] a, int at, int code, long value) {
        Words.putLong(a, at, value << 8 | code);
        return at + 3;
    }

    private static int write32(byte[] a, int at, int code, long value) {
        Words.putLong(a, at, value << 8 | code);
        return at + 5;
    }

    private static int write64(byte[] a, int at, int code, long value) {
        Words.putByte(a, at, code);
        Words.putLong(a, at + 1, value);
        return at + 9;
    }
}
