package io.deltawire.delta;

/**
 * The records of a stream by their slots. What changes with every message names a record by its slot and not by a
 * reference: the store of a number costs a collector nothing.
 */
final class Slots {
    /** By slot; null where there is none. */
    RecordState[] at = new RecordState[64];
}
