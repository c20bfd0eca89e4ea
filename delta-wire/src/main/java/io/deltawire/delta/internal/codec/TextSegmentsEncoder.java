package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.TextHistory;
import io.deltawire.delta.internal.state.TextRing;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.Wtf8;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/**
 * Finds a short encoding of a text that is in no ring (docs/spec/delta.md, section 6.4): segments that are copied from
 * the type's earlier texts or are packed digits, or the changed tokens of one of the leaf's last texts. It works on the
 * bytes of the text, and keeps them for the history.
 *
 * <p>Segments are chosen from left to right. At each byte the copy that saves most is taken if it saves enough, and
 * no less than a copy from the next byte on. It is compared with the packed digits that would be there without it.
 */
final class TextSegmentsEncoder {
    /** Longer texts are compared by their tokens with no other text. */
    private static final int MAX_TOKEN_TEXT = Op.TEXT_RING_MAX_BYTES;
    /** The length of the shortest run of digits that is packed. */
    private static final int MIN_HEX = 8;
    /** How many copies are tried at a byte. */
    private static final int MAX_CHAIN = 32;
    /** How many equal bytes for each byte of a text may be found before the search for copies ends. */
    private static final long MAX_WORK = 64;

    /** Where this power of two of bytes began no copy, more and more of them are passed over. */
    private static final int SKIP_SHIFT = 6;

    /** Tokens that take this part of the text, as a power of two, are taken without a search for copies. */
    private static final int FEW_TOKENS = 3;

    private static final int FIRST_CAPACITY = 64;
    private static final int SHAPE_BITS = 12;
    /** A copy of this length is taken without a search for a longer one. */
    private static final int LONG_ENOUGH = 256;

    /** The bytes that a copy has to save. */
    private final int minGain;

    /** The bytes of the text, unless it is too short for the history. */
    private final OutputBuffer bytes = OutputBuffer.inMemory();

    private int length;
    private final OutputBuffer segments = OutputBuffer.inMemory();
    private final OutputBuffer tokens = OutputBuffer.inMemory();
    private final OutputBuffer otherTokens = OutputBuffer.inMemory();
    /** The text that tokens are compared with. */
    private final OutputBuffer former = OutputBuffer.inMemory();
    /** The number of equal bytes that were found in the search for copies. */
    private long work;

    private long copyOffset;
    private int copyLength;
    private int copyGain;
    /** For each byte of the text how many half bytes it and those before it take without copies. */
    private int[] halves = new int[FIRST_CAPACITY];

    /**
     * By the hash of a template or shape how many texts its leaf's ring had after the latest such text. A collision
     * costs only that a text is compared with a less similar one.
     */
    private final int[] added = new int[1 << SHAPE_BITS];
    /** The index in {@link #added} of texts with other numbers only; -1 if the text is compared with none. */
    private int template;
    /** The index in {@link #added} of texts with other numbers and words. */
    private int shape;

    /** @param minGain the bytes that a copy has to save, so that compression of the frame does not do better */
    TextSegmentsEncoder(int minGain) {
        this.minGain = minGain;
    }

    /**
     * Writes a text, given its codes as a literal and in segments; where they are the same, as a literal. It becomes the
     * one that {@link #addTo} adds.
     */
    void write(
            String text, String predicted, TypeState type, int leaf, int literalOp, int segmentsOp, OutputBuffer out) {
        int start = out.position;
        out.ensure(1);
        out.array[out.position++] = (byte) literalOp;
        Wtf8.write(out, text);
        int at = TextSegments.afterVarInt(out.array, start + 1);
        length = out.position - at;
        template = -1;
        if (length < TextHistory.MIN_LENGTH) {
            return;
        }
        bytes.clear();
        append(bytes, out.array, at, length);
        OutputBuffer shortest = segmentsOp == literalOp ? null : shortest(predicted, type, leaf);
        if (shortest != null && shortest.position < out.position - start - 1) {
            out.position = start;
            out.array[out.position++] = (byte) segmentsOp;
            append(out, shortest.array, 0, shortest.position);
        }
    }

    /** Begins an epoch, in which no text has been sent. */
    void clear() {
        Arrays.fill(added, 0);
    }

    /** Adds the text that was written last to the history of its type, and returns the growth in bytes. */
    int addTo(TypeState type, int leaf) {
        if (template >= 0) {
            added[template] = type.textRing(leaf).added() + 1;
            added[shape] = added[template];
        }
        if (length < TextHistory.MIN_LENGTH) {
            return 0;
        }
        int growth = type.history().add(leaf, bytes.array, 0, length);
        if (bytes.array.length > TextHistory.SIZE) {
            bytes.array = new byte[FIRST_CAPACITY];
            halves = new int[FIRST_CAPACITY];
        }
        return growth;
    }

    private static void append(OutputBuffer out, byte[] from, int at, int count) {
        out.ensure(count);
        System.arraycopy(from, at, out.array, out.position, count);
        out.position += count;
    }

