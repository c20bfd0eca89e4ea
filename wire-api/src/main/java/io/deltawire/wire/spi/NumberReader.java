package io.deltawire.wire.spi;

/**
 * Reads a number from where it begins to where it ends, in one pass and eight digits at a time: what a text reader tries
 * before it looks closer. Knows the numbers of JSON (RFC 8259, section 6) of up to 19 digits. Allocates nothing; reuse one.
 * Not thread-safe.
 *
 * <pre>{@code
 * if (number.read(array, position, limit) == NumberReader.INT64 && array[number.end] == ',') {
 *     position = number.end;
 *     return number.int64;
 * }
 * }</pre>
 */
public final class NumberReader {
    /** Not a number as described, or one that has no end before the limit; a closer look may say otherwise. */
    public static final int NONE = 0;

    /** A number without point and exponent that a long holds; not {@code -0}. */
    public static final int INT64 = 1;

    /** A number with a point or an exponent, and a finite double nearest to it. */
    public static final int FLOAT64 = 2;

    /** No number that {@link #readInt64} or {@link #readFloat64} reads is longer. */
    public static final int MOST_SHORT_CHARS = 16;

    /** More than the bytes from the beginning of a number on that are looked at without asking whether they are there. */
    private static final int REACH = 32;

    private static final int MOST_DIGITS = 19;
    private static final int MOST_EXPONENT_DIGITS = 4;

    /** Index of the byte after the number. */
    public int end;

    /** The number read as {@link #INT64}. */
    public long int64;

    /** The number read as {@link #FLOAT64}: the double nearest to it, ties to even. */
    public double float64;

    /** Creates a reader that has read nothing. */
    public NumberReader() {}

    /**
     * Reads a number that begins at an index.
     *
     * @param limit where the text ends; a number that reaches up to it is {@link #NONE}, since it may go on after it
     * @return {@link #INT64}, {@link #FLOAT64} or {@link #NONE}
     */
    public int read(byte[] text, int from, int limit) {
        if (text.length - from < REACH) {
            return readSlowly(text, from, limit);
        }
        int start = text[from] == '-' ? from + 1 : from;
        long chars = Digits.ones(text, start);
        long others = Digits.others(chars);
        if (others != 0) {
            return readShort(text, from, start, chars, others, limit);
        }
        long run = Digits.upTo8(text, start + 8);
        int count = (int) run & 15;
        long digits = Digits.valueOf(chars) * Digits.powerOfTen(count) + (run >>> 4);
        int i = Digits.after(start + 8, count);
        if (count == 8) {
            while (FloatReader.isDigit(text[i]) && i - start <= MOST_DIGITS) {
                digits = digits * 10 + text[i++] - '0';
            }
        }
        return afterDigits(text, from, start, i, digits, limit);
    }

    /**
     * Reads an integer of at most 15 digits, as {@link #int64}: quicker than {@link #read}, which is for what this leaves.
     * The byte after it is for the caller to look at: it must be one that ends a number.
     *
     * @return the index after the integer, or -1 where something else stands there, or the array ends soon
     */
    public int readInt64(byte[] text, int from) {
        if (text.length - from < REACH) {
            return -1;
        }
        boolean negative = text[from] == '-';
        int start = negative ? from + 1 : from;
        long chars = Digits.ones(text, start);
        long others = Digits.others(chars);
        int count = Long.numberOfTrailingZeros(others) >>> 3;
        long digits;
        if (count < 8) {
            if (count == 0 || count > 1 && (byte) chars == 0) {
                return -1;
            }
            digits = Digits.valueOf(chars << -(count << 3));
            count = Digits.after(start, count);
        } else {
            long more = Digits.ones(text, start + 8);
            count = Long.numberOfTrailingZeros(Digits.others(more)) >>> 3;
            if (count == 8 || (byte) chars == 0) {
                return -1;
            }
            digits = Digits.valueOf(chars) * Digits.powerOfTen(count) + Digits.upTo7(more, count);
            count = Digits.after(start + 8, count);
        }
        if (negative) {
            int64 = -digits;
            return digits == 0 ? -1 : count;
        }
        int64 = digits;
        return count;
    }

    /**
     * Reads a number of at most seven digits before a point and as many after it, without an exponent, as {@link #float64}:
     * as {@link #readInt64}.
     */
    public int readFloat64(byte[] text, int from) {
        if (text.length - from < REACH) {
            return -1;
        }
        boolean negative = text[from] == '-';
        int start = negative ? from + 1 : from;
        long chars = Digits.ones(text, start);
        int point = Long.numberOfTrailingZeros(Digits.others(chars)) >>> 3;
        if (point == 0
                || point == 8
                || (byte) (chars >>> (point << 3)) != ('.' ^ '0')
                || point > 1 && (byte) chars == 0) {
            return -1;
        }
        int fraction = Digits.after(start, point) + 1;
        long more = Digits.ones(text, fraction);
        int scale = Long.numberOfTrailingZeros(Digits.others(more)) >>> 3;
        if (scale == 0 || scale == 8) {
            return -1;
        }
        long digits = Digits.valueOf(chars << -(point << 3)) * Digits.powerOfTen(scale)
                + Digits.valueOf(more << -(scale << 3));
        double value = FloatReader.scaled(digits, scale);
        float64 = negative ? -value : value;
        return Digits.after(fraction, scale);
    }

