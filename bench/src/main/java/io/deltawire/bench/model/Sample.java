package io.deltawire.bench.model;

import java.io.Serializable;

/** A record that a workload sends over and over, changing it in between. Its fields are public, so that no peer is held up. */
public abstract class Sample implements Serializable {
    private static final long serialVersionUID = 1;

    /** Sets all fields to what they are before the first message of the key with this number. */
    public abstract void begin(int key);

    /** Sets the fields that {@link #change} changes back to what they were before the first message. */
    public abstract void restart(int key);

    /**
     * Changes what changes before message {@code index}.
     *
     * @param random the bits to take fields and amounts from, the same for every peer
     */
    public abstract void change(int index, int random);

    /** Returns a new record with the same field values. */
    public abstract Sample copy();

    /** Compares all fields, whatever subclass the other is. */
    public abstract boolean sameAs(Sample other);
}
