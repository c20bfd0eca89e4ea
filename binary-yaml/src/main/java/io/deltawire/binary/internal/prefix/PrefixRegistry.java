package io.deltawire.binary.internal.prefix;

import java.util.Arrays;

/**
 * The heads that a reader or a writer has made, by numbers: which of them the present message has is remembered by its number, since to store
 * another reference with each message costs more than to look it up; a collector has to be told. Those that are too many have
 * no number, and are remembered as they are.
 */
public final class PrefixRegistry {
    /** More are not kept, since whoever asks for heads may do so again and again. */
    private static final int MOST = 256;

    /** At 0 is the one without a number that was asked for last. */
    private BinaryPrefix[] heads = new BinaryPrefix[8];

    private int count = 1;

    /** Takes a head, which gets a number unless it has one, or there are too many; returns it. */
    public BinaryPrefix add(BinaryPrefix head) {
        if (head.number == 0 && count < MOST) {
            if (count == heads.length) {
                heads = Arrays.copyOf(heads, 2 * count);
            }
            heads[count] = head;
            head.number = count++;
        }
        return head;
    }

    /** Remembers a head that has no number, up to the next one that has none; returns 0. */
    int withoutNumber(BinaryPrefix head) {
        if (heads[0] != head) {
            heads[0] = head;
        }
        return 0;
    }

    /** The head of a number. */
    public BinaryPrefix get(int number) {
        return heads[number];
    }
}
