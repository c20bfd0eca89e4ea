package io.deltawire.delta;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.VarInt;
import java.util.zip.CRC32C;

/**
 * Puts message bodies into frames and frames into blocks, each with a header to start at and a checksum to end with, and
 * decides when a block begins with empty state.
 */
final class BlockWriter {
    /** A block begins with empty state once a stream since the last such block is this many times its announcements. */
    private static final int RESET_RATIO = 16;

    private static final int RESET_BYTES = 4 << 20;

    /** The bodies of the frame being filled. */
    final ValueWriter frame = new ValueWriter();

    private final OutputBuffer target;
    private final WireLimits limits;
    private final int blockBytes;
    /** The length of a frame from which it is handed over. */
    private final int flushBytes;

    private final long resetBytes;
    /** What compresses frames, or null. */
    private final DeflatedFrame deflated;

    private final CRC32C crc = new CRC32C();

    private long sequence;
    private boolean inBlock;
    private boolean resetNext = true;
    private boolean checked = true;
    private long blockLength;
    private long sinceReset;
    private long overheadSinceReset;
    private int pending;
    /** How many of the bodies pending are messages of their own. */
    private int pendingMessages;

    private boolean inKeyFrame;
    private long keyFrameBytes;
    private final int epoch;

    BlockWriter(
            OutputBuffer target,
            WireLimits limits,
            int blockBytes,
            int flushBytes,
            DumpEnd behind,
            DeltaFormat.Compression packs) {
        this.sequence = behind.sequence();
        this.epoch = behind.epoch();
        this.deflated = packs == DeltaFormat.Compression.DEFLATE ? new DeflatedFrame() : null;
        this.target = target;
        this.limits = limits;
        this.blockBytes = blockBytes;
        this.flushBytes = flushBytes;
        this.resetBytes = Math.min(RESET_BYTES, limits.maxStateBytes());
    }

    /** Whether the next message has to be encoded against empty state. */
    boolean needsReset() {
        return !inBlock && pending == 0 && resetNext;
    }

    /** Takes note that a body has been appended to {@link #frame}, of which so many bytes were announcements. */
    void added(int bodyBytes, int overhead) {
        if (needsReset()) {
            // Here, and not with the header, which is only written when the frame is.
            sinceReset = 0;
            overheadSinceReset = 0;
            keyFrameBytes = 0;
        }
        pending++;
        pendingMessages++;
        sinceReset += bodyBytes;
        overheadSinceReset += overhead;
        if (frame.out.position >= flushBytes) {
            writeFrame();
        }
        if (blockLength + frame.out.position >= blockBytes || sinceReset - keyFrameBytes >= resetBytes) {
            endBlock();
        }
    }

    /** Begins with empty state at once; what comes up to {@link #endKeyFrame} are records said again. */
    void beginKeyFrame() {
        endBlock();
        resetNext = true;
        inKeyFrame = true;
        sinceReset = 0;
        overheadSinceReset = 0;
    }

    /** Takes note that a record has been appended to {@link #frame} again. */
    void repeated(int bodyBytes) {
        pending++;
        sinceReset += bodyBytes;
        overheadSinceReset += bodyBytes;
        if (blockLength + frame.out.position >= blockBytes) {
            endBlock();
        }
    }

    /** Ends a key frame, and hands over all of it. */
    void endKeyFrame() {
        inKeyFrame = false;
        keyFrameBytes = sinceReset;
        flush();
    }

    /** Drops the body that begins at this index of {@link #frame}; the next one is encoded against empty state. */
    void drop(int start) {
        frame.out.position = start;
        endBlock();
        resetNext = true;
    }

    /** Writes what is pending, and a checksum, so that any reader can have it. */
    void flush() {
        writeFrame();
        writeCheck();
        target.flush();
    }

    void close() {
        try {
            end();
        } finally {
            if (deflated != null) {
                deflated.close();
            }
        }
    }

    private void end() {
        if (!inBlock && sequence == 0 && pending == 0) {
            writeHeader();
            writeCheck();
        }
        writeFrame();
        writeCheck();
        begin(16);
        int start = target.position;
        put(0);
        put(Block.END);
        varInt(sequence);
        CRC32C own = new CRC32C();
        own.update(target.array, start, target.position - start);
        u32(own.getValue());
        target.commit();
        target.flush();
        target.close();
    }

    private void endBlock() {
        writeFrame();
        writeCheck();
        inBlock = false;
        blockLength = 0;
        resetNext = !inKeyFrame
                && (sinceReset >= RESET_RATIO * overheadSinceReset || sinceReset - keyFrameBytes >= resetBytes);
    }

    private void writeFrame() {
        if (pending == 0) {
            return;
        }
        byte[] bytes = frame.out.array;
        int length = frame.out.position;
        if (deflated != null) {
            length = deflated.pack(bytes, length);
            bytes = deflated.bytes;
        }
        try {
            if (!inBlock) {
                writeHeader();
            }
            begin(VarInt.MAX_BYTES + length);
            int start = target.position;
            varInt(length);
            System.arraycopy(bytes, 0, target.array, target.position, length);
            target.position += length;
            commit(start);
            sequence += pendingMessages;
            if (frame.out.position >= flushBytes) {
                target.flush(); // a stream may have a buffer of its own
            }
        } catch (RuntimeException e) {
            // The target may hold half of it: what follows must stand on its own.
            inBlock = false;
            blockLength = 0;
            resetNext = true;
            throw e;
        } finally {
            pending = 0;
            pendingMessages = 0;
            frame.out.clear();
        }
    }

    private void writeHeader() {
        begin(Block.MAX_HEADER);
        int start = target.position;
        for (byte b : Block.SYNC) {
            put(b);
        }
        put(Block.VERSION);
        put(resetNext ? Block.RESET : 0);
        varInt(deflated == null ? 0 : Block.DEFLATED); // features
        u32(epoch);
        varInt(sequence);
        varInt(limits.maxKeys());
        varInt(limits.maxStateBytes());
        CRC32C own = new CRC32C();
        own.update(target.array, start, target.position - start);
        u32(own.getValue());
        crc.reset();
        commit(start);
        inBlock = true;
        resetNext = false;
    }

    private void writeCheck() {
        if (checked) {
            return;
        }
        begin(6);
        put(0);
        put(Block.CHECK);
        u32(crc.getValue());
        target.commit();
        blockLength += 6;
        crc.reset();
        checked = true;
    }

    private void begin(int room) {
        target.begin();
        target.ensure(room);
    }

    private void commit(int start) {
        int length = target.position - start;
        crc.update(target.array, start, length);
        target.commit();
        blockLength += length;
        checked = false;
    }

    private void put(int b) {
        target.array[target.position++] = (byte) b;
    }

    private void varInt(long value) {
        target.position = VarInt.write(target.array, target.position, value);
    }

    private void u32(long value) {
        for (int i = 0; i < 4; i++) {
            put((int) (value >>> 8 * i));
        }
    }
}
