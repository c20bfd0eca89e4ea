package io.deltawire.delta.internal.stream;

/**
 * The contents of a block's header.
 *
 * @param features bits that a reader must support to read the block
 * @param sequence the number of messages before the block in its stream
 * @param isReset whether the block begins with empty state
 * @param epoch the number of the last block with RESET, this one included
 * @param maxKeys the most records that the writer keeps
 * @param maxStateBytes the largest size of the writer's state
 * @param before the check of the bytes before the block; null if a marker holds it
 */
public record BlockHeader(
        long features,
        long sequence,
        boolean isReset,
        int epoch,
        long maxKeys,
        long maxStateBytes,
        CheckBefore before) {
    /**
     * A check in the header of a block whose writer's target has failed. No marker could hold it: its bytes would be
     * read as the rest of a torn frame.
     *
     * @param bytes the number of bytes that it covers; what follows them up to the header is torn
     * @param checksum their checksum
     */
    record CheckBefore(long bytes, long checksum) {}

    /** Whether the block's frames are compressed. */
    boolean isDeflated() {
        return (features & ContainerCodes.DEFLATED) != 0;
    }
}
