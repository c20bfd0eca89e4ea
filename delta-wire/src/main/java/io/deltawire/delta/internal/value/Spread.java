package io.deltawire.delta.internal.value;

/**
 * The variable-length form of a number below 2^56 ({@link io.deltawire.wire.spi.text.VarInt}) made in a long, the first byte lowest,
 * without a branch for each byte.
 */
public final class Spread {
    /** So many bits has the largest number. */
    public static final int MAX_BITS = 56;

    /** The largest number of four bytes. */
    private static final long MAX_SHORT = (1 << 28) - 1;

    /** The bits that say that another byte follows, in all bytes but the last one where that is the highest of eight. */
    private static final long FOLLOWED = 0x80_8080_8080_8080L;

    private Spread() {}

    /** Seven bits of a number in each byte. */
    public static long groups(long value) {
        if (value <= MAX_SHORT) {
            long pairs = value & 0x3FFF | (value & 0xFFF_C000) << 2;
            return pairs & 0x7F_007F | (pairs & 0x3F80_3F80) << 1;
        }
        long halves = value & 0xFFF_FFFFL | (value & 0xFF_FFFF_F000_0000L) << 4;
        long pairs = halves & 0x3FFF_0000_3FFFL | (halves & 0xFFF_C000_0FFF_C000L) << 2;
        return pairs & 0x7F_007F_007F_007FL | (pairs & 0x3F80_3F80_3F80_3F80L) << 1;
    }

    /** How many bits of a long are above the last byte of a number. */
    public static int free(long groups) {
        return Long.numberOfLeadingZeros(groups | 1) & -Byte.SIZE;
    }

    /** The bytes of a number. */
    public static long bytes(long groups, int free) {
        return groups | FOLLOWED >>> free;
    }
}
