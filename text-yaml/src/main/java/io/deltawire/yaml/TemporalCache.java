package io.deltawire.yaml;

import io.deltawire.wire.spi.TemporalText;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * The dates and times last read, by their place in the message: where the same one comes there again, it is not parsed
 * again. Not thread-safe.
 */
final class TemporalCache {
    private static final int SLOTS = 16;
    private static final int MAX_LENGTH = 64;

    private final byte[][] texts = new byte[SLOTS][];
    private final int[] lengths = new int[SLOTS];
    private final Temporal[] values = new Temporal[SLOTS];

    /**
     * Parses ASCII text.
     *
     * @param place any number that is the same for the same field of messages of one kind
     * @throws DateTimeException where it is not a date or time
     */
    Temporal parse(byte[] bytes, int from, int to, long place) {
        int slot = (int) place & SLOTS - 1;
        byte[] text = texts[slot];
        int length = to - from;
        if (text != null && Arrays.equals(text, 0, lengths[slot], bytes, from, to)) {
            return values[slot];
        }
        Temporal value = TemporalText.parse(bytes, from, to);
        if (length <= MAX_LENGTH) {
            if (text == null) {
                text = new byte[MAX_LENGTH];
                texts[slot] = text;
            }
            System.arraycopy(bytes, from, text, 0, length);
            lengths[slot] = length;
            values[slot] = value;
        }
        return value;
    }
}
