package io.deltawire.binary;

import io.deltawire.wire.spi.Words;
import java.util.Arrays;

/**
 * What short pieces of the input stand for, by their bytes, so that what comes again gives the same instance and no
 * garbage. A piece is kept when it comes again after the first time: what never does costs a few stores. Each has four
 * places. The cache is small at first and grows with what it misses, up to a bound.
 *
 * @param <T> what pieces stand for
 */
final class ByteCache<T> {
    /** Longer pieces are not kept. */
    static final int MAX_BYTES = 100;

    private static final int LEAST_BITS = 7;
    private static final int MOST_BITS = 12;

    /** The places that a piece may be at. */
    private static final int WAYS = 4;

    /** How many fields are told apart. */
    private static final int FIELDS = 64;

    /** As long as nothing can be. */
    private static final Entry NONE = new Entry(0, new byte[MAX_BYTES + 1], null);

    /** Added to the bits when the cache grows. */
    private static final int STEP = 2;

    /** 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private int bits = LEAST_BITS;
    private int[] missed = new int[1 << LEAST_BITS];

    /** Null until there is something to be kept. */
    private Entry[] entries;

    private int misses;

    /** What was found twice in a row for a field. */
    private final Entry[] constant = new Entry[FIELDS];

    /** Where was found what was found last for a field. A number, since to store a reference costs more. */
    private final int[] recent = new int[FIELDS];

    ByteCache() {
        Arrays.fill(constant, NONE);
    }

    /** A piece and what it stands for. */
    private static final class Entry {
        final long hash;
        final long first;
        final long last;
        final int length;
        final byte[] bytes;
        final Object value;

        /** The same where it is one, known to the compiler to be one without being looked at. */
        final String text;

        /** Of more than 16 bytes, those between the first eight and the last eight, or the ends of them. */
        final long second;

        final long third;

        Entry(long hash, byte[] bytes, Object value) {
            this.length = bytes.length;
            this.hash = hash;
            this.first = first(bytes, 0, length);
            this.last = last(bytes, 0, length);
            this.second = length > 16 ? Words.getLong(bytes, 8) : 0;
            this.third = length > 16 ? Words.getLong(bytes, length - 16) : 0;
            this.bytes = bytes;
            this.value = value;
            this.text = value instanceof String string ? string : null;
        }

        /** As {@link #isAt}, by the words that a hash was made of: to load them again made reading w1 four in a hundred slower. */
        boolean is(long firstOf, long lastOf, byte[] a, int from, int lengthOf) {
            return first == firstOf && last == lastOf && length == lengthOf && (length <= 16 || isMiddle(a, from));
        }

        /** Whether an array has the same bytes at an index, for which there is room there. */
        boolean isAt(byte[] a, int from) {
            if (length < Long.BYTES) {
                return fewBytes(a, from, length) == first;
            }
            return Words.getLong(a, from) == first
                    && Words.getLong(a, from + length - Long.BYTES) == last
                    && (length <= 16 || isMiddle(a, from));
        }

        private boolean isMiddle(byte[] a, int from) {
            return Words.getLong(a, from + 8) == second
                    && Words.getLong(a, from + length - 16) == third
                    && (length <= 32 || isRest(a, from));
        }

