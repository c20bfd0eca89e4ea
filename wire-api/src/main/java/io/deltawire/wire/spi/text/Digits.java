package io.deltawire.wire.spi.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Formats and parses decimal digits in a byte array, eight at a time in the bytes of a long ("SWAR"). Stateless. */
final class Digits {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int E8 = 100_000_000;
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long HIGH_NIBBLES = 0xF0F0_F0F0_F0F0_F0F0L;
    private static final byte[] MIN_VALUE = "-9223372036854775808".getBytes(StandardCharsets.ISO_8859_1);
    private static final long[] POWERS = powers();

    /** The two digits of 0 to 99, the first in the lower byte. */
    private static final short[] PAIRS = pairs();

    /** Returned by {@link #parse8} if the bytes are not eight digits. */
    static final int NOT_DIGITS = -1;

    private Digits() {}

    private static short[] pairs() {
        short[] pairs = new short[100];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (short) ('0' + i / 10 | '0' + i % 10 << 8);
        }
        return pairs;
    }

    private static long[] powers() {
        long[] powers = new long[19];
        long power = 1;
        for (int i = 0; i < powers.length; i++) {
            powers[i] = power;
            power *= 10;
        }
        return powers;
    }

    /** Returns 10 to the power of 0 to 18. */
    static long powerOfTen(int exponent) {
        return POWERS[exponent];
    }

    /** Returns the number of digits of a number from 1 to 10^18 - 1. */
    static int count(long value) {
        // 1233 / 4096 is slightly more than log10(2): the estimate is right or one too large.
        int estimate = (64 - Long.numberOfLeadingZeros(value)) * 1233 >> 12;
        return value < POWERS[estimate] ? estimate : estimate + 1;
    }

    /** Writes a long without leading zeros. Returns the index after it. */
    static int write(byte[] into, int index, long value) {
        long rest = value;
        int i = index;
        if (rest < 0) {
            if (rest == Long.MIN_VALUE) {
                System.arraycopy(MIN_VALUE, 0, into, index, MIN_VALUE.length);
                return index + MIN_VALUE.length;
            }
            into[i++] = '-';
            rest = -rest;
        }
        if (rest < E8) {
            return writeUpTo8(into, i, (int) rest);
        }
        long high = byE8(rest);
        if (high < E8) {
            i = writeUpTo8(into, i, (int) high);
        } else {
            long top = byE8(high);
            i = writeUpTo8(into, i, (int) top);
            write8(into, i, (int) (high - top * E8));
            i += 8;
        }
        write8(into, i, (int) (rest - high * E8));
        return i + 8;
    }

    /**
     * Divides a non-negative number by 10^8. It multiplies by 2^89 / 10^8 rounded up, and the error is too small to
     * show.
     */
    private static long byE8(long value) {
        return Math.multiplyHigh(value, 0x55E6_3B88_C230_E77FL) >>> 25;
    }

    /**
     * Writes a number from 0 to 99,999,999 without leading zeros. Overwrites eight bytes. Returns the index after the
     * number.
     */
    static int writeUpTo8(byte[] into, int index, int value) {
        if (value < 10) {
            into[index] = (byte) ('0' + value);
            return index + 1;
        }
        if (value < 100) {
            write2(into, index, value);
            return index + 2;
        }
        // Comparisons are predicted by the processor, so that the code after this does not wait for the digits.
        int length = value < 10_000
                ? value < 1_000 ? 3 : 4
                : value < 1_000_000 ? value < 100_000 ? 5 : 6 : value < 10_000_000 ? 7 : 8;
        LONG.set(into, index, ones(value) + ZEROS >>> 8 * (8 - length));
        return index + length;
    }

    /** Writes a number from 0 to 99 as two digits. */
    static void write2(byte[] into, int index, int value) {
        SHORT.set(into, index, PAIRS[value]);
    }

    /** Returns the two digits of a number from 0 to 99, the first in the lower byte. */
    static long pair(int value) {
        return PAIRS[value];
    }

    /** Stores eight bytes, the first lowest. */
    static void store8(byte[] into, int index, long word) {
        LONG.set(into, index, word);
    }

    /** Loads eight bytes, the first lowest. */
    static long load8(byte[] text, int index) {
        return (long) LONG.get(text, index);
    }

    /** Writes a number from 0 to 99,999,999 as eight digits. Returns the number of zeros at their end. */
    static int write8(byte[] into, int index, int value) {
        long ones = ones(value);
        LONG.set(into, index, ones + ZEROS);
        return Long.numberOfLeadingZeros(ones) >> 3;
    }

    /** Splits a number from 0 to 99,999,999 into eight digits, one per byte, the first lowest. */
    private static long ones(long value) {
        // Lanes of 32 bits with 4 digits each, then of 16 bits with 2, then of 8 bits with 1: the first digit lowest.
        // From q = n / d in the lower half of a lane, q | (n - q * d) << s is (n << s) - q * ((d << s) - 1).
        long upper = value * 3_518_437_209L >>> 45; // divided by 10,000
        long fours = (value << 32) - upper * ((10_000L << 32) - 1);
        long hundreds = fours * 10_486 >>> 20 & 0x7F_0000_007FL;
        long twos = (fours << 16) - hundreds * ((100 << 16) - 1);
        long tens = twos * 103 >>> 10 & 0x000F_000F_000F_000FL;
        return (twos << 8) - tens * ((10 << 8) - 1);
    }

    /** Loads eight bytes, exclusive-or the digit zero: digits become 0 to 9. */
    static long ones(byte[] text, int index) {
        return (long) LONG.get(text, index) ^ ZEROS;
    }

    /**
     * Returns the top bits of those {@link #ones} that are not digits. The carry of a byte of 0x8A or more can disturb
     * later bytes. That of a point, comma, brace or letter does not.
     */
    static long nonDigits(long chars) {
        return (chars + 0x7676_7676_7676_7676L | chars) & 0x8080_8080_8080_8080L;
    }

    /** Parses the digits at the start of eight bytes. Returns their value times 16, plus their number (0 to 8). */
    static long upTo8(byte[] text, int index) {
        long chars = ones(text, index);
        int count = Long.numberOfTrailingZeros(nonDigits(chars)) >>> 3;
        if (count == 0) {
            return 0;
        }
        // The last digit moves into the highest byte, and zeros come before the first.
        return (long) valueOf(chars << -(count << 3)) << 4 | count;
    }

    /** Returns the value of the first 0 to 7 digits of {@link #ones}. */
    static int upTo7(long chars, int count) {
        return valueOf(chars << 8 << 56 - (count << 3));
    }

    /**
     * Returns {@code index + count} for a count from 0 to 8. The processor predicts the jump, so it continues after the
     * digits before it has counted them.
     */
    static int advance(int index, int count) {
        switch (count) {
            case 1:
                return index + 1;
            case 2:
                return index + 2;
            case 3:
                return index + 3;
            case 4:
                return index + 4;
            case 5:
                return index + 5;
            case 6:
                return index + 6;
            case 7:
                return index + 7;
            case 8:
                return index + 8;
            default:
                return index;
        }
    }

    /** Parses eight digits. Returns {@link #NOT_DIGITS} if the bytes are something else. */
    static int parse8(byte[] text, int index) {
        long chars = (long) LONG.get(text, index);
        if ((chars & HIGH_NIBBLES | (chars + 0x0606_0606_0606_0606L & HIGH_NIBBLES) >>> 4) != 0x3333_3333_3333_3333L) {
            return NOT_DIGITS;
        }
        return valueOf(chars - ZEROS);
    }

    /**
     * Returns the value of eight digits, one per byte, by pairs and groups of four (D. Lemire, "Quickly parsing eight
     * digits", 2018).
     */
    static int valueOf(long ones) {
        long twos = ones * 10 + (ones >>> 8) & 0x00FF_00FF_00FF_00FFL;
        long fours = twos * 100 + (twos >>> 16) & 0x0000_FFFF_0000_FFFFL;
        return (int) (fours * 10_000 + (fours >>> 32));
    }
}
