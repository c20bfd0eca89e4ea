package io.deltawire.wire.spi;

/** A reader that gives short text as bytes, so that no {@code String} need be made of what is parsed. */
public interface AsciiIn {
    /**
     * Reads text, where it is of ASCII alone, in the usual form, and fits into the array.
     *
     * @return how many bytes there are; or -1, and nothing is read then: {@link io.deltawire.wire.WireIn#text()} reads it
     */
    int ascii(byte[] into);
}
