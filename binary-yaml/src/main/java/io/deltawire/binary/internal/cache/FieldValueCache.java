package io.deltawire.binary.internal.cache;

import static io.deltawire.binary.internal.cache.KeyWords.few;
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
 * came, and what they stand for in another; a hash leads to a number of two bytes, its place in both. So a thousand pieces are
 * looked up in some 60 KiB, since a processor waits for memory rather than computes.
 *
 * <p>A piece is a value with its code, by which its length is told: so none is the beginning of another one, and its first and last
 * words are all there is to compare. No code is zero, as the words of an empty entry are. Whatever number a hash leads to, what is there is
 * compared, so that a number which is out of date does no harm.
 */
public final class FieldValueCache {
    /** What is not so long is told by what there is. */
    public static final int TINY = Long.BYTES;

    /** So long a piece is told by two words. */
    public static final int SHORT = 16;

    /** So long a piece is told by four. */
    public static final int LONG = 32;

    private static final int LEAST_BITS = 5;
    private static final int MOST_BITS = 14;

    /** Of the table of hashes that were missed: what comes once makes only that one larger. */
    private static final int LEAST_MISSED_BITS = 7;

    private static final int MOST_MISSED_BITS = 13;

    /** A hash has so many places for each piece, unless those are very many, so that nearly all are at their first. */
    private static final int SPARSE_BITS = 4;

    private static final int MOST_PLACES_BITS = 16;

    /** The places that a piece may be at. */
    private static final int WAYS = 4;

    /** How many fields are told apart. */
    private static final int FIELDS = 256;

    /**
     * Of so many pieces that were not the expected ones of their fields, one is looked at whether it is to be expected: of more, up to the
     * most, where that was in vain, since no processor foresees when it is time.
     */
    private static final int LEAST_TURN = 8;

    private static final int MOST_TURN = 512;

    // Before there is something to be kept.
    private static final long[] NO_WORDS = new long[FIELDS * LONG / Long.BYTES];
    private static final String[] NO_TEXTS = new String[FIELDS];
    private static final Temporal[] NO_TEMPORALS = new Temporal[FIELDS];
    private static final char[] NO_PLACES = new char[WAYS];

    /** How many words tell a piece. */
    private final int count;

    private final boolean isOfText;
    private final Maker maker;

    private int missedBits = LEAST_MISSED_BITS;
    private int[] missed = new int[1 << LEAST_MISSED_BITS];
    private int misses;

    /** For so many pieces there are entries, those of fields not counted. */
    private int most;

    private int kept;

    /**
     * Those of the pieces. First are those of the fields, with what is expected of them: seldom another, since to store a reference can cost
     * more than to look up a piece. Then come all that are kept.
     */
    private long[] words = NO_WORDS;

    /** What the pieces stand for: one of both, so that the compiler knows the type without looking at the object. */
    private String[] texts = NO_TEXTS;

    private Temporal[] temporals = NO_TEMPORALS;

    /** The entries by the hashes of the pieces; zero for none. */
    private char[] places = NO_PLACES;

    /** What takes a hash to its place. */
    private int shift = Long.SIZE - 2;

    /** Where was what a field had at its last turn. */
    private char[] candidates = {};

    /** How many pieces are to come before the next turn: not always as many, so that each field has one. */
    private int untilTurn;

    private int turnAfter = LEAST_TURN;
    private int turns;

    private final long[] piece;

    private FieldValueCache(int length, boolean isOfText, Maker maker) {
        this.count = length / Long.BYTES;
        this.isOfText = isOfText;
        this.maker = maker;
        this.piece = new long[count];
    }

    /** Makes what a piece stands for that has not been found. */
    public interface Maker {
        /** The value of the piece from an index to another one, for the field with this number; null where it is not as expected. */
        Object make(byte[] a, int at, int after, int field);
    }

    /**
     * Returns a table of texts.
     *
     * @param length {@link #SHORT}, or {@link #LONG} for those that are longer
     */
    public static FieldValueCache ofTexts(int length, Maker maker) {
        return new FieldValueCache(length, true, maker);
    }

