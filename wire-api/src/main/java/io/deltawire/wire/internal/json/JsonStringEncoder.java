package io.deltawire.wire.internal.json;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Printable;
import java.nio.charset.StandardCharsets;

/**
 * Encodes text as the content of a JSON string. Besides {@code "}, {@code \} and the control characters of RFC 8259,
 * section 7, it escapes lone surrogates, which UTF-8 cannot represent, and characters that a terminal would act on
 * (see {@link Printable}).
 */
public final class JsonStringEncoder {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int CHUNK = 1024;
    private static final char DELETE = 0x7F;

    /** By ASCII character: 0 if it needs no escape, else the letter after the backslash. */
    private static final byte[] ESCAPES = escapes();

    private JsonStringEncoder() {}

    private static byte[] escapes() {
        byte[] escapes = new byte[128];
        for (int c = 0; c < 0x20; c++) {
            escapes[c] = 'u';
        }
        escapes[DELETE] = 'u';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        escapes['\b'] = 'b';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\f'] = 'f';
        escapes['\r'] = 'r';
        return escapes;
    }

    /** Appends text in quotes, and ensures room for one more byte. */
    public static void appendQuoted(OutputBuffer out, CharSequence text) {
        appendQuoted(out, text, true);
    }

    /**
     * Appends text in quotes, and ensures room for one more byte.
     *
     * @param escapesHazards false if characters that a terminal would act on are escaped only where JSON demands it
     */
    public static void appendQuoted(OutputBuffer out, CharSequence text, boolean escapesHazards) {
        int length = text.length();
        out.ensure(length + 3);
        byte[] array = out.array;
        int index = out.position;
        array[index++] = '"';
        int i = copyPlain(text, array, index);
        index += i;
        if (i < length) {
            out.position = index;
            appendRest(out, text, i, escapesHazards);
            out.ensure(2);
            array = out.array;
            index = out.position;
        }
        array[index++] = '"';
        out.position = index;
    }

    /** Appends text without quotes. */
    public static void append(OutputBuffer out, CharSequence text) {
        out.ensure(text.length());
        int i = copyPlain(text, out.array, out.position);
        out.position += i;
        if (i < text.length()) {
            appendRest(out, text, i, true);
        }
    }

    /** Copies characters up to the first that needs an escape or is not ASCII; returns its index. */
    private static int copyPlain(CharSequence text, byte[] array, int index) {
        return text instanceof String string ? copyPlain(string, array, index) : copyPlainSequence(text, array, index);
    }

    /** Copies characters up to the first that needs an escape or is not ASCII; returns its index. */
    public static int copyPlain(String text, byte[] array, int index) {
        byte[] escapes = ESCAPES;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || escapes[c] != 0) {
                return i;
            }
            array[index + i] = (byte) c;
        }
        return length;
    }

    private static int copyPlainSequence(CharSequence text, byte[] array, int index) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || ESCAPES[c] != 0) {
                return i;
            }
            array[index + i] = (byte) c;
        }
        return length;
    }

    private static void appendRest(OutputBuffer out, CharSequence text, int from, boolean escapesHazards) {
        int length = text.length();
        for (int i = from; i < length; ) {
            int end = Math.min(length, i + CHUNK);
            // A unit takes at most 6 bytes; a pair that straddles the chunk takes 12.
            out.ensure((end - i + 1) * 6);
            i = appendChunk(out, text, i, end, escapesHazards);
        }
    }

    private static int appendChunk(OutputBuffer out, CharSequence text, int from, int to, boolean escapesHazards) {
        byte[] array = out.array;
        int index = out.position;
        int i = from;
        for (; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                index = c == DELETE && !escapesHazards ? putByte(array, index, c) : putAscii(array, index, c);
            } else if (Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    index = putPair(array, index, c, text.charAt(++i), escapesHazards);
                } else {
                    index = putUnicodeEscape(array, index, c);
                }
            } else if (escapesHazards && Printable.isHazard(c)) {
                index = putUnicodeEscape(array, index, c);
            } else if (c < 0x800) {
                array[index++] = (byte) (0xC0 | c >> 6);
                array[index++] = (byte) (0x80 | c & 0x3F);
            } else {
                array[index++] = (byte) (0xE0 | c >> 12);
                array[index++] = (byte) (0x80 | c >> 6 & 0x3F);
                array[index++] = (byte) (0x80 | c & 0x3F);
            }
        }
        out.position = index;
        return i;
    }

    private static int putByte(byte[] array, int index, char c) {
        array[index] = (byte) c;
        return index + 1;
    }

    private static int putAscii(byte[] array, int from, char c) {
        int index = from;
        byte escape = ESCAPES[c];
        if (escape == 0) {
            array[index++] = (byte) c;
            return index;
        }
        if (escape == 'u') {
            return putUnicodeEscape(array, index, c);
        }
        array[index++] = '\\';
        array[index++] = escape;
        return index;
    }

    private static int putPair(byte[] array, int from, char high, char low, boolean escapesHazards) {
        int index = from;
        int point = Character.toCodePoint(high, low);
        if (escapesHazards && Printable.isHazard(point)) {
            return putUnicodeEscape(array, putUnicodeEscape(array, index, high), low);
        }
        array[index++] = (byte) (0xF0 | point >> 18);
        array[index++] = (byte) (0x80 | point >> 12 & 0x3F);
        array[index++] = (byte) (0x80 | point >> 6 & 0x3F);
        array[index++] = (byte) (0x80 | point & 0x3F);
        return index;
    }

    private static int putUnicodeEscape(byte[] array, int from, char c) {
        int index = from;
        array[index++] = '\\';
        array[index++] = 'u';
        array[index++] = HEX[c >> 12];
        array[index++] = HEX[c >> 8 & 15];
        array[index++] = HEX[c >> 4 & 15];
        array[index++] = HEX[c & 15];
        return index;
    }
}
