package io.deltawire.wire.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Heads are found by what messages begin with, whatever other heads there are. */
class HeadTableTest {
    private static final class TextHead extends MessageHead {
        private final byte[] bytes;

        TextHead(String text) {
            super(text, false);
            this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public boolean isAt(byte[] a, int at, int end) {
            return end - at >= bytes.length && Arrays.equals(a, at, at + bytes.length, bytes, 0, bytes.length);
        }
    }

    private final HeadTable<TextHead> table = new HeadTable<>();

    private TextHead find(String message) {
        byte[] bytes = ("..." + message).getBytes(StandardCharsets.US_ASCII);
        return table.find(bytes, 3, bytes.length);
    }

    @Test
    void headsAreFoundByTheirBytes() {
        SplittableRandom random = new SplittableRandom(3);
        Map<String, TextHead> kept = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            String text = "event".repeat(random.nextInt(4)) + random.nextInt(20) + "."
                    + " Type".repeat(random.nextInt(5)) + "{";
            TextHead head = table.keep(new TextHead(text));
            TextHead before = kept.putIfAbsent(text, head);
            assertSame(before == null ? head : before, head);
            kept.forEach((bytes, expected) -> assertEquals(expected, find(bytes + "}     "), bytes));
            assertNull(find("event, and none of them"));
            assertNull(find("event"));
        }
    }

    @Test
    void headsWithoutAWordOfTheirOwnAreFound() {
        Map<String, TextHead> kept = new HashMap<>();
        for (String event : new String[] {"one", "two", "six"}) {
            for (String type : new String[] {"First", "Other", "Third"}) {
                String text = event + " of the events that have a type of the name " + type + "{";
                kept.put(text, table.keep(new TextHead(text)));
                kept.forEach((bytes, expected) -> assertEquals(expected, find(bytes + "}"), bytes));
                assertNull(find("one, for example, in front of what ends as others do: " + type + "{}"));
                assertNull(find(event + " in front of what is another message"));
            }
        }
    }

    @Test
    void shortHeadsAreFoundWhereEightBytesCanBeLookedAt() {
        assertNull(find("short, and more"));
        TextHead head = table.keep(new TextHead("short"));
        TextHead shorter = table.keep(new TextHead("tiny"));
        assertSame(head, table.keep(new TextHead("short")));
        assertSame(head, find("short, and more"));
        assertSame(shorter, find("tiny, and more"));
        assertNull(find("shor, and more"));
        assertNull(find("short"));
        TextHead other = table.keep(new TextHead("long enough"));
        assertSame(other, find("long enough, and more"));
        assertSame(head, find("short, and more"));
        assertSame(shorter, find("tiny, and more"));
    }

    @Test
    void whatIsTooManyIsNotKept() {
        TextHead last = null;
        for (int i = 0; i < 1000; i++) {
            last = new TextHead("a head, and its number is " + i + ":");
            assertSame(last, table.keep(last));
        }
        assertNull(find("a head, and its number is 999: {}"));
        assertEquals(
                "a head, and its number is 7:",
                find("a head, and its number is 7: {}").event());
    }
}