    private static void append(OutputBuffer out, long number) {
        out.ensure(VarInt.MAX_BYTES);
        out.position = VarInt.write(out.array, out.position, number);
    }

    private OutputBuffer shortest(String predicted, TypeState type, int leaf) {
        segments.position = length + 1; // anything shorter than the text itself
        OutputBuffer best = segments;
        if (length <= MAX_TOKEN_TEXT) {
            best = shortestOfTokens(predicted, type, leaf);
            if (best != segments && best.position <= length >> FEW_TOKENS) {
                return best;
            }
        }
        int most = best.position;
        writeSegments(type.history(), leaf);
        return best == segments || segments.position < most ? segments : best;
    }

    private OutputBuffer shortestOfTokens(String predicted, TypeState type, int leaf) {
        findShapes(type, leaf);
        TextRing ring = type.textRing(leaf);
        int ofTemplate = ring.added() + 1 - added[template];
        int ofShape = ring.added() + 1 - added[shape];
        OutputBuffer best = shorter(ring.latest(ofTemplate), ofTemplate, segments);
        best = shorter(predicted, 0, best);
        return ofShape == ofTemplate ? best : shorter(ring.latest(ofShape), ofShape, best);
    }

    /**
     * Writes the text by its differences from another one.
     *
     * @param number which of the last texts the other one is
     * @return the buffer that has this text, or {@code best} if that is as short
     */
    private OutputBuffer shorter(String from, int number, OutputBuffer best) {
        OutputBuffer free = best == tokens ? otherTokens : tokens;
        return from != null && from.length() <= MAX_TOKEN_TEXT && tryTokens(from, number, free, best.position)
                ? free
                : best;
    }

    // ---- segments

    private void writeSegments(TextHistory history, int leaf) {
        byte[] text = bytes.array;
        int to = length;
        countHalves(text, to);
        work = 0;
        segments.clear();
        append(segments, (long) length << 1);
        long expected = history.lastStart(leaf);
        int literal = 0;
        int at = 0;
        int misses = 0;
        while (at < to) {
            findCopy(history, at, expected + at - literal, to);
            if (copyGain < minGain) {
                at += 1 + (misses++ >> SKIP_SHIFT);
                continue;
            }
            misses = 0;
            long offset = copyOffset;
            int count = copyLength;
            int gain = copyGain;
            while (count < LONG_ENOUGH && at + 1 < to) { // a copy from the next byte on may save more
                findCopy(history, at + 1, expected + at + 1 - literal, to);
                if (copyGain <= gain) {
                    break;
                }
                at++;
                offset = copyOffset;
                count = copyLength;
                gain = copyGain;
            }
            writeLiteral(text, literal, at);
            append(segments, (long) count << TextSegments.KIND_SHIFT | TextSegments.COPY);
            append(segments, VarInt.zigzag(offset - (expected + at - literal)));
            at += count;
            expected = offset + count;
            literal = at;
        }
        writeLiteral(text, literal, to);
    }

    /**
     * Finds the copy that saves most at an index of the text.
     *
     * @param here the offset that is expected
     */
    private void findCopy(TextHistory history, int at, long here, int to) {
        byte[] text = bytes.array;
        copyOffset = here;
        copyLength = history.matchLength(here, text, at, to);
        copyGain = gain(at, copyLength, 0);
        if (copyLength >= LONG_ENOUGH || to - at < TextHistory.HASHED) {
            return;
        }
        long from = history.latest(text, at);
        for (int tries = MAX_CHAIN; from >= 0 && tries > 0 && work < MAX_WORK * length; tries--) {
            if (at + copyLength < to && !history.hasAt(from + copyLength, text[at + copyLength])) {
                from = history.earlier(from);
                continue;
            }
            int found = history.matchLength(from, text, at, to);
            work += found;
            int gain = gain(at, found, from - here);
            if (gain > copyGain) {
                copyOffset = from;
                copyLength = found;
                copyGain = gain;
            }
            from = history.earlier(from);
        }
    }

    /** Returns the bytes that a copy saves. */
    private int gain(int at, int count, long distance) {
        int without = halves[at + count] - halves[at];
        return (without >> 1)
                - VarInt.size((long) count << TextSegments.KIND_SHIFT)
                - VarInt.size(VarInt.zigzag(distance));
    }

    /** Counts what the bytes of the text take without copies: half a byte for digits that are packed. */
    private void countHalves(byte[] text, int to) {
        if (halves.length <= length) {
            halves = new int[Math.max(length + 1, 2 * halves.length)];
        }
        int packedTo = 0;
        for (int i = 0; i < to; i++) {
            if (i >= packedTo) {
                int end = isUuid(text, i, to) ? i + TextSegments.UUID_LENGTH : hexEnd(text, i, to);
                packedTo = end - i >= MIN_HEX ? end : packedTo;
            }
            halves[i + 1] = halves[i] + (i < packedTo ? 1 : 2);
        }
    }

    private static int hexEnd(byte[] text, int from, int to) {
        int end = from;
        while (end < to && TextSegments.isHexDigit(text[end])) {
            end++;
        }
        return end - (end - from & 1);
    }

