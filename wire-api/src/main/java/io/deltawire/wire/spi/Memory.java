package io.deltawire.wire.spi;

import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Whether arrays and texts are reached by the means that {@code Bytes} reaches memory with. From JDK 24 on the JVM prints a warning where that is done for
 * the first time (JEP 498). So there it begins with the first {@code Bytes} that a wire is made for: with that the warning has been printed, since no
 * {@code Bytes} is without it. A program that writes to streams alone, such as a command, never has it.
 */
final class Memory {
    /** The first JDK that warns of it. */
    private static final int WARNING_JDK = 24;

    private static final boolean IS_IN_USE_FROM_THE_START =
            Runtime.version().feature() < WARNING_JDK && Means.MEMORY != null;

    /** Seen by other threads sooner or later: until then they go the way that needs no such means. */
    private static boolean isInUse = IS_IN_USE_FROM_THE_START;

    private Memory() {}

    /** Whether {@link Means} are to be used, of which nothing may be touched otherwise. */
    static boolean isInUse() {
        return IS_IN_USE_FROM_THE_START || isInUse;
    }

    /** Takes note that there is a {@code Bytes}. */
    static void noteBytes() {
        if (!isInUse) {
            isInUse = Means.MEMORY != null;
            if (isInUse) {
                Words.noteMemory();
            }
        }
    }

    /** Made when it is first used. */
    static final class Means {
        /** Null where memory cannot be reached so. */
        static final UnsafeMemory MEMORY = memory();

        /** Of the first element of an array of bytes. */
        static final long FIRST = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(byte[].class);

        /** Of the first element of an array of longs. */
        static final long FIRST_LONG = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(long[].class);

        /** Of the first element of an array of numbers of two bytes. */
        static final long FIRST_CHAR = MEMORY == null ? 0 : MEMORY.arrayBaseOffset(char[].class);

        private Means() {}

        /** Tried once, since a JVM may have it and refuse it. */
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
