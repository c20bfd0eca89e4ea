package io.deltawire.wire.spi;

/**
 * A writer that keeps code written by hand for one object from touching what is around it: it can neither end an object or list that it has not
 * begun, nor the message. Not thread-safe.
 */
public interface FencedWriter {
    /** A fence at no depth: the writer is held. See {@link #fence}. */
    int HELD = Integer.MAX_VALUE;

    /** How many objects and lists of the message have been begun and not ended. */
    int depth();

    /**
     * Sets the fence.
     *
     * @param at how many of the objects and lists that are begun are not to be ended, nor is the message to be cancelled: that is an
     *     {@link IllegalStateException}. An object has been begun, and nothing in it. 0 for no fence. With {@link #HELD} no message can be begun,
     *     cancelled or ended, and the writer cannot be closed: an object whose message could not be written is looked through once more, and code by
     *     hand in it is called
     * @return the fence that there was before, which the caller sets again
     */
    int fence(int at);

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