    private static boolean isUuid(byte[] text, int from, int to) {
        if (to - from < TextSegments.UUID_LENGTH || text[from + 8] != '-') {
            return false;
        }
        for (int i = 0; i < TextSegments.UUID_LENGTH; i++) {
            byte b = text[from + i];
            if (TextSegments.isHyphenOfUuid(i) ? b != '-' : !TextSegments.isHexDigit(b)) {
                return false;
            }
        }
        return true;
    }

    /** Writes bytes that are no copy, with runs of digits packed. */
    private void writeLiteral(byte[] text, int from, int to) {
        int literal = from;
        int at = from;
        while (at < to) {
            boolean isUuid = isUuid(text, at, to);
            int end = isUuid ? at + TextSegments.UUID_LENGTH : hexEnd(text, at, to);
            if (end - at < MIN_HEX) {
                at = Math.max(end, at + 1);
                continue;
            }
            writePlain(text, literal, at);
            if (isUuid) {
                append(segments, TextSegments.UUID);
            } else {
                append(segments, (long) (end - at >> 1) << TextSegments.KIND_SHIFT | TextSegments.HEX);
            }
            segments.ensure(end - at);
            int high = -1;
            for (; at < end; at++) {
                if (text[at] != '-') {
                    int digit = Character.digit(text[at], 16);
                    if (high >= 0) {
                        segments.array[segments.position++] = (byte) (high << 4 | digit);
                    }
                    high = high < 0 ? digit : -1;
                }
            }
            literal = at;
        }
        writePlain(text, literal, to);
    }

    private void writePlain(byte[] text, int from, int to) {
        if (to > from) {
            append(segments, (long) (to - from) << TextSegments.KIND_SHIFT | TextSegments.LITERAL);
            append(segments, text, from, to - from);
        }
    }

    // ---- tokens

    /** Hashes the tokens of the text: those of a template with its words, those of a shape without. */
    private void findShapes(TypeState type, int leaf) {
        byte[] text = bytes.array;
        int to = length;
        int ofTemplate = 31 * type.id() + leaf;
        int ofShape = ~ofTemplate;
        for (int at = 0; at < to; ) {
            int end = TextSegments.tokenEnd(text, at, to);
            boolean isNumber = TextSegments.isDigit(text[at]);
            boolean isWord = !isNumber && TextSegments.isOfWord(text[at]);
            for (int i = at; i < end && !isNumber; i++) {
                ofTemplate = 31 * ofTemplate + text[i];
            }
            ofTemplate = 31 * ofTemplate + 1;
            ofShape = 31 * ofShape + (isNumber ? '0' : isWord ? 'a' : text[at]);
            at = end;
        }
        template = ofTemplate * 0x9E3779B9 >>> Integer.SIZE - SHAPE_BITS;
        shape = ofShape * 0x9E3779B9 >>> Integer.SIZE - SHAPE_BITS;
    }

    /**
     * Writes the tokens in which the text differs from another one; false if it has another number of tokens, or if that
     * would not be shorter than {@code most} bytes.
     */
    private boolean tryTokens(String from, int number, OutputBuffer out, int most) {
        former.clear();
        Wtf8.write(former, from);
        byte[] before = former.array;
        int beforeTo = former.position;
        int beforeAt = TextSegments.afterVarInt(before, 0);
        byte[] text = bytes.array;
        int to = length;
        int at = 0;
        int skipped = 0;
        out.clear();
        append(out, (long) number << 1 | 1);
        while (at < to && beforeAt < beforeTo) {
            int end = TextSegments.tokenEnd(text, at, to);
            int beforeEnd = TextSegments.tokenEnd(before, beforeAt, beforeTo);
            if (Arrays.equals(text, at, end, before, beforeAt, beforeEnd)) {
                skipped++;
            } else {
                writeToken(out, skipped, before, beforeAt, beforeEnd, at, end);
                skipped = 0;
                if (out.position >= most) {
                    return false;
                }
            }
            at = end;
            beforeAt = beforeEnd;
        }
        append(out, 0);
        return at == to && beforeAt == beforeTo && out.position < most;
    }

    private void writeToken(
            OutputBuffer out, int skipped, byte[] before, int beforeAt, int beforeEnd, int at, int end) {
        long code = (long) skipped << TextSegments.KIND_SHIFT;
        long numberBefore = TextSegments.number(before, beforeAt, beforeEnd);
        long number = TextSegments.number(bytes.array, at, end);
        boolean isShort = end - at == 1 || bytes.array[at] != '0';
        boolean isPadded = end - at == beforeEnd - beforeAt;
        if (numberBefore >= 0 && number >= 0 && (isShort || isPadded)) {
            append(out, code | (isShort ? TextSegments.TOKEN_NUMBER : TextSegments.TOKEN_PADDED));
            append(out, VarInt.zigzag(number - numberBefore));
        } else {
            append(out, code | TextSegments.TOKEN_TEXT);
            append(out, end - at);
            append(out, bytes.array, at, end - at);
        }
    }
}
