package io.deltawire.wire.internal.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** SIMD within a register: searches, compares and hashes bytes eight at a time. */
public final class Swar {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    private Swar() {}

    /** Returns the eight bytes at an index, the first one in the lowest bits. */
    public static long load(byte[] a, int index) {
        return (long) LONGS.get(a, index);
    }

    /** Stores eight bytes at an index, the lowest bits first. */
    public static void store(byte[] a, int index, long bytes) {
        LONGS.set(a, index, bytes);
    }

    /** Returns the index of the first byte that is a quote, a backslash, below 0x20 or not ASCII; or {@code to}. */
    public static int indexOfSpecial(byte[] a, int from, int to) {
        int i = from;
        for (; i <= to - 8; i += 8) {
            long x = (long) LONGS.get(a, i);
            long quotes = x ^ ONES * '"';
            long backslashes = x ^ ONES * '\\';
            // A borrow can flag a byte wrongly only after one that is special.
            long found = (x - ONES * 0x20 | quotes - ONES | backslashes - ONES | x) & TOPS;
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >> 3);
            }
        }
        for (; i < to; i++) {
            byte b = a[i];
            if (b < 0x20 || b == '"' || b == '\\') {
                return i;
            }
        }
        return to;
    }

    /** Returns whether the first {@code count} bytes of {@code wanted} are at an index. */
    public static boolean matches(byte[] a, int index, byte[] wanted, int count) {
        int i = 0;
        for (; i <= count - 8; i += 8) {
            if ((long) LONGS.get(a, index + i) != (long) LONGS.get(wanted, i)) {
                return false;
            }
        }
        if (i < count && count >= 8) {
            return (long) LONGS.get(a, index + count - 8) == (long) LONGS.get(wanted, count - 8);
        }
        for (; i < count; i++) {
            if (a[index + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns a hash that cannot be made to collide without the seed. Chunks are folded by a 128-bit product. */
    public static int hash(byte[] a, int from, int to, long seed) {
        int length = to - from;
        long hash = seed ^ length;
        int i = from;
        for (; i <= to - 8; i += 8) {
            hash = fold(hash ^ (long) LONGS.get(a, i), seed);
        }
        if (i < to) {
            long tail = 0;
            if (length >= 8) {
                tail = (long) LONGS.get(a, to - 8);
            } else {
                for (; i < to; i++) {
                    tail = tail << 8 | a[i] & 0xFF;
                }
            }
            hash = fold(hash ^ tail, seed);
        }
        return (int) (hash ^ hash >>> 32);
    }

    private static long fold(long x, long seed) {
        long y = seed ^ 0x9E3779B97F4A7C15L;
        return Math.multiplyHigh(x, y) ^ x * y;
    }
}
