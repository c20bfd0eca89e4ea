package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;

/** What has some of the leaves of an {@link Outline}. */
interface OutlineOwner {
    /**
     * What is held as 64 bits, or as a number or boolean that is an object.
     *
     * @param message the object of the message
     * @param ordinal which of those that are had
     */
    long bits(Object message, int ordinal);

    /** Whether the value that a record has in a leaf is held as the columns of these objects hold it. */
    boolean fits(RecordState record, int leaf, int ordinal);

    /** What is held as a reference. */
    Object reference(Object message, int ordinal);
}
