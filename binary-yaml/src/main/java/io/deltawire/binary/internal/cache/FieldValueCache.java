package io.deltawire.binary.internal.cache;

import static io.deltawire.binary.internal.cache.KeyWords.partialWord;
import static io.deltawire.binary.internal.cache.KeyWords.first;
import static io.deltawire.binary.internal.cache.KeyWords.hash;
import static io.deltawire.binary.internal.cache.KeyWords.last;

import io.deltawire.wire.spi.Words;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Objects;

/**
 * What the short values of fields stand for, by their bytes, as {@link DecodedValueCache} has it for pieces of any kind: what comes again gives
 * the same instance and no garbage. What the pieces are told by stands one after another in one array, in the order in which they
 * came, and what they stand for in another; a hash leads to a number of two bytes, its slot in both. So a thousand pieces are
 * looked up in some 60 KiB, since a processor waits for memory rather than computes.
 *
 * <p>A key is a value with its code, by which its length is told: so none is the beginning of another one, and its first and last
 * words are all there is to compare. No code is zero, as the words of an empty entry are. Whatever number a hash leads to, what is there is
 * compared, so that a number which is out of date does no harm.
 */
public final class FieldValueCache {
    /** What is not so long is told by what there is. */
    public static final int WORD_BYTES = Long.BYTES;

    /** So long a key is told by two words. */
    public static final int SHORT_BYTES = 16;

    /** So long a key is told by four. */
    public static final int LONG_BYTES = 32;

    private static final int MIN_BITS = 5;
    private static final int MAX_BITS = 14;

    /** Of the table of hashes that were missed: what comes once makes only that one larger. */
    private static final int MIN_MISSED_BITS = 7;

    private static final int MAX_MISSED_BITS = 13;

    /** A hash has so many slots for each key, unless those are very many, so that nearly all are at their first. */
    private static final int SPARSE_BITS = 4;

    private static final int MAX_SLOT_BITS = 16;

    /** The slots that a key may be at. */
    private static final int SLOTS_PER_HASH = 4;

    /** How many fields are told apart. */
    private static final int FIELDS = 256;

    /**
     * Of so many pieces that were not the expected ones of their fields, one is looked at whether it is to be expected: of more, up to the
     * capacity, where that was in vain, since no processor foresees when it is time.
     */
    private static final int MIN_SAMPLE_INTERVAL = 8;

    private static final int MAX_SAMPLE_INTERVAL = 512;

    // Before there is something to be entryCount.
    private static final long[] NO_WORDS = new long[FIELDS * LONG_BYTES / Long.BYTES];
    private static final String[] NO_TEXTS = new String[FIELDS];
    private static final Temporal[] NO_TEMPORALS = new Temporal[FIELDS];
    private static final char[] NO_SLOTS = new char[SLOTS_PER_HASH];

    /** How many words tell a key. */
    private final int count;

    private final boolean isOfText;
    private final Decoder decoder;

    private int missedBits = MIN_MISSED_BITS;
    private int[] missed = new int[1 << MIN_MISSED_BITS];
    private int misses;

    /** For so many pieces there are entries, those of fields not counted. */
    private int capacity;

    private int entryCount;

    /**
     * Those of the pieces. First are those of the fields, with what is expected of them: seldom another, since to store a reference can cost
     * more than to look up a key. Then come all that are entryCount.
     */
    private long[] words = NO_WORDS;

    /** What the pieces stand for: one of both, so that the compiler knows the type without looking at the object. */
    private String[] texts = NO_TEXTS;

    private Temporal[] temporals = NO_TEMPORALS;

    /** The entries by the hashes of the pieces; zero for none. */
    private char[] slots = NO_SLOTS;

    /** What takes a hash to its slot. */
    private int shift = Long.SIZE - 2;

    /** Where was what a field had at its last turn. */
    private char[] candidates = {};

    /** How many pieces are to come before the next turn: not always as many, so that each field has one. */
    private int untilSample;

    private int sampleInterval = MIN_SAMPLE_INTERVAL;
    private int samples;

    private final long[] key;

    private FieldValueCache(int length, boolean isOfText, Decoder decoder) {
        this.count = length / Long.BYTES;
        this.isOfText = isOfText;
        this.decoder = decoder;
        this.key = new long[count];
    }

    /** Makes what a key stands for that has not been found. */
    public interface Decoder {
        /** The value of the key from an index to another one, for the field with this number; null where it is not as expected. */
        Object decode(byte[] a, int at, int after, int field);
    }

