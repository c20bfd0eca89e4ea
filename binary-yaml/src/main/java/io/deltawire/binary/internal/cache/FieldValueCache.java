package io.deltawire.binary.internal.cache;

import static io.deltawire.binary.internal.cache.KeyWords.first;
import static io.deltawire.binary.internal.cache.KeyWords.hash;
import static io.deltawire.binary.internal.cache.KeyWords.last;
import static io.deltawire.binary.internal.cache.KeyWords.partialWord;

import io.deltawire.wire.spi.text.ArrayAccess;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Objects;

/**
 * Decoded texts, dates and times of fields by their encoded bytes, up to {@value #LONG_BYTES} bytes each.
 *
 * <p>The cache works like {@link DecodedValueCache}, but takes only short keys and needs less memory. One array of
 * words holds the keys, in the order in which they were stored. Another array holds the values at the same indexes. A
 * third array holds the slots: a hash selects a slot, which holds an index in two bytes. A thousand keys take about
 * 60 KiB. The size matters because a lookup spends its time on loads from memory, not on computing.
 *
 * <p>A key is a complete encoded value, including its code. The code determines the length, so no key is a prefix of
 * another key, and comparing the first and the last words is enough. No code is zero, so no key equals an empty entry.
 * A lookup always compares the key that a slot points to, so an outdated index does no harm.
 *
 * <p>The first entries are reserved for fields, one each. Such an entry holds the value that its field is expected to
 * have. A lookup compares it before it computes a hash. As in {@link DecodedValueCache}, samples decide when an
 * expectation changes. Not thread-safe.
 */
public final class FieldValueCache {
    /** Shorter keys are compared as one word, padded with zeros. */
    public static final int WORD_BYTES = Long.BYTES;

    /** Keys of up to this length are compared as two words. */
    public static final int SHORT_BYTES = 16;

    /** Keys of up to this length are compared as four words. */
    public static final int LONG_BYTES = 32;

    private static final int MIN_BITS = 5;
    private static final int MAX_BITS = 14;

    /** The initial size of the table of missed hashes. Values that never repeat only make this table larger. */
    private static final int MIN_MISSED_BITS = 7;

    private static final int MAX_MISSED_BITS = 13;

    /**
     * The number of slots is the number of entries, shifted left by this many bits, up to a bound. Then nearly every
     * key is in its first slot.
     */
    private static final int SPARSE_BITS = 4;

    private static final int MAX_SLOT_BITS = 16;

    /** The associativity: how many slots a hash can lead to. */
    private static final int SLOTS_PER_HASH = 4;

    /** The number of fields that have an expected value of their own. */
    private static final int FIELDS = 256;

    /**
     * The average number of unexpected lookups between two samples. A sample may change the expectation of a field.
     * The interval doubles, up to a maximum, while samples change nothing, since each costs a mispredicted branch.
     */
    private static final int MIN_SAMPLE_INTERVAL = 8;

    private static final int MAX_SAMPLE_INTERVAL = 512;

    // The arrays before anything is stored.
    private static final long[] NO_WORDS = new long[FIELDS * LONG_BYTES / Long.BYTES];
    private static final String[] NO_TEXTS = new String[FIELDS];
    private static final Temporal[] NO_TEMPORALS = new Temporal[FIELDS];
    private static final char[] NO_SLOTS = new char[SLOTS_PER_HASH];

    /** The number of words of a key. */
    private final int wordsPerKey;

    private final boolean isOfText;
    private final Decoder decoder;

    private int missedBits = MIN_MISSED_BITS;
    private int[] missed = new int[1 << MIN_MISSED_BITS];
    private int misses;

    /** The number of keys that the arrays can hold, not counting the entries of the fields. */
    private int capacity;

    private int entryCount;

    /** The keys: first the expected ones of the fields, then all that were stored. */
    private long[] words = NO_WORDS;

