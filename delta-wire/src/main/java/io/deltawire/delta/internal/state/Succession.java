package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import java.util.Arrays;

/**
 * Which record the last message was of, and which one came after each of them the last time, by their slots: a message of
 * one of these does not name its record (docs/spec/delta.md, section 5.1). Both sides keep it.
 */
public final class Succession {
    /** By slot, one more than the slot that came after it; 0 for none. */
    private int[] successor = new int[64];

    private int previous = -1;

    public void clear() {
        Arrays.fill(successor, 0);
        previous = -1;
    }

    /** The slot of the last message's record, or -1. */
    public int previous() {
        return previous;
    }

    /** The slot that came after that one the last time, or -1. */
    public int next() {
        return previous < 0 || previous >= successor.length ? -1 : successor[previous] - 1;
    }

    /** Takes note that the message has been one of the record in this slot. */
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

    /** Takes note of a message of the record in this slot, and returns what {@link #mode} says before. */
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

    /** How a message says which record it is of: a key mode, the two upper bits of its first byte. */
    public int mode(int slot) {
        return slot == previous ? Op.SAME_KEY : slot == next() ? Op.NEXT_KEY : Op.SLOT;
    }
}
