package io.deltawire.delta.internal.codec;

/** The codes of a text in segments (docs/spec/delta.md, section 6.4), and its tokens. */
final class TextSegments {
    /** The low bits of a segment: bytes as they are. */
    static final int LITERAL = 0;
    /** Bytes that stand for two hexadecimal digits each. */
    static final int HEX = 1;
    /** Bytes of the history. */
    static final int COPY = 2;
    /** All of the code of a segment: 16 bytes that are a UUID. */
    static final int UUID = 3;

    static final int KIND_BITS = 3;
    static final int KIND_SHIFT = 2;

    static final int UUID_LENGTH = 36;
    static final int UUID_BYTES = 16;

    /** The low bits of a token's code: another text. */
    static final int TOKEN_TEXT = 1;
    /** Another number. */
    static final int TOKEN_NUMBER = 2;
    /** Another number with as many digits at least, by zeros before it. */
    static final int TOKEN_PADDED = 3;

    /** The largest number of digits of a token that is a number. */
    static final int MAX_DIGITS = 18;

    /** The largest number of that many digits. */
    static final long MAX_NUMBER = 999_999_999_999_999_999L;

    private TextSegments() {}

    /** Returns the index after a varint, such as the length of a text. */
    static int afterVarInt(byte[] bytes, int from) {
        int at = from + 1;
        while (bytes[at - 1] < 0) {
            at++;
        }
        return at;
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static boolean isHexDigit(byte b) {
        return isDigit(b) || b >= 'a' && b <= 'f';
    }

    /** Whether a byte is of a word: a letter, or a part of a character that is not ASCII. */
    static boolean isOfWord(byte b) {
        return b < 0 || (b | 0x20) >= 'a' && (b | 0x20) <= 'z';
    }

    /** Returns the index after the token at an index: a run of digits, a word, or one other byte. */
    static int tokenEnd(byte[] text, int from, int to) {
        int at = from + 1;
        if (isDigit(text[from])) {
            while (at < to && isDigit(text[at])) {
                at++;
            }
        } else if (isOfWord(text[from])) {
            while (at < to && isOfWord(text[at])) {
                at++;
            }
        }
        return at;
    }

    /** Returns the number of a token of at most {@link #MAX_DIGITS} digits, or -1 for any other token. */
    static long number(byte[] text, int from, int to) {
        if (!isDigit(text[from]) || to - from > MAX_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            number = 10 * number + text[i] - '0';
        }
        return number;
    }

    /** Whether a hyphen is at this index of a UUID. */
    static boolean isHyphenOfUuid(int i) {
        return i == 8 || i == 13 || i == 18 || i == 23;
    }
}
