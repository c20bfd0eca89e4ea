package io.deltawire.wire.spi.object;

/**
 * A reader that returns short text as bytes, so that parsing a value needs no {@code String}. Not thread-safe: the
 * caller has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the reader.
 */
public interface AsciiReader {
    /**
     * Reads text if it is ASCII, in its usual encoding, and fits the array.
     *
     * @param into receives the bytes
     * @return the number of bytes; or -1, and then nothing is read, and {@link io.deltawire.wire.WireIn#text()} has to
     *     read it
     */
    int readAscii(byte[] into);
}
