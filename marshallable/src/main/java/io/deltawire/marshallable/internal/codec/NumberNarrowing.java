package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.text.NumberText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Narrows numbers and text from the wire to the primitive types of fields. A value that does not fit is an error and is
 * never truncated. Generated code calls these methods too.
 */
public final class NumberNarrowing {
    private static final String[] ASCII = new String[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            ASCII[c] = String.valueOf(c);
        }
    }

    private NumberNarrowing() {}

    public static byte int8(long value, WireIn in, CodecContext session) {
        if (value != (byte) value) {
            throw outOfRange(in, session, "a byte (-128 to 127)", value);
        }
        return (byte) value;
    }

    public static short int16(long value, WireIn in, CodecContext session) {
        if (value != (short) value) {
            throw outOfRange(in, session, "a short (-32768 to 32767)", value);
        }
        return (short) value;
    }

    public static int int32(long value, WireIn in, CodecContext session) {
        if (value != (int) value) {
            throw outOfRange(in, session, "an int (-2147483648 to 2147483647)", value);
        }
        return (int) value;
    }

    public static float float32(double value, WireIn in, CodecContext session) {
        if (!isFloat32(value)) {
            throw session.mismatch(in, "expected a float but was " + value + ", which a float cannot hold");
        }
        return (float) value;
    }

    /** Returns whether the value is a float, or the double that a float's text is read as. */
    public static boolean isFloat32(double value) {
        float narrow = (float) value;
        return narrow == value || Double.isNaN(value) || isTextOf(narrow, value);
    }

    /**
     * Returns whether the value is the double that a text of the float is read as. Text formats write the shortest
     * decimal that identifies a float, and read as a double it is another number than the float. {@code Float.toString}
     * before JDK 19 and other programs write more digits, but no more than nine.
     */
    private static boolean isTextOf(float narrow, double value) {
        return !Float.isInfinite(narrow) && (NumberText.widen(narrow) == value || isRounded(narrow, value));
    }

    private static boolean isRounded(float narrow, double value) {
        BigDecimal exact = new BigDecimal(narrow);
        for (int digits = 9; digits > 1; digits--) {
            if (exact.round(new MathContext(digits, RoundingMode.HALF_UP)).doubleValue() == value) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the UTF-16 unit for a text of length one. A surrogate is not valid text by itself, so it arrives as the
     * escape that {@link #charText} writes.
     */
    public static char char16(String text, WireIn in, CodecContext session) {
        int value = charOf(text);
        if (value < 0) {
            throw session.mismatch(in, "expected one character but was text of " + text.length());
        }
        return (char) value;
    }

    /** Returns the UTF-16 unit as {@link #char16} does, or -1 if the text is neither one unit nor an escape. */
    public static int charOf(String text) {
        if (text.length() == 1) {
            return text.charAt(0);
        }
        if (text.length() == 6 && text.startsWith("\\u") && Character.digit(text.charAt(2), 16) >= 0) {
            // parseInt would accept a sign, which the condition excludes.
            try {
                return Integer.parseInt(text, 2, 6, 16);
            } catch (NumberFormatException e) {
                // returns -1 below
            }
        }
        return -1;
    }

    /**
     * Returns the text for a UTF-16 unit. A surrogate becomes an escape: a backslash, u and four hexadecimal digits.
     */
    public static String charText(char value) {
        if (value < ASCII.length) {
            return ASCII[value];
        }
        return Character.isSurrogate(value) ? String.format("\\u%04X", (int) value) : String.valueOf(value);
    }

    private static WireDataException outOfRange(WireIn in, CodecContext session, String expected, long value) {
        return session.mismatch(in, "expected " + expected + " but was " + value);
    }
}
