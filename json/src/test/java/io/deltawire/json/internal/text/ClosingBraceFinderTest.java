package io.deltawire.json.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClosingBraceFinderTest {
    private final SplittableRandom random = new SplittableRandom(9);

    private static int find(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ClosingBraceFinder.find(bytes, 1, bytes.length);
    }

    /** A plain loop that finds the brace byte by byte. */
    private static int expected(byte[] a) {
        int depth = 0;
        boolean in = false;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == '"') {
                in = !in;
            } else if (!in && a[i] == '{') {
                depth++;
            } else if (!in && a[i] == '}' && --depth == 0) {
                return i;
            }
        }
        return ClosingBraceFinder.UNKNOWN;
    }

    private void object(StringBuilder text, int depth) {
        text.append('{');
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append('"')
                    .append("{}[]z|#,abcé".substring(0, random.nextInt(13)))
                    .append("\":");
            switch (random.nextInt(depth > 3 ? 2 : 4)) {
                case 0 -> text.append(random.nextLong());
                case 1 -> text.append("\"}#{\"");
                case 2 -> text.append("[1,2]");
                default -> object(text, depth + 1);
            }
            text.append(',');
        }
        text.append('}');
    }

    @Test
    void findsWhatAPlainLoopFinds() {
        int found = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            object(text, 0);
            String after = ",}]\"x\":1}      ".substring(0, random.nextInt(15));
            byte[] bytes = (text + after).getBytes(StandardCharsets.UTF_8);
            int brace = ClosingBraceFinder.find(bytes, 1, bytes.length);
            if (brace != ClosingBraceFinder.UNKNOWN) {
                assertEquals(expected(bytes), brace, text::toString);
                found++;
            }
        }
        assertEquals(true, found > 40_000, "found " + found);
    }

    @Test
    void givesUpWhereItCannotBeSure() {
        assertEquals(ClosingBraceFinder.UNKNOWN, find("{\"a\":\"\\\"}\"}                "));
        assertEquals(ClosingBraceFinder.UNKNOWN, find("{\"a\":{\"@dw:T\":1}}                "));
        assertEquals(ClosingBraceFinder.UNKNOWN, find("{\"a\":{\"b\":1}                "));
        assertEquals(12, find("{\"a\":{\"b\":1}}                "));
        assertEquals(1, find("{}"));
    }
}
