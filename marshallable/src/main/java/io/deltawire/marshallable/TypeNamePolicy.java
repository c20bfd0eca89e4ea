package io.deltawire.marshallable;

/** Which objects are written with the name of their type. */
public enum TypeNamePolicy {
    /** Those whose declared type does not say what they are: the value of an event, a subclass, an item of a raw list. */
    NEEDED,
    /** All that have fields, for readers that know the names and not the classes. */
    ALWAYS
}
