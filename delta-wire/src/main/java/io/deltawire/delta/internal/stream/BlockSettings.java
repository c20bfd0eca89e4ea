package io.deltawire.delta.internal.stream;

/**
 * How a writer divides its stream, and where the stream begins.
 *
 * @param blockBytes the number of bytes after which a checksum is written
 * @param flushBytes the size at which a frame is handed to the target
 * @param isDeflated whether frames are compressed
 * @param isNumbered whether frames have numbers
 * @param continued the header of the stream that the writer continues, with the numbers of the first epoch, of
 *     its first frame and of the messages before it; null if a stream begins
 */
public record BlockSettings(
        int blockBytes, int flushBytes, boolean isDeflated, boolean isNumbered, EpochHeader continued) {}
