package io.deltawire.wire.spi.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A prefix is found by the first bytes of a message, whatever other prefixes there are. */
class PrefixTableTest {
    private static final class TextPrefix extends MessagePrefix {
        private final byte[] bytes;

        TextPrefix(String text) {
            super(text, false);
            this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public boolean matches(byte[] a, int at, int end) {
            return end - at >= bytes.length && Arrays.equals(a, at, at + bytes.length, bytes, 0, bytes.length);
        }
    }

    private final PrefixTable<TextPrefix> table = new PrefixTable<>();

    private TextPrefix find(String message) {
        byte[] bytes = ("..." + message).getBytes(StandardCharsets.US_ASCII);
        return table.find(bytes, 3, bytes.length);
    }

    @Test
    void findsPrefixesByTheirBytes() {
        SplittableRandom random = new SplittableRandom(3);
        Map<String, TextPrefix> kept = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            String text = "event".repeat(random.nextInt(4)) + random.nextInt(20) + "."
                    + " Type".repeat(random.nextInt(5)) + "{";
            TextPrefix prefix = table.intern(new TextPrefix(text));
            TextPrefix before = kept.putIfAbsent(text, prefix);
            assertSame(before == null ? prefix : before, prefix);
            kept.forEach((bytes, expected) -> assertEquals(expected, find(bytes + "}     "), bytes));
            assertNull(find("event, and none of them"));
            assertNull(find("event"));
        }
    }

    @Test
    void findsPrefixesWithoutADistinctWord() {
        Map<String, TextPrefix> kept = new HashMap<>();
        for (String event : new String[] {"one", "two", "six"}) {
            for (String type : new String[] {"First", "Other", "Third"}) {
                String text = event + " of the events that have a type of the name " + type + "{";
                kept.put(text, table.intern(new TextPrefix(text)));
                kept.forEach((bytes, expected) -> assertEquals(expected, find(bytes + "}"), bytes));
                assertNull(find("one, for example, in front of what ends as others do: " + type + "{}"));
                assertNull(find(event + " in front of what is another message"));
            }
        }
    }

    @Test
    void findsShortPrefixesIfEightBytesFollow() {
        assertNull(find("short, and more"));
        TextPrefix prefix = table.intern(new TextPrefix("short"));
        TextPrefix shorter = table.intern(new TextPrefix("tiny"));
        assertSame(prefix, table.intern(new TextPrefix("short")));
        assertSame(prefix, find("short, and more"));
        assertSame(shorter, find("tiny, and more"));
        assertNull(find("shor, and more"));
        assertNull(find("short"));
        TextPrefix other = table.intern(new TextPrefix("long enough"));
        assertSame(other, find("long enough, and more"));
        assertSame(prefix, find("short, and more"));
        assertSame(shorter, find("tiny, and more"));
    }

    @Test
    void storesNoMoreThanTheMaximum() {
        TextPrefix last = null;
        for (int i = 0; i < 1000; i++) {
            last = new TextPrefix("a prefix, and its number is " + i + ":");
            assertSame(last, table.intern(last));
        }
        assertNull(find("a prefix, and its number is 999: {}"));
        assertEquals(
                "a prefix, and its number is 7:",
                find("a prefix, and its number is 7: {}").event());
    }
}
