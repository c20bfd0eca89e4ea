package io.deltawire.wire.spi.text;

/**
 * Scans a number in a byte array in one pass, eight digits at a time. A text reader tries this first, and inspects the
 * text itself if it fails. It handles the numbers of JSON (RFC 8259, section 6) with up to 19 digits. The instance
 * holds the results, so that nothing is allocated; reuse it. Not thread-safe.
 *
 * <pre>{@code
 * if (number.read(array, position, limit) == NumberScanner.INT64 && array[number.end()] == ',') {
 *     position = number.end();
 *     return number.int64();
 * }
 * }</pre>
 */
public final class NumberScanner {
    /** The text is not such a number, or has no end before the limit. Another parser may still accept it. */
    public static final int NONE = 0;

    /** A number without point and exponent that a long holds; not {@code -0}. */
    public static final int INT64 = 1;

    /** A number with a point or an exponent whose nearest double is finite. */
    public static final int FLOAT64 = 2;

    /** The largest length of a number that {@link #readInt64} or {@link #readFloat64} reads, in bytes. */
    public static final int MOST_SHORT_CHARS = 16;

    /** If this many bytes of the array follow, no read of the fast path is out of bounds. */
    private static final int REACH = 32;

    private static final int MAX_DIGITS = 19;
    private static final int MAX_EXPONENT_DIGITS = 4;

    /** Index after the number. */
    private int end;

    /** The number, after a result of {@link #INT64}. */
    private long int64;

    /** The double nearest to the number, ties to even, after a result of {@link #FLOAT64}. */
    private double float64;

    /** Creates a scanner. */
    public NumberScanner() {}

    /** Returns the index after the number. */
    public int end() {
        return end;
    }

    /** Returns the number, after a result of {@link #INT64}. */
    public long int64() {
        return int64;
    }

    /** Returns the double nearest to the number, ties to even, after a result of {@link #FLOAT64}. */
    public double float64() {
        return float64;
    }

    /** Makes the integer the double too, after a result of {@link #INT64}. It is rounded beyond 53 bits. */
    public void convertToFloat64() {
        float64 = int64;
    }

    /**
     * Scans a number.
     *
     * @param from index of the first byte of the number
     * @param limit index after the text. A number that reaches it is {@link #NONE}, since more digits may follow.
     * @return {@link #INT64}, {@link #FLOAT64} or {@link #NONE}
     */
    public int read(byte[] text, int from, int limit) {
        if (text.length - from < REACH) {
            return readSlowly(text, from, limit);
        }
        int start = text[from] == '-' ? from + 1 : from;
        long chars = Digits.ones(text, start);
        long nonDigits = Digits.nonDigits(chars);
        if (nonDigits != 0) {
            return readShort(text, from, start, chars, nonDigits, limit);
        }
        long run = Digits.upTo8(text, start + 8);
        int count = (int) run & 15;
        long digits = Digits.valueOf(chars) * Digits.powerOfTen(count) + (run >>> 4);
        int i = Digits.advance(start + 8, count);
        if (count == 8) {
            while (DoubleParser.isDigit(text[i]) && i - start <= MAX_DIGITS) {
                digits = digits * 10 + text[i++] - '0';
            }
        }
        return afterDigits(text, from, start, i, digits, limit);
    }

    /**
     * Scans an integer of at most 15 digits into {@link #int64}, faster than {@link #read}. The caller checks that the
     * next byte ends a number.
     *
     * @return the index after the integer; or -1 if there is none in this form, or the array ends soon
     */
    public int readInt64(byte[] text, int from) {
        if (text.length - from < REACH) {
            return -1;
        }
        boolean negative = text[from] == '-';
        int start = negative ? from + 1 : from;
        long chars = Digits.ones(text, start);
        long nonDigits = Digits.nonDigits(chars);
        int count = Long.numberOfTrailingZeros(nonDigits) >>> 3;
        long digits;
        if (count < 8) {
            if (count == 0 || count > 1 && (byte) chars == 0) {
                return -1;
            }
            digits = Digits.valueOf(chars << -(count << 3));
            count = Digits.advance(start, count);
        } else {
            long more = Digits.ones(text, start + 8);
            count = Long.numberOfTrailingZeros(Digits.nonDigits(more)) >>> 3;
            if (count == 8 || (byte) chars == 0) {
                return -1;
            }
            digits = Digits.valueOf(chars) * Digits.powerOfTen(count) + Digits.upTo7(more, count);
            count = Digits.advance(start + 8, count);
        }
        if (negative) {
            int64 = -digits;
            return digits == 0 ? -1 : count;
        }
        int64 = digits;
        return count;
    }

    /**
     * Scans a number with at most seven digits before its point and after it, and no exponent, into {@link #float64}.
     * Otherwise like {@link #readInt64}.
     */
    public int readFloat64(byte[] text, int from) {
        if (text.length - from < REACH) {
            return -1;
        }
        boolean negative = text[from] == '-';
        int start = negative ? from + 1 : from;
        long chars = Digits.ones(text, start);
        int point = Long.numberOfTrailingZeros(Digits.nonDigits(chars)) >>> 3;
        if (point == 0
                || point == 8
                || (byte) (chars >>> (point << 3)) != ('.' ^ '0')
                || point > 1 && (byte) chars == 0) {
            return -1;
        }
        int fraction = Digits.advance(start, point) + 1;
        long more = Digits.ones(text, fraction);
        int scale = Long.numberOfTrailingZeros(Digits.nonDigits(more)) >>> 3;
        if (scale == 0 || scale == 8) {
            return -1;
        }
        long digits = Digits.valueOf(chars << -(point << 3)) * Digits.powerOfTen(scale)
                + Digits.valueOf(more << -(scale << 3));
        double value = DoubleParser.scaled(digits, scale);
        float64 = negative ? -value : value;
        return Digits.advance(fraction, scale);
    }

