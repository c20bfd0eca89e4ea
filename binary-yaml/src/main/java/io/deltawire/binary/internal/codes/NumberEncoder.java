package io.deltawire.binary.internal.codes;

import io.deltawire.wire.spi.object.NumberEncoding;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.FastRounding;
import java.util.List;

/**
 * Writes numbers with the codes that Chronicle Wire 2026.7 chooses for them.
 *
 * <p>There are two exceptions, which keep the value: -0.0 keeps its sign, and a long of 33 bits or more is never
 * written as a float. Each method needs {@link #MAX} bytes of room and returns the index after the number. It may
 * write beyond that index, within the room: one store of eight bytes is faster than several short ones.
 */
public final class NumberEncoder {
    /** The maximum size of a number in bytes: a code and a stop-bit number of 64 bits. */
    public static final int MAX = 12;

    /** The codes whose payload is the number itself, or a stop-bit number of decimal fractions. */
    public static final List<NumberEncoding> FORMS = List.of(
            new NumberEncoding(Codes.FLOAT_STOP_2, NumberEncoding.Kind.HUNDREDTHS),
            new NumberEncoding(Codes.FLOAT_STOP_4, NumberEncoding.Kind.TEN_THOUSANDTHS),
            new NumberEncoding(Codes.FLOAT_STOP_6, NumberEncoding.Kind.MILLIONTHS),
            new NumberEncoding(Codes.FLOAT32, NumberEncoding.Kind.FLOAT32),
            new NumberEncoding(Codes.FLOAT64, NumberEncoding.Kind.FLOAT64),
            new NumberEncoding(Codes.UINT8, NumberEncoding.Kind.UINT8),
            new NumberEncoding(Codes.UINT16, NumberEncoding.Kind.UINT16),
            new NumberEncoding(Codes.UINT32, NumberEncoding.Kind.UINT32),
            new NumberEncoding(Codes.INT8, NumberEncoding.Kind.INT8),
            new NumberEncoding(Codes.INT16, NumberEncoding.Kind.INT16),
            new NumberEncoding(Codes.INT32, NumberEncoding.Kind.INT32),
            new NumberEncoding(Codes.INT64, NumberEncoding.Kind.INT64));

    private static final double MAX_SCALED = 1L << 42;
    private static final double MIN_SCALED = -(1L << 35);

    /** Hundredths within these bounds are within the bounds of millionths too. */
    private static final long MAX_HUNDREDTHS = (1L << 42) / 10_000 - 1;

    private static final long MIN_HUNDREDTHS = -(1L << 35) / 10_000 + 1;
    private static final double MAX_SCALED_FLOAT = 1L << 21;
    private static final double MIN_SCALED_FLOAT = -(1L << 14);

    /** The bits of a double's mantissa that a float does not have. */
    private static final long NOT_IN_FLOAT = (1L << 52 - 23) - 1;

    private static final long CANONICAL_NAN = 0x7FF8_0000_0000_0000L;

    private NumberEncoder() {}

    /** Writes a stop-bit number, as {@link CodeScanner#readStopBit} reads it. */
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

    /** Writes the code and the length of a text of {@code length} bytes. */
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
        // A value halfway between two scaled integers is no decimal number of six digits. So the rounding mode does
        // not matter here.
        double whole = value + FastRounding.ROUNDING_TERM;
        if (whole - FastRounding.ROUNDING_TERM == value) {
            return writeWhole(a, at, value, FastRounding.roundedLong(whole));
        }
        double shifted = value * 1e2 + FastRounding.ROUNDING_TERM;
        long hundredths = FastRounding.roundedLong(shifted);
        boolean isScaled = hundredths >= MIN_HUNDREDTHS && hundredths <= MAX_HUNDREDTHS;
        if (isScaled && (shifted - FastRounding.ROUNDING_TERM) / 1e2 == value) { // millionths would give the same code
            return writeScaled(a, at, Codes.FLOAT_STOP_2, hundredths);
        }
        return writeFraction(a, at, value);
    }

    /** Writes a double with a code that does not read as an integer. */
    public static int writeUntypedFloat64(byte[] a, int at, double value) {
        int after = writeFloat64(a, at, value);
        return NumberDecoder.isInteger(a[at] & 0xFF)
                ? write64(a, at, Codes.FLOAT64, Double.doubleToRawLongBits(value))
                : after;
    }

    private static int writeFraction(byte[] a, int at, double value) {
        double scaled = value * 1e6;
        if (scaled < MAX_SCALED && scaled > MIN_SCALED) {
            double shifted = scaled + FastRounding.ROUNDING_TERM;
            if ((shifted - FastRounding.ROUNDING_TERM) / 1e6 == value) {
                return writeMillionths(a, at, FastRounding.roundedLong(shifted));
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

    /**
     * Writes a number without a fraction.
     *
     * @param whole the value if it has fewer than 51 bits; otherwise any number that has more
     */
    private static int writeWhole(byte[] a, int at, double value, long whole) {
        long bits = Double.doubleToRawLongBits(value);
        if (whole > 0 ? whole <= 0xFFFF : whole >= Short.MIN_VALUE) {
            return whole == 0 && bits != 0 ? write64(a, at, Codes.FLOAT64, bits) : writeSmallWhole(a, at, (int) whole);
        }
        // All infinities are floats. A whole number is a float if it has no more bits than one, unless it is too
        // large.
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
            double shifted = scaled + FastRounding.ROUNDING_TERM;
            if ((float) ((shifted - FastRounding.ROUNDING_TERM) / 1e6) == value) {
                return writeMillionths(a, at, FastRounding.roundedLong(shifted));
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

    /**
     * Writes a code and a stop-bit number. Up to four groups of bits go in one store, since no branch predictor
     * foresees how many there are.
     */
    private static int writeScaled(byte[] a, int at, int code, long value) {
        if (value < 0 || value >= 1 << 28) {
            a[at] = (byte) code;
            return writeStopBit(a, at + 1, value);
        }
        int bits = (int) value;
        int pairs = bits & 0x3FFF | (bits & 0xFFF_C000) << 2;
        int groups = pairs & 0x007F_007F | (pairs & 0x3F80_3F80) << 1;
        int last = (31 - Integer.numberOfLeadingZeros(bits | 1)) * 37 >> 8; // divided by seven
        ArrayAccess.putLong(a, at, (long) (groups | 0x0080_8080 & (1 << 8 * last) - 1) << 8 | code);
        return at + 2 + last;
    }

    // A code and up to seven bytes are one store. The bytes beyond them are overwritten by what follows.

    private static int write8(byte[] a, int at, int code, long value) {
        ArrayAccess.putLong(a, at, value << 8 | code);
        return at + 2;
    }

    private static int write16(byte[] a, int at, int code, long value) {
        ArrayAccess.putLong(a, at, value << 8 | code);
        return at + 3;
    }

    private static int write32(byte[] a, int at, int code, long value) {
        ArrayAccess.putLong(a, at, value << 8 | code);
        return at + 5;
    }

    private static int write64(byte[] a, int at, int code, long value) {
        ArrayAccess.putByte(a, at, code);
        ArrayAccess.putLong(a, at + 1, value);
        return at + 9;
    }
}