    /**
     * Returns a table of texts.
     *
     * @param length {@link #SHORT_BYTES}, or {@link #LONG_BYTES} for those that are longer
     */
    public static FieldValueCache ofTexts(int length, Decoder decoder) {
        return new FieldValueCache(length, true, decoder);
    }

    /** The same of dates and times. */
    public static FieldValueCache ofTemporals(int length, Decoder decoder) {
        return new FieldValueCache(length, false, decoder);
    }

    /** The text that a key of {@link #WORD_BYTES} to {@link #SHORT_BYTES} bytes is; null where that is not as expected. */
    public String shortText(byte[] a, int at, int after, int field) {
        return text(Words.getLong(a, at), Words.getLong(a, after - WORD_BYTES), a, at, after, field);
    }

    /** The text that a key of less than {@link #WORD_BYTES} bytes is; null where that is not as expected. */
    public String partialWordText(byte[] a, int at, int after, int field) {
        return text(partialWord(a, at, after - at), 0, a, at, after, field);
    }

    // Texts and times have a method each, which returns what the key stands for: a number of an entry would have to
    // be told from none, and an object of either kind to be cast. That the words are there is looked at first in each,
    // and once.

    private String text(long first, long last, byte[] a, int at, int after, int field) {
        long[] stored = Objects.requireNonNull(words);
        if (Words.areAt(stored, 2L * (field & FIELDS - 1), first, last)) {
            return texts[field & FIELDS - 1];
        }
        int entry = Words.get(slots, hash(first, last) >>> shift);
        if (Words.areAt(stored, 2L * entry, first, last) && --untilSample >= 0) {
            return texts[entry];
        }
        return (String) lookUpOrDecode(a, at, after, field);
    }

    /** The date or time that a key of at capacity {@link #SHORT_BYTES} bytes is; null where that is not as expected. */
    public Temporal shortTemporal(byte[] a, int at, int after, int field) {
        long first = first(a, at, after - at);
        long last = last(a, at, after - at);
        long[] stored = Objects.requireNonNull(words);
        if (Words.areAt(stored, 2L * (field & FIELDS - 1), first, last)) {
            return temporals[field & FIELDS - 1];
        }
        int entry = Words.get(slots, hash(first, last) >>> shift);
        if (Words.areAt(stored, 2L * entry, first, last) && --untilSample >= 0) {
            return temporals[entry];
        }
        return (Temporal) lookUpOrDecode(a, at, after, field);
    }

    /** The text that a key of more than {@link #SHORT_BYTES} bytes and at capacity {@link #LONG_BYTES} is; null where that is not as expected. */
    public String longText(byte[] a, int at, int after, int field) {
        int entry = longEntry(a, at, after, field & FIELDS - 1);
        return entry >= 0 ? texts[entry] : (String) lookUpOrDecode(a, at, after, field);
    }

    /** The date or time that a key of more than {@link #SHORT_BYTES} bytes and at capacity {@link #LONG_BYTES} is; null where that is not as expected. */
    public Temporal longTemporal(byte[] a, int at, int after, int field) {
        long first = Words.getLong(a, at);
        long second = Words.getLong(a, at + 8);
        long third = Words.getLong(a, after - 16);
        long last = Words.getLong(a, after - 8);
        long[] stored = Objects.requireNonNull(words);
        if (Words.areAt(stored, 4L * (field & FIELDS - 1), first, second, third, last)) {
            return temporals[field & FIELDS - 1];
        }
        int entry = Words.get(slots, hash(first, second, third, last) >>> shift);
        if (Words.areAt(stored, 4L * entry, first, second, third, last) && --untilSample >= 0) {
            return temporals[entry];
        }
        return (Temporal) lookUpOrDecode(a, at, after, field);
    }

    /** As {@link #shortTemporal} or {@link #longTemporal}, for who asks seldom: that takes longer, and is not made a part of its caller. */
    public Temporal temporalOutOfLine(byte[] a, int at, int after, int field) {
        return (Temporal) lookUpOrDecode(a, at, after, field);
    }

    /** The entry of a key, unless there is more to do than to look at the one expected and at the first slot. */
    private int longEntry(byte[] a, int at, int after, int of) {
        long first = Words.getLong(a, at);
        long second = Words.getLong(a, at + 8);
        long third = Words.getLong(a, after - 16);
        long last = Words.getLong(a, after - 8);
        long[] stored = Objects.requireNonNull(words);
        if (Words.areAt(stored, 4L * of, first, second, third, last)) {
            return of;
        }
        int entry = Words.get(slots, hash(first, second, third, last) >>> shift);
        return Words.areAt(stored, 4L * entry, first, second, third, last) && --untilSample >= 0 ? entry : -1;
    }

