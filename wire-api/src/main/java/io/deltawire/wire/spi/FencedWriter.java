package io.deltawire.wire.spi;

/**
 * A writer that keeps code written by hand for one object from touching what is around it: it can neither end an object or list that it has not
 * begun, nor the message. Not thread-safe.
 */
public interface FencedWriter {
    /** The fence of a writer that is {@linkplain #hold held}: at no depth. */
    int HELD = Integer.MAX_VALUE;

    /**
     * From now on the objects and lists that are begun are not to be ended, and the message is not to be cancelled: that is an
     * {@link IllegalStateException}. An object has been begun, and nothing in it.
     *
     * @return the fence that there was before, for {@link #unfence}
     */
    int fence();

    /**
     * From now on no message can be begun, cancelled or ended, and the writer cannot be closed: an object whose message could not be written is looked
     * through once more, and code by hand in it is called.
     *
     * @return the fence that there was before, for {@link #unfence}
     */
    int hold();

    /** Whether all objects and lists that have been begun since {@link #fence} are ended. */
    boolean isAtFence();

    /** Sets a fence that was there before. */
    void unfence(int before);

    /** The error that code by hand ends what it has not begun. */
    static IllegalStateException notBegunHere() {
        return new IllegalStateException("no object is to be ended here: this one is ended by who has begun it");
    }

    /** Sees to it that a message is not cancelled inside of an object that has a fence. */
    static void requireNone(int fence) {
        if (fence != 0) {
            throw new IllegalStateException("the message is cancelled by who has begun it, and not by an object in it");
        }
    }
}
