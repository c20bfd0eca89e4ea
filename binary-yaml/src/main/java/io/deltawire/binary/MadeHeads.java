package io.deltawire.binary;

import java.util.Arrays;

/**
 * The heads that a reader or a writer has made, by numbers: which of them the present message has is remembered by its number, since to store
 * another reference with each message costs more than to look it up; a collector has to be told. Those that are too many have
 * no number, and are remembered as they are.
 */
final class MadeHeads {
    /** More are not kept, since whoever asks for heads may do so again and again. */
    private static final int MOST = 256;

    /** At 0 is the one without a number that was asked for last. */
    private BinaryHead[] heads = new BinaryHead[8];

    private int count = 1;

    /** Takes a head, which gets a number unless it has one, or there are too many; returns it. */
    BinaryHead add(BinaryHead head) {
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
    int withoutNumber(BinaryHead head) {
        if (heads[0] != head) {
            heads[0] = head;
        }
        return 0;
    }

    /** The head of a number. */
    BinaryHead get(int number) {
        return heads[number];
    }
}
