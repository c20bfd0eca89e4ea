package io.deltawire.wire.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import net.openhft.chronicle.core.UnsafeMemory;

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
 * as they are in tests; or memory cannot be reached so; or the JDK is one from 24 on, which prints a warning where it is (JEP 498).
 */
public final class Words {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Null where bounds are looked at. */
    private static final UnsafeMemory MEMORY;

    private static final long FIRST;
    private static final long FIRST_LONG;

    static {
        boolean isChecked = ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN || Words.class.desiredAssertionStatus();
        MEMORY = isChecked ? null : StringBytes.memory();
        FIRST = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(byte[].class);
        FIRST_LONG = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(long[].class);
    }

    private Words() {}

    /** Stores one byte. */
    public static void putByte(byte[] a, int at, int value) {
        if (MEMORY != null) {
            MEMORY.writeByte(a, FIRST + at, (byte) value);
        } else {
            a[at] = (byte) value;
        }
    }

    /** Stores the low two bytes of a number. */
    public static void putShort(byte[] a, int at, int value) {
        if (MEMORY != null) {
            MEMORY.writeShort(a, FIRST + at, (short) value);
        } else {
            SHORT.set(a, at, (short) value);
        }
    }

    /** Stores four bytes. */
    public static void putInt(byte[] a, int at, int value) {
        if (MEMORY != null) {
            MEMORY.writeInt(a, FIRST + at, value);
        } else {
            INT.set(a, at, value);
        }
    }

    /** Stores eight bytes. */
    public static void putLong(byte[] a, int at, long value) {
        if (MEMORY != null) {
            MEMORY.writeLong(a, FIRST + at, value);
        } else {
            LONG.set(a, at, value);
        }
    }

    /** Loads one byte, as a number from 0 to 255. */
    public static int getByte(byte[] a, int at) {
        return (MEMORY != null ? MEMORY.readByte(a, FIRST + at) : a[at]) & 0xFF;
    }

    /** Loads two bytes. */
    public static short getShort(byte[] a, int at) {
        return MEMORY != null ? MEMORY.readShort(a, FIRST + at) : (short) SHORT.get(a, at);
    }

    /** Loads four bytes. */
    public static int getInt(byte[] a, int at) {
        return MEMORY != null ? MEMORY.readInt(a, FIRST + at) : (int) INT.get(a, at);
    }

    /** Loads eight bytes. */
    public static long getLong(byte[] a, int at) {
        return MEMORY != null ? MEMORY.readLong(a, FIRST + at) : (long) LONG.get(a, at);
    }

    /** Stores an element of an array of longs. */
    public static void put(long[] a, long at, long value) {
        if (MEMORY != null) {
            MEMORY.writeLong(a, FIRST_LONG + (at << 3), value);
        } else {
            a[(int) at] = value;
        }
    }

    /** Loads an element of an array of longs. */
    public static long get(long[] a, long at) {
        return MEMORY != null ? MEMORY.readLong(a, FIRST_LONG + (at << 3)) : a[(int) at];
    }
}
