package io.deltawire.wire.spi;

/**
 * Unsigned LEB128 (DWARF 5, section 7.6): 7 bits a byte, least significant first, the top bit set on all but the last.
 * {@code 300} is {@code AC 02}. Signed numbers are mapped by zigzag first: 0, -1, 1, -2 become 0, 1, 2, 3.
 */
public final class VarInt {
    /** The most bytes that 64 bits take. */
    public static final int MAX_BYTES = 10;

    private VarInt() {}

    /** Writes 64 bits taken as unsigned, into an array with room for {@link #MAX_BYTES}; returns the index after. */
    public static int write(byte[] into, int at, long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            into[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        into[at++] = (byte) rest;
        return at;
    }

    /** The number of bytes that {@link #write} takes. */
    public static int size(long value) {
        return (Math.max(1, 64 - Long.numberOfLeadingZeros(value)) + 6) / 7;
    }

    /** Maps a signed number to an unsigned one, small ones to small ones. */
    public static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    /** Undoes {@link #zigzag}. */
    public static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
