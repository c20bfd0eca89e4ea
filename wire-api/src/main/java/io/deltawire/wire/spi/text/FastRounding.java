package io.deltawire.wire.spi.text;

/**
 * Rounds doubles to whole numbers, and converts these to doubles, by an addition. Stateless, so threads may share it.
 *
 * <p>Adding {@link #ROUNDING_TERM} to a number of less than 51 bits leaves no bits for a fraction. So the sum is
 * rounded to the nearest whole number, ties to even. Its bits, less the bits of {@code ADDED}, are that number. No
 * conversion instruction is needed, which on x86 depends on the previous content of its register.
 */
public final class FastRounding {
    /** The term to add to a number before {@link #roundedLong}: 1.5 times 2^52. */
    public static final double ROUNDING_TERM = 0x1.8p52;

    private static final long BITS = Double.doubleToRawLongBits(ROUNDING_TERM);

    private FastRounding() {}

    /**
     * Returns the whole number that a sum with {@link #ROUNDING_TERM} was rounded to. If the number exceeds 51 bits,
     * the result is another number of at least as many bits.
     */
    public static long roundedLong(double sum) {
        return Double.doubleToRawLongBits(sum) - BITS;
    }

    /** Converts a whole number of less than 51 bits to a double. */
    public static double toDouble(long whole) {
        return Double.longBitsToDouble(whole + BITS) - ROUNDING_TERM;
    }
}
