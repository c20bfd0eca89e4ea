package io.deltawire.yaml;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Utf8;
import java.math.BigDecimal;

/** The limits of what a writer writes, and what it says where one is passed: what is written can be read by the same. */
final class WriteLimits {
    private static final int MAX_DECIMAL_SCALE = 10_000;

    /** The most characters of a text, and the most bytes of a byte sequence. */
    final int maxTextChars;

    final int maxNameBytes;
    final int maxDepth;
    private final int maxMessageBytes;
    private final int maxNumberChars;

    WriteLimits(WireLimits limits) {
        this.maxTextChars = limits.maxTextChars();
        this.maxNameBytes = limits.maxNameBytes();
        this.maxDepth = limits.maxDepth();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxNumberChars = limits.maxNumberChars();
    }

    /** Checks what is written of a message. */
    void checkSize(OutputBuffer out) {
        if (out.messageLength() > maxMessageBytes) {
            throw failure("expected a message of at most " + maxMessageBytes + " bytes but it has more");
        }
    }

    /** Checks that another object or list may be begun inside of so many. */
    void checkDepth(int depth) {
        if (depth == maxDepth) {
            throw failure("expected at most " + maxDepth + " objects and lists inside one another but there are more");
        }
    }

    /** Checks the length of a text in characters. */
    void checkText(int length) {
        if (length > maxTextChars) {
            throw failure("expected text of at most " + maxTextChars + " characters but it has " + length);
        }
    }

    void checkBytes(int length) {
        if (length > maxTextChars) {
            throw failure("expected at most " + maxTextChars + " bytes but there are " + length);
        }
    }

    /** Checks a decimal, and returns its text. */
    String decimal(BigDecimal value) {
        if (Math.abs((long) value.scale()) > MAX_DECIMAL_SCALE) {
            throw failure(
                    "expected a decimal of at most " + MAX_DECIMAL_SCALE + " digits but its scale is " + value.scale());
        }
        String text = value.toString();
        if (text.length() > maxNumberChars) {
            throw failure("expected a number of at most " + maxNumberChars + " characters but it has " + text.length());
        }
        return text;
    }

    /** Whether a name or type name has more bytes than are allowed. */
    boolean isTooLong(CharSequence name) {
        return name.length() > maxNameBytes / 3 && (name.length() > maxNameBytes || Utf8.length(name) > maxNameBytes);
    }

    void checkName(CharSequence name) {
        if (isTooLong(name)) {
            throw failure("expected a name of at most " + maxNameBytes + " bytes but it has " + Utf8.length(name));
        }
    }

    void checkType(String name) {
        if (name.isEmpty() || isTooLong(name)) {
            throw failure("expected a type name of 1 to " + maxNameBytes + " bytes but it has " + Utf8.length(name));
        }
    }

    /** The bytes of a type name, or the error that there are none. */
    static byte[] encodedType(byte[] encoded) {
        if (encoded == null) {
            throw failure("expected a type name of whole characters but it has a lone surrogate");
        }
        return encoded;
    }

    private static WireDataException failure(String problem) {
        return new WireDataException(YamlFormat.NAME, problem, null);
    }
}
