package io.deltawire.yaml.internal.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Typed;
import io.deltawire.yaml.YamlFormat;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** YAML as other programs and people write it, and the errors for invalid YAML. */
class YamlReadingTest {
    private static WireIn reader(String yaml) {
        return new YamlFormat().newReader(yaml.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS);
    }

    private static List<Object> read(String yaml) {
        try (WireIn in = reader(yaml)) {
            return Trees.readAll(in);
        }
    }

    private static Object readOne(String yaml) {
        List<Object> all = read(yaml);
        assertEquals(1, all.size(), yaml);
        return all.get(0);
    }

    private static String errorOf(String yaml) {
        return assertThrows(WireException.class, () -> read(yaml), yaml).getMessage();
    }

    @Test
    void numbersWithLeadingZerosAreText() {
        for (String text : List.of("010", "-007", "00", "+08", "0123456789")) {
            for (String yaml : List.of(text, text + " # comment", "&x " + text)) { // by the scanner, and by the parser
                WireDataException e =
                        assertThrows(WireDataException.class, () -> value(yaml).int64(), yaml);
                assertTrue(e.getMessage().contains("expected a number but was " + text), e.getMessage());
                assertTrue(e.getMessage().contains("octal"), e.getMessage());
                assertThrows(WireDataException.class, () -> value(yaml).float64(), yaml);
                assertThrows(WireDataException.class, () -> value(yaml).decimal(), yaml);
                assertEquals(text, value(yaml).text());
            }
            assertEquals(Long.parseLong(text), value('"' + text + '"').int64());
            assertEquals(Long.parseLong(text), value('\'' + text + '\'').int64());
        }
        assertEquals(0, value("0").int64());
        assertEquals(8, value("0o10").int64());
        assertThrows(WireDataException.class, () -> value("1_000").int64());
    }

    @Test
    void parsedNumberIsNotReusedForTheNextDocument() {
        for (String second : List.of(".nan", ".inf", "-.inf", "!T .nan", "0x1F", "1e3")) {
            String document = "---\n{\n  a: %s,\n  b: 1\n}\n";
            WireIn in = reader(
                    String.format(document, "1.5") + String.format(document, "7") + String.format(document, second));
            for (int i = 0; i < 3; i++) {
                assertTrue(in.nextMessage());
                in.beginObject();
                in.fieldName();
                in.typeName();
                in.peek();
                double expected = i == 0 ? 1.5 : i == 1 ? 7 : value(second).float64();
                assertEquals(expected, in.float64(), second);
            }
        }
    }

    private static WireIn value(String yaml) {
        WireIn in = reader("a: " + yaml);
        assertTrue(in.nextMessage());
        in.beginObject();
        in.fieldName();
        return in;
    }

    @Test
    void exponentsOutOfRangeForDecimalsAreErrors() {
        for (String text : List.of(
                "1e9999999999", "-1e99999999999999999999", "1.5e2147483648", "1e2147483648", "!!float 1e9999999999")) {
            assertThrows(WireDataException.class, () -> value(text).int64(), text);
            assertThrows(WireDataException.class, () -> value(text).float64(), text);
            assertThrows(WireDataException.class, () -> value(text).decimal(), text);
            String plain = text.substring(text.indexOf(' ') + 1);
            assertEquals(plain, value(text).text());
            assertEquals(Trees.map("b", 1L), readAfter("---\n? " + text + "\n: 1\n---\nb: 1\n"));
        }
        for (String text : List.of("1e-9999999999", "-1e-99999999999999999999")) {
            assertThrows(WireDataException.class, () -> value(text).float64(), text);
            assertThrows(WireDataException.class, () -> value(text).int64(), text);
            assertThrows(WireDataException.class, () -> value(text).decimal(), text);
        }
    }

    /** Returns a reader at the second of two documents. */
    private static Object readAfter(String yaml) {
        WireIn in = reader(yaml);
        assertTrue(in.nextMessage());
        in.skipValue();
        assertTrue(in.nextMessage());
        return Trees.read(in);
    }

    @Test
    void readsHandWrittenConfiguration() {
        assertEquals(
                Trees.map(
                        "name", "gateway",
                        "ports", List.of(80L, 443L),
                        "limits", Trees.map("cpu", 0.5, "memory", "2Gi"),
                        "text", "one\ntwo\n",
                        "folded", "one two",
                        "empty", null,
                        "quoted", "it's"),
                readOne("""
                    # gateway settings
                    name: gateway   # the host
                    ports:
                      - 80
                      - 443
                    limits:
                      cpu: 0.5
                      memory: 2Gi
                    text: |
                      one
                      two
                    folded: >-
                      one
                      two
                    empty:
                    quoted: 'it''s'
                    """));
    }

