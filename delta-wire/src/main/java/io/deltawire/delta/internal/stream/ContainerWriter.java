package io.deltawire.delta.internal.stream;

import io.deltawire.wire.spi.OutputBuffer;
import java.util.zip.CRC32C;

/**
 * Writes headers, checksums and frames to a target: docs/spec/delta.md, section 3. It owns the running checksum of the
 * epoch. Frames that others write must be added to it by {@link #addToSum}.
 */
final class ContainerWriter {
    private final OutputBuffer target;
    /** Covers the last checksum of the epoch and all bytes since. */
    private final CRC32C sum = new CRC32C();
    /** Whether anything was added since the last checksum. */
    private boolean hasUnchecked;

    ContainerWriter(OutputBuffer target) {
        this.target = target;
    }

    /** Adds bytes of frames that were written by other means to the checksum. */
    void addToSum(byte[] bytes, int from, int length) {
        if (length > 0) {
            sum.update(bytes, from, length);
            hasUnchecked = true;
        }
    }

    /** Whether anything was added since the last checksum. */
    boolean hasUnchecked() {
        return hasUnchecked;
    }

    /** Returns the check of everything since the last one. */
    int check() {
        return (int) sum.getValue();
    }

    private void beginSum(int before) {
        FrameCodes.beginCheck(sum, before);
        hasUnchecked = false;
    }

    /** Writes the header of an epoch and returns its length. */
    int writeHeader(EpochHeader header) {
        int start = begin(EpochHeader.MAX_BYTES);
        target.position = header.write(target.array, start);
        int length = target.position - start;
        int checksum = EpochHeader.u32(target.array, target.position - Integer.BYTES);
        target.commit();
        beginSum(checksum);
        return length;
    }

    /** Writes the checksum, {@link FrameCodes#CHECK_BYTES} long, and begins the next one. */
    void writeCheck() {
        int start = begin(FrameCodes.CHECK_BYTES);
        int check = check();
        target.array[start] = FrameCodes.CHECK;
        target.position = EpochHeader.writeU32(target.array, start + 1, check);
        target.commit();
        beginSum(check);
    }

    /** Writes a frame, masked if need be, and returns its length with that of its prefix. */
    int writeFrame(byte[] bytes, int offset, int length) {
        int start = begin(FrameCodes.maxBytes(length));
        target.position = FrameCodes.writeFrame(target.array, start, bytes, offset, length);
        int written = target.position - start;
        byte[] array = target.array;
        target.commit();
        addToSum(array, start, written); // the bytes stay in the array
        return written;
    }

    private int begin(int room) {
        target.begin();
        target.ensure(room);
        return target.position;
    }
}
