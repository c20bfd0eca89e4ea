package io.deltawire.wire.spi;

import io.deltawire.wire.spi.Memory.Means;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Stores and loads of up to eight bytes, the lowest first, and of elements of arrays of longs, in an array where a writer or
 * reader knows that they are: in which it has made room, or whose length, or the end of what is in it, it has compared the place
 * with. What input or an application names is a place for none of these before that.
 *
 * <p>Not for use by applications: a place outside the array, or one whose array another thread takes away, damages the memory of
 * the JVM.
 *
 * <p>To look at the bounds again each time takes an eighth of the time of writing a message of plain fields, and some of that of
 * a delta update. So they are not looked at, by the means that {@code Bytes} reaches memory with, unless assertions are enabled,
 * as they are in tests; or memory cannot be reached so, or not without a warning (see {@link Memory}).
 */
public final class Words {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Not where tests are to show that what is stored and loaded is inside. */
    private static final boolean MAY_TRUST =
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && !Words.class.desiredAssertionStatus();

    private static final boolean TRUSTS_FROM_THE_START = MAY_TRUST && Memory.isInUse();

    /** Whether bounds are not looked at from now on. */
    private static boolean trusts = TRUSTS_FROM_THE_START;

    private Words() {}

    /** Takes note that {@link Memory} is in use now. */
    static void noteMemory() {
        trusts = MAY_TRUST;
    }

    /**
     * Whether bounds are not looked at from now on: code that is made then may use the methods named {@code unchecked}, which are shorter
     * than the others, so that the JIT compiler makes more of them a part of one method. It counts what is in a method, and not what
     * is left of it.
     */
    public static boolean isUnchecked() {
        return TRUSTS_FROM_THE_START || trusts;
    }

    /** As {@link #getByte}, where {@link #isUnchecked}. */
    public static int uncheckedByte(byte[] a, int at) {
        return Means.MEMORY.readByte(a, Means.FIRST + at) & 0xFF;
    }

    /** As {@link #getShort}, where {@link #isUnchecked}. */
    public static short uncheckedShort(byte[] a, int at) {
        return Means.MEMORY.readShort(a, Means.FIRST + at);
    }

    /** As {@link #getInt}, where {@link #isUnchecked}. */
    public static int uncheckedInt(byte[] a, int at) {
        return Means.MEMORY.readInt(a, Means.FIRST + at);
    }

    /** As {@link #getLong}, where {@link #isUnchecked}. */
    public static long uncheckedLong(byte[] a, int at) {
        return Means.MEMORY.readLong(a, Means.FIRST + at);
    }

    /** Stores one byte. */
    public static void putByte(byte[] a, int at, int value) {
        if (TRUSTS_FROM_THE_START || trusts) {
            Means.MEMORY.writeByte(a, Means.FIRST + at, (byte) value);
        } else {
            checkedByte(a, at, value);
        }
    }

    /** Stores the low two bytes of a number. */
    public static void putShort(byte[] a, int at, int value) {
        if (TRUSTS_FROM_THE_START || trusts) {
            Means.MEMORY.writeShort(a, Means.FIRST + at, (short) value);
        } else {
            checkedShort(a, at, value);
        }
    }

    /** Stores four bytes. */
    public static void putInt(byte[] a, int at, int value) {
        if (TRUSTS_FROM_THE_START || trusts) {
            Means.MEMORY.writeInt(a, Means.FIRST + at, value);
        } else {
            checkedInt(a, at, value);
        }
    }

    /** Stores eight bytes. */
    public static void putLong(byte[] a, int at, long value) {
        if (TRUSTS_FROM_THE_START || trusts) {
            Means.MEMORY.writeLong(a, Means.FIRST + at, value);
        } else {
            checkedLong(a, at, value);
        }
    }

    /** Loads one byte, as a number from 0 to 255. */
    public static int getByte(byte[] a, int at) {
        return (TRUSTS_FROM_THE_START || trusts ? Means.MEMORY.readByte(a, Means.FIRST + at) : a[at]) & 0xFF;
    }

    /** Loads two bytes. */
    public static short getShort(byte[] a, int at) {
        return TRUSTS_FROM_THE_START || trusts ? Means.MEMORY.readShort(a, Means.FIRST + at) : checkedShort(a, at);
    }

