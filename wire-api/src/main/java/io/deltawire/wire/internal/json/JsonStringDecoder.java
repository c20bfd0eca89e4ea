package io.deltawire.wire.internal.json;

import io.deltawire.wire.spi.text.Utf8;

/** Decodes the content of a JSON string. */
public final class JsonStringDecoder {
    private static final int LONG_TEXT = 1 << 16;
    private static final int CHUNK = 1 << 12;

    private JsonStringDecoder() {}

    /**
     * Decodes the bytes between two quotes; returns null for an invalid escape. If the bytes are not valid UTF-8, the
     * text is good only for an error message.
     */
    public static String decode(byte[] a, int from, int to) {
        for (int i = from; i < to; i++) {
            if (a[i] == '\\') {
                StringBuilder text = new StringBuilder(to - from);
                return append(a, from, to, text) ? text.toString() : null;
            }
        }
        if (to - from <= LONG_TEXT) {
            return Utf8.decode(a, from, to - from);
        }
        // Decoding in chunks, because the JDK would copy the whole text twice.
        StringBuilder text = new StringBuilder(length(a, from, to));
        append(a, from, to, text);
        return text.toString();
    }

    /** Appends the text between two quotes; returns false for an invalid escape. */
    static boolean append(byte[] a, int from, int to, StringBuilder text) {
        int i = from;
        while (i < to) {
            byte b = a[i];
            if (b == '\\') {
                i = appendEscape(a, i + 1, to, text);
                if (i < 0) {
                    return false;
                }
            } else if (b >= 0) {
                text.append((char) b);
                i++;
            } else {
                int start = i;
                while (i < to && a[i] < 0 && (i - start < CHUNK || (a[i] & 0xC0) == 0x80)) {
                    i++;
                }
                text.append(Utf8.decode(a, start, i - start));
            }
        }
        return true;
    }

    /**
     * Checks the escape that starts with a backslash.
     *
     * @return the index after it; or, if it is not valid or not whole, the complement of the index of the first byte
     *     that is wrong, which may be {@code to}
     */
    public static int escapeEnd(byte[] a, int backslash, int to) {
        int i = backslash + 1;
        if (i == to) {
            return ~to;
        }
        switch (a[i]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
                return i + 1;
            case 'u':
                for (int digit = i + 1; digit < i + 5; digit++) {
                    if (digit == to || a[digit] < 0 || Character.digit(a[digit], 16) < 0) {
                        return ~digit;
                    }
                }
                return i + 5;
            default:
                return ~i;
        }
    }

    private static int appendEscape(byte[] a, int index, int to, StringBuilder text) {
        if (index >= to) {
            return -1;
        }
        switch (a[index]) {
            case '"', '\\', '/':
                text.append((char) a[index]);
                break;
            case 'b':
                text.append('\b');
                break;
            case 'f':
                text.append('\f');
                break;
            case 'n':
                text.append('\n');
                break;
            case 'r':
                text.append('\r');
                break;
            case 't':
                text.append('\t');
                break;
            case 'u':
                return appendUnicode(a, index + 1, to, text);
            default:
                return -1;
        }
        return index + 1;
    }

    private static int appendUnicode(byte[] a, int index, int to, StringBuilder text) {
        if (to - index < 4) {
            return -1;
        }
        int unit = 0;
        for (int i = index; i < index + 4; i++) {
            int digit = a[i] < 0 ? -1 : Character.digit(a[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        text.append((char) unit);
        return index + 4;
    }

    /** Returns the number of UTF-16 units between two quotes, provided that escapes and UTF-8 are valid. */
    public static int length(byte[] a, int from, int to) {
        int units = 0;
        for (int i = from; i < to; i++) {
            int b = a[i];
            if (b == '\\') {
                i += a[i + 1] == 'u' ? 5 : 1;
                units++;
            } else if ((b & 0xC0) != 0x80) {
                units += (b & 0xF8) == 0xF0 ? 2 : 1;
            }
        }
        return units;
    }
}
