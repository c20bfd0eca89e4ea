package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The bytes of a text are its characters, if all are below 256. */
class StringBytesTest {
    @Test
    void hasOneBytePerCharacterUpTo255() {
        for (String text : new String[] {"", "a", "thirdId-1234", "caf\u00E9\u00FF\u0000", "x".repeat(1000)}) {
            assertArrayEquals(hadBytes(text), StringBytes.latin1(text), text);
        }
    }

    private static byte[] hadBytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Before this, from JDK 24 on, no text has bytes: {@link MemoryAccessTest}. */
    @BeforeAll
    static void useBytes() {
        MemoryAccess.enable();
    }

    @Test
    void hasNoBytesForOtherCharacters() {
        for (String text :
                new String[] {"\u0100", "abc\u0141", "\u4E2D\u6587", "\uD83D\uDE00", "x".repeat(100) + '\uFFFF'}) {
            assertNull(StringBytes.latin1(text), text);
        }
    }

    @Test
    void aSubstringHasItsOwnBytes() {
        assertArrayEquals(hadBytes("bc"), StringBytes.latin1("abc\u0141".substring(1, 3)));
    }
}