    /**
     * The values, by entry. A cache holds values of one type, and the array of the other type stays empty. With an
     * array for each type the compiler need not check the class of a value.
     */
    private String[] texts = NO_TEXTS;

    private Temporal[] temporals = NO_TEMPORALS;

    /** The entries by hash; zero in an empty slot. */
    private char[] slots = NO_SLOTS;

    /** How far a hash is shifted to give a slot. */
    private int shift = Long.SIZE - 2;

    /** The entry that each field had when it was sampled last. */
    private char[] candidates = {};

    /** Lookups until the next sample. The interval varies, so that each field is sampled at some time. */
    private int untilSample;

    private int sampleInterval = MIN_SAMPLE_INTERVAL;
    private int samples;

    private final long[] key;

    private FieldValueCache(int length, boolean isOfText, Decoder decoder) {
        this.wordsPerKey = length / Long.BYTES;
        this.isOfText = isOfText;
        this.decoder = decoder;
        this.key = new long[wordsPerKey];
    }

    /** Decodes values that are not in the cache. */
    public interface Decoder {
        /** Returns the value of the key at {@code at}, or null if it is not of the expected form. */
        Object decode(byte[] a, int at, int after, int field);
    }

    /**
     * Returns a cache of texts.
     *
     * @param length {@link #SHORT_BYTES}, or {@link #LONG_BYTES} for longer keys only
     */
    public static FieldValueCache ofTexts(int length, Decoder decoder) {
        return new FieldValueCache(length, true, decoder);
    }

    /** Returns a cache of dates and times, as {@link #ofTexts} does of texts. */
    public static FieldValueCache ofTemporals(int length, Decoder decoder) {
        return new FieldValueCache(length, false, decoder);
    }

    /**
     * Returns the text of a key of {@link #WORD_BYTES} to {@link #SHORT_BYTES} bytes, or null if it is malformed.
     */
    public String shortText(byte[] a, int at, int after, int field) {
        return text(ArrayAccess.getLong(a, at), ArrayAccess.getLong(a, after - WORD_BYTES), a, at, after, field);
    }

    /** Returns the text of a key of less than {@link #WORD_BYTES} bytes, or null if it is malformed. */
    public String partialWordText(byte[] a, int at, int after, int field) {
        return text(partialWord(a, at, after - at), 0, a, at, after, field);
    }

    // Texts and times have methods of their own, which return the value. A shared method would return an index, which
    // would have to be checked, or an object, which would have to be cast. Each checks once, and first, that the
    // words are there.

    private String text(long first, long last, byte[] a, int at, int after, int field) {
        long[] stored = Objects.requireNonNull(words);
        if (ArrayAccess.matches(stored, 2L * (field & FIELDS - 1), first, last)) {
            return texts[field & FIELDS - 1];
        }
        int entry = ArrayAccess.get(slots, hash(first, last) >>> shift);
        if (ArrayAccess.matches(stored, 2L * entry, first, last) && --untilSample >= 0) {
            return texts[entry];
        }
        return (String) lookUpOrDecode(a, at, after, field);
    }

    /** Returns the date or time of a key of at most {@link #SHORT_BYTES} bytes, or null if it is malformed. */
    public Temporal shortTemporal(byte[] a, int at, int after, int field) {
        long first = first(a, at, after - at);
        long last = last(a, at, after - at);
        long[] stored = Objects.requireNonNull(words);
        if (ArrayAccess.matches(stored, 2L * (field & FIELDS - 1), first, last)) {
            return temporals[field & FIELDS - 1];
        }
        int entry = ArrayAccess.get(slots, hash(first, last) >>> shift);
        if (ArrayAccess.matches(stored, 2L * entry, first, last) && --untilSample >= 0) {
            return temporals[entry];
        }
        return (Temporal) lookUpOrDecode(a, at, after, field);
    }

