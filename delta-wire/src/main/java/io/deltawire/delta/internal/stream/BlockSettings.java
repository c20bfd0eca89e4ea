package io.deltawire.delta.internal.stream;

/**
 * How a writer divides its stream into blocks.
 *
 * @param blockBytes the size from which a block is ended
 * @param flushBytes the size of a frame from which it is handed over
 * @param isDeflated whether frames are compressed
 * @param messagesBefore the number of messages of the stream that is there already
 * @param epoch the number of the first epoch
 */
public record BlockSettings(int blockBytes, int flushBytes, boolean isDeflated, long messagesBefore, int epoch) {}
