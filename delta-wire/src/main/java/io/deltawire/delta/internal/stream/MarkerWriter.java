package io.deltawire.delta.internal.stream;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.VarInt;
import java.util.zip.CRC32C;

/**
 * Writes the markers between the frames of a stream: block headers, checksums and end marks (docs/spec/delta.md,
 * section 3). It owns the running checksum of the epoch. Frames that others write must be added by {@link #sum}.
 */
final class MarkerWriter {
    private final OutputBuffer target;
    /** Covers the last checksum of the epoch, if there is one, and all bytes since. */
    private final CRC32C sum = new CRC32C();
    /** The last checksum of the epoch; -1 for none. */
    private long last = -1;
    /** The number of bytes in the checksum. */
    private long covered;

    MarkerWriter(OutputBuffer target) {
        this.target = target;
    }

    /** Adds bytes that were written by other means to the checksum. */
    void addToSum(byte[] bytes, int from, int length) {
        sum.update(bytes, from, length);
        covered += length;
    }

    /** Whether the checksum covers anything since the last one was written. */
    boolean hasUnchecked() {
        return covered > 0;
    }

    /** Returns the check of everything since the last one, for a header after something torn. */
    BlockHeader.CheckBefore checkBefore() {
        return new BlockHeader.CheckBefore(covered, sum.getValue());
    }

    /** Writes the header of a block and returns its length. */
    int writeHeader(BlockHeader header) {
        int start = begin(ContainerCodes.MAX_HEADER);
        for (byte b : ContainerCodes.SYNC) {
            put(b);
        }
        put(ContainerCodes.VERSION);
        BlockHeader.CheckBefore before = header.before();
        put(before != null ? ContainerCodes.RESET_WITH_CHECK : header.isReset() ? ContainerCodes.RESET : 0);
        writeVarInt(header.features());
        writeU32(header.epoch());
        writeVarInt(header.sequence());
        writeVarInt(header.maxKeys());
        writeVarInt(header.maxStateBytes());
        if (before != null) {
            writeVarInt(before.bytes());
            writeU32(before.checksum());
        }
        writeOwnChecksum(start);
        int length = commit(start);
        if (header.isReset()) {
            last = -1;
        }
        Checksums.begin(sum, last);
        sum.update(target.array, start, length);
        covered = length;
        return length;
    }

    /** Writes the checksum, {@link ContainerCodes#CHECK_BYTES} long, and begins the next one. */
    void writeCheck() {
        begin(ContainerCodes.CHECK_BYTES);
        put(0);
        put(ContainerCodes.CHECK);
        long check = sum.getValue();
        writeU32(check);
        target.commit();
        last = check;
        Checksums.begin(sum, last);
        covered = 0;
    }

    /** Writes the end mark with the number of messages in the stream. */
    void writeEndMark(long messages) {
        int start = begin(ContainerCodes.MAX_END);
        put(0);
        put(ContainerCodes.END);
        writeVarInt(messages);
        writeOwnChecksum(start);
        target.commit();
    }

    /** Writes a frame with its length and returns the length of both. */
    int writeFrame(byte[] bytes, int length) {
        int start = begin(VarInt.MAX_BYTES + length);
        writeVarInt(length);
        System.arraycopy(bytes, 0, target.array, target.position, length);
        target.position += length;
        int written = commit(start);
        addToSum(target.array, start, written);
        return written;
    }

    private int begin(int room) {
        target.begin();
        target.ensure(room);
        return target.position;
    }

    /**
     * Hands over the bytes from an index and returns their length. They stay in the array, so that they can be summed
     * once the target has taken them.
     */
    private int commit(int start) {
        int length = target.position - start;
        target.commit();
        return length;
    }

    /** Writes the checksum of the marker itself. */
    private void writeOwnChecksum(int start) {
        CRC32C own = new CRC32C();
        own.update(target.array, start, target.position - start);
        writeU32(own.getValue());
    }

    private void put(int b) {
        target.array[target.position++] = (byte) b;
    }

    private void writeVarInt(long value) {
        target.position = VarInt.write(target.array, target.position, value);
    }

    private void writeU32(long value) {
        for (int i = 0; i < 4; i++) {
            put((int) (value >>> 8 * i));
        }
    }
}
