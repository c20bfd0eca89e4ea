package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.state.RecordState;

/**
 * A part of an {@link ObjectLayout} that owns some of its leaves: an object with its fields, or a field with scalar
 * items.
 */
interface LeafOwner {
    /**
     * Returns a value that a leaf has as 64 bits, boxed or not.
     *
     * @param message the object of the message
     * @param ordinal the ordinal of the leaf in this owner
     */
    long bits(Object message, int ordinal);

    /** Whether a leaf's value in a record has the kind that this owner writes. */
    boolean fits(RecordState record, int leaf, int ordinal);

    /** Returns a value that a leaf has as a reference. */
    Object reference(Object message, int ordinal);
}
