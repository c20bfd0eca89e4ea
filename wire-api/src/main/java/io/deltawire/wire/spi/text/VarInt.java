package io.deltawire.wire.spi.text;

/**
 * Unsigned LEB128 (DWARF 5, section 7.6): 7 bits per byte, least significant first, the top bit set on all bytes but
 * the last. {@code 300} is {@code AC 02}. Signed numbers are mapped by zigzag first: 0, -1, 1, -2 become 0, 1, 2, 3.
 * Stateless, so threads may share it.
 */
public final class VarInt {
    /** The largest number of bytes that 64 bits take. */
    public static final int MAX_BYTES = 10;

    private VarInt() {}

    /**
     * Writes 64 bits as an unsigned number, to an array with room for {@link #MAX_BYTES}. Returns the index after it.
     */
    public static int write(byte[] into, int index, long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            into[index++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        into[index++] = (byte) rest;
        return index;
    }

    /** Returns the number of bytes that {@link #write} writes. */
    public static int size(long value) {
        return (Math.max(1, 64 - Long.numberOfLeadingZeros(value)) + 6) / 7;
    }

    /** Maps a signed number to an unsigned one, such that a small magnitude gives a small number. */
    public static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    /** Reverses {@link #zigzag}. */
    public static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
