package io.deltawire.binary;

import static io.deltawire.binary.PieceWords.first;
import static io.deltawire.binary.PieceWords.hash;
import static io.deltawire.binary.PieceWords.last;

import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Words;
import java.time.temporal.Temporal;

/**
 * What the short values of fields stand for, by their bytes, as {@link ByteCache} has it for pieces of any kind: what comes again gives
 * the same instance and no garbage. The places of this table hold the bytes themselves, beside the reference: so the processor need
 * not wait for the one to ask for the other, and no object in between is looked at.
 *
 * <p>A piece is a value with its code, by which its length is told: so none is the beginning of another one, and its first and last
 * words are all there is to compare. No code is zero, as the words of an empty place are.
 */
final class FieldPieces {
    /** So long a piece is told by two words. */
    static final int SHORT = 16;

    /** So long a piece is told by four. */
    static final int LONG = 32;

    private static final int LEAST_BITS = 7;
    private static final int MOST_BITS = 14;

    /** Of the table of hashes that were missed: what comes once makes only that one larger. */
    private static final int MOST_MISSED_BITS = 13;

    /** So many of the places are taken, and the table grows, so that nearly all pieces are at their first places. */
    private static final int LOAD_BITS = 4;

    /** The places that a piece may be at. */
    private static final int WAYS = 4;

    /** How many fields are told apart. */
    private static final int FIELDS = 256;

    /** Added to the bits when the table grows. */
    private static final int STEP = 2;

    /**
     * Of so many pieces that were not the expected ones of their fields, one is looked at whether it is to be expected: of more, up to the
     * most, where that was in vain, since no processor foresees when it is time.
     */
    private static final int LEAST_TURN = 8;

    private static final int MOST_TURN = 512;

    // Before there is something to be kept.
    private static final int NO_SIZE = size(WAYS);
    private static final long[] NO_WORDS = new long[NO_SIZE * LONG / Long.BYTES];
    private static final String[] NO_TEXTS = new String[NO_SIZE];
    private static final Temporal[] NO_TEMPORALS = new Temporal[NO_SIZE];

    /** How many words tell a piece. */
    private final int count;

    private final boolean isOfText;
    private int missedBits = LEAST_BITS;
    private int[] missed = new int[1 << LEAST_BITS];
    private int misses;

    private int bits = LEAST_BITS;

    /** How many pieces have been kept since the table is so large, those that it had then included. */
    private int kept;

    /**
     * Those of the pieces, by their places. First are those of the fields, with what is expected of them: seldom another, since to store a
     * reference can cost more than to look up a piece. Then come those that hashes have.
     */
    private long[] words = NO_WORDS;

    /** What the pieces stand for: one of both, so that the compiler knows the type without looking at the object. */
    private String[] texts = NO_TEXTS;

    private Temporal[] temporals = NO_TEMPORALS;

    /** What takes a hash to its place. */
    private int shift = Long.SIZE - 2;

    /** The last place, of all that is not there. */
    private int nothing = NO_SIZE - 1;

    /** Where was what a field had at its last turn. */
    private int[] candidates = {};

    /** How many pieces are to come before the next turn: not always as many, so that each field has one. */
    private int untilTurn;

    private int turnAfter = LEAST_TURN;
    private int turns;

    private FieldPieces(int most, boolean isOfText) {
        this.count = most / Long.BYTES;
        this.isOfText = isOfText;
    }

    /**
     * Returns a table of texts.
     *
     * @param most {@link #SHORT}, or {@link #LONG} for those that are longer
     */
    static FieldPieces ofTexts(int most) {
        return new FieldPieces(most, true);
    }

    /** The same of dates and times. */
    static FieldPieces ofTemporals(int most) {
        return new FieldPieces(most, false);
    }

    /** The text that is kept for a piece of at most {@link #SHORT} bytes, or null. */
    String shortText(byte[] a, int at, int after, int field) {
        return texts[shortPlace(a, at, after, field & FIELDS - 1)];
    }

    /** The date or time that is kept for a piece of at most {@link #SHORT} bytes, or null. */
    Temporal shortTemporal(byte[] a, int at, int after, int field) {
        return temporals[shortPlace(a, at, after, field & FIELDS - 1)];
    }

    private int shortPlace(byte[] a, int at, int after, int of) {
        long first = first(a, at, after - at);
        long last = last(a, at, after - at);
        return isThere(words, of, first, last) ? of : find(first, last, of);
    }

    private int find(long first, long last, int of) {
        int place = FIELDS + (int) (hash(first, last) >>> shift);
        if (!isThere(words, place, first, last)) {
            place = findElsewhere(place, first, last);
        }
        if (--untilTurn < 0) {
            takeTurn(place, of);
        }
        return place;
    }

    private int findElsewhere(int place, long first, long last) {
        for (int i = 1; i < WAYS; i++) {
            if (isThere(words, place ^ i, first, last)) {
                return place ^ i;
            }
        }
        return nothing;
    }

    private static boolean isThere(long[] words, int place, long first, long last) {
        return Words.get(words, 2L * place) == first && Words.get(words, 2L * place + 1) == last;
    }

    /** The text that is kept for a piece of more than {@link #SHORT} bytes and at most {@link #LONG}, or null. */
    String longText(byte[] a, int at, int after, int field) {
        return texts[longPlace(a, at, after, field & FIELDS - 1)];
    }

