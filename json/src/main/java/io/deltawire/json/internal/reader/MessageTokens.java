package io.deltawire.json.internal.reader;

import com.fasterxml.jackson.core.JsonFactory;
import io.deltawire.json.internal.jackson.JacksonTokenizer;
import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.json.internal.scanner.TokenType;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLocation;

/**
 * The tokens of message after message: found by the scanner as far as it gets, and by jackson-core from there on. After an
 * error it goes on with the line after the one that the message began in; where the input fails, as by a timeout, in a message, that one is given again.
 * Not thread-safe.
 */
final class MessageTokens {
    private final JsonScanner scanner;
    private final ScalarConverter scalars;
    private final MessageFinder messages;
    private final TokenEngine engine;

    private JsonFactory jacksonFactory;
    /** What reads the message from where the scanner gave up, or null. */
    private JacksonTokenizer jackson;

    /** Whether the scanner reads the present message. */
    boolean isScanned;

    private boolean inMessage;
    /** Whether the message has been given, or a part of it, so that it is passed over where the input fails in it. */
    private boolean isDelivered;

    private boolean failed;

    /** Whether the message that has failed is one that the input ended in. */
    private boolean isTruncated;

    /** Of the present message, or -1. */
    long messageOffset = -1;

    MessageTokens(JsonScanner scanner, ScalarConverter scalars, MessageFinder messages, TokenEngine engine) {
        this.scanner = scanner;
        this.scalars = scalars;
        this.messages = messages;
        this.engine = engine;
    }

    /**
     * Moves to the next message, past what is left of this one, or to where the input is to be read; false where there is none
     * now.
     *
     * @param isAtEnd whether the token found last was the end of this one
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
            messages.skipBrokenMessage(isTruncated);
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
        beginTokens();
        inMessage = true;
        return true;
    }

    private void beginTokens() {
        scanner.beginMessage();
        jackson = null;
        scalars.jackson = null;
        isScanned = engine == TokenEngine.SCANNER;
    }

    /** Goes back to the first token of the present message. */
    void restartMessage() {
        checkInMessage();
        scanner.rewindToMessageStart();
        beginTokens();
    }

    /** Moves to the next message and enters a head, where that goes at once; else does nothing. */
    boolean followPrefix(JsonMessagePrefix head) {
        if (!isScanned) {
            return false;
        }
        isDelivered = true;
        if (!messages.followPrefix(head)) {
            return false;
        }
        isDelivered = false;
        messageOffset = scanner.input().offset();
        return true;
    }

    /** Has the read position of a {@code Bytes} follow, where the message's end is in sight. */
    void releaseMessageEnd() {
        int end = isScanned && scanner.input().mayGrow() ? scanner.findMessageEnd() : -1;
        if (end >= 0) {
            scanner.input().take(end);
        }
    }

    /** Takes note that the present message is not to be given again. */
    void markDelivered() {
        isDelivered = inMessage;
    }

    private void endMessage() {
        inMessage = false;
        isDelivered = false;
        isScanned = false;
    }

    private MalformedWireException fail(MalformedWireException e) {
        endMessage();
        failed = true;
        isTruncated = e instanceof TruncatedWireException;
        return e;
    }

    /** Finds the next token. */
    int advance() {
        checkInMessage();
        scalars.number().clear();
        try {
            if (jackson != null) {
                return jackson.next();
            }
            int found = engine == TokenEngine.SCANNER ? scanner.next() : TokenType.UNSUPPORTED;
            return found == TokenType.UNSUPPORTED ? switchToJackson() : found;
        } catch (MalformedWireException e) {
            throw fail(e);
        }
    }

    private void checkInMessage() {
        if (!inMessage) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
    }

    private int switchToJackson() {
        if (jacksonFactory == null) {
            jacksonFactory = JacksonTokenizer.factory(scanner.limits());
        }
        scanner.stopCountingLineBreaks();
        isScanned = false;
        try {
            jackson = JacksonTokenizer.takeOver(scanner, jacksonFactory);
            scalars.jackson = jackson;
            return jackson.next();
        } catch (MalformedWireException e) {
            // Both agree that it is wrong; the scanner says it in the words of this project.
            throw engine == TokenEngine.JACKSON ? e : scanner.syntaxError();
        }
    }

    /**
     * Where the token found last is, or what comes next.
     *
     * @param isTaken whether it is what comes next
     */
    WireLocation location(boolean isTaken) {
        return scanner.location(inMessage && !isTaken ? scanner.input().index(scanner.tokenOffset()) : scanner.cursor());
    }
}
