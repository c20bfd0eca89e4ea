package io.deltawire.bench.floor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Little-endian numbers and ASCII text in byte arrays. */
final class RawBytes {
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle DOUBLE = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

    private RawBytes() {}

    static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Up to eight bytes of a Latin-1 text from an index on, which may be behind its end. */
    static long word(String text, int from) {
        long word = 0;
        for (int i = Math.min(text.length(), from + 8) - 1; i >= from; i--) {
            word = word << 8 | text.charAt(i);
        }
        return word;
    }

    static int put(byte[] out, int at, byte[] constant) {
        System.arraycopy(constant, 0, out, at, constant.length);
        return at + constant.length;
    }

    @SuppressWarnings("deprecation") // it drops the high bytes of characters, which ASCII text does not have
    static int putAscii(byte[] out, int at, String text) {
        int length = text.length();
        text.getBytes(0, length, out, at);
        return at + length;
    }

    static boolean equal(byte[] in, int at, byte[] constant) {
        return in.length - at >= constant.length
                && Arrays.equals(in, at, at + constant.length, constant, 0, constant.length);
    }

    /** The index of an ASCII character from an index on, after which there are at least eight bytes. */
    static int indexOf(byte[] in, int from, char wanted) {
        long all = wanted * 0x0101_0101_0101_0101L;
        int i = from;
        while (true) {
            // A byte that is equal gives zero, and the lowest zero byte is the first to borrow.
            long zeros = (long) LONG.get(in, i) ^ all;
            long borrowed = zeros - 0x0101_0101_0101_0101L & ~zeros & 0x8080_8080_8080_8080L;
            if (borrowed != 0) {
                return i + (Long.numberOfTrailingZeros(borrowed) >>> 3);
            }
            i += Long.BYTES;
        }
    }

    /** Writes a signed number with the sign in the lowest bit, seven bits a byte. */
    static int putVarInt(byte[] out, int at, long value) {
        long rest = value << 1 ^ value >> 63;
        int i = at;
        while ((rest & ~0x7FL) != 0) {
            out[i++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[i] = (byte) rest;
        return i + 1;
    }
}
