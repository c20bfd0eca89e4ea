package io.deltawire.yaml.internal.name;

import io.deltawire.yaml.internal.text.ByteWords;

/** Some texts one after the other, each beginning with a word of its own and filled up with zeros. Immutable. */
public final class PackedTexts {
    private final long[] words;

    /** Index of the first word of each. */
    private final int[] starts;

    /** Length of each in bytes; 0 where there is none. */
    private final int[] lengths;

    PackedTexts(String prefix, byte[][] texts) {
        starts = new int[texts.length];
        lengths = new int[texts.length];
        int count = 0;
        for (int i = 0; i < texts.length; i++) {
            starts[i] = count;
            lengths[i] = texts[i] == null ? 0 : prefix.length() + texts[i].length;
            count += (lengths[i] + 7) >> 3;
        }
        words = new long[count];
        for (int i = 0; i < texts.length; i++) {
            for (int j = 0; j < lengths[i]; j++) {
                long b = j < prefix.length() ? prefix.charAt(j) : texts[i][j - prefix.length()] & 0xFF;
                words[starts[i] + (j >> 3)] |= b << (j << 3);
            }
        }
    }

    public int count() {
        return lengths.length;
    }

    public int length(int i) {
        return lengths[i];
    }

    /** Whether text {@code i} stands at an index, from which on there must be {@code lengths[i] + 7} bytes. */
    public boolean matches(byte[] a, int at, int i) {
        int k = starts[i];
        int left = lengths[i];
        int from = at;
        while (left >= 8) {
            if ((long) ByteWords.LONG.get(a, from) != words[k++]) {
                return false;
            }
            from += 8;
            left -= 8;
        }
        return left == 0 || ((long) ByteWords.LONG.get(a, from) ^ words[k]) << 64 - (left << 3) == 0;
    }

    /** Copies text {@code i}, and up to seven bytes more; returns the index after the text. */
    public int copy(int i, byte[] into, int at) {
        int end = at + lengths[i];
        for (int k = starts[i], to = at; to < end; to += 8) {
            ByteWords.LONG.set(into, to, words[k++]);
        }
        return end;
    }
}