        private boolean isRest(byte[] a, int from) {
            for (int i = 16; i < length - 16; i += 8) {
                if (Words.getLong(bytes, i) != Words.getLong(a, from + i)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** What is kept for the bytes, or null. */
    @SuppressWarnings("unchecked") // only put() makes entries
    T get(byte[] a, int from, int length) {
        if (entries == null || length > MAX_BYTES) {
            return null;
        }
        int place = find(a, from, length, first(a, from, length), last(a, from, length));
        return place < 0 ? null : (T) entries[place].value;
    }

    /** As {@link #get(byte[], int, int)}, for a field that is likely to have again what it had twice in a row. */
    @SuppressWarnings("unchecked") // only put() makes entries
    T get(byte[] a, int from, int length, int field) {
        Entry entry = entry(a, from, length, field);
        return entry == null ? null : (T) entry.value;
    }

    /** As {@link #get(byte[], int, int, int)}, where what is kept is text. */
    String text(byte[] a, int from, int length, int field) {
        Entry entry = entry(a, from, length, field);
        return entry == null ? null : entry.text;
    }

    private Entry entry(byte[] a, int from, int length, int field) {
        Entry known = constant[field & FIELDS - 1];
        return length == known.length && known.isAt(a, from) ? known : other(a, from, length, field & FIELDS - 1);
    }

    private Entry other(byte[] a, int from, int length, int field) {
        Entry[] among = entries;
        if (among == null || length > MAX_BYTES) {
            return null;
        }
        int place = find(a, from, length, first(a, from, length), last(a, from, length));
        if (place < 0) {
            return null;
        }
        if (recent[field] == place) {
            constant[field] = among[place];
        }
        recent[field] = place;
        return among[place];
    }

    /** The place of the entry for the bytes, or -1. */
    private int find(byte[] a, int from, int length, long first, long last) {
        int place = place(hash(a, from, length, first, last));
        Entry entry = entries[place];
        return entry != null && entry.is(first, last, a, from, length)
                ? place
                : further(place, first, last, a, from, length);
    }

    /** The other places than the first one. */
    private int further(int place, long first, long last, byte[] a, int from, int length) {
        for (int i = 1; i < WAYS; i++) {
            Entry entry = entries[place ^ i];
            if (entry != null && entry.is(first, last, a, from, length)) {
                return place ^ i;
            }
        }
        return -1;
    }

    /** To be called with what the bytes stand for where {@link #get} has found nothing. */
    void put(byte[] a, int from, int length, T value) {
        if (length > MAX_BYTES) {
            return;
        }
        if (++misses > 1 << bits - 1 && bits < MOST_BITS) { // what is kept has missed twice
            grow();
        }
        long hash = hash(a, from, length, first(a, from, length), last(a, from, length));
        int place = place(hash);
        if (hasMissed(place, (int) hash)) {
            if (entries == null) {
                entries = new Entry[missed.length];
            }
            keep(place, new Entry(hash, Arrays.copyOfRange(a, from, from + length), value));
        } else {
            // Any of them: where several come in turn, one always in the same place would put out the others for ever.
            missed[place ^ misses & WAYS - 1] = (int) hash;
        }
    }

    private boolean hasMissed(int place, int hash) {
        for (int i = 0; i < WAYS; i++) {
            if (missed[place ^ i] == hash) {
                return true;
            }
        }
        return false;
    }

    private void keep(int place, Entry entry) {
        for (int i = 0; i < WAYS; i++) {
            if (entries[place ^ i] == null) {
                entries[place ^ i] = entry;
                return;
            }
        }
        // Any of them: where more come in turn than there are places for, some stay.
        entries[place ^ misses & WAYS - 1] = entry;
    }

    private void grow() {
        Entry[] old = entries;
        bits = Math.min(bits + STEP, MOST_BITS);
        misses = 0;
        missed = new int[1 << bits];
        entries = null;
        Arrays.fill(recent, 0);
        if (old != null) {
            entries = new Entry[1 << bits];
            for (Entry entry : old) {
                if (entry != null) {
                    keep(place(entry.hash), entry);
                }
            }
        }
    }

    private int place(long hash) {
        return (int) (hash >>> 64 - bits);
    }

    private static long first(byte[] a, int from, int length) {
        return length >= 8 ? Words.getLong(a, from) : fewBytes(a, from, length);
    }

    private static long last(byte[] a, int from, int length) {
        return length >= 8 ? Words.getLong(a, from + length - 8) : 0;
    }

    private static long hash(byte[] a, int from, int length, long first, long last) {
        long hash = (first ^ Long.rotateLeft(last, 31) ^ length) * MIX;
        if (length > 16) {
            hash = (hash ^ hash >>> 32 ^ Words.getLong(a, from + 8)) * MIX;
            hash = (hash ^ hash >>> 32 ^ Words.getLong(a, from + length - 16)) * MIX;
            for (int i = 16; i < length - 16; i += 8) {
                hash = (hash ^ hash >>> 32 ^ Words.getLong(a, from + i)) * MIX;
            }
        }
        return hash;
    }

    private static long fewBytes(byte[] a, int from, int length) {
        if (from + 8 <= a.length) {
            return Words.getLong(a, from) & (1L << 8 * length) - 1;
        }
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            bytes |= (a[from + i] & 0xFFL) << 8 * i;
        }
        return bytes;
    }
}
