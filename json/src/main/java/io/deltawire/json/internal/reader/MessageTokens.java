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
    private boolean isPassing;

    private boolean failed;

    /** Whether the message that has failed is one that the input ended in. */
    private boolean isCut;

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
        boolean isTornOff = scanner.takeInputFailure() && inMessage;
        if (scanner.followInput()) {
            messages.startOver();
            end();
            failed = false;
        } else if (inMessage) {
            if (isTornOff) {
                restartMessage();
                if (!isPassing) {
                    return true;
                }
            }
            isPassing = true;
            int found = isAtEnd && !isTornOff ? TokenType.END : advance();
            while (found != TokenType.END) {
                found = advance();
            }
            end();
        } else if (failed) {
            messages.skip(isCut);
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
        begin();
        inMessage = true;
        return true;
    }

    private void begin() {
        scanner.beginMessage();
        jackson = null;
        scalars.jackson = null;
        isScanned = engine == TokenEngine.SCANNER;
    }

    /** Goes back to the first token of the present message. */
    void restartMessage() {
        checkInMessage();
        scanner.back();
        begin();
    }

    /** Moves to the next message and enters a head, where that goes at once; else does nothing. */
    boolean follow(JsonMessagePrefix head) {
        if (!isScanned) {
            return false;
        }
        isPassing = true;
        if (!messages.follow(head)) {
            return false;
        }
        isPassing = false;
        messageOffset = scanner.input().offset();
        return true;
    }

    /** Has the read position of a {@code Bytes} follow, where the message's end is in sight. */
    void passEnd() {
        int end = isScanned && scanner.input().mayGrow() ? scanner.endInSight() : -1;
        if (end >= 0) {
            scanner.input().take(end);
        }
    }

    /** Takes note that the present message is not to be given again. */
    void handedOn() {
        isPassing = inMessage;
    }

    private void end() {
        inMessage = false;
        isPassing = false;
        isScanned = false;
    }

    private MalformedWireException fail(MalformedWireException e) {
        end();
        failed = true;
        isCut = e instanceof TruncatedWireException;
        return e;
    }

    /** Finds the next token. */
    int advance() {
        checkInMessage();
        scalars.number().forget();
        try {
            if (jackson != null) {
                return jackson.next();
            }
            int found = engine == TokenEngine.SCANNER ? scanner.next() : TokenType.UNSUPPORTED;
            return found == TokenType.UNSUPPORTED ? handOver() : found;
        } catch (MalformedWireException e) {
            throw fail(e);
        }
    }

    private void checkInMessage() {
        if (!inMessage) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
    }

    private int handOver() {
        if (jacksonFactory == null) {
            jacksonFactory = JacksonTokenizer.factory(scanner.limits());
        }
        scanner.stopCountingBreaks();
        isScanned = false;
        try {
            jackson = JacksonTokenizer.from(scanner, jacksonFactory);
            scalars.jackson = jackson;
            return jackson.next();
        } catch (MalformedWireException e) {
            // Both agree that it is wrong; the scanner says it in the words of this project.
            throw engine == TokenEngine.JACKSON ? e : scanner.rejected();
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
