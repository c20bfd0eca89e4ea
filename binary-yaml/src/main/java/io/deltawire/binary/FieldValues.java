package io.deltawire.binary;

import static io.deltawire.binary.Scan.LONG;

/**
 * The bytes of the texts, dates and times that fields have had twice in a row, which they are likely to have again: to compare them
 * takes two steps from the reader, where a look-up takes seven, each of which waits for the one before. What stands for a
 * field is a number, of which a few bits count; fields that share them are right but slower.
 */
final class FieldValues {
    /** How many fields are told apart. */
    static final int COUNT = 64;

    /** The bits of a field's number that count. */
    static final int MASK = COUNT - 1;

    private static final int WORDS = 4;
    private static final int MAX_BYTES = WORDS * Long.BYTES;

    /** The first eight bytes, code included, the last, and of more than 16 those after the first and before the last. */
    final long[] words = new long[COUNT * WORDS];

    /** Of the bytes that a field had last. */
    private final int[] hashes = new int[COUNT];

    /**
     * Whether a value is the one of before. That its code and a length in the code, or in the byte after it, are equal tells
     * that as many bytes are.
     *
     * @param words those of a {@link FieldValues}
     * @param at the index of a code behind at least eight bytes
     */
    static boolean isAt(long[] words, int field, byte[] a, int at, int after) {
        int i = field * WORDS;
        int length = after - at;
        if (length < Long.BYTES) {
            return (long) LONG.get(a, after - Long.BYTES) >>> 64 - 8 * length == words[i];
        }
        return (long) LONG.get(a, at) == words[i]
                && (long) LONG.get(a, after - Long.BYTES) == words[i + 1]
                && (length <= 2 * Long.BYTES
                        || (long) LONG.get(a, at + Long.BYTES) == words[i + 2]
                                && (long) LONG.get(a, after - 2 * Long.BYTES) == words[i + 3]
                                && length <= MAX_BYTES);
    }

    /** Notes what a field has; whether it has had it before, which is kept from now on and to be kept. */
    boolean isConstant(int field, byte[] a, int at, int after) {
        long last = (long) LONG.get(a, after - Long.BYTES);
        int hash = (int) (last ^ last >>> 32);
        if (hashes[field] != hash) {
            hashes[field] = hash;
            return false;
        }
        return keep(field, a, at, after, last);
    }

    private boolean keep(int field, byte[] a, int at, int after, long last) {
        int length = after - at;
        if (length > MAX_BYTES || (a[at] & 0xFF) == Codes.TYPE_PREFIX) {
            return false;
        }
        int i = field * WORDS;
        words[i] = length < Long.BYTES ? last >>> 64 - 8 * length : (long) LONG.get(a, at);
        words[i + 1] = last;
        words[i + 2] = length <= 2 * Long.BYTES ? 0 : (long) LONG.get(a, at + Long.BYTES);
        words[i + 3] = length <= 2 * Long.BYTES ? 0 : (long) LONG.get(a, after - 2 * Long.BYTES);
        return true;
    }
}
