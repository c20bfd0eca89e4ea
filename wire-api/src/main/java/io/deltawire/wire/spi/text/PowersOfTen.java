package io.deltawire.wire.spi.text;

/**
 * The first 128 bits of each power of ten that the decimal form of a double can need, rounded down. For each {@code q}
 * that is the integer {@code T(q)} with {@code 2^127 <= T(q) < 2^128} and
 * {@code T(q) * 2^s <= 10^q < (T(q) + 1) * 2^s}. It is exact for {@code 0 <= q <= 55}. Writing [1] and reading [2] use
 * the same table. Stateless.
 *
 * <ol>
 *   <li>R. Giulietti, "The Schubfach way to render doubles", 2020, section 9.8: its {@code g(k)} is
 *       {@code floor(T(k) / 4) + 1}.
 *   <li>D. Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51 (8), 2021, section
 *       6.
 * </ol>
 */
final class PowersOfTen {
    /** The smallest exponent. A smaller one makes every decimal of 19 digits less than half the smallest double. */
    static final int MIN = -342;

    /** The largest exponent, which the smallest subnormal needs when it is written. */
    static final int MAX = 324;

    /** The upper 64 bits of T(q) at index {@code 2 * (q - MIN)}, and the lower 64 bits after them. */
    private static final long[] TABLE = table();

    private PowersOfTen() {}

    /** Returns the upper 64 bits of T(q). */
    static long high(int q) {
        return TABLE[q - MIN << 1];
    }

    /** Returns the lower 64 bits of T(q). */
    static long low(int q) {
        return TABLE[(q - MIN << 1) + 1];
    }

    /** Returns {@code floor(log2(10^q))}. */
    static int floorLog2(int q) {
        // 217706 / 2^16 is slightly less than log2(10); a test checks every q of the table.
        return q * 217706 >> 16;
    }

    /**
     * Computes the table by repeated multiplication and division by five, since factors of two only shift. The numbers
     * are in 32-bit limbs, the least significant first. This takes a tenth of the time of BigInteger in a cold JVM.
     */
    private static long[] table() {
        long[] table = new long[MAX - MIN + 1 << 1];
        int[] power = new int[30]; // 2^128 * 5^q: 881 bits for q = MAX
        power[4] = 1;
        for (int q = 0; q <= MAX; q++) {
            put(table, q, power);
            long carry = 0;
            for (int i = 0; i < power.length; i++) {
                carry += (power[i] & 0xFFFF_FFFFL) * 5;
                power[i] = (int) carry;
                carry >>>= 32;
            }
        }
        int[] quotient = new int[30]; // floor(2^928 / 5^-q): 133 bits are left for q = MIN
        quotient[29] = 1;
        for (int q = -1; q >= MIN; q--) {
            long rest = 0;
            for (int i = quotient.length - 1; i >= 0; i--) {
                rest = rest << 32 | quotient[i] & 0xFFFF_FFFFL;
                quotient[i] = (int) (rest / 5);
                rest %= 5;
            }
            put(table, q, quotient);
        }
        return table;
    }

    /** Stores the first 128 bits of a number of at least 128 bits. */
    private static void put(long[] table, int q, int[] limbs) {
        int top = limbs.length - 1;
        while (limbs[top] == 0) {
            top--;
        }
        int end = 32 * (top + 1) - Integer.numberOfLeadingZeros(limbs[top]);
        table[q - MIN << 1] = bits(limbs, end - 64);
        table[(q - MIN << 1) + 1] = bits(limbs, end - 128);
    }

    /** Returns the 64 bits from bit {@code from} on. */
    private static long bits(int[] limbs, int from) {
        int i = from >> 5;
        int shift = from & 31;
        long low = limbs[i] & 0xFFFF_FFFFL | (long) limbs[i + 1] << 32;
        return shift == 0 ? low : low >>> shift | (long) limbs[i + 2] << 64 - shift;
    }
}
