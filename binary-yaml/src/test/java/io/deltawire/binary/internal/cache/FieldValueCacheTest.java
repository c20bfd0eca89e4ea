package io.deltawire.binary.internal.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.internal.codes.Codes;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A cache of field values returns the value of the bytes. */
class FieldValueCacheTest {
    private final SplittableRandom random = new SplittableRandom(5);
    private final FieldValueCache shorts = FieldValueCache.ofTexts(FieldValueCache.SHORT_BYTES, this::decode);
    private final FieldValueCache longs = FieldValueCache.ofTexts(FieldValueCache.LONG_BYTES, this::decode);

    /** The number of keys that were not found. */
    private int decoded;

    /** Decodes a key: returns a new instance each time. */
    private String decode(byte[] a, int at, int after, int field) {
        decoded++;
        return new String(a, at, after - at, StandardCharsets.ISO_8859_1);
    }

    /** Returns the key of a text: its code, its length and its characters, as in a message. */
    private static byte[] key(byte[] text) {
        boolean isInCode = text.length < 0x20;
        byte[] key = new byte[text.length + (isInCode ? 1 : 2)];
        key[0] = (byte) (isInCode ? Codes.STRING_0 + text.length : Codes.STRING_ANY);
        if (!isInCode) {
            key[1] = (byte) text.length;
        }
        System.arraycopy(text, 0, key, key.length - text.length, text.length);
        return key;
    }

    /** Keys of every length that differ in a single byte, at every index. Some consist of zeros. */
    private static List<byte[]> keys() {
        List<byte[]> keys = new ArrayList<>();
        for (int length = 0; length < FieldValueCache.LONG_BYTES; length++) {
            for (int base : new int[] {'a', 0}) {
                byte[] text = new byte[length];
                for (int i = 0; i < length; i++) {
                    text[i] = (byte) (base == 0 ? 0 : base + i % 26);
                }
                keys.add(key(text));
                for (int i = 0; i < length; i++) {
                    byte[] other = text.clone();
                    other[i]++;
                    keys.add(key(other));
                }
            }
        }
        keys.removeIf(key -> key.length > FieldValueCache.LONG_BYTES);
        return keys;
    }

    private String text(byte[] a, int at, int after, int field) {
        if (after - at < FieldValueCache.WORD_BYTES) {
            return shorts.partialWordText(a, at, after, field);
        }
        return after - at <= FieldValueCache.SHORT_BYTES
                ? shorts.shortText(a, at, after, field)
                : longs.longText(a, at, after, field);
    }

    @Test
    void distinguishesKeysByEveryByte() {
        List<byte[]> keys = keys();
        for (int i = 0; i < 600_000; i++) {
            byte[] key = keys.get(random.nextInt(random.nextInt(20) == 0 ? keys.size() : 300));
            int at = random.nextInt(10);
            byte[] a = new byte[at + key.length + random.nextInt(10)];
            random.nextBytes(a);
            System.arraycopy(key, 0, a, at, key.length);
            String actual = text(a, at, at + key.length, random.nextInt(1000));
            assertEquals(new String(key, StandardCharsets.ISO_8859_1), actual);
        }
        assertTrue(decoded < 10_000, () -> "the cache is of no use: decoded " + decoded);
    }

    /** There are many more keys than entries. The values are right, and most frequent keys stay in the cache. */
    @Test
    void staysCorrectWhenFull() {
        for (int i = 0; i < 1_500_000; i++) {
            int number = random.nextInt(random.nextInt(4) == 0 ? 60_000 : 2_000);
            byte[] key = key(("key " + number + " and more".repeat(number & 1)).getBytes(StandardCharsets.US_ASCII));
            assertEquals(new String(key, StandardCharsets.ISO_8859_1), text(key, 0, key.length, 3));
        }
        assertTrue(decoded < 500_000, "decoded " + decoded);
    }

    /** There are as many keys as the table of missed hashes has slots. Nearly all are found. */
    @Test
    void findsAlternatingKeys() {
        for (int round = 0; round < 12; round++) {
            decoded = 0;
            for (int i = 0; i < 7_000; i++) {
                byte[] key = key(("key " + i).getBytes(StandardCharsets.US_ASCII));
                text(key, 0, key.length, 3);
            }
        }
        assertTrue(decoded < 50, "decoded " + decoded);
    }

    @Test
    void returnsTheSameInstanceAfterTwoMisses() {
        byte[] key = key("a text".getBytes(StandardCharsets.US_ASCII));
        text(key, 0, key.length, 3);
        String stored = text(key, 0, key.length, 3);
        assertEquals(2, decoded);
        for (int i = 0; i < 2000; i++) {
            assertSame(stored, text(key, 0, key.length, 3));
            key[1 + i % 6] ^= (byte) (1 << i % 7);
            assertEquals(new String(key, StandardCharsets.ISO_8859_1), text(key, 0, key.length, 3));
            key[1 + i % 6] ^= (byte) (1 << i % 7);
        }
    }

    /** A null is not stored, so the decoder is asked again. */
    @Test
    void doesNotStoreNull() {
        FieldValueCache none = FieldValueCache.ofTexts(FieldValueCache.SHORT_BYTES, (a, at, after, field) -> {
            decoded++;
            return null;
        });
        byte[] key = key("a text".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 50; i++) {
            assertNull(none.partialWordText(key, 0, key.length, 3));
        }
        assertEquals(50, decoded);
    }

    @Test
    void storesDatesAndTimesOfBothLengths() {
        FieldValueCache dates = FieldValueCache.ofTemporals(FieldValueCache.SHORT_BYTES, this::decodeTemporal);
        FieldValueCache times = FieldValueCache.ofTemporals(FieldValueCache.LONG_BYTES, this::decodeTemporal);
        LocalDate first = LocalDate.of(2016, 7, 22);
        ZonedDateTime start = ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]");
        for (int round = 0; round < 8; round++) {
            decoded = 0;
            for (int i = 0; i < 3_000; i++) {
                LocalDate date = first.plusDays(i);
                ZonedDateTime time = start.plusSeconds(i);
                byte[] a = temporal(Codes.DATE, date.toString());
                byte[] b = temporal(Codes.ZONED_DATE_TIME, time.toString());
                assertEquals(date, dates.shortTemporal(a, 0, a.length, 1));
                assertEquals(time, times.longTemporal(b, 0, b.length, 2));
            }
        }
        assertTrue(decoded < 60, "of 6000, not found: " + decoded);
        byte[] other = temporal(Codes.TIME, "12:34:56");
        decoded = 0;
        assertEquals(LocalTime.of(12, 34, 56), dates.shortTemporal(other, 0, other.length, 1));
        assertEquals(1, decoded);
    }

    private Temporal decodeTemporal(byte[] a, int at, int after, int field) {
        decoded++;
        String text = new String(a, at + 2, after - at - 2, StandardCharsets.US_ASCII);
        return switch (a[at] & 0xFF) {
            case Codes.DATE -> LocalDate.parse(text);
            case Codes.TIME -> LocalTime.parse(text);
            default -> ZonedDateTime.parse(text);
        };
    }

    private static byte[] temporal(int code, String text) {
        byte[] key = new byte[text.length() + 2];
        key[0] = (byte) code;
        key[1] = (byte) text.length();
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, key, 2, text.length());
        return key;
    }
}
