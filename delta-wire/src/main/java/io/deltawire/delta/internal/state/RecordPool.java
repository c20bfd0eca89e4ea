package io.deltawire.delta.internal.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The records of the epoch that ended last. An epoch begins with no records and mostly comes to have as many of the same
 * types as the one before, so that these serve again. What waits here takes no more than the state of one epoch may.
 */
public final class RecordPool {
    /** Larger records are made anew. */
    private static final int MAX_LEAVES = 256;

    /** By the leaves that there is room for. */
    private final List<List<RecordState>> byLeaves = new ArrayList<>();

    /** Takes all records out of their slots, in place of those that it has. Nobody may hold one of them after this. */
    public void recycle(Slots slots, int count) {
        if (count == 0) {
            return; // an epoch may be begun more than once before it has a record
        }
        begin();
        // The first is to be the first again, so that they stay as they lie in memory.
        for (int slot = Math.min(count, slots.at.length) - 1; slot >= 0; slot--) {
            RecordState record = slots.at[slot];
            if (record != null) {
                add(record);
            }
            slots.at[slot] = null;
        }
    }

    /** Lets go of the records that it has. */
    void begin() {
        for (List<RecordState> spare : byLeaves) {
            spare.clear();
        }
    }

    /** Takes a record that nobody may hold after this. */
    void add(RecordState record) {
        if (record.leaves() <= MAX_LEAVES) {
            record.end();
            spare(record.leaves()).add(record);
        }
    }

    /** A record without values. */
    public RecordState take(TypeState type, int slot) {
        int leaves = RecordState.room(type);
        if (leaves < byLeaves.size()) {
            List<RecordState> spare = byLeaves.get(leaves);
            if (!spare.isEmpty()) {
                RecordState record = spare.remove(spare.size() - 1);
                record.begin(type, slot);
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
