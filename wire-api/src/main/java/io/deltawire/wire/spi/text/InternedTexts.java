package io.deltawire.wire.spi.text;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/**
 * Decodes ASCII text, dates and times, and interns values that repeat. Caching starts with the second message, because
 * a reader of a single message gains nothing. Not thread-safe.
 */
public final class InternedTexts {
    private TextCache cache;
    private boolean hasBegun;

    /** Creates an empty cache. */
    public InternedTexts() {}

    /** Has to be called at the start of each message. */
    public void beginMessage() {
        if (hasBegun && cache == null) {
            cache = new TextCache();
        }
        hasBegun = true;
    }

    /** Returns the text of the ASCII bytes from {@code from} to {@code to}. */
    public String text(byte[] a, int from, int to) {
        return cache != null ? cache.text(a, from, to) : new String(a, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns text like {@link #text(byte[], int, int)}. The cache learns for each field number whether its texts
     * repeat.
     */
    public String text(byte[] a, int from, int to, int field) {
        return cache != null ? cache.text(a, from, to, field) : text(a, from, to);
    }

    /**
     * Parses a date or time like {@link TemporalText#parse(byte[], int, int)}.
     *
     * @throws DateTimeException if the bytes are not a date or time
     */
    public Temporal temporal(byte[] a, int from, int to) {
        return cache != null ? cache.temporal(a, from, to) : TemporalText.parse(a, from, to);
    }

    /** Parses a date or time; null if the bytes are not one. */
    public Temporal temporalOrNull(byte[] a, int from, int to) {
        try {
            return temporal(a, from, to);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /**
     * Parses a date or time like {@link #temporalOrNull(byte[], int, int)}. The cache learns for each field number
     * whether its values repeat.
     */
    public Temporal temporalOrNull(byte[] a, int from, int to, int field) {
        try {
            return cache != null ? cache.temporal(a, from, to, field) : TemporalText.parse(a, from, to);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
