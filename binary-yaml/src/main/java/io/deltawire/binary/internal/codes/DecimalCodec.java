package io.deltawire.binary.internal.codes;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.Printable;
import java.math.BigDecimal;

/**
 * Decimal numbers, which are text after a type name. A number of few digits is encoded and found without a {@code
 * String}.
 */
public final class DecimalCodec {
    /** The space in bytes that {@link #write} may touch. */
    public static final int ROOM = BinaryEncodedName.BIG_DECIMAL_TYPE.room() + 1 + DecimalText.MAX_BYTES;

    private static final int MAX_SCALE = 10_000;

    private DecimalCodec() {}

    /** Writes a number of few digits. Returns the index after it, or -1 if it has too many. */
    public static int write(byte[] a, int at, BigDecimal value) {
        int text = at + BinaryEncodedName.BIG_DECIMAL_TYPE.length() + 1;
        BinaryEncodedName.BIG_DECIMAL_TYPE.write(a, at);
        int after = DecimalText.write(a, text, value); // fewer than 32 characters
        if (after >= 0) {
            a[text - 1] = (byte) (Codes.STRING_0 + after - text);
        }
        return after;
    }

    /**
     * Returns the start of the text of a decimal number, if one of few digits may be at {@code at}; otherwise {@code
     * end}.
     */
    public static int textStart(byte[] a, int at, int end) {
        if (!BinaryEncodedName.BIG_DECIMAL_TYPE.isAt(a, at, end)) {
            return end;
        }
        int code = at + BinaryEncodedName.BIG_DECIMAL_TYPE.length();
        int length = code < end ? (a[code] & 0xFF) - Codes.STRING_0 : -1;
        return length > 0 && length < end - code ? code + 1 : end;
    }

    /** Returns the index after the text that {@link #textStart} has found. */
    public static int textEnd(byte[] a, int text) {
        return text + (a[text - 1] & 0xFF) - Codes.STRING_0;
    }

    /**
     * Formats a decimal number of any size.
     *
     * @throws WireDataException if the number exceeds the limits
     */
    public static String format(BigDecimal value, WireLimits limits) {
        String text = value.toString();
        if (text.length() > limits.maxNumberChars() || Math.abs((long) value.scale()) > MAX_SCALE) {
            throw new WireDataException(
                    FormatName.BINARY,
                    "expected a number of at most " + limits.maxNumberChars() + " characters and a scale of at most "
                            + MAX_SCALE + " but was " + Printable.escape(text),
                    null);
        }
        return text;
    }
}
