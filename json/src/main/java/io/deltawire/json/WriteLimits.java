package io.deltawire.json;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Printable;
import java.math.BigDecimal;

/** The limits of what a writer writes, and what it says where one is passed: what is written can be read by the same. */
final class WriteLimits {
    private static final int MAX_SCALE = 10_000;

    final int maxDepth;
    final int maxNameBytes;

    /** The most characters of a text, and the most bytes of a byte sequence. */
    final int maxTextChars;

    private final int maxMessageBytes;
    private final int maxNumberChars;

    WriteLimits(WireLimits limits) {
        this.maxDepth = limits.maxDepth();
        this.maxNameBytes = limits.maxNameBytes();
        this.maxTextChars = limits.maxTextChars();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxNumberChars = limits.maxNumberChars();
    }

    /** Checks what is written of a message. */
    void checkSize(OutputBuffer out) {
        if (out.messageLength() > maxMessageBytes) {
            throw tooLong("message", maxMessageBytes, "bytes", out.messageLength());
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
            throw tooLong("text", maxTextChars, "characters", length);
        }
    }

    void checkBytes(int length) {
        if (length > maxTextChars) {
            throw tooLong("byte sequence", maxTextChars, "bytes", length);
        }
    }

    /** Checks a decimal, and returns its text. */
    String decimal(BigDecimal value) {
        if (Math.abs((long) value.scale()) > MAX_SCALE) {
            throw failure("expected a decimal with a scale of at most " + MAX_SCALE + " but it is " + value.scale());
        }
        String text = value.toString();
        if (text.length() > maxNumberChars) {
            throw tooLong("number", maxNumberChars, "characters", text.length());
        }
        return text;
    }

    /** Checks that a type name cannot be taken for something else. */
    static void checkType(String name) {
        if (name.isEmpty() || "@{[".indexOf(name.charAt(0)) >= 0) {
            throw failure("expected a type name that is not empty and does not begin with '@', '{' or '[' but was "
                    + Printable.quote(name));
        }
    }

    /** The error that a name, type name or key is too long. */
    WireDataException nameTooLong(String what) {
        return failure("expected a " + what + " of at most " + maxNameBytes + " bytes but it is longer");
    }

    private static WireDataException tooLong(String what, int max, String unit, int found) {
        return failure("expected a " + what + " of at most " + max + " " + unit + " but it has " + found);
    }

    private static WireDataException failure(String problem) {
        return new WireDataException(JsonFormat.NAME, problem, null);
    }
}
