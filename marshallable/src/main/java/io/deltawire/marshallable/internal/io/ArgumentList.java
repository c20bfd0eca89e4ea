package io.deltawire.marshallable.internal.io;

/**
 * The messages that call one method of several arguments. Such a message holds a list, and its prefix has this object
 * as owner, so that a reader finds the method by the prefix. The event table creates it; {@link ObjectReader} asks the
 * format for the prefix.
 */
public final class ArgumentList {
    /** The event table entry of the method. */
    private Object calledEntry;

    /** Whether the format was asked for the prefix, which happens only once. */
    private boolean prefixRequested;

    /** Returns the event table entry of the method. */
    Object calledEntry() {
        return calledEntry;
    }

    /** Returns whether the format has to be asked for the prefix, which is true once. */
    boolean requestPrefix() {
        boolean isDue = !prefixRequested;
        prefixRequested = true;
        return isDue;
    }

    public void setCalledEntry(Object entry) {
        calledEntry = entry;
    }
}
