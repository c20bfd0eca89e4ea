package io.deltawire.wire.spi.token;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import java.util.Objects;

/**
 * The base of readers whose messages follow one another in a buffer. It takes the steps of {@link InputBuffer}'s
 * protocol; a subclass says how long a message is, and what its
 * tokens are.
 *
 * <p>After an error in the length of a message, no further one can be found, unless the application moves the read
 * position of a {@code Bytes}. Not thread-safe.
 */
public abstract class BufferReader extends TokenReader {
    /** What {@link #findLength} returns if there is no message, or only a part of one. */
    protected static final int NONE = -1;

    private final String format;
    private final InputBuffer in;
    private final int maxBytes;
    /** The index after the present message. */
    private int end;

    private long offset = -1;
    /** Whether an error has been reported after which no message can be found. */
    private boolean isLost;

    /**
     * @param format name of the format
     * @param in the input
     * @param limits the limits of the reader's options
     */
    protected BufferReader(String format, InputBuffer in, WireLimits limits) {
        super(format, limits);
        this.format = format;
        this.in = Objects.requireNonNull(in, "source");
        this.maxBytes = InputBuffer.capLimits(limits).maxMessageBytes();
        this.end = in.position;
    }

    /**
     * Finds the end of the message that begins at the buffer's position. Before it reads a byte, it asks {@link
     * #isPresent}, which may move the window.
     *
     * @return the length of the message, or {@link #NONE} if {@link #isPresent} has returned false
     * @throws MalformedWireException made by {@link #malformed}
     */
    protected abstract int findLength();

    /**
     * Starts a tokenizer on the present message, all of whose bytes are present, and returns it. The same one may serve
     * all messages.
     *
     * @param array the bytes
     * @param from index of the first byte of the message
     * @param offset offset of that byte in the input
     */
    protected abstract Tokenizer startTokens(byte[] array, int from, long offset);

    @Override
    protected final boolean moveToMessage() {
        setTokens(null);
        if (in.syncPosition()) {
            isLost = false;
        } else {
            in.position = end;
        }
        in.mark();
        int length = NONE;
        try {
            length = isLost ? NONE : findLength();
            if (length == NONE || !isPresent(length)) {
                in.requireOpen();
                return false;
            }
        } finally {
            end = in.position; // after a fill, which may have moved the content
        }
        end += length;
        in.consumeTo(end);
        offset = in.offset();
        restartTokens();
        return true;
    }

    /**
     * Returns whether some bytes are present from the start of the message on. If not, the input has ended before the
     * message, or the rest of the message is still to come.
     *
     * @throws TruncatedWireException if the input ends in the message
     * @throws MalformedWireException if that is more than a message may have
     */
    protected final boolean isPresent(long count) {
        if (count > maxBytes) {
            throw malformed("expected a message of at most " + maxBytes + " bytes but it is longer", 0);
        }
        if (in.fill((int) count)) {
            return true;
        }
        if (in.available() > 0 && !in.mayGrow()) {
            isLost = true;
            throw new TruncatedWireException(
                    format,
                    "expected the rest of the message but the input ends",
                    WireLocation.ofOffset(in.offset(in.limit), ""));
        }
        return false;
    }

    /**
     * Returns the error that no message is here.
     *
     * @param at how many bytes after the start of the message
     */
    protected final MalformedWireException malformed(String problem, int at) {
        isLost = true;
        return new MalformedWireException(format, problem, WireLocation.ofOffset(in.offset() + at, ""));
    }

    @Override
    protected final void restartTokens() {
        setTokens(startTokens(in.array, in.position, offset));
    }

    @Override
    protected final void closeInput() {
        in.close();
    }

    @Override
    public final long messageOffset() {
        return offset;
    }
}
