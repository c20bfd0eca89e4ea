package io.deltawire.csv.internal.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.ColumnType;
import io.deltawire.csv.CsvFormat;
import io.deltawire.csv.CsvReader;
import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CsvMalformedTest {
    /** Reads on after every error. Returns the records and the messages of the errors in order. */
    private static List<Object> readOn(WireOptions options, byte[] csv) {
        List<Object> seen = new ArrayList<>();
        try (WireIn in = new CsvFormat().newReader(csv, options)) {
            for (int i = 0; i < 100; i++) {
                try {
                    if (!in.nextMessage()) {
                        return seen;
                    }
                    seen.add(Trees.readMessage(in));
                } catch (WireException e) {
                    seen.add(e.getClass().getSimpleName() + " " + e.getMessage());
                }
            }
        }
        throw new AssertionError("does not end: " + seen.subList(0, 5));
    }

    private static String shown(String csv) {
        return readOn(Csv.DEFAULTS, csv.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @Test
    void unclosedQuoteIsReportedWithItsLocationAndTheNextLineIsRead() {
        assertEquals(
                "[{a=1, b=x}, TruncatedWireException csv: expected a closing quote but the input ends at line 3, column 3,"
                        + " path $, {a=3, b=y}]",
                shown("a,b\n1,x\n2,\"unclosed\n3,y\n"));
    }

    @Test
    void quoteInsideAnUnquotedCellIsRefused() {
        assertEquals(
                "[{a=1, b=2}, MalformedWireException csv: found a quote inside a cell that does not begin with one;"
                        + " expected the cell in quotes at line 3, column 4, path $, {a=5, b=6}]",
                shown("a,b\n1,2\n3,x\"y\"\n5,6\n"));
    }

    @Test
    void textAfterAClosingQuoteIsRefused() {
        assertEquals(
                "[MalformedWireException csv: expected a delimiter or a line end after the closing quote but found \"é\""
                        + " at line 3, column 3, path $, {a=5, b=6}]",
                shown("a,b\n\"x\ny\"é,2\n5,6\n"));
    }

    @Test
    void raggedRowsAreRefused() {
        assertEquals(
                "[{a=1, b=2}, MalformedWireException csv: expected 2 cells as in the header but found 1 at line 3, column 2,"
                        + " path $, MalformedWireException csv: expected 2 cells as in the header but found 4"
                        + " at line 4, column 5, path $, {a=8, b=9}]",
                shown("a,b\n1,2\n3\n4,5,6,7\n8,9\n"));
    }

    @Test
    void inputThatEndsInsideARecordIsTruncated() {
        assertEquals(
                "[{a=1, b=2, c=3}, TruncatedWireException csv: expected 3 cells as in the header but found 2 and the end"
                        + " of the input at line 3, column 4, path $]",
                shown("a,b,c\r\n1,2,3\r\n4,5"));
    }

    @Test
    void badHeadersAreRefusedForGood() {
        assertHeader("column \"x[]\" is in the header twice at line 1, column 3, path $", "x,x[]\n1,2\n");
        assertHeader("expected a closing quote but the input ends at line 1, column 3, path $", "a,\"b\n1,2\n");
        assertHeader("column name longer than 1024 bytes at line 1, column 3, path $", "a," + "n".repeat(1025) + "\n");
        assertHeader(
                "column name nested deeper than 100 levels at line 1, column 1, path $",
                "a" + ".a".repeat(100) + ",b\n");
    }

    /** Counted before they are kept: two million cells once took the whole heap. */
    @Test
    void recordsOfTooManyCellsAreRefused() {
        String commas = ",".repeat(2_200_000);
        assertHeader(
                "expected at most 131072 cells in a record but there are more at line 1, column 131073, path $",
                commas);
        assertEquals(
                "[{a=1, b=2}, MalformedWireException csv: expected at most 131072 cells in a record but there are more"
                        + " at line 3, column 131073, path $, {a=3, b=4}]",
                shown("a,b\n1,2\n" + commas + "\n3,4\n"));
    }

    private static void assertHeader(String problem, String csv) {
        try (CsvReader in = Csv.reader(Csv.DEFAULTS, csv)) {
            WireException e = assertThrows(MalformedWireException.class, in::nextMessage);
            assertEquals("csv: " + problem, e.getMessage());
            assertFalse(in.nextMessage(), "no line after it is taken for the header");
        }
    }

    @Test
    void hugeHeaderIsRefusedBeforeItIsBuilt() {
        StringBuilder header = new StringBuilder("c0");
        for (int i = 1; i <= 70_000; i++) {
            header.append(",c").append(i);
        }
        try (CsvReader in = Csv.reader(Csv.DEFAULTS, header + "\n")) {
            WireException e = assertThrows(MalformedWireException.class, in::nextMessage);
            assertTrue(e.getMessage().contains("expected at most 65536 columns but found 70001"), e.getMessage());
        }
    }

    @Test
    void invalidUtf8IsRefusedAndTheRestRead() {
        byte[] csv = "a,b\n1,x?z\n3,4\n".getBytes(StandardCharsets.US_ASCII);
        csv[7] = (byte) 0xC0;
        assertEquals(
                "[MalformedWireException csv: expected UTF-8 but found byte 0xC0 at line 2, column 4, path $, {a=3, b=4}]",
                readOn(Csv.DEFAULTS, csv).toString());
    }

    @Test
    void valueThatDoesNotConvertCanBeReadAsAnotherKind() {
        try (WireIn in = Csv.reader(Csv.DEFAULTS, "id,leg.price\n1,abc\n")) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            in.skipValue();
            in.fieldName();
            in.beginObject();
            assertEquals("price", in.fieldName());
            WireException e = assertThrows(WireDataException.class, in::float64);
            assertEquals(
                    "csv: expected a number but was text \"abc\" at line 2, column 3, path $.leg.price",
                    e.getMessage());
            assertEquals("abc", in.text());
        }
    }

    @Test
    void nullIsNoNumber() {
        try (WireIn in = Csv.reader(Csv.DEFAULTS, "a,b\n,1\n")) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            WireException e = assertThrows(WireDataException.class, in::int64);
            assertEquals("csv: expected an integer but was null at line 2, column 1, path $.a", e.getMessage());
            in.nullValue();
        }
    }

    @Test
    void brokenJsonInACellIsReportedWithItsLocation() {
        assertEquals(
                "[{id=1, tags=[1]}, MalformedWireException csv: expected , or ] in JSON but found the end of the cell"
                        + " (index 2 of the cell) at line 3, column 3, path $.tags, {id=3, tags=null}]",
                shown("id,tags[]\n1,[1]\n2,[1\n3,\n"));
    }

    @Test
    void jsonInACellIsBoundedInDepth() {
        String deep = "[".repeat(100) + "]".repeat(100);
        String csv = "id,tags[]\n1," + deep + "\n";
        try (WireIn in = Csv.reader(Csv.DEFAULTS, csv)) {
            in.nextMessage();
            WireException e = assertThrows(MalformedWireException.class, () -> Trees.readMessage(in));
            assertTrue(
                    e.getMessage().startsWith("csv: nested deeper than 100 levels at line 2, column 3"),
                    e.getMessage());
        }
        String hostile = "id,tags[]\n1," + "[".repeat(1_000_000) + "\n";
        assertTrue(shown(hostile).contains("JSON nested deeper than 100 levels"));
    }

    /** The text of a cell is bounded, of JSON text as of any other, for readers and writers alike. */
    @Test
    void jsonTextIsBoundedAsAnyText() {
        WireOptions small = Csv.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxTextChars(300));
        for (String item : List.of("{}", "\u00e9", "\uD83D\uDE00")) {
            int chars = item.equals("{}") ? 2 : item.length() + 2;
            for (int count = 1; count < 120; count++) {
                List<Object> items = Collections.nCopies(count, item.equals("{}") ? Trees.map() : item);
                int length = 1 + count * (chars + 1);
                String csv = Csv.write(Trees.map("l", items));
                if (length <= 300) {
                    assertEquals(csv, Csv.write(small, List.of(Trees.map("l", items))));
                    assertEquals(List.of(Trees.map("l", items)), Csv.read(small, csv));
                } else {
                    WireException written =
                            assertThrows(WireException.class, () -> Csv.write(small, List.of(Trees.map("l", items))));
                    assertTrue(written.getMessage().contains("text longer than 300 chars"), written.getMessage());
                    WireException read = assertThrows(WireException.class, () -> Csv.read(small, csv));
                    assertTrue(read.getMessage().contains("text longer than 300 chars"), read.getMessage());
                }
            }
        }
    }

    @Test
    void recordsAreBoundedInSize() {
        WireOptions small = Csv.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(1000));
        String big = "a,b\n1,2\n" + "x".repeat(2000) + ",2\n3,\"" + "y".repeat(2000) + "\",2\n5,6\n";
        List<Object> seen = readOn(small, big.getBytes(StandardCharsets.US_ASCII));
        assertEquals(4, seen.size(), seen.toString());
        assertTrue(seen.get(1)
                .toString()
                .startsWith("MalformedWireException csv: record longer than 1000 bytes at line 3"));
        assertTrue(
                seen.get(2)
                        .toString()
                        .contains(
                                "record longer than 1000 bytes, in a cell whose quote is not closed at line 4, column 3"),
                seen.toString());
        assertEquals("{a=5, b=6}", seen.get(3).toString());
    }

    @Test
    @SuppressWarnings("InputStreamSlowMultibyteRead")
    void endlessQuoteIsCutOffWithoutHoldingIt() {
        InputStream endless = new InputStream() {
            private boolean begun;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                Arrays.fill(into, offset, offset + length, (byte) 'x');
                into[offset] = begun ? (byte) 'x' : (byte) '"';
                begun = true;
                return length;
            }
        };
        try (WireIn in = new CsvFormat().newReader(endless, Csv.DEFAULTS)) {
            WireException e = assertThrows(MalformedWireException.class, in::nextMessage);
            assertFalse(e instanceof TruncatedWireException);
            assertTrue(e.getMessage().contains("record longer than 16777216 bytes"), e.getMessage());
        }
    }

    @Test
    void typesOfMissingColumnsAreRefused() {
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.TYPES, Map.of("c", ColumnType.TEXT));
        try (CsvReader in = Csv.reader(options, "a,b\n1,2\n")) {
            WireException e =
                    assertInstanceOf(WireDataException.class, assertThrows(WireException.class, in::nextMessage));
            assertEquals(
                    "csv: csv.types names column \"c\", which is not among a, b at line 1, column 1, path $",
                    e.getMessage());
        }
    }

    @Test
    void cellOfAnotherTypeThanGivenIsAnError() {
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.TYPES, Map.of("b", ColumnType.DOUBLE));
        assertEquals(
                "[{a=1, b=10.0}, WireDataException csv: expected a number but was text \"NA\", in a column of type double"
                        + " at line 3, column 3, path $.b, {a=3, b=null}]",
                readOn(options, "a,b\n1,10\n2,NA\n3,\n".getBytes(StandardCharsets.US_ASCII))
                        .toString());
    }

    @Test
    void randomBytesNeverEscapeAsAnotherException() {
        String alphabet = "aa,,\"\"\n\r1.0-{}[]\\@:\té\u0000\uFEFFnulltrue";
        SplittableRandom random = new SplittableRandom(42);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder csv = new StringBuilder(random.nextBoolean() ? "a,b.c,d[]\n" : "");
            int length = random.nextInt(60);
            for (int i = 0; i < length; i++) {
                csv.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
            if (bytes.length > 0 && random.nextInt(4) == 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                readOn(Csv.DEFAULTS, bytes);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("round " + round + ": " + csv, e);
            }
        }
    }

    /** Skipped input is not buffered: a line may be longer than the memory. */
    @Test
    void lineBeyondTheLimitIsSkippedInLittleMemory() {
        byte[] piece = "x,\"x".repeat(1 << 14).getBytes(StandardCharsets.UTF_8);
        InputStream line = new InputStream() {
            private long left = 100L << 20;

            @Override
            public int read() {
                throw new AssertionError("read by arrays");
            }

            @Override
            public int read(byte[] b, int offset, int length) {
                int count = (int) Math.min(Math.min(left, length), piece.length);
                System.arraycopy(piece, 0, b, offset, count);
                left -= count;
                return count == 0 ? -1 : count;
            }
        };
        InputStream begin = new ByteArrayInputStream("a,b\n1,".getBytes(StandardCharsets.UTF_8));
        InputStream end = new ByteArrayInputStream("\n2,3\n".getBytes(StandardCharsets.UTF_8));
        InputBuffer in = InputBuffer.of(new SequenceInputStream(new SequenceInputStream(begin, line), end));
        WireLimits limits = WireLimits.DEFAULTS.withMaxMessageBytes(1 << 20);
        try (WireIn reader = new CsvFormat().newReader(in, WireOptions.DEFAULTS.with(WireOptions.LIMITS, limits))) {
            assertThrows(WireException.class, reader::nextMessage);
            assertTrue(reader.nextMessage());
            assertEquals(Trees.map("a", 2L, "b", 3L), Trees.readMessage(reader));
            assertFalse(reader.nextMessage());
            assertTrue(in.array.length < 4 << 20, in.array.length + " bytes are held");
        }
    }
}
