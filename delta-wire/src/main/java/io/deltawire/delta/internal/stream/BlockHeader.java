package io.deltawire.delta.internal.stream;

/**
 * What a block's header says.
 *
 * @param features what a reader has to know
 * @param sequence the number of messages before it in its stream
 * @param reset whether it begins with empty state
 * @param epoch the number that the writer gave it
 * @param maxKeys the most records that the writer keeps
 * @param maxStateBytes the most that the writer's state counts as
 */
public record BlockHeader(long features, long sequence, boolean reset, int epoch, long maxKeys, long maxStateBytes) {
    /** Whether the block's frames are compressed. */
    boolean isDeflated() {
        return (features & Block.DEFLATED) != 0;
    }
}
