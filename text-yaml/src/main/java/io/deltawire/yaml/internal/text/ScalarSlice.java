package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.wire.spi.text.Utf8;

/**
 * Classifies and decodes scalars from their bytes alone, without creating text first. The answers may be conservative:
 * a scalar that is not recognised here is resolved from its text.
 */
public final class ScalarSlice {
    /** Every number with this many digits is a {@code long}. */
    static final int MAX_INT64_DIGITS = 18;

    private static final int MAX_WORD = 5;

    private ScalarSlice() {}

    /** Returns whether a plain scalar is certainly text: it starts with a letter and is not one of YAML's words. */
    public static boolean isText(byte[] a, int from, int to) {
        byte b = a[from];
        if (b < 0) {
            return true;
        }
        int letter = (b | 0x20) - 'a';
        if ((letter < 0 || letter > 'z' - 'a') && b != '_' && b != '/' && b != '$') {
            return false;
        }
        return to - from > MAX_WORD || !isWord(a, from, to);
    }

    /** Returns whether YAML 1.1 or 1.2 resolves the word to null or a truth value. Ignores case. */
    private static boolean isWord(byte[] a, int from, int to) {
        long word = 0;
        for (int i = from; i < to; i++) {
            word = word << 8 | a[i] & 0xFF | 0x20;
        }
        return word == 'y'
                || word == 'n'
                || word == ('n' << 8 | 'o')
                || word == ('o' << 8 | 'n')
                || word == ('y' << 16 | 'e' << 8 | 's')
                || word == ('o' << 16 | 'f' << 8 | 'f')
                || word == ('n' << 24 | 'u' << 16 | 'l' << 8 | 'l')
                || word == ('t' << 24 | 'r' << 16 | 'u' << 8 | 'e')
                || word == ((long) 'f' << 32 | 'a' << 24 | 'l' << 16 | 's' << 8 | 'e');
    }

    /** Returns whether a plain scalar is an integer of at most 18 digits without leading zeros. */
    public static boolean isInt64(byte[] a, int from, int to) {
        int i = a[from] == '-' ? from + 1 : from;
        int digits = to - i;
        if (digits < 1 || digits > MAX_INT64_DIGITS || a[i] == '0' && digits > 1) {
            return false;
        }
        for (; i < to; i++) {
            if (a[i] < '0' || a[i] > '9') {
                return false;
            }
        }
        return true;
    }

    static boolean isAscii(byte[] a, int from, int to) {
        int all = 0;
        for (int i = from; i < to; i++) {
            all |= a[i];
        }
        return all >= 0;
    }

    /** Returns text without escapes; ASCII text is interned. */
    public static String text(byte[] a, int from, int to, TextCache texts) {
        return isAscii(a, from, to) ? texts.text(a, from, to) : Utf8.decode(a, from, to - from);
    }

    /** Appends text without escapes. */
    public static void append(byte[] a, int from, int to, StringBuilder target) {
        int i = from;
        while (i < to && a[i] >= 0) {
            target.append((char) a[i++]);
        }
        if (i < to) {
            target.append(Utf8.decode(a, i, to - i));
        }
    }
}
