package io.deltawire.yaml.internal.scanner;

import io.deltawire.yaml.internal.text.ByteWords;
import io.deltawire.yaml.internal.text.YamlLexer;

/**
 * The bytes between the last value and the name after it, at most eight. The same bytes probably separate the next
 * entry, so that one comparison replaces a scan. Not thread-safe.
 */
final class CachedSeparator {
    private static final int MAX_LENGTH = Long.BYTES;

    private long bytes;

    /** 0 if nothing is cached. */
    private int length;

    /** Line breaks in the separator. */
    private int lines;

    int lines() {
        return lines;
    }

    void clear() {
        length = 0;
    }

    /**
     * Returns the index after the cached bytes, if they are at an index and a letter follows; otherwise {@link
     * YamlLexer#UNKNOWN}.
     */
    int indexAfter(byte[] a, int index, int end) {
        int after = index + length;
        boolean isSame = length > 0
                && a.length - index >= MAX_LENGTH
                && ((long) ByteWords.LONG.get(a, index) ^ bytes) << 64 - (length << 3) == 0
                && after < end;
        return isSame && a[after] >= 'A' && a[after] != '}' ? after : YamlLexer.UNKNOWN;
    }

    /** Stores the bytes between two indexes. */
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
