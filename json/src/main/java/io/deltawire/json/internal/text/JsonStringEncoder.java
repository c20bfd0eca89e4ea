package io.deltawire.json.internal.text;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Printable;
import java.nio.charset.StandardCharsets;

/**
 * Text as the inside of a JSON string. Escaped are {@code "} and {@code \}, what RFC 8259 section 7 demands (U+0000 to
 * U+001F), lone surrogates, which UTF-8 cannot hold, and what a terminal would act on (see {@link Printable}), so that
 * output can be looked at safely.
 */
public final class JsonStringEncoder {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int CHUNK = 1024;

    /** For ASCII: 0 where it stands for itself, the letter after the backslash, or 'u'. */
    private static final byte[] ESCAPES = escapes();

    private JsonStringEncoder() {}

    private static byte[] escapes() {
        byte[] escapes = new byte[128];
        for (int c = 0; c < 0x20; c++) {
            escapes[c] = 'u';
        }
        escapes[0x7F] = 'u';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        escapes['\b'] = 'b';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\f'] = 'f';
        escapes['\r'] = 'r';
        return escapes;
    }

    /** Appends text in quotes, and leaves room for one more byte. */
    public static void appendQuoted(OutputBuffer out, CharSequence text) {
        int length = text.length();
        out.ensure(length + 3);
        byte[] array = out.array;
        int at = out.position;
        array[at++] = '"';
        int i = copyPlain(text, array, at);
        at += i;
        if (i < length) {
            out.position = at;
            appendRest(out, text, i);
            out.ensure(2);
            array = out.array;
            at = out.position;
        }
        array[at++] = '"';
        out.position = at;
    }

    /** Appends text, escaped, without quotes. */
    public static void append(OutputBuffer out, CharSequence text) {
        out.ensure(text.length());
        int i = copyPlain(text, out.array, out.position);
        out.position += i;
        if (i < text.length()) {
            appendRest(out, text, i);
        }
    }

    /** Copies characters up to the first that is not ASCII or needs an escape; returns its index. */
    private static int copyPlain(CharSequence text, byte[] array, int at) {
        return text instanceof String string ? copyPlain(string, array, at) : copyPlainSequence(text, array, at);
    }

    /** As above, for strings. */
    public static int copyPlain(String text, byte[] array, int at) {
        byte[] escapes = ESCAPES;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || escapes[c] != 0) {
                return i;
            }
            array[at + i] = (byte) c;
        }
        return length;
    }

    private static int copyPlainSequence(CharSequence text, byte[] array, int at) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || ESCAPES[c] != 0) {
                return i;
            }
            array[at + i] = (byte) c;
        }
        return length;
    }

    private static void appendRest(OutputBuffer out, CharSequence text, int from) {
        int length = text.length();
        for (int i = from; i < length; ) {
            int end = Math.min(length, i + CHUNK);
            // A unit takes 6 bytes at most; a pair that straddles the chunk takes 12.
            out.ensure((end - i + 1) * 6);
            i = appendChunk(out, text, i, end);
        }
    }

    private static int appendChunk(OutputBuffer out, CharSequence text, int from, int to) {
        byte[] array = out.array;
        int at = out.position;
        int i = from;
        for (; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                at = putAscii(array, at, c);
            } else if (Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    at = putPair(array, at, c, text.charAt(++i));
                } else {
                    at = putUnicodeEscape(array, at, c);
                }
            } else if (Printable.isHazard(c)) {
                at = putUnicodeEscape(array, at, c);
            } else if (c < 0x800) {
                array[at++] = (byte) (0xC0 | c >> 6);
                array[at++] = (byte) (0x80 | c & 0x3F);
            } else {
                array[at++] = (byte) (0xE0 | c >> 12);
                array[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                array[at++] = (byte) (0x80 | c & 0x3F);
            }
        }
        out.position = at;
        return i;
    }

    private static int putAscii(byte[] array, int from, char c) {
        int at = from;
        byte escape = ESCAPES[c];
        if (escape == 0) {
            array[at++] = (byte) c;
            return at;
        }
        if (escape == 'u') {
            return putUnicodeEscape(array, at, c);
        }
        array[at++] = '\\';
        array[at++] = escape;
        return at;
    }

    private static int putPair(byte[] array, int from, char high, char low) {
        int at = from;
        int point = Character.toCodePoint(high, low);
        if (Printable.isHazard(point)) {
            return putUnicodeEscape(array, putUnicodeEscape(array, at, high), low);
        }
        array[at++] = (byte) (0xF0 | point >> 18);
        array[at++] = (byte) (0x80 | point >> 12 & 0x3F);
        array[at++] = (byte) (0x80 | point >> 6 & 0x3F);
        array[at++] = (byte) (0x80 | point & 0x3F);
        return at;
    }

    private static int putUnicodeEscape(byte[] array, int from, char c) {
        int at = from;
        array[at++] = '\\';
        array[at++] = 'u';
        array[at++] = HEX[c >> 12];
        array[at++] = HEX[c >> 8 & 15];
        array[at++] = HEX[c >> 4 & 15];
        array[at++] = HEX[c & 15];
        return at;
    }
}
