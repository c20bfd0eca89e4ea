package io.deltawire.marshallable;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.NumberText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Narrows the numbers of the wire to those of fields: one that does not fit is an error, never cut. */
final class Numbers {
    private static final MathContext NINE_DIGITS = new MathContext(9, RoundingMode.HALF_EVEN);
    private static final MathContext NINE_DIGITS_UP = new MathContext(9, RoundingMode.HALF_UP);

    private Numbers() {}

    static byte int8(long value, WireIn in, Session session) {
        if (value != (byte) value) {
            throw outOfRange(in, session, "a byte (-128 to 127)", value);
        }
        return (byte) value;
    }

    static short int16(long value, WireIn in, Session session) {
        if (value != (short) value) {
            throw outOfRange(in, session, "a short (-32768 to 32767)", value);
        }
        return (short) value;
    }

    static int int32(long value, WireIn in, Session session) {
        if (value != (int) value) {
            throw outOfRange(in, session, "an int (-2147483648 to 2147483647)", value);
        }
        return (int) value;
    }

    static float float32(double value, WireIn in, Session session) {
        if (!isFloat32(value)) {
            throw session.misfit(in, "expected a float but was " + value + ", which a float cannot hold");
        }
        return (float) value;
    }

    /** Whether a float can hold the value, or shows as its text. */
    static boolean isFloat32(double value) {
        float narrow = (float) value;
        return narrow == value || Double.isNaN(value) || isTextOf(narrow, value);
    }

    /**
     * Whether the value is what text that shows the float reads as, which is another number: text in the float's own
     * shortest form, which is what formats write, or with the nine digits that others print so that they are enough.
     */
    private static boolean isTextOf(float narrow, double value) {
        if (Float.isInfinite(narrow)) {
            return false;
        }
        byte[] text = new byte[NumberText.MAX_FLOAT64];
        int length = NumberText.writeFloat32(text, 0, narrow);
        return NumberText.parseFloat64(text, 0, length) == value
                || new BigDecimal(narrow).round(NINE_DIGITS).doubleValue() == value
                || new BigDecimal(narrow).round(NINE_DIGITS_UP).doubleValue() == value;
    }

    /** One UTF-16 unit: text of one, or the escape {@link #charText} for a surrogate, which is not text by itself. */
    static char char16(String text, WireIn in, Session session) {
        if (text.length() == 1) {
            return text.charAt(0);
        }
        if (text.length() == 6 && text.startsWith("\\u")) {
            try {
                return (char) Integer.parseInt(text, 2, 6, 16);
            } catch (NumberFormatException e) {
                // said below
            }
        }
        throw session.misfit(in, "expected one character but was text of " + text.length());
    }

    static String charText(char value) {
        return Character.isSurrogate(value) ? String.format("\\u%04X", (int) value) : String.valueOf(value);
    }

    private static WireDataException outOfRange(WireIn in, Session session, String expected, long value) {
        return session.misfit(in, "expected " + expected + " but was " + value);
    }
}
