package io.deltawire.cli.statistics;

import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.OutputBuffer;

/** Measures the size of messages in a format, by writing each of them into a buffer. Not thread-safe. */
final class SizeCounter {
    /** A buffer that has become larger than this is dropped after the message. */
    private static final int MOST_RETAINED = 1 << 20;

    private final BufferFormat format;
    private final WireOptions options;
    private OutputBuffer buffer;
    private WireOut writer;

    SizeCounter(BufferFormat format, WireOptions options) {
        this.format = format;
        this.options = options;
    }

    private void begin() {
        if (buffer == null) {
            buffer = OutputBuffer.inMemory();
            writer = format.newWriter(buffer, options);
        }
        buffer.clear();
    }

    private long end() {
        long size = buffer.position;
        if (buffer.array.length > MOST_RETAINED) {
            buffer = null;
            writer = null;
        }
        return size;
    }

    /** Returns the size of a message in bytes; -1 if it would be larger than a message may be. */
    long size(MessageTape tape) {
        begin();
        try {
            tape.play(writer);
        } catch (WireDataException e) {
            end();
            return -1;
        }
        return end();
    }

    /**
     * Returns the size in bytes of a message whose outermost object has only one field, which some tokens of another
     * message are; -1 if it would be larger than a message may be.
     */
    long sizeOfField(MessageTape tape, int from, int to) {
        begin();
        writer.beginMessage();
        try {
            writer.beginObject();
            tape.play(writer, from, to);
            writer.endObject();
            writer.endMessage();
        } catch (WireDataException e) {
            writer.cancelMessage();
            end();
            return -1;
        }
        return end();
    }
}
