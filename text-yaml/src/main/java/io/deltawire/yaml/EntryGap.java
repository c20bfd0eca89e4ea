package io.deltawire.yaml;

/**
 * What stood between the value of an entry and the name of the next one in an object, up to eight bytes: it is likely to
 * stand there again. Not thread-safe.
 */
final class EntryGap {
    private static final int MOST = Long.BYTES;

    private long bytes;

    /** 0 where nothing is known. */
    private int length;

    /** Its line breaks. */
    int lines;

    /** Forgets it: another object is entered. */
    void clear() {
        length = 0;
    }

    /** The index after the same bytes, if they stand at an index and what begins a name of letters comes after them; or -1. */
    int after(byte[] a, int at, int end) {
        int after = at + length;
        boolean isSame = length > 0
                && a.length - at >= MOST
                && ((long) ShapeNames.LONG.get(a, at) ^ bytes) << 64 - (length << 3) == 0
                && after < end;
        return isSame && a[after] >= 'A' && a[after] != '}' ? after : Lexer.UNKNOWN;
    }

    /** Takes note of what stands between two indexes. */
    void learn(byte[] a, int from, int to) {
        if (to <= from || to - from > MOST || a.length - from < MOST) {
            return;
        }
        bytes = (long) ShapeNames.LONG.get(a, from);
        length = to - from;
        lines = 0;
        for (int i = from; i < to; i++) {
            lines += a[i] == '\n' ? 1 : 0;
        }
    }
}
