package io.deltawire.binary;

import io.deltawire.wire.spi.InputBuffer;
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
    private static final int MOST_BITS = 13;

    /** The places that a piece may be at. */
    private static final int WAYS = 4;

    /** How many fields are told apart. */
    private static final int FIELDS = 256;

    /** As long as nothing can be. */
    private static final Entry NONE = new Entry(0, new byte[MAX_BYTES + 1], null);

    /** The places before there is something to be kept. */
    private static final Entry[] EMPTY = {NONE, NONE, NONE, NONE};

    /** Added to the bits when the cache grows. */
    private static final int STEP = 2;

    /** 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** Of so many pieces that were not the expected ones of their fields, one is looked at whether it is to be expected. */
    private static final int LEAST_TURN = 8;

    private int bits = LEAST_BITS;
    private int[] missed = new int[1 << LEAST_BITS];

    /** {@link #NONE} where there is none. */
    private Entry[] entries = EMPTY;

    /** What takes a hash to its place. */
    private int shift = Integer.SIZE - 2;

    private int misses;

    /** What is expected of a field: seldom another, since to store a reference can cost more than to look up a piece. */
    private final Entry[] expected = new Entry[FIELDS];

    /** What was found for a field at its last turn. */
    private final Entry[] candidates = new Entry[FIELDS];

    /** How many pieces are to come before the next turn: not always as many, so that each field has one. */
    private int untilTurn;

    private int turns;

    ByteCache() {
        Arrays.fill(expected, NONE);
    }

    /** A piece and what it stands for. */
    private static final class Entry {
        final long first;
        final long last;
        final int length;
        final int hash;
        final byte[] bytes;
        final Object value;

        /** The same where it is one, known to the compiler to be one without being looked at. */
        final String text;

        /** Of more than 16 bytes, those between the first eight and the last eight, or the ends of them. */
        final long second;

        final long third;

        Entry(int hash, byte[] bytes, Object value) {
            this.hash = hash;
            this.length = bytes.length;
            this.first = first(bytes, 0, length);
            this.last = last(bytes, 0, length);
            this.second = length > 16 ? Words.getLong(bytes, 8) : 0;
            this.third = length > 16 ? Words.getLong(bytes, length - 16) : 0;
            this.bytes = bytes;
            this.value = value;
            this.text = value instanceof String string ? string : null;
        }

        /** As {@link #isAt}, by the words that a hash was made of: to load them again made reading w1 four in a hundred slower. */
        boolean is(long firstOf, long lastOf, byte[] a, int from, int after) {
            return first == firstOf
                    && last == lastOf
                    && length == after - from
                    && (after - from <= 16 || isMiddle(a, from, after));
        }

        /** Whether an array has the same bytes from an index up to one that is as far. */
        boolean isAt(byte[] a, int from, int after) {
            if (length < Long.BYTES) {
                return fewBytes(a, from, length) == first;
            }
            return Words.getLong(a, from) == first
                    && Words.getLong(a, after - Long.BYTES) == last
                    && (length <= 16 || isMiddle(a, from, after));
        }

        private boolean isMiddle(byte[] a, int from, int after) {
            return Words.getLong(a, from + 8) == second
                    && Words.getLong(a, after - 16) == third
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
        return (T) find(a, from, from + length).value;
    }

    /** As {@link #get(byte[], int, int)}, for a field that may have again what it had before. */
    @SuppressWarnings("unchecked") // only put() makes entries
    T get(byte[] a, int from, int length, int field) {
        return (T) entry(a, from, length, field).value;
    }

    /** As {@link #get(byte[], int, int, int)}, where what is kept is text. */
    String text(byte[] a, int from, int length, int field) {
        return entry(a, from, length, field).text;
    }

    private Entry entry(byte[] a, int from, int length, int field) {
        Entry known = expected[field & FIELDS - 1];
        // The compiler is to know that both indexes are small, so that sums with them do not overflow.
        int start = from & InputBuffer.MAX_LENGTH;
        int after = start + length & InputBuffer.MAX_LENGTH;
        return length == known.length && known.isAt(a, start, after) ? known : other(a, start, after, field);
    }

    private Entry other(byte[] a, int from, int after, int field) {
        Entry found = find(a, from, after);
        if (--untilTurn < 0) {
            takeTurn(found, field & FIELDS - 1);
        }
        return found;
    }

    private void takeTurn(Entry found, int field) {
        untilTurn = LEAST_TURN + (++turns & 7);
        if (candidates[field] == found) {
            expected[field] = found;
        } else {
            candidates[field] = found;
        }
    }

    /** The entry for the bytes, or {@link #NONE}. */
    private Entry find(byte[] a, int from, int after) {
        int length = after - from;
        if (length > MAX_BYTES) {
            return NONE;
        }
        long first;
        long last;
        if (length >= Long.BYTES) {
            first = Words.getLong(a, from);
            last = Words.getLong(a, after - Long.BYTES);
        } else {
            first = fewBytes(a, from, length);
            last = 0;
        }
        int hash = hash(a, from, after, first, last);
        Entry entry = entries[hash >>> shift];
        if (entry.hash != hash) {
            entry = further(hash);
        }
        return entry.is(first, last, a, from, after) ? entry : NONE;
    }

    /** The entry at one of the other places than the first one: one with that hash. */
    private Entry further(int hash) {
        for (int i = 1; i < WAYS; i++) {
            Entry entry = entries[hash >>> shift ^ i];
            if (entry.hash == hash) {
                return entry;
            }
        }
        return NONE;
    }

    /** To be called with what the bytes stand for where {@link #get} has found nothing. */
    void put(byte[] a, int from, int length, T value) {
        if (length > MAX_BYTES) {
            return;
        }
        if (++misses > 1 << bits - 1 && bits < MOST_BITS) { // what is kept has missed twice
            grow();
        }
        int hash = hash(a, from, from + length, first(a, from, length), last(a, from, length));
        int place = hash >>> Integer.SIZE - bits;
        for (int i = 0; i < WAYS; i++) {
            if (missed[place ^ i] == hash) {
                if (entries == EMPTY) {
                    makePlaces();
                }
                keep(new Entry(hash, Arrays.copyOfRange(a, from, from + length), value));
                return;
            }
        }
        // Any of them: where several come in turn, one always in the same place would put out the others for ever.
        missed[place ^ misses & WAYS - 1] = hash;
    }

    private void grow() {
        Entry[] old = entries;
        bits = Math.min(bits + STEP, MOST_BITS);
        misses = 0;
        missed = new int[1 << bits];
        if (old != EMPTY) {
            makePlaces();
            for (Entry entry : old) {
                if (entry != NONE) {
                    keep(entry);
                }
            }
        }
    }

    private void keep(Entry entry) {
        int place = entry.hash >>> shift;
        for (int i = 0; i < WAYS; i++) {
            if (entries[place ^ i] == NONE) {
                entries[place ^ i] = entry;
                return;
            }
        }
        // Any of them: where more come in turn than there are places for, some stay.
        entries[place ^ misses & WAYS - 1] = entry;
    }

    private void makePlaces() {
        Entry[] places = new Entry[1 << bits];
        Arrays.fill(places, NONE);
        entries = places;
        shift = Integer.SIZE - bits;
    }

    private static long first(byte[] a, int from, int length) {
        return length >= 8 ? Words.getLong(a, from) : fewBytes(a, from, length);
    }

    private static long last(byte[] a, int from, int length) {
        return length >= 8 ? Words.getLong(a, from + length - 8) : 0;
    }

    /** The high bits of products, which depend on all bits of what was multiplied. */
    private static int hash(byte[] a, int from, int after, long first, long last) {
        long hash = mix(first * MIX, last);
        if (after - from > 16) {
            hash = mix(mix(hash, Words.getLong(a, from + 8)), Words.getLong(a, after - 16));
            for (int i = from + 16; i < after - 16; i += 8) {
                hash = mix(hash, Words.getLong(a, i));
            }
        }
        return (int) (hash >>> 32);
    }

    private static long mix(long hash, long word) {
        return (Long.rotateLeft(hash, 32) ^ word) * MIX;
    }

    private static long fewBytes(byte[] a, int from, int length) {
        return from + 8 <= a.length ? Words.getLong(a, from) & (1L << 8 * length) - 1 : fewLastBytes(a, from, length);
    }

    private static long fewLastBytes(byte[] a, int from, int length) {
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            bytes |= (a[from + i] & 0xFFL) << 8 * i;
        }
        return bytes;
    }
}
