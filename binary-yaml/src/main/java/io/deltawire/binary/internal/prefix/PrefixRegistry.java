package io.deltawire.binary.internal.prefix;

import java.util.Arrays;

/**
 * The prefixes of a reader or writer by number.
 *
 * <p>The reader or writer remembers the present message's prefix by its number. Storing a reference with each message
 * would cost more than looking it up, because the garbage collector tracks such stores. Prefixes beyond the maximum
 * have no number: the one selected last is stored as number 0.
 */
public final class PrefixRegistry {
    /** Callers can ask for prefixes without end, so the number is bounded. */
    private static final int MAX_NUMBERS = 256;

    /** Number 0 is the prefix without a number that was selected last. */
    private BinaryPrefix[] prefixes = new BinaryPrefix[8];

    private int count = 1;

    /** Gives a prefix a number, unless it has one or there are too many. Returns the prefix. */
    public BinaryPrefix register(BinaryPrefix prefix) {
        if (prefix.number() == 0 && count < MAX_NUMBERS) {
            if (count == prefixes.length) {
                prefixes = Arrays.copyOf(prefixes, 2 * count);
            }
            prefixes[count] = prefix;
            prefix.setNumber(count++);
        }
        return prefix;
    }

    /** Stores a prefix without a number until the next such one is selected. Returns 0. */
    int storeUnnumbered(BinaryPrefix prefix) {
        if (prefixes[0] != prefix) {
            prefixes[0] = prefix;
        }
        return 0;
    }

    public BinaryPrefix get(int number) {
        return prefixes[number];
    }
}
