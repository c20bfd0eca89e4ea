package io.deltawire.binary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Strings by their bytes, so that a repeated name or short text gives the same instance and no garbage. A text that falls
 * on another's place takes it; nothing grows with the input.
 */
final class TextCache {
    /** Longer texts are not kept. */
    private static final int MAX_BYTES = 64;

    private static final int SIZE = 512;

    private final boolean latin1;
    private final byte[][] keys = new byte[SIZE][];
    private final String[] strings = new String[SIZE];
    private final StringBuilder decoded = new StringBuilder();

    private TextCache(boolean latin1) {
        this.latin1 = latin1;
    }

    /** A cache of Latin-1 text. */
    static TextCache ofLatin1() {
        return new TextCache(true);
    }

    /** A cache of text as {@link Cesu8} decodes it. */
    static TextCache ofUtf8() {
        return new TextCache(false);
    }

    /** The text of the bytes; throws {@link Fault} where they are none. */
    String get(byte[] a, int from, int length) {
        if (length > MAX_BYTES) {
            return decode(a, from, length);
        }
        int i = index(a, from, length);
        byte[] key = keys[i];
        if (key != null && key.length == length && Arrays.equals(key, 0, length, a, from, from + length)) {
            return strings[i];
        }
        String text = decode(a, from, length);
        keys[i] = Arrays.copyOfRange(a, from, from + length);
        strings[i] = text;
        return text;
    }

    private String decode(byte[] a, int from, int length) {
        if (latin1) {
            return new String(a, from, length, StandardCharsets.ISO_8859_1);
        }
        for (int i = from; i < from + length; i++) {
            if (a[i] < 0) {
                decoded.setLength(0);
                Cesu8.decode(a, from, from + length, decoded);
                return decoded.toString();
            }
        }
        return new String(a, from, length, StandardCharsets.ISO_8859_1);
    }

    private static int index(byte[] a, int from, int length) {
        long hash = length;
        int to = from + length;
        if (length >= 8) {
            hash += (long) Scan.LONG.get(a, from) * 0x9E3779B97F4A7C15L ^ (long) Scan.LONG.get(a, to - 8);
        } else {
            for (int i = from; i < to; i++) {
                hash = hash * 31 + a[i];
            }
        }
        hash *= 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 55);
    }
}