    /**
     * Finds a key at its other slots, looks whether it is to be expected of its field, or has it made, and entryCount when that is so for the
     * second time. All that in one method, since one of more than 325 bytes of code (C2's FreqInlineSize) is never made a part of those
     * that seldom call it: which are parts of the code for a class then, as they would not be otherwise.
     */
    private Object lookUpOrDecode(byte[] a, int at, int after, int field) {
        int of = field & FIELDS - 1;
        key[0] = first(a, at, after - at);
        key[count - 1] = last(a, at, after - at);
        if (count == LONG_BYTES / Long.BYTES) {
            key[1] = Words.getLong(a, at + 8);
            key[2] = Words.getLong(a, after - 16);
        }
        long hash = hashOf(key, 0);
        int slot = (int) (hash >>> shift);
        int entry = 0;
        for (int i = 0; i < SLOTS_PER_HASH && entry == 0; i++) {
            int other = slots[slot ^ i];
            int from = other * count;
            if (words[from] == key[0]
                    && words[from + 1] == key[1]
                    && (count == SHORT_BYTES / Long.BYTES || words[from + 2] == key[2] && words[from + 3] == key[3])) {
                entry = other;
            }
        }
        Object[] values = values();
        if (untilSample < 0) {
            boolean isAgain = entry != 0 && candidates[of] == entry;
            sampleInterval = isAgain ? MIN_SAMPLE_INTERVAL : Math.min(2 * sampleInterval, MAX_SAMPLE_INTERVAL);
            untilSample = sampleInterval + (++samples & 7);
            if (isAgain) {
                System.arraycopy(words, entry * count, words, of * count, count);
                values[of] = values[entry];
            } else if (candidates.length > 0) {
                candidates[of] = (char) entry;
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
            // Any of them: where several come in turn, one always in the same slot would put out the others for ever.
            missed[missedSlot ^ misses & SLOTS_PER_HASH - 1] = missedHash;
        }
        return value;
    }

    /** Keeps what the present key stands for. */
    private void store(Object value) {
        int entry = FIELDS + entryCount;
        if (entryCount < 1 << MAX_BITS) {
            if (entryCount == capacity) {
                grow();
            }
            entryCount++;
        } else {
            // Any of them: where more come in turn than there are entries for, some stay.
            entry = FIELDS + (int) (hash(misses, samples) >>> Long.SIZE - MAX_BITS);
            replaceSlot(entry, entry, 0); // what it was is found no more
        }
        System.arraycopy(key, 0, words, entry * count, count);
        values()[entry] = value;
        replaceSlot(entry, 0, entry);
    }

    private Object[] values() {
        return isOfText ? texts : temporals;
    }

    private void grow() {
        int more = capacity == 0 ? 1 << MIN_BITS : 2 * capacity;
        int size = FIELDS + more;
        words = Arrays.copyOf(words == NO_WORDS ? new long[0] : words, size * count);
        if (isOfText) {
            texts = Arrays.copyOf(texts, size);
        } else {
            temporals = Arrays.copyOf(temporals, size);
        }
        if (candidates.length == 0) {
            candidates = new char[FIELDS];
        }
        char[] sparse = new char[Math.min(more << SPARSE_BITS, 1 << MAX_SLOT_BITS)];
        // From here on nothing fails for want of memory.
        capacity = more;
        slots = sparse;
        shift = Long.numberOfLeadingZeros(sparse.length) + 1;
        for (int i = 0; i < entryCount; i++) {
            replaceSlot(FIELDS + i, 0, FIELDS + i);
        }
    }

    /** Puts a number in slot of another one at one of the slots of an entry's key; where none has that, in slot of any of them. */
    private void replaceSlot(int entry, int former, int number) {
        int first = (int) (hashOf(words, entry * count) >>> shift);
        int slot = first ^ entry & SLOTS_PER_HASH - 1;
        for (int i = SLOTS_PER_HASH - 1; i >= 0; i--) {
            if (slots[first ^ i] == former) {
                slot = first ^ i;
            }
        }
        slots[slot] = (char) number;
    }

    private long hashOf(long[] from, int at) {
        return count == SHORT_BYTES / Long.BYTES
                ? hash(from[at], from[at + 1])
                : hash(from[at], from[at + 1], from[at + 2], from[at + 3]);
    }
}