    /** The same of dates and times. */
    public static FieldValueCache ofTemporals(int length, Maker maker) {
        return new FieldValueCache(length, false, maker);
    }

    /** The text that a piece of {@link #TINY} to {@link #SHORT} bytes is; null where that is not as expected. */
    public String shortText(byte[] a, int at, int after, int field) {
        return text(Words.getLong(a, at), Words.getLong(a, after - TINY), a, at, after, field);
    }

    /** The text that a piece of less than {@link #TINY} bytes is; null where that is not as expected. */
    public String tinyText(byte[] a, int at, int after, int field) {
        return text(few(a, at, after - at), 0, a, at, after, field);
    }

    // Texts and times have a method each, which returns what the piece stands for: a number of an entry would have to
    // be told from none, and an object of either kind to be cast. That the words are there is looked at first in each,
    // and once.

    private String text(long first, long last, byte[] a, int at, int after, int field) {
        long[] known = Objects.requireNonNull(words);
        if (Words.areAt(known, 2L * (field & FIELDS - 1), first, last)) {
            return texts[field & FIELDS - 1];
        }
        int entry = Words.get(places, hash(first, last) >>> shift);
        if (Words.areAt(known, 2L * entry, first, last) && --untilTurn >= 0) {
            return texts[entry];
        }
        return (String) look(a, at, after, field);
    }

    /** The date or time that a piece of at most {@link #SHORT} bytes is; null where that is not as expected. */
    public Temporal shortTemporal(byte[] a, int at, int after, int field) {
        long first = first(a, at, after - at);
        long last = last(a, at, after - at);
        long[] known = Objects.requireNonNull(words);
        if (Words.areAt(known, 2L * (field & FIELDS - 1), first, last)) {
            return temporals[field & FIELDS - 1];
        }
        int entry = Words.get(places, hash(first, last) >>> shift);
        if (Words.areAt(known, 2L * entry, first, last) && --untilTurn >= 0) {
            return temporals[entry];
        }
        return (Temporal) look(a, at, after, field);
    }

    /** The text that a piece of more than {@link #SHORT} bytes and at most {@link #LONG} is; null where that is not as expected. */
    public String longText(byte[] a, int at, int after, int field) {
        int entry = longEntry(a, at, after, field & FIELDS - 1);
        return entry >= 0 ? texts[entry] : (String) look(a, at, after, field);
    }

    /** The date or time that a piece of more than {@link #SHORT} bytes and at most {@link #LONG} is; null where that is not as expected. */
    public Temporal longTemporal(byte[] a, int at, int after, int field) {
        long first = Words.getLong(a, at);
        long second = Words.getLong(a, at + 8);
        long third = Words.getLong(a, after - 16);
        long last = Words.getLong(a, after - 8);
        long[] known = Objects.requireNonNull(words);
        if (Words.areAt(known, 4L * (field & FIELDS - 1), first, second, third, last)) {
            return temporals[field & FIELDS - 1];
        }
        int entry = Words.get(places, hash(first, second, third, last) >>> shift);
        if (Words.areAt(known, 4L * entry, first, second, third, last) && --untilTurn >= 0) {
            return temporals[entry];
        }
        return (Temporal) look(a, at, after, field);
    }

    /** As {@link #shortTemporal} or {@link #longTemporal}, for who asks seldom: that takes longer, and is not made a part of its caller. */
    public Temporal seldomTemporal(byte[] a, int at, int after, int field) {
        return (Temporal) look(a, at, after, field);
    }

    /** The entry of a piece, unless there is more to do than to look at the one expected and at the first place. */
    private int longEntry(byte[] a, int at, int after, int of) {
        long first = Words.getLong(a, at);
        long second = Words.getLong(a, at + 8);
        long third = Words.getLong(a, after - 16);
        long last = Words.getLong(a, after - 8);
        long[] known = Objects.requireNonNull(words);
        if (Words.areAt(known, 4L * of, first, second, third, last)) {
            return of;
        }
        int entry = Words.get(places, hash(first, second, third, last) >>> shift);
        return Words.areAt(known, 4L * entry, first, second, third, last) && --untilTurn >= 0 ? entry : -1;
    }

