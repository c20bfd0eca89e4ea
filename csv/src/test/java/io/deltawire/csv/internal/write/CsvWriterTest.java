package io.deltawire.csv.internal.write;

import static io.deltawire.wire.testing.Trees.map;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.ColumnType;
import io.deltawire.csv.CsvFormat;
import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CsvWriterTest {
    @Test
    void tsvIsCsvWithTabs() {
        WireFormat tsv = WireFormats.byName("TSV");
        assertEquals("csv", tsv.name());
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        WireOut out = tsv.newWriter(text, WireOptions.DEFAULTS);
        Trees.writeMessage(out, Trees.map("a,b", "x,y", "c", 1L));
        assertEquals("\"a,b\"\tc\r\nx,y\t1\r\n", text.toString(StandardCharsets.UTF_8));
        byte[] commas = "a,b,c\td\n1,2,3\t4\n".getBytes(StandardCharsets.UTF_8);
        try (WireIn in = tsv.newReader(commas, WireOptions.DEFAULTS)) {
            assertEquals(List.of(Trees.map("a,b,c", "1,2,3", "d", 4L)), Trees.readAll(in));
        }
        WireOptions bars = WireOptions.DEFAULTS.with(CsvFormat.DELIMITER, '|');
        try (WireIn in = tsv.newReader("a|b\n1|2\n".getBytes(StandardCharsets.UTF_8), bars)) {
            assertEquals(List.of(Trees.map("a", 1L, "b", 2L)), Trees.readAll(in));
        }
    }

    @Test
    void headerIsTheFieldsOfTheFirstMessage() {
        assertEquals(
                "symbol,bid,size,live,at\r\nEURUSD,1.1172,5,true,2016-07-22T12:34:56.789Z\r\n,,,,\r\n",
                Csv.write(
                        map(
                                "symbol",
                                "EURUSD",
                                "bid",
                                1.1172,
                                "size",
                                5L,
                                "live",
                                true,
                                "at",
                                Instant.parse("2016-07-22T12:34:56.789Z")),
                        map("at", null)));
    }

    @Test
    void cellsComeInTheOrderOfTheHeader() {
        assertEquals(
                "a,b,c\r\n1,2,3\r\n1,2,3\r\n,2,\r\n1,,3\r\n",
                Csv.write(
                        map("a", 1L, "b", 2L, "c", 3L),
                        map("c", 3L, "a", 1L, "b", 2L),
                        map("b", 2L),
                        map("c", 3L, "a", 1L)));
    }

    @Test
    void nestedObjectsAreColumnsWithDots() {
        Object message =
                map("id", 1L, "bid", map("price", 1.5, "qty", 3L), "x.y", "z", "deep", map("er", map("est", true)));
        assertEquals("id,bid.price,bid.qty,x\\.y,deep.er.est\r\n1,1.5,3,z,true\r\n", Csv.write(message));
        assertEquals(List.of(message), Csv.read(Csv.write(message)));
    }

    @Test
    void listsAreJsonInOneCell() {
        Object message =
                map("id", "007", "types", List.of(map("id", "bike", "count", 15L), map("id", "b,\"c", "count", 1.5)));
        Object later = map("id", "8", "types", new ArrayList<>());
        String csv = Csv.write(message, later);
        assertEquals(
                "id,types[]\r\n007,\"[{\"\"id\"\":\"\"bike\"\",\"\"count\"\":15},"
                        + "{\"\"id\"\":\"\"b,\\\"\"c\"\",\"\"count\"\":1.5}]\"\r\n\"8\",[]\r\n",
                csv);
        assertEquals(List.of(message, later), Csv.read(csv));
    }

    @Test
    void nullAndEmptyTextAreDistinct() {
        Object message = map("a", null, "b", "", "c", "null");
        assertEquals("a,b,c\r\n,\"\",null\r\n", Csv.write(message));
        assertEquals(List.of(message), Csv.read(Csv.write(message)));
    }

    @Test
    void textThatLooksLikeAnotherKindIsQuoted() {
        for (String text : List.of(
                "1",
                "-1",
                "0",
                "1.0",
                "1e6",
                "-0",
                "NaN",
                "Infinity",
                "-Infinity",
                "true",
                "False",
                "TRUE",
                "2016-07-22",
                "12:30",
                "2016-07-22T12:34:56Z",
                "99999999999999999999999",
                "{}",
                "{{}}",
                " a",
                "a ",
                "a,b",
                "a\nb",
                "a\r",
                "\"",
                "+10000-01-01",
                "1.0000000000000000000000000001")) {
            String csv = Csv.write(map("a", text));
            assertEquals("a\r\n\"" + text.replace("\"", "\"\"") + "\"\r\n", csv);
            assertEquals(List.of(map("a", text)), Csv.read(csv));
        }
        for (String text : List.of(
                "EURUSD", "007", "+1", "1.", ".5", "1_000", "0x1F", "12 Main St", "Nan", "inf", "é", "-", "a'b")) {
            String csv = Csv.write(map("a", text));
            assertEquals("a\r\n" + text + "\r\n", csv);
            assertEquals(List.of(map("a", text)), Csv.read(csv));
        }
    }

    @Test
    void textInAColumnThatHeldNumbersIsQuoted() {
        List<Object> messages = List.of(map("a", 1L), map("a", "x"), map("a", 2L), map("a", true), map("a", "y"));
        assertEquals("a\r\n1\r\n\"x\"\r\n2\r\ntrue\r\n\"y\"\r\n", Csv.write(messages.toArray()));
        assertEquals(messages, Csv.read(Csv.write(messages.toArray())));
    }

    @Test
    void numbersKeepEveryDigit() {
        Object message = map(
                "a",
                10.357019999999999,
                "b",
                Long.MIN_VALUE,
                "c",
                new BigDecimal("18446744073709551616"),
                "d",
                -0.0,
                "e",
                Double.NEGATIVE_INFINITY,
                "f",
                Double.NaN,
                "g",
                new BigDecimal("0.1000000000000000055511151231257827"));
        assertEquals(List.of(message), Csv.read(Csv.write(message)));
    }

    @Test
    void eventsAndTypesHaveTheirColumns() {
        List<Object> messages = List.of(
                map(new Name("update"), new Typed("MyDataType", map("id", "A", "price", 1.5))),
                map(new Name("update"), new Typed("MyDataType", map("id", "B", "price", null))),
                map(new Name("delete"), new Typed("Key", map("id", "B", "price", null))),
                map(new Name("clear"), null));
        String csv = Csv.write(messages.toArray());
        assertEquals(
                "@dw:event,@dw:type,id,price\r\nupdate,MyDataType,A,1.5\r\nupdate,MyDataType,B,\r\ndelete,Key,B,\r\nclear,,,\r\n",
                csv);
        assertEquals(messages, Csv.read(csv));
    }

    @Test
    void eventsMayHaveScalarsAndLists() {
        List<Object> scalars =
                List.of(map(new Name("say"), "hello"), map(new Name("say"), "1"), map(new Name("count"), 5L));
        assertEquals("@dw:event,@dw:value\r\nsay,hello\r\nsay,\"1\"\r\ncount,5\r\n", Csv.write(scalars.toArray()));
        WireOptions quoted = Csv.DEFAULTS.with(CsvFormat.QUOTES, CsvFormat.Quotes.TEXT);
        assertEquals(scalars, Csv.read(Csv.write(quoted, scalars)));
        List<Object> lists = List.of(map(new Name("all"), List.of(1L, "x")), map(new Name("one"), "y"));
        assertEquals(
                "@dw:event,@dw:value[]\r\nall,\"[1,\"\"x\"\"]\"\r\none,\"\"\"y\"\"\"\r\n", Csv.write(lists.toArray()));
        assertEquals(lists, Csv.read(Csv.write(lists.toArray())));
    }

    @Test
    void fieldsWithoutAColumnAreEventsIfThereIsAColumnOfEvents() {
        WireOptions options =
                Csv.DEFAULTS.with(CsvFormat.COLUMNS, List.of("@dw:event", "@dw:type", "id", "leg.rate", "@dw:value"));
        List<Object> messages = List.of(
                map("update", new Typed("Quote", map("id", "A"))),
                map("delete", new Typed("Key", map("id", "B"))),
                map("count", 5L),
                map("id", "C"));
        String csv = Csv.write(options, messages);
        assertEquals(
                "@dw:event,@dw:type,id,leg.rate,@dw:value\r\nupdate,Quote,A,,\r\ndelete,Key,B,,\r\ncount,,,,5\r\n,,C,,\r\n",
                csv);
        assertEquals(map(new Name("count"), 5L), Csv.read(csv).get(2));
        for (Object refused : List.of(map("id", "C", "other", 1L), map("other", 1L, "id", "C"))) {
            assertThrows(WireDataException.class, () -> Csv.write(options, List.of(refused)));
        }
    }

    @Test
    void nestedTypesHaveTheirColumns() {
        List<Object> messages = List.of(
                new Typed("Order", map("id", 1L, "leg", new Typed("Swap", map("rate", 1.5)))),
                map("id", 2L, "leg", map("rate", 2.5)),
                new Typed("Order", map("id", 3L, "leg", new Typed("Empty", map("rate", null)))));
        String csv = Csv.write(messages.toArray());
        assertEquals("@dw:type,id,leg.@dw:type,leg.rate\r\nOrder,1,Swap,1.5\r\n,2,,2.5\r\nOrder,3,Empty,\r\n", csv);
        assertEquals(messages, Csv.read(csv));
    }

    @Test
    void objectOfNullsIsNotNull() {
        List<Object> messages = List.of(
                map("a", map("b", map("c", 1L, "d", 2L), "e", 3L)),
                map("a", map("b", map("c", null, "d", null), "e", null)),
                map("a", map("b", null, "e", null)),
                map("a", null));
        String csv = Csv.write(messages.toArray());
        assertEquals("a.b.c,a.b.d,a.e\r\n1,2,3\r\n{},,\r\n{{}},,\r\n,,\r\n", csv);
        assertEquals(messages, Csv.read(csv));
    }

    @Test
    void fieldThatTheHeaderDoesNotHaveIsRefused() {
        assertRefused(
                "field \"b\" is not in the header, which the first message has settled; name all columns by csv.columns at"
                        + " path $",
                map("a", 1L),
                map("a", 1L, "b", 2L));
        assertRefused(
                "expected one value for column \"a\" but was a list; a column named \"a[]\" in csv.columns takes it at path $.a",
                map("a", 1L),
                map("a", List.of(1L)));
        assertRefused(
                "expected an object, as in the header, but was a number at path $.a",
                map("a", map("b", 1L)),
                map("a", 1L));
        assertRefused(
                "type \"T\" given, but the header has no column \"a.@dw:type\"; name the columns by csv.columns at path $.a",
                map("a", map("b", 1L)),
                map("a", new Typed("T", map("b", 1L))));
        assertRefused(
                "event \"e\" given, but the header has no column \"@dw:event\"; name the columns by csv.columns at path $",
                map("a", 1L),
                map(new Name("e"), map("a", 1L)));
        String takes = "; a column named \"@dw:value[]\" in csv.columns takes it at path $.e";
        assertRefused(
                "expected one value for column \"@dw:value\" but was a list" + takes,
                map(new Name("e"), 1L),
                map(new Name("e"), List.of(1L)));
        assertRefused(
                "expected one value for column \"@dw:value\" but was an object or a value with a type"
                        + takes.replace("[]", "{}"),
                map(new Name("e"), 1L),
                map(new Name("e"), new Typed("T", 1L)));
    }

    @Test
    void messageThatIsNoRecordIsRefused() {
        assertRefused(
                "expected a record but was a list or a scalar: a line of CSV holds a record at path $", List.of(1L));
        assertRefused("expected a record but was a list or a scalar: a line of CSV holds a record at path $", "text");
        assertRefused("expected a record but was null at path $", (Object) null);
        assertRefused("expected a record with a field but it has none", map());
        assertRefused(
                "expected a name but was a key of another kind, which a column cannot have at path $", map(1L, "x"));
        assertRefused(
                "field \"b\" beside an event: a line of CSV holds one event at path $",
                map(new Name("a"), 1L, "b", 2L));
        assertRefused("text has a lone surrogate at index 1, which UTF-8 cannot hold at path $.a", map("a", "x\ud800"));
    }

    private static void assertRefused(String problem, Object... messages) {
        WireException e = assertThrows(WireDataException.class, () -> Csv.write(Csv.DEFAULTS, Arrays.asList(messages)));
        assertEquals("csv: " + problem, e.getMessage());
    }

    @Test
    void refusedMessageLeavesTheWriterAsItWas() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new CsvFormat().newWriter(bytes, Csv.DEFAULTS)) {
            for (Object bad : List.of(map("a", 1L, "b", "\udc00"), map("z", List.of(1L), "b", "\udc00"))) {
                assertThrows(WireDataException.class, () -> Trees.writeMessage(out, bad));
                out.cancelMessage();
            }
            Trees.writeMessage(out, map("a", 1L));
            assertThrows(WireDataException.class, () -> Trees.writeMessage(out, map("b", 1L)));
            out.cancelMessage();
            Trees.writeMessage(out, map("a", 2L));
        }
        assertEquals("a\r\n1\r\n2\r\n", bytes.toString(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void columnsMayBeNamedByAnOption() {
        WireOptions options =
                Csv.DEFAULTS.with(CsvFormat.COLUMNS, List.of("b", "leg.x", "a", "tags[]", "attributes{}"));
        List<Object> messages = List.of(
                map("a", 1L),
                map("a", 2L, "b", 3L, "leg", map("x", 4L), "tags", List.of(5L), "attributes", map("k", "v")));
        assertEquals(
                "b,leg.x,a,tags[],attributes{}\r\n,,1,,\r\n3,4,2,[5],\"{\"\"k\"\":\"\"v\"\"}\"\r\n",
                Csv.write(options, messages));
        assertEquals("b,leg.x,a,tags[],attributes{}\r\n", Csv.write(options, List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> Csv.write(Csv.DEFAULTS.with(CsvFormat.COLUMNS, List.of("a", "a")), List.of()));
    }

    @Test
    void fieldMayBeMadeOneColumnOfJson() {
        WireOptions options = Csv.DEFAULTS.with(CsvFormat.TYPES, Map.of("prices", ColumnType.JSON));
        List<Object> messages =
                List.of(map("prices", map("EUR", 1L)), map("prices", map("USD", 2L)), map("prices", "none"));
        String csv = Csv.write(options, messages);
        assertEquals("prices{}\r\n\"{\"\"EUR\"\":1}\"\r\n\"{\"\"USD\"\":2}\"\r\n\"\"\"none\"\"\"\r\n", csv);
        assertEquals(messages, Csv.read(options, csv));
        assertEquals(messages, Csv.read(csv));
    }

    @Test
    void delimiterLineEndAndQuotesAreOptions() {
        WireOptions options = Csv.DEFAULTS
                .with(CsvFormat.DELIMITER, '\t')
                .with(CsvFormat.LINE_END, CsvFormat.LineEnd.LF)
                .with(CsvFormat.QUOTES, CsvFormat.Quotes.TEXT);
        Object message = map("a", "x,y", "b", "t\tt", "c;d", 1L);
        String csv = Csv.write(options, List.of(message));
        assertEquals("a\tb\t\"c;d\"\n\"x,y\"\t\"t\tt\"\t1\n", csv);
        assertEquals(List.of(message), Csv.read(csv));
        for (char bad : "\"\na1 .{\u00e9".toCharArray()) {
            WireOptions wrong = Csv.DEFAULTS.with(CsvFormat.DELIMITER, bad);
            assertThrows(IllegalArgumentException.class, () -> Csv.write(wrong, List.of()), "delimiter " + (int) bad);
        }
    }

    @Test
    void fileWithoutHeaderTakesItsColumnsFromTheOption() {
        WireOptions options =
                Csv.DEFAULTS.with(CsvFormat.HEADER, CsvFormat.Header.ABSENT).with(CsvFormat.COLUMNS, List.of("a", "b"));
        List<Object> messages = List.of(map("a", 1L, "b", "x"), map("a", 2L, "b", null));
        assertEquals("1,x\r\n2,\r\n", Csv.write(options, messages));
        assertEquals(messages, Csv.read(options, "1,x\r\n2,\r\n"));
        WireOptions nameless = Csv.DEFAULTS.with(CsvFormat.HEADER, CsvFormat.Header.ABSENT);
        assertEquals(List.of(map("column1", 1L, "column2", "x")), Csv.read(nameless, "1,x\r\n"));
    }

    @Test
    void limitsApplyToWriting() {
        WireLimits limits = new WireLimits(3, 100, 50, 10, 8, 10, 10, 10, 10);
        WireOptions options = Csv.DEFAULTS.with(WireOptions.LIMITS, limits);
        for (Object message : List.of(
                map("a", "x".repeat(51)),
                map("a", "x".repeat(45), "b", "x".repeat(45), "c", "x".repeat(45)),
                map("a", new Blob(new byte[51])),
                map("a", new BigDecimal("12345678901")),
                map("ninechars", 1L),
                map("a", map("b", map("c", map("d", 1L)))),
                map("a", map("b", List.of(List.of(1L)))),
                map("a", new Typed("ninechars", map("b", 1L))))) {
            assertThrows(WireDataException.class, () -> Csv.write(options, List.of(message)), message.toString());
        }
        assertEquals("a.b[]\r\n[1]\r\n", Csv.write(options, List.of(map("a", map("b", List.of(1L))))));
    }

    /** Names of columns are limited with their dots, escapes and marks, names in JSON text without escapes. */
    @Test
    void everyNameThatIsWrittenCanBeRead() {
        Object good = map("a", 1L);
        for (Object message : List.of(
                map("a".repeat(600), map("b".repeat(600), 1L)),
                map(".".repeat(600), 1L),
                map("a".repeat(1023), List.of(1L)),
                map("a".repeat(1023), map()),
                map("a".repeat(1020), new Typed("T", map("b", 1L))))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = new CsvFormat().newWriter(bytes, Csv.DEFAULTS)) {
                WireDataException e = assertThrows(WireDataException.class, () -> Trees.writeMessage(out, message));
                assertTrue(e.getMessage().startsWith("csv: column name longer than 1024 bytes"), e.getMessage());
                out.cancelMessage();
                Trees.writeMessage(out, good);
            }
            assertEquals("a\r\n1\r\n", bytes.toString(StandardCharsets.UTF_8));
        }
        for (Object message : List.of(
                map("a".repeat(512), map("b".repeat(511), 1L)),
                map(".".repeat(512), 1L),
                map("a".repeat(1022), List.of(1L)),
                map("a", List.of(map("\"".repeat(1024), 1L, "\u0001".repeat(1024), 2L))),
                map("a", List.of(map("@dw:".repeat(256), 1L))),
                map("a", List.of(new Typed("T".repeat(1024), 1L))))) {
            assertEquals(List.of(message), Csv.read(Csv.write(message)));
        }
        assertThrows(WireDataException.class, () -> Csv.write(map("a", List.of(map("b".repeat(1025), 1L)))));
        MalformedWireException e = assertThrows(
                MalformedWireException.class, () -> Csv.read("a[]\n\"[{\"\"" + "\\n".repeat(1025) + "\"\":1}]\"\n"));
        assertTrue(e.getMessage().contains("field name longer than 1024 bytes"), e.getMessage());
    }
}
