package io.deltawire.json.internal.text;

/**
 * Finds the brace that closes an object, eight bytes at a time. Knows strings, but none with a backslash in it: then, and
 * where an object inside begins with a name that begins with {@code @}, it gives up.
 */
public final class ClosingBraceFinder {
    /** Not found, or given up. */
    public static final int UNKNOWN = -1;

    private static final int GAVE_UP = Integer.MIN_VALUE;

    private static final long ONES = 0x0101010101010101L;
    private static final long LOWS = 0x7F7F7F7F7F7F7F7FL;
    private static final long TOPS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long FROM_OPENING = ONES * (0x80 - '{');
    private static final long OPENING = ONES * '{';
    private static final long CLOSING = ONES * '}';

    private ClosingBraceFinder() {}

    /** The index of the brace that closes the object whose first byte inside is at {@code from}, or {@link #UNKNOWN}. */
    public static int find(byte[] a, int from, int to) {
        int flat = findInFlatObject(a, from, to);
        return flat != UNKNOWN ? flat : findNested(a, from, to);
    }

    /**
     * As {@link #find}, where there is no brace before the one looked for, and nothing but braces between it and the end of
     * the line. As no string of JSON holds a line break, that brace is in none.
     */
    private static int findInFlatObject(byte[] a, int from, int to) {
        int i = from;
        while (i <= to - 16) {
            // From '{' on, and beyond ASCII: the top bit is set; of those after 0xFB, which is in no UTF-8, perhaps
            // not.
            long x = Swar.load(a, i) + FROM_OPENING;
            long y = Swar.load(a, i + 8) + FROM_OPENING;
            if (((x | y) & TOPS) != 0) {
                break;
            }
            i += 16;
        }
        while (i <= to - 8) {
            long found = Swar.load(a, i) + FROM_OPENING & TOPS;
            i += Long.numberOfTrailingZeros(found) >> 3; // eight where there is none
            if (found != 0) {
                break;
            }
        }
        while (i < to && a[i] >= 0 && a[i] < '{') {
            i++;
        }
        if (i == to || a[i] != '}') {
            return UNKNOWN;
        }
        int after = i + 1;
        while (after < to && a[after] == '}') {
            after++;
        }
        return after < to && (a[after] == '\n' || a[after] == '\r') ? i : UNKNOWN;
    }

    private static int findNested(byte[] a, int from, int to) {
        int depth = 1;
        int others = 0; // bytes that are no quotes
        long noBackslash = TOPS;
        int i = from;
        for (; i <= to - 8; i += 8) {
            long x = Swar.load(a, i);
            if ((x & TOPS) != 0) {
                x = blankNonAscii(x);
            }
            // Of bytes below 0x80: the top bit of a byte is set where it is not the one looked for.
            long noQuote = (x ^ QUOTES) + LOWS & TOPS;
            noBackslash &= (x ^ BACKSLASHES) + LOWS;
            long noBrace = (x ^ OPENING) + LOWS & (x ^ CLOSING) + LOWS & TOPS;
            if (noBrace != TOPS) {
                long odd = -(others + i - from & 1L); // all bits set inside of a string
                long outside = (noBrace ^ TOPS) & ~(insideStrings(noQuote ^ TOPS) ^ odd);
                if (outside != 0) {
                    if (noBackslash != TOPS) {
                        return UNKNOWN;
                    }
                    depth = countBraces(a, i, to, outside, depth);
                    if (depth < 0) {
                        return depth == GAVE_UP ? UNKNOWN : ~depth;
                    }
                }
            }
            others += Long.bitCount(noQuote);
        }
        return noBackslash != TOPS ? UNKNOWN : findInTail(a, i, to, depth, (others + i - from & 1) != 0);
    }

    /** The eight bytes, with blanks for those that are not ASCII. */
    private static long blankNonAscii(long x) {
        long tops = x & TOPS;
        return x & ~((tops >>> 7) * 0xFF) | (tops >>> 7) * ' ';
    }

    /** The bytes that are inside of a string, or a quote that opens one, where the first byte is not: their top bits. */
    private static long insideStrings(long quotes) {
        long parity = quotes ^ quotes << 8;
        parity ^= parity << 16;
        return parity ^ parity << 32;
    }

    /** Goes over the braces in eight bytes; returns the depth after them, the complement of the index found, or {@link #GAVE_UP}. */
    private static int countBraces(byte[] a, int at, int to, long braces, int before) {
        int depth = before;
        for (long rest = braces; rest != 0; rest &= rest - 1) {
            int i = at + (Long.numberOfTrailingZeros(rest) >> 3);
            if (a[i] == '{') {
                depth++;
                if (i + 2 >= to || a[i + 1] == '"' && (a[i + 2] == '@' || a[i + 2] == '\\')) {
                    return GAVE_UP;
                }
            } else if (--depth == 0) {
                return ~i;
            }
        }
        return depth;
    }

    private static int findInTail(byte[] a, int from, int to, int before, boolean inString) {
        int depth = before;
        boolean in = inString;
        for (int i = from; i < to; i++) {
            byte b = a[i];
            if (b == '"') {
                in = !in;
            } else if (b == '\\') {
                return UNKNOWN;
            } else if (!in && b == '{') {
                return UNKNOWN; // an object in the last few bytes is not worth a way of its own
            } else if (!in && b == '}' && --depth == 0) {
                return i;
            }
        }
        return UNKNOWN;
    }
}
