package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlainStringsTest {
    private final PlainStrings strings = new PlainStrings();
    private final byte[] into = new byte[20];

    @Test
    void cachesStringsThatAreOfferedOftenEnough() {
        String text = "thirdId-1234";
        int found = 0;
        while (strings.write(text, text.length(), into, 3) < 0) {
            strings.found(text);
            assertTrue(++found < 20, "is never kept");
        }
        assertEquals(15, strings.write(text, text.length(), into, 3));
        assertEquals("\0\0\0thirdId-1234\0", new String(into, 0, 16, StandardCharsets.ISO_8859_1));
    }

    @Test
    void findsStringsByIdentityOnly() {
        String text = "EURUSD";
        for (int i = 0; i < 100; i++) {
            strings.found(text);
        }
        assertEquals(6, strings.write(text, 6, into, 0));
        Arrays.fill(into, (byte) 0);
        char[] same = text.toCharArray();
        assertEquals(-1, strings.write(new String(same), 6, into, 0));
        assertEquals(-1, strings.write("EURUSX", 6, into, 0));
        assertEquals(0, into[0]);
    }

    @Test
    void cachesNoStringsOfLessThanTwoCharacters() {
        for (int i = 0; i < 100; i++) {
            strings.found("");
            strings.found("a");
        }
        assertEquals(-1, strings.write("", 0, into, 0));
        assertEquals(-1, strings.write("a", 1, into, 0));
    }
}