    @Test
    void resolvesPlainScalarsByTheCoreSchema() {
        assertEquals(
                Arrays.asList(
                        null,
                        null,
                        true,
                        false,
                        12L,
                        12L,
                        -12L,
                        0L,
                        31L,
                        15L,
                        1.0,
                        0.5,
                        5.0,
                        1000.0,
                        new BigDecimal("18446744073709551616"),
                        new BigDecimal("0.1000000000000000055511151231257827"),
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        Double.NaN,
                        -0.0,
                        LocalDate.of(2016, 7, 22),
                        LocalTime.of(12, 30, 45),
                        OffsetDateTime.parse("2016-07-22T12:34:56+01:00")),
                readOne("[~, null, true, FALSE, 12, +12, -12, -0, 0x1F, 0o17, 1.0, .5, 5., 1e3, 18446744073709551616,"
                        + " 0.1000000000000000055511151231257827, .inf, -.INF, .NaN, -0.0, 2016-07-22, 12:30:45,"
                        + " 2016-07-22T12:34:56+01:00]"));
    }

    @Test
    void readsAsTextWhatYamlVersionsResolveDifferently() {
        List<String> texts = List.of(
                "yes",
                "no",
                "on",
                "off",
                "y",
                "010",
                "007",
                "0b11",
                "1_000",
                "190:20:30",
                "-0x1F",
                "1.5.2",
                "2001-99-99",
                "08",
                "._",
                "2016-7-2",
                "=",
                "1e",
                "0x",
                "+",
                "-",
                ".",
                "e3");
        assertEquals(texts, readOne("[" + String.join(", ", texts.subList(0, 19)) + ", +, '-', '.', e3]"));
    }

    @Test
    void resolvesTaggedScalars() {
        assertEquals(
                Arrays.asList(
                        "12",
                        "12",
                        12L,
                        new BigDecimal("1.50"),
                        true,
                        null,
                        new Blob(new byte[] {0, 1, 2}),
                        LocalDate.of(2016, 7, 22),
                        "12:30",
                        new Typed("T", 1L),
                        new Typed("T", "1"),
                        new Typed("a b", "x"),
                        new Typed("tag:example.com,2000:t", List.of()),
                        List.of(-0.0, -0.0, -0.0, new BigDecimal("0.0"), new BigDecimal("-0.5"))),
                readOne(
                        "[!!str 12, ! 12, !!int '12', !!float 1.50, !!bool True, !!null '', !!binary ' AA EC ',"
                                + " !!timestamp '2016-07-22', !!str \"12:30\", !T 1, !T '1', !a%20b x,"
                                + " !<tag:example.com,2000:t> [], [!!float -0.0, !!float '-0', !!float \"-0e9\", !!float 0.0, !!float -0.5]]"));
        assertEquals(
                "yaml: expected what the tag !!int stands for but was text \"x\" at line 1, column 4, path $.a",
                errorOf("a: !!int x"));
        assertEquals(
                "yaml: expected what the tag !!binary stands for but was text \"*\" at line 1, column 1, path $",
                errorOf("!!binary '*'"));
        assertEquals(
                List.of(new Trees.Typed("set", List.of("a", "b")), List.of(Trees.map("x", 1L))),
                readOne("[!!set {a, b}, !!omap [x: 1]]"));
    }

