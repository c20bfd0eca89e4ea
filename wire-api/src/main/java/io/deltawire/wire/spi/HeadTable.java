package io.deltawire.wire.spi;

import java.util.Arrays;

/**
 * The heads that a reader has made, by their bytes, so that one look at the begin of a message tells which of them it has. As many
 * bytes are looked at as the shortest head has. No head is what another one begins with. Not thread-safe.
 *
 * @param <H> the heads of the format
 */
public final class HeadTable<H extends MessageHead> {
    /** 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private static final int BITS = 8;

    /** More are not kept: the table is to be sparse. */
    private static final int MOST = 1 << BITS - 2;

    private final MessageHead[] heads = new MessageHead[1 << BITS];
    private final MessageHead[] inOrder = new MessageHead[MOST];
    private int count;

    /** How many bytes of a message are looked at; at least eight. */
    private int bytes = Integer.MAX_VALUE;

    /**
     * Keeps a head, unless there is one of these bytes, or it is one of less than eight bytes or one too many.
     *
     * @return the head of these bytes that is kept, or else this one
     */
    @SuppressWarnings("unchecked") // only this stores heads
    public H keep(H head) {
        byte[] own = head.bytes();
        for (int i = 0; i < count; i++) {
            if (Arrays.equals(inOrder[i].bytes(), own)) {
                return (H) inOrder[i];
            }
        }
        if (own.length < Long.BYTES || count == MOST) {
            return head;
        }
        inOrder[count++] = head;
        if (own.length < bytes) {
            bytes = own.length;
            Arrays.fill(heads, null);
            for (int i = 0; i < count; i++) {
                place(inOrder[i]);
            }
        } else {
            place(head);
        }
        return head;
    }

    private void place(MessageHead head) {
        int place = place(head.bytes(), 0);
        while (heads[place] != null) {
            place = place + 1 & heads.length - 1;
        }
        heads[place] = head;
    }

    /** The head that stands at an index, before an end that is at most the length of the array; or null. */
    @SuppressWarnings("unchecked") // only keep() stores heads
    public H find(byte[] a, int at, int end) {
        if (end - at < bytes) {
            return null;
        }
        int place = place(a, at);
        MessageHead head = heads[place];
        while (head != null && !head.isAt(a, at, end)) {
            place = place + 1 & heads.length - 1;
            head = heads[place];
        }
        return (H) head;
    }

    /** By the first, the middle and the last eight of the bytes that are looked at. */
    private int place(byte[] a, int at) {
        int last = bytes - Long.BYTES;
        long mixed = Words.getLong(a, at) * MIX ^ Words.getLong(a, at + (last >>> 1));
        mixed = mixed * MIX ^ Words.getLong(a, at + last);
        return (int) ((mixed ^ mixed >>> Integer.SIZE) * MIX >>> Long.SIZE - BITS);
    }
}
