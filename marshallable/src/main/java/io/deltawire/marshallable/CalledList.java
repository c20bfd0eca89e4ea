package io.deltawire.marshallable;

/** A method of several arguments, whose calls are messages that hold a list: what a reader keeps with the head of such messages. */
final class CalledList {
    /** What is called. */
    Object called;

    /** Whether the reader has been asked for a head. */
    boolean isAsked;
}
