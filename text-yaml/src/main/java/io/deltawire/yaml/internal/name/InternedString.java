package io.deltawire.yaml.internal.name;

import io.deltawire.yaml.internal.text.ByteWords;
import java.util.Arrays;

/** A string and the bytes that it was read from, which are looked for first where it may come again. Not thread-safe. */
public final class InternedString {
    private static final int MAX_LENGTH = 64;

    private long[] words = {};
    private int length;

    /** The string, or null. */
    private String value;

    public String value() {
        return value;
    }

    /** Length of the bytes. */
    public int length() {
        return length;
    }

    /** Remembers the string that was read from some bytes. */
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

    /** Whether the bytes stand at an index, and have at least seven more after them before the end of the array. */
    public boolean isAt(byte[] a, int at) {
        if (value == null || a.length - at < length + 7) {
            return false;
        }
        int left = length;
        int from = at;
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
