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

/** A table of values of fields gives what the bytes stand for, or nothing. */
class FieldValueCacheTest {
    private final SplittableRandom random = new SplittableRandom(5);
    private final FieldValueCache shorts = FieldValueCache.ofTexts(FieldValueCache.SHORT_BYTES, this::make);
    private final FieldValueCache longs = FieldValueCache.ofTexts(FieldValueCache.LONG_BYTES, this::make);

    /** How many pieces were not found. */
    private int made;

    /** What a piece stands for here: another instance each time. */
    private String make(byte[] a, int at, int after, int field) {
        made++;
        return new String(a, at, after - at, StandardCharsets.ISO_8859_1);
    }

    /** The piece of a text with its code, as it stands in a message. */
    private static byte[] piece(byte[] text) {
        boolean isInCode = text.length < 0x20;
        byte[] piece = new byte[text.length + (isInCode ? 1 : 2)];
        piece[0] = (byte) (isInCode ? Codes.STRING_0 + text.length : Codes.STRING_ANY);
        if (!isInCode) {
            piece[1] = (byte) text.length;
        }
        System.arraycopy(text, 0, piece, piece.length - text.length, text.length);
        return piece;
    }

    /** Pieces of every length that differ in one byte alone, wherever that is, and those of one byte only and none. */
    private static List<byte[]> pieces() {
        List<byte[]> pieces = new ArrayList<>();
        for (int length = 0; length < FieldValueCache.LONG_BYTES; length++) {
            for (int base : new int[] {'a', 0}) {
                byte[] text = new byte[length];
                for (int i = 0; i < length; i++) {
                    text[i] = (byte) (base == 0 ? 0 : base + i % 26);
                }
                pieces.add(piece(text));
                for (int i = 0; i < length; i++) {
                    byte[] other = text.clone();
                    other[i]++;
                    pieces.add(piece(other));
                }
            }
        }
        pieces.removeIf(piece -> piece.length > FieldValueCache.LONG_BYTES);
        return pieces;
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
    void tellsPiecesApartByEveryByte() {
        List<byte[]> pieces = pieces();
        for (int i = 0; i < 600_000; i++) {
            byte[] piece = pieces.get(random.nextInt(random.nextInt(20) == 0 ? pieces.size() : 300));
            int at = random.nextInt(10);
            byte[] a = new byte[at + piece.length + random.nextInt(10)];
            random.nextBytes(a);
            System.arraycopy(piece, 0, a, at, piece.length);
            String known = text(a, at, at + piece.length, random.nextInt(1000));
            assertEquals(new String(piece, StandardCharsets.ISO_8859_1), known);
        }
        assertTrue(made < 10_000, () -> "the table is of no use: made " + made);
    }

    /** Many more than there are entries: what is given is right, and most of what comes all the time is kept. */
    @Test
    void staysRightWhenFull() {
        for (int i = 0; i < 1_500_000; i++) {
            int number = random.nextInt(random.nextInt(4) == 0 ? 60_000 : 2_000);
            byte[] piece =
                    piece(("key " + number + " and more".repeat(number & 1)).getBytes(StandardCharsets.US_ASCII));
            assertEquals(new String(piece, StandardCharsets.ISO_8859_1), text(piece, 0, piece.length, 3));
        }
        assertTrue(made < 500_000, "made " + made);
    }

    /** As many as there are places for hashes of what was missed: nearly all are found. */
    @Test
    void keepsWhatComesInTurn() {
        for (int round = 0; round < 12; round++) {
            made = 0;
            for (int i = 0; i < 7_000; i++) {
                byte[] piece = piece(("key " + i).getBytes(StandardCharsets.US_ASCII));
                text(piece, 0, piece.length, 3);
            }
        }
        assertTrue(made < 50, "made " + made);
    }

    @Test
    void givesTheSameInstanceOnceItCameTwice() {
        byte[] piece = piece("a text".getBytes(StandardCharsets.US_ASCII));
        text(piece, 0, piece.length, 3);
        String kept = text(piece, 0, piece.length, 3);
        assertEquals(2, made);
        for (int i = 0; i < 2000; i++) {
            assertSame(kept, text(piece, 0, piece.length, 3));
            piece[1 + i % 6] ^= (byte) (1 << i % 7);
            assertEquals(new String(piece, StandardCharsets.ISO_8859_1), text(piece, 0, piece.length, 3));
            piece[1 + i % 6] ^= (byte) (1 << i % 7);
        }
    }

    /** What cannot be made is no value, and is asked for again. */
    @Test
    void keepsNothingThatIsNotAsExpected() {
        FieldValueCache none = FieldValueCache.ofTexts(FieldValueCache.SHORT_BYTES, (a, at, after, field) -> {
            made++;
            return null;
        });
        byte[] piece = piece("a text".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 50; i++) {
            assertNull(none.partialWordText(piece, 0, piece.length, 3));
        }
        assertEquals(50, made);
    }

    @Test
    void keepsDatesAndTimesOfBothLengths() {
        FieldValueCache dates = FieldValueCache.ofTemporals(FieldValueCache.SHORT_BYTES, this::makeTemporal);
        FieldValueCache times = FieldValueCache.ofTemporals(FieldValueCache.LONG_BYTES, this::makeTemporal);
        LocalDate first = LocalDate.of(2016, 7, 22);
        ZonedDateTime start = ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]");
        for (int round = 0; round < 8; round++) {
            made = 0;
            for (int i = 0; i < 3_000; i++) {
                LocalDate date = first.plusDays(i);
                ZonedDateTime time = start.plusSeconds(i);
                byte[] a = temporal(Codes.DATE, date.toString());
                byte[] b = temporal(Codes.ZONED_DATE_TIME, time.toString());
                assertEquals(date, dates.shortTemporal(a, 0, a.length, 1));
                assertEquals(time, times.longTemporal(b, 0, b.length, 2));
            }
        }
        assertTrue(made < 60, "of 6000, not known: " + made);
        byte[] other = temporal(Codes.TIME, "12:34:56");
        made = 0;
        assertEquals(LocalTime.of(12, 34, 56), dates.shortTemporal(other, 0, other.length, 1));
        assertEquals(1, made);
    }

    private Temporal makeTemporal(byte[] a, int at, int after, int field) {
        made++;
        String text = new String(a, at + 2, after - at - 2, StandardCharsets.US_ASCII);
        return switch (a[at] & 0xFF) {
            case Codes.DATE -> LocalDate.parse(text);
            case Codes.TIME -> LocalTime.parse(text);
            default -> ZonedDateTime.parse(text);
        };
    }

    private static byte[] temporal(int code, String text) {
        byte[] piece = new byte[text.length() + 2];
        piece[0] = (byte) code;
        piece[1] = (byte) text.length();
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, piece, 2, text.length());
        return piece;
    }
}
