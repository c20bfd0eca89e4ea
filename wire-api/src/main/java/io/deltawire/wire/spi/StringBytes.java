package io.deltawire.wire.spi;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * The bytes that a {@code String} holds its characters in. To ask for one character after the other costs more than all
 * else about writing a short text, and no method of {@code String} tells whether all are below 256. So its array is taken
 * as it is, by the means that {@code Bytes} reaches memory with; where those are not there, or a JVM holds characters in
 * another way, no text has bytes here, and writers ask for characters. So it is from JDK 24 on, which prints a warning
 * where memory is reached so (JEP 498): a command that has no other need of it would print that too.
 */
public final class StringBytes {
    private static final byte LATIN1 = 0;
    /** The first JDK that warns of what this does. */
    private static final int WARNING_JDK = 24;

    private static final UnsafeMemory MEMORY;
    private static final long VALUE;
    private static final long CODER;

    static {
        UnsafeMemory memory = memory();
        long value = -1;
        long coder = -1;
        if (memory != null) {
            try {
                value = memory.getFieldOffset(String.class.getDeclaredField("value"));
                coder = memory.getFieldOffset(String.class.getDeclaredField("coder"));
                if (!isAsExpected(memory, value, coder)) {
                    value = -1;
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                value = -1; // then characters it is
            }
        }
        MEMORY = memory;
        VALUE = value;
        CODER = coder;
    }

    private StringBytes() {}

    /** The means that {@code Bytes} reaches memory with; null where they are not there, or the JDK warns of their use. */
    static UnsafeMemory memory() {
        try {
            return Runtime.version().feature() < WARNING_JDK ? UnsafeMemory.INSTANCE : null;
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static boolean isAsExpected(UnsafeMemory memory, long value, long coder) {
        String latin1 = new String(new byte[] {'a', 0, (byte) 0xFF, '7', 'x'}, StandardCharsets.ISO_8859_1);
        return memory.readByte(latin1, coder) == LATIN1
                && memory.readByte(latin1 + '\u0100', coder) != LATIN1
                && memory.<Object>getObject(latin1, value) instanceof byte[] bytes
                && Arrays.equals(bytes, latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Whether {@link #latin1} gives arrays at all in this JVM. */
    public static boolean areAvailable() {
        return VALUE >= 0;
    }

    /**
     * The array that holds the text, a byte for each character, which nobody may change; null where a character is above
     * 255, or the array cannot be had.
     */
    public static byte[] latin1(String text) {
        return VALUE >= 0 && MEMORY.readByte(text, CODER) == LATIN1 ? MEMORY.getObject(text, VALUE) : null;
    }
}
