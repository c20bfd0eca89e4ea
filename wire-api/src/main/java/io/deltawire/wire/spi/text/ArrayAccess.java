package io.deltawire.wire.spi.text;

import io.deltawire.wire.spi.text.MemoryAccess.Unsafe;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Loads and stores of one to eight bytes in a byte array, the lowest first, and of elements of other arrays, without
 * bounds checks.
 *
 * <p>The caller must know that the index is valid: because it has made room there, or has compared the index with the
 * length or with the end of the data. An index that comes from input or from an application has to be checked first.
 * Not for use by applications: an index outside the array, or an array that another thread replaces, corrupts the
 * memory of the JVM.
 *
 * <p>Bounds checks would take an eighth of the time to write a message of plain fields, and some of the time of a delta
 * update. They are made all the same with assertions enabled, as in tests, on a big-endian machine, and where
 * {@link MemoryAccess} is not in use. Thread-safe.
 */
public final class ArrayAccess {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** False in tests, so that they show that every index is valid. */
    private static final boolean MAY_TRUST =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && !ArrayAccess.class.desiredAssertionStatus();

    private static final boolean TRUSTING_FROM_THE_START = MAY_TRUST && MemoryAccess.isEnabled();

    /**
     * Whether there are no bounds checks from now on. Not volatile: a thread that does not see the change yet makes the
     * checks.
     */
    private static boolean isTrusting = TRUSTING_FROM_THE_START;

    private ArrayAccess() {}

    /** Disables the checks, because {@link MemoryAccess} is in use now. */
    static void disableChecks() {
        isTrusting = MAY_TRUST;
    }

    /**
     * Returns whether there are no bounds checks from now on. Code generated after that may call the {@code unchecked}
     * methods. They have fewer bytecodes, and the JIT compiler inlines by the number of bytecodes, including those it
     * removes later.
     */
    public static boolean isUnchecked() {
        return TRUSTING_FROM_THE_START || isTrusting;
    }

    /** Loads like {@link #getByte}; only if {@link #isUnchecked}. */
    public static int uncheckedByte(byte[] a, int index) {
        return Unsafe.MEMORY.readByte(a, Unsafe.BYTES_OFFSET + index) & 0xFF;
    }

    /** Loads like {@link #getShort}; only if {@link #isUnchecked}. */
    public static short uncheckedShort(byte[] a, int index) {
        return Unsafe.MEMORY.readShort(a, Unsafe.BYTES_OFFSET + index);
    }

    /** Loads like {@link #getInt}; only if {@link #isUnchecked}. */
    public static int uncheckedInt(byte[] a, int index) {
        return Unsafe.MEMORY.readInt(a, Unsafe.BYTES_OFFSET + index);
    }

    /** Loads like {@link #getLong}; only if {@link #isUnchecked}. */
    public static long uncheckedLong(byte[] a, int index) {
        return Unsafe.MEMORY.readLong(a, Unsafe.BYTES_OFFSET + index);
    }

    /** Stores one byte. */
    public static void putByte(byte[] a, int index, int value) {
        if (TRUSTING_FROM_THE_START || isTrusting) {
            Unsafe.MEMORY.writeByte(a, Unsafe.BYTES_OFFSET + index, (byte) value);
        } else {
            checkedByte(a, index, value);
        }
    }

    /** Stores the low two bytes of a number. */
    public static void putShort(byte[] a, int index, int value) {
        if (TRUSTING_FROM_THE_START || isTrusting) {
            Unsafe.MEMORY.writeShort(a, Unsafe.BYTES_OFFSET + index, (short) value);
        } else {
            checkedShort(a, index, value);
        }
    }

    /** Stores four bytes. */
    public static void putInt(byte[] a, int index, int value) {
        if (TRUSTING_FROM_THE_START || isTrusting) {
            Unsafe.MEMORY.writeInt(a, Unsafe.BYTES_OFFSET + index, value);
        } else {
            checkedInt(a, index, value);
        }
    }

    /** Stores eight bytes. */
    public static void putLong(byte[] a, int index, long value) {
        if (TRUSTING_FROM_THE_START || isTrusting) {
            Unsafe.MEMORY.writeLong(a, Unsafe.BYTES_OFFSET + index, value);
        } else {
            checkedLong(a, index, value);
        }
    }

    /** Loads one byte, as a number from 0 to 255. */
    public static int getByte(byte[] a, int index) {
        return (TRUSTING_FROM_THE_START || isTrusting
                        ? Unsafe.MEMORY.readByte(a, Unsafe.BYTES_OFFSET + index)
                        : a[index])
                & 0xFF;
    }

    /** Loads two bytes. */
    public static short getShort(byte[] a, int index) {
        return TRUSTING_FROM_THE_START || isTrusting
                ? Unsafe.MEMORY.readShort(a, Unsafe.BYTES_OFFSET + index)
                : checkedShort(a, index);
    }

