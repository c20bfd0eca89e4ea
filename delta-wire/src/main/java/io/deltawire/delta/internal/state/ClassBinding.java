package io.deltawire.delta.internal.state;

/**
 * That the messages of a type are objects of one class. A type and its records carry it for the layer above, which binds classes to
 * types. The state compares it by identity, and asks it only for what stands here.
 */
public interface ClassBinding {
    /** The name of the field or event whose value the object is, or null. */
    String event();

    /** The leaf of the object's type name, or -1. */
    int typeLeaf();

    /** The leaf of the first field. */
    int base();

    /** Reader: a bit for each field of a part of the class that the message may have changed; of a later part than the first. */
    long changed(int part);

    /** Writer: the key of a bound record, as an object of the class gives it. */
    byte[] key(RecordState record);
}
