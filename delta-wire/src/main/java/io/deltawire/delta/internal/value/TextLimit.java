package io.deltawire.delta.internal.value;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;

/** Checks texts and names against the limits of the writer. */
public final class TextLimit {
    private TextLimit() {}

    /** @throws WireDataException if a text is longer than the limits allow */
    public static void check(CharSequence value, WireLimits limits) {
        if (value.length() > limits.maxTextChars()) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "expected text of at most " + limits.maxTextChars() + " chars but was " + value.length() + " ("
                            + Printable.quote(value) + ")",
                    null);
        }
    }

    /** @throws WireDataException if the name of a field, event or type is longer than the limits allow */
    public static void checkName(String name, WireLimits limits) {
        // A char takes at most three bytes, so most names need not be counted.
        if (name.length() * 3L > limits.maxNameBytes() && Utf8.length(name) > limits.maxNameBytes()) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "expected a name of at most " + limits.maxNameBytes() + " bytes but was " + Printable.quote(name),
                    null);
        }
    }
}
