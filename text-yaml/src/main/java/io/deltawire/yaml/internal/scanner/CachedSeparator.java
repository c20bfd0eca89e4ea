package io.deltawire.yaml.internal.scanner;

import io.deltawire.yaml.internal.text.ByteWords;
import io.deltawire.yaml.internal.text.YamlLexer;

/**
 * What stood between the value of an entry and the name of the next one in an object, up to eight bytes: it is likely to
 * stand there again. Not thread-safe.
 */
final class CachedSeparator {
    private static final int MAX_LENGTH = Long.BYTES;

    private long bytes;

    /** 0 where nothing is known. */
    private int length;

    /** Its line breaks. */
    private int lines;

    int lines() {
        return lines;
    }

    /** Forgets it: another object is entered. */
    void clear() {
        length = 0;
    }

    /** The index after the same bytes, if they stand at an index and what begins a name of letters comes after them; or -1. */
    int indexAfter(byte[] a, int at, int end) {
        int after = at + length;
        boolean isSame = length > 0
                && a.length - at >= MAX_LENGTH
                && ((long) ByteWords.LONG.get(a, at) ^ bytes) << 64 - (length << 3) == 0
                && after < end;
        return isSame && a[after] >= 'A' && a[after] != '}' ? after : YamlLexer.UNKNOWN;
    }

    /** Takes note of what stands between two indexes. */
    void store(byte[] a, int from, int to) {
        if (to <= from || to - from > MAX_LENGTH || a.length - from < MAX_LENGTH) {
            return;
        }
        bytes = (long) ByteWords.LONG.get(a, from);
        length = to - from;
        lines = 0;
        for (int i = from; i < to; i++) {
            lines += a[i] == '\n' ? 1 : 0;
        }
    }
}
