package io.deltawire.wire.spi.text;

import io.deltawire.wire.spi.text.MemoryAccess.Unsafe;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Gives access to the bytes of a {@code String} that is encoded as Latin-1. Otherwise a writer has to get one character
 * after the other, which costs more than anything else about a short text. No method of {@code String} tells whether
 * all characters are below 256.
 *
 * <p>The internal array is read through {@link MemoryAccess}. Where that is not possible or not enabled, or a JVM
 * represents strings differently, no text has such bytes, and writers fall back to characters. Stateless, so threads
 * may share it.
 */
public final class StringBytes {
    private static final byte LATIN1 = 0;

    private StringBytes() {}

    /** Offsets of the fields of a {@code String}, initialized at the first use. */
    private static final class Fields {
        static final long CODER = offset("coder");

        /** Negative if the fields are not as expected. */
        static final long VALUE = CODER < 0 ? -1 : checked(offset("value"));

        private static long offset(String field) {
            try {
                return Unsafe.MEMORY.getFieldOffset(String.class.getDeclaredField(field));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return -1; // writers fall back to characters
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
            return Unsafe.MEMORY.readByte(latin1, CODER) == LATIN1
                    && Unsafe.MEMORY.readByte(latin1 + '\u0100', CODER) != LATIN1
                    && Unsafe.MEMORY.<Object>getObject(latin1, value) instanceof byte[] bytes
                    && Arrays.equals(bytes, latin1.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Returns whether {@link #latin1} can currently return an array. */
    public static boolean areAvailable() {
        return MemoryAccess.isEnabled() && Fields.VALUE >= 0;
    }

    /**
     * Returns the internal array of a text, with one byte per character, which must not be modified. Returns null if a
     * character is above 255, or the array is not accessible.
     */
    public static byte[] latin1(String text) {
        return areAvailable() && Unsafe.MEMORY.readByte(text, Fields.CODER) == LATIN1
                ? Unsafe.MEMORY.getObject(text, Fields.VALUE)
                : null;
    }
}