    /** Returns the text of a key of more than {@link #SHORT_BYTES} bytes, or null if it is malformed. */
    public String longText(byte[] a, int at, int after, int field) {
        int entry = longEntry(a, at, after, field & FIELDS - 1);
        return entry >= 0 ? texts[entry] : (String) lookUpOrDecode(a, at, after, field);
    }

    /** Returns the date or time of a key of more than {@link #SHORT_BYTES} bytes, or null if it is malformed. */
    public Temporal longTemporal(byte[] a, int at, int after, int field) {
        long first = ArrayAccess.getLong(a, at);
        long second = ArrayAccess.getLong(a, at + 8);
        long third = ArrayAccess.getLong(a, after - 16);
        long last = ArrayAccess.getLong(a, after - 8);
        long[] stored = Objects.requireNonNull(words);
        if (ArrayAccess.matches(stored, 4L * (field & FIELDS - 1), first, second, third, last)) {
            return temporals[field & FIELDS - 1];
        }
        int entry = ArrayAccess.get(slots, hash(first, second, third, last) >>> shift);
        if (ArrayAccess.matches(stored, 4L * entry, first, second, third, last) && --untilSample >= 0) {
            return temporals[entry];
        }
        return (Temporal) lookUpOrDecode(a, at, after, field);
    }

    /**
     * As {@link #shortTemporal} or {@link #longTemporal}, but never inlined. It is slower, and meant for callers that
     * run rarely.
     */
    public Temporal temporalOutOfLine(byte[] a, int at, int after, int field) {
        return (Temporal) lookUpOrDecode(a, at, after, field);
    }

    /** Returns the entry of a key, or -1 if it is neither the expected one nor in its first slot. */
    private int longEntry(byte[] a, int at, int after, int fieldEntry) {
        long first = ArrayAccess.getLong(a, at);
        long second = ArrayAccess.getLong(a, at + 8);
        long third = ArrayAccess.getLong(a, after - 16);
        long last = ArrayAccess.getLong(a, after - 8);
        long[] stored = Objects.requireNonNull(words);
        if (ArrayAccess.matches(stored, 4L * fieldEntry, first, second, third, last)) {
            return fieldEntry;
        }
        int entry = ArrayAccess.get(slots, hash(first, second, third, last) >>> shift);
        return ArrayAccess.matches(stored, 4L * entry, first, second, third, last) && --untilSample >= 0 ? entry : -1;
    }

    /**
     * Looks a key up in its other slots, takes a sample if one is due, or decodes the value. A decoded value is
     * stored if its key is missed for the second time.
     *
     * <p>All of that is one method on purpose. C2 never inlines a method of more than 325 bytes (FreqInlineSize), so
     * this one stays out of its callers, and they are small enough to become part of the code that is generated for a
     * class.
     */
    private Object lookUpOrDecode(byte[] a, int at, int after, int field) {
        int fieldEntry = field & FIELDS - 1;
        key[0] = first(a, at, after - at);
        key[wordsPerKey - 1] = last(a, at, after - at);
        if (wordsPerKey == LONG_BYTES / Long.BYTES) {
            key[1] = ArrayAccess.getLong(a, at + 8);
            key[2] = ArrayAccess.getLong(a, after - 16);
        }
        long hash = hashOf(key, 0);
        int slot = (int) (hash >>> shift);
        int entry = 0;
        for (int i = 0; i < SLOTS_PER_HASH && entry == 0; i++) {
            int other = slots[slot ^ i];
            int from = other * wordsPerKey;
            if (words[from] == key[0]
                    && words[from + 1] == key[1]
                    && (wordsPerKey == SHORT_BYTES / Long.BYTES
                            || words[from + 2] == key[2] && words[from + 3] == key[3])) {
                entry = other;
            }
        }
        Object[] values = values();
        if (untilSample < 0) {
            boolean isAgain = entry != 0 && candidates[fieldEntry] == entry;
            sampleInterval = isAgain ? MIN_SAMPLE_INTERVAL : Math.min(2 * sampleInterval, MAX_SAMPLE_INTERVAL);
            untilSample = sampleInterval + (++samples & 7);
            if (isAgain) {
                System.arraycopy(words, entry * wordsPerKey, words, fieldEntry * wordsPerKey, wordsPerKey);
                values[fieldEntry] = values[entry];
            } else if (candidates.length > 0) {
                candidates[fieldEntry] = (char) entry;
            }
        }
        if (entry != 0) {
            return values[entry];
        }
        Object value = decoder.decode(a, at, after, field);
        if (value == null) {
            return null;
        }
        if (++misses > 1 << missedBits - 1 && missedBits < MAX_MISSED_BITS) {
            missedBits += 2;
            misses = 0;
            missed = new int[1 << missedBits];
        }
        int missedHash = (int) (hash >>> Integer.SIZE);
        int missedSlot = missedHash >>> Integer.SIZE - missedBits;
        boolean isMissed = false;
        for (int i = 0; i < SLOTS_PER_HASH; i++) {
            isMissed |= missed[missedSlot ^ i] == missedHash;
        }
        if (isMissed) {
            store(value);
        } else {
            // An arbitrary slot: if it were always the same one, keys that alternate would replace one another for
            // ever.
            missed[missedSlot ^ misses & SLOTS_PER_HASH - 1] = missedHash;
        }
        return value;
    }

