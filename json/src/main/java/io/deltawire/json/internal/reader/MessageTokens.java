package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.json.internal.scanner.TokenType;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLocation;

/**
 * Supplies the scanner's tokens of one message after the other.
 *
 * <p>After an error, reading continues with the line after the one in which the message started. If the input fails
 * within a message, for example by a timeout, the message is supplied again. So is a message in which the input ended,
 * when more has come. Not thread-safe.
 */
final class MessageTokens {
    private final JsonScanner scanner;
    private final ScalarConverter scalars;
    private final MessageFinder messages;

    private boolean inMessage;
    /**
     * Whether the caller has received the message or a part of it. Such a message is skipped, not supplied again, if
     * the input fails in it.
     */
    private boolean isDelivered;

    private boolean failed;

    /** Whether the input ended within the broken message. */
    private boolean isTruncated;

    /** Offset of the current message, or -1. */
    private long messageOffset = -1;

    MessageTokens(JsonScanner scanner, ScalarConverter scalars, MessageFinder messages) {
        this.scanner = scanner;
        this.scalars = scalars;
        this.messages = messages;
    }

    /**
     * Moves to the next message, past the rest of this one; returns false if there is none now.
     *
     * @param isAtEnd whether the last token was the end of this message
     */
    boolean nextMessage(boolean isAtEnd) {
        boolean isTornOff = scanner.pollInputFailure() && inMessage;
        if (scanner.followMovedInput()) {
            messages.restart();
            endMessage();
            failed = false;
        } else if (inMessage) {
            if (isTornOff) {
                restartMessage();
                if (!isDelivered) {
                    return true;
                }
            }
            isDelivered = true;
            int found = isAtEnd && !isTornOff ? TokenType.END : advance();
            while (found != TokenType.END) {
                found = advance();
            }
            endMessage();
        } else if (failed) {
            if (!messages.goOn(isTruncated)) {
                return false;
            }
            failed = false;
        }
        messageOffset = -1;
        try {
            if (!messages.next()) {
                return false;
            }
        } catch (MalformedWireException e) {
            throw fail(e);
        }
        messageOffset = scanner.input().offset();
        scanner.beginMessage();
        inMessage = true;
        return true;
    }

    boolean isInMessage() {
        return inMessage;
    }

    long messageOffset() {
        return messageOffset;
    }

    /** Returns to the first token of the current message. */
    void restartMessage() {
        checkInMessage();
        scanner.rewindToMessageStart();
        scanner.beginMessage();
    }

    /**
     * Moves to the next message and enters its prefix if that equals the prefix of the last one; otherwise does
     * nothing.
     */
    boolean followPrefix(JsonMessagePrefix prefix) {
        if (!inMessage) {
            return false;
        }
        isDelivered = true;
        if (!messages.followPrefix(prefix)) {
            return false;
        }
        isDelivered = false;
        messageOffset = scanner.input().offset();
        return true;
    }

    /** Moves the read position of a {@code Bytes} past the message, if its end is in the window. */
    void releaseMessageEnd() {
        int end = inMessage && scanner.input().mayGrow() ? scanner.findMessageEnd() : -1;
        if (end >= 0) {
            scanner.input().consumeTo(end);
        }
    }

    /** Records that the current message must not be supplied again. */
    void markDelivered() {
        isDelivered = inMessage;
    }

    private void endMessage() {
        inMessage = false;
        isDelivered = false;
    }

    private MalformedWireException fail(MalformedWireException e) {
        endMessage();
        failed = true;
        isTruncated = e instanceof TruncatedWireException;
        return e;
    }

    /** Moves to the next token and returns it. */
    int advance() {
        checkInMessage();
        scalars.number().clear();
        try {
            return scanner.next();
        } catch (MalformedWireException e) {
            throw fail(e);
        }
    }

    private void checkInMessage() {
        if (!inMessage) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
    }

    /**
     * Returns the location of the last token, or of what comes next.
     *
     * @param isTaken whether the last token was consumed
     */
    WireLocation location(boolean isTaken) {
        return scanner.location(
                inMessage && !isTaken ? scanner.input().index(scanner.tokenOffset()) : scanner.cursor());
    }
}
