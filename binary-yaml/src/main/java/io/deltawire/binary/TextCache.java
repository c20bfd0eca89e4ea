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

    private static final int SIZE_BITS = 9;
    private static final int SIZE = 1 << SIZE_BITS;

    private final boolean latin1;
    private final Entry[] entries = new Entry[SIZE];
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

    /** Bytes and their text. Up to 16 bytes are the first eight and the last eight, which may overlap. */
    private static final class Entry {
        final long first;
        final long last;
        final byte[] bytes;
        final String text;

        Entry(long first, long last, byte[] bytes, String text) {
            this.first = first;
            this.last = last;
            this.bytes = bytes;
            this.text = text;
        }
    }

    /** The text of the bytes; throws {@link Fault} where they are none. */
    String get(byte[] a, int from, int length) {
        if (length > MAX_BYTES) {
            return decode(a, from, length);
        }
        long first;
        long last = 0;
        if (length >= 8) {
            first = (long) Scan.LONG.get(a, from);
            last = (long) Scan.LONG.get(a, from + length - 8);
        } else {
            first = fewBytes(a, from, length);
        }
        long hash = (first ^ Long.rotateLeft(last, 31) ^ length) * 0x9E3779B97F4A7C15L;
        int i = (int) (hash >>> 64 - SIZE_BITS);
        Entry entry = entries[i];
        if (entry != null
                && entry.first == first
                && entry.last == last
                && entry.bytes.length == length
                && (length <= 16 || Arrays.equals(entry.bytes, 0, length, a, from, from + length))) {
            return entry.text;
        }
        String text = decode(a, from, length);
        entries[i] = new Entry(first, last, Arrays.copyOfRange(a, from, from + length), text);
        return text;
    }

    private static long fewBytes(byte[] a, int from, int length) {
        if (from + 8 <= a.length) {
            return (long) Scan.LONG.get(a, from) & (1L << 8 * length) - 1;
        }
        long bytes = 0;
        for (int i = 0; i < length; i++) {
            bytes |= (a[from + i] & 0xFFL) << 8 * i;
        }
        return bytes;
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
}
