package io.deltawire.wire.spi;

/** A writer that takes short text as bytes, so that no {@code String} need be made of a value that has a text. */
public interface AsciiOut {
    /**
     * Writes what {@link io.deltawire.wire.WireOut#text} writes for the same characters.
     *
     * @param text ASCII: letters, digits, and of the other characters {@code + - . : /}, none of which any format escapes
     */
    void ascii(byte[] text, int length);
}
