package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.csv.ColumnType;
import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class OptionsByNameTest {
    @Test
    void propertiesSetOptionsOfAllFormats() {
        Properties properties = new Properties();
        properties.setProperty("delta.flush", "message");
        properties.setProperty("delta.flushInterval", "250ms");
        properties.setProperty("delta.readMode", "checked-then-recover");
        properties.setProperty("delta.blockBytes", "32_768");
        properties.setProperty("csv.types", "symbol:text,price:double");
        properties.setProperty("csv.delimiter", ";");
        properties.setProperty("binary.framing", "none");
        properties.setProperty("keyFields", "symbol, venue");
        properties.setProperty("unknownFields", "Refuse");
        properties.setProperty("limits.maxDepth", "20");
        properties.setProperty("limits.maxStateBytes", "1000000");

        WireOptions options = MarshallableOptions.from(properties);

        assertEquals(DeltaFormat.Flush.MESSAGE, options.get(DeltaFormat.FLUSH));
        assertEquals(Duration.ofMillis(250), options.get(DeltaFormat.FLUSH_INTERVAL));
        assertEquals(DeltaFormat.ReadMode.CHECKED_THEN_RECOVER, options.get(DeltaFormat.READ_MODE));
        assertEquals(32_768, options.get(DeltaFormat.BLOCK_BYTES));
        assertEquals(Map.of("symbol", ColumnType.TEXT, "price", ColumnType.DOUBLE), options.get(CsvFormat.TYPES));
        assertEquals(';', options.get(CsvFormat.DELIMITER));
        assertEquals(BinaryYamlFormat.Framing.NONE, options.get(BinaryYamlFormat.FRAMING));
        assertEquals(List.of("symbol", "venue"), options.get(WireOptions.KEY_FIELDS));
        assertEquals(UnknownFieldPolicy.REFUSE, options.get(MarshallableOptions.UNKNOWN_FIELDS));
        assertEquals(20, options.limits().maxDepth());
        assertEquals(1_000_000, options.limits().maxStateBytes());
        assertEquals(WireLimits.DEFAULTS.maxKeys(), options.limits().maxKeys());
    }

    @Test
    void valuesThatAreNoTextAreTakenAsTheyAre() {
        TypeRegistry types = TypeRegistry.create();
        WireOptions options = MarshallableOptions.from(Map.of(
                "types", types, "delta.blockBytes", 4096, "keyFields", List.of("id"), "limits", WireLimits.DEFAULTS));
        assertEquals(types, options.get(MarshallableOptions.TYPES));
        assertEquals(4096, options.get(DeltaFormat.BLOCK_BYTES));
        assertEquals(List.of("id"), options.get(WireOptions.KEY_FIELDS));
    }

    @Test
    void errorNamesTheOptionAndWhatItTakes() {
        for (String[] wrong : new String[][] {
            {"delta.flsh", "message", "delta.flush"},
            {"delta.flush", "often", "[AUTO, MESSAGE, BLOCK]"},
            {"delta.flushInterval", "5 parsecs", "250ms"},
            {"delta.blockBytes", "many", "whole number"},
            {"limits.maxDepth", "1001", "1 to 1000"},
            {"limits.depth", "10", "maxDepth"},
            {"csv.delimiter", ";;", "one character"},
            {"csv.types", "price:dubble", "double"},
            {"types", "com.acme", "types"}
        }) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class,
                    () -> MarshallableOptions.from(Map.of(wrong[0], wrong[1])),
                    wrong[0]);
            assertTrue(e.getMessage().contains(wrong[0].substring(wrong[0].indexOf('.') + 1)), e.getMessage());
            assertTrue(e.getMessage().contains(wrong[2]), e.getMessage());
        }
    }

    @Test
    void everyFormatListsItsPublicOptions() throws IllegalAccessException {
        for (WireFormat format : WireFormats.all()) {
            List<Object> declared = new ArrayList<>();
            for (Field field : format.getClass().getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == WireOption.class) {
                    declared.add(field.get(null));
                }
            }
            assertEquals(declared, format.options(), format.name());
        }
    }
}
