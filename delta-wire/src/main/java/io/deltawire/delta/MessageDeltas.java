package io.deltawire.delta;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.OutputBuffer;

/**
 * What messages by tokens and objects by columns share: what has been encoded in the frame is measured and added to the stream, and a record is
 * forgotten that is what a message has said which was not taken.
 */
abstract class MessageDeltas {
    final WireLimits limits;
    final Columns columns = new Columns();
    final DeltaEncoder encoder;
    final BlockWriter blocks;
    private final boolean evicts;
    private final int maxMessageBytes;
    private final long maxRingBytes;

    /** Whether a message by tokens is begun, or none can begin any more. */
    boolean open;

    MessageDeltas(OutputBuffer target, WireOptions options) {
        this.limits = options.limits();
        this.maxMessageBytes = limits.maxMessageBytes();
        this.maxRingBytes = StateBounds.ringState(limits.maxStateBytes());
        this.blocks = new BlockWriter(
                target,
                limits,
                options.get(DeltaFormat.BLOCK_BYTES),
                options.get(DeltaFormat.FLUSH) == DeltaFormat.Flush.MESSAGE ? 1 : options.get(DeltaFormat.FLUSH_BYTES),
                options.get(DeltaFormat.APPEND_TO),
                options.get(DeltaFormat.COMPRESSION));
        boolean keepsIdle = options.get(DeltaFormat.KEY_FRAMES) != DeltaFormat.KeyFrames.NEVER;
        this.encoder = new DeltaEncoder(limits, columns, blocks, keepsIdle);
        this.evicts = options.get(DeltaFormat.OVERFLOW) == DeltaFormat.Overflow.FORGET;
    }

    /** Begins an epoch with empty state, or with the records of the one before. */
    abstract void beginEpoch();

    /** Forgets all state, where one record is not what its last message has said; null for none. */
    abstract void dropWith(RecordState record);

    /**
     * Adds the message in the frame that begins at an index.
     *
     * @param overhead the number of bytes that went into announcements
     * @param changed the record that it has changed, or null
     */
    final void added(int overhead, int start, RecordState changed) {
        try {
            blocks.added(overhead, start);
        } catch (RuntimeException e) {
            refused(changed);
            throw e;
        }
        if (encoder.ringBytes() > maxRingBytes) {
            blocks.endEpoch();
        }
    }

    /**
     * Adds the message that has updated a record. Values that have other kinds now have taken it from its binding, which takes any kind.
     *
     * @param start where in the frame it begins
     * @param overhead the number of bytes that went into announcements
     */
    final void updated(ColumnBinding binding, RecordState record, int start, int overhead) {
        if (record.binding != binding) {
            record.bind(binding);
        }
        checkLength(start, record);
        added(overhead, start, record);
    }

    /**
     * Returns the length of the message in the frame that begins at this index, unless it is too long.
     *
     * @param changed the record that it has changed, or null
     */
    final int checkLength(int start, RecordState changed) {
        int length = blocks.frame.out.position - start;
        if (length > maxMessageBytes) {
            // What was encoded cannot be taken back: the next message starts from nothing.
            throw tooLong(length, start, changed);
        }
        return length;
    }

    /** @param record that the message updates, or null where it makes a new one */
    final boolean hasRoom(EncodedType type, RecordState record, int keyLength) {
        EncodedRecords records = encoder.records();
        return evicts ? records.makeRoom(type, record, keyLength) : records.hasRoom(type, record, keyLength);
    }

    private WireDataException tooLong(int length, int start, RecordState changed) {
        try {
            blocks.drop(start);
        } finally {
            dropWith(changed);
            open = false;
        }
        return new WireDataException(
                DeltaFormat.NAME,
                "expected a message of at most " + limits.maxMessageBytes() + " bytes but was " + length,
                null);
    }

    /**
     * Forgets a record that is what a message has said which the target has not taken, so that no key frame says it. Of a target that may have taken a
     * part of it nobody knows.
     */
    final void refused(RecordState record) {
        if (blocks.needsReset() && !blocks.isTorn()) {
            dropWith(record);
        }
    }
}