    @Test
    void readsAnchorsAliasesAndMergeKeys() {
        assertEquals(
                Trees.map(
                        "base", Trees.map("a", 1L, "b", List.of(1L, 2L)),
                        "copy", Trees.map("a", 1L, "b", List.of(1L, 2L)),
                        "merged", Trees.map("b", 3L, "a", 1L),
                        "many", Trees.map("c", 5L, "x", 1L, "y", 4L, "a", 1L, "b", List.of(1L, 2L)),
                        "name", "n",
                        "n", "n",
                        "last", 2L),
                readOne("""
                    base: &base {a: 1, b: &b [1, 2]}
                    copy: *base
                    merged:
                      <<: *base
                      b: 3
                    many: {<<: [{x: 1}, {x: 2, y: 4}, *base], c: 5}
                    name: &n n
                    *n : *n
                    last: 2
                    """));
        assertEquals(
                Trees.map("k", Trees.map("c", 1L, "b", 2L, "a", 3L)),
                readOne("k: {<<: {b: 2, <<: {a: 3, b: 4, c: 5}}, c: 1}\n"));
        assertEquals(Trees.map("<<", 1L), readOne("\"<<\": 1\n"));
        assertTrue(errorOf("a: *x\n").contains("alias *x has no anchor before it at line 1, column 4, path $.a"));
        assertTrue(errorOf("&a [*a]\n").contains("alias *a is inside what it stands for"));
        assertTrue(errorOf("a: {<<: 1}\n").contains("expected a mapping or a list of mappings to merge"));
    }

    @Test
    void readsStreamsOfDocuments() {
        List<Object> three = List.of(Trees.map("a", 1L), Trees.map("b", 2L), Trees.map("c", 3L));
        assertEquals(three, read("---\na: 1\n---\nb: 2\n---\nc: 3\n"));
        // Like events printed by Chronicle: a bare document after each end mark, and nothing after the last one.
        assertEquals(three, read("a: 1\n...\nb: 2\n...\n# comment\nc: 3\n...\n"));
        assertEquals(three, read("--- {a: 1}\r\n--- {b: 2}\r\n...\r\n\r\nc: 3"));
        assertEquals(three, read("%YAML 1.2\n---\na: 1\n...\n%TAG !e! tag:e,2000:\n---\nb: 2\n--- # last\nc: 3\n"));
        assertEquals(List.of(), read("---\n---\n"));
        assertEquals(Arrays.asList(null, null), read("--- null\n---\n~\n"));
        assertEquals(List.of(), read("# nothing\n\n...\n"));
        assertEquals(List.of("\ufeffa"), read("\ufeff\"\ufeffa\"\n"));
        assertEquals(
                List.of("a\nb"),
                read("--- |\n  a\n  b\n...\n").stream()
                        .map(s -> ((String) s).strip())
                        .toList());
    }

    /** Wherever they are, and whether the documents around them are opened before their end is found or not. */
    @Test
    void documentsWithoutContentAreNoMessages() {
        List<String> empty = List.of(
                "---\n",
                "---\n---\n",
                "--- # comment\n",
                "---\t \n# comment\n",
                "---\n\n  # comment\n\n",
                "---\r\n",
                "---\n...\n",
                "---\n# comment\n...\n# comment\n",
                "--- \n  \n");
        List<String> messages =
                List.of("a: %d\n", "- %d\n", "{a: %d}\n", "\"%d\"\n", "|\n  %d\n", "-1%d\n", "!T {a: %d}\n");
        for (String message : messages) {
            for (String mark : List.of("---\n", "--- ")) {
                if (mark.equals("--- ") && (message.startsWith("a") || message.startsWith("- "))) {
                    continue; // not valid on the line of the mark
                }
                String plain = "";
                for (int i = 0; i < 12; i++) {
                    plain += mark + message.formatted(i);
                }
                List<Object> expected = read(plain);
                assertEquals(12, expected.size());
                for (String none : empty) {
                    for (int at = 0; at <= 12; at++) {
                        StringBuilder yaml = new StringBuilder();
                        for (int i = 0; i <= 12; i++) {
                            yaml.append(i == at ? none : "").append(i < 12 ? mark + message.formatted(i) : "");
                        }
                        assertEquals(expected, read(yaml.toString()), yaml.toString());
                    }
                }
            }
        }
    }

