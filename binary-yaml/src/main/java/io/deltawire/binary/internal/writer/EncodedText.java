package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.wire.spi.text.ArrayAccess;

/** A short ASCII text in its encoded form, as words: code, length and characters. */
final class EncodedText {
    private static final int WORD = Long.BYTES;

    /** An instance of the text that was written lately, so that the next comparison is mostly one of references. */
    private String text;

    private final int hash;
    private final int length;

    /** The code and the first characters. */
    private final long first;

    /** The characters after {@link #first}; unused if there are fewer than two words. */
    private final long second;

    /** The last characters; unused if there is less than one word. */
    private final long last;

    private final byte[] bytes;

    /**
     * Encodes a text.
     *
     * @param text of four or more characters
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
        second = length < 2 * WORD ? 0 : ArrayAccess.getLong(bytes, WORD - 1);
        last = length < WORD ? 0 : ArrayAccess.getLong(bytes, length - WORD);
    }

    /** An instance of the text that was written lately. */
    String text() {
        return text;
    }

    /** Replaces the instance of the text by an equal one. */
    void renew(String instance) {
        text = instance;
    }

    int hash() {
        return hash;
    }

    /** Makes an entry that equals no text. */
    private EncodedText() {
        text = null;
        hash = 0;
        length = 0;
        first = 0;
        second = 0;
        last = 0;
        bytes = new byte[0];
    }

    /** Returns an entry that equals no text, for an empty slot. */
    static EncodedText none() {
        return new EncodedText();
    }

    /**
     * Writes the text. The array has room for it and for at least eight bytes.
     *
     * @param max the maximum number of characters
     * @return the index after the text, or -1 if it is longer and nothing is written
     */
    int write(byte[] a, int at, int max) {
        if (length > max) {
            return -1;
        }
        if (length >= 3 * WORD) {
            return TextEncoder.writeLong(a, at, bytes);
        }
        ArrayAccess.putLong(a, at, first);
        if (length >= WORD) {
            if (length >= 2 * WORD) {
                ArrayAccess.putLong(a, at + WORD, second);
            }
            ArrayAccess.putLong(a, at + 1 + length - WORD, last);
        }
        return at + 1 + length;
    }
}
