package io.deltawire.wire.spi;

/** A reader that tells how deep in the message it is, so that code written by hand for one object is seen to leave it where that ends. */
public interface DepthReader {
    /**
     * How many objects and lists have been begun and not ended. A token that has been {@linkplain io.deltawire.wire.WireIn#peek looked at} and not taken does
     * not count.
     */
    int depth();
}
