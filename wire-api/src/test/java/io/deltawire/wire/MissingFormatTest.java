package io.deltawire.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    @CsvSource({"detla", "''", "xml"})
    void otherNamesGetNoAdvice(String name) {
        assertEquals(
                "no wire format \"" + name + "\"; present:",
                assertThrows(IllegalArgumentException.class, () -> WireFormats.byName(name))
                        .getMessage());
    }
}
