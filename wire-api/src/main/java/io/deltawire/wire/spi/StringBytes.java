package io.deltawire.wire.spi;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * The bytes that a {@code String} holds its characters in. To ask for one character after the other costs more than all
 * else about writing a short text, and no method of {@code String} tells whether all are below 256. So its array is taken
 * as it is, by the means that {@code Bytes} reaches memory with; where those are not there, or a JVM holds characters in
 * another way, no text has bytes here, and writers ask for characters.
 */
public final class StringBytes {
    private static final byte LATIN1 = 0;
    private static final UnsafeMemory MEMORY = UnsafeMemory.INSTANCE;
    private static final long VALUE;
    private static final long CODER;

    static {
        long value = -1;
        long coder = -1;
        try {
            value = MEMORY.getFieldOffset(String.class.getDeclaredField("value"));
            coder = MEMORY.getFieldOffset(String.class.getDeclaredField("coder"));
            if (!isAsExpected(value, coder)) {
                value = -1;
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            value = -1; // then characters it is
        }
        VALUE = value;
        CODER = coder;
    }

    private StringBytes() {}

    private static boolean isAsExpected(long value, long coder) {
        String latin1 = new String(new byte[] {'a', 0, (byte) 0xFF, '7', 'x'}, StandardCharsets.ISO_8859_1);
        return MEMORY.readByte(latin1, coder) == LATIN1
                && MEMORY.readByte(latin1 + '\u0100', coder) != LATIN1
                && MEMORY.<Object>getObject(latin1, value) instanceof byte[] bytes
                && Arrays.equals(bytes, latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * The array that holds the text, a byte for each character, which nobody may change; null where a character is above
     * 255, or the array cannot be had.
     */
    public static byte[] latin1(String text) {
        return VALUE >= 0 && MEMORY.readByte(text, CODER) == LATIN1 ? MEMORY.getObject(text, VALUE) : null;
    }
}
