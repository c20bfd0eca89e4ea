package io.deltawire.wire.spi;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.Utf8;
import java.math.BigDecimal;

/**
 * The limits of a writer, and the errors for exceeding them. Whatever satisfies them can be read with the same limits.
 * Immutable and thread-safe. Writers compare the public fields with lengths in their loops.
 */
public final class WriteLimits {
    /** The largest depth of nested objects and lists. */
    public final int maxDepth;

    /** The largest length of a name or type name in UTF-8 bytes. */
    public final int maxNameBytes;

    /** The largest length of a text in UTF-16 units, and of a byte sequence in bytes. */
    public final int maxTextChars;

    /** The largest length of a number in characters. */
    public final int maxNumberChars;

    private final String format;
    private final int maxMessageBytes;

    /**
     * @param format name of the format, for errors
     * @param limits the limits of the writer's options
     */
    public WriteLimits(String format, WireLimits limits) {
        this.format = format;
        this.maxDepth = limits.maxDepth();
        this.maxNameBytes = limits.maxNameBytes();
        this.maxTextChars = limits.maxTextChars();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxNumberChars = limits.maxNumberChars();
    }

    /**
     * Checks the size of the open message.
     *
     * @throws WireDataException if the message is too large
     */
    public void checkSize(OutputBuffer out) {
        if (out.messageLength() > maxMessageBytes) {
            throw tooLong("message", maxMessageBytes, "bytes", out.messageLength());
        }
    }

    /**
     * Checks that an object or list may begin at a depth.
     *
     * @throws WireDataException if the depth is the limit
     */
    public void checkDepth(int depth) {
        if (depth == maxDepth) {
            throw failure("expected at most " + maxDepth + " objects and lists inside one another but there are more");
        }
    }

    /**
     * Checks the length of a text in UTF-16 units.
     *
     * @throws WireDataException if the text is too long
     */
    public void checkText(int length) {
        if (length > maxTextChars) {
            throw tooLong("text", maxTextChars, "characters", length);
        }
    }

    /**
     * Checks the length of a byte sequence in bytes.
     *
     * @throws WireDataException if the byte sequence is too long
     */
    public void checkBytes(int length) {
        if (length > maxTextChars) {
            throw tooLong("byte sequence", maxTextChars, "bytes", length);
        }
    }

    /**
     * Checks the length of a byte sequence that is written as base64. Readers count its characters like those of a
     * text.
     *
     * @throws WireDataException if the byte sequence or its base64 text is too long
     */
    public void checkBase64(int length) {
        checkBytes(length);
        long chars = (length + 2L) / 3 * 4;
        if (chars > maxTextChars) {
            throw failure("expected a byte sequence of at most " + maxTextChars + " characters in base64 but it has "
                    + chars);
        }
    }

    /**
     * Checks a decimal and returns its text.
     *
     * @throws WireDataException if the text is too long, or the scale exceeds {@link ScalarConversions#MAX_SCALE}
     */
    public String decimal(BigDecimal value) {
        if (Math.abs((long) value.scale()) > ScalarConversions.MAX_SCALE) {
            throw failure("expected a decimal with a scale of at most " + ScalarConversions.MAX_SCALE + " but it is "
                    + value.scale());
        }
        String text = value.toString();
        if (text.length() > maxNumberChars) {
            throw tooLong("number", maxNumberChars, "characters", text.length());
        }
        return text;
    }

    /** Returns whether a name or type name exceeds {@link #maxNameBytes}. */
    public boolean isTooLong(CharSequence name) {
        return name.length() > maxNameBytes / 3 && (name.length() > maxNameBytes || Utf8.length(name) > maxNameBytes);
    }

    /**
     * Returns the error for a name that is too long.
     *
     * @param what the kind of name: "name", "type name" or "key"
     */
    public WireDataException nameTooLong(String what) {
        return failure("expected a " + what + " of at most " + maxNameBytes + " bytes but it is longer");
    }

    /** Returns an error without a location. */
    public WireDataException failure(String problem) {
        return new WireDataException(format, problem, null);
    }

    private WireDataException tooLong(String what, int max, String unit, int found) {
        return failure("expected a " + what + " of at most " + max + " " + unit + " but it has " + found);
    }
}
