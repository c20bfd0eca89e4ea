package io.deltawire.json;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import java.io.UncheckedIOException;

/**
 * The window on the input that holds the present message, with the place in it. Its fields are a copy of the
 * buffer's, and its end is cut to the largest message. The buffer's own position stays at the start of the message.
 */
abstract class JsonWindow {
    final InputBuffer in;
    final WireLimits limits;

    byte[] a;
    /** Index of what is read next. */
    int p;

    int end;

    /** Line breaks between the tokens of the message so far. */
    int breaks;

    /** Whether {@link #breaks} can be relied on: not where something went back. */
    boolean countsBreaks = true;

    /** Whether the input has failed in the message, since {@link #takeInputFailure}. */
    private boolean hasInputFailed;

    // Where the message begins.
    private int line = 1;
    private int column = 1;

    JsonWindow(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
        sync(in.position);
    }

    private void sync(int position) {
        a = in.array;
        p = position;
        end = in.limit - in.position > limits.maxMessageBytes() ? in.position + limits.maxMessageBytes() : in.limit;
    }

    // ---- messages

    /** Passes over a byte order mark. */
    final void skipMark() {
        if (in.fill(3)) {
            sync(in.position);
            if (JsonDetector.startsWithMark(a, p, end)) {
                in.position += 3;
                in.mark();
            }
        }
        sync(in.position);
    }

    /** Moves to the next byte that is not blank, which a message begins with, and returns it, or -1 at the end. */
    final int nextRoot() {
        while (true) {
            int i = p;
            int lines = 0;
            int lastBreak = 0;
            while (i < end && isBlank(a[i])) {
                if (a[i] == '\n') {
                    lines++;
                    lastBreak = i;
                }
                i++;
            }
            if (lines > 0 && countsBreaks) {
                line += breaks + lines;
                column = i - lastBreak;
            } else {
                count(i);
            }
            drop(i);
            if (p < end) {
                return a[p] & 0xFF;
            }
            boolean isMore = in.fill(1);
            sync(in.position); // at the end of the input, too: the window may have moved
            if (!isMore) {
                return -1;
            }
            if (!isBlank(a[p])) {
                return a[p] & 0xFF;
            }
        }
    }

    /**
     * Goes to where a {@code Bytes} is to be read now, if someone has moved its read position since the message was begun;
     * lines are counted from there.
     */
    final boolean followInput() {
        if (!in.follow()) {
            return false;
        }
        line = 1;
        column = 1;
        breaks = 0;
        countsBreaks = true;
        sync(in.position);
        return true;
    }

    /** Goes to the message that begins after a line break at {@code p}, where the one before ends. */
    final void passBreak() {
        line += breaks + 1;
        column = 1;
        breaks = 0;
        in.position = p + 1;
        in.begin();
        sync(in.position);
    }

    /** Goes back to the start of the message. */
    final void back() {
        p = in.position;
        countsBreaks = false;
    }

    /** Drops everything before {@code p}: it belongs to no message. */
    final void drop() {
        count(p);
        drop(p);
    }

    private void drop(int index) {
        breaks = 0;
        countsBreaks = true;
        in.position = index;
        if (index < in.limit) {
            in.begin();
        } else {
            in.mark();
        }
        sync(index);
    }

    /** Counts lines and columns of what is about to be dropped. */
    private void count(int to) {
        for (int i = in.position; i < to; i++) {
            if (a[i] == '\n') {
                line++;
                column = 1;
            } else if ((a[i] & 0xC0) != 0x80) {
                column++;
            }
        }
    }

    // ---- bytes

    /** Whether the input has failed since this was asked last: of the message, nobody knows how far it was read. */
    final boolean takeInputFailure() {
        boolean hasFailed = hasInputFailed;
        hasInputFailed = false;
        return hasFailed;
    }

    /**
     * Makes the byte at index {@code i} present, where {@code i} is the end of the window.
     *
     * @return its index now, which may be another, or -1 where the input ends
     */
    final int more(int i) {
        int start = in.position;
        if (i - start >= limits.maxMessageBytes()) {
            throw malformed("expected a message of at most " + limits.maxMessageBytes() + " bytes but it is longer", i);
        }
        boolean filled;
        try {
            filled = in.fill(i - start + 1);
        } catch (UncheckedIOException e) {
            hasInputFailed = true;
            throw e;
        }
        int moved = in.position - start;
        sync(p + moved);
        return filled ? i + moved : -1;
    }

    /** The byte at an offset from the start of the message, or -1 where the input ends before. */
    final int byteAt(int offset) {
        int i = in.position + offset;
        if (i >= end) {
            i = more(i);
            if (i < 0) {
                return -1;
            }
        }
        return a[i] & 0xFF;
    }

    /** The next byte that is not blank, as a number from 0, or -1 at the end of the input. */
    final int nonBlank() {
        while (true) {
            if (p == end && more(p) < 0) {
                return -1;
            }
            byte b = a[p];
            if (!isBlank(b)) {
                return b & 0xFF;
            }
            if (b == '\n') {
                breaks++;
            }
            p++;
        }
    }

    static boolean isBlank(int b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** The offset of the quote that ends the string whose quote is at this offset, whatever is between them. */
    final int closingQuote(int offset) {
        int close = findClosingQuote(offset);
        if (close < 0) {
            throw truncated(-close);
        }
        return close;
    }

    /** As {@link #closingQuote}, but where the input ends before it the offset of its end, negated. */
    final int findClosingQuote(int offset) {
        int i = offset + 1;
        while (true) {
            switch (byteAt(i)) {
                case '"':
                    return i;
                case '\\':
                    i += 2;
                    break;
                case -1:
                    return -i;
                default:
                    i++;
                    break;
            }
        }
    }

    // ---- errors

    /** An error at an index of the window. */
    final MalformedWireException malformed(String problem, int index) {
        WireLocation location = location(index);
        return new MalformedWireException(JsonFormat.NAME, problem + begun(location), location);
    }

    /** The input ends, at an offset from the start of the message. */
    final TruncatedWireException truncated(int offset) {
        return truncated("message", offset);
    }

    final TruncatedWireException truncated(String what, int offset) {
        WireLocation location = location(in.position + offset);
        String problem = "expected the rest of the " + what + " but the input ends";
        return new TruncatedWireException(JsonFormat.NAME, problem + begun(location), location);
    }

    /** Where a message goes over lines, the one it begins in helps more than the one that it broke in. */
    private String begun(WireLocation location) {
        return location.line() == line ? "" : " in the message that begins at line " + line;
    }

    /** The place of an index of the window. */
    final WireLocation location(int index) {
        return JsonPlace.of(in, line, column, Math.min(index, in.limit));
    }
}
