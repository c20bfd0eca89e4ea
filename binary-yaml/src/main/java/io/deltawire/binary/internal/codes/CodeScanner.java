package io.deltawire.binary.internal.codes;

import static io.deltawire.binary.internal.codes.Codes.EVENT_OBJECT;
import static io.deltawire.binary.internal.codes.Codes.TYPE_PREFIX;

import io.deltawire.binary.internal.codes.Codes.Role;

/**
 * Finds where encoded values, names and payloads end, without decoding them.
 *
 * <p>Every method takes an array, a start index and an end that must not be passed. It throws a {@link DecodingFault}
 * if the bytes are malformed or go on past the end. Nesting costs no stack, since a block is skipped by its length.
 *
 * <p>The {@code read} methods return a number and leave the index after it in {@link #position()}. That field is the
 * only state, so a scanner can be shared by the parts of a reader. Not thread-safe.
 */
public final class CodeScanner {
    private int position;

    /** The index after what a {@code read} method has read last. */
    public int position() {
        return position;
    }

    public void setPosition(int index) {
        position = index;
    }

    /**
     * Reads a stop-bit number: 7 bits a byte, least significant first. The top bit is set if another byte follows. A
     * last byte of zero after others means the complement, so -1 is {@code 80 00}.
     */
    public long readStopBit(byte[] a, int at, int end) {
        if (at < end && a[at] >= 0) {
            position = at + 1;
            return a[at];
        }
        long value = 0;
        int shift = 0;
        for (int p = at; p < end; p++) {
            byte b = a[p];
            if (b >= 0) {
                if (shift == 63 && b != 0) {
                    break;
                }
                position = p + 1;
                return b == 0 ? ~value : value | (long) b << shift;
            }
            if (shift == 63) {
                break;
            }
            value |= (b & 0x7FL) << shift;
            shift += 7;
        }
        if (shift == 63) {
            throw new DecodingFault(at, "expected a stop-bit number of 64 bits but it goes on after 63");
        }
        throw DecodingFault.overrun(at, "a stop-bit number");
    }

    /** Reads a stop-bit length, and checks that this number of bytes is left before {@code end}. */
    public int readLength(byte[] a, int at, int end) {
        long length = readStopBit(a, at, end);
        if (length < 0 || length > end - position) {
            throw DecodingFault.tooLong(at, "a length", end - position, length);
        }
        return (int) length;
    }

    /** Skips padding, comments and hints. Returns the index of the next other code, or {@code end}. */
    public int noiseEnd(byte[] a, int at, int end) {
        int p = at;
        while (p < end) {
            int code = a[p] & 0xFF;
            if (code < 0x8E || Codes.role(code) != Role.NOISE) {
                return p;
            }
            p = payloadEnd(a, p, end);
        }
        return p;
    }

    /** Returns the index after a value. Its type names, and any noise before it, are skipped too. */
    public int valueEnd(byte[] a, int at, int end) {
        int p = noiseEnd(a, at, end);
        while (p < end && (a[p] & 0xFF) == TYPE_PREFIX) {
            int length = readLength(a, p + 1, end);
            p = noiseEnd(a, position + length, end);
        }
        if (p >= end) {
            throw DecodingFault.overrun(at, "a value");
        }
        int code = a[p] & 0xFF;
        if (Codes.role(code) != Role.VALUE) {
            throw new DecodingFault(p, "expected a value but found " + Codes.describe(code));
        }
        return payloadEnd(a, p, end);
    }

    /** Returns the index after the name of the entry at {@code at}. */
    public int nameEnd(byte[] a, int at, int end) {
        int code = a[at] & 0xFF;
        if (Codes.role(code) != Role.ENTRY) {
            throw new DecodingFault(at, "expected the name of an entry but found " + Codes.describe(code));
        }
        return code == EVENT_OBJECT ? valueEnd(a, at + 1, end) : payloadEnd(a, at, end);
    }

    /** Returns the index after the code at {@code at} and its payload. */
    public int payloadEnd(byte[] a, int at, int end) {
        int code = a[at] & 0xFF;
        int p = at + 1;
        long size;
        switch (Codes.payload(code)) {
            case FIXED -> size = Codes.size(code);
            case STOP_BIT -> {
                readStopBit(a, p, end);
                return position;
            }
            case TEXT -> {
                if (code == Codes.STRING_ANY && isNullText(a, at, end)) {
                    return at + 3;
                }
                size = readLength(a, p, end);
                p = position;
            }
            case BLOCK -> {
                size = readBlockLength(a, at, end);
                p = position;
            }
            case LONGS -> {
                requireBytes(a, at, p, 16, end);
                long capacity = (long) LittleEndian.LONG.get(a, p);
                if (capacity < 0 || capacity > (end - p - 16) / 8) {
                    throw new DecodingFault(
                            at, "expected an array of numbers that is complete but was one of " + capacity);
                }
                size = 16 + 8 * capacity;
            }
            case FILLER -> {
                requireBytes(a, at, p, 4, end);
                size = 4 + ((int) LittleEndian.INT.get(a, p) & 0xFFFFFFFFL);
            }
            case HISTORY -> {
                return historyEnd(a, at, end);
            }
            case REST -> {
                return end;
            }
            default -> throw new DecodingFault(at, "expected a value but found " + Codes.describe(code));
        }
        requireBytes(a, at, p, size, end);
        return p + (int) size;
    }

    /** Reads the length of the block at {@code at}. Its content begins at {@link #position()}. */
    public int readBlockLength(byte[] a, int at, int end) {
        int code = a[at] & 0xFF;
        int p = at + 1;
        int size = Codes.size(code);
        requireBytes(a, at, p, size, end);
        long length = size == 1 ? a[p] & 0xFF : size == 2 ? (short) LittleEndian.SHORT.get(a, p) & 0xFFFF : 0;
        if (size == 4) {
            length = (int) LittleEndian.INT.get(a, p) & 0xFFFFFFFFL;
        }
        position = p + size;
        if (length > end - position) {
            throw DecodingFault.tooLong(at, "a block", end - position, length);
        }
        return (int) length;
    }

    /** Whether the {@code B8} at {@code at} has the length -1, which stands for null. */
    public static boolean isNullText(byte[] a, int at, int end) {
        return end - at >= 3 && a[at + 1] == (byte) 0x80 && a[at + 2] == 0;
    }

    /** Returns the index after the message history whose code is at {@code at}. */
    public static int historyEnd(byte[] a, int at, int end) {
        int p = at + 1;
        if (p >= end) {
            throw DecodingFault.overrun(at, "a message history");
        }
        p += 1 + 12 * (a[p] & 0xFF);
        if (p >= end) {
            throw DecodingFault.overrun(at, "a message history");
        }
        p += 1 + 8 * (a[p] & 0xFF);
        if (p > end) {
            throw DecodingFault.overrun(at, "a message history");
        }
        return p;
    }

    private static void requireBytes(byte[] a, int at, int from, long size, int end) {
        if (size > end - from) {
            throw DecodingFault.overrun(at, Codes.describe(a[at] & 0xFF));
        }
    }
}