    /** Loads four bytes. */
    public static int getInt(byte[] a, int at) {
        return TRUSTS_FROM_THE_START || trusts ? Means.MEMORY.readInt(a, Means.FIRST + at) : checkedInt(a, at);
    }

    /** Loads eight bytes. */
    public static long getLong(byte[] a, int at) {
        return TRUSTS_FROM_THE_START || trusts ? Means.MEMORY.readLong(a, Means.FIRST + at) : checkedLong(a, at);
    }

    // The same where the place is known in 64 bits, to which something is added by the load itself.

    /** Loads one byte, as a number from 0 to 255. */
    public static int getByte(byte[] a, long at) {
        return (TRUSTS_FROM_THE_START || trusts ? Means.MEMORY.readByte(a, Means.FIRST + at) : a[(int) at]) & 0xFF;
    }

    /** Loads four bytes. */
    public static int getInt(byte[] a, long at) {
        return TRUSTS_FROM_THE_START || trusts
                ? Means.MEMORY.readInt(a, Means.FIRST + at)
                : checkedInt(a, Math.toIntExact(at));
    }

    /** Loads eight bytes. */
    public static long getLong(byte[] a, long at) {
        return TRUSTS_FROM_THE_START || trusts
                ? Means.MEMORY.readLong(a, Means.FIRST + at)
                : checkedLong(a, Math.toIntExact(at));
    }

    /** Stores an element of an array of longs. */
    public static void put(long[] a, long at, long value) {
        if (TRUSTS_FROM_THE_START || trusts) {
            Means.MEMORY.writeLong(a, Means.FIRST_LONG + (at << 3), value);
        } else {
            a[(int) at] = value;
        }
    }

    /** Loads an element of an array of longs. */
    public static long get(long[] a, long at) {
        return TRUSTS_FROM_THE_START || trusts ? Means.MEMORY.readLong(a, Means.FIRST_LONG + (at << 3)) : a[(int) at];
    }

    /** Loads an element of an array of numbers of two bytes. */
    public static int get(char[] a, long at) {
        return TRUSTS_FROM_THE_START || trusts
                ? Means.MEMORY.readShort(a, Means.FIRST_CHAR + (at << 1)) & 0xFFFF
                : a[(int) at];
    }

    /** Whether two elements from an index on are these. */
    public static boolean areAt(long[] a, long at, long first, long second) {
        if (TRUSTS_FROM_THE_START || trusts) {
            long place = Means.FIRST_LONG + (at << 3);
            return Means.MEMORY.readLong(a, place) == first && Means.MEMORY.readLong(a, place + 8) == second;
        }
        return checkedAreAt(a, at, first, second);
    }

    /** Whether four elements from an index on are these; the last two, in which more differ, are looked at first. */
    public static boolean areAt(long[] a, long at, long first, long second, long third, long fourth) {
        if (TRUSTS_FROM_THE_START || trusts) {
            long place = Means.FIRST_LONG + (at << 3);
            return Means.MEMORY.readLong(a, place + 16) == third
                    && Means.MEMORY.readLong(a, place + 24) == fourth
                    && Means.MEMORY.readLong(a, place) == first
                    && Means.MEMORY.readLong(a, place + 8) == second;
        }
        return checkedAreAt(a, at, first, second) && checkedAreAt(a, at + 2, third, fourth);
    }

    // In methods of their own, so that the compiler does not count them with what is used in their place.

    private static void checkedByte(byte[] a, int at, int value) {
        a[at] = (byte) value;
    }

    private static void checkedShort(byte[] a, int at, int value) {
        SHORT.set(a, at, (short) value);
    }

    private static void checkedInt(byte[] a, int at, int value) {
        INT.set(a, at, value);
    }

    private static void checkedLong(byte[] a, int at, long value) {
        LONG.set(a, at, value);
    }

    private static boolean checkedAreAt(long[] a, long at, long first, long second) {
        return a[(int) at] == first && a[(int) at + 1] == second;
    }

    private static short checkedShort(byte[] a, int at) {
        return (short) SHORT.get(a, at);
    }

    private static int checkedInt(byte[] a, int at) {
        return (int) INT.get(a, at);
    }

    private static long checkedLong(byte[] a, int at) {
        return (long) LONG.get(a, at);
    }
}
