package io.deltawire.wire.spi.text;

/**
 * Formats a double or float as the shortest decimal that reads back as the same value; of several, the nearest to it.
 * These are the digits of {@code Double.toString} since JDK 19, which however always prints at least two, as in
 * 4.9E-324. Stateless.
 *
 * <p>The algorithm is Schubfach: R. Giulietti, "The Schubfach way to render doubles", 2020. With {@code v = c * 2^q}
 * and {@code 10^k <= 2^q < 10^(k+1)}, the interval of the numbers that round to v holds one or two multiples of
 * {@code 10^k} and at most one multiple of {@code 10^(k+1)}. Three products with a 126-bit approximation of
 * {@code 10^-k}, with a sticky last bit ("rounded to odd"), decide exactly which of them are inside (section 9).
 */
final class FloatFormatter {
    private static final int MANTISSA_64 = 52;
    private static final int MIN_EXPONENT_64 = -1074;
    private static final int MANTISSA_32 = 23;
    private static final int MIN_EXPONENT_32 = -149;

    /**
     * A subnormal below this number of units in the last place has one digit at 10^k. It is scaled up to find a second.
     */
    private static final long TINY_64 = 3;

    private static final long TINY_32 = 8;

    private static final long MASK_63 = Long.MAX_VALUE;

    /** Doubles that are multiples of 1 / SCALE and below 10^8 have at most 15 digits, and these are the shortest. */
    private static final double SCALE = 1e7;

    private static final double SCALED_BOUND = 1e8;

    /** Up to this bound consecutive whole numbers are doubles, so their digits are the only ones. */
    private static final double WHOLE_BOUND = 0x1p53;

    private FloatFormatter() {}

    static int write(byte[] into, int index, double value) {
        long bits = Double.doubleToRawLongBits(value);
        int i = index;
        if (bits < 0) {
            into[i++] = '-';
        }
        double magnitude = Math.abs(value);
        if (magnitude < SCALED_BOUND) {
            int whole = (int) magnitude;
            if (whole == magnitude) {
                return writePointZero(into, Digits.writeUpTo8(into, i, whole));
            }
            // Both operands of the division are exact, so equality proves that this decimal rounds to the value. Two
            // decimals of 15 digits never round to the same double, so there is no shorter one.
            long scaled = (long) (magnitude * SCALE + 0.5);
            if (scaled / SCALE == magnitude && scaled >= 10) {
                return writeScaled(into, i, scaled);
            }
        } else if (magnitude <= WHOLE_BOUND && (long) magnitude == magnitude) {
            return writePointZero(into, Digits.write(into, i, (long) magnitude));
        }
        return writeBits(into, i, bits);
    }

    private static int writePointZero(byte[] into, int index) {
        into[index] = '.';
        into[index + 1] = '0';
        return index + 2;
    }

    /** Writes {@code scaled / 10^7}, which is below 10^8. */
    private static int writeScaled(byte[] into, int index, long scaled) {
        int whole = (int) (scaled / 10_000_000);
        int point = Digits.writeUpTo8(into, index, whole);
        int zeros = Digits.write8(into, point, (int) (scaled - whole * 10_000_000L));
        into[point] = '.'; // the fraction has 7 digits, so the first of the 8 is a zero
        return point + 8 - Math.min(zeros, 6);
    }

    private static int writeBits(byte[] into, int index, long bits) {
        int exponent = (int) (bits >>> MANTISSA_64) & 0x7FF;
        long fraction = bits & (1L << MANTISSA_64) - 1;
        if (exponent == 0x7FF) {
            throw new IllegalArgumentException("expected a finite number");
        }
        if (exponent != 0) {
            int q = exponent + MIN_EXPONENT_64 - 1;
            boolean narrow = fraction == 0 && exponent > 1;
            return layOut(into, index, shortest(fraction | 1L << MANTISSA_64, q, narrow), exponentOfTen(q, narrow));
        }
        int k = exponentOfTen(MIN_EXPONENT_64, false);
        if (fraction < TINY_64) {
            return layOut(into, index, shortest(fraction * 10, MIN_EXPONENT_64, false), k - 1);
        }
        return layOut(into, index, shortest(fraction, MIN_EXPONENT_64, false), k);
    }

    static int write(byte[] into, int index, float value) {
        int bits = Float.floatToRawIntBits(value);
        int i = index;
        if (bits < 0) {
            into[i++] = '-';
        }
        int exponent = bits >>> MANTISSA_32 & 0xFF;
        int fraction = bits & (1 << MANTISSA_32) - 1;
        if (exponent == 0xFF) {
            throw new IllegalArgumentException("expected a finite number");
        }
        if (exponent != 0) {
            int q = exponent + MIN_EXPONENT_32 - 1;
            boolean narrow = fraction == 0 && exponent > 1;
            return layOut(into, i, shortest(fraction | 1L << MANTISSA_32, q, narrow), exponentOfTen(q, narrow));
        }
        if (fraction == 0) {
            return writePointZero(into, Digits.writeUpTo8(into, i, 0));
        }
        int k = exponentOfTen(MIN_EXPONENT_32, false);
        if (fraction < TINY_32) {
            return layOut(into, i, shortest(fraction * 10L, MIN_EXPONENT_32, false), k - 1);
        }
        return layOut(into, i, shortest(fraction, MIN_EXPONENT_32, false), k);
    }

