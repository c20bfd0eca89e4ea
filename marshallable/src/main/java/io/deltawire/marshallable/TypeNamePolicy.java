package io.deltawire.marshallable;

/** Selects the objects that are written with their type names. Immutable. */
public enum TypeNamePolicy {
    /**
     * Writes the type name only if the declared type does not determine the class: the value of an event, a subclass,
     * an item of a raw list.
     */
    NEEDED,
    /** Writes the type name of every object that has fields, for readers that know the names but not the classes. */
    ALWAYS
}
