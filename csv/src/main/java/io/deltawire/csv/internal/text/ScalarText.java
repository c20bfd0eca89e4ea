package io.deltawire.csv.internal.text;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.text.Utf8;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Base64;

/**
 * The text of one scalar: infers what it looks like, and converts it. Conversions throw {@link ArithmeticException} if
 * the text is something else, with a message "expected ... but was ...". The scan for a number is cached, since
 * inference and conversion both need it. Not thread-safe.
 */
public final class ScalarText {
    /** More digits than any scale that readers accept. */
    private static final int MAX_EXPONENT_DIGITS = 6;

    /** What {@link #infer} has found: INT64, FLOAT64, DECIMAL, BOOL, TEMPORAL or TEXT. Null before. */
    WireToken token;

    private byte[] array;
    private int from;
    private int to;
    private final int maxNumberChars;
    private final boolean hasDecimalComma;

    /** With decimal commas: the original text of the cell, while {@link #array} holds it with a point. */
    private byte[] original;

    private int originalFrom;
    private int originalTo;
    /** With decimal commas: whether the text has a point, so that it is not a number. */
    private boolean hasPoint;

    private byte[] pointed = new byte[0];
    private boolean scanned;
    private WireToken number;
    private long int64;
    private double float64;
    private boolean bool;
    private Temporal temporal;

    public int maxNumberChars() {
        return maxNumberChars;
    }

    public ScalarText(int maxNumberChars) {
        this(maxNumberChars, false);
    }

    /** @param hasDecimalComma whether numbers have a comma instead of the point */
    public ScalarText(int maxNumberChars, boolean hasDecimalComma) {
        this.maxNumberChars = maxNumberChars;
        this.hasDecimalComma = hasDecimalComma;
    }

    /** Sets the text, which must be valid UTF-8. */
    public void set(byte[] text, int textFrom, int textTo) {
        array = text;
        from = textFrom;
        to = textTo;
        token = null;
        scanned = false;
        if (hasDecimalComma) {
            setWithPoint();
        }
    }

    /** Replaces the comma of a number by a point, in a copy. */
    private void setWithPoint() {
        original = null;
        hasPoint = false;
        int comma = -1;
        for (int i = from; i < to; i++) {
            byte b = array[i];
            hasPoint |= b == '.';
            if (b == ',' && comma < 0 && i > from) {
                comma = i;
            } else if (!isDigit(b) && (b | 0x20) != 'e' && b != '-' && b != '+') {
                return;
            }
        }
        if (comma >= 0) {
            original = array;
            originalFrom = from;
            originalTo = to;
            if (pointed.length < to - from) {
                pointed = new byte[2 * (to - from)];
            }
            System.arraycopy(array, from, pointed, 0, to - from);
            pointed[comma - from] = '.';
            array = pointed;
            to -= from;
            from = 0;
        }
    }

    /** Infers what the text stands for if it is not in quotes. */
    public WireToken infer() {
        token = inferred();
        return token;
    }

    private WireToken inferred() {
        int length = to - from;
        if (length == 0) {
            return WireToken.TEXT;
        }
        byte first = array[from];
        if (first == '-' || first >= '0' && first <= '9' || first == '+') {
            WireToken found = first == '+' ? null : number();
            if (found != null) {
                return found;
            }
            return isTemporal() ? WireToken.TEMPORAL : isSpecialNumber() ? WireToken.FLOAT64 : WireToken.TEXT;
        }
        return isBool() ? WireToken.BOOL : isSpecialNumber() ? WireToken.FLOAT64 : WireToken.TEXT;
    }

    /**
     * Reads the text as a number by the grammar of JSON (RFC 8259, section 6), without leading zeros or a plus sign.
     * Returns null if it is no number.
     */
    public WireToken number() {
        if (!scanned) {
            number = hasPoint ? null : scanNumber();
            scanned = true;
        }
        return number;
    }

    private WireToken scanNumber() {
        byte[] text = array;
        int end = to;
        int i = from;
        boolean negative = i < end && text[i] == '-';
        if (negative) {
            i++;
        }
        int digitsFrom = i;
        long value = 0;
        for (; i < end && isDigit(text[i]); i++) {
            value = 10 * value + (text[i] - '0');
        }
        int digits = i - digitsFrom;
        if (digits == 0 || digits > 1 && text[digitsFrom] == '0') {
            return null;
        }
        if (i == end) {
            return integer(negative, digits, value);
        }
        return end - from > maxNumberChars ? null : fraction(i, digits);
    }

    private WireToken integer(boolean negative, int digits, long value) {
        // The value of 19 digits fits 64 bits without a sign, so its top bit shows an overflow.
        if (digits < 19 || digits == 19 && (value >= 0 || negative && value == Long.MIN_VALUE)) {
            if (value == 0 && negative) {
                float64 = -0.0;
                return WireToken.FLOAT64;
            }
            int64 = negative ? -value : value;
            return WireToken.INT64;
        }
        return to - from > maxNumberChars ? null : WireToken.DECIMAL;
    }

    private WireToken fraction(int afterDigits, int digits) {
        byte[] text = array;
        int i = afterDigits;
        int significant = digits;
        if (text[i] == '.') {
            int fractionFrom = ++i;
            while (i < to && isDigit(text[i])) {
                i++;
            }
            if (i == fractionFrom) {
                return null;
            }
            significant += i - fractionFrom;
        }
        boolean exponent = i < to && (text[i] | 0x20) == 'e';
        if (exponent) {
            i = skipExponent(i + 1);
        }
        if (i != to) {
            return null;
        }
        float64 = NumberText.parseFloat64(text, from, to);
        // A decimal of up to 15 digits in this range is the shortest text of its double.
        if (significant <= 15 && !exponent || NumberText.isExactFloat64(text, from, to, float64)) {
            return WireToken.FLOAT64;
        }
        return isDecimal() ? WireToken.DECIMAL : null;
    }

