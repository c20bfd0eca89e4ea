package io.deltawire.binary.internal.cache;

import static io.deltawire.binary.internal.cache.KeyWords.first;
import static io.deltawire.binary.internal.cache.KeyWords.hash;
import static io.deltawire.binary.internal.cache.KeyWords.last;
import static io.deltawire.binary.internal.cache.KeyWords.mix;

import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Words;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * What pieces of the input stand for, by their bytes, so that what comes again gives the same instance and no
 * garbage. A piece is kept when it comes again after the first time: what never does costs a few stores. Each has four
 * slots. The cache is small at first and grows with what it misses, up to a bound.
 */
public final class DecodedValueCache {
    /** Longer pieces are not kept. */
    static final int MAX_BYTES = 100;

    /** Longer pieces are told by four words and what is between them, in slot of two. */
    static final int SHORT_BYTES = 16;

    private static final int MIN_BITS = 7;
    private static final int MAX_BITS = 13;

    /** The slots that a piece may be at. */
    private static final int SLOTS_PER_HASH = 4;

    /** How many fields are told apart. */
    private static final int FIELDS = 256;

    /** As long as nothing can be. */
    private static final Entry NONE = new Entry(0, new byte[MAX_BYTES + 1], null);

    /** The slots before there is something to be kept. */
    private static final Entry[] EMPTY = {NONE, NONE, NONE, NONE};

    /** Added to the bits when the cache grows. */
    private static final int STEP = 2;

    /** Of so many pieces that were not the expected ones of their fields, one is looked at whether it is to be expected. */
    private static final int MIN_SAMPLE_INTERVAL = 8;

    private int bits = MIN_BITS;
    private int[] missed = new int[1 << MIN_BITS];

    /** {@link #NONE} where there is none. */
    private Entry[] entries = EMPTY;

    /** What takes a hash to its slot. */
    private int shift = Long.SIZE - 2;

    private int misses;

    /** What is expected of a field: seldom another, since to store a reference can cost more than to look up a piece. */
    private final Entry[] expected = new Entry[FIELDS];

    /** What was found for a field at its last turn. */
    private final Entry[] candidates = new Entry[FIELDS];

    /** How many pieces are to come before the next turn: not always as many, so that each field has one. */
    private int untilSample;

    private int samples;

    public DecodedValueCache() {
        Arrays.fill(expected, NONE);
    }

    /** What is looked at of each piece, before the rest in memory: so most pieces are expectedEntry by one line of a cache. */
    private abstract static class Ends {
        final int length;
        final long first;
        final long last;

        /** What the piece stands for, of that type: the compiler knows it without looking at the object. */
        final String text;

        final Temporal temporal;

        Ends(byte[] bytes, Object value) {
            this.length = bytes.length;
            this.first = first(bytes, 0, length);
            this.last = last(bytes, 0, length);
            this.text = value instanceof String string ? string : null;
            this.temporal = value instanceof Temporal date ? date : null;
        }
    }

    /** A piece and what it stands for. */
    private static final class Entry extends Ends {
        /** Of more than 16 bytes, those between the first eight and the last eight, or the ends of them. */
        final long second;

        final long third;
        final int hash;
        final byte[] bytes;

        Entry(int hash, byte[] bytes, Object value) {
            super(bytes, value);
            this.hash = hash;
            this.second = length > SHORT_BYTES ? Words.getLong(bytes, 8) : 0;
            this.third = length > SHORT_BYTES ? Words.getLong(bytes, length - 16) : 0;
            this.bytes = bytes;
        }

        /** Whether it is a piece of at most {@link #SHORT_BYTES} bytes. */
        boolean matches(long firstOf, long lastOf, int lengthOf) {
            return first == firstOf && last == lastOf && length == lengthOf;
        }

        /** Whether it is a longer piece, with these words and at an index of an array. */
        boolean matches(long firstOf, long secondOf, long thirdOf, long lastOf, byte[] a, int from, int after) {
            return third == thirdOf
                    && last == lastOf
                    && first == firstOf
                    && second == secondOf
                    && length == after - from
                    && (after - from <= 32 || matchesRest(a, from));
        }

