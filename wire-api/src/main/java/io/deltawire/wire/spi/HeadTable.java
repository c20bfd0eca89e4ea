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
    static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private static final int BITS = 8;

    /** So many factors are tried for one under which each head has a place of its own. */
    private static final int FACTORS = 64;

    /** More are not kept: the table is to be sparse. */
    static final int MOST = 1 << BITS - 2;

    private final MessageHead[] heads = new MessageHead[1 << BITS];
    private final MessageHead[] inOrder = new MessageHead[MOST];
    private int count;

    /** Those of less than eight bytes, which are looked for last; null for none. */
    private ShortHeads shorts;

    /** As many bytes as the shortest head has: so many of a message are there to be looked at; at least eight. */
    private int bytes = Integer.MAX_VALUE;

    /** Where a word begins that no two heads have in common, so that it alone tells their places; -1 where there is none. */
    private int wordAt = -1;

    // What the bytes are multiplied by: odd numbers, so that no bit of them is lost.
    private long factor = MIX;
    private long middleFactor = next(factor);
    private long lastFactor = next(middleFactor);

    /**
     * Keeps a head, unless there is one of these bytes, or it is one too many.
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
        if (count == MOST) {
            return head;
        }
        inOrder[count++] = head;
        if (own.length < Long.BYTES) {
            shorts = shorts == null ? new ShortHeads() : shorts;
            shorts.keep(head);
            return head;
        }
        bytes = Math.min(bytes, own.length);
        wordAt = wordOfEach();
        boolean isPlaced = placeAll();
        for (int i = 0; !isPlaced && i < FACTORS; i++) {
            factor = middleFactor;
            middleFactor = lastFactor;
            lastFactor = next(lastFactor);
            isPlaced = placeAll();
        }
        return head;
    }

    private static long next(long factor) {
        return factor * MIX;
    }

    /** The last place of a word in which all heads differ; else -1. */
    private int wordOfEach() {
        byte[][] all = Arrays.stream(inOrder, 0, count)
                .map(MessageHead::bytes) // a copy each time
                .filter(own -> own.length >= Long.BYTES)
                .toArray(byte[][]::new);
        int at = bytes - Long.BYTES;
        while (at >= 0 && !isWordOfEach(all, at)) {
            at--;
        }
        return at;
    }

    private static boolean isWordOfEach(byte[][] all, int at) {
        return Arrays.stream(all)
                        .mapToLong(own -> Words.getLong(own, at))
                        .distinct()
                        .count()
                == all.length;
    }

    private boolean placeAll() {
        Arrays.fill(heads, null);
        boolean areAlone = true;
        for (int i = 0; i < count; i++) {
            areAlone &= inOrder[i].bytes().length < Long.BYTES || place(inOrder[i]);
        }
        return areAlone;
    }

    /** Whether it has the place that its bytes tell; else it has one of those behind it. */
    private boolean place(MessageHead head) {
        return put(heads, place(head.bytes(), 0), head);
    }

    /** The head that stands at an index, before an end that is at most the length of the array; or null. */
    @SuppressWarnings("unchecked") // only keep() stores heads
    public H find(byte[] a, int at, int end) {
        if (end - at >= bytes) {
            MessageHead head = heads[place(a, at)];
            if (head != null && head.isAt(a, at, end)) {
                return (H) head;
            }
        }
        return (H) findElsewhere(a, at, end);
    }

    /** The head at a place, 0 or what {@link #placeAhead} has told, for the caller to compare; null for none. */
    @SuppressWarnings("unchecked") // only keep() stores heads
    public H at(int place) {
        return (H) heads[place];
    }

    /**
     * Where the head that stands at an index is likely to be, for who is to ask {@link #at} when it is that message's turn: then, nothing
     * need be waited for.
     *
     * @param otherwise what is returned where there are not the bytes before the end that tell, or other heads would be looked at as well
     */
    public int placeAhead(byte[] a, int at, int end, int otherwise) {
        int word = wordAt;
        return word >= 0 && end - at >= bytes ? placeOf(Words.getLong(a, at + word) * factor) : otherwise;
    }

    /** Begins anew, so that the common way need not keep where it was. */
    private MessageHead findElsewhere(byte[] a, int at, int end) {
        MessageHead head = end - at < bytes ? null : find(heads, place(a, at), a, at, end);
        return head != null || shorts == null ? head : shorts.find(a, at, end);
    }

    /** Puts a head at a place of a table, or the next one behind it that is free; returns whether it is the first. */
    static boolean put(MessageHead[] into, int first, MessageHead head) {
        int place = first;
        while (into[place] != null) {
            place = place + 1 & into.length - 1;
        }
        into[place] = head;
        return place == first;
    }

    /** The head that {@link #put} has put there and that stands at an index; or null. */
    static MessageHead find(MessageHead[] in, int first, byte[] a, int at, int end) {
        int place = first;
        MessageHead head = in[place];
        while (head != null && !head.isAt(a, at, end)) {
            place = place + 1 & in.length - 1;
            head = in[place];
        }
        return head;
    }

    private int place(byte[] a, int at) {
        int word = wordAt;
        return word >= 0 ? placeOf(Words.getLong(a, at + word) * factor) : placeBySum(a, at);
    }

    private static int placeOf(long product) {
        return (int) (product >>> Long.SIZE - BITS);
    }

    /**
     * By the first, the middle and the last eight of the bytes that are looked at: a sum of products (Carter and Wegman, Universal Classes of
     * Hash Functions, 1979), which are computed side by side, since what class a message is of is waited for.
     */
    private int placeBySum(byte[] a, int at) {
        int last = bytes - Long.BYTES;
        long sum = Words.getLong(a, at) * factor
                + Words.getLong(a, at + (last >>> 1)) * middleFactor
                + Words.getLong(a, at + last) * lastFactor;
        return placeOf(sum);
    }
}
