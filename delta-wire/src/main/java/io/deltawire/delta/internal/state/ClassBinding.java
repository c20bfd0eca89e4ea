package io.deltawire.delta.internal.state;

/**
 * Binds a type to a class whose objects are its messages. The layer above, which knows classes, implements it; a type
 * and its records refer to it. This package compares bindings by identity, and needs no more of them than the methods
 * here.
 */
public interface ClassBinding {
    /** Returns the name of the field or event whose value the object is, or null. */
    String event();

    /** Returns the leaf of the object's type name, or -1. */
    int typeLeaf();

    /** Returns the leaf of the first field. */
    int base();

    /**
     * Reader: returns a bit for each field of a part that the message may have changed; the part is not the first one.
     */
    long changed(int part);

    /** Writer: returns the key of a bound record, as an object of the class would give it. */
    byte[] key(RecordState record);
}
