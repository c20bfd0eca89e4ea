package io.deltawire.delta.internal.stream;

/**
 * How a writer divides its stream into blocks.
 *
 * @param blockBytes the size at which a block ends
 * @param flushBytes the size at which a frame is handed to the target
 * @param isDeflated whether frames are compressed
 * @param messagesBefore the number of messages already in the stream
 * @param epoch the number of the first epoch
 */
public record BlockSettings(int blockBytes, int flushBytes, boolean isDeflated, long messagesBefore, int epoch) {}
