package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.StringBytes;

/**
 * Writes short texts by stores of eight characters.
 *
 * <p>If the JVM gives access to the bytes of a {@code String}, they are copied. Otherwise a text that was written
 * before is written from an {@link EncodedTextCache}. Not thread-safe.
 */
final class TextEncoder {
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
    private static final int WORD = Long.BYTES;

    /** Null until a text without accessible bytes is written. */
    private EncodedTextCache cache;

    /**
     * Writes a text. The array has room for it and for two more bytes.
     *
     * @param max the maximum number of characters, below 128
     * @return the index after the text; -1 if it is longer or not ASCII, and then nothing counts as written
     */
    int write(byte[] a, int at, String text, int max) {
        return write(a, at, text, max, this);
    }

    /**
     * As {@link #write(byte[], int, String, int)}, but touches the encoder only if the text's bytes are not
     * accessible.
     */
    static int write(byte[] a, int at, String text, int max, TextEncoder others) {
        byte[] bytes = StringBytes.latin1(text);
        return bytes != null ? writeBytes(a, at, bytes, max) : others.writeOther(a, at, text, max);
    }

    private int writeOther(byte[] a, int at, String text, int max) {
        return StringBytes.areAvailable() ? writeUncached(a, at, text, max) : writeCached(a, at, text, max);
    }

    private static int writeBytes(byte[] a, int at, byte[] bytes, int max) {
        int length = bytes.length;
        if (length > max) {
            return -1;
        }
        if (length - WORD >= 0 && length - WORD <= WORD) { // most texts, found by one comparison
            ArrayAccess.putByte(a, at, Codes.STRING_0 + length);
            long all = copy(bytes, 0, a, at + 1) | copy(bytes, length - WORD, a, at + 1);
            return (all & NOT_ASCII) == 0 ? at + 1 + length : -1;
        }
        if (length == 1) { // a length of its own, so that the end is a constant
            ArrayAccess.putShort(a, at, Codes.STRING_0 + 1 | bytes[0] << 8);
            return bytes[0] >= 0 ? at + 2 : -1;
        }
        int from = writePrefix(a, at, length);
        return isAsciiCopied(bytes, length, a, from) ? from + length : -1;
    }

    /** Writes a text whose bytes are not accessible, from the cache if it is there. */
    int writeCached(byte[] a, int at, String text, int max) {
        if (cache == null) {
            cache = new EncodedTextCache();
        }
        EncodedText written = cache.get(text);
        if (written != null) {
            return written.write(a, at, max);
        }
        int after = writeUncached(a, at, text, max);
        if (after > 0 && text.length() >= WORD / 2) {
            cache.put(text, a, after - text.length());
        }
        return after;
    }

    private static int writeUncached(byte[] a, int at, String text, int max) {
        return text.length() > max ? -1 : writeChars(a, at, text);
    }

    /** Writes an ASCII text of two or more words. */
    static int writeLong(byte[] a, int at, byte[] bytes) {
        int from = writePrefix(a, at, bytes.length);
        isAsciiCopied(bytes, bytes.length, a, from);
        return from + bytes.length;
    }

    private static int writePrefix(byte[] a, int at, int length) {
        if (length < 32) {
            ArrayAccess.putByte(a, at, Codes.STRING_0 + length);
            return at + 1;
        }
        ArrayAccess.putShort(a, at, Codes.STRING_ANY | length << 8);
        return at + 2;
    }

    /**
     * Copies the bytes of a text of less than one word, or of two or more. The last word overlaps the one before it
     * where the length is not a multiple. Returns whether all bytes are ASCII.
     */
    private static boolean isAsciiCopied(byte[] bytes, int length, byte[] a, int at) {
        long all;
        if (length >= 2 * WORD) {
            all = copy(bytes, 0, a, at) | copy(bytes, WORD, a, at);
            for (int i = 2 * WORD; i < length - WORD; i += WORD) {
                all |= copy(bytes, i, a, at);
            }
            all |= copy(bytes, length - WORD, a, at);
        } else if (length >= WORD / 2) {
            int first = ArrayAccess.getInt(bytes, 0);
            int last = ArrayAccess.getInt(bytes, length - WORD / 2);
            ArrayAccess.putInt(a, at, first);
            ArrayAccess.putInt(a, at + length - WORD / 2, last);
            all = first | last;
        } else if (length > 0) { // the first, the middle and the last of at most three
            int middle = length >> 1;
            a[at] = bytes[0];
            a[at + middle] = bytes[middle];
            a[at + length - 1] = bytes[length - 1];
            all = bytes[0] | bytes[middle] | bytes[length - 1];
        } else {
            all = 0;
        }
        return (all & NOT_ASCII) == 0;
    }

    private static long copy(byte[] bytes, int index, byte[] a, int at) {
        long word = ArrayAccess.getLong(bytes, index);
        ArrayAccess.putLong(a, at + index, word);
        return word;
    }

    private static int writeChars(byte[] a, int at, String text) {
        int length = text.length();
        int from = writePrefix(a, at, length);
        int bits = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            bits |= c;
            a[from + i] = (byte) c;
        }
        return bits < 0x80 ? from + length : -1;
    }
}
