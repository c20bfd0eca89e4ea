package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.BytesCompression;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.wire.WireLimits;
import java.io.IOException;

/**
 * Expands the compressed bytes of messages. A few bytes can expand to very many, so it counts what the values of one message
 * have expanded to, and refuses what exceeds the limit of a message.
 */
final class ByteExpander {
    private final WireLimits limits;

    /** The offset of the message that {@link #expandedBytes} belongs to. */
    private long messageOffset = -1;

    private long expandedBytes;

    ByteExpander(WireLimits limits) {
        this.limits = limits;
    }

    /** Begins to count again, since the message is read again. */
    void reset() {
        expandedBytes = 0;
    }

    /** Refuses a compression that has no decoder. */
    static void requireDecoder(BytesCompression compression) {
        if (!compression.isSupported()) {
            throw new ArithmeticException("expected bytes as they are, or compressed by " + BytesCompression.GZIP
                    + " or " + BytesCompression.LZW + ", but they are compressed by " + compression);
        }
    }

    /**
     * Expands bytes of the message at an offset.
     *
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
                    "expected bytes that were at most " + limits.maxTextChars() + ", and all of a message "
                            + limits.maxMessageBytes() + ", before they were compressed");
        }
        expandedBytes += expanded.length;
        return expanded;
    }
}
