package io.deltawire.bench.floor;

import io.deltawire.wire.spi.text.TemporalText;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.Arrays;

/**
 * Caches strings and times by their encoded bytes, and encoded times by the time object. Each cache is a table of a fixed size in which
 * a new entry replaces the one in its slot.
 */
final class ValueCache {
    private static final int SIZE = 1 << 13;

    /** Encoded bytes of {@link #values}, by their hash. */
    private final byte[][] keys = new byte[SIZE][];

    private final Object[] values = new Object[SIZE];

    /** Encoded text of {@link #times}, by the hash of the time. */
    private final byte[][] timeTexts = new byte[SIZE][];

    private final ZonedDateTime[] times = new ZonedDateTime[SIZE];

    String text(byte[] in, int from, int length) {
        int slot = slot(in, from, length);
        if (isCached(slot, in, from, length) && values[slot] instanceof String text) {
            return text;
        }
        String text = new String(in, from, length, StandardCharsets.ISO_8859_1);
        store(slot, in, from, length, text);
        return text;
    }

    ZonedDateTime time(byte[] in, int from, int length) {
        int slot = slot(in, from, length);
        if (isCached(slot, in, from, length) && values[slot] instanceof ZonedDateTime cached) {
            return cached;
        }
        ZonedDateTime parsed = (ZonedDateTime) TemporalText.parse(in, from, from + length);
        store(slot, in, from, length, parsed);
        return parsed;
    }

    /** Writes the text of a time, and returns the offset after it. The cache has it if the last time in the slot is the same object. */
    @SuppressWarnings("ReferenceEquality") // comparing the fields would cost more than it saves
    int putTime(byte[] out, int position, ZonedDateTime now) {
        int slot = hash(now.getNano() * 0x9E37_79B9_7F4A_7C15L + now.getSecond());
        if (times[slot] == now) {
            return RawBytes.put(out, position, timeTexts[slot]);
        }
        int end = TemporalText.writeInto(out, position, now);
        times[slot] = now;
        timeTexts[slot] = Arrays.copyOfRange(out, position, end);
        return end;
    }

    private static int slot(byte[] in, int from, int length) {
        long hash = length;
        int end = from + length;
        int i = from;
        for (; i + 8 <= end; i += 8) {
            hash = (hash ^ (long) RawBytes.LONG.get(in, i)) * 0xC2B2_AE3D_27D4_EB4FL;
            hash ^= hash >>> 29;
        }
        for (; i < end; i++) {
            hash = hash * 31 + in[i];
        }
        return hash(hash);
    }

    private static int hash(long bits) {
        return (int) (bits * 0x9E37_79B9_7F4A_7C15L >>> 32) & SIZE - 1;
    }

    private boolean isCached(int slot, byte[] in, int from, int length) {
        byte[] key = keys[slot];
        return key != null && key.length == length && Arrays.equals(key, 0, length, in, from, from + length);
    }

    private void store(int slot, byte[] in, int from, int length, Object value) {
        keys[slot] = Arrays.copyOfRange(in, from, from + length);
        values[slot] = value;
    }
}
