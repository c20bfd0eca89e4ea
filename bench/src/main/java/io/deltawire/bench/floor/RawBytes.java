package io.deltawire.bench.floor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Little-endian numbers, varints and ASCII text in byte arrays. Each {@code put} method returns the offset after what it wrote. */
final class RawBytes {
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle DOUBLE = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

    private RawBytes() {}

    static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns up to eight characters of a Latin-1 text as a word, zero after the end of the text. */
    static long word(String text, int from) {
        long word = 0;
        for (int i = Math.min(text.length(), from + 8) - 1; i >= from; i--) {
            word = word << 8 | text.charAt(i);
        }
        return word;
    }

    static int put(byte[] out, int position, byte[] constant) {
        System.arraycopy(constant, 0, out, position, constant.length);
        return position + constant.length;
    }

    @SuppressWarnings("deprecation") // it drops the high bytes of characters, which are zero in ASCII text
    static int putAscii(byte[] out, int position, String text) {
        int length = text.length();
        text.getBytes(0, length, out, position);
        return position + length;
    }

    static boolean hasAt(byte[] in, int position, byte[] constant) {
        return in.length - position >= constant.length
                && Arrays.equals(in, position, position + constant.length, constant, 0, constant.length);
    }

    /** Returns the offset of the next such ASCII character. The input has it, and at least eight bytes after it. */
    static int indexOf(byte[] in, int from, char wanted) {
        long all = wanted * 0x0101_0101_0101_0101L;
        int i = from;
        while (true) {
            // An equal byte becomes zero, and the lowest zero byte is the first one to borrow.
            long zeros = (long) LONG.get(in, i) ^ all;
            long borrowed = zeros - 0x0101_0101_0101_0101L & ~zeros & 0x8080_8080_8080_8080L;
            if (borrowed != 0) {
                return i + (Long.numberOfTrailingZeros(borrowed) >>> 3);
            }
            i += Long.BYTES;
        }
    }

    /** Writes a signed number as a zigzag varint. */
    static int putVarInt(byte[] out, int position, long value) {
        long rest = value << 1 ^ value >> 63;
        int i = position;
        while ((rest & ~0x7FL) != 0) {
            out[i++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[i] = (byte) rest;
        return i + 1;
    }
}
