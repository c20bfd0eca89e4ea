package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.SeenTexts;
import io.deltawire.wire.spi.Utf8;

/** What can be said of a scalar, and made of it, from its bytes alone. */
public final class ScalarSlice {
    /** Every number of so many digits is a {@code long}. */
    static final int MAX_INT64_DIGITS = 18;

    private static final int MAX_WORD = 5;

    private ScalarSlice() {}

    /** True for a plain scalar that is text for sure: it begins with a letter and is no word of YAML's. */
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

    /** The words that YAML 1.1 or 1.2 resolves to null or a truth value, in any case. */
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

    /** True for a plain scalar that is an integer of at most 18 digits without leading zeros. */
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

    /** Whether all bytes are ASCII. */
    static boolean isAscii(byte[] a, int from, int to) {
        int all = 0;
        for (int i = from; i < to; i++) {
            all |= a[i];
        }
        return all >= 0;
    }

    /** Text without escapes. */
    public static String text(byte[] a, int from, int to, SeenTexts seen) {
        return isAscii(a, from, to) ? seen.text(a, from, to) : Utf8.decode(a, from, to - from);
    }

    /** Appends text that has no escapes. */
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
