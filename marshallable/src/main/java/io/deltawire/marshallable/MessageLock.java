package io.deltawire.marshallable;

/**
 * Encloses the messages of a method writer, so that several threads can write to one wire: see {@link
 * MethodWriterBuilder#lock}. A chain of calls is one message, and the lock is held until the chain is complete.
 *
 * <p>Implementations are reentrant: one message may enter several times, and exits as often.
 */
public interface MessageLock {
    /**
     * Waits until the current thread may write.
     *
     * @throws IllegalStateException if it may not, or waits in vain; the call of the method writer fails with it
     */
    void enter();

    /** Leaves what {@link #enter} entered. */
    void exit();

    /** Is called when a message has been written, between {@link #enter} and {@link #exit}. */
    default void onWritten() {}
}
