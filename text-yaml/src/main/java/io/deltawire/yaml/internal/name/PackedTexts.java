package io.deltawire.yaml.internal.name;

import io.deltawire.yaml.internal.text.ByteWords;

/**
 * Texts packed into words of eight bytes, so that they are copied and compared by the word. Each text starts with a
 * word of its own and is padded with zeros. Immutable.
 */
public final class PackedTexts {
    private final long[] words;

    /** By text: index of its first word. */
    private final int[] starts;

    /** By text: length in bytes; 0 if there is none. */
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

    /** Returns the number of texts. */
    public int count() {
        return lengths.length;
    }

    /** Returns the length in bytes of text {@code i}, or 0 if there is none. */
    public int length(int i) {
        return lengths[i];
    }

    /** Returns whether text {@code i} is at an index. The array must have {@code length(i) + 7} bytes from there. */
    public boolean matches(byte[] a, int index, int i) {
        int k = starts[i];
        int left = lengths[i];
        int from = index;
        while (left >= 8) {
            if ((long) ByteWords.LONG.get(a, from) != words[k++]) {
                return false;
            }
            from += 8;
            left -= 8;
        }
        return left == 0 || ((long) ByteWords.LONG.get(a, from) ^ words[k]) << 64 - (left << 3) == 0;
    }

    /** Copies text {@code i} and up to seven bytes of padding; returns the index after the text. */
    public int copy(int i, byte[] into, int index) {
        int end = index + lengths[i];
        for (int k = starts[i], to = index; to < end; to += 8) {
            ByteWords.LONG.set(into, to, words[k++]);
        }
        return end;
    }
}
