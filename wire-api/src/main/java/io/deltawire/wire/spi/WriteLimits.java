package io.deltawire.wire.spi;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import java.math.BigDecimal;

/**
 * The limits of what a writer writes, and what it says where one is passed: what is written can be read with the same limits.
 * Immutable.
 */
public final class WriteLimits {
    /** The most levels of objects and lists. */
    public final int maxDepth;

    /** The most bytes of a name or a type name. */
    public final int maxNameBytes;

    /** The most characters of a text, and the most bytes of a byte sequence. */
    public final int maxTextChars;

    /** The most characters of a number. */
    public final int maxNumberChars;

    private final String format;
    private final int maxMessageBytes;

    /** @param format the name of the format, for errors */
    public WriteLimits(String format, WireLimits limits) {
        this.format = format;
        this.maxDepth = limits.maxDepth();
        this.maxNameBytes = limits.maxNameBytes();
        this.maxTextChars = limits.maxTextChars();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxNumberChars = limits.maxNumberChars();
    }

    /** Checks what is written of a message. */
    public void checkSize(OutputBuffer out) {
        if (out.messageLength() > maxMessageBytes) {
            throw tooLong("message", maxMessageBytes, "bytes", out.messageLength());
        }
    }

    /** Checks that another object or list may be begun inside of so many. */
    public void checkDepth(int depth) {
        if (depth == maxDepth) {
            throw failure("expected at most " + maxDepth + " objects and lists inside one another but there are more");
        }
    }

    /** Checks the length of a text in characters. */
    public void checkText(int length) {
        if (length > maxTextChars) {
            throw tooLong("text", maxTextChars, "characters", length);
        }
    }

    /** Checks the length of a byte sequence. */
    public void checkBytes(int length) {
        if (length > maxTextChars) {
            throw tooLong("byte sequence", maxTextChars, "bytes", length);
        }
    }

    /** Checks the length of a byte sequence that is written as base64, which readers take for text. */
    public void checkBase64(int length) {
        checkBytes(length);
        long chars = (length + 2L) / 3 * 4;
        if (chars > maxTextChars) {
            throw failure("expected a byte sequence of at most " + maxTextChars + " characters in base64 but it has "
                    + chars);
        }
    }

    /** Checks a decimal, and returns its text. */
    public String decimal(BigDecimal value) {
        if (Math.abs((long) value.scale()) > Scalars.MAX_SCALE) {
            throw failure(
                    "expected a decimal with a scale of at most " + Scalars.MAX_SCALE + " but it is " + value.scale());
        }
        String text = value.toString();
        if (text.length() > maxNumberChars) {
            throw tooLong("number", maxNumberChars, "characters", text.length());
        }
        return text;
    }

    /** Whether a name or type name has more bytes than are allowed. */
    public boolean isTooLong(CharSequence name) {
        return name.length() > maxNameBytes / 3 && (name.length() > maxNameBytes || Utf8.length(name) > maxNameBytes);
    }

    /**
     * The error that a name is too long.
     *
     * @param what is named: a name, type name or key
     */
    public WireDataException nameTooLong(String what) {
        return failure("expected a " + what + " of at most " + maxNameBytes + " bytes but it is longer");
    }

    /** An error in what is to be written. */
    public WireDataException failure(String problem) {
        return new WireDataException(format, problem, null);
    }

    private WireDataException tooLong(String what, int max, String unit, int found) {
        return failure("expected a " + what + " of at most " + max + " " + unit + " but it has " + found);
    }
}
