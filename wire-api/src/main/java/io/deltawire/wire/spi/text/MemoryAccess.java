package io.deltawire.wire.spi.text;

import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Decides whether arrays and strings may be accessed through {@link UnsafeMemory}, the mechanism that {@code Bytes}
 * uses.
 *
 * <p>From JDK 24 on the JVM prints a warning at the first such access (JEP 498). There, access starts with the first
 * {@code Bytes} that a wire is created for: no {@code Bytes} works without that mechanism, so the warning has been
 * printed. A program that uses only streams, such as a command, never prints it. Thread-safe.
 */
public final class MemoryAccess {
    /** The first JDK with the warning. */
    private static final int WARNING_JDK = 24;

    private static final boolean ENABLED_FROM_THE_START =
            Runtime.version().feature() < WARNING_JDK && Unsafe.MEMORY != null;

    /** Not volatile: until another thread sees the change, it uses the slower access, which is also correct. */
    private static boolean isEnabled = ENABLED_FROM_THE_START;

    private MemoryAccess() {}

    /** Returns whether {@link Unsafe} may be used. If not, nothing of that class may be touched. */
    static boolean isEnabled() {
        return ENABLED_FROM_THE_START || isEnabled;
    }

    /** Enables the access, because a {@code Bytes} exists. */
    public static void enable() {
        if (!isEnabled) {
            isEnabled = Unsafe.MEMORY != null;
            if (isEnabled) {
                ArrayAccess.disableChecks();
            }
        }
    }

    /** The mechanism, initialized at its first use. */
    static final class Unsafe {
        /** Null if memory cannot be accessed. */
        static final UnsafeMemory MEMORY = memory();

        /** Offset of the first element in an array of bytes. */
        static final long BYTES_OFFSET = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(byte[].class);

        /** Offset of the first element in an array of longs. */
        static final long LONGS_OFFSET = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(long[].class);

        /** Offset of the first element in an array of chars. */
        static final long CHARS_OFFSET = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(char[].class);

        private Unsafe() {}

        /** Tries an access, because a JVM may have the mechanism and refuse it. */
        private static UnsafeMemory memory() {
            try {
                UnsafeMemory memory = UnsafeMemory.INSTANCE;
                byte[] bytes = {1, 2, 3};
                boolean isThere = memory.readByte(bytes, memory.arrayBaseOffset(byte[].class) + 2L) == bytes[2];
                return isThere ? memory : null;
            } catch (RuntimeException | LinkageError e) {
                return null;
            }
        }
    }
}
