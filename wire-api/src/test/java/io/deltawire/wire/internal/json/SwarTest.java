package io.deltawire.wire.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SwarTest {
    private final SplittableRandom random = new SplittableRandom(5);

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void findsTheFirstSpecialByte() {
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int j = 0; j < bytes.length; j++) {
                int pick = random.nextInt(60);
                bytes[j] = pick == 0 ? (byte) random.nextInt(256) : (byte) (0x20 + random.nextInt(0x60));
                if (pick > 3 && (bytes[j] == '"' || bytes[j] == '\\')) {
                    bytes[j] = 'x';
                }
            }
            int from = random.nextInt(bytes.length + 1);
            int expected = from;
            while (expected < bytes.length
                    && bytes[expected] >= 0x20
                    && bytes[expected] != '"'
                    && bytes[expected] != '\\') {
                expected++;
            }
            assertEquals(expected, Swar.indexOfSpecial(bytes, from, bytes.length), Arrays.toString(bytes));
        }
    }

    @Test
    void everyByteIsSpecialOrNot() {
        for (int b = 0; b < 256; b++) {
            byte[] bytes = ascii("abcdefghijklmnop");
            bytes[5] = (byte) b;
            boolean special = b < 0x20 || b >= 0x80 || b == '"' || b == '\\';
            assertEquals(special ? 5 : 16, Swar.indexOfSpecial(bytes, 0, 16), "byte " + b);
        }
    }

    @Test
    void matchesWhatIsEqual() {
        byte[] text = ascii("xx\"aFieldOfSomeLength\":1");
        for (int count = 0; count < 20; count++) {
            byte[] wanted = Arrays.copyOf(Arrays.copyOfRange(text, 2, 2 + count), count + 7 & ~7);
            assertEquals(true, Swar.matches(text, 2, wanted, count));
            for (int i = 0; i < count; i++) {
                byte[] other = wanted.clone();
                other[i] ^= 1;
                assertEquals(false, Swar.matches(text, 2, other, count), count + " " + i);
            }
        }
    }

    @Test
    void hashesDependOnEveryByteAndOnTheSeed() {
        byte[] text = ascii("a name of some length");
        for (int length = 1; length < text.length; length++) {
            int hash = Swar.hash(text, 0, length, 12345);
            assertNotEquals(hash, Swar.hash(text, 0, length, 54321), "seed, length " + length);
            for (int i = 0; i < length; i++) {
                byte[] other = text.clone();
                other[i] ^= 2;
                assertNotEquals(hash, Swar.hash(other, 0, length, 12345), "byte " + i + " of " + length);
            }
        }
    }
}
