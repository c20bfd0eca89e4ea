package io.deltawire.binary;

import java.util.Arrays;

/**
 * The heads that a reader or a writer has made, by their numbers. The one of the present message is remembered by its number: to store
 * another reference with each message costs more than to look it up, since a collector has to be told.
 */
final class MadeHeads {
    private BinaryHead[] heads = {};

    /** Takes a head, which gets a number unless it has one; returns it. */
    BinaryHead add(BinaryHead head) {
        if (head.number < 0) {
            head.number = heads.length;
            heads = Arrays.copyOf(heads, heads.length + 1);
            heads[head.number] = head;
        }
        return head;
    }

    BinaryHead get(int number) {
        return heads[number];
    }
}
