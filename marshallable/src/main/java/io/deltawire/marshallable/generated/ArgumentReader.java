package io.deltawire.marshallable.generated;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.MessageDecoder;

/**
 * Reads the list of several arguments of a call, directly from the reader's array if it offers that. A {@code try}
 * method returns false, or null, if the next argument is not as expected. The caller then reads that argument by its
 * token, between {@link #suspendDirect} and {@link #resumeDirect}. Not thread-safe.
 */
final class ArgumentReader {
    private WireIn reader;

    /** The same reader; null if its format has no array to read items from. */
    private MessageDecoder decoder;

    private boolean isDirect;

    /** Whether nothing was read but the prefix of the message and direct arguments. */
    private boolean isAfterPrefix;

    private byte[] array;

    /** The offset of the next argument and the end of the list. They are equal if nothing can be read directly. */
    private int offset;

    private int end;

    private long int64;
    private double float64;

    /** Enters the list. */
    void beginList(WireIn in) {
        bindReader(in);
        isAfterPrefix = false; // a failed message may have left it set
        in.beginList();
        resumeDirect();
    }

    /** Starts a list that the matched prefix of the message, known to a {@link MessageDecoder}, has entered. */
    void continueList(WireIn in) {
        bindReader(in);
        isAfterPrefix = true;
        loadPosition(decoder);
    }

    private void bindReader(WireIn in) {
        if (reader != in) {
            reader = in;
            decoder = in instanceof MessageDecoder found ? found : null;
        }
    }

    /** Goes on with direct reading if the reader allows it. */
    void resumeDirect() {
        FieldDecoder from = decoder;
        if (from == null || !from.takesItems()) {
            isDirect = false;
            offset = end;
            return;
        }
        loadPosition(from);
    }

    private void loadPosition(FieldDecoder from) {
        isDirect = true;
        offset = from.position();
        end = from.end();
        byte[] now = from.array();
        if (array != now) {
            array = now;
        }
    }

    /** Moves the reader to the next argument. */
    void suspendDirect() {
        if (isDirect) {
            isDirect = false;
            isAfterPrefix = false;
            decoder.moveToItem(offset);
            offset = end;
        }
    }

    /**
     * Ends the list and its message if all arguments came directly after the prefix. Else returns false and does
     * nothing.
     */
    boolean tryEndList() {
        if (!isAfterPrefix || offset != end) {
            return false;
        }
        isAfterPrefix = false;
        isDirect = false;
        return decoder.endFields();
    }

    /** Reads a number if it is in a range. {@link #int64} returns it. */
    boolean tryInt64(long least, long most) {
        if (offset < end) {
            int after = decoder.int64End(array, offset, end);
            if (after <= end) {
                long value = decoder.int64(array, offset, after);
                if (value >= least && value <= most) {
                    int64 = value;
                    offset = after;
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the number that was read last; 1 or 0 for a boolean. */
    long int64() {
        return int64;
    }

    boolean tryFloat64() {
        if (offset < end) {
            int after = decoder.float64End(array, offset, end);
            if (after <= end) {
                float64 = decoder.float64(array, offset, after);
                offset = after;
                return true;
            }
        }
        return false;
    }

    /** Returns the double that was read last. */
    double float64() {
        return float64;
    }

    boolean tryBool() {
        if (offset < end) {
            int after = decoder.boolEnd(array, offset, end);
            if (after <= end) {
                int64 = decoder.bool(array, offset) ? 1 : 0;
                offset = after;
                return true;
            }
        }
        return false;
    }

    /**
     * Reads a text, or returns null.
     *
     * @param number the number under which the reader may cache the text, one for each argument
     */
    String tryText(int number) {
        if (offset < end) {
            int after = decoder.textEnd(array, offset, end);
            if (after <= end) {
                String value = decoder.text(array, offset, after, number);
                if (value != null) {
                    offset = after;
                }
                return value;
            }
        }
        return null;
    }
}
