package io.deltawire.wire.spi;

/**
 * A writer or reader that belongs to one thread at a time and checks that with a {@link ThreadGuard}. The methods of
 * {@code WireOut} and {@code WireIn} check by themselves. The fast paths of {@code spi.object} do not: their caller
 * enters the guard once for the whole message. Not thread-safe.
 */
public interface ThreadGuarded {
    /** Returns the guard of this writer or reader, which is always the same object. */
    ThreadGuard threadGuard();
}