    /** The index after the exponent's digits, or -1 where there are none. */
    private int skipExponent(int at) {
        int i = at;
        if (i < to && (array[i] == '+' || array[i] == '-')) {
            i++;
        }
        int digitsFrom = i;
        while (i < to && isDigit(array[i])) {
            i++;
        }
        return i == digitsFrom || i - digitsFrom > MAX_EXPONENT_DIGITS ? -1 : i;
    }

    /** Whether the value that {@link #infer} has found is printed as this text. */
    public boolean isPrintedAlike() {
        return switch (token) {
            case BOOL -> is("true") || is("false");
            case FLOAT64 -> number() == null || !NumberText.isJsonNumber(toText()) || isUsualText() || isPlainDecimal();
            case DECIMAL -> isPlainDecimal();
            default -> true;
        };
    }

    /** Whether this is the text that a writer gives a number. */
    public boolean isUsualText() {
        return NumberText.isUsualText(array, from, to);
    }

    private boolean isPlainDecimal() {
        String text = toText();
        return NumberText.isJsonNumber(text) && new BigDecimal(text).toString().equals(text);
    }

    /** Whether an INT64 is one that a double holds exactly. */
    public boolean isDouble() {
        return (long) (double) int64 == int64 && int64 != Long.MAX_VALUE;
    }

    private boolean isDecimal() {
        try {
            ScalarConversions.parseDecimal(numberText());
            return true;
        } catch (ArithmeticException e) {
            return false; // beyond the scale that readers accept: it remains text
        }
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private boolean isBool() {
        if (is("true") || is("True") || is("TRUE")) {
            bool = true;
            return true;
        }
        bool = false;
        return is("false") || is("False") || is("FALSE");
    }

    private boolean isSpecialNumber() {
        if (is("NaN")) {
            float64 = Double.NaN;
        } else if (is("Infinity")) {
            float64 = Double.POSITIVE_INFINITY;
        } else if (is("-Infinity")) {
            float64 = Double.NEGATIVE_INFINITY;
        } else {
            return false;
        }
        return true;
    }

    private boolean is(String word) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (array[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean isTemporal() {
        if (!mayBeTemporal()) {
            return false;
        }
        temporal = TemporalText.parseExact(array, from, to);
        return temporal != null;
    }

    /** True for text that begins as a time or a date does: 12:30, 2016-07-22, or a year with a sign. */
    private boolean mayBeTemporal() {
        int length = to - from;
        if (length < 5 || length > 100) {
            return false;
        }
        byte first = array[from];
        return array[from + 2] == ':' || array[from + 4] == '-' || first == '-' || first == '+';
    }

    public String toText() {
        return hasDecimalComma && original != null
                ? Utf8.decode(original, originalFrom, originalTo - originalFrom)
                : Utf8.decode(array, from, to - from);
    }

    /** The text for conversion to a number. */
    private String numberText() {
        if (hasPoint) {
            throw new ArithmeticException(
                    "expected a number with a decimal comma but was text " + Printable.quote(toText()));
        }
        return Utf8.decode(array, from, to - from);
    }

    public void toText(StringBuilder target) {
        target.setLength(0);
        if (hasDecimalComma) {
            target.append(toText());
            return;
        }
        for (int i = from; i < to; i++) {
            byte b = array[i];
            if (b < 0) {
                target.setLength(0);
                target.append(toText());
                return;
            }
            target.append((char) b);
        }
    }

    public long toInt64() {
        WireToken found = number();
        if (found == WireToken.INT64) {
            return int64;
        }
        if (found == WireToken.FLOAT64) {
            return ScalarConversions.toInt64(float64);
        }
        return found == WireToken.DECIMAL
                ? ScalarConversions.toInt64(toDecimal())
                : ScalarConversions.parseInt64(numberText());
    }

    public double toFloat64() {
        if (!scanned && !hasPoint && hasPointOrExponent()) {
            try {
                double value = NumberText.parseFloat64(array, from, to);
                if (Double.isFinite(value) && !NumberText.isUnderflow(value, array, from, to)) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // said below, or a name such as NaN
            }
            return ScalarConversions.parseFloat64(numberText());
        }
        WireToken found = number();
        if (found == WireToken.INT64) {
            return ScalarConversions.toFloat64(int64);
        }
        return found == WireToken.FLOAT64 ? float64 : ScalarConversions.parseFloat64(numberText());
    }

    /** Whether the text is anything but an integer, which must not lose digits in a double. */
    private boolean hasPointOrExponent() {
        for (int i = from; i < to; i++) {
            if (!isDigit(array[i]) && array[i] != '-') {
                return true;
            }
        }
        return false;
    }

    public BigDecimal toDecimal() {
        return ScalarConversions.parseDecimal(numberText(), maxNumberChars);
    }

    public boolean toBool() {
        return isBool() ? bool : ScalarConversions.parseBool(toText());
    }

    public Temporal toTemporal() {
        if (token == WireToken.TEMPORAL) {
            return temporal;
        }
        String text = toText();
        try {
            return TemporalText.parse(TemporalText.normalized(text));
        } catch (DateTimeException e) {
            throw new ArithmeticException("expected a date or time but was text " + Printable.quote(text));
        }
    }

    public byte[] toBytes() {
        String text = toText();
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new ArithmeticException("expected base64 but was text " + Printable.quote(text));
        }
    }
}
