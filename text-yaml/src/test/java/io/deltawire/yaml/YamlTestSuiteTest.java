package io.deltawire.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The YAML test suite (yaml/yaml-test-suite, branch data), from the folder {@code yaml-test-suite} in the folder that
 * the property {@code suites} names. Two files list the cases in which the reader differs, each with its reason. The
 * test fails if an unlisted case differs, or if a listed case no longer does. It also fails if the reader gives a wrong
 * result, without an error, for a case that SnakeYAML reads correctly.
 */
class YamlTestSuiteTest {
    private static final String SUITES = System.getProperty("suites", "");

    @Test
    void readsValidCasesAsTheSuiteExpects() throws IOException {
        Map<String, String> differing = new TreeMap<>();
        int cases = 0;
        for (Path folder : folders()) {
            if (!Files.exists(folder.resolve("error")) && Files.exists(folder.resolve("in.json"))) {
                cases++;
                String difference = difference(folder);
                if (difference != null) {
                    differing.put(id(folder), difference);
                    if (!difference.startsWith("rejected")) {
                        assertNotEquals(texts(json(folder.resolve("in.json"))), snakeYaml(folder), id(folder));
                    }
                }
            }
        }
        if (cases > 0) {
            System.out.println(
                    "yaml-test-suite: " + (cases - differing.size()) + " of " + cases + " valid cases equal");
            assertDeviations("yaml-test-suite-valid.txt", differing);
        }
    }

    @Test
    void rejectsInvalidCases() throws IOException {
        Map<String, String> accepted = new TreeMap<>();
        int cases = 0;
        for (Path folder : folders()) {
            if (Files.exists(folder.resolve("error"))) {
                cases++;
                try {
                    accepted.put(id(folder), "accepted: " + read(folder.resolve("in.yaml")));
                } catch (WireException e) {
                    assertTrue(e.location() != null, e.getMessage());
                }
            }
        }
        if (cases > 0) {
            System.out.println(
                    "yaml-test-suite: " + (cases - accepted.size()) + " of " + cases + " invalid cases rejected");
            assertDeviations("yaml-test-suite-invalid.txt", accepted);
        }
    }

    private static List<Path> folders() throws IOException {
        Path root = Path.of(SUITES, "yaml-test-suite");
        if (SUITES.isEmpty() || !Files.isDirectory(root)) {
            System.out.println("yaml-test-suite: left out, since the property suites names no folder that holds it");
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.endsWith("in.yaml"))
                    .map(Path::getParent)
                    .filter(folder -> !folder.toString().contains("/tags/")
                            && !folder.toString().contains("/name/"))
                    .sorted()
                    .toList();
        }
    }

    private static String id(Path folder) {
        return Path.of(SUITES, "yaml-test-suite").relativize(folder).toString().replace('\\', '/');
    }

    private static String difference(Path folder) {
        try {
            List<Object> expected = json(folder.resolve("in.json"));
            List<Object> read = read(folder.resolve("in.yaml"));
            boolean isEqual = expected.equals(read) || withoutNulls(expected).equals(read);
            return isEqual ? null : "expected " + expected + " but read " + read;
        } catch (WireException e) {
            return "rejected: " + e.getMessage();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The suite reads an empty document as null, where the reader has no message. */
    private static List<Object> withoutNulls(List<Object> documents) {
        return documents.stream().filter(Objects::nonNull).toList();
    }

    /** Returns the documents as SnakeYAML composes them: lists, maps as lists of entries, and the text of scalars. */
    private static List<Object> snakeYaml(Path folder) throws IOException {
        List<Object> documents = new ArrayList<>();
        try (Reader yaml = Files.newBufferedReader(folder.resolve("in.yaml"))) {
            new Yaml().composeAll(yaml).forEach(node -> documents.add(texts(node)));
        }
        return documents;
    }

    private static Object texts(Object value) {
        List<Object> texts = new ArrayList<>();
        if (value instanceof MappingNode mapping) {
            mapping.getValue()
                    .forEach(entry -> texts.add(List.of(texts(entry.getKeyNode()), texts(entry.getValueNode()))));
        } else if (value instanceof SequenceNode sequence) {
            sequence.getValue().forEach(item -> texts.add(texts(item)));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> texts.add(List.of(texts(key), texts(item))));
        } else if (value instanceof List<?> list) {
            list.forEach(item -> texts.add(texts(item)));
        } else {
            return value instanceof ScalarNode scalar ? scalar.getValue() : value == null ? "" : value.toString();
        }
        return texts;
    }

    private static void assertDeviations(String list, Map<String, String> found) throws IOException {
        Map<String, String> known = new TreeMap<>();
        try (InputStream in = YamlTestSuiteTest.class.getResourceAsStream(list)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.split(" ", 2);
                    assertEquals(2, parts.length, "no reason: " + line);
                    known.put(parts[0], parts[1]);
                }
            }
        }
        StringBuilder news = new StringBuilder();
        found.forEach((id, what) -> news.append(known.containsKey(id) ? "" : id + " " + what + "\n"));
        known.keySet().forEach(id -> news.append(found.containsKey(id) ? "" : id + " no longer differs\n"));
        assertEquals("", news.toString(), list);
    }

    private static List<Object> read(Path yaml) throws IOException {
        List<Object> documents = new ArrayList<>();
        try (WireIn in = new YamlFormat().newReader(Files.readAllBytes(yaml), WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                documents.add(value(in));
                assertEquals(WireToken.END_MESSAGE, in.peek());
            }
        }
        return documents;
    }

    /** Reads a value as JSON would represent it. */
    private static Object value(WireIn in) {
        switch (in.peek()) {
            case NULL -> {
                in.nullValue();
                return null;
            }
            case BOOL -> {
                return in.bool();
            }
            case INT64, DECIMAL -> {
                return in.decimal().stripTrailingZeros();
            }
            case FLOAT64 -> {
                return new BigDecimal(in.text()).stripTrailingZeros();
            }
            case BEGIN_LIST -> {
                if ("set".equals(in.typeName())) {
                    return object(in); // which a set is in JSON
                }
                List<Object> list = new ArrayList<>();
                in.beginList();
                while (in.hasNext()) {
                    list.add(value(in));
                }
                in.endList();
                return list;
            }
            case BEGIN_OBJECT -> {
                return object(in);
            }
            default -> {
                return in.text();
            }
        }
    }

    private static Map<Object, Object> object(WireIn in) {
        Map<Object, Object> map = new LinkedHashMap<>();
        in.beginObject();
        while (in.hasNext()) {
            Object key;
            if (in.peek() == WireToken.KEY) {
                in.key();
                key = value(in);
            } else {
                key = in.fieldName();
            }
            map.put(key == null ? "" : key instanceof BigDecimal number ? number.toPlainString() : key, value(in));
        }
        in.endObject();
        return map;
    }

    private static List<Object> json(Path file) throws IOException {
        List<Object> documents = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(Files.readAllBytes(file))) {
            while (parser.nextToken() != null) {
                documents.add(json(parser));
            }
        }
        return documents;
    }

    private static Object json(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(json(parser));
                }
                return list;
            }
            case START_OBJECT -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, json(parser));
                }
                return map;
            }
            case VALUE_NULL -> {
                return null;
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return parser.getBooleanValue();
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                return parser.getDecimalValue().stripTrailingZeros();
            }
            default -> {
                return parser.getText();
            }
        }
    }
}
