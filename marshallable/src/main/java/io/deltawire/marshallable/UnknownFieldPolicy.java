package io.deltawire.marshallable;

/**
 * What to do with a field in the input that the class does not have and does not retain as {@link UnknownFields}.
 * Immutable.
 */
public enum UnknownFieldPolicy {
    /** Skips the field, so that old code can read the messages of newer code. */
    SKIP,
    /** Refuses the message, with an error that names the most similar field of the class. */
    REFUSE
}
