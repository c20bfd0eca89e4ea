package io.deltawire.wire.spi;

import io.deltawire.wire.spi.Memory.Means;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes that a {@code String} holds its characters in. To ask for one character after the other costs more than all
 * else about writing a short text, and no method of {@code String} tells whether all are below 256. So its array is taken
 * as it is, by the means that {@code Bytes} reaches memory with; where those are not there, or not to be used ({@link Memory}), or a JVM holds
 * characters in another way, no text has bytes here, and writers ask for characters.
 */
public final class StringBytes {
    private static final byte LATIN1 = 0;

    private StringBytes() {}

    /** Where in a {@code String} its fields are; made when it is first used. */
    private static final class Fields {
        static final long CODER = offset("coder");

        /** Negative where what is there is not what is expected. */
        static final long VALUE = CODER < 0 ? -1 : checked(offset("value"));

        private static long offset(String field) {
            try {
                return Means.MEMORY.getFieldOffset(String.class.getDeclaredField(field));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return -1; // then characters it is
            }
        }

        private static long checked(long value) {
            try {
                return value >= 0 && isAsExpected(value) ? value : -1;
            } catch (RuntimeException | LinkageError e) {
                return -1;
            }
        }

        private static boolean isAsExpected(long value) {
            String latin1 = new String(new byte[] {'a', 0, (byte) 0xFF, '7', 'x'}, StandardCharsets.ISO_8859_1);
            return Means.MEMORY.readByte(latin1, CODER) == LATIN1
                    && Means.MEMORY.readByte(latin1 + '\u0100', CODER) != LATIN1
                    && Means.MEMORY.<Object>getObject(latin1, value) instanceof byte[] bytes
                    && Arrays.equals(bytes, latin1.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Whether {@link #latin1} gives arrays at all now. */
    public static boolean areAvailable() {
        return Memory.isInUse() && Fields.VALUE >= 0;
    }

    /**
     * The array that holds the text, a byte for each character, which nobody may change; null where a character is above
     * 255, or the array cannot be had.
     */
    public static byte[] latin1(String text) {
        return areAvailable() && Means.MEMORY.readByte(text, Fields.CODER) == LATIN1
                ? Means.MEMORY.getObject(text, Fields.VALUE)
                : null;
    }
}
