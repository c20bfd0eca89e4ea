package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlainStringCacheTest {
    private final PlainStringCache strings = new PlainStringCache();
    private final byte[] into = new byte[20];

    @Test
    void cachesStringsThatAreOfferedOftenEnough() {
        String text = "thirdId-1234";
        int found = 0;
        while (strings.writeCached(text, text.length(), into, 3) < 0) {
            strings.offer(text);
            assertTrue(++found < 20, "is never kept");
        }
        assertEquals(15, strings.writeCached(text, text.length(), into, 3));
        assertEquals("\0\0\0thirdId-1234\0", new String(into, 0, 16, StandardCharsets.ISO_8859_1));
    }

    @Test
    void findsStringsByIdentityOnly() {
        String text = "EURUSD";
        for (int i = 0; i < 100; i++) {
            strings.offer(text);
        }
        assertEquals(6, strings.writeCached(text, 6, into, 0));
        Arrays.fill(into, (byte) 0);
        char[] same = text.toCharArray();
        assertEquals(-1, strings.writeCached(new String(same), 6, into, 0));
        assertEquals(-1, strings.writeCached("EURUSX", 6, into, 0));
        assertEquals(0, into[0]);
    }

    @Test
    void cachesNoStringsOfLessThanTwoCharacters() {
        for (int i = 0; i < 100; i++) {
            strings.offer("");
            strings.offer("a");
        }
        assertEquals(-1, strings.writeCached("", 0, into, 0));
        assertEquals(-1, strings.writeCached("a", 1, into, 0));
    }
}
