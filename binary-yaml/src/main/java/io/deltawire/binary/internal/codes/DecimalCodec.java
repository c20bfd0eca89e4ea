package io.deltawire.binary.internal.codes;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.Printable;
import java.math.BigDecimal;

/** Decimal numbers: text behind a type name. Those of few digits go without a {@code String}, all others by it. */
public final class DecimalCodec {
    /** The room that {@link #write} wants. */
    public static final int ROOM = EncodedName.BIG_DECIMAL_TYPE.room() + 1 + DecimalText.MAX_BYTES;

    private static final int MAX_SCALE = 10_000;

    private DecimalCodec() {}

    /** Writes a number of few digits and returns the index after; -1 where it is none. */
    public static int write(byte[] a, int at, BigDecimal value) {
        int text = at + EncodedName.BIG_DECIMAL_TYPE.length() + 1;
        EncodedName.BIG_DECIMAL_TYPE.write(a, at);
        int after = DecimalText.write(a, text, value); // of less than 32 characters
        if (after >= 0) {
            a[text - 1] = (byte) (Codes.STRING_0 + after - text);
        }
        return after;
    }

    /** Where the text of a number begins that may be of few digits; else the end. */
    public static int textStart(byte[] a, int at, int end) {
        if (!EncodedName.BIG_DECIMAL_TYPE.isAt(a, at, end)) {
            return end;
        }
        int code = at + EncodedName.BIG_DECIMAL_TYPE.length();
        int length = code < end ? (a[code] & 0xFF) - Codes.STRING_0 : -1;
        return length > 0 && length < end - code ? code + 1 : end;
    }

    /** The index after the text that {@link #textStart} has found. */
    public static int textEnd(byte[] a, int text) {
        return text + (a[text - 1] & 0xFF) - Codes.STRING_0;
    }

    /** The text of any number that may be written. */
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