    /**
     * Reads a number of less than eight digits before the point, if it has one.
     *
     * @param chars the first eight bytes from {@code start} on, less the digit zero
     * @param others the top bits of those that are no digits; with a point first they are right up to the second of them
     */
    private int readShort(byte[] text, int from, int start, long chars, long others, int limit) {
        int point = Long.numberOfTrailingZeros(others) >>> 3;
        long rest = others & others - 1;
        if (rest == 0 || point == 0 || (chars >>> (point << 3) & 0xFF) != ('.' ^ '0')) {
            long digits = point == 0 ? 0 : Digits.valueOf(chars << -(point << 3));
            return afterDigits(text, from, start, Digits.after(start, point), digits, limit);
        }
        int length = Long.numberOfTrailingZeros(rest) >>> 3;
        int at = Digits.after(start, length);
        int scale = length - point - 1;
        if (scale == 0 || point > 1 && text[start] == '0' || (text[at] | 0x20) == 'e' || at >= limit) {
            return afterDigits(text, from, start, start + point, Digits.valueOf(chars << -(point << 3)), limit);
        }
        // Without the point between them all digits are eight bytes at most.
        long whole = (1L << (point << 3)) - 1;
        long digits = Digits.valueOf((chars & whole | chars >>> 8 & ~whole) << (9 - length << 3));
        double value = FloatReader.scaled(digits, scale);
        float64 = start != from ? -value : value;
        end = at;
        return FLOAT64;
    }

    /** As {@link #read}, byte by byte: where the array ends soon. */
    private int readSlowly(byte[] text, int from, int limit) {
        int start = from < limit && text[from] == '-' ? from + 1 : from;
        int i = start;
        long digits = 0;
        while (i < limit && FloatReader.isDigit(text[i]) && i - start <= MOST_DIGITS) {
            digits = digits * 10 + text[i++] - '0';
        }
        return i >= limit ? NONE : afterDigits(text, from, start, i, digits, limit);
    }

    private int afterDigits(byte[] text, int from, int start, int at, long digits, int limit) {
        int count = at - start;
        boolean negative = start != from;
        byte next = text[at];
        if (next == '.' || (next | 0x20) == 'e') {
            boolean found = isWhole(text, start, count) && fraction(text, start, at, digits, limit);
            return found ? finished(text, from, negative) : NONE;
        }
        end = at;
        int64 = negative ? -digits : digits;
        boolean fits = at < limit && count <= MOST_DIGITS && digits >= (negative ? 1 : 0);
        return fits && isWhole(text, start, count) ? INT64 : NONE;
    }

    /** Whether the digits before the point are as JSON has them: at least one, no zero in front. */
    private static boolean isWhole(byte[] text, int start, int count) {
        return count == 1 || count != 0 && text[start] != '0';
    }

    private int finished(byte[] text, int from, boolean negative) {
        if (negative) {
            float64 = -float64;
        }
        if (Double.isNaN(float64)) {
            float64 = Double.parseDouble(FloatReader.string(text, from, end)); // one in a million
        }
        return Double.isFinite(float64) ? FLOAT64 : NONE;
    }

    /** Reads from the point or exponent on; false where it is not a number that ends before the limit. */
    private boolean fraction(byte[] text, int start, int at, long whole, int limit) {
        long digits = whole;
        int i = at;
        int count = at - start;
        int scale = 0;
        if (text[i] == '.') {
            int point = i++;
            if (text.length - i >= 2 * Long.BYTES) {
                long run = Digits.upTo8(text, i);
                int more = (int) run & 15;
                digits = digits * Digits.powerOfTen(more) + (run >>> 4);
                i = Digits.after(i, more);
            }
            if (i == point + 1 || i == point + 9) {
                while (i < limit && FloatReader.isDigit(text[i]) && i - point <= MOST_DIGITS) {
                    digits = digits * 10 + text[i++] - '0';
                }
            }
            scale = i - point - 1;
            count += scale;
            if (scale == 0) {
                return false;
            }
        }
        if (i >= limit || count > MOST_DIGITS) {
            return false;
        }
        if ((text[i] | 0x20) == 'e') {
            return exponent(text, i, digits, scale, limit);
        }
        end = i;
        float64 = FloatReader.toDouble(digits, -scale);
        return true;
    }

    private boolean exponent(byte[] text, int e, long digits, int scale, int limit) {
        int i = e + 1;
        boolean negative = i < limit && text[i] == '-';
        if (negative || i < limit && text[i] == '+') {
            i++;
        }
        int first = i;
        int exponent = 0;
        while (i < limit && FloatReader.isDigit(text[i])) {
            exponent = exponent * 10 + text[i++] - '0';
            if (i - first > MOST_EXPONENT_DIGITS) {
                return false;
            }
        }
        if (i == first || i >= limit) {
            return false;
        }
        end = i;
        float64 = FloatReader.toDouble(digits, (negative ? -exponent : exponent) - scale);
        return true;
    }
}