    /** The date or time that is kept for a piece of more than {@link #SHORT} bytes and at most {@link #LONG}, or null. */
    Temporal longTemporal(byte[] a, int at, int after, int field) {
        return temporals[longPlace(a, at, after, field & FIELDS - 1)];
    }

    private int longPlace(byte[] a, int at, int after, int of) {
        // The compiler is to know that both indexes are small, so that sums with them do not overflow.
        int start = at & InputBuffer.MAX_LENGTH;
        int end = after & InputBuffer.MAX_LENGTH;
        long first = Words.getLong(a, start);
        long second = Words.getLong(a, start + 8);
        long third = Words.getLong(a, end - 16);
        long last = Words.getLong(a, end - 8);
        return isThere(words, of, first, second, third, last) ? of : find(first, second, third, last, of);
    }

    private int find(long first, long second, long third, long last, int of) {
        int place = FIELDS + (int) (hash(first, second, third, last) >>> shift);
        if (!isThere(words, place, first, second, third, last)) {
            place = findElsewhere(place, first, second, third, last);
        }
        if (--untilTurn < 0) {
            takeTurn(place, of);
        }
        return place;
    }

    private int findElsewhere(int place, long first, long second, long third, long last) {
        for (int i = 1; i < WAYS; i++) {
            if (isThere(words, place ^ i, first, second, third, last)) {
                return place ^ i;
            }
        }
        return nothing;
    }

    private static boolean isThere(long[] words, int place, long first, long second, long third, long last) {
        return Words.get(words, 4L * place + 2) == third
                && Words.get(words, 4L * place + 3) == last
                && Words.get(words, 4L * place) == first
                && Words.get(words, 4L * place + 1) == second;
    }

    private void takeTurn(int place, int of) {
        boolean isAgain = place != nothing && candidates[of] == place;
        turnAfter = isAgain ? LEAST_TURN : Math.min(2 * turnAfter, MOST_TURN);
        untilTurn = turnAfter + (++turns & 7);
        if (isAgain) {
            System.arraycopy(words, place * count, words, of * count, count);
            values()[of] = values()[place];
        } else if (candidates.length > 0) {
            candidates[of] = place;
        }
    }

    /** To be called with the text or date that a piece stands for where it has not been found: it is kept when it comes again after the first time. */
    void put(byte[] a, int at, int after, Object value) {
        if (++misses > 1 << missedBits - 1 && missedBits < MOST_MISSED_BITS) {
            missedBits += STEP;
            misses = 0;
            missed = new int[1 << missedBits];
        }
        long[] piece = count == SHORT / Long.BYTES
                ? new long[] {first(a, at, after - at), last(a, at, after - at)}
                : new long[] {
                    Words.getLong(a, at),
                    Words.getLong(a, at + 8),
                    Words.getLong(a, after - 16),
                    Words.getLong(a, after - 8)
                };
        int hash = (int) (hashOf(piece, 0) >>> Integer.SIZE);
        int place = hash >>> Integer.SIZE - missedBits;
        for (int i = 0; i < WAYS; i++) {
            if (missed[place ^ i] == hash) {
                if (words == NO_WORDS) {
                    makePlaces();
                    candidates = new int[FIELDS];
                } else if (kept >= 1 << bits - LOAD_BITS && bits < MOST_BITS) {
                    grow();
                }
                keep(piece, 0, value);
                return;
            }
        }
        // Any of them: where several come in turn, one always in the same place would put out the others for ever.
        missed[place ^ misses & WAYS - 1] = hash;
    }

    private void grow() {
        long[] former = words;
        Object[] formerValues = values();
        int places = nothing;
        bits = Math.min(bits + STEP, MOST_BITS);
        kept = 0;
        makePlaces();
        for (int i = FIELDS; i < places; i++) {
            if (formerValues[i] != null) {
                keep(former, i * count, formerValues[i]);
            }
        }
        System.arraycopy(former, 0, words, 0, FIELDS * count);
        System.arraycopy(formerValues, 0, values(), 0, FIELDS);
    }

    private Object[] values() {
        return isOfText ? texts : temporals;
    }

    private void keep(long[] piece, int from, Object value) {
        Object[] values = values();
        int place = FIELDS + (int) (hashOf(piece, from) >>> shift);
        // Any of them: where more come in turn than there are places for, some stay.
        int free = place ^ misses & WAYS - 1;
        for (int i = WAYS - 1; i >= 0; i--) {
            if (values[place ^ i] == null) {
                free = place ^ i;
            }
        }
        System.arraycopy(piece, from, words, free * count, count);
        values[free] = value;
        kept++;
    }

    private void makePlaces() {
        int size = size(1 << bits);
        words = new long[count * size];
        if (isOfText) {
            texts = new String[size];
        } else {
            temporals = new Temporal[size];
        }
        shift = Long.SIZE - bits;
        nothing = size - 1;
    }

    /** How many places there are where hashes have so many. */
    private static int size(int places) {
        return FIELDS + places + 1;
    }

    private long hashOf(long[] piece, int from) {
        return count == SHORT / Long.BYTES
                ? hash(piece[from], piece[from + 1])
                : hash(piece[from], piece[from + 1], piece[from + 2], piece[from + 3]);
    }
}
