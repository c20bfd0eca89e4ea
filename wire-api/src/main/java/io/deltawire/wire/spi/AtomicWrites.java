package io.deltawire.wire.spi;

/**
 * An output stream whose writes are atomic: it undoes a write that fails. Its target then holds all bytes of a write,
 * or none of them.
 *
 * <p>Only the thread that writes calls it.
 */
public interface AtomicWrites {
    /** Returns whether all writes have been atomic. False if a failed write could not be undone. */
    boolean isAtomic();
}
