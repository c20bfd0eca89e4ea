package io.deltawire.csv;

import static io.deltawire.wire.testing.Trees.map;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class CsvReaderTest {
    private static String types(String csv) {
        try (CsvReader in = Csv.reader(Csv.DEFAULTS, csv)) {
            return in.columnTypes().toString();
        }
    }

    @Test
    void typesAreInferredByColumn() {
        assertEquals(
                "{l=LONG, d=DOUBLE, b=BOOLEAN, t=TEMPORAL, x=TEXT, n=AUTO, big=DECIMAL}",
                types(
                        "l,d,b,t,x,n,big\n1,1,true,2016-07-22,007,,1\n-5,1.5,FALSE,2016-07-22T00:00:00Z,8,,12345678901234567890\n"));
        assertEquals("{a=TEXT}", types("a\n1\n2\nx\n"));
        assertEquals("{a=AUTO}", types("a\n1\ntrue\n"));
        assertEquals("{a=DOUBLE}", types("a\nNaN\n1\n-Infinity\n"));
        assertEquals("{a.b=LONG, tags[]=JSON, @dw:type=TEXT}", types("a.b,tags[],@dw:type\n1,[1],5\n"));
        assertEquals("{}", types(""));
        assertEquals("{a=AUTO, b=AUTO}", types("a,b"));
    }

    @Test
    void wholeNumberInAColumnOfDoublesIsADouble() {
        assertEquals(
                List.of(map("a", 10.0), map("a", 1.5), map("a", 9007199254740993L), map("a", null), map("a", "x")),
                Csv.read("a,\n".replace(",", "") + "10\n1.5\n9007199254740993\n\n\"x\"\n"));
    }

    @Test
    void leadingZerosAndOtherSpellingsStayText() {
        assertEquals(
                List.of(map("zip", "08123", "n", 1L), map("zip", "1", "n", 2L)), Csv.read("zip,n\n08123,1\n1,2\n"));
    }

    @Test
    void laterValueThatDoesNotFitKeepsWhatItIs() {
        StringBuilder csv = new StringBuilder("l,d,x\n");
        for (int i = 0; i < 1000; i++) {
            csv.append(i).append(',').append(i).append(".5,x\n");
        }
        csv.append(
                "1.25,abc,12\n007,12345678901234567890,1.0\n2016-07-22,7,true\nx,0.1000000000000000055511151231257827,\n");
        List<Object> read = Csv.read(csv.toString());
        assertEquals(
                List.of(
                        map("l", 1.25, "d", "abc", "x", "12"),
                        map("l", "007", "d", new BigDecimal("12345678901234567890"), "x", "1.0"),
                        map("l", LocalDate.parse("2016-07-22"), "d", 7.0, "x", "true"),
                        map("l", "x", "d", new BigDecimal("0.1000000000000000055511151231257827"), "x", null)),
                read.subList(1000, 1004));
    }

    @Test
    void quotesMeanTextUnlessTheWholeFileIsInQuotes() {
        assertEquals(
                List.of(map("id", "1", "n", 2L, "e", ""), map("id", "3", "n", 4L, "e", null)),
                Csv.read("id,n,e\n\"1\",2,\"\"\n\"3\",4,\n"));
        assertEquals(
                List.of(map("id", "1", "n", 2L), map("id", "3", "n", 4L)),
                Csv.read("\"id\",\"n\"\n\"1\",2\n\"3\",4\n"));
        assertEquals(
                List.of(map("id", 1L, "n", 2.5, "e", ""), map("id", null, "n", 4.0, "e", "x")),
                Csv.read("\"id\",\"n\",\"e\"\n\"1\",\"2.5\",\"\"\n\"\",\"4\",\"x\"\n"));
        assertEquals(
                List.of(map("id", "1"), map("id", "3")),
                Csv.read("id\n\"1\"\n\"3\"\n"),
                "what this format writes of text");
        assertEquals(
                List.of(map("a,b", "1")), Csv.read("\"a,b\"\n\"1\"\n"), "a name that needs its quotes says nothing");
    }

    @Test
    void givenTypesApplyToEveryCell() {
        Map<String, ColumnType> types =
                CsvFormat.parseTypes("a:text,b:double,c:long,d:temporal,e:boolean,f:bytes,g:decimal");
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.TYPES, types);
        String csv = "a,b,c,d,e,f,g,h\n007,1,+5,2016-07-22T12:00Z,TRUE,YWI=,1.50,1\n\"\",.5,\"7\",,,,,\n";
        assertEquals(
                List.of(
                        map(
                                "a",
                                "007",
                                "b",
                                1.0,
                                "c",
                                5L,
                                "d",
                                java.time.OffsetDateTime.parse("2016-07-22T12:00Z"),
                                "e",
                                true,
                                "f",
                                new Trees.Blob((byte) 'a', (byte) 'b'),
                                "g",
                                new BigDecimal("1.50"),
                                "h",
                                1L),
                        map("a", "", "b", 0.5, "c", 7L, "d", null, "e", null, "f", null, "g", null, "h", null)),
                Csv.read(options, csv));
        try (CsvReader in = Csv.reader(options, csv)) {
            Map<String, ColumnType> shown = new LinkedHashMap<>(types);
            shown.put("h", ColumnType.LONG);
            assertEquals(shown, in.columnTypes());
        }
        for (String bad : List.of("a", "a:", ":text", "a:number", "a:text,a:long")) {
            assertThrows(IllegalArgumentException.class, () -> CsvFormat.parseTypes(bad), bad);
        }
        assertEquals(Map.of("a,b:c", ColumnType.LONG), CsvFormat.parseTypes("a\\,b:c:long"));
    }

    @Test
    void foreignJsonColumnIsReadByType() {
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.TYPES, Map.of("tags", ColumnType.JSON));
        assertEquals(
                List.of(map("id", 1L, "tags", List.of("a", "b"))),
                Csv.read(options, "id,tags\n1,\"[\"\"a\"\", \"\"b\"\"]\"\n"));
        WireOptions asText = Csv.DEFAULTS.with(CsvFormat.TYPES, Map.of("tags", ColumnType.TEXT));
        assertEquals(List.of(map("id", 1L, "tags", "[1")), Csv.read(asText, "id,tags[]\n1,[1\n"));
    }

    @Test
    void marksOfOtherProgramsArePartOfTheNameWhereNoCellIsJson() {
        assertEquals(
                List.of(map("tags[]", null, "n{}", "x, y"), map("tags[]", "a;b", "n{}", null)),
                Csv.read("tags[],n{}\n,\"x, y\"\na;b,\n"));
        assertEquals(
                List.of(map("x", null, "tags", null), map("x", null, "tags", List.of("a"))),
                Csv.read("x,tags[]\n,\n,\"[\"\"a\"\"]\"\n"));
    }

    @Test
    void columnsWithDotsAreNestedInAnyOrder() {
        assertEquals(
                List.of(map("a", map("x", 1L, "y", 3L), "b", 2L), map("a", null, "b", 5L)),
                Csv.read("a.x,b,a.y\n1,2,3\n,5,\n"));
        assertEquals(
                List.of(map("x", 1L, "x.1", 2L, "x.2", 3L)),
                Csv.read("x,x.1,x.2\n1,2,3\n"),
                "a name given twice, made unique");
        assertEquals(List.of(map("x.1", 2L, "x", 1L)), Csv.read("x.1,x\n2,1\n"));
        assertEquals("x.1,x\r\n2,1\r\n", Csv.write(map("x.1", 2L, "x", 1L)));
        assertEquals("x\\.1,y\r\n2,1\r\n", Csv.write(map("x.1", 2L, "y", 1L)));
        assertEquals(List.of(map("C:\\dir", 1L)), Csv.read("C:\\dir\n1\n"));
    }

    @Test
    void everyLineEndAndAByteOrderMarkAreAccepted() {
        for (String end : List.of("\n", "\r\n", "\r")) {
            for (String mark : List.of("", "\uFEFF")) {
                String csv = mark + "a,b" + end + "1,\"x" + end + "y\"" + end + end + "3,z";
                assertEquals(List.of(map("a", 1L, "b", "x" + end + "y"), map("a", 3L, "b", "z")), Csv.read(csv));
            }
        }
    }

    @Test
    void emptyLineIsARecordOnlyInAFileOfOneColumn() {
        assertEquals(List.of(map("a", 1L), map("a", null), map("a", 2L)), Csv.read("a\n1\n\n2\n"));
        assertEquals(List.of(map("a", 1L, "b", 2L), map("a", 3L, "b", 4L)), Csv.read("a,b\n\n1,2\n\n\n3,4\n\n"));
        assertEquals(List.of(), Csv.read("a,b\n"));
        assertEquals(List.of(), Csv.read("a,b"));
        assertEquals(List.of(), Csv.read(""));
    }

    @Test
    void delimiterIsDetectedFromTheHeader() {
        assertEquals(List.of(map("a", "1,5", "b", 2L)), Csv.read("a;b\n1,5;2\n"));
        assertEquals(List.of(map("a", 1L, "b", 2L)), Csv.read("a\tb\n1\t2\n"));
        assertEquals(List.of(map("a;c", 1L, "b", 2L)), Csv.read("\"a;c\",b\n1,2\n"));
        WireOptions colon = Csv.DEFAULTS.with(CsvFormat.DELIMITER, ':');
        assertEquals(List.of(map("a,a", 1L, "b", 2L)), Csv.read(colon, "a,a:b\n1:2\n"));
    }

    @Test
    void linesAreCountedThroughQuotedLineEnds() {
        try (WireIn in = Csv.reader(Csv.DEFAULTS, "a,b\r\n\"x\r\ny\nz\rw\",1\r\né,x\r\n")) {
            in.nextMessage();
            assertEquals(5, in.messageOffset());
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            in.skipValue();
            in.fieldName();
            assertEquals("at line 6, column 3, path $.b", in.location().toString());
            assertThrows(WireDataException.class, in::int64);
        }
    }

    @Test
    void namesAndTypesAreTheSameInstanceEveryTime() {
        try (WireIn in = Csv.reader(Csv.DEFAULTS, "@dw:event,@dw:type,a\nupdate,T,1\nupdate,T,2\n")) {
            String[] first = names(in);
            String[] second = names(in);
            for (int i = 0; i < first.length; i++) {
                assertSame(first[i], second[i]);
            }
        }
    }

    private static String[] names(WireIn in) {
        in.nextMessage();
        in.beginObject();
        assertEquals(WireToken.EVENT, in.peek());
        String event = in.fieldName();
        String type = in.typeName();
        in.beginObject();
        String field = in.fieldName();
        return new String[] {event, type, field};
    }

    @Test
    void recordsAppendedLaterAreRead() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (WireIn in = new CsvFormat().newReader(bytes, Csv.DEFAULTS)) {
            assertFalse(in.nextMessage());
            bytes.append("a,b\r\n");
            assertFalse(in.nextMessage());
            for (long i = 0; i < 100; i++) {
                bytes.append("" + i).append(",x\r\n");
                assertTrue(in.nextMessage());
                assertEquals(map("a", i, "b", "x"), Trees.readMessage(in));
                assertFalse(in.nextMessage());
            }
        }
        bytes.releaseLast();
    }

    @Test
    void recordIsReadAsSoonAsItsLineIsCompleteWithoutSampling() throws IOException {
        WireOptions live = Csv.DEFAULTS.with(CsvFormat.SAMPLE, 0);
        try (PipedOutputStream to = new PipedOutputStream();
                PipedInputStream from = new PipedInputStream(to);
                WireIn in = new CsvFormat().newReader(from, live)) {
            to.write("a,b\n1,2016-07-22T12:34:56Z\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(in.nextMessage());
            assertEquals(map("a", 1L, "b", Instant.parse("2016-07-22T12:34:56Z")), Trees.readMessage(in));
            to.write("2,\"x\"\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(in.nextMessage());
            assertEquals(map("a", 2L, "b", "x"), Trees.readMessage(in));
        }
    }

    @Test
    void csvIsDistinguishedFromOtherText() {
        assertEquals(Match.LIKELY, detect("a,b\n1,2\n"));
        assertEquals(Match.LIKELY, detect("\uFEFFa\tb\r\n1\t2"));
        assertEquals(Match.LIKELY, detect("\"a,b\";c\n1;2\n"));
        assertEquals(Match.MAYBE, detect("symbol,bid"));
        assertEquals(Match.NO, detect("a,b\n1\n"));
        assertEquals(Match.NO, detect(""));
        assertEquals(Match.NO, detect("plain text\nno table\n"));
        assertEquals(Match.NO, detect("{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2}\n"));
        assertEquals(Match.NO, detect("[1,2]\n[3,4]\n"));
        assertEquals(Match.NO, detect("--- \na: 1, b\n"));
        assertEquals(Match.NO, detect("!T {\n  a: 1,\n  b: 2\n}\n"));
        assertEquals(Match.NO, detect("- a, b\n- c, d\n"));
        assertEquals(Match.NO, detect("a: 1, b\nc: 2, d\n"));
        assertEquals(Match.NO, detect("a\u0000b,c\nd,e\n"));
    }

    private static Match detect(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new CsvFormat().detect(bytes, bytes.length);
    }

    private static String foreign(WireOptions options, String csv) {
        return Csv.read(options, csv).toString();
    }

    @Test
    void headersOfOtherProgramsGetDistinctNames() {
        assertEquals("[{=0, x=1, y=2}]", foreign(Csv.DEFAULTS, ",x,y\n0,1,2\n"));
        assertEquals("[{a=1, =2, _2=3, a_2=4, a_3=5}]", foreign(Csv.DEFAULTS, "a,,,a,a\n1,2,3,4,5\n"));
        assertEquals("[{a=1, a_3=2, a_2=3}]", foreign(Csv.DEFAULTS, "a,a,a_2\n1,2,3\n"));
        assertEquals("[{a={b=1, b_2=2}}]", foreign(Csv.DEFAULTS, "a.b,a.b\n1,2\n"));
        assertEquals("[{a=1, b=2}]", foreign(Csv.DEFAULTS, "\n\r\na,b\n1,2\n"));
        assertEquals("[{a=1, a_2=2}, {a=3, a_2=4}]", foreign(Csv.DEFAULTS, "a,a\n1,2\n3,4\n"));
    }

    @Test
    void titlesAndCommentsArePassedOver() {
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.SKIPPED_LINES, 2).with(CsvFormat.COMMENT, '#');
        String csv = "\uFEFFA title; with \"quotes\r\n\r\n# a comment, \"\n\na;b\n# more\n1;2\n#\n#\n\"#3\";4\n# end";
        assertEquals("[{a=1, b=2}, {a=#3, b=4}]", foreign(options, csv));
        assertEquals("[{a=1, b=2}, {a=#3, b=4}]", foreign(options.with(CsvFormat.SAMPLE, 0), csv));
        assertEquals("[]", foreign(options, "one\n"));
        assertEquals("[]", foreign(options, ""));
        MalformedWireException e =
                assertThrows(MalformedWireException.class, () -> foreign(options, "x\ny\n#\na,b\n#\n1\n"));
        assertEquals(6, e.location().line());
    }

    @Test
    void tablesWithoutHeaderAndNamesGetNumberedColumns() {
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.HEADER, CsvFormat.Header.ABSENT);
        assertEquals("[{column1=1, column2=x}, {column1=2, column2=y}]", foreign(options, "1,x\n2,y\n"));
        assertEquals("[]", foreign(options, ""));
    }

    @Test
    void decimalCommasMakeNumbers() {
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.DECIMAL_MARK, CsvFormat.DecimalMark.COMMA);
        assertEquals(
                "[{a=1.5, b=-2, c=1.234, d=1.5}, {a=10.0, b=3, c=1,5x, d=2.0}]",
                foreign(options, "a;b;c;d\n1,5;-2;1.234;1,5\n10;3;1,5x;2,0\n"));
        assertEquals("[{a=1.5, b=x}]", foreign(options, "\"a\",\"b\"\n\"1,5\",\"x\"\n"));
        assertEquals(
                "[{a=1,5}]",
                foreign(options.with(CsvFormat.TYPES, Map.of("a", ColumnType.TEXT)), "a;b\n1,5;\n")
                        .replace(", b=null", ""));
        try (CsvReader in = Csv.reader(options, "a;b;c\n1,5;1.234;1,25\n")) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            assertEquals(1.5, in.float64());
            in.fieldName();
            assertThrows(WireDataException.class, in::float64);
            assertEquals("1.234", in.text());
            in.fieldName();
            assertEquals("1,25", in.text());
        }
    }
}
