package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.wire.MalformedWireException;

/** Finds the start of each message: after blanks, or at an item of an outermost array. */
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

    /** Enters the prefix of the next message if it equals that of the last one; not inside an array. */
    boolean followPrefix(JsonMessagePrefix prefix) {
        return !inArray && scanner.followPrefix(prefix);
    }

    /**
     * Moves to the start of the next message; returns false if there is none now.
     *
     * @throws MalformedWireException if the array around the messages is broken
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
        firstItem = true; // in case the input fails here and goes on later
        int item = scanner.nextMessageStart();
        firstItem = false;
        if (item < 0) {
            throw scanner.truncated("array", 0);
        }
        if (item == ']') {
            throw scanner.syntaxError("a value");
        }
    }

    /** Takes what comes next as the start of the input. */
    void restart() {
        atStart = true;
        inArray = false;
    }

    /**
     * Continues after a broken message.
     *
     * @param isTruncated whether the input ended in the message
     * @return false if the reader must wait, because the rest of the message may still arrive
     */
    boolean goOn(boolean isTruncated) {
        if (isTruncated) {
            scanner.rewindToMessageStart();
            if (scanner.hasGrown()) {
                firstItem = true; // the message is read again
                return true;
            }
            if (!inArray && !scanner.hasLineWithMessage()) {
                return false;
            }
        }
        skipBrokenMessage(isTruncated);
        return true;
    }

    /**
     * Skips a broken message: to the end of the line in which it started, or of a later one.
     *
     * @param isTruncated whether the input ended in the message. The lines after it may then belong to the message, or
     *     be messages that a torn line has swallowed. A line that starts with a bracket is taken for a message.
     */
    private void skipBrokenMessage(boolean isTruncated) {
        scanner.rewindToMessageStart();
        skipLine();
        while (isTruncated && !inArray) {
            scanner.dropConsumed();
            if (isAtPossibleMessage()) {
                return;
            }
            skipLine();
        }
    }

    /** Returns whether a message may start after the line break at the cursor. */
    private boolean isAtPossibleMessage() {
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