    /** Stores a value under the key in {@link #key}. */
    private void store(Object value) {
        int entry = FIELDS + entryCount;
        if (entryCount < 1 << MAX_BITS) {
            if (entryCount == capacity) {
                grow();
            }
            entryCount++;
        } else {
            // An arbitrary entry: if there are more keys than entries, some of them stay.
            entry = FIELDS + (int) (hash(misses, samples) >>> Long.SIZE - MAX_BITS);
            replaceSlot(entry, entry, 0); // the replaced key is no longer found
        }
        System.arraycopy(key, 0, words, entry * wordsPerKey, wordsPerKey);
        values()[entry] = value;
        replaceSlot(entry, 0, entry);
    }

    private Object[] values() {
        return isOfText ? texts : temporals;
    }

    private void grow() {
        int more = capacity == 0 ? 1 << MIN_BITS : 2 * capacity;
        int size = FIELDS + more;
        words = Arrays.copyOf(words == NO_WORDS ? new long[0] : words, size * wordsPerKey);
        if (isOfText) {
            texts = Arrays.copyOf(texts, size);
        } else {
            temporals = Arrays.copyOf(temporals, size);
        }
        if (candidates.length == 0) {
            candidates = new char[FIELDS];
        }
        char[] sparse = new char[Math.min(more << SPARSE_BITS, 1 << MAX_SLOT_BITS)];
        // From here on, no allocation can fail.
        capacity = more;
        slots = sparse;
        shift = Long.numberOfLeadingZeros(sparse.length) + 1;
        for (int i = 0; i < entryCount; i++) {
            replaceSlot(FIELDS + i, 0, FIELDS + i);
        }
    }

    /**
     * Replaces the number in the slot of an entry's key that holds {@code former}. If no slot of the key holds it,
     * an arbitrary one of them is replaced.
     */
    private void replaceSlot(int entry, int former, int number) {
        int first = (int) (hashOf(words, entry * wordsPerKey) >>> shift);
        int slot = first ^ entry & SLOTS_PER_HASH - 1;
        for (int i = SLOTS_PER_HASH - 1; i >= 0; i--) {
            if (slots[first ^ i] == former) {
                slot = first ^ i;
            }
        }
        slots[slot] = (char) number;
    }

    private long hashOf(long[] from, int at) {
        return wordsPerKey == SHORT_BYTES / Long.BYTES
                ? hash(from[at], from[at + 1])
                : hash(from[at], from[at + 1], from[at + 2], from[at + 3]);
    }
}
