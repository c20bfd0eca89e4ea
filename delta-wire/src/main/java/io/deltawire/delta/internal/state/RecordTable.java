package io.deltawire.delta.internal.state;

import java.util.Arrays;

/**
 * The records of a stream by their ids, which the specification calls <i>slots</i>. State that changes with every
 * message refers to a record by its id and not by a reference: storing a number needs no write barrier of the garbage
 * collector.
 *
 * <p>The instance also bounds the cached token orders of all types together.
 */
public final class RecordTable {
    /** The nodes of all token orders beyond the first ones of each type: about 5 MB. */
    private static final long ORDER_ROOM = 1 << 18;

    /** The record in each slot, or null. */
    private RecordState[] byId = new RecordState[64];

    private long orderRoom = ORDER_ROOM;

    /** Returns the record in a slot below {@link #capacity}, or null. */
    public RecordState at(int id) {
        return byId[id];
    }

    public int capacity() {
        return byId.length;
    }

    /** Puts a record in its slot, which is at most {@link #capacity}. */
    public void put(RecordState record) {
        int id = record.id();
        if (id >= byId.length) {
            byId = Arrays.copyOf(byId, 2 * id);
        }
        byId[id] = record;
    }

    /** Empties a slot. */
    public void remove(int id) {
        byId[id] = null;
    }

    /** Empties the first {@code count} slots. */
    void clear(int count) {
        Arrays.fill(byId, 0, count, null);
    }

    /**
     * Reserves room for token orders of this many nodes in this epoch; returns false, and reserves nothing, if there is
     * none.
     */
    boolean tryReserve(long nodes) {
        if (nodes > orderRoom) {
            return false;
        }
        orderRoom -= nodes;
        return true;
    }

    /** Begins an epoch, whose types have no token orders yet. */
    public void beginEpoch() {
        orderRoom = ORDER_ROOM;
    }
}
