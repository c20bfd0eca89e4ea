package io.deltawire.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltawire.json.testing.JacksonTrees;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Generator;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other libraries read what Deltawire writes, and Deltawire reads what they write. */
class JsonInteropTest {
    private final ObjectMapper jackson = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Records without names that the JSON mapping treats specially. */
    private static Object record(long seed) {
        return JsonContractTest.plain(changed(new Generator(seed, false, false).record(), "y"));
    }

    /** Without decimals, which others read as doubles, and without infinities, which JSON lacks. */
    private static Object changed(Object value, String forAt) {
        if (value instanceof List<?> list) {
            List<Object> changed = new ArrayList<>();
            list.forEach(item -> changed.add(changed(item, forAt)));
            return changed;
        } else if (value instanceof Typed typed) {
            return new Typed(typed.type(), changed(typed.value(), forAt));
        } else if (value instanceof BigDecimal) {
            return 5L;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> changed = new LinkedHashMap<>();
            map.forEach((key, item) -> changed.put(key.equals("@dw:y") ? forAt : key, changed(item, forAt)));
            return changed;
        }
        return value;
    }

    @Test
    void jacksonReadsWhatIsWrittenHere() throws IOException {
        for (int seed = 0; seed < 500; seed++) {
            Object record = record(seed);
            JsonNode tree = jackson.readTree(JsonMappingTest.write(record));
            assertSame(record, tree, "seed " + seed);
        }
    }

    private static void assertSame(Object wanted, JsonNode found, String what) {
        if (wanted instanceof Map<?, ?> map) {
            assertEquals(new ArrayList<>(map.keySet()), names(found), what);
            map.forEach((key, item) -> assertSame(item, found.get((String) key), what));
        } else if (wanted instanceof List<?> list) {
            assertEquals(list.size(), found.size(), what);
            for (int i = 0; i < list.size(); i++) {
                assertSame(list.get(i), found.get(i), what);
            }
        } else if (wanted instanceof Double || wanted instanceof BigDecimal) {
            // A decimal is a double that was not written in its shortest form (by JDK 17: 1.9999999999999998E23).
            assertEquals(((Number) wanted).doubleValue(), found.doubleValue(), what);
        } else {
            assertEquals(wanted, JacksonTrees.toTree(found), what);
        }
    }

    private static List<Object> names(JsonNode node) {
        List<Object> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void readsWhatJacksonWrites() throws IOException {
        for (int seed = 1000; seed < 1500; seed++) {
            Object record = record(seed);
            JsonNode tree = jackson.readTree(JsonMappingTest.write(record));
            for (boolean indented : new boolean[] {false, true}) {
                ObjectMapper mapper = new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, indented);
                byte[] json = mapper.writeValueAsBytes(tree);
                try (WireIn in = new JsonFormat().newReader(json, WireOptions.DEFAULTS)) {
                    assertTrue(in.nextMessage());
                    assertSame(Trees.readMessage(in), tree, "seed " + seed);
                    assertFalse(in.nextMessage());
                }
            }
        }
    }

    @Test
    void readsAnObjectThatJacksonHasWrittenFieldByField() throws IOException {
        ObjectNode node = jackson.createObjectNode();
        node.put("f", 1.1f)
                .put("d", 1e-7)
                .put("l", Long.MAX_VALUE)
                .put("b", new byte[] {1, -1})
                .put("n", 3.0);
        try (WireIn in = new JsonFormat().newReader(jackson.writeValueAsBytes(node), WireOptions.DEFAULTS)) {
            in.nextMessage();
            in.beginObject();
            assertEquals("f", in.fieldName());
            assertEquals(1.1f, (float) in.float64());
            assertEquals("d", in.fieldName());
            assertEquals(1e-7, in.float64());
            assertEquals("l", in.fieldName());
            assertEquals(Long.MAX_VALUE, in.int64());
            assertEquals("b", in.fieldName());
            assertArrayEquals(new byte[] {1, -1}, in.bytes());
            assertEquals("n", in.fieldName());
            assertEquals(3, in.int64());
            in.endObject();
        }
    }

    private static final WireOptions CHRONICLE =
            WireOptions.DEFAULTS.with(JsonFormat.TYPES, JsonFormat.Types.CHRONICLE);

    private static List<Object> chronicle(String file) throws IOException {
        try (InputStream stream = JsonInteropTest.class.getResourceAsStream("/chronicle-wire-2026.7/" + file);
                WireIn in = new JsonFormat().newReader(stream, CHRONICLE)) {
            return Trees.readAll(in);
        }
    }

    private static Map<Object, Object> inner() {
        return Trees.map("price", 1.1172, "qty", 5L);
    }

    /** Written by chronicle-wire 2026.7: JSONL, a method writer, three events. */
    @Test
    void readsChronicleWiresJsonLines() throws IOException {
        List<Object> events = chronicle("jsonl.txt");
        Map<Object, Object> update = Trees.map(
                "id", 9007199254740993L, "text", "q\"\\ \né日", "b", true, "d", 1e6, "nz", -0.0, "small", 1e-7);
        update.putAll(Trees.map(
                "big", "1.0E300", "t", "2016-07-22T12:34:56.789Z[UTC]", "date", "2026-11-21", "inner", inner()));
        update.putAll(Trees.map("any", inner(), "list", List.of(1L, 2L, 3L), "inners", List.of(inner(), inner())));
        update.putAll(Trees.map("map", Trees.map("k", 1.5), "nul", null, "bytes", "AQID", "en", "new"));
        update.putAll(Trees.map("dec", "1.50", "u", "00000000-0000-0001-0000-000000000002"));
        assertEquals(
                List.of(Trees.map("update", update), Trees.map("say", "hello \"x\""), Trees.map("count", 3000000000L)),
                events);
    }

