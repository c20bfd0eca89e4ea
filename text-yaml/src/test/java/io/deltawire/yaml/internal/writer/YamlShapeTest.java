package io.deltawire.yaml.internal.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import io.deltawire.yaml.YamlFormat;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The exact text that the writer writes. */
class YamlShapeTest {
    private static final WireOptions PLAIN =
            WireOptions.DEFAULTS.with(YamlFormat.DOCUMENT_MARKS, YamlFormat.DocumentMarks.NONE);

    private static String yaml(Object message) {
        return yaml(message, PLAIN);
    }

    private static String yaml(Object message, WireOptions options) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = new YamlFormat().newWriter(buffer, options);
        Trees.writeMessage(out, message);
        String text = new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8);
        try (WireIn in = new YamlFormat().newReader(text.getBytes(StandardCharsets.UTF_8), options)) {
            assertEquals(List.of(noEvents(message)), Trees.readAll(in), text);
        }
        return text;
    }

    private static Object noEvents(Object message) {
        return message instanceof java.util.Map<?, ?> map
                        && map.keySet().iterator().next() instanceof Name name
                ? Trees.map(name.event(), map.get(name))
                : message;
    }

    @Test
    void writesTypedObjectInBraces() {
        assertEquals(
                """
                !SidedPrice {
                  symbol: Symbol,
                  timestamp: 123456789000,
                  side: Buy,
                  price: 1.2345,
                  quantity: 1000000.0
                }
                """,
                yaml(new Typed(
                        "SidedPrice",
                        Trees.map(
                                "symbol",
                                "Symbol",
                                "timestamp",
                                123456789000L,
                                "side",
                                "Buy",
                                "price",
                                1.2345,
                                "quantity",
                                1000000.0))));
    }

    @Test
    void writesEventAsBlockMappingIn268Bytes() {
        Object message = Trees.map(new Name("update"), new Typed("MyDataType", Trees.myDataType()));
        String text = yaml(message);
        assertEquals("""
                update: !MyDataType {
                  firstId: 1010101010101,
                  secondId: 2222,
                  thirdId: thirdId-1234,
                  staticOne: staticOne-1234,
                  staticTwo: 2020202020202,
                  staticThree: "2016-07-22T12:34:56.789Z[UTC]",
                  staticFour: 1000000.0,
                  changesA: 3000000000,
                  changesB: 123456.0
                }
                """, text);
        assertEquals(268, text.length());
    }

    @Test
    void writesNestedObjectsAndLists() {
        assertEquals(
                """
                name: EURUSD
                sizes: [1, 2, 3]
                book: {
                  empty: {},
                  none: [],
                  inner: {
                    a: 1
                  },
                  bids: [
                    {price: 1.1, sizes: [1, 2]},
                    !Level {price: 1.2, sizes: []}
                  ],
                  mixed: [1, 2,
                    [3, 4],
                    5
                  ]
                }
                end: true
                """,
                yaml(Trees.map(
                        "name",
                        "EURUSD",
                        "sizes",
                        List.of(1L, 2L, 3L),
                        "book",
                        Trees.map(
                                "empty",
                                Trees.map(),
                                "none",
                                List.of(),
                                "inner",
                                Trees.map("a", 1L),
                                "bids",
                                List.of(
                                        Trees.map("price", 1.1, "sizes", List.of(1L, 2L)),
                                        new Typed("Level", Trees.map("price", 1.2, "sizes", List.of()))),
                                "mixed",
                                List.of(1L, 2L, List.of(3L, 4L), 5L)),
                        "end",
                        true)));
    }

    @Test
    void writesScalarsSoThatTheirKindSurvives() {
        assertEquals("""
                integer: 5
                double: 5.0
                exact: 123456789012345678901234567890
                price: !!float 1.50
                five: !!float 5
                notANumber: .nan
                "no": "no"
                "007": agent
                date: 2016-07-22
                dateText: "2016-07-22"
                instant: 2016-07-22T12:34:56.789Z
                time: "12:30:45"
                timeText: !!str "12:30:45"
                !!str "12:31": true
                bytes: !!binary "AAEC"
                nothing: null
                1: one
                null: nothing
                ? [1, 2]
                : list
                odd: !com.acme.Other$Type%20%25 text
                typedBytes: !Key%7Cbinary "AAEC"
                typedDecimal: !Amount%7Cfloat 1.50
                barred: !a%7Cb%7C x
                escaped: "tab\\there \\"q\\" \\\\ \\u0007 \\u2028 \\U000E0001 \\uD83D"
                """, yaml(entries()));
    }

    @Test
    void barInTheTypeNameOfAnObjectOrListSurvives() {
        for (String name : List.of("a|b", "|", "a|", "a|binary", "a||", "tag:example.com,2000:a|b")) {
            Object message = Trees.map(
                    "object", new Typed(name, Trees.map("x", 1L)),
                    "list", new Typed(name, List.of(1L)),
                    "scalar", new Typed(name, 5L));
            yaml(message); // which reads it again
        }
    }

    private static Object entries() {
        var map = Trees.map(
                "integer",
                5L,
                "double",
                5.0,
                "exact",
                new BigDecimal("123456789012345678901234567890"),
                "price",
                new BigDecimal("1.50"),
                "five",
                new BigDecimal("5"),
                "notANumber",
                Double.NaN,
                "no",
                "no",
                "007",
                "agent",
                "date",
                LocalDate.of(2016, 7, 22),
                "dateText",
                "2016-07-22",
                "instant",
                Instant.parse("2016-07-22T12:34:56.789Z"),
                "time",
                LocalTime.of(12, 30, 45),
                "timeText",
                "12:30:45",
                "12:31",
                true,
                "bytes",
                new Blob(new byte[] {0, 1, 2}),
                "nothing",
                null,
                1L,
                "one",
                null,
                "nothing");
        map.put(List.of(1L, 2L), "list");
        map.put("odd", new Typed("com.acme.Other$Type %", "text"));
        map.put("typedBytes", new Typed("Key", new Blob(new byte[] {0, 1, 2})));
        map.put("typedDecimal", new Typed("Amount", new BigDecimal("1.50")));
        map.put("barred", new Typed("a|b", "x"));
        map.put("escaped", "tab\there \"q\" \\ \u0007 \u2028 \udb40\udc01 \ud83d");
        return map;
    }

    @Test
    void breaksLongListsOfScalars() {
        Long[] numbers = new Long[40];
        Arrays.setAll(numbers, i -> 1000L + i);
        String text = yaml(Trees.map("numbers", List.of(numbers)));
        assertEquals(3, text.lines().count(), text);
        assertEquals("  1016, ", text.lines().skip(1).findFirst().orElseThrow().substring(0, 8));
    }

    @Test
    void writesLongKeysAfterQuestionMarks() {
        String name = "k".repeat(1010);
        assertEquals("? " + name + "\n: 1\n", yaml(Trees.map(name, 1L)));
        assertEquals("!T {\n  ? " + name + " : 1,\n  b: 2\n}\n", yaml(new Typed("T", Trees.map(name, 1L, "b", 2L))));
    }

    @Test
    void beginsEveryMessageOfAStreamWithAMark() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new YamlFormat().newWriter(bytes, WireOptions.DEFAULTS)) {
            Trees.writeMessage(out, Trees.map("a", 1L));
            Trees.writeMessage(out, "text");
            Trees.writeMessage(out, null);
            Trees.writeMessage(out, List.of(1L, Trees.map("b", 2L)));
        }
        assertEquals(
                "---\na: 1\n---\ntext\n---\nnull\n---\n[1,\n  {b: 2}\n]\n", bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void writesCommentsOnSeparateLines() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new YamlFormat().newWriter(bytes, WireOptions.DEFAULTS)) {
            out.beginMessage();
            out.comment("message 1");
            out.type("T");
            out.beginObject();
            out.comment("two\nlines \u001b[31m");
            out.field("a");
            out.int64(1);
            out.field("list");
            out.beginList();
            out.int64(1);
            out.comment("in a list");
            out.int64(2);
            out.endList();
            out.comment("last");
            out.endObject();
            out.comment("after");
            out.endMessage();
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertEquals("""
                ---
                # message 1
                !T {
                  # two
                  # lines \\u001B[31m
                  a: 1,
                  list: [1, 2]
                  # in a list
                  # last
                }
                # after
                """, text);
        try (WireIn in = new YamlFormat().newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
            assertEquals(List.of(new Typed("T", Trees.map("a", 1L, "list", List.of(1L, 2L)))), Trees.readAll(in));
        }
    }

    @Test
    void rejectsMessagesBeyondALimit() {
        WireOptions small =
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, new WireLimits(100, 1000, 100, 10, 8, 10, 10, 10, 10));
        assertThrows(WireDataException.class, () -> yaml(Trees.map("ninebytes", 1L), small));
        assertThrows(WireDataException.class, () -> yaml(Trees.map("a", "x".repeat(101)), small));
        assertThrows(WireDataException.class, () -> yaml(Trees.map("a", new BigDecimal("12345678901")), small));
        assertThrows(WireDataException.class, () -> yaml(new Typed("NineBytes", Trees.map()), small));
        Object[] many = new Object[1000];
        Arrays.fill(many, 1L);
        assertThrows(WireDataException.class, () -> yaml(List.of(many), small));
        assertThrows(
                WireDataException.class, () -> yaml(Trees.map("a", new BigDecimal(java.math.BigInteger.ONE, 10_001))));
    }

    @Test
    void rejectsCallsInTheWrongOrder() {
        WireOut out = new YamlFormat().newWriter(OutputBuffer.inMemory(), PLAIN);
        assertThrows(IllegalStateException.class, () -> out.int64(1));
        assertThrows(IllegalStateException.class, out::endMessage);
        out.beginMessage();
        assertThrows(IllegalStateException.class, () -> out.field("a"));
        assertThrows(IllegalStateException.class, out::endMessage);
        out.beginObject();
        assertThrows(IllegalStateException.class, () -> out.int64(1));
        assertThrows(IllegalStateException.class, out::beginList);
        assertThrows(IllegalStateException.class, out::endList);
        assertThrows(IllegalStateException.class, () -> out.field(0));
        out.field("a");
        assertThrows(IllegalStateException.class, () -> out.field("b"));
        assertThrows(IllegalStateException.class, out::endObject);
        out.int64(1);
        assertThrows(IllegalStateException.class, out::endMessage);
        out.endObject();
        assertThrows(IllegalStateException.class, () -> out.int64(1));
        out.endMessage();
        assertThrows(IllegalStateException.class, () -> out.int64(1));
    }

    private static Object book() {
        return Trees.map(
                "name",
                "EURUSD",
                "note",
                "first line\nsecond: # line\n\nfourth",
                "sizes",
                List.of(1L, 2L),
                "book",
                new Typed(
                        "Book",
                        Trees.map(
                                "empty",
                                Trees.map(),
                                "none",
                                List.of(),
                                "bids",
                                List.of(
                                        Trees.map("price", 1.1, "sizes", List.of(1L, 2L)),
                                        new Typed("Level", Trees.map("price", 1.2, "sizes", List.of())),
                                        List.of("a\nb\n", List.of(), " x\ny")))),
                List.of(1L, 2L),
                Trees.map("a", 1L));
    }

    @Test
    void writesBlockStyle() {
        assertEquals("""
                name: EURUSD
                note: |-
                  first line
                  second: # line

                  fourth
                sizes:
                  - 1
                  - 2
                book: !Book
                  empty: {}
                  none: []
                  bids:
                    - price: 1.1
                      sizes:
                        - 1
                        - 2
                    - !Level
                      price: 1.2
                      sizes: []
                    - - |
                        a
                        b
                      - []
                      - " x\\ny"
                ? [1, 2]
                :
                  a: 1
                """, yaml(book(), PLAIN.with(YamlFormat.STYLE, YamlFormat.Style.BLOCK)));
    }

    @Test
    void writesLineStyle() {
        assertEquals(
                "--- {name: EURUSD, note: \"first line\\nsecond: # line\\n\\nfourth\", sizes: [1, 2], book: !Book {empty: {},"
                        + " none: [], bids: [{price: 1.1, sizes: [1, 2]}, !Level {price: 1.2, sizes: []}, [\"a\\nb\\n\", [],"
                        + " \" x\\ny\"]]}, ? [1, 2] : {a: 1}}\n",
                yaml(book(), WireOptions.DEFAULTS.with(YamlFormat.STYLE, YamlFormat.Style.LINE)));
    }

    @Test
    void writesTypedRootAndCommentsInBlockStyle() {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out =
                new YamlFormat().newWriter(buffer, WireOptions.DEFAULTS.with(YamlFormat.STYLE, YamlFormat.Style.BLOCK));
        out.beginMessage();
        out.type("Server");
        out.beginObject();
        out.comment("where to listen");
        out.field("port");
        out.int64(80);
        out.field("hosts");
        out.beginList();
        out.comment("the first\nthen others");
        out.text("a");
        out.beginObject();
        out.comment("inside");
        out.field("b");
        out.nullValue();
        out.endObject();
        out.endList();
        out.endObject();
        out.comment("the end");
        out.endMessage();
        assertEquals("""
                ---
                !Server
                # where to listen
                port: 80
                hosts:
                  # the first
                  # then others
                  - a
                  -
                    # inside
                    b: null
                # the end
                """, new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8));
    }

    @Test
    void writesSetsByTheStandardTag() {
        Typed set = new Typed("set", Arrays.asList("a", null, 1L, List.of("b"), new Typed("set", List.of())));
        assertEquals(
                "s: !!set {? a, ? null, ? 1,\n  ? [b],\n  ? !!set {}\n}\nt: !set {\n  a: 1\n}\n",
                yaml(Trees.map("s", set, "t", new Typed("set", Trees.map("a", 1L)))));
        assertEquals(
                "s: !!set\n  ? a\n  ? null\n  ? 1\n  ? - b\n  ? !!set {}\n",
                yaml(Trees.map("s", set), PLAIN.with(YamlFormat.STYLE, YamlFormat.Style.BLOCK)));
        assertEquals(
                "{s: !!set {? a, ? null, ? 1, ? [b], ? !!set {}}}\n",
                yaml(Trees.map("s", set), PLAIN.with(YamlFormat.STYLE, YamlFormat.Style.LINE)));
        assertEquals(
                "!set [a, null, 1,\n  [b],\n  !set []\n]\n",
                yaml(set, PLAIN.with(YamlFormat.SETS, YamlFormat.Sets.CHRONICLE)));
    }
}
