package io.deltawire.cli.delta;

import io.deltawire.cli.message.MessageMemory;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.OutputStream;
import java.util.List;

/** Measures the size of messages as a delta dump, by writing them to nowhere. */
public final class DeltaSize {
    /** The approximate memory of a value in the state of a dump. */
    private static final long VALUE_BYTES = 48;

    private final Counter counter = new Counter();
    private final WireOut writer;
    private boolean isKnown = true;

    private static final class Counter extends OutputStream {
        private long bytes;

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] b, int offset, int length) {
            bytes += length;
        }
    }

    /** @param options those that every writer of the command has */
    public DeltaSize(List<String> keys, WireOptions options) {
        writer = new DeltaFormat().newWriter(counter, options.with(WireOptions.KEY_FIELDS, keys));
    }

    public void add(MessageTape tape) {
        if (isKnown && tape.size() * VALUE_BYTES > MessageMemory.maxBytes()) {
            isKnown = false; // a dump retains each value
        }
        if (isKnown) {
            try {
                tape.play(writer);
            } catch (WireException e) {
                isKnown = false; // no dump can hold the message
            }
        }
    }

    /** Flushes and returns the size so far; -1 if a message could not be written. */
    public long sizeSoFar() {
        if (!isKnown) {
            return -1;
        }
        writer.flush();
        return counter.bytes;
    }

    /** Ends the dump and returns its size in bytes; -1 if a message could not be written. */
    public long end() {
        if (!isKnown) {
            return -1;
        }
        writer.close();
        return counter.bytes;
    }
}
