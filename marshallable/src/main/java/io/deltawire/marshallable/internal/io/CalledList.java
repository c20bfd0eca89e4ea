package io.deltawire.marshallable.internal.io;

/** A method of several arguments, whose calls are messages that hold a list: what a reader keeps with the head of such messages. */
public final class CalledList {
    /** What is called. */
    Object called;

    /** Whether the reader has been asked for a head. */
    boolean isAsked;

    /** Keeps what is called. */
    public void setCalled(Object entry) {
        called = entry;
    }
}
