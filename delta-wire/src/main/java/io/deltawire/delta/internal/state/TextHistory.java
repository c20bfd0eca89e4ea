package io.deltawire.delta.internal.state;

import java.util.Arrays;

/**
 * The last 256 KiB of the longer texts that the records of a type were sent, one after the other, in WTF-8. Later texts
 * are made of copies from it (docs/spec/delta.md, section 6.4).
 *
 * <p>An offset counts the bytes of the epoch, and stays valid while its byte is among the last ones. The writer also has
 * an index of the offsets by the hash of six bytes, with the latest first: a hash table with chains in an array, as in
 * other compressors of this family. Reader and writer keep the offset of each leaf's last text.
 */
public final class TextHistory {
    /** The number of bytes that copies may come from; a power of two. */
    public static final int SIZE = 1 << 18;

    /** The number of bytes that the index hashes, which is the length of the shortest copy that it finds. */
    public static final int HASHED = 6;

    /** Shorter texts are not added, and are written as they are: the history would cost several times what it saves. */
    public static final int MIN_LENGTH = 16;

    private static final int FIRST_CAPACITY = 1 << 7;
    /** The largest number of bits of a hash. */
    private static final int MAX_HASH_BITS = 16;

    /** A ring: the byte at an offset is at that index, modulo the length. */
    private byte[] bytes = new byte[FIRST_CAPACITY];
    /** The offset of the next byte. */
    private long end;
    /** For each leaf the offset of its last text, plus one; 0 for none. */
    private long[] starts = {};

    private final boolean indexed;
    /** Writer: for each hash the lower bits of the latest offset, plus one; 0 for none. */
    private int[] latest;
    /** Writer: for each index of {@link #bytes} the offset before with the same hash, as in {@link #latest}. */
    private int[] earlier;

    /** @param indexed whether to support {@link #latest}, which only the writer needs */
    TextHistory(boolean indexed) {
        this.indexed = indexed;
        if (indexed) {
            makeIndex();
        }
    }

    /** Returns the offset of the next byte. */
    public long end() {
        return end;
    }

    /** Returns the offset of the first byte that copies may come from. */
    public long begin() {
        return Math.max(0, end - SIZE);
    }

    /** Returns the offset of the text that was last added for a leaf, which may be before {@link #begin}; {@link #end} if it has none. */
    public long lastStart(int leaf) {
        return leaf < starts.length && starts[leaf] > 0 ? starts[leaf] - 1 : end;
    }

    /** Copies bytes from an offset, all of which are present. */
    public void copy(long offset, int length, byte[] into, int at) {
        int from = (int) offset & bytes.length - 1;
        int first = Math.min(length, bytes.length - from);
        System.arraycopy(bytes, from, into, at, first);
        System.arraycopy(bytes, 0, into, at + first, length - first);
    }

    /**
     * Adds a text of a leaf, at least {@link #MIN_LENGTH} bytes, and returns the growth of this history in bytes.
     *
     * @param from the array with the bytes of the text, from index {@code at} on
     */
    public int add(int leaf, byte[] from, int at, int length) {
        long held = Math.min(end, SIZE);
        makeRoom(leaf, length);
        starts[leaf] = end + 1;
        for (int done = 0; done < length; ) {
            int to = (int) (end + done) & bytes.length - 1;
            int part = Math.min(length - done, bytes.length - to);
            System.arraycopy(from, at + done, bytes, to, part);
            done += part;
        }
        if (indexed) {
            for (int i = 0; i <= length - HASHED; i++) {
                index(hash(from, at + i), end + i);
            }
        }
        end += length;
        return (int) (Math.min(end, SIZE) - held);
    }

    private void makeRoom(int leaf, int length) {
        if (leaf >= starts.length) {
            starts = Arrays.copyOf(starts, Math.max(leaf + 1, 2 * starts.length));
        }
        if (bytes.length < SIZE && end + length > bytes.length) {
            int capacity = 2 * bytes.length;
            while (capacity < SIZE && end + length > capacity) {
                capacity *= 2;
            }
            bytes = Arrays.copyOf(bytes, capacity);
            if (indexed) {
                makeIndex();
                for (int i = 0; i <= end - HASHED; i++) {
                    index(hash(bytes, i), i);
                }
            }
        }
    }

    private void makeIndex() {
        latest = new int[Math.min(bytes.length, 1 << MAX_HASH_BITS)];
        earlier = new int[bytes.length];
    }

    private void index(int hash, long offset) {
        earlier[(int) offset & earlier.length - 1] = latest[hash];
        latest[hash] = (int) offset + 1;
    }

    private int hash(byte[] from, int at) {
        int low = from[at] & 0xFF | (from[at + 1] & 0xFF) << 8 | (from[at + 2] & 0xFF) << 16 | from[at + 3] << 24;
        int high = from[at + 4] & 0xFF | (from[at + 5] & 0xFF) << 8;
        return (low * 0x9E3779B1 + high * 0x85EBCA77) >>> Integer.numberOfLeadingZeros(latest.length) + 1;
    }

    // ---- the index of the writer

    /** Returns the latest offset whose six bytes have the hash of these, or -1. */
    public long latest(byte[] text, int at) {
        return present(latest[hash(text, at)]);
    }

    /** Returns the offset before with the same hash, or -1. */
    public long earlier(long offset) {
        long before = present(earlier[(int) offset & earlier.length - 1]);
        return before < offset ? before : -1;
    }

    /** Returns the offset with these lower bits plus one, or -1 if it is no longer present. */
    private long present(int lowBits) {
        if (lowBits == 0) {
            return -1;
        }
        int distance = (int) end - (lowBits - 1);
        return distance > 0 && distance <= Math.min(end, SIZE) ? end - distance : -1;
    }

    /** Whether a byte is at an offset. */
    public boolean hasAt(long offset, byte b) {
        return bytes[(int) offset & bytes.length - 1] == b;
    }

    /** Returns how many bytes at an offset, at most {@code to - at}, are those of a text from index {@code at} on. */
    public int matchLength(long offset, byte[] text, int at, int to) {
        if (offset < begin() || offset >= end) {
            return 0;
        }
        int most = (int) Math.min(to - at, end - offset);
        int mask = bytes.length - 1;
        int from = (int) offset;
        int length = 0;
        while (length < most && bytes[from + length & mask] == text[at + length]) {
            length++;
        }
        return length;
    }

    // ---- memory

    /** Returns the number of bytes held. */
    long usedBytes() {
        return Math.min(end, SIZE);
    }

    /** Returns the number of bytes for which memory is allocated. */
    int capacity() {
        return bytes.length;
    }

    /** Empties the history for the next epoch; its memory is kept. */
    void clear() {
        end = 0;
        Arrays.fill(starts, 0);
        if (indexed) {
            Arrays.fill(latest, 0);
        }
    }
}
