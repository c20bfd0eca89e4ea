package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.BytesCompression;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.wire.WireLimits;
import java.io.IOException;

/**
 * Expands the compressed bytes of messages.
 *
 * <p>A few bytes can expand to very many. So it counts the expanded bytes of each message, and refuses those beyond
 * the limit of a message.
 */
final class ByteExpander {
    private final WireLimits limits;

    /** The offset of the message whose bytes are counted. */
    private long messageOffset = -1;

    private long expandedBytes;

    ByteExpander(WireLimits limits) {
        this.limits = limits;
    }

    /** Restarts the count, because the message is read again. */
    void reset() {
        expandedBytes = 0;
    }

    /**
     * Refuses a compression that has no decoder.
     *
     * @throws ArithmeticException if there is none
     */
    static void requireDecoder(BytesCompression compression) {
        if (!compression.isSupported()) {
            throw new ArithmeticException("expected plain bytes, or bytes compressed by " + BytesCompression.GZIP
                    + " or " + BytesCompression.LZW + ", but they are compressed by " + compression);
        }
    }

    /**
     * Expands bytes of a message.
     *
     * @param offset the offset of the message
     * @param at the index of the value, for errors
     */
    byte[] expand(BytesCompression compression, byte[] compressed, long offset, int at) {
        if (messageOffset != offset) {
            messageOffset = offset;
            expandedBytes = 0;
        }
        int max = (int) Math.min(limits.maxTextChars(), limits.maxMessageBytes() - expandedBytes);
        byte[] expanded;
        try {
            expanded = compression.expand(compressed, max);
        } catch (IOException e) {
            throw new DecodingFault(at, "expected bytes compressed by " + compression + " (" + e.getMessage() + ")");
        }
        if (expanded == null) {
            throw new DecodingFault(
                    at,
                    "expected at most " + limits.maxTextChars() + " bytes before compression, and at most "
                            + limits.maxMessageBytes() + " in a message");
        }
        expandedBytes += expanded.length;
        return expanded;
    }
}
