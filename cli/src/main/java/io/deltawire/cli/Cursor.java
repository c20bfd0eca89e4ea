package io.deltawire.cli;

import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;

/** Goes through the messages of one input, counting them. */
final class Cursor {
    private final WireIn in;
    private long number;

    Cursor(Input input, WireOptions options) {
        this.in = input.reader(options);
    }

    /** Moves to the next message. */
    boolean next() {
        number++;
        return in.nextMessage();
    }

    /** The number of the present message, from 1; while there is none, of the one that was to come. */
    long number() {
        return number;
    }

    /** Where the present message begins in the input after unpacking, or -1. */
    long offset() {
        return in.messageOffset();
    }

    /** The reader, at the present message. */
    WireIn in() {
        return in;
    }

    /** Reads the present message onto a tape. */
    void read(MessageTape tape) {
        Transcoder.copyMessage(in, tape);
        tape.place(number, in.messageOffset());
    }
}
