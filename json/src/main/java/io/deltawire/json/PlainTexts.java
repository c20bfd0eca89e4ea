package io.deltawire.json;

import io.deltawire.wire.spi.TemporalText;
import io.deltawire.wire.spi.TextCache;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;

/**
 * Makes text, dates and times of strings of ASCII without escapes: of those that come again, the same instance. Not
 * thread-safe.
 */
final class PlainTexts {
    /** Made with the second message: a reader of one message has no use for it. */
    private TextCache known;

    /** Notes that there is more than one message. */
    void expectMore() {
        if (known == null) {
            known = new TextCache();
        }
    }

    String text(byte[] a, int from, int to) {
        return known != null ? known.text(a, from, to) : new String(a, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** As {@link #text(byte[], int, int)}, for the field of this ordinal. */
    String text(byte[] a, int from, int to, int field) {
        return known != null ? known.text(a, from, to, field) : text(a, from, to);
    }

    /**
     * The date or time that a string is.
     *
     * @throws java.time.DateTimeException where it is none
     */
    Temporal temporal(byte[] a, int from, int to) {
        return known != null ? known.temporal(a, from, to) : TemporalText.parse(a, from, to);
    }

    /** As {@link #temporal(byte[], int, int)}, for the field of this ordinal. */
    Temporal temporal(byte[] a, int from, int to, int field) {
        return known != null ? known.temporal(a, from, to, field) : temporal(a, from, to);
    }
}
