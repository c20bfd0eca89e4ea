package io.deltawire.json.internal.text;

import io.deltawire.wire.internal.json.Swar;

/**
 * Finds the brace that closes an object, eight bytes at a time. It skips strings but gives up at a backslash, and at
 * an inner object whose first name starts with {@code @}.
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

    /**
     * Returns the index of the brace that closes an object, or {@link #UNKNOWN}.
     *
     * @param from index of the first byte inside the object
     */
    public static int find(byte[] a, int from, int to) {
        int flat = findInFlatObject(a, from, to);
        return flat != UNKNOWN ? flat : findNested(a, from, to);
    }

    /**
     * Finds the brace if no other brace precedes it, and only braces follow it up to the end of the line. No string in
     * JSON contains a line break, so that this brace is outside of strings.
     */
    private static int findInFlatObject(byte[] a, int from, int to) {
        int i = from;
        while (i <= to - 16) {
            // Sets the top bit of bytes from '{' up and of most bytes beyond ASCII. Bytes above 0xFB may
            // lose it, but UTF-8 does not use them.
            long x = Swar.load(a, i) + FROM_OPENING;
            long y = Swar.load(a, i + 8) + FROM_OPENING;
            if (((x | y) & TOPS) != 0) {
                break;
            }
            i += 16;
        }
        while (i <= to - 8) {
            long found = Swar.load(a, i) + FROM_OPENING & TOPS;
            i += Long.numberOfTrailingZeros(found) >> 3; // adds eight if there is none
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
        int others = 0; // bytes other than quotes
        long noBackslash = TOPS;
        int i = from;
        for (; i <= to - 8; i += 8) {
            long x = Swar.load(a, i);
            if ((x & TOPS) != 0) {
                x = blankNonAscii(x);
            }
            // For bytes below 0x80: the top bit is set if the byte is not the one sought.
            long noQuote = (x ^ QUOTES) + LOWS & TOPS;
            noBackslash &= (x ^ BACKSLASHES) + LOWS;
            long noBrace = (x ^ OPENING) + LOWS & (x ^ CLOSING) + LOWS & TOPS;
            if (noBrace != TOPS) {
                long odd = -(others + i - from & 1L); // all bits set if a string is open
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

    /** Returns the eight bytes with blanks in place of those that are not ASCII. */
    private static long blankNonAscii(long x) {
        long tops = x & TOPS;
        return x & ~((tops >>> 7) * 0xFF) | (tops >>> 7) * ' ';
    }

    /**
     * Returns the top bits of the bytes that are inside a string or open one, if no string is open before the first
     * byte.
     */
    private static long insideStrings(long quotes) {
        long parity = quotes ^ quotes << 8;
        parity ^= parity << 16;
        return parity ^ parity << 32;
    }

    /**
     * Counts the braces in eight bytes. Returns the depth after them, the complement of the index found, or {@link
     * #GAVE_UP}.
     */
    private static int countBraces(byte[] a, int index, int to, long braces, int before) {
        int depth = before;
        for (long rest = braces; rest != 0; rest &= rest - 1) {
            int i = index + (Long.numberOfTrailingZeros(rest) >> 3);
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
                return UNKNOWN; // an object in the last few bytes is not worth another loop
            } else if (!in && b == '}' && --depth == 0) {
                return i;
            }
        }
        return UNKNOWN;
    }
}
