package io.deltawire.delta.internal.value;

/**
 * Encodes a varint ({@link io.deltawire.wire.spi.text.VarInt}) of a number below 2^56 in a long, the first byte lowest.
 * That needs no branch for each byte, and the caller stores all bytes by one instruction.
 *
 * <p>The steps are {@link #septets}, then {@link #unusedBits}, which says how many bytes the varint has, then
 * {@link #encode}.
 */
public final class VarIntWord {
    /** The number of bits of the largest number. */
    public static final int MAX_BITS = 56;

    /** The largest number of four bytes. */
    private static final long MAX_FOUR_BYTES = (1 << 28) - 1;

    /** The continuation bits of a varint of eight bytes: in all bytes but the last. */
    private static final long CONTINUATION_BITS = 0x80_8080_8080_8080L;

    private VarIntWord() {}

    /** Returns the number with seven of its bits in each byte. */
    public static long septets(long value) {
        if (value <= MAX_FOUR_BYTES) {
            long pairs = value & 0x3FFF | (value & 0xFFF_C000) << 2;
            return pairs & 0x7F_007F | (pairs & 0x3F80_3F80) << 1;
        }
        long halves = value & 0xFFF_FFFFL | (value & 0xFF_FFFF_F000_0000L) << 4;
        long pairs = halves & 0x3FFF_0000_3FFFL | (halves & 0xFFF_C000_0FFF_C000L) << 2;
        return pairs & 0x7F_007F_007F_007FL | (pairs & 0x3F80_3F80_3F80_3F80L) << 1;
    }

    /** Returns the number of bits above the last byte of a varint, given its groups. */
    public static int unusedBits(long groups) {
        return Long.numberOfLeadingZeros(groups | 1) & -Byte.SIZE;
    }

    /** Returns the varint: the groups with continuation bits. */
    public static long encode(long groups, int free) {
        return groups | CONTINUATION_BITS >>> free;
    }
}
