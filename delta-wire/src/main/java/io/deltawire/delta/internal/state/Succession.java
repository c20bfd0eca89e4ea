package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;

/**
 * The record of the last message, and for each record the one whose message came next the last time; all by their
 * slots. A message for the same record or for the predicted successor need not name its record (docs/spec/delta.md,
 * section 5.1). Both sides keep the same table.
 */
public final class Succession {
    /** For each slot the successor plus one; 0 for none. */
    private int[] successor = new int[64];

    private int previous = -1;

    public void clear() {
        Arrays.fill(successor, 0);
        previous = -1;
    }

    /** Returns the slot of the last message's record, or -1. */
    public int previous() {
        return previous;
    }

    /** Returns the slot that came after {@link #previous} the last time, or -1. */
    public int next() {
        return previous < 0 || previous >= successor.length ? -1 : successor[previous] - 1;
    }

    /** Records that a message was for the record in this slot. */
    public void cameTo(int slot) {
        int before = previous;
        if (before >= 0) {
            if (before >= successor.length) {
                grow(before);
            }
            successor[before] = slot + 1;
        }
        previous = slot;
    }

    private void grow(int slot) {
        successor = Arrays.copyOf(successor, 2 * slot + 1);
    }

    /** Records a message for the record in this slot, and returns the {@link #mode} that it had before. */
    public int advance(int slot) {
        int before = previous;
        int[] after = successor;
        if (before < 0 || before >= after.length) {
            int mode = mode(slot);
            cameTo(slot);
            return mode;
        }
        int next = after[before] - 1;
        after[before] = slot + 1;
        previous = slot;
        return slot == before ? Op.SAME_KEY : slot == next ? Op.NEXT_KEY : Op.SLOT;
    }

    /** Returns the key mode of a message for this slot: the upper two bits of its first byte. */
    public int mode(int slot) {
        return slot == previous ? Op.SAME_KEY : slot == next() ? Op.NEXT_KEY : Op.SLOT;
    }
}
