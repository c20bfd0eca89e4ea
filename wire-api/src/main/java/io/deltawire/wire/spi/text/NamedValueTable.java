package io.deltawire.wire.spi.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A hash table from the bytes of a name to a value, at most a quarter full, with open addressing. Its factor is chosen
 * so that few names collide, usually none. The table never changes, so it is thread-safe.
 *
 * @param values all values by name
 * @param factor factor that hashes the words of a name
 * @param shift shift that reduces the hash to a slot
 * @param slots the slots; {@link Name#NONE} in a free one
 */
record NamedValueTable(Map<String, Object> values, long factor, int shift, Name[] slots) implements NamedValues {
    /** The number of factors to try. */
    private static final int TRIES = 64;

    /**
     * 2^64 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4).
     */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /**
     * A name and its value.
     *
     * @param head the first eight bytes of the name, or fewer
     * @param tail the last eight bytes of a name of more than eight
     */
    private record Name(long head, long tail, byte[] bytes, Object value) {
        static final Name NONE = new Name(0, 0, new byte[0], null);

        static Name of(String name, Object value) {
            byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
            return new Name(
                    NamedValueTable.first(bytes, 0, bytes.length),
                    NamedValueTable.last(bytes, 0, bytes.length),
                    bytes,
                    value);
        }

        boolean isNone() {
            return bytes.length == 0;
        }

        boolean is(long first, long last, byte[] a, int from, int to) {
            return head == first
                    && tail == last
                    && bytes.length == to - from
                    && (bytes.length <= 16 || Arrays.equals(bytes, 0, bytes.length, a, from, to));
        }
    }

    static NamedValueTable of(Map<String, ?> values) {
        Name[] names = values.entrySet().stream()
                .filter(entry -> isAscii(entry.getKey()))
                .map(entry -> Name.of(entry.getKey(), entry.getValue()))
                .toArray(Name[]::new);
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(names.length, 1) * 4 - 1);
        Map<String, Object> all = new HashMap<>(values);
        NamedValueTable best = null;
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < TRIES && fewest > 0; i++) {
            NamedValueTable table = new NamedValueTable(all, MIX * (2 * i + 1), Long.SIZE - bits, new Name[1 << bits]);
            int collisions = table.putAll(names);
            if (collisions < fewest) {
                fewest = collisions;
                best = table;
            }
        }
        return best;
    }

    private static boolean isAscii(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> c < 0x80);
    }

    /** Returns the number of names that collide. */
    private int putAll(Name[] names) {
        Arrays.fill(slots, Name.NONE);
        int collisions = 0;
        for (Name name : names) {
            int first = slot(name.head, name.tail);
            int slot = first;
            while (!slots[slot].isNone()) {
                slot = next(slot);
            }
            slots[slot] = name;
            collisions += slot == first ? 0 : 1;
        }
        return collisions;
    }

    @Override
    public Object get(String name) {
        return values.get(name);
    }

    @Override
    public Object get(byte[] a, int from, int to) {
        long first = first(a, from, to);
        long last = last(a, from, to);
        int slot = slot(first, last);
        Name name = slots[slot];
        while (!name.is(first, last, a, from, to)) {
            if (name.isNone()) {
                return null;
            }
            slot = next(slot);
            name = slots[slot];
        }
        return name.value;
    }

    private int slot(long first, long last) {
        return (int) ((first ^ Long.rotateLeft(last, 31)) * factor >>> shift);
    }

    private int next(int slot) {
        return slot + 1 & slots.length - 1;
    }

    private static long first(byte[] a, int from, int to) {
        return to - from >= Long.BYTES ? ArrayAccess.getLong(a, from) : fewBytes(a, from, to);
    }

    private static long last(byte[] a, int from, int to) {
        return to - from > Long.BYTES ? ArrayAccess.getLong(a, to - Long.BYTES) : 0;
    }

    private static long fewBytes(byte[] a, int from, int to) {
        if (a.length - from >= Long.BYTES) {
            return ArrayAccess.getLong(a, from) & (1L << (to - from << 3)) - 1;
        }
        long bytes = 0;
        for (int i = to - 1; i >= from; i--) {
            bytes = bytes << 8 | a[i] & 0xFF;
        }
        return bytes;
    }
}
