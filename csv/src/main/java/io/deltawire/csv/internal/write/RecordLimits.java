package io.deltawire.csv.internal.write;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.ScalarConversions;
import java.math.BigDecimal;

/** Checks the limits of what a writer writes. The errors name the record and the column. */
final class RecordLimits {
    private final WireLimits limits;
    private final TableBuilder.Faults faults;

    RecordLimits(WireLimits limits, TableBuilder.Faults faults) {
        this.limits = limits;
        this.faults = faults;
    }

    void checkSize(OutputBuffer out) {
        int length = out.messageLength();
        if (length > limits.maxMessageBytes()) {
            throw new WireDataException(
                    "csv", "record of " + length + " bytes, longer than " + limits.maxMessageBytes(), null);
        }
    }

    /** Checks that another object may begin at a depth. */
    void checkDepth(int depth) {
        if (depth == limits.maxDepth()) {
            throw faults.error("nested deeper than " + limits.maxDepth() + " levels");
        }
    }

    void checkText(CharSequence text) {
        if (text.length() > limits.maxTextChars()) {
            throw faults.error("text longer than " + limits.maxTextChars() + " chars");
        }
    }

    void checkBytes(int length) {
        if (length > limits.maxTextChars()) {
            throw faults.error("byte sequence longer than " + limits.maxTextChars() + " bytes");
        }
    }

    boolean isNumberAllowed(String text) {
        return text.length() <= limits.maxNumberChars();
    }

    /** Checks a decimal and returns its text. */
    String decimal(BigDecimal value) {
        String text = value.toString();
        if (text.length() > limits.maxNumberChars()) {
            throw faults.error("number longer than " + limits.maxNumberChars() + " chars");
        }
        if (Math.abs((long) value.scale()) > ScalarConversions.MAX_SCALE) {
            throw faults.error("expected a decimal with a scale of at most " + ScalarConversions.MAX_SCALE
                    + " but it is " + value.scale());
        }
        return text;
    }
}
