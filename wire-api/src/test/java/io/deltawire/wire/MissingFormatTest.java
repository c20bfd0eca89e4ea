package io.deltawire.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** This module has no format, so that every format is missing here. */
class MissingFormatTest {
    @ParameterizedTest
    @CsvSource({"yml, text-yaml", "JSONL, json", "tsv, csv", "byaml, binary-yaml", "dw, delta-wire"})
    void moduleIsNamed(String name, String module) {
        String problem = assertThrows(IllegalArgumentException.class, () -> WireFormats.byName(name))
                .getMessage();
        assertEquals(
                "no wire format \"" + name + "\"; add io.deltawire:deltawire-" + module
                        + " to the class path; present:",
                problem);
    }

    @ParameterizedTest
    @CsvSource({
        "DELTA_BINARY, delta",
        "FIELDLESS_BINARY, delta",
        "BINARY_LIGHT, binary",
        "JSON_ONLY, json",
        "yaml_only, yaml",
        "DEFAULT_ZERO_BINARY, binary",
        "COMPRESSED_BINARY, delta",
        "RAW, delta",
        "READ_ANY, WireFormats.detect"
    })
    void namesOfChronicleWireAreTranslated(String name, String ours) {
        String problem = assertThrows(IllegalArgumentException.class, () -> WireFormats.byName(name))
                .getMessage();
        assertTrue(problem.contains("Chronicle Wire") && problem.contains(ours), problem);
    }

    @ParameterizedTest
    @CsvSource({"detla", "''", "xml"})
    void otherNamesGetNoAdvice(String name) {
        assertEquals(
                "no wire format \"" + name + "\"; present:",
                assertThrows(IllegalArgumentException.class, () -> WireFormats.byName(name))
                        .getMessage());
    }
}
