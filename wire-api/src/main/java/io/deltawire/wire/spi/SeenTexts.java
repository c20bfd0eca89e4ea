package io.deltawire.wire.spi;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/**
 * Makes text, dates and times of ASCII bytes: of those that come again, the same instance. From the second message on, that
 * is: a reader of one message has no use for what comes again. Not thread-safe.
 */
public final class SeenTexts {
    private TextCache known;
    private boolean hasBegun;

    /** Creates one that has seen nothing. */
    public SeenTexts() {}

    /** Notes that a message begins. */
    public void beginMessage() {
        if (hasBegun && known == null) {
            known = new TextCache();
        }
        hasBegun = true;
    }

    /** The text of the ASCII bytes from {@code from} to {@code to}. */
    public String text(byte[] a, int from, int to) {
        return known != null ? known.text(a, from, to) : new String(a, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** As {@link #text(byte[], int, int)}, for the field with a number: whether its texts come again is remembered. */
    public String text(byte[] a, int from, int to, int field) {
        return known != null ? known.text(a, from, to, field) : text(a, from, to);
    }

    /**
     * The date or time that ASCII bytes are the text of, as {@link TemporalText#parse(byte[], int, int)} gives it.
     *
     * @throws DateTimeException where they are none
     */
    public Temporal temporal(byte[] a, int from, int to) {
        return known != null ? known.temporal(a, from, to) : TemporalText.parse(a, from, to);
    }

    /** As {@link #temporal(byte[], int, int)}; null where the bytes are none. */
    public Temporal temporalOrNull(byte[] a, int from, int to) {
        try {
            return temporal(a, from, to);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** As {@link #temporalOrNull(byte[], int, int)}, for the field with a number. */
    public Temporal temporalOrNull(byte[] a, int from, int to, int field) {
        try {
            return known != null ? known.temporal(a, from, to, field) : TemporalText.parse(a, from, to);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
