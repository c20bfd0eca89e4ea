package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.wire.MalformedWireException;

/** Finds where messages begin: after blanks, and in an outermost array whose items are the messages. */
final class MessageFinder {
    private final JsonScanner scanner;
    private final boolean unwraps;
    private boolean atStart = true;
    private boolean inArray;
    private boolean firstItem;

    MessageFinder(JsonScanner scanner, boolean unwraps) {
        this.scanner = scanner;
        this.unwraps = unwraps;
    }

    /** Enters a head, where the next message stands by itself and begins with that as the one before did. */
    boolean followPrefix(JsonMessagePrefix head) {
        return !inArray && scanner.followPrefix(head);
    }

    /**
     * Moves to the start of the next message; false where there is none now.
     *
     * @throws MalformedWireException where the array around the messages is broken
     */
    boolean next() {
        if (atStart) {
            scanner.skipByteOrderMark();
            atStart = false;
        }
        while (true) {
            int c = scanner.nextMessageStart();
            if (c < 0 && inArray) {
                throw scanner.truncated("array", 0);
            }
            if (c < 0 || !unwraps || !inArray && c != '[') {
                return c >= 0;
            }
            if (!inArray) {
                inArray = true;
                firstItem = true;
                scanner.skipByte();
            } else if (c == ']') {
                inArray = false;
                scanner.skipByte();
            } else {
                moveToNextItem(c);
                return true;
            }
        }
    }

    private void moveToNextItem(int c) {
        if (firstItem) {
            firstItem = false;
            return;
        }
        if (c != ',') {
            throw scanner.syntaxError("',' or ']'");
        }
        scanner.skipByte();
        firstItem = true; // where the input fails here and goes on
        int item = scanner.nextMessageStart();
        firstItem = false;
        if (item < 0) {
            throw scanner.truncated("array", 0);
        }
        if (item == ']') {
            throw scanner.syntaxError("a value");
        }
    }

    /** Takes what comes next for the start of the input. */
    void restart() {
        atStart = true;
        inArray = false;
    }

    /**
     * Passes over a broken message: to the end of the line that it began in, or of a later one.
     *
     * @param isCut whether the input ended in it: the lines behind may be those of the message itself then, or messages that a torn line in
     *     front of them has swallowed, which begin with a bracket
     */
    void skipBrokenMessage(boolean isCut) {
        scanner.rewindToMessageStart();
        skipLine();
        while (isCut && !inArray && !isBeforeMessage()) {
            skipLine();
        }
    }

    /** Whether what comes behind the line end that has been found may be a message. */
    private boolean isBeforeMessage() {
        scanner.dropConsumed();
        int c = scanner.byteAt(1);
        return c < 0 || c == '{' || c == '[';
    }

    private void skipLine() {
        int offset = scanner.byteAt(0) == '\n' ? 1 : 0;
        for (int c = scanner.byteAt(offset); c != '\n' && c >= 0; c = scanner.byteAt(offset)) {
            offset++;
            if (offset == scanner.limits().maxMessageBytes()) {
                scanner.moveToOffset(offset);
                scanner.dropConsumed();
                offset = 0;
            }
        }
        scanner.moveToOffset(offset);
        firstItem = true;
    }
}
