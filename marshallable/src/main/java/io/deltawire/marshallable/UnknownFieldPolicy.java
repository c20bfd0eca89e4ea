package io.deltawire.marshallable;

/** What to do with a field in the input that the class does not have, and does not keep as {@link UnknownFields}. */
public enum UnknownFieldPolicy {
    /** Pass over it: what lets old code read what new code writes. */
    SKIP,
    /** Refuse the message, with the nearest name that the class has. */
    REFUSE
}
