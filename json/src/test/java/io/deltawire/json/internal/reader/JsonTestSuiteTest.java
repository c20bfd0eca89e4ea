package io.deltawire.json.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltawire.json.JsonFormat;
import io.deltawire.json.testing.JacksonTrace;
import io.deltawire.json.testing.JacksonTrees;
import io.deltawire.json.testing.Suites;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** JSONTestSuite (github.com/nst/JSONTestSuite, folder test_parsing), read as files of exactly one value. */
class JsonTestSuiteTest {
    /** Valid JSON with a name given twice: accepted, unless {@link JsonFormat.Duplicates#ERROR} is set. */
    private static final Set<String> DUPLICATES =
            Set.of("y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json");

    private static final WireOptions STRICT =
            WireOptions.DEFAULTS.with(JsonFormat.DUPLICATES, JsonFormat.Duplicates.ERROR);

    /** {@code -0}, which the reference reads as the integer 0, and Deltawire as a double with its sign. */
    private static final Set<String> NEGATIVE_ZERO = Set.of("y_number_minus_zero.json", "y_number_negative_zero.json");

    /**
     * Files that RFC 8259 leaves open and Deltawire accepts: numbers out of the range of doubles, lone surrogates
     * written as escapes, and a byte order mark. The numbers are decimals; one with an exponent beyond 10,000 can be
     * skipped or read as text, but not read as a number.
     */
    private static final Set<String> TAKEN = Set.of(
            "i_number_double_huge_neg_exp.json",
            "i_number_huge_exp.json",
            "i_number_neg_int_huge_exp.json",
            "i_number_pos_double_huge_exp.json",
            "i_number_real_neg_overflow.json",
            "i_number_real_pos_overflow.json",
            "i_number_real_underflow.json",
            "i_number_too_big_neg_int.json",
            "i_number_too_big_pos_int.json",
            "i_number_very_big_negative_int.json",
            "i_object_key_lone_2nd_surrogate.json",
            "i_string_1st_surrogate_but_2nd_missing.json",
            "i_string_1st_valid_surrogate_2nd_invalid.json",
            "i_string_incomplete_surrogate_and_escape_valid.json",
            "i_string_incomplete_surrogate_pair.json",
            "i_string_incomplete_surrogates_escape_valid.json",
            "i_string_invalid_lonely_surrogate.json",
            "i_string_invalid_surrogate.json",
            "i_string_inverted_surrogates_U+1D11E.json",
            "i_string_lone_second_surrogate.json",
            "i_structure_UTF-8_BOM_empty_object.json");

    /** Returns null if the file is one value, else the error. */
    private static String read(byte[] json, WireOptions options) {
        try (WireIn in = new JsonFormat().newReader(json, options)) {
            if (!in.nextMessage()) {
                return "no value";
            }
            in.skipValue();
            return in.nextMessage() ? "a second value" : null;
        } catch (WireException e) {
            assertTrue(e.location() != null && e.location().line() > 0, e.getMessage());
            return e.getMessage();
        }
    }

    private static List<Path> files(Path folder, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void readsEveryValidFileAsTheReferenceDoes() throws IOException {
        Path folder = Suites.folder("json-test-suite/test_parsing", getClass());
        if (folder == null) {
            return;
        }
        ObjectMapper reference = new ObjectMapper()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        List<Path> files = files(folder, "y_");
        assertEquals(95, files.size());
        for (Path file : files) {
            byte[] json = Files.readAllBytes(file);
            String name = file.getFileName().toString();
            if (DUPLICATES.contains(name)) {
                assertTrue(read(json, STRICT).contains("is given twice"), name);
                assertNull(read(json, WireOptions.DEFAULTS), name);
                assertEquals(JacksonTrees.toTree(reference.readTree(json)), lastOfEach(json), name);
                continue;
            }
            assertNull(read(json, WireOptions.DEFAULTS), name);
            try (WireIn in = new JsonFormat().newReader(json, WireOptions.DEFAULTS)) {
                assertTrue(in.nextMessage());
                Object expected =
                        NEGATIVE_ZERO.contains(name) ? List.of(-0.0) : JacksonTrees.toTree(reference.readTree(json));
                assertEquals(expected, Trees.readMessage(in), name);
            }
        }
    }

    /** Reads an object of texts into a map, in which the last entry of a name wins. */
    private static Map<String, Object> lastOfEach(byte[] json) {
        Map<String, Object> map = new LinkedHashMap<>();
        try (WireIn in = new JsonFormat().newReader(json, WireOptions.DEFAULTS)) {
            in.nextMessage();
            in.beginObject();
            while (in.hasNext()) {
                map.put(in.fieldName(), in.text());
            }
            in.endObject();
        }
        return map;
    }

    @Test
    void rejectsEveryInvalidFile() throws IOException {
        Path folder = Suites.folder("json-test-suite/test_parsing", getClass());
        if (folder == null) {
            return;
        }
        List<Path> files = files(folder, "n_");
        assertEquals(188, files.size());
        Set<String> accepted = new TreeSet<>();
        for (Path file : files) {
            if (read(Files.readAllBytes(file), WireOptions.DEFAULTS) == null) {
                accepted.add(file.getFileName().toString());
            }
        }
        assertEquals(Set.of(), accepted);
    }

    @Test
    void acceptsTheOpenCasesThatAreDocumented() throws IOException {
        Path folder = Suites.folder("json-test-suite/test_parsing", getClass());
        if (folder == null) {
            return;
        }
        List<Path> files = files(folder, "i_");
        assertEquals(35, files.size());
        Set<String> accepted = new TreeSet<>();
        for (Path file : files) {
            if (read(Files.readAllBytes(file), WireOptions.DEFAULTS) == null) {
                accepted.add(file.getFileName().toString());
            }
        }
        assertEquals(new TreeSet<>(TAKEN), accepted);
    }

    @Test
    void scannerAndJacksonGiveTheSameTokensForEveryFile() throws IOException {
        Path folder = Suites.folder("json-test-suite/test_parsing", getClass());
        if (folder == null) {
            return;
        }
        for (Path file : files(folder, "")) {
            byte[] json = Files.readAllBytes(file);
            JacksonTrace.assertSameTokens(
                    json, WireOptions.DEFAULTS, file.getFileName().toString());
        }
    }
}
