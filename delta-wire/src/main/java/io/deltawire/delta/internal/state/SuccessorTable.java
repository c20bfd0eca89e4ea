package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;

/**
 * The record of the last message, and for each record the one whose message came next the last time; all by their
 * slots. A message for the same record or for the predicted successor need not name its record (docs/spec/delta.md,
 * section 5.1). Both sides keep the same table.
 */
public final class SuccessorTable {
    /** For each slot the successor plus one; 0 for none. */
    private int[] successor = new int[64];

    private int lastId = -1;

    public void clear() {
        Arrays.fill(successor, 0);
        lastId = -1;
    }

    /** Returns the slot of the last message's record, or -1. */
    public int lastId() {
        return lastId;
    }

    /** Returns the slot that came after {@link #lastId} the last time, or -1. */
    public int successorId() {
        return lastId < 0 || lastId >= successor.length ? -1 : successor[lastId] - 1;
    }

    /** Records that a message was for the record in this slot. */
    public void recordUpdated(int slot) {
        int before = lastId;
        if (before >= 0) {
            if (before >= successor.length) {
                grow(before);
            }
            successor[before] = slot + 1;
        }
        lastId = slot;
    }

    private void grow(int slot) {
        successor = Arrays.copyOf(successor, 2 * slot + 1);
    }

    /** Records a message for the record in this slot, and returns the {@link #keyMode} that it had before. */
    public int advanceTo(int slot) {
        int before = lastId;
        int[] after = successor;
        if (before < 0 || before >= after.length) {
            int mode = keyMode(slot);
            recordUpdated(slot);
            return mode;
        }
        int next = after[before] - 1;
        after[before] = slot + 1;
        lastId = slot;
        return slot == before ? Op.SAME_KEY : slot == next ? Op.NEXT_KEY : Op.RECORD_ID;
    }

    /** Returns the key mode of a message for this slot: the upper two bits of its first byte. */
    public int keyMode(int slot) {
        return slot == lastId ? Op.SAME_KEY : slot == successorId() ? Op.NEXT_KEY : Op.RECORD_ID;
    }
}
