package io.deltawire.wire.spi.object;

import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.Arrays;

/**
 * A hash table of the prefixes that a reader has created, which finds the prefix of a message by its first bytes. It
 * hashes as many bytes as the shortest prefix has. No prefix may be the start of another. Not thread-safe.
 *
 * <p>If the prefixes all differ in one word of eight bytes, only that word is hashed. Prefixes of fewer than eight
 * bytes are in a table of their own.
 *
 * @param <P> class of the prefixes of the format
 */
public final class PrefixTable<P extends MessagePrefix> {
    /**
     * 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4).
     */
    static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private static final int BITS = 8;

    /** The number of hash factors to try, until each prefix has its own slot. */
    private static final int FACTORS = 64;

    /** The largest number of prefixes, so that the table stays sparse. */
    static final int MAX_PREFIXES = 1 << BITS - 2;

    private final MessagePrefix[] slots = new MessagePrefix[1 << BITS];
    private final MessagePrefix[] prefixes = new MessagePrefix[MAX_PREFIXES];
    private int count;

    /** The prefixes of fewer than eight bytes, which are looked up last; null if there are none. */
    private ShortPrefixes shortPrefixes;

    /** The length of the shortest prefix in the main table, and of the bytes that are hashed. */
    private int hashedBytes = Integer.MAX_VALUE;

    /** Offset of a word that differs in all prefixes, so that it is enough to hash; -1 if there is none. */
    private int wordOffset = -1;

    // The factors are odd, so that a product loses no bit of the word.
    private long factor = MIX;
    private long middleFactor = next(factor);
    private long lastFactor = next(middleFactor);

    /**
     * Adds a prefix, unless the table has one with the same bytes or is full.
     *
     * @return the prefix with the same bytes that the table has; otherwise the given one
     */
    @SuppressWarnings("unchecked") // only this method stores prefixes
    public P intern(P prefix) {
        byte[] bytes = prefix.bytes();
        for (int i = 0; i < count; i++) {
            if (Arrays.equals(prefixes[i].bytes(), bytes)) {
                return (P) prefixes[i];
            }
        }
        if (count == MAX_PREFIXES) {
            return prefix;
        }
        prefixes[count++] = prefix;
        if (bytes.length < Long.BYTES) {
            shortPrefixes = shortPrefixes == null ? new ShortPrefixes() : shortPrefixes;
            shortPrefixes.add(prefix);
            return prefix;
        }
        hashedBytes = Math.min(hashedBytes, bytes.length);
        wordOffset = distinctWordOffset();
        boolean haveOwnSlots = storeAll();
        for (int i = 0; !haveOwnSlots && i < FACTORS; i++) {
            factor = middleFactor;
            middleFactor = lastFactor;
            lastFactor = next(lastFactor);
            haveOwnSlots = storeAll();
        }
        return prefix;
    }

    private static long next(long factor) {
        return factor * MIX;
    }

    /** Returns the last offset at which all prefixes have different words, or -1. */
    private int distinctWordOffset() {
        byte[][] ofAll = Arrays.stream(prefixes, 0, count)
                .map(MessagePrefix::bytes) // a copy each time
                .filter(bytes -> bytes.length >= Long.BYTES)
                .toArray(byte[][]::new);
        int index = hashedBytes - Long.BYTES;
        while (index >= 0 && !isDistinctWord(ofAll, index)) {
            index--;
        }
        return index;
    }

    private static boolean isDistinctWord(byte[][] ofAll, int index) {
        return Arrays.stream(ofAll)
                        .mapToLong(bytes -> ArrayAccess.getLong(bytes, index))
                        .distinct()
                        .count()
                == ofAll.length;
    }

    private boolean storeAll() {
        Arrays.fill(slots, null);
        boolean haveOwnSlots = true;
        for (int i = 0; i < count; i++) {
            haveOwnSlots &= prefixes[i].bytes().length < Long.BYTES || store(prefixes[i]);
        }
        return haveOwnSlots;
    }

    /**
     * Stores a prefix. Returns whether it is in the slot of its hash; if not, that slot is taken and it is in a later
     * one.
     */
    private boolean store(MessagePrefix prefix) {
        return put(slots, slot(prefix.bytes(), 0), prefix);
    }

    /**
     * Returns the prefix at an index, or null if none matches.
     *
     * @param end index after the bytes that are present, at most the length of the array
     */
    @SuppressWarnings("unchecked") // only intern() stores prefixes
    public P find(byte[] a, int index, int end) {
        if (end - index >= hashedBytes) {
            MessagePrefix prefix = slots[slot(a, index)];
            if (prefix != null && prefix.matches(a, index, end)) {
                return (P) prefix;
            }
        }
        return (P) findAgain(a, index, end);
    }

    /**
     * Returns the prefix in a slot, which the caller has to compare with the message; or null if the slot is free.
     *
     * @param slot 0, or a result of {@link #predictSlot}
     */
    @SuppressWarnings("unchecked") // only intern() stores prefixes
    public P prefixAtSlot(int slot) {
        return (P) slots[slot];
    }

    /**
     * Predicts the slot of the prefix at an index, for a later call of {@link #prefixAtSlot}. That call then need not
     * wait for the bytes of the message.
     *
     * @param otherwise the result if too few bytes are present, or the prefix may be in several slots
     */
    public int predictSlot(byte[] a, int index, int end, int otherwise) {
        int word = wordOffset;
        return word >= 0 && end - index >= hashedBytes
                ? slotOf(ArrayAccess.getLong(a, index + word) * factor)
                : otherwise;
    }

    /** Repeats the look-up from the start, so that the fast path need not keep its state. */
    private MessagePrefix findAgain(byte[] a, int index, int end) {
        MessagePrefix prefix = end - index < hashedBytes ? null : find(slots, slot(a, index), a, index, end);
        return prefix != null || shortPrefixes == null ? prefix : shortPrefixes.find(a, index, end);
    }

    /** Stores a prefix in the first free slot from its own slot on. Returns whether that is its own slot. */
    static boolean put(MessagePrefix[] table, int first, MessagePrefix prefix) {
        int slot = first;
        while (table[slot] != null) {
            slot = slot + 1 & table.length - 1;
        }
        table[slot] = prefix;
        return slot == first;
    }

    /** Returns the prefix stored by {@link #put} that matches at an index, or null. */
    static MessagePrefix find(MessagePrefix[] table, int first, byte[] a, int index, int end) {
        int slot = first;
        MessagePrefix prefix = table[slot];
        while (prefix != null && !prefix.matches(a, index, end)) {
            slot = slot + 1 & table.length - 1;
            prefix = table[slot];
        }
        return prefix;
    }

    private int slot(byte[] a, int index) {
        int word = wordOffset;
        return word >= 0 ? slotOf(ArrayAccess.getLong(a, index + word) * factor) : slotByHash(a, index);
    }

    private static int slotOf(long product) {
        return (int) (product >>> Long.SIZE - BITS);
    }

    /**
     * Hashes the first, the middle and the last eight bytes: a sum of products (Carter and Wegman, Universal Classes of
     * Hash Functions, 1979). The products are independent, so the processor computes them in parallel.
     */
    private int slotByHash(byte[] a, int index) {
        int last = hashedBytes - Long.BYTES;
        long sum = ArrayAccess.getLong(a, index) * factor
                + ArrayAccess.getLong(a, index + (last >>> 1)) * middleFactor
                + ArrayAccess.getLong(a, index + last) * lastFactor;
        return slotOf(sum);
    }
}
