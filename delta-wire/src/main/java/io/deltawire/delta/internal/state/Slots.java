package io.deltawire.delta.internal.state;

/**
 * The records of a stream by their slots. What changes with every message names a record by its slot and not by a
 * reference: the store of a number costs a collector nothing.
 */
public final class Slots {
    /** So many nodes may all further orders have that types keep: some 5 MB. */
    private static final long ORDER_ROOM = 1 << 18;

    /** By slot; null where there is none. */
    public RecordState[] at = new RecordState[64];

    private long orderRoom = ORDER_ROOM;

    /** Whether there is room for further orders of tokens of so many nodes in this epoch; takes it. */
    boolean takeRoom(long nodes) {
        if (nodes > orderRoom) {
            return false;
        }
        orderRoom -= nodes;
        return true;
    }

    /** An epoch begins, whose types keep no orders so far. */
    public void begin() {
        orderRoom = ORDER_ROOM;
    }
}
