package io.deltawire.binary.internal.cache;

import static io.deltawire.binary.internal.cache.KeyWords.first;
import static io.deltawire.binary.internal.cache.KeyWords.hash;
import static io.deltawire.binary.internal.cache.KeyWords.last;
import static io.deltawire.binary.internal.cache.KeyWords.mix;

import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Decoded texts, dates and times by their encoded bytes. A repeated value gives the same instance, without garbage.
 *
 * <p>It is a four-way set-associative cache. A value is stored when it is missed for the second time, so that values
 * which never repeat only cost a few stores. The cache starts small and grows with the number of misses, up to a
 * bound.
 *
 * <p>For the values of fields it also remembers which entry each field is expected to have, which saves the hash. The
 * expectation is checked at some of the lookups and changed rarely: a store of a reference costs more than a lookup.
 * Not thread-safe.
 */
public final class DecodedValueCache {
    /** Longer keys are not stored. */
    static final int MAX_BYTES = 100;

    /** Keys of up to this length are compared as two words, longer ones as four words and the bytes between. */
    static final int SHORT_BYTES = 16;

    private static final int MIN_BITS = 7;
    private static final int MAX_BITS = 13;

    /** The associativity: how many slots a hash can lead to. */
    private static final int SLOTS_PER_HASH = 4;

    /** The number of fields that are distinguished. */
    private static final int FIELDS = 256;

    /** The empty entry. Its length is one that no key has. */
    private static final Entry NONE = new Entry(0, new byte[MAX_BYTES + 1], null);

    /** The slots before anything is stored. */
    private static final Entry[] EMPTY = {NONE, NONE, NONE, NONE};

    /** The bits that are added when the cache grows. */
    private static final int STEP = 2;

    /** One lookup in about this many, of those that were not expected, may change the expectation of a field. */
    private static final int MIN_SAMPLE_INTERVAL = 8;

    private int bits = MIN_BITS;
    private int[] missed = new int[1 << MIN_BITS];

    /** The entries by hash; {@link #NONE} in an empty slot. */
    private Entry[] entries = EMPTY;

    /** How far a hash is shifted to give a slot. */
    private int shift = Long.SIZE - 2;

    private int misses;

    /** The entry that each field is expected to have. */
    private final Entry[] expected = new Entry[FIELDS];

    /** The entry that each field had when it was sampled last. */
    private final Entry[] candidates = new Entry[FIELDS];

    /** Lookups until the next sample. The interval varies, so that each field is sampled at some time. */
    private int untilSample;

    private int samples;

    public DecodedValueCache() {
        Arrays.fill(expected, NONE);
    }

    /**
     * The fields that every comparison reads. The fields of a superclass come first in memory, so most keys are
     * compared in one cache line.
     */
    private abstract static class Ends {
        final int length;
        final long first;
        final long last;

        /** The value, by type: so the compiler need not check the class of the object. */
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

    /** A key and its value. */
    private static final class Entry extends Ends {
        /** The second and the second-last word of a key of more than 16 bytes. They may overlap. */
        final long second;

        final long third;
        final int hash;
        final byte[] bytes;

        Entry(int hash, byte[] bytes, Object value) {
            super(bytes, value);
            this.hash = hash;
            this.second = length > SHORT_BYTES ? ArrayAccess.getLong(bytes, 8) : 0;
            this.third = length > SHORT_BYTES ? ArrayAccess.getLong(bytes, length - 16) : 0;
            this.bytes = bytes;
        }

        /** Whether a key of at most {@link #SHORT_BYTES} bytes is this one. */
        boolean matches(long firstOf, long lastOf, int lengthOf) {
            return first == firstOf && last == lastOf && length == lengthOf;
        }

        /** Whether a longer key, with these words and in this array, is this one. */
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
                if (ArrayAccess.getLong(bytes, i) != ArrayAccess.getLong(a, from + i)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Returns the text of the bytes, or null if it is not in the cache. */
    public String findText(byte[] a, int from, int length) {
        return find(a, from, from + length).text;
    }

    /**
     * As {@link #findText(byte[], int, int)}, for more than {@link #SHORT_BYTES} bytes that are the value of a field.
     */
    public String findText(byte[] a, int from, int after, int field) {
        return entry(a, from, after, field).text;
    }

    /** Returns the date or time of the bytes, or null if it is not in the cache. */
    public Temporal findTemporal(byte[] a, int from, int length) {
        return find(a, from, from + length).temporal;
    }

    /**
     * As {@link #findTemporal(byte[], int, int)}, for more than {@link #SHORT_BYTES} bytes that are the value of a
     * field.
     */
    public Temporal findTemporal(byte[] a, int from, int after, int field) {
        return entry(a, from, after, field).temporal;
    }

    private Entry entry(byte[] a, int from, int after, int field) {
        Entry expectedEntry = expected[field & FIELDS - 1];
        // The masks are no-ops. They tell the compiler that sums with the indexes do not overflow.
        int start = from & InputBuffer.MAX_LENGTH;
        int end = after & InputBuffer.MAX_LENGTH;
        long first = ArrayAccess.getLong(a, start);
        long second = ArrayAccess.getLong(a, start + 8);
        long third = ArrayAccess.getLong(a, end - 16);
        long last = ArrayAccess.getLong(a, end - 8);
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

    /** Returns the entry of the bytes, or {@link #NONE}. */
    private Entry find(byte[] a, int from, int after) {
        int length = after - from;
        if (length <= SHORT_BYTES) {
            return find(first(a, from, length), last(a, from, length), length);
        }
        return findLong(
                ArrayAccess.getLong(a, from),
                ArrayAccess.getLong(a, from + 8),
                ArrayAccess.getLong(a, after - 16),
                ArrayAccess.getLong(a, after - 8),
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

    /** Notes the value of bytes that were not found; stores it if they are missed for the second time. */
    public void put(byte[] a, int from, int length, Object value) {
        if (length > MAX_BYTES) {
            return;
        }
        if (++misses > 1 << bits - 1 && bits < MAX_BITS) { // a stored value has missed twice
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
        // An arbitrary slot: if it were always the same one, keys that alternate would replace one another for ever.
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
        // An arbitrary slot: if there are more keys than slots, some of them stay.
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
                        ArrayAccess.getLong(a, from),
                        ArrayAccess.getLong(a, from + 8),
                        ArrayAccess.getLong(a, after - 16),
                        ArrayAccess.getLong(a, after - 8),
                        a,
                        from,
                        after);
    }

    private static long hashOf(long first, long second, long third, long last, byte[] a, int from, int after) {
        long hash = hash(first, second, third, last);
        for (int i = from + 16; i < after - 16; i += 8) {
            hash = mix(hash, ArrayAccess.getLong(a, i));
        }
        return hash;
    }
}
