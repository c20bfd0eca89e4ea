package io.deltawire.wire.spi;

/**
 * Rounds doubles to whole numbers, and takes these for doubles, by a sum.
 *
 * <p>Added to a number of less than 51 bits, {@link #ADDED} leaves no bits for a fraction: the sum is rounded to the nearest whole
 * number, of two the even one. The sum's bits less those of what was added are that number: no conversion, which on x86 waits for
 * whatever its register held before.
 */
public final class Rounder {
    /** What is added to a number, and taken away again. */
    public static final double ADDED = 0x1.8p52;

    private static final long BITS = Double.doubleToRawLongBits(ADDED);

    private Rounder() {}

    /** The whole number that a sum with {@link #ADDED} was rounded to; beyond 51 bits another one, of as many bits at least. */
    public static long whole(double sum) {
        return Double.doubleToRawLongBits(sum) - BITS;
    }

    /** A whole number of less than 51 bits as a double. */
    public static double toDouble(long whole) {
        return Double.longBitsToDouble(whole + BITS) - ADDED;
    }
}