        private boolean matchesRest(byte[] a, int from) {
            for (int i = 16; i < length - 16; i += 8) {
                if (Words.getLong(bytes, i) != Words.getLong(a, from + i)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The text that is kept for the bytes, or null. */
    public String findText(byte[] a, int from, int length) {
        return find(a, from, from + length).text;
    }

    /** As {@link #findText(byte[], int, int)} of more than {@link #SHORT_BYTES} bytes, for a field that may have again what it had before. */
    public String findText(byte[] a, int from, int after, int field) {
        return entry(a, from, after, field).text;
    }

    /** The date or time that is kept for the bytes, or null. */
    public Temporal findTemporal(byte[] a, int from, int length) {
        return find(a, from, from + length).temporal;
    }

    /** As {@link #findTemporal(byte[], int, int)} of more than {@link #SHORT_BYTES} bytes, for a field that may have again what it had before. */
    public Temporal findTemporal(byte[] a, int from, int after, int field) {
        return entry(a, from, after, field).temporal;
    }

    private Entry entry(byte[] a, int from, int after, int field) {
        Entry expectedEntry = expected[field & FIELDS - 1];
        // The compiler is to know that both indexes are small, so that sums with them do not overflow.
        int start = from & InputBuffer.MAX_LENGTH;
        int end = after & InputBuffer.MAX_LENGTH;
        long first = Words.getLong(a, start);
        long second = Words.getLong(a, start + 8);
        long third = Words.getLong(a, end - 16);
        long last = Words.getLong(a, end - 8);
        if (expectedEntry.matches(first, second, third, last, a, start, end)) {
            return expectedEntry;
        }
        Entry found = findLong(first, second, third, last, a, start, end);
        if (--untilSample < 0) {
            sample(found, field & FIELDS - 1);
        }
        return found;
    }

    private void sample(Entry found, int field) {
        untilSample = MIN_SAMPLE_INTERVAL + (++samples & 7);
        if (candidates[field] == found) {
            expected[field] = found;
        } else {
            candidates[field] = found;
        }
    }

    /** The entry for the bytes, or {@link #NONE}. */
    private Entry find(byte[] a, int from, int after) {
        int length = after - from;
        if (length <= SHORT_BYTES) {
            return find(first(a, from, length), last(a, from, length), length);
        }
        return findLong(
                Words.getLong(a, from),
                Words.getLong(a, from + 8),
                Words.getLong(a, after - 16),
                Words.getLong(a, after - 8),
                a,
                from,
                after);
    }

    private Entry find(long first, long last, int length) {
        int slot = (int) (hash(first, last) >>> shift);
        Entry entry = entries[slot];
        for (int i = 1; !entry.matches(first, last, length); i++) {
            if (i == SLOTS_PER_HASH) {
                return NONE;
            }
            entry = entries[slot ^ i];
        }
        return entry;
    }

    private Entry findLong(long first, long second, long third, long last, byte[] a, int from, int after) {
        if (after - from > MAX_BYTES) {
            return NONE;
        }
        int slot = (int) (hashOf(first, second, third, last, a, from, after) >>> shift);
        Entry entry = entries[slot];
        for (int i = 1; !entry.matches(first, second, third, last, a, from, after); i++) {
            if (i == SLOTS_PER_HASH) {
                return NONE;
            }
            entry = entries[slot ^ i];
        }
        return entry;
    }

    /** To be called with the text or date that the bytes stand for where it has not been found. */
    public void put(byte[] a, int from, int length, Object value) {
        if (length > MAX_BYTES) {
            return;
        }
        if (++misses > 1 << bits - 1 && bits < MAX_BITS) { // what is kept has missed twice
            grow();
        }
        int hash = (int) (hashOf(a, from, from + length) >>> Integer.SIZE);
        int slot = hash >>> Integer.SIZE - bits;
        for (int i = 0; i < SLOTS_PER_HASH; i++) {
            if (missed[slot ^ i] == hash) {
                if (entries == EMPTY) {
                    allocateSlots();
                }
                store(new Entry(hash, Arrays.copyOfRange(a, from, from + length), value));
                return;
            }
        }
        // Any of them: where several come in turn, one always in the same slot would put out the others for ever.
        missed[slot ^ misses & SLOTS_PER_HASH - 1] = hash;
    }

    private void grow() {
        Entry[] old = entries;
        bits = Math.min(bits + STEP, MAX_BITS);
        misses = 0;
        missed = new int[1 << bits];
        if (old != EMPTY) {
            allocateSlots();
            for (Entry entry : old) {
                if (entry != NONE) {
                    store(entry);
                }
            }
        }
    }

    private void store(Entry entry) {
        int slot = entry.hash >>> shift - Integer.SIZE;
        for (int i = 0; i < SLOTS_PER_HASH; i++) {
            if (entries[slot ^ i] == NONE) {
                entries[slot ^ i] = entry;
                return;
            }
        }
        // Any of them: where more come in turn than there are slots for, some stay.
        entries[slot ^ misses & SLOTS_PER_HASH - 1] = entry;
    }

    private void allocateSlots() {
        Entry[] slots = new Entry[1 << bits];
        Arrays.fill(slots, NONE);
        entries = slots;
        shift = Long.SIZE - bits;
    }

    private static long hashOf(byte[] a, int from, int after) {
        int length = after - from;
        return length <= SHORT_BYTES
                ? hash(first(a, from, length), last(a, from, length))
                : hashOf(
                        Words.getLong(a, from),
                        Words.getLong(a, from + 8),
                        Words.getLong(a, after - 16),
                        Words.getLong(a, after - 8),
                        a,
                        from,
                        after);
    }

    private static long hashOf(long first, long second, long third, long last, byte[] a, int from, int after) {
        long hash = hash(first, second, third, last);
        for (int i = from + 16; i < after - 16; i += 8) {
            hash = mix(hash, Words.getLong(a, i));
        }
        return hash;
    }
}
