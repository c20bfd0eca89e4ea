package io.deltawire.kafka.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Objects;

/**
 * Encodes messages as blocks: closed delta dumps. One writer serves all blocks, since a new one for each would take
 * more time and memory than the messages.
 *
 * <p>Not thread-safe.
 */
public final class BlockEncoder {
    /** The number of bytes after which the writer hands messages over, so that {@link #sizeInBytes} is about right. */
    private static final int FRAME_BYTES = 1 << 10;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 12);
    private final Wire wire;
    private int count;

    /**
     * @param options the options of the wire
     * @param keyFields the fields that name the record of a message; empty if classes do or there is no key
     */
    public BlockEncoder(WireOptions options, List<String> keyFields) {
        WireOptions forBlocks = options.with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK)
                .with(DeltaFormat.FLUSH_BYTES, FRAME_BYTES)
                .with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.NEVER)
                .with(WireOptions.KEY_FIELDS, keyFields);
        this.wire = Wire.of(new DeltaFormat(), bytes, forBlocks);
    }

    /** Appends a message. If that fails, the block is as before. */
    public void add(Object message) {
        wire.write(Objects.requireNonNull(message, "message"));
        count++;
    }

    /** Appends the message that a reader has just moved to. */
    public void addCurrent(WireIn in) {
        Transcoder.copyMessage(in, wire.out());
        count++;
    }

    /** Returns the number of messages in the block. */
    public int count() {
        return count;
    }

    /** Returns the size of the block, without up to a kilobyte of messages that the writer still holds. */
    public int sizeInBytes() {
        return bytes.size();
    }

    /** Ends the block and returns it. The next message begins another one. */
    public byte[] end() {
        DeltaFormat.endDump(wire.out());
        byte[] block = bytes.toByteArray();
        bytes.reset();
        count = 0;
        return block;
    }

    /** Drops the block. */
    public void discard() {
        end();
    }
}
