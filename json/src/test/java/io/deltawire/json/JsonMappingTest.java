package io.deltawire.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The mapping of docs/spec/json-mapping.md, value by value. */
class JsonMappingTest {
    static String write(WireOptions options, Object... messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new JsonFormat().newWriter(bytes, options)) {
            for (Object message : messages) {
                Trees.writeMessage(out, message);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    static String write(Object message) {
        String line = write(WireOptions.DEFAULTS, message);
        assertTrue(line.endsWith("\n"), line);
        return line.substring(0, line.length() - 1);
    }

    static WireIn reader(String json) {
        return new JsonFormat().newReader(json.getBytes(StandardCharsets.UTF_8), WireOptions.DEFAULTS);
    }

    static Object read(String json) {
        try (WireIn in = reader(json)) {
            assertTrue(in.nextMessage());
            Object value = Trees.readMessage(in);
            assertFalse(in.nextMessage());
            return value;
        }
    }

    private static void assertBothWays(String json, Object value) {
        assertEquals(json, write(value));
        assertEquals(value, read(json));
    }

    static final Map<Object, Object> MY_DATA_TYPE = Trees.myDataType();

    @Test
    void writesTheArticlesMessageIn243Bytes() {
        String json = write(Trees.map(new Name("update"), MY_DATA_TYPE));
        assertEquals(
                "{\"update\":{\"firstId\":1010101010101,\"secondId\":2222,\"thirdId\":\"thirdId-1234\","
                        + "\"staticOne\":\"staticOne-1234\",\"staticTwo\":2020202020202,"
                        + "\"staticThree\":\"2016-07-22T12:34:56.789Z[UTC]\",\"staticFour\":1000000.0,"
                        + "\"changesA\":3000000000,\"changesB\":123456.0}}",
                json);
        assertEquals(243, json.length());
        String typed = write(Trees.map(new Name("update"), new Typed("MyDataType", MY_DATA_TYPE)));
        assertTrue(typed.startsWith("{\"update\":{\"@dw:MyDataType\":{\"firstId\":1010101010101,"), typed);
        assertTrue(typed.endsWith(",\"changesB\":123456.0}}}"), typed);
    }

    @Test
    void typeNamesWrapTheValue() {
        assertBothWays("{\"@dw:Price\":{\"bid\":1.5}}", new Typed("Price", Trees.map("bid", 1.5)));
        assertBothWays("{\"@dw:List\":[1,{\"@dw:T\":2}]}", new Typed("List", List.of(1L, new Typed("T", 2L))));
        assertBothWays(
                "{\"a\":{\"@dw:E\":\"x\"},\"b\":{\"@dw:N\":null}}",
                Trees.map("a", new Typed("E", "x"), "b", new Typed("N", null)));
        assertBothWays("{\"@dw:!oset\":[]}", new Typed("!oset", List.of()));
        assertEquals(new Typed("T", Trees.map()), read(" { \"\\u0040dw:T\" : { } } "));
    }

    @Test
    void typeNamesAreOmittedOnRequest() {
        WireOptions never = WireOptions.DEFAULTS.with(JsonFormat.TYPES, JsonFormat.Types.NEVER);
        Object value = new Typed("A", Trees.map("x", new Typed("B", List.of(new Typed("C", 1L)))));
        assertEquals("{\"x\":[1]}\n", write(never, value));
    }

    @Test
    void namesOfOtherProgramsAreNames() {
        for (String name : List.of(
                "@", "@x", "@@x", "@types/node", "@{x", "@[1]", "@dw", "@dw.x", "@DW:x", "x@dw:y", "$ref", "!T")) {
            assertBothWays("{\"" + name + "\":1}", Trees.map(name, 1L));
            assertBothWays("{\"" + name + "\":{\"" + name + "\":[]}}", Trees.map(name, Trees.map(name, List.of())));
        }
        assertEquals(Trees.map("@", Trees.map("@x", 1L)), read("{ \"\\u0040\" : {\"\\u0040x\":1}}"));
        assertBothWays("{\"@dw:@types/node\":1}", new Typed("@types/node", 1L));
        assertEquals(new Typed("T", 1L), read("{\"@d\\u0077:T\":1}"));
        assertEquals(new Typed("T", 1L), read("{ \"\\u0040dw\\u003aT\":1}"));
    }

    @Test
    void onlyNameStartingWithTheMarkIsEscapedByAnotherMark() {
        assertBothWays("{\"@dw:@dw:x\":1}", Trees.map("@dw:x", 1L));
        assertBothWays("{\"@dw:@dw:@dw:x\":1}", Trees.map("@dw:@dw:x", 1L));
        assertBothWays("{\"@dw:@dw:\":1}", Trees.map("@dw:", 1L));
        assertBothWays("{\"@dw:x\":1,\"y\":2}", Trees.map("@dw:x", 1L, "y", 2L));
        assertBothWays("{\"y\":1,\"@dw:x\":2}", Trees.map("y", 1L, "@dw:x", 2L));
        assertBothWays(
                "{\"@dw:@dw:x\":{\"@dw:@dw:y\":{\"@dw:@dw:@dw:z\":0}}}",
                Trees.map("@dw:x", Trees.map("@dw:y", Trees.map("@dw:@dw:z", 0L))));
        assertBothWays("{\"@dw:T\":{\"@dw:@dw:x\":1}}", new Typed("T", Trees.map("@dw:x", 1L)));
        assertEquals(new Typed("T", Trees.map("@dw:x", 1L)), read("{\"@dw:T\":{\"@dw:x\":1}}"));
        assertEquals(Trees.map("@dw:", 5L), read("{\"@dw:\":5}"));
        assertEquals(
                Trees.map("@dw:context", Trees.map("a", 1L), "@dw:id", "x"),
                read("{\"@dw:context\":{\"a\":1},\"@dw:id\":\"x\"}"));
    }

    @Test
    void refusesTypeNamesThatCouldNotBeReadBack() {
        for (String name : List.of("", "@dw:T", "{", "[x")) {
            WireDataException e = assertThrows(WireDataException.class, () -> write(new Typed(name, 1L)));
            assertTrue(e.getMessage().contains("expected a type name that"), e.getMessage());
        }
    }

    @Test
    void objectsAndListsAsKeysAreTheirOwnJsonText() {
        Map<Object, Object> key = Trees.map("a", 1L, "b", List.of("x\"y"));
        assertBothWays("{\"@dw:{\\\"a\\\":1,\\\"b\\\":[\\\"x\\\\\\\"y\\\"]}\":5,\"k\":6}", Trees.map(key, 5L, "k", 6L));
        assertBothWays("{\"@dw:[1,2]\":{\"@dw:[]\":0}}", Trees.map(List.of(1L, 2L), Trees.map(List.of(), 0L)));
        assertBothWays(
                "{\"@dw:{\\\"@dw:P\\\":{\\\"x\\\":1}}\":true}", Trees.map(new Typed("P", Trees.map("x", 1L)), true));
        // A key inside a key.
        assertEquals(
                Trees.map(Trees.map(Trees.map("i", 1L), 2L), 3L),
                read(write(Trees.map(Trees.map(Trees.map("i", 1L), 2L), 3L))));
    }

    @Test
    void namesThatLookLikeStructuredKeysAreEscaped() {
        assertBothWays("{\"@dw:@dw:{x\":1,\"b\":2}", Trees.map("@dw:{x", 1L, "b", 2L));
        assertBothWays("{\"@dw:@dw:[1]\":1}", Trees.map("@dw:[1]", 1L));
        assertBothWays("{\"{\\\"a\\\":1}\":1}", Trees.map("{\"a\":1}", 1L));
        assertEquals(Trees.map("@dw:{broken", 1L), read("{\"@dw:{broken\":1}"));
    }

    @Test
    void otherKeysAreTheirText() {
        Map<Object, Object> map = Trees.map(
                5L, 1L, true, 2L, 1.5, 3L, LocalDate.of(2026, 11, 21), 4L, new Blob((byte) 1), 5L, Double.NaN, 6L);
        map.put(null, 7L);
        assertEquals("{\"5\":1,\"true\":2,\"1.5\":3,\"2026-11-21\":4,\"AQ==\":5,\"NaN\":6,\"null\":7}", write(map));
        // Text given as a key value is the same as a name.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new JsonFormat().newWriter(bytes, WireOptions.DEFAULTS)) {
            out.beginMessage();
            out.beginObject();
            out.key();
            out.text("@dw:x");
            out.int64(1);
            out.endObject();
            out.endMessage();
        }
        assertEquals("{\"@dw:@dw:x\":1}\n", bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void numbersKeepEveryDigit() {
        assertBothWays("[9223372036854775807,-9223372036854775808,0]", List.of(Long.MAX_VALUE, Long.MIN_VALUE, 0L));
        assertBothWays("[9223372036854775808]", List.of(new BigDecimal("9223372036854775808")));
        assertBothWays("[0.0,-0.0,1.0,1000000.0]", List.of(0.0, -0.0, 1.0, 1000000.0));
        assertBothWays("0.1000000000000000055511151231257827", new BigDecimal("0.1000000000000000055511151231257827"));
        assertEquals(
                "[5,1.50,1E+3]", write(List.of(new BigDecimal("5"), new BigDecimal("1.50"), new BigDecimal("1E+3"))));
        assertEquals(-0.0, read("-0"));
        assertEquals(1.5, read("1.5"));
        assertEquals(1000.0, read("1E3"));
        try (WireIn in = reader("1.50 1e400 0.30000000000000000001")) {
            in.nextMessage();
            assertEquals(new BigDecimal("1.50"), in.decimal());
            in.nextMessage();
            assertEquals(WireToken.DECIMAL, in.peek());
            assertThrows(WireDataException.class, in::float64);
            assertEquals(new BigDecimal("1e400"), in.decimal());
            in.nextMessage();
            assertEquals(WireToken.DECIMAL, in.peek());
            assertEquals(0.3, in.float64());
        }
    }

    @Test
    void notANumberAndInfinitiesAreTextThatReadsBackAsDouble() {
        String json = write(List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
        assertEquals("[\"NaN\",\"Infinity\",\"-Infinity\"]", json);
        try (WireIn in = reader(json)) {
            in.nextMessage();
            in.beginList();
            assertTrue(Double.isNaN(in.float64()));
            assertEquals(Double.POSITIVE_INFINITY, in.float64());
            assertEquals(Double.NEGATIVE_INFINITY, in.float64());
        }
    }

    @Test
    void bytesAndTemporalsAreTextThatReadsBackAsSuch() {
        String json = write(List.of(new Blob((byte) 0, (byte) 0xFF, (byte) 62), Instant.EPOCH));
        assertEquals("[\"AP8+\",\"1970-01-01T00:00:00Z\"]", json);
        try (WireIn in = reader(json)) {
            in.nextMessage();
            in.beginList();
            assertArrayEquals(new byte[] {0, (byte) 0xFF, 62}, in.bytes());
            assertEquals(Instant.EPOCH, in.temporal());
        }
        try (WireIn in = reader("\"no base64!\"")) {
            in.nextMessage();
            assertEquals(
                    "json: expected base64 text but was \"no base64!\" at line 1, column 1, path $",
                    assertThrows(WireDataException.class, in::bytes).getMessage());
            assertEquals(
                    "json: expected a date or time but was \"no base64!\" at line 1, column 1, path $",
                    assertThrows(WireDataException.class, in::temporal).getMessage());
            assertEquals("no base64!", in.text());
        }
    }

    @Test
    void charactersUnsafeForJsonOrTerminalsAreEscaped() {
        assertBothWays(
                "\"q\\\" b\\\\ s/ \\b\\f\\n\\r\\t \\u0000\\u001b\\u007f\\u009b \\u202e\\u2028\\ufeff é日本😀 \\udb40\\udc41\"",
                "q\" b\\ s/ \b\f\n\r\t \u0000\u001b\u007f\u009b \u202e\u2028\ufeff é日本😀 \udb40\udc41");
        assertBothWays("{\"\\n\\\"\":\"\"}", Trees.map("\n\"", ""));
    }

    @Test
    void loneSurrogatesSurviveTheRoundTrip() {
        for (String text : List.of("\ud83d", "\ude00", "\ude00\ud83d", "a\ud83db", "\ud83d\ud83d\ude00")) {
            assertEquals(text, read(write(text)));
            Map<Object, Object> name = Trees.map(text, 1L);
            assertEquals(name, read(write(name)));
            Map<Object, Object> inKey = Trees.map(List.of(text), 1L);
            assertEquals(inKey, read(write(inKey)));
        }
        assertEquals("\"\\ud83d\"", write("\ud83d"));
    }

    @Test
    void numberThatNoDecimalHoldsIsTextOnly() {
        try (WireIn in = reader("{\"a\":1e99999999}")) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            assertEquals(WireToken.DECIMAL, in.peek());
            String expected = "json: expected a number with an exponent of at most 10,000 but was 1e99999999"
                    + " at line 1, column 6, path $.a";
            assertEquals(
                    expected, assertThrows(WireDataException.class, in::decimal).getMessage());
            assertEquals(
                    expected, assertThrows(WireDataException.class, in::int64).getMessage());
            assertThrows(WireDataException.class, in::float64);
            assertEquals("1e99999999", in.text());
        }
    }

    @Test
    void longTextWithoutEscapesSurvivesTheRoundTrip() {
        for (String unit : List.of("é", "日", "😀", "xé", "日x😀")) {
            String text = unit.repeat(70_001);
            assertEquals(text, read(write(text)));
        }
    }

    @Test
    void longTextSurvivesTheRoundTrip() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            text.append("é\"x😀\u0001".charAt(i % 6));
        }
        assertEquals(text.toString(), read(write(text.toString())));
    }

    @Test
    void keysAndTypesNestAsDeepAsTheLimit() {
        Object value = 1L;
        for (int i = 0; i < 100; i++) {
            value = new Typed("T" + i, i % 2 == 0 ? new ArrayList<>(List.of(value)) : Trees.map("@dw:x", value));
        }
        assertEquals(value, read(write(value)));
    }
}
