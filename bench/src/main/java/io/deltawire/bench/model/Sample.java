package io.deltawire.bench.model;

import java.io.Serializable;

/**
 * A record of a workload: the workload changes it before each message, and a codec encodes its state. The fields are public, so that
 * reflection costs no library more than another.
 *
 * <p>Names of classes and fields are part of the messages of some formats. Renaming one changes the sizes in the report.
 */
public abstract class Sample implements Serializable {
    private static final long serialVersionUID = 1;

    /** Sets all fields to the state before the first message of a key. */
    public abstract void begin(int key);

    /** Resets the fields that {@link #change} changes to the state before the first message. */
    public abstract void restart(int key);

    /**
     * Changes some fields before an update.
     *
     * @param index the index of the update in the workload
     * @param random the random bits that select fields and amounts; the same in every run
     */
    public abstract void change(int index, int random);

    /** Returns a new record with the same field values. */
    public abstract Sample copy();

    /** Compares all fields. The other record may be of a subclass that a library demands. */
    public abstract boolean sameAs(Sample other);
}
