package io.deltawire.binary.internal.prefix;

import java.util.Arrays;

/**
 * The prefixes that a reader or a writer has prefixes, by numbers: which of them the present message has is remembered by its number, since to store
 * another reference with each message costs more than to look it up; a collector has to be told. Those that are too many have
 * no number, and are remembered as they are.
 */
public final class PrefixRegistry {
    /** More are not kept, since whoever asks for prefixes may do so again and again. */
    private static final int MAX_NUMBERS = 256;

    /** At 0 is the one without a number that was asked for last. */
    private BinaryPrefix[] prefixes = new BinaryPrefix[8];

    private int count = 1;

    /** Takes a prefix, which gets a number unless it has one, or there are too many; returns it. */
    public BinaryPrefix register(BinaryPrefix prefix) {
        if (prefix.number == 0 && count < MAX_NUMBERS) {
            if (count == prefixes.length) {
                prefixes = Arrays.copyOf(prefixes, 2 * count);
            }
            prefixes[count] = prefix;
            prefix.number = count++;
        }
        return prefix;
    }

    /** Remembers a prefix that has no number, up to the next one that has none; returns 0. */
    int storeUnnumbered(BinaryPrefix prefix) {
        if (prefixes[0] != prefix) {
            prefixes[0] = prefix;
        }
        return 0;
    }

    /** The prefix of a number. */
    public BinaryPrefix get(int number) {
        return prefixes[number];
    }
}