    /** Written by chronicle-wire 2026.7: JSON_ONLY, whose documents follow each other with nothing between them. */
    @Test
    void readsChronicleWiresTypedJson() throws IOException {
        List<Object> events = chronicle("json-only.txt");
        assertEquals(3, events.size());
        Typed update = (Typed) ((Map<?, ?>) events.get(0)).get("update");
        assertEquals("demo$D", update.type());
        Map<?, ?> fields = (Map<?, ?>) update.value();
        assertEquals(new Typed("ZonedDateTime", "2016-07-22T12:34:56.789Z[UTC]"), fields.get("t"));
        assertEquals(new Typed("Date", "2026-11-21"), fields.get("date"));
        assertEquals(new Typed("demo$Inner", inner()), fields.get("any"));
        assertEquals(new Typed("!binary", "AQID"), fields.get("bytes"));
        assertEquals(new Typed("java.math.BigDecimal", "1.50"), fields.get("dec"));
        assertEquals(Trees.map("count", 3000000000L), events.get(2));
        String typed = JsonMappingTest.write(CHRONICLE, Trees.map("u", new Typed("T", Trees.map("a", 1L))));
        assertEquals("{\"u\":{\"@T\":{\"a\":1}}}\n", typed);
    }

    @Test
    void valuesOfChronicleWiresTypedJsonAreConverted() throws IOException {
        try (InputStream stream = JsonInteropTest.class.getResourceAsStream("/chronicle-wire-2026.7/json-only.txt");
                WireIn in = new JsonFormat().newReader(stream, CHRONICLE)) {
            assertTrue(in.nextMessage());
            in.beginObject();
            in.fieldName();
            assertEquals("demo$D", in.typeName());
            in.beginObject();
            Map<String, Object> found = new LinkedHashMap<>();
            while (in.hasNext()) {
                String name = in.fieldName();
                switch (name) {
                    case "t", "date" -> found.put(name, in.temporal());
                    case "big" -> found.put(name, in.float64());
                    case "dec" -> found.put(name, in.decimal().toString());
                    case "bytes" -> found.put(name, in.bytes().length);
                    default -> in.skipValue();
                }
            }
            in.endObject();
            in.endObject();
            assertEquals(WireToken.END_MESSAGE, in.peek());
            assertEquals(
                    Map.of(
                            "t",
                            ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]"),
                            "date",
                            LocalDate.of(2026, 11, 21),
                            "big",
                            1e300,
                            "dec",
                            "1.50",
                            "bytes",
                            3),
                    found);
        }
    }

    @Test
    void pythonReadsWhatIsWrittenHere(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("messages.jsonl");
        List<Object> messages = new ArrayList<>();
        for (int seed = 0; seed < 200; seed++) {
            messages.add(changed(new Generator(seed, true, true).record(), "@dw:y"));
        }
        messages.add(Trees.map("\ud83d", "\ude00"));
        Files.writeString(
                file, JsonMappingTest.write(WireOptions.DEFAULTS, messages.toArray()), StandardCharsets.UTF_8);
        Process python;
        try {
            python = new ProcessBuilder("python3", "-m", "json.tool", "--json-lines", file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out.txt").toFile())
                    .start();
        } catch (IOException e) {
            System.out.println("JsonInteropTest: python3 LEFT OUT, it is not here: " + e.getMessage());
            return;
        }
        assertTrue(python.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, python.exitValue(), () -> last(folder.resolve("out.txt")));
        // Python's own output, indented and with other escapes, is read as the same messages.
        List<Object> again = new ArrayList<>();
        try (InputStream stream = Files.newInputStream(folder.resolve("out.txt"));
                InputStream original = Files.newInputStream(file);
                WireIn in = new JsonFormat().newReader(stream, WireOptions.DEFAULTS);
                WireIn ours = new JsonFormat().newReader(original, WireOptions.DEFAULTS)) {
            while (ours.nextMessage()) {
                assertTrue(in.nextMessage());
                again.add(tokensOf(in));
                assertEquals(tokensOf(ours), again.get(again.size() - 1));
            }
            assertFalse(in.nextMessage());
        }
        assertEquals(messages.size(), again.size());
    }

    private static List<Object> tokensOf(WireIn in) {
        List<Object> tokens = new ArrayList<>();
        for (WireToken token = in.peek(); token != WireToken.END_MESSAGE; token = in.peek()) {
            tokens.add(in.typeName());
            switch (token) {
                case BEGIN_OBJECT -> in.beginObject();
                case END_OBJECT -> in.endObject();
                case BEGIN_LIST -> in.beginList();
                case END_LIST -> in.endList();
                case KEY -> in.key();
                case FIELD -> tokens.add(in.fieldName());
                case INT64 -> tokens.add(in.int64());
                case FLOAT64, DECIMAL -> tokens.add(in.float64());
                case NULL -> in.nullValue();
                default -> tokens.add(in.text());
            }
        }
        return tokens;
    }

    private static String last(Path file) {
        try {
            String text = Files.readString(file);
            return text.substring(Math.max(0, text.length() - 500));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