    /** The mark of a document may be at hand before its content. */
    @Test
    void contentMayComeAfterAMarkAtTheEnd() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        try (WireIn in = new YamlFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            bytes.append("---\na: 1\n---\n");
            assertTrue(in.nextMessage());
            assertEquals(Trees.map("a", 1L), Trees.read(in));
            assertFalse(in.nextMessage());
            assertFalse(in.nextMessage());
            bytes.append("a: 2\n---\n");
            assertTrue(in.nextMessage());
            assertEquals(Trees.map("a", 2L), Trees.read(in));
            assertFalse(in.nextMessage());
            bytes.append("---\na: 3\n");
            assertTrue(in.nextMessage());
            assertEquals(Trees.map("a", 3L), Trees.read(in));
        }
    }

    @Test
    void keysThatAreObjectsDifferByTheirNames() {
        assertEquals(
                Trees.map(Trees.map("a", null), "x", Trees.map("b", null), "y"),
                readOne("{? {a: null} : x, ? {b: null} : y}"));
    }

    @Test
    void continuesWithTheNextDocumentAfterAnError() {
        try (WireIn in = reader("a: 1\n---\na: ]\n---\nc: 3\n")) {
            assertTrue(in.nextMessage());
            assertEquals(Trees.map("a", 1L), Trees.readMessage(in));
            assertTrue(in.nextMessage());
            assertThrows(MalformedWireException.class, () -> Trees.readMessage(in));
            assertTrue(in.nextMessage());
            assertEquals(Trees.map("c", 3L), Trees.readMessage(in));
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void errorsNameTheirLocation() {
        assertEquals(
                "yaml: mapping key \"b\" given twice at line 5, column 3, path $.x.b",
                errorOf("---\na: 1\n---\nx: {b: 1,\n  b: 2}\n"));
        assertEquals(
                "yaml: mapping key \"0x1\" given twice at line 2, column 1, path $.0x1", errorOf("1: a\n0x1: b\n"));
        assertEquals("yaml: mapping key given twice at line 1, column 17, path $.?", errorOf("{? [1] : a, ? [1] : b}"));
        assertEquals(
                "yaml: mapping key given twice at line 1, column 23, path $.?",
                errorOf("{? {a: 1} : x, ? {a: 1} : y}"));
        assertEquals(
                "yaml: expected UTF-8 but found byte 0xFF at line 2, column 4",
                assertThrows(
                                MalformedWireException.class,
                                () -> Trees.readAll(new YamlFormat()
                                        .newReader(
                                                "a: 1\nb: ÿ\n".getBytes(StandardCharsets.ISO_8859_1),
                                                WireOptions.DEFAULTS)))
                        .getMessage());
        assertTrue(errorOf("a: \"\\xZZ\"").startsWith("yaml: "), errorOf("a: \"\\xZZ\""));
        assertTrue(
                errorOf("a: \u0007b\n").contains("found control character U+0007 at line 1, column 4"),
                errorOf("a: \u0007b\n"));
        assertInstanceOf(TruncatedWireException.class, assertThrows(WireException.class, () -> read("a: [1,\n  2")));
        assertEquals("yaml: expected nothing after the mark ... at line 1, column 5", errorOf("... x\n"));
        assertEquals(
                "yaml: expected the mark ... between a document and a directive at line 2, column 1",
                errorOf("a: 1\n%YAML 1.2\n---\nb\n"));
    }

    @Test
    void valueStaysUnreadAfterARequestForTheWrongType() {
        for (String yaml : List.of("!T {\n  price: x1,\n  n: 5\n}\n", "!T\nprice: x1\nn: 5\n")) {
            try (WireIn in = reader(yaml)) {
                assertTrue(in.nextMessage());
                assertEquals("T", in.typeName());
                in.beginObject();
                assertEquals("price", in.fieldName());
                WireDataException e = assertThrows(WireDataException.class, in::float64);
                assertEquals(
                        "yaml: expected a number but was text \"x1\" at line 2, column " + (yaml.contains("{") ? 10 : 8)
                                + ", path $.price",
                        e.getMessage());
                assertThrows(WireDataException.class, in::beginList);
                assertThrows(WireDataException.class, in::nullValue);
                assertThrows(WireDataException.class, in::bool);
                assertThrows(WireDataException.class, in::temporal);
                assertEquals("x1", in.text());
                assertEquals(WireToken.FIELD, in.peek());
                assertEquals("n", in.fieldName());
                assertThrows(WireDataException.class, in::bytes);
                assertEquals(new BigDecimal("5"), in.decimal());
                in.endObject();
                assertEquals(WireToken.END_MESSAGE, in.peek());
                assertThrows(WireDataException.class, in::int64);
                assertFalse(in.nextMessage());
            }
        }
    }

    @Test
    void convertsScalars() {
        try (WireIn in = reader("[1.50, 0x1F, \"AAEC\", 12:30, 18446744073709551616, .nan, true, '2016-07-22', 3.0]")) {
            assertTrue(in.nextMessage());
            in.beginList();
            assertEquals(new BigDecimal("1.50"), in.decimal());
            assertEquals(31, in.float64());
            assertArrayEquals(new byte[] {0, 1, 2}, in.bytes());
            assertEquals("12:30", in.text());
            assertThrows(WireDataException.class, in::int64);
            assertEquals(18446744073709551616.0, in.float64());
            assertEquals("NaN", in.text());
            assertEquals("true", in.text());
            assertEquals(LocalDate.of(2016, 7, 22), in.temporal());
            assertEquals(3, in.int64());
            in.endList();
        }
    }

    @Test
    void readsSetAndOrderedMapAsObjectsOnRequest() {
        String yaml = "s: !!set {a, 1, ? [x, y]}\nm: !!omap\n- a: 1\n- b: {c: 2}\nt: !!set\n  ? a\nu: !!set {b}\n";
        try (WireIn in = new YamlFormat().newReader(yaml.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            in.beginObject();
            assertEquals("s", in.fieldName());
            assertEquals("set", in.typeName());
            in.beginList();
            assertEquals("a", in.text());
            assertEquals(1, in.int64());
            in.beginList();
            assertEquals("x", in.text());
            in.endList();
            in.endList();
            assertEquals("m", in.fieldName());
            in.beginObject();
            assertEquals("a", in.fieldName());
            assertEquals(1, in.int64());
            assertEquals("b", in.fieldName());
            in.beginObject();
            assertEquals("c", in.fieldName());
            assertEquals("$.m.b.c", in.location().path());
            in.endObject();
            in.endObject();
            assertEquals("t", in.fieldName());
            assertEquals(WireToken.BEGIN_LIST, in.peek());
            assertEquals("set", in.typeName());
            in.skipValue();
            assertEquals("u", in.fieldName());
            in.beginObject();
            assertEquals("b", in.fieldName());
            in.nullValue();
            in.endObject();
            in.endObject();
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void rejectsInvalidSetsAndOrderedMaps() {
        assertRefused(
                "!!set {a: 1}\n",
                WireIn::beginList,
                "expected a set, whose keys have no values at line 1, column 11, path $[0]");
        assertRefused(
                "!!set {a, a}\n", WireIn::beginList, "mapping key \"a\" given twice at line 1, column 11, path $[1]");
        assertRefused(
                "!!set {<<: {a: 1}}\n",
                WireIn::beginList,
                "expected a set without merged mappings at line 1, column 8, path $");
        String problem = "expected an ordered map, whose items have one entry each at line ";
        assertRefused("!!omap [a]\n", WireIn::beginObject, problem + "1, column 9, path $");
        assertRefused("!!omap [{}]\n", WireIn::beginObject, problem + "1, column 9, path $");
        assertRefused("!!omap [{a: 1, b: 2}]\n", WireIn::beginObject, problem + "1, column 16, path $.a");
        assertRefused(
                "!!omap\n- a: 1\n- a: 1\n",
                WireIn::beginObject,
                "mapping key \"a\" given twice at line 3, column 3, path $.a");
    }

    private static void assertRefused(String yaml, Consumer<WireIn> begin, String problem) {
        try (WireIn in = new YamlFormat().newReader(yaml.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            begin.accept(in);
            MalformedWireException e = assertThrows(MalformedWireException.class, () -> {
                while (in.hasNext()) {
                    if (in.peek() == WireToken.FIELD) {
                        in.fieldName();
                    }
                    in.skipValue();
                }
            });
            assertEquals("yaml: " + problem, e.getMessage());
        }
    }

    @Test
    void locatesTheValueLastRead() {
        String yaml = "# by hand\na: 12\nb: !T {\n  c: \"x\",\n  d: [1, 2]\n}\n";
        for (ParserChoice choice : ParserChoice.values()) {
            byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
            WireIn in = new YamlReader(InputBuffer.of(bytes, 0, bytes.length), WireOptions.DEFAULTS.limits(), choice);
            assertTrue(in.nextMessage());
            assertEquals("at line 2, column 1, path $", in.location().toString());
            in.beginObject();
            in.fieldName();
            assertEquals("at line 2, column 1, path $.a", in.location().toString());
            in.int64();
            assertEquals("at line 2, column 4, path $.a", in.location().toString());
            in.fieldName();
            in.beginObject();
            in.fieldName();
            in.text();
            assertEquals("at line 4, column 6, path $.b.c", in.location().toString());
            assertEquals(WireToken.FIELD, in.peek());
            assertEquals("at line 5, column 3, path $.b.d", in.location().toString());
        }
    }
}
