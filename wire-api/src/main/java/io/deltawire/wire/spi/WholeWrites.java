package io.deltawire.wire.spi;

/** A stream that undoes a write that fails, so that its target has all of what was written at once, or nothing. */
public interface WholeWrites {
    /** Whether that is so, and no write that failed could not be undone. */
    boolean isWhole();
}
