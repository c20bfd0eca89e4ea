package io.deltawire.wire.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Short texts that come again, by their bytes, so that they are the same instance and no garbage. A text is kept when it
 * comes again soon after the first time: texts that never do cost nothing but themselves. Each has two places. Nothing grows with
 * the input. Not thread-safe.
 */
public final class TextCache {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Longer texts are not kept. */
    private static final int MAX_BYTES = 64;

    private static final int SIZE_BITS = 10;

    /** When so many more texts of a field were new than known, most are not looked for: that costs more than a new text. */
    private static final int MOST_NEW = 64;

    /** 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final long[] hashes = new long[1 << SIZE_BITS];
    private final Entry[] entries = new Entry[1 << SIZE_BITS];
    private final RecentMinute minute = new RecentMinute();

    private final SingleValues singles = new SingleValues(MOST_NEW);

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

    /** Creates an empty cache, of some 12 KB. */
    public TextCache() {}

    /** The text of the ASCII bytes from {@code from} to {@code to}. */
    public String text(byte[] a, int from, int to) {
        Entry entry = find(a, from, to - from);
        return entry != null ? entry.text : ascii(a, from, to);
    }

    /** As {@link #text(byte[], int, int)}, for a field of which it is remembered whether its texts come again. */
    public String text(byte[] a, int from, int to, int field) {
        Entry entry = findOf(field, a, from, to - from);
        return entry != null ? entry.text : ascii(a, from, to);
    }

    private Entry findOf(int field, byte[] a, int from, int length) {
        if (singles.passes(field)) {
            return null;
        }
        Entry entry = find(a, from, length);
        if (entry == null) {
            singles.isNew(field);
        } else {
            singles.known(field);
        }
        return entry;
    }

    /** The quickest constructor there is for ASCII: of no use for other text, hence its deprecation. */
    @SuppressWarnings("deprecation")
    private static String ascii(byte[] a, int from, int to) {
        return new String(a, 0, from, to - from);
    }

    /**
     * The date or time that ASCII bytes are the text of, as {@link TemporalText#parse(byte[], int, int)} gives it.
     *
     * @throws java.time.DateTimeException where they are none
     */
    public Temporal temporal(byte[] a, int from, int to) {
        return temporal(find(a, from, to - from), a, from, to);
    }

    /** As {@link #temporal(byte[], int, int)}, for a field of which it is remembered whether its values come again. */
    public Temporal temporal(byte[] a, int from, int to, int field) {
        return temporal(findOf(field, a, from, to - from), a, from, to);
    }

    private Temporal temporal(Entry entry, byte[] a, int from, int to) {
        if (entry == null) {
            return TemporalText.parse(a, from, to, minute);
        }
        if (entry.temporal == null) {
            entry.temporal = TemporalText.parse(a, from, to, minute);
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
        if (entry != null && entry.hash == hash && entry.first == first && isMiddle(entry.bytes, a, from, length)) {
            return entry;
        }
        entry = entries[place ^ 1];
        if (entry != null && entry.hash == hash && entry.first == first && isMiddle(entry.bytes, a, from, length)) {
            return entry;
        }
        return comesAgain(place, hash) ? keep(place, hash, first, a, from, length) : null;
    }

    /** Whether all from the eighth byte on is the same. */
    private static boolean isMiddle(byte[] bytes, byte[] a, int from, int length) {
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
        int place = (int) (hash >>> 64 - SIZE_BITS);
        Entry entry = entries[place];
        if (entry != null && entry.first == first && entry.bytes.length == length) {
            return entry;
        }
        entry = entries[place ^ 1];
        if (entry != null && entry.first == first && entry.bytes.length == length) {
            return entry;
        }
        return comesAgain(place, hash) ? keep(place, hash, first, a, from, length) : null;
    }

    /** Whether a text was one of the last two that were missed at its place; notes that it was missed. */
    private boolean comesAgain(int place, long hash) {
        if (hashes[place] == hash || hashes[place ^ 1] == hash) {
            return true;
        }
        hashes[place ^ 1] = hashes[place];
        hashes[place] = hash;
        return false;
    }

    private Entry keep(int place, long hash, long first, byte[] a, int from, int length) {
        Entry entry = new Entry(hash, first, Arrays.copyOfRange(a, from, from + length));
        entries[place ^ 1] = entries[place];
        entries[place] = entry;
        return entry;
    }
}
