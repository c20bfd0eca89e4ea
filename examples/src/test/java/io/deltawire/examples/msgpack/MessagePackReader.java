package io.deltawire.examples.msgpack;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.token.BufferReader;
import io.deltawire.wire.spi.token.Tokenizer;

/**
 * Finds the messages. No length precedes a message, so its objects are counted: each array or map adds those inside it.
 * {@link MessagePackTokenizer} gives the tokens. Not thread-safe.
 */
final class MessagePackReader extends BufferReader {
    private final InputBuffer in;
    private final MessagePackTokenizer tokens;
    private final ObjectHeader header = new ObjectHeader();
    /** The length of the mark in front of a message about the stream; 0 for others. */
    private int markLength;

    MessagePackReader(InputBuffer in, WireLimits limits) {
        super(MessagePackFormat.NAME, in, limits);
        this.in = in;
        this.tokens = new MessagePackTokenizer(limits);
    }

    @Override
    protected int findLength() {
        long length = 0;
        markLength = 0;
        for (long missing = 1; missing > 0; missing--) {
            if (!isPresent(length + missing)) {
                return NONE;
            }
            int at = (int) length;
            if (!isPresent(length + ObjectHeader.size(in.array[in.position + at] & 0xFF))) {
                return NONE;
            }
            header.read(in.array, in.position + at);
            length += header.size;
            switch (header.kind) {
                case 'a' -> missing += header.length;
                case 'm' -> missing += 2 * header.length;
                case '?' -> throw malformed("expected an object but was the byte 0xc1", at);
                default -> length += header.length;
            }
            if (length == 3 && header.isExtension(in.array, in.position, ObjectHeader.META)) {
                missing++;
                markLength = header.size;
            }
        }
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    @Override
    protected Tokenizer startTokens(byte[] array, int from, long offset) {
        tokens.start(array, from + markLength, offset + markLength);
        return tokens;
    }

    @Override
    public MessageKind messageKind() {
        return markLength == 0 ? MessageKind.DATA : MessageKind.META;
    }
}
