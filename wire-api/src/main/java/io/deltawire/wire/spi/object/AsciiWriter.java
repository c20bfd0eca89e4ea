package io.deltawire.wire.spi.object;

/**
 * A writer that accepts short text as bytes, so that formatting a value needs no {@code String}. Not thread-safe: the
 * caller has entered the {@link io.deltawire.wire.spi.ThreadGuard} of the writer.
 */
public interface AsciiWriter {
    /**
     * Writes the same bytes as {@link io.deltawire.wire.WireOut#text} for the same characters.
     *
     * @param text ASCII letters, digits and {@code + - . : /}, which no format escapes
     * @param length number of bytes of the text
     */
    void writeAscii(byte[] text, int length);
}
