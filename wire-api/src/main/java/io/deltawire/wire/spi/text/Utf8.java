package io.deltawire.wire.spi.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Encodes and decodes UTF-8 as RFC 3629 defines it: shortest form, no surrogates, up to U+10FFFF. Invalid input is
 * reported, never replaced. Stateless, so threads may share it.
 */
public final class Utf8 {
    /** Returned by {@link #validate} for valid input. */
    public static final int VALID = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Returns the largest number of bytes that {@code chars} UTF-16 units can take. */
    public static int maxBytes(int chars) {
        return chars * 3;
    }

    /**
     * Encodes text into an array with room for {@link #maxBytes}.
     *
     * @return the index after the last byte written; or {@code -1 - i} if the unit at index {@code i} of the text is a
     *     lone surrogate, which UTF-8 cannot represent
     */
    public static int encode(CharSequence text, byte[] into, int index) {
        int length = text.length();
        int i = 0;
        for (; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return encodeRest(text, i, into, index);
            }
            into[index++] = (byte) c;
        }
        return index;
    }

    private static int encodeRest(CharSequence text, int from, byte[] into, int index) {
        int length = text.length();
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                into[index++] = (byte) c;
            } else if (c < 0x800) {
                into[index++] = (byte) (0xC0 | c >> 6);
                into[index++] = (byte) (0x80 | c & 0x3F);
            } else if (c < 0xD800 || c > 0xDFFF) {
                into[index++] = (byte) (0xE0 | c >> 12);
                into[index++] = (byte) (0x80 | c >> 6 & 0x3F);
                into[index++] = (byte) (0x80 | c & 0x3F);
            } else {
                if (c > 0xDBFF || i + 1 == length || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return -1 - i;
                }
                int point = Character.toCodePoint(c, text.charAt(++i));
                into[index++] = (byte) (0xF0 | point >> 18);
                into[index++] = (byte) (0x80 | point >> 12 & 0x3F);
                into[index++] = (byte) (0x80 | point >> 6 & 0x3F);
                into[index++] = (byte) (0x80 | point & 0x3F);
            }
        }
        return index;
    }

    /** Returns the number of UTF-16 units that some valid UTF-8 stands for. */
    public static int units(byte[] bytes, int from, int to) {
        int units = 0;
        for (int i = from; i < to; i++) {
            int b = bytes[i] & 0xFF;
            units += b < 0x80 || b >= 0xC0 ? b >= 0xF0 ? 2 : 1 : 0;
        }
        return units;
    }

    /** Returns the number of bytes of a text, counting a lone surrogate as 3. */
    public static int length(CharSequence text) {
        int length = text.length();
        int bytes = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                continue;
            }
            bytes += c < 0x800 ? 1 : 2;
            if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++; // 4 bytes for 2 units: the other 2 are counted
            }
        }
        return bytes;
    }

    /** Returns {@link #VALID}, or the index of the first byte that is not part of a valid sequence. */
    public static int validate(byte[] bytes, int from, int to) {
        int i = from;
        while (to - i >= Long.BYTES && ((long) LONG.get(bytes, i) & NOT_ASCII) == 0) {
            i += Long.BYTES;
        }
        return i == to ? VALID : validateRest(bytes, i, to);
    }

    private static int validateRest(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int b = bytes[i];
            if (b >= 0) {
                i++;
            } else {
                int length = sequenceLength(bytes, i, to);
                if (length == 0) {
                    return i;
                }
                i += length;
            }
        }
        return VALID;
    }

    /**
     * Returns the length of the valid sequence of 2 to 4 bytes at {@code i}, or 0 if there is none (RFC 3629, section
     * 4).
     */
    private static int sequenceLength(byte[] bytes, int i, int to) {
        int first = bytes[i] & 0xFF;
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (to - i < length) {
            return 0;
        }
        int second = bytes[i + 1] & 0xFF;
        int low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < low || second > high) {
            return 0;
        }
        for (int j = 2; j < length; j++) {
            if ((bytes[i + j] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** Decodes bytes that {@link #validate} has found valid. */
    public static String decode(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
}
