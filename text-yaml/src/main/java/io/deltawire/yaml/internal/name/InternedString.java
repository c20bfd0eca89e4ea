package io.deltawire.yaml.internal.name;

import io.deltawire.yaml.internal.text.ByteWords;
import java.util.Arrays;

/**
 * A string and the bytes from which it was read. Where the same bytes probably occur again, comparing them first saves
 * scanning and decoding. Not thread-safe.
 */
public final class InternedString {
    private static final int MAX_LENGTH = 64;

    private long[] words = {};
    private int length;

    /** Null if nothing is cached. */
    private String value;

    /** Returns the string, or null. */
    public String value() {
        return value;
    }

    /** Returns the number of bytes. */
    public int length() {
        return length;
    }

    /** Caches the string that was read from some bytes, unless it is too long. */
    public void set(byte[] a, int from, int to, String read) {
        value = null;
        if (to - from > MAX_LENGTH) {
            return;
        }
        length = to - from;
        int count = (length + 7) >> 3;
        if (words.length < count) {
            words = new long[count];
        }
        Arrays.fill(words, 0);
        for (int i = 0; i < length; i++) {
            words[i >> 3] |= (a[from + i] & 0xFFL) << (i << 3);
        }
        value = read;
    }

    /** Returns whether the bytes are at an index. The array must have seven more bytes after them. */
    public boolean isAt(byte[] a, int index) {
        if (value == null || a.length - index < length + 7) {
            return false;
        }
        int left = length;
        int from = index;
        int k = 0;
        while (left >= 8) {
            if ((long) ByteWords.LONG.get(a, from) != words[k++]) {
                return false;
            }
            from += 8;
            left -= 8;
        }
        return left == 0 || ((long) ByteWords.LONG.get(a, from) ^ words[k]) << 64 - (left << 3) == 0;
    }
}
