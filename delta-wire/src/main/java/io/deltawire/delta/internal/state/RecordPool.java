package io.deltawire.delta.internal.state;

import java.util.ArrayList;
import java.util.List;

/**
 * Reuses the records of the previous epoch. An epoch begins without records, and mostly comes to have as many of the
 * same types as the previous one. The pool never takes more memory than the state of one epoch, since it holds one
 * epoch's records at a time.
 */
public final class RecordPool {
    /** Larger records are not pooled. */
    private static final int MAX_LEAVES = 256;

    /** The pooled records by their number of columns. Each list is a stack. */
    private final List<List<RecordState>> byLeaves = new ArrayList<>();

    /**
     * Moves all records from their slots to the pool, and drops the older ones. Callers must not use them after this.
     */
    public void recycle(RecordTable slots, int count) {
        if (count == 0) {
            return; // an epoch may be begun more than once before it has a record
        }
        clear();
        // In reverse, since the pool is a stack: the next epoch takes the records in order of their memory.
        for (int slot = Math.min(count, slots.capacity()) - 1; slot >= 0; slot--) {
            RecordState record = slots.at(slot);
            if (record != null) {
                add(record);
            }
            slots.remove(slot);
        }
    }

    /** Releases all pooled records. */
    void clear() {
        for (List<RecordState> spare : byLeaves) {
            spare.clear();
        }
    }

    /** Adds a record, which callers must not use after this. */
    void add(RecordState record) {
        if (record.capacity() <= MAX_LEAVES) {
            record.clear();
            spare(record.capacity()).add(record);
        }
    }

    /** Returns a record without values, from the pool if it has one. */
    public RecordState newRecord(TypeState type, int slot) {
        int leaves = RecordState.initialCapacity(type);
        if (leaves < byLeaves.size()) {
            List<RecordState> spare = byLeaves.get(leaves);
            if (!spare.isEmpty()) {
                RecordState record = spare.remove(spare.size() - 1);
                record.assign(type, slot);
                return record;
            }
        }
        return new RecordState(type, slot);
    }

    private List<RecordState> spare(int leaves) {
        while (byLeaves.size() <= leaves) {
            byLeaves.add(new ArrayList<>(0));
        }
        return byLeaves.get(leaves);
    }
}
