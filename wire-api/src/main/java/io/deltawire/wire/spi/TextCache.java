package io.deltawire.wire.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Short texts that come again, by their bytes, so that they are the same instance and no garbage. A text is kept when it
 * comes the second time in a row on its place: texts that never come again cost nothing but themselves. Nothing grows with
 * the input. Not thread-safe.
 */
public final class TextCache {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Longer texts are not kept. */
    private static final int MAX_BYTES = 64;

    private static final int SIZE_BITS = 8;

    /** 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final long[] hashes = new long[1 << SIZE_BITS];
    private final Entry[] entries = new Entry[1 << SIZE_BITS];

    private static final class Entry {
        final long first;
        final long last;
        final byte[] bytes;
        final String text;
        Temporal temporal;

        Entry(long first, long last, byte[] bytes) {
            this.first = first;
            this.last = last;
            this.bytes = bytes;
            this.text = new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** Creates an empty cache, of 3 KB. */
    public TextCache() {}

    /** The text of the ASCII bytes from {@code from} to {@code to}. */
    public String text(byte[] a, int from, int to) {
        Entry entry = find(a, from, to - from);
        return entry != null ? entry.text : new String(a, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /**
     * The date or time that ASCII bytes are the text of, as {@link TemporalText#parse(byte[], int, int)} gives it.
     *
     * @throws java.time.DateTimeException where they are none
     */
    public Temporal temporal(byte[] a, int from, int to) {
        Entry entry = find(a, from, to - from);
        if (entry == null) {
            return TemporalText.parse(a, from, to);
        }
        if (entry.temporal == null) {
            entry.temporal = TemporalText.parse(a, from, to);
        }
        return entry.temporal;
    }

    private Entry find(byte[] a, int from, int length) {
        if (length < 8 || length > MAX_BYTES) {
            return length < 8 && length > 0 ? findShort(a, from, length) : null;
        }
        long first = (long) LONG.get(a, from);
        long last = (long) LONG.get(a, from + length - 8);
        long hash = (first ^ Long.rotateLeft(last, 31) ^ length) * MIX;
        for (int i = 8; i < length - 8; i += 8) {
            hash = (hash ^ (long) LONG.get(a, from + i)) * MIX;
        }
        int place = (int) (hash >>> 64 - SIZE_BITS);
        Entry entry = entries[place];
        if (entry != null
                && entry.first == first
                && entry.last == last
                && entry.bytes.length == length
                && (length <= 16 || Arrays.equals(entry.bytes, 8, length - 8, a, from + 8, from + length - 8))) {
            return entry;
        }
        return comesAgain(place, hash) ? keep(place, first, last, Arrays.copyOfRange(a, from, from + length)) : null;
    }

    private Entry findShort(byte[] a, int from, int length) {
        long first = length;
        for (int i = 0; i < length; i++) {
            first = first << 8 | a[from + i];
        }
        long hash = first * MIX;
        int place = (int) (hash >>> 64 - SIZE_BITS);
        Entry entry = entries[place];
        if (entry != null && entry.first == first && entry.last == 0 && entry.bytes.length == length) {
            return entry;
        }
        return comesAgain(place, hash) ? keep(place, first, 0, Arrays.copyOfRange(a, from, from + length)) : null;
    }

    private boolean comesAgain(int place, long hash) {
        boolean again = hashes[place] == hash;
        hashes[place] = hash;
        return again;
    }

    private Entry keep(int place, long first, long last, byte[] bytes) {
        Entry entry = new Entry(first, last, bytes);
        entries[place] = entry;
        return entry;
    }
}
