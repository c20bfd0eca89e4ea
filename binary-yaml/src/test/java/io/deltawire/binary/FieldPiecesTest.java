package io.deltawire.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A table of values of fields gives what the bytes stand for, or nothing. */
class FieldPiecesTest {
    private final SplittableRandom random = new SplittableRandom(5);
    private final FieldPieces shorts = FieldPieces.ofTexts(FieldPieces.SHORT);
    private final FieldPieces longs = FieldPieces.ofTexts(FieldPieces.LONG);

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
        for (int length = 0; length < FieldPieces.LONG; length++) {
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
        pieces.removeIf(piece -> piece.length > FieldPieces.LONG);
        return pieces;
    }

    private String text(byte[] a, int at, int after, int field) {
        return after - at <= FieldPieces.SHORT
                ? shorts.shortText(a, at, after, field)
                : longs.longText(a, at, after, field);
    }

    private void put(byte[] a, int at, int after, Object value) {
        (after - at <= FieldPieces.SHORT ? shorts : longs).put(a, at, after, value);
    }

    @Test
    void tellsPiecesApartByEveryByte() {
        List<byte[]> pieces = pieces();
        int found = 0;
        for (int i = 0; i < 600_000; i++) {
            byte[] piece = pieces.get(random.nextInt(random.nextInt(20) == 0 ? pieces.size() : 300));
            int at = random.nextInt(10);
            byte[] a = new byte[at + piece.length + random.nextInt(10)];
            random.nextBytes(a);
            System.arraycopy(piece, 0, a, at, piece.length);
            String known = text(a, at, at + piece.length, random.nextInt(1000));
            String expected = new String(piece, StandardCharsets.ISO_8859_1);
            if (known == null) {
                put(a, at, at + piece.length, expected);
            } else {
                assertEquals(expected, known);
                found++;
            }
        }
        assertTrue(found > 300_000, () -> "the table is of no use");
    }

    /** Many more than there are places: what is kept is right, and most of what comes all the time is kept. */
    @Test
    void staysRightWhenFull() {
        Map<Integer, String> values = new HashMap<>();
        int found = 0;
        for (int i = 0; i < 1_500_000; i++) {
            int number = random.nextInt(random.nextInt(4) == 0 ? 60_000 : 2_000);
            byte[] piece =
                    piece(("key " + number + " and more".repeat(number & 1)).getBytes(StandardCharsets.US_ASCII));
            String known = text(piece, 0, piece.length, 3);
            String expected = values.computeIfAbsent(number, n -> "value " + n);
            if (known == null) {
                put(piece, 0, piece.length, expected);
            } else {
                assertSame(expected, known);
                found++;
            }
        }
        assertTrue(found > 1_000_000, "found " + found);
    }

    @Test
    void givesTheSameInstanceOnceItCameTwice() {
        byte[] piece = piece("a text".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 2; i++) {
            assertNull(text(piece, 0, piece.length, 3));
            put(piece, 0, piece.length, "value");
        }
        for (int i = 0; i < 2000; i++) {
            assertEquals("value", text(piece, 0, piece.length, 3));
            piece[4]++;
            assertNull(text(piece, 0, piece.length, 3));
            piece[4]--;
        }
    }

    @Test
    void keepsDatesAndTimesOfBothLengths() {
        FieldPieces dates = FieldPieces.ofTemporals(FieldPieces.SHORT);
        FieldPieces times = FieldPieces.ofTemporals(FieldPieces.LONG);
        LocalDate first = LocalDate.of(2016, 7, 22);
        ZonedDateTime start = ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]");
        int newInTheEnd = 0;
        for (int round = 0; round < 8; round++) {
            for (int i = 0; i < 3_000; i++) {
                LocalDate date = first.plusDays(i);
                ZonedDateTime time = start.plusSeconds(i);
                byte[] a = temporal(Codes.DATE, date.toString());
                byte[] b = temporal(Codes.ZONED_DATE_TIME, time.toString());
                Temporal knownDate = dates.shortTemporal(a, 0, a.length, 1);
                Temporal knownTime = times.longTemporal(b, 0, b.length, 2);
                if (knownDate == null) {
                    dates.put(a, 0, a.length, date);
                    newInTheEnd += round / 7;
                } else {
                    assertEquals(date, knownDate);
                }
                if (knownTime == null) {
                    times.put(b, 0, b.length, time);
                    newInTheEnd += round / 7;
                } else {
                    assertEquals(time, knownTime);
                }
            }
        }
        assertTrue(newInTheEnd < 60, "of 6000, not known: " + newInTheEnd);
        byte[] other = temporal(Codes.TIME, "2016-07-22");
        assertNull(dates.shortTemporal(other, 0, other.length, 1), "another code is another piece");
        assertNull(longs.longTemporal(temporal(Codes.ZONED_DATE_TIME, Instant.EPOCH.toString()), 0, 22, 1));
    }

    private static byte[] temporal(int code, String text) {
        byte[] piece = new byte[text.length() + 2];
        piece[0] = (byte) code;
        piece[1] = (byte) text.length();
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, piece, 2, text.length());
        return piece;
    }
}
