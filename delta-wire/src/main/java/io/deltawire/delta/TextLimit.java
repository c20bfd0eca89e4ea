package io.deltawire.delta;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.Printable;

/** The writer's bound on the length of texts. */
final class TextLimit {
    private TextLimit() {}

    /** @throws WireDataException if a text is longer than the limits allow */
    static void check(CharSequence value, WireLimits limits) {
        if (value.length() > limits.maxTextChars()) {
            throw new WireDataException(
                    DeltaFormat.NAME,
                    "expected text of at most " + limits.maxTextChars() + " chars but was " + value.length() + " ("
                            + Printable.quote(value) + ")",
                    null);
        }
    }

    /**
     * Checks fields of an object that are texts, or null.
     *
     * @param fields a bit for each
     * @param first the field of the first bit
     */
    static void check(LeafBinding binding, Object object, long fields, int first, WireLimits limits) {
        for (long texts = fields; texts != 0; texts &= texts - 1) {
            Object text = binding.reference(object, first + Long.numberOfTrailingZeros(texts));
            if (text != null) {
                check((String) text, limits);
            }
        }
    }
}
