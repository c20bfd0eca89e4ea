package io.deltawire.wire.spi.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * A cache of short texts, dates and times by their ASCII bytes. Values that repeat are the same instance, and create no
 * garbage. A text is cached when it repeats soon after its first occurrence, so that unique texts cost only themselves.
 * Each text has two candidate slots; the newer entry evicts the older. The size is fixed.
 *
 * <p>A new cache does not cache yet, because the reader of a single message gains nothing. Caching starts with the
 * second {@link #beginMessage} or with {@link #enable}. Not thread-safe.
 */
public final class TextCache {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Longer texts are not cached. */
    private static final int MAX_BYTES = 64;

    private static final int SIZE_BITS = 10;

    /** If a field has this many more misses than hits, most of its values bypass the cache. */
    private static final int MAX_MISSES = 64;

    /**
     * 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4).
     */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private boolean hasBegun;

    // Null until caching starts.
    private long[] hashes;
    private Entry[] entries;
    private CachedMinute cachedMinute;
    private CacheBypass bypass;

    private static final class Entry {
        final long hash;
        final long first;
        final byte[] bytes;
        final String text;
        Temporal temporal;

        Entry(long hash, long first, byte[] bytes) {
            this.hash = hash;
            this.first = first;
            this.bytes = bytes;
            this.text = new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** Creates an empty cache. Caching takes some 12 KB from its start on. */
    public TextCache() {}

    /** Starts a message; the second one starts caching. */
    public void beginMessage() {
        if (hasBegun) {
            enable();
        }
        hasBegun = true;
    }

    /** Starts caching, if it has not started. */
    public void enable() {
        if (entries == null) {
            hashes = new long[1 << SIZE_BITS];
            entries = new Entry[1 << SIZE_BITS];
            cachedMinute = new CachedMinute();
            bypass = new CacheBypass(MAX_MISSES);
        }
    }

    /** Returns the text of the ASCII bytes from {@code from} to {@code to}. */
    public String text(byte[] a, int from, int to) {
        if (entries == null) {
            return ascii(a, from, to);
        }
        Entry entry = find(a, from, to - from);
        return entry != null ? entry.text : ascii(a, from, to);
    }

    /**
     * Returns text like {@link #text(byte[], int, int)}. The cache learns for each field number whether its texts
     * repeat.
     */
    public String text(byte[] a, int from, int to, int field) {
        if (entries == null) {
            return ascii(a, from, to);
        }
        Entry entry = findInField(field, a, from, to - from);
        return entry != null ? entry.text : ascii(a, from, to);
    }

    private Entry findInField(int field, byte[] a, int from, int length) {
        if (bypass.skipLookup(field)) {
            return null;
        }
        Entry entry = find(a, from, length);
        if (entry == null) {
            bypass.recordMiss(field);
        } else {
            bypass.recordHit(field);
        }
        return entry;
    }

    /**
     * Decodes ASCII text. The constructor is deprecated because it corrupts other text, and is the fastest for ASCII.
     */
    @SuppressWarnings("deprecation")
    private static String ascii(byte[] a, int from, int to) {
        return new String(a, 0, from, to - from);
    }

    /**
     * Parses a date or time like {@link TemporalText#parse(byte[], int, int)}.
     *
     * @throws DateTimeException if the bytes are not a date or time
     */
    public Temporal temporal(byte[] a, int from, int to) {
        return entries == null ? TemporalText.parse(a, from, to) : temporal(find(a, from, to - from), a, from, to);
    }

    /**
     * Parses a date or time like {@link #temporal(byte[], int, int)}. The cache learns for each field number whether
     * its values repeat.
     */
    public Temporal temporal(byte[] a, int from, int to, int field) {
        return entries == null
                ? TemporalText.parse(a, from, to)
                : temporal(findInField(field, a, from, to - from), a, from, to);
    }

    /** Parses a date or time like {@link #temporal(byte[], int, int)}; null if the bytes are not one. */
    public Temporal temporalOrNull(byte[] a, int from, int to) {
        try {
            return temporal(a, from, to);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Parses a date or time like {@link #temporal(byte[], int, int, int)}; null if the bytes are not one. */
    public Temporal temporalOrNull(byte[] a, int from, int to, int field) {
        try {
            return temporal(a, from, to, field);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private Temporal temporal(Entry entry, byte[] a, int from, int to) {
        if (entry == null) {
            return TemporalText.parse(a, from, to, cachedMinute);
        }
        if (entry.temporal == null) {
            entry.temporal = TemporalText.parse(a, from, to, cachedMinute);
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
        int slot = (int) (hash >>> 64 - SIZE_BITS);
        Entry entry = entries[slot];
        if (entry != null && entry.hash == hash && entry.first == first && isRestEqual(entry.bytes, a, from, length)) {
            return entry;
        }
        entry = entries[slot ^ 1];
        if (entry != null && entry.hash == hash && entry.first == first && isRestEqual(entry.bytes, a, from, length)) {
            return entry;
        }
        return recordMiss(slot, hash) ? store(slot, hash, first, a, from, length) : null;
    }

    /** Returns whether all bytes from the eighth on are equal. */
    private static boolean isRestEqual(byte[] bytes, byte[] a, int from, int length) {
        if (bytes.length != length || (long) LONG.get(bytes, length - 8) != (long) LONG.get(a, from + length - 8)) {
            return false;
        }
        for (int i = 8; i < length - 8; i += 8) {
            if ((long) LONG.get(bytes, i) != (long) LONG.get(a, from + i)) {
                return false;
            }
        }
        return true;
    }

    private Entry findShort(byte[] a, int from, int length) {
        long first = length;
        for (int i = 0; i < length; i++) {
            first = first << 8 | a[from + i];
        }
        long hash = first * MIX;
        int slot = (int) (hash >>> 64 - SIZE_BITS);
        Entry entry = entries[slot];
        if (entry != null && entry.first == first && entry.bytes.length == length) {
            return entry;
        }
        entry = entries[slot ^ 1];
        if (entry != null && entry.first == first && entry.bytes.length == length) {
            return entry;
        }
        return recordMiss(slot, hash) ? store(slot, hash, first, a, from, length) : null;
    }

    /** Records a miss in a slot. Returns whether the text was also one of the last two misses there. */
    private boolean recordMiss(int slot, long hash) {
        if (hashes[slot] == hash || hashes[slot ^ 1] == hash) {
            return true;
        }
        hashes[slot ^ 1] = hashes[slot];
        hashes[slot] = hash;
        return false;
    }

    private Entry store(int slot, long hash, long first, byte[] a, int from, int length) {
        Entry entry = new Entry(hash, first, Arrays.copyOfRange(a, from, from + length));
        entries[slot ^ 1] = entries[slot];
        entries[slot] = entry;
        return entry;
    }
}