    /** Loads four bytes. */
    public static int getInt(byte[] a, int index) {
        return TRUSTING_FROM_THE_START || isTrusting
                ? Unsafe.MEMORY.readInt(a, Unsafe.BYTES_OFFSET + index)
                : checkedInt(a, index);
    }

    /** Loads eight bytes. */
    public static long getLong(byte[] a, int index) {
        return TRUSTING_FROM_THE_START || isTrusting
                ? Unsafe.MEMORY.readLong(a, Unsafe.BYTES_OFFSET + index)
                : checkedLong(a, index);
    }

    // The same for an index in 64 bits, for which the load instruction can do an addition.

    /** Loads one byte, as a number from 0 to 255. */
    public static int getByte(byte[] a, long index) {
        return (TRUSTING_FROM_THE_START || isTrusting
                        ? Unsafe.MEMORY.readByte(a, Unsafe.BYTES_OFFSET + index)
                        : a[(int) index])
                & 0xFF;
    }

    /** Loads four bytes. */
    public static int getInt(byte[] a, long index) {
        return TRUSTING_FROM_THE_START || isTrusting
                ? Unsafe.MEMORY.readInt(a, Unsafe.BYTES_OFFSET + index)
                : checkedInt(a, Math.toIntExact(index));
    }

    /** Loads eight bytes. */
    public static long getLong(byte[] a, long index) {
        return TRUSTING_FROM_THE_START || isTrusting
                ? Unsafe.MEMORY.readLong(a, Unsafe.BYTES_OFFSET + index)
                : checkedLong(a, Math.toIntExact(index));
    }

    /** Stores an element of an array of longs. */
    public static void put(long[] a, long index, long value) {
        if (TRUSTING_FROM_THE_START || isTrusting) {
            Unsafe.MEMORY.writeLong(a, Unsafe.LONGS_OFFSET + (index << 3), value);
        } else {
            a[(int) index] = value;
        }
    }

    /** Loads an element of an array of longs. */
    public static long get(long[] a, long index) {
        return TRUSTING_FROM_THE_START || isTrusting
                ? Unsafe.MEMORY.readLong(a, Unsafe.LONGS_OFFSET + (index << 3))
                : a[(int) index];
    }

    /** Loads an element of an array of chars. */
    public static int get(char[] a, long index) {
        return TRUSTING_FROM_THE_START || isTrusting
                ? Unsafe.MEMORY.readShort(a, Unsafe.CHARS_OFFSET + (index << 1)) & 0xFFFF
                : a[(int) index];
    }

    /** Returns whether the two elements from an index on are equal to these. */
    public static boolean matches(long[] a, long index, long first, long second) {
        if (TRUSTING_FROM_THE_START || isTrusting) {
            long offset = Unsafe.LONGS_OFFSET + (index << 3);
            return Unsafe.MEMORY.readLong(a, offset) == first && Unsafe.MEMORY.readLong(a, offset + 8) == second;
        }
        return checkedAreAt(a, index, first, second);
    }

    /**
     * Returns whether the four elements from an index on are equal to these. The last two are compared first, because
     * they differ more often.
     */
    public static boolean matches(long[] a, long index, long first, long second, long third, long fourth) {
        if (TRUSTING_FROM_THE_START || isTrusting) {
            long offset = Unsafe.LONGS_OFFSET + (index << 3);
            return Unsafe.MEMORY.readLong(a, offset + 16) == third
                    && Unsafe.MEMORY.readLong(a, offset + 24) == fourth
                    && Unsafe.MEMORY.readLong(a, offset) == first
                    && Unsafe.MEMORY.readLong(a, offset + 8) == second;
        }
        return checkedAreAt(a, index, first, second) && checkedAreAt(a, index + 2, third, fourth);
    }

    // Separate methods, so that the JIT compiler does not count their bytecodes in the callers.

    private static void checkedByte(byte[] a, int index, int value) {
        a[index] = (byte) value;
    }

    private static void checkedShort(byte[] a, int index, int value) {
        SHORT.set(a, index, (short) value);
    }

    private static void checkedInt(byte[] a, int index, int value) {
        INT.set(a, index, value);
    }

    private static void checkedLong(byte[] a, int index, long value) {
        LONG.set(a, index, value);
    }

    private static boolean checkedAreAt(long[] a, long index, long first, long second) {
        return a[(int) index] == first && a[(int) index + 1] == second;
    }

    private static short checkedShort(byte[] a, int index) {
        return (short) SHORT.get(a, index);
    }

    private static int checkedInt(byte[] a, int index) {
        return (int) INT.get(a, index);
    }

    private static long checkedLong(byte[] a, int index) {
        return (long) LONG.get(a, index);
    }
}
