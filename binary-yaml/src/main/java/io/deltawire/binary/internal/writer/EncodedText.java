package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.wire.spi.Words;

/** A short ASCII text in the bytes that it is written as, in words. */
final class EncodedText {
    private static final int WORD = Long.BYTES;

    /** An instance of it: the one that was seen last, or not long ago. */
    String text;

    final int hash;
    private final int length;

    /** The code and the first characters. */
    private final long first;

    /** What follows these, where there is so much; else unused. */
    private final long second;

    /** The last characters; of a text that is shorter, unused. */
    private final long last;

    /** All of the characters. */
    private final byte[] bytes;

    /**
     * A text.
     *
     * @param text of four characters or more
     * @param bytes its characters
     */
    EncodedText(String text, byte[] bytes) {
        this.text = text;
        this.hash = text.hashCode();
        this.bytes = bytes;
        length = bytes.length;
        long head = (long) Codes.STRING_0 + length;
        for (int i = 0; i < Math.min(length, WORD - 1); i++) {
            head |= (long) bytes[i] << (i + 1) * Byte.SIZE;
        }
        first = head;
        second = length < 2 * WORD ? 0 : Words.getLong(bytes, WORD - 1);
        last = length < WORD ? 0 : Words.getLong(bytes, length - WORD);
    }

    /** What is no text. */
    private EncodedText() {
        text = null;
        hash = 0;
        length = 0;
        first = 0;
        second = 0;
        last = 0;
        bytes = new byte[0];
    }

    /** What stands where no text is known. */
    static EncodedText none() {
        return new EncodedText();
    }

    /**
     * Writes the text, with room for eight bytes at least.
     *
     * @param max the most characters
     * @return the index after, or -1 where the text is longer and nothing is written
     */
    int write(byte[] a, int at, int max) {
        if (length > max) {
            return -1;
        }
        if (length >= 3 * WORD) {
            return TextEncoder.writeLong(a, at, bytes);
        }
        Words.putLong(a, at, first);
        if (length >= WORD) {
            if (length >= 2 * WORD) {
                Words.putLong(a, at + WORD, second);
            }
            Words.putLong(a, at + 1 + length - WORD, last);
        }
        return at + 1 + length;
    }
}