    /**
     * Scans a number of fewer than eight digits before a possible point.
     *
     * @param chars the first eight bytes from {@code start} on, exclusive-or the digit zero
     * @param nonDigits the top bits of those bytes that are not digits; correct up to the second one if the first is a
     *     point
     */
    private int readShort(byte[] text, int from, int start, long chars, long nonDigits, int limit) {
        int point = Long.numberOfTrailingZeros(nonDigits) >>> 3;
        long rest = nonDigits & nonDigits - 1;
        if (rest == 0 || point == 0 || (chars >>> (point << 3) & 0xFF) != ('.' ^ '0')) {
            long digits = point == 0 ? 0 : Digits.valueOf(chars << -(point << 3));
            return afterDigits(text, from, start, Digits.advance(start, point), digits, limit);
        }
        int length = Long.numberOfTrailingZeros(rest) >>> 3;
        int index = Digits.advance(start, length);
        int scale = length - point - 1;
        if (scale == 0 || point > 1 && text[start] == '0' || (text[index] | 0x20) == 'e' || index >= limit) {
            return afterDigits(text, from, start, start + point, Digits.valueOf(chars << -(point << 3)), limit);
        }
        // Without the point, there are at most eight digits.
        long whole = (1L << (point << 3)) - 1;
        long digits = Digits.valueOf((chars & whole | chars >>> 8 & ~whole) << (9 - length << 3));
        double value = DoubleParser.scaled(digits, scale);
        float64 = start != from ? -value : value;
        end = index;
        return FLOAT64;
    }

    /** Scans byte by byte, near the end of the array. */
    private int readSlowly(byte[] text, int from, int limit) {
        int start = from < limit && text[from] == '-' ? from + 1 : from;
        int i = start;
        long digits = 0;
        while (i < limit && DoubleParser.isDigit(text[i]) && i - start <= MAX_DIGITS) {
            digits = digits * 10 + text[i++] - '0';
        }
        return i >= limit ? NONE : afterDigits(text, from, start, i, digits, limit);
    }

    private int afterDigits(byte[] text, int from, int start, int index, long digits, int limit) {
        int count = index - start;
        boolean negative = start != from;
        byte next = text[index];
        if (next == '.' || (next | 0x20) == 'e') {
            boolean found = isWhole(text, start, count) && fraction(text, start, index, digits, limit);
            return found ? finished(text, from, negative) : NONE;
        }
        end = index;
        int64 = negative ? -digits : digits;
        boolean fits = index < limit && count <= MAX_DIGITS && digits >= (negative ? 1 : 0);
        return fits && isWhole(text, start, count) ? INT64 : NONE;
    }

    /** Returns whether the digits before the point conform to JSON: at least one, and no leading zero. */
    private static boolean isWhole(byte[] text, int start, int count) {
        return count == 1 || count != 0 && text[start] != '0';
    }

    private int finished(byte[] text, int from, boolean negative) {
        if (negative) {
            float64 = -float64;
        }
        if (Double.isNaN(float64)) {
            float64 = Double.parseDouble(DoubleParser.string(text, from, end)); // one in a million
            if (float64 == 0) {
                return NONE;
            }
        }
        return Double.isFinite(float64) ? FLOAT64 : NONE;
    }

    /** Scans from the point or exponent on. Returns false if there is no number that ends before the limit. */
    private boolean fraction(byte[] text, int start, int index, long whole, int limit) {
        long digits = whole;
        int i = index;
        int count = index - start;
        int scale = 0;
        if (text[i] == '.') {
            int point = i++;
            if (text.length - i >= 2 * Long.BYTES) {
                long run = Digits.upTo8(text, i);
                int more = (int) run & 15;
                digits = digits * Digits.powerOfTen(more) + (run >>> 4);
                i = Digits.advance(i, more);
            }
            if (i == point + 1 || i == point + 9) {
                while (i < limit && DoubleParser.isDigit(text[i]) && i - point <= MAX_DIGITS) {
                    digits = digits * 10 + text[i++] - '0';
                }
            }
            scale = i - point - 1;
            count += scale;
            if (scale == 0) {
                return false;
            }
        }
        if (i >= limit || count > MAX_DIGITS) {
            return false;
        }
        if ((text[i] | 0x20) == 'e') {
            return exponent(text, i, digits, scale, limit);
        }
        end = i;
        float64 = DoubleParser.toDouble(digits, -scale);
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
        while (i < limit && DoubleParser.isDigit(text[i])) {
            exponent = exponent * 10 + text[i++] - '0';
            if (i - first > MAX_EXPONENT_DIGITS) {
                return false;
            }
        }
        if (i == first || i >= limit) {
            return false;
        }
        end = i;
        float64 = DoubleParser.toDouble(digits, (negative ? -exponent : exponent) - scale);
        return float64 != 0 || digits == 0; // a number too small for a double is none
    }
}