    /** Returns the digits of the shortest decimal of a normal double, possibly with zeros at the end. */
    static long shortestDigits(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> MANTISSA_64) & 0x7FF;
        long fraction = bits & (1L << MANTISSA_64) - 1;
        return shortest(fraction | 1L << MANTISSA_64, exponent + MIN_EXPONENT_64 - 1, fraction == 0 && exponent > 1);
    }

    /** Returns the exponent k of the multiples of 10^k that {@link #shortest} returns. */
    private static int exponentOfTen(int q, boolean narrow) {
        // floor(log10(2^q)) and floor(log10(3/4 * 2^q)), exact for |q| <= 1500.
        return q * 1_262_611 - (narrow ? 524_031 : 0) >> 22;
    }

    /**
     * Returns the {@code f} for which {@code f * 10^k} is the shortest decimal that rounds to {@code c * 2^q}.
     *
     * @param narrow whether the double below is only half as far away as the one above: c is a power of two
     */
    private static long shortest(long c, int q, boolean narrow) {
        long odd = c & 1; // the bounds of the interval round to v only if c is even
        long fourfold = c << 2;
        int k = exponentOfTen(q, narrow);
        int shift = q + PowersOfTen.floorLog2(-k) + 2;
        // g = floor(T(-k) / 4) + 1, in two parts of 63 bits.
        long high = PowersOfTen.high(-k);
        long g1 = high >>> 1;
        long g0 = ((high & 1) << 62 | PowersOfTen.low(-k) >>> 2) + 1;
        long value = roundToOdd(g1, g0, fourfold << shift);
        long below = roundToOdd(g1, g0, fourfold - (narrow ? 1 : 2) << shift) + odd;
        long above = roundToOdd(g1, g0, fourfold + 2 << shift) - odd;
        long s = value >> 2;
        if (s >= 100) {
            long tens = s / 10 * 10;
            boolean lowerInside = below <= tens << 2;
            boolean upperInside = tens + 10 << 2 <= above;
            if (lowerInside != upperInside) {
                return lowerInside ? tens : tens + 10;
            }
        }
        boolean lowerInside = below <= s << 2;
        boolean upperInside = s + 1 << 2 <= above;
        if (lowerInside != upperInside) {
            return lowerInside ? s : s + 1;
        }
        long side = value - (s + s + 1 << 1);
        return side < 0 || side == 0 && (s & 1) == 0 ? s : s + 1;
    }

    /** Returns the upper bits of g * x, with the last bit set if any lower bit is. */
    private static long roundToOdd(long g1, long g0, long x) {
        long low = Math.multiplyHigh(g0, x);
        long middle = g1 * x;
        long high = Math.multiplyHigh(g1, x);
        long sum = (middle >>> 1) + low;
        return high + (sum >>> 63) | (sum & MASK_63) + MASK_63 >>> 63;
    }

    /**
     * Writes {@code f * 10^k}, f of at most 17 digits, in the form that {@link NumberText} describes. Returns the index
     * after it.
     */
    private static int layOut(byte[] into, int index, long f, int k) {
        int length = Digits.count(f);
        int exponent = k + length - 1;
        long digits = f * Digits.powerOfTen(17 - length);
        if (exponent >= 0 && exponent < 17) {
            int count = write17(into, index + 1, digits);
            int point = index + exponent + 1;
            for (int i = index; i < point; i++) {
                into[i] = into[i + 1];
            }
            into[point] = '.';
            if (count <= exponent + 1) {
                into[point + 1] = '0';
                return point + 2;
            }
            return index + 1 + count;
        }
        if (exponent < 0 && exponent >= -6) {
            int first = index + 1 - exponent;
            for (int i = index; i < first; i++) {
                into[i] = '0';
            }
            into[index + 1] = '.';
            return first + write17(into, first, digits);
        }
        int count = write17(into, index + 1, digits);
        into[index] = into[index + 1];
        into[index + 1] = '.';
        return writeExponent(into, index + 1 + Math.max(count, 2), exponent);
    }

    /** Writes 17 digits. Returns how many there are without the zeros at their end. */
    private static int write17(byte[] into, int index, long digits) {
        long upper = digits / 100_000_000;
        int first = (int) (upper / 100_000_000);
        into[index] = (byte) ('0' + first);
        int zeros = Digits.write8(into, index + 9, (int) (digits - upper * 100_000_000));
        int upperZeros = Digits.write8(into, index + 1, (int) (upper - first * 100_000_000L));
        return 17 - (zeros < 8 ? zeros : 8 + upperZeros);
    }

    private static int writeExponent(byte[] into, int index, int exponent) {
        into[index] = 'E';
        into[index + 1] = (byte) (exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        int i = index + 2;
        if (magnitude >= 100) {
            into[i++] = (byte) ('0' + magnitude / 100);
        }
        if (magnitude < 10) {
            into[i] = (byte) ('0' + magnitude);
            return i + 1;
        }
        Digits.write2(into, i, magnitude % 100);
        return i + 2;
    }
}
