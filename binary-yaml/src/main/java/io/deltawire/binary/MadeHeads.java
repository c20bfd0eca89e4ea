package io.deltawire.binary;

import java.util.Arrays;

/**
 * The heads that a reader or a writer has made, and which of them the present message has: that is remembered by a number, since to store
 * another reference with each message costs more than to look it up; a collector has to be told. Those that are too many have
 * no number, and are remembered as they are.
 */
final class MadeHeads {
    /** More are not kept, since whoever asks for heads may do so again and again. */
    private static final int MOST = 256;

    /** At 0 is the one without a number that was the present one last. */
    private BinaryHead[] heads = new BinaryHead[8];

    private int count = 1;
    private int present;

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

    /** Takes note of the head of the present message, which this has been given. */
    void setPresent(BinaryHead head) {
        int number = head.number;
        if (number == 0 && heads[0] != head) {
            heads[0] = head;
        }
        present = number;
    }

    /** What {@link #setPresent} was given last. */
    BinaryHead present() {
        return heads[present];
    }
}
