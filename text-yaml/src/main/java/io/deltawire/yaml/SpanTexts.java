package io.deltawire.yaml;

import io.deltawire.wire.spi.TemporalText;
import io.deltawire.wire.spi.TextCache;
import io.deltawire.wire.spi.Utf8;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/**
 * Makes text, dates and times of the bytes of a scalar: of those that come again, the same instance. From the second
 * document on, that is: a reader of one document has no use for what comes again. Not thread-safe.
 */
final class SpanTexts {
    private TextCache known;
    private boolean hasBegun;

    /** Notes that a document begins. */
    void beginDocument() {
        if (hasBegun && known == null) {
            known = new TextCache();
        }
        hasBegun = true;
    }

    /** Text without escapes. */
    String text(byte[] a, int from, int to) {
        return known != null && Span.isAscii(a, from, to) ? known.text(a, from, to) : Utf8.decode(a, from, to - from);
    }

    /** ASCII text without escapes, of the field with an ordinal. */
    String ascii(byte[] a, int from, int to, int field) {
        return known != null ? known.text(a, from, to, field) : Utf8.decode(a, from, to - from);
    }

    /** The date or time that some bytes are, or null where they are none. */
    Temporal temporal(byte[] a, int from, int to) {
        try {
            return known != null ? known.temporal(a, from, to) : TemporalText.parse(a, from, to);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** As {@link #temporal(byte[], int, int)}, of the field with an ordinal. */
    Temporal temporal(byte[] a, int from, int to, int field) {
        try {
            return known != null ? known.temporal(a, from, to, field) : TemporalText.parse(a, from, to);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
