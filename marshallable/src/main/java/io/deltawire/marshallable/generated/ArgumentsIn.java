package io.deltawire.marshallable.generated;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.MessageDecoder;

/**
 * Reads the list that several arguments of a call are: straight from the array of a reader that gives items so, as long as they are as expected.
 * Of the next one that is not, each method of a kind returns false, or null; then it is to be read by its token, between {@link #leave} and
 * {@link #go}. Not thread-safe.
 */
final class ArgumentsIn {
    private WireIn known;

    /** The same reader; null where it is of a format without an array to take items from. */
    private MessageDecoder decoder;

    private boolean isStraight;

    /** Whether {@link #isStraight}, and nothing has been read but the head of the message and what was taken. */
    private boolean isHead;

    private byte[] array;

    /** Where the next argument is, and where the list ends; the same where nothing can be taken straight. */
    private int at;

    private int end;

    private long int64;
    private double float64;

    /** Enters the list. */
    void begin(WireIn in) {
        know(in);
        isHead = false; // of a message that has failed
        in.beginList();
        go();
    }

    /** Takes the list that the head of its message has entered, which a {@link MessageDecoder} has. */
    void beginEntered(WireIn in) {
        know(in);
        isHead = true;
        take(decoder);
    }

    private void know(WireIn in) {
        if (known != in) {
            known = in;
            decoder = in instanceof MessageDecoder found ? found : null;
        }
    }

    /** Goes on straight, where that is possible. */
    void go() {
        FieldDecoder from = decoder;
        if (from == null || !from.takesItems()) {
            isStraight = false;
            at = end;
            return;
        }
        take(from);
    }

    private void take(FieldDecoder from) {
        isStraight = true;
        at = from.position();
        end = from.end();
        byte[] now = from.array();
        if (array != now) {
            array = now;
        }
    }

    /** Has the reader be at the next argument. */
    void leave() {
        if (isStraight) {
            isStraight = false;
            isHead = false;
            decoder.moveToItem(at);
            at = end;
        }
    }

    /** Ends the list, and with it the message, where all of it has been taken straight behind the head; else false. */
    boolean endsEntered() {
        if (!isHead || at != end) {
            return false;
        }
        isHead = false;
        isStraight = false;
        return decoder.endFields();
    }

    /** Takes a number in a range. */
    boolean takesInt64(long least, long most) {
        if (at < end) {
            int after = decoder.int64End(array, at, end);
            if (after <= end) {
                long value = decoder.int64(array, at, after);
                if (value >= least && value <= most) {
                    int64 = value;
                    at = after;
                    return true;
                }
            }
        }
        return false;
    }

    /** What has been taken. */
    long int64() {
        return int64;
    }

    boolean takesFloat64() {
        if (at < end) {
            int after = decoder.float64End(array, at, end);
            if (after <= end) {
                float64 = decoder.float64(array, at, after);
                at = after;
                return true;
            }
        }
        return false;
    }

    /** What has been taken. */
    double float64() {
        return float64;
    }

    boolean takesBool() {
        if (at < end) {
            int after = decoder.boolEnd(array, at, end);
            if (after <= end) {
                int64 = decoder.bool(array, at) ? 1 : 0;
                at = after;
                return true;
            }
        }
        return false;
    }

    /** @param number by which the reader may remember it: one for each argument */
    String text(int number) {
        if (at < end) {
            int after = decoder.textEnd(array, at, end);
            if (after <= end) {
                String value = decoder.text(array, at, after, number);
                if (value != null) {
                    at = after;
                }
                return value;
            }
        }
        return null;
    }
}
