package io.deltawire.wire.spi;

/**
 * A writer that protects a message against code written by hand for one object in it. Such code cannot end an object or
 * list that it did not begin, and cannot end or cancel the message.
 *
 * <p>The guard is a nesting depth. The caller of such code sets it, calls the code, and restores the previous guard.
 * Not thread-safe.
 */
public interface NestingGuard {
    /** A guard that forbids any change of the message state: see {@link #setGuard}. */
    int LOCKED = Integer.MAX_VALUE;

    /** Returns the number of open objects and lists of the message. */
    int depth();

    /**
     * Sets the guard.
     *
     * <p>A guard above 0 is the depth of an object that has just begun. Until the guard is replaced, ending an object
     * or list at that depth or above it, and cancelling the message, is an {@link IllegalStateException}.
     *
     * <p>With {@link #LOCKED} no message can be begun, ended or cancelled, and the writer cannot be closed. It protects
     * a second pass over an object whose message could not be written, because that pass calls the code written by hand
     * again.
     *
     * @param guard the guard: a depth, 0 for none, or {@link #LOCKED}
     * @return the previous guard, which the caller has to restore
     */
    int setGuard(int guard);

    /** Returns the error for an attempt to end an object or list that the code did not begin. */
    static IllegalStateException notBegunHere() {
        return new IllegalStateException("no object can be ended here: the code that began this object ends it");
    }

    /**
     * Checks that no guard is set, before a message is cancelled.
     *
     * @throws IllegalStateException if a guard is set
     */
    static void requireUnguarded(int guard) {
        if (guard != 0) {
            throw new IllegalStateException(
                    "an object cannot cancel its message: the code that began the message does");
        }
    }
}
