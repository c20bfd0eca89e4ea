package io.deltawire.csv.internal.read;

import static io.deltawire.wire.testing.Trees.map;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.deltawire.csv.testing.Csv;
import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JsonCellParserTest {
    private static final ObjectMapper JACKSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static boolean accepts(byte[] json) {
        if (Utf8.validate(json, 0, json.length) != Utf8.VALID) {
            return false;
        }
        try {
            new JsonCellParser(1000, 1024, new TextCache()).parse(json, 0, json.length);
            return true;
        } catch (JsonCellParser.Fault e) {
            return false;
        }
    }

    /** Large objects are checked in another way, which finds names of equal hashes too. */
    @Test
    void namesOfLargeObjectsAreUnique() {
        StringBuilder object = new StringBuilder("{\"FB\":[{}, 1.5 ,\"a\\\"}\"]");
        for (int i = 0; i < 50_000; i++) {
            object.append(", \"f").append(i).append("\" : [true,{}]");
        }
        String names = object.append(",\"Ea\":{\"x\":1}").toString(); // has the hash of FB
        assertTrue(accepts((names + "}").getBytes(StandardCharsets.UTF_8)));
        for (String again : List.of("FB", "Ea", "f0", "f49999")) {
            assertFalse(accepts((names + ",\"" + again + "\":1}").getBytes(StandardCharsets.UTF_8)), again);
        }
    }

    @Test
    void jsonTestSuiteIsAcceptedAndRefusedAsSpecified() throws IOException {
        Path suites = Csv.folder("suites", JsonCellParserTest.class);
        if (suites == null) {
            return;
        }
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(suites.resolve("json-test-suite"))) {
            for (Path path :
                    paths.filter(p -> p.toString().endsWith(".json")).sorted().toList()) {
                String name = path.getFileName().toString();
                boolean accepted = accepts(Files.readAllBytes(path));
                if (name.startsWith("y_") != accepted && !name.startsWith("i_")) {
                    wrong.add(name);
                }
            }
        }
        // We refuse a name that is given twice, as in our other formats.
        assertEquals(List.of("y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"), wrong);
    }

    @Test
    void everyPrefixAndEveryChangedByteIsAcceptedIfJacksonAcceptsIt() {
        String json = "{\"a\":[1,-2.5e3,true,null,\"x\\n\\u00e9\"],\"b\":{\"c\":\"\"},\"d\":[]}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            same(Arrays.copyOf(bytes, i));
            for (char c : "{}[],:\"\\ 01-.etnu\n".toCharArray()) {
                byte[] changed = bytes.clone();
                changed[i] = (byte) c;
                same(changed);
            }
        }
        assertTrue(accepts(bytes));
    }

    private static void same(byte[] json) {
        boolean jackson;
        try {
            jackson = JACKSON.readTree(json) != null && !JACKSON.readTree(json).isMissingNode();
        } catch (JsonProcessingException e) {
            jackson = false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertEquals(jackson, accepts(json), new String(json, StandardCharsets.UTF_8));
    }

    @Test
    void writtenTextIsValidJsonAndComesBack() throws IOException {
        Object list = new ArrayList<>(Arrays.asList(
                null,
                true,
                Long.MAX_VALUE,
                -0.0,
                1e300,
                new java.math.BigDecimal("123456789012345678901234567890"),
                "\u0000\u001f\"\\/\b\f\n\r\t\u007f\u2028é😀",
                "lone \ud800 surrogate",
                List.of(List.of(), map()),
                map("@dw:x", 1L, "@dw:@dw:", 2L),
                map("@dw:y", "one field"),
                map("@dw:", 1L),
                map("@dw:@dw:y", map("@dw:{", 1L)),
                map("@dw:[1]", 1L, "@dw:@dw:{", 2L),
                List.of(map("@dw:", map("@dw:x", map()))),
                new Typed("T", map("a", 1L)),
                new Typed("List", List.of(new Typed("T", map()))),
                new Typed("Text", "x")));
        String csv = Csv.write(map("a", list));
        assertEquals(List.of(map("a", list)), Csv.read(csv));
        String cell = csv.substring(csv.indexOf('"') + 1, csv.lastIndexOf('"')).replace("\"\"", "\"");
        assertEquals(18, new ObjectMapper().readTree(cell).size());
        assertTrue(cell.contains("{\"@dw:T\":{\"a\":1}}"), cell);
        assertTrue(cell.contains("{\"@dw:@dw:y\":\"one field\"}"), cell);
        assertTrue(cell.contains("{\"@dw:x\":1,\"@dw:@dw:\":2}"), cell);
        assertTrue(cell.contains("{\"@dw:@dw:@dw:y\":{\"@dw:@dw:{\":1}}"), cell);
    }

    @Test
    void errorsHaveTheIndexOfTheFault() {
        assertFault("expected a name in JSON but found \"1}\"", 1, "{1}");
        assertFault("field \"a\" given twice in JSON", 8, "{\"a\":1,\"\\u0061\":2}");
        assertFault("expected a JSON value but found \"nul\"", 0, "nul");
        assertFault("expected a JSON value but found the end of the cell", 0, "");
        assertFault("expected the end of the JSON text but found \"2\"", 2, "1 2");
        assertFault("expected 4 hexadecimal digits after \\u in JSON", 1, "\"\\u12\"");
        assertFault("expected the end of a JSON string but the cell ends", 1, "[\"abc");
    }

    private static void assertFault(String problem, int index, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCellParser.Fault fault = assertThrows(
                JsonCellParser.Fault.class,
                () -> new JsonCellParser(100, 1024, new TextCache()).parse(bytes, 0, bytes.length));
        assertEquals(problem, fault.getMessage());
        assertEquals(index, fault.index());
    }
}