    /**
     * Finds a piece at its other places, looks whether it is to be expected of its field, or has it made, and kept when that is so for the
     * second time. All that in one method, since one of more than 325 bytes of code (C2's FreqInlineSize) is never made a part of those
     * that seldom call it: which are parts of the code for a class then, as they would not be otherwise.
     */
    private Object look(byte[] a, int at, int after, int field) {
        int of = field & FIELDS - 1;
        piece[0] = first(a, at, after - at);
        piece[count - 1] = last(a, at, after - at);
        if (count == LONG / Long.BYTES) {
            piece[1] = Words.getLong(a, at + 8);
            piece[2] = Words.getLong(a, after - 16);
        }
        long hash = hashOf(piece, 0);
        int place = (int) (hash >>> shift);
        int entry = 0;
        for (int i = 0; i < WAYS && entry == 0; i++) {
            int other = places[place ^ i];
            int from = other * count;
            if (words[from] == piece[0]
                    && words[from + 1] == piece[1]
                    && (count == SHORT / Long.BYTES || words[from + 2] == piece[2] && words[from + 3] == piece[3])) {
                entry = other;
            }
        }
        Object[] values = values();
        if (untilTurn < 0) {
            boolean isAgain = entry != 0 && candidates[of] == entry;
            turnAfter = isAgain ? LEAST_TURN : Math.min(2 * turnAfter, MOST_TURN);
            untilTurn = turnAfter + (++turns & 7);
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
        Object value = maker.make(a, at, after, field);
        if (value == null) {
            return null;
        }
        if (++misses > 1 << missedBits - 1 && missedBits < MOST_MISSED_BITS) {
            missedBits += 2;
            misses = 0;
            missed = new int[1 << missedBits];
        }
        int hashMissed = (int) (hash >>> Integer.SIZE);
        int placeMissed = hashMissed >>> Integer.SIZE - missedBits;
        boolean isMissed = false;
        for (int i = 0; i < WAYS; i++) {
            isMissed |= missed[placeMissed ^ i] == hashMissed;
        }
        if (isMissed) {
            keep(value);
        } else {
            // Any of them: where several come in turn, one always in the same place would put out the others for ever.
            missed[placeMissed ^ misses & WAYS - 1] = hashMissed;
        }
        return value;
    }

    /** Keeps what the present piece stands for. */
    private void keep(Object value) {
        int entry = FIELDS + kept;
        if (kept < 1 << MOST_BITS) {
            if (kept == most) {
                grow();
            }
            kept++;
        } else {
            // Any of them: where more come in turn than there are entries for, some stay.
            entry = FIELDS + (int) (hash(misses, turns) >>> Long.SIZE - MOST_BITS);
            replacePlace(entry, entry, 0); // what it was is found no more
        }
        System.arraycopy(piece, 0, words, entry * count, count);
        values()[entry] = value;
        replacePlace(entry, 0, entry);
    }

    private Object[] values() {
        return isOfText ? texts : temporals;
    }

    private void grow() {
        int more = most == 0 ? 1 << LEAST_BITS : 2 * most;
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
        char[] sparse = new char[Math.min(more << SPARSE_BITS, 1 << MOST_PLACES_BITS)];
        // From here on nothing fails for want of memory.
        most = more;
        places = sparse;
        shift = Long.numberOfLeadingZeros(sparse.length) + 1;
        for (int i = 0; i < kept; i++) {
            replacePlace(FIELDS + i, 0, FIELDS + i);
        }
    }

    /** Puts a number in place of another one at one of the places of an entry's piece; where none has that, in place of any of them. */
    private void replacePlace(int entry, int former, int number) {
        int first = (int) (hashOf(words, entry * count) >>> shift);
        int place = first ^ entry & WAYS - 1;
        for (int i = WAYS - 1; i >= 0; i--) {
            if (places[first ^ i] == former) {
                place = first ^ i;
            }
        }
        places[place] = (char) number;
    }

    private long hashOf(long[] from, int at) {
        return count == SHORT / Long.BYTES
                ? hash(from[at], from[at + 1])
                : hash(from[at], from[at + 1], from[at + 2], from[at + 3]);
    }
}
