package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.TextHistory;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.Wtf8;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.Arrays;

/**
 * Reads texts in segments (docs/spec/delta.md, section 6.4). It owns the bytes of the text that was read last. The text
 * takes memory only as its segments come, whatever length it announces.
 */
final class TextSegmentsDecoder {
    private static final byte[] HEX_DIGITS = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };
    /** A longer array is released after its text. */
    private static final int MAX_RETAINED = TextHistory.SIZE;

    private final ByteCursor c;
    private byte[] bytes = new byte[64];
    private int length;
    /** The digits of a number. */
    private final byte[] digits = new byte[TextSegments.MAX_DIGITS];
    /** The bytes of the text that tokens are compared with. */
    private final OutputBuffer before = OutputBuffer.inMemory();

    TextSegmentsDecoder(ByteCursor cursor) {
        this.c = cursor;
    }

    /**
     * Reads a text.
     *
     * @param predicted the text that is predicted, or null
     * @param maxBytes the largest number of bytes that the text may have
     */
    String read(TypeState type, int leaf, String predicted, int maxBytes, int maxChars) {
        length = 0;
        long code = c.varInt();
        if ((code & 1) == 0) {
            readSegments(type.history(), leaf, code >>> 1, maxBytes);
        } else {
            readTokens(from(type, leaf, predicted, code >>> 1), maxBytes);
        }
        String text = Wtf8.decode(bytes, 0, length);
        if (text == null) {
            throw c.malformed("expected UTF-8 in text");
        }
        if (text.length() > maxChars) {
            throw c.malformed("expected text of at most " + maxChars + " chars but was " + text.length());
        }
        return text;
    }

    /** Adds the text that was read last to the history of its type, and returns the growth in bytes. */
    int addTo(TypeState type, int leaf) {
        int growth = length < TextHistory.MIN_LENGTH ? 0 : type.history().add(leaf, bytes, 0, length);
        if (bytes.length > MAX_RETAINED) {
            bytes = new byte[64];
        }
        return growth;
    }

    private void makeRoom(long count, long most) {
        if (count > most - length) {
            throw c.malformed("expected text of at most " + most + " bytes but was " + (length + count));
        }
        if (length + (int) count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + (int) count, 2 * bytes.length));
        }
    }

    // ---- segments

    private void readSegments(TextHistory history, int leaf, long size, int maxBytes) {
        if (size > maxBytes) {
            throw c.malformed("expected text of at most " + maxBytes + " bytes but was " + size);
        }
        long expected = history.lastStart(leaf);
        while (length < size) {
            int start = length;
            long code = c.varInt();
            long count = code >>> TextSegments.KIND_SHIFT;
            int kind = (int) code & TextSegments.KIND_BITS;
            if (kind == TextSegments.UUID ? count != 0 : count == 0 || count > size) {
                throw c.malformed("expected a segment of a text but was " + Long.toUnsignedString(code));
            }
            switch (kind) {
                case TextSegments.LITERAL -> readLiteral((int) count, size);
                case TextSegments.HEX -> readHex((int) count, size, false);
                case TextSegments.UUID -> readHex(TextSegments.UUID_BYTES, size, true);
                default -> {
                    long offset = expected + c.signed();
                    if (offset < history.begin() || offset > history.end() || count > history.end() - offset) {
                        throw c.malformed("expected a copy of the last " + (history.end() - history.begin())
                                + " bytes but was of " + count + " at " + (offset - history.end()));
                    }
                    makeRoom(count, size);
                    history.copy(offset, (int) count, bytes, length);
                    length += (int) count;
                    expected = offset + count - (length - start);
                }
            }
            expected += length - start;
        }
    }

    private void readLiteral(int count, long size) {
        c.require(count, "text");
        makeRoom(count, size);
        System.arraycopy(c.array(), c.position(), bytes, length, count);
        c.skip(count);
        length += count;
    }

    private void readHex(int count, long size, boolean isUuid) {
        c.require(count, "text");
        makeRoom(isUuid ? TextSegments.UUID_LENGTH : 2L * count, size);
        int start = length;
        for (int i = 0; i < count; i++) {
            int b = c.u8();
            if (isUuid && TextSegments.isHyphenOfUuid(length - start)) {
                bytes[length++] = '-';
            }
            bytes[length++] = HEX_DIGITS[b >> 4];
            bytes[length++] = HEX_DIGITS[b & 0xF];
        }
    }

    // ---- tokens

    private String from(TypeState type, int leaf, String predicted, long number) {
        String from = number == 0 ? predicted : type.textRing(leaf).latest(number);
        if (from == null) {
            throw c.malformed(
                    "expected a text that has been sent but was the one " + Long.toUnsignedString(number) + " before");
        }
        return from;
    }

    private void readTokens(String from, int maxBytes) {
        before.clear();
        Wtf8.write(before, from);
        int at = TextSegments.afterVarInt(before.array, 0);
        int to = before.position;
        for (; ; ) {
            long code = c.varInt();
            if (code == 0) {
                keep(at, to, maxBytes);
                return;
            }
            int start = at;
            long skipped = code >>> TextSegments.KIND_SHIFT;
            for (; skipped != 0 && at < to; skipped--) {
                at = TextSegments.tokenEnd(before.array, at, to);
            }
            int kind = (int) code & TextSegments.KIND_BITS;
            if (at == to || kind == 0) {
                throw c.malformed("expected a token of a text but was " + Long.toUnsignedString(code));
            }
            keep(start, at, maxBytes);
            int end = TextSegments.tokenEnd(before.array, at, to);
            if (kind == TextSegments.TOKEN_TEXT) {
                int count = c.length(maxBytes, "token");
                makeRoom(count, maxBytes);
                System.arraycopy(c.array(), c.position(), bytes, length, count);
                c.skip(count);
                length += count;
            } else {
                writeNumber(at, end, kind, maxBytes);
            }
            at = end;
        }
    }

    /** Keeps bytes of the text before. */
    private void keep(int from, int to, int maxBytes) {
        makeRoom(to - from, maxBytes);
        System.arraycopy(before.array, from, bytes, length, to - from);
        length += to - from;
    }

    /** Writes the number of a token with a difference added. */
    private void writeNumber(int from, int to, int kind, int maxBytes) {
        long former = TextSegments.number(before.array, from, to);
        long number = former + c.signed();
        if (former < 0 || number < 0 || number > TextSegments.MAX_NUMBER) {
            throw c.malformed("expected the number of a token but was " + number);
        }
        int at = digits.length;
        int least = kind == TextSegments.TOKEN_PADDED ? digits.length - (to - from) : digits.length - 1;
        for (long left = number; left != 0 || at > least; left /= 10) {
            digits[--at] = (byte) ('0' + left % 10);
        }
        makeRoom(digits.length - at, maxBytes);
        System.arraycopy(digits, at, bytes, length, digits.length - at);
        length += digits.length - at;
    }
}
