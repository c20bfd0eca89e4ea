package io.deltawire.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The formats that options list, and what the command asks of them. */
class FormatNamesTest {
    @Test
    void optionsListTheFormatsThatArePresent() {
        assertEquals(List.of("auto", "yaml", "json", "csv", "binary", "delta"), Option.INPUT.choices());
        assertEquals(List.of("yaml", "json", "jsonl", "csv", "binary", "delta"), Option.OUTPUT.choices());
        assertTrue(Option.OUTPUT.help().startsWith("yaml, json (alias jsonl), csv, binary or delta "));
        assertFalse(Option.OUT.hasChoices());
    }

    @Test
    void formatsDeclareTheirFeatures() {
        TreeMap<String, Set<Feature>> features = new TreeMap<>();
        WireFormats.all().forEach(format -> features.put(format.name(), format.features()));
        assertEquals(Set.of(Feature.KINDS, Feature.INDEPENDENT_MESSAGES), features.get("binary"));
        assertEquals(Set.of(Feature.TABLE), features.get("csv"));
        assertEquals(Set.of(Feature.KINDS, Feature.RECORDS, Feature.BLOCKS), features.get("delta"));
        assertEquals(Set.of(Feature.LINES, Feature.INDEPENDENT_MESSAGES), features.get("json"));
        assertEquals(
                Set.of(Feature.KINDS, Feature.COMMENTS, Feature.UNIQUE_KEYS, Feature.INDEPENDENT_MESSAGES),
                features.get("yaml"));
        features.values()
                .forEach(set -> assertThrows(UnsupportedOperationException.class, () -> set.add(Feature.TABLE)));
    }

    @Test
    void onlyTextMayContinueAfterItsLastByte() {
        for (WireFormat format : WireFormats.all()) {
            assertEquals(!format.isBinary(), format.mayContinueAfter((byte) '1'), format.name());
            assertFalse(format.mayContinueAfter((byte) '\n'), format.name());
        }
    }
}
