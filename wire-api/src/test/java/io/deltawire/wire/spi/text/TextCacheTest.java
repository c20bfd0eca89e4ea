package io.deltawire.wire.spi.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextCacheTest {
    private final TextCache cache = enabled();

    private static TextCache enabled() {
        TextCache cache = new TextCache();
        cache.enable();
        return cache;
    }

    private static byte[] ascii(String text) {
        return ("<" + text + ">").getBytes(StandardCharsets.US_ASCII);
    }

    private String text(String text) {
        byte[] bytes = ascii(text);
        return cache.text(bytes, 1, bytes.length - 1);
    }

    @Test
    void returnsTheTextWhateverCameBefore() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 500_000; i++) {
            int length = random.nextInt(80);
            StringBuilder text = new StringBuilder();
            for (int j = 0; j < length; j++) {
                // Few distinct texts, which differ in few characters
                text.append(random.nextInt(12) == 0 ? (char) ('a' + random.nextInt(2)) : 'x');
            }
            assertEquals(text.toString(), text(text.toString()));
        }
    }

    @Test
    void returnsTheSameInstanceForARepeatedText() {
        for (String text : new String[] {"a", "EURUSD", "staticOne-1234", "x".repeat(64)}) {
            assertEquals(text, text(text));
            assertSame(text(text), text(text), text);
        }
        text("x".repeat(65));
        assertNotSame(text("x".repeat(65)), text("x".repeat(65)));
        assertEquals("", text(""));
    }

    /** The reader of a single message gains nothing from a cache. */
    @Test
    void cachingStartsWithTheSecondMessage() {
        TextCache texts = new TextCache();
        byte[] text = "2016-07-22".getBytes(StandardCharsets.US_ASCII);
        texts.beginMessage();
        for (int i = 0; i < 5; i++) {
            assertEquals("2016-07-22", texts.text(text, 0, 10));
            assertEquals("2016-07-22", texts.text(text, 0, 10, 3));
            assertEquals(LocalDate.of(2016, 7, 22), texts.temporal(text, 0, 10));
            assertEquals(LocalDate.of(2016, 7, 22), texts.temporal(text, 0, 10, 3));
            assertNull(texts.temporalOrNull(text, 0, 9));
        }
        assertNotSame(texts.text(text, 0, 10), texts.text(text, 0, 10));
        texts.beginMessage();
        texts.text(text, 0, 10);
        assertSame(texts.text(text, 0, 10), texts.text(text, 0, 10, 3));
        assertSame(texts.temporal(text, 0, 10), texts.temporalOrNull(text, 0, 10, 3));
        assertNull(texts.temporalOrNull(text, 0, 9));
        assertNull(texts.temporalOrNull(text, 0, 9, 3));
    }

    @Test
    void returnsTheSameInstanceOfADate() {
        byte[] bytes = ascii("2016-07-22T12:34:56.789Z[UTC]");
        Object first = cache.temporal(bytes, 1, bytes.length - 1);
        assertEquals(first, cache.temporal(bytes, 1, bytes.length - 1));
        assertSame(cache.temporal(bytes, 1, bytes.length - 1), cache.temporal(bytes, 1, bytes.length - 1));
        assertEquals("2016-07-22T12:34:56.789Z[UTC]", text("2016-07-22T12:34:56.789Z[UTC]"));
        byte[] bad = ascii("2016-07-32");
        for (int i = 0; i < 3; i++) {
            assertThrows(DateTimeException.class, () -> cache.temporal(bad, 1, bad.length - 1));
        }
    }

    @Test
    void returnsTextsOfAFieldWhetherTheyRepeatOrNot() {
        for (int i = 0; i < 5_000; i++) {
            assertEquals("new text " + i, textOfField("new text " + i, 3));
            assertEquals("the same one", textOfField("the same one", 4));
        }
        assertSame(textOfField("the same one", 4), textOfField("the same one", 4));
        for (int i = 0; i < 1_000; i++) {
            assertEquals("comes again now", textOfField("comes again now", 3));
        }
        assertSame(textOfField("comes again now", 3), textOfField("comes again now", 3));
    }

    private String textOfField(String text, int field) {
        byte[] bytes = ascii(text);
        return cache.text(bytes, 1, bytes.length - 1, field);
    }
}
