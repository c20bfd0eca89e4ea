package io.deltawire.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.CsvFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps docs/options.md true: each option, its values and its default are what the code has, and none is missing. */
class OptionsPageTest {
    private static final Path PAGE = Path.of(System.getProperty("projectDir", ".."), "docs", "options.md");

    /** Returns the public options of a class with the names of their constants. */
    private static Map<String, WireOption<?>> options(Class<?> owner) throws IllegalAccessException {
        Map<String, WireOption<?>> options = new LinkedHashMap<>();
        for (var field : owner.getFields()) {
            if (field.getType() == WireOption.class && Modifier.isStatic(field.getModifiers())) {
                options.put(owner.getSimpleName() + "." + field.getName(), (WireOption<?>) field.get(null));
            }
        }
        return options;
    }

    private static Map<String, WireOption<?>> options() throws IllegalAccessException {
        Map<String, WireOption<?>> options = new LinkedHashMap<>(options(WireOptions.class));
        options.putAll(options(MarshallableOptions.class));
        for (WireFormat format : WireFormats.all()) {
            options.putAll(options(format.getClass()));
        }
        return options;
    }

    private static String values(WireOption<?> option) {
        Object value = option.defaultValue();
        if (value instanceof Enum<?> constant) {
            return Arrays.stream(constant.getDeclaringClass().getEnumConstants())
                    .map(each -> "`" + each + "`")
                    .collect(Collectors.joining(", "));
        }
        if (value instanceof Integer || value instanceof Long) {
            return "whole number";
        }
        if (value instanceof Boolean) {
            return "`true`, `false`";
        }
        if (value instanceof Character) {
            return "character";
        }
        if (value instanceof Duration) {
            return "duration";
        }
        if (value instanceof List<?>) {
            return "texts";
        }
        if (value instanceof Map<?, ?>) {
            return option == CsvFormat.TYPES ? "`NAME:TYPE` texts" : "`NAME:TEXT` texts";
        }
        Class<?> type = value instanceof TypeRegistry ? TypeRegistry.class : value.getClass();
        return "`" + type.getSimpleName() + "`, in Java only";
    }

    private static String text(Object value) {
        if (value instanceof Enum<?> || value instanceof Long || value instanceof Boolean) {
            return "`" + value + "`";
        }
        if (value instanceof Integer number) {
            return number == Integer.MAX_VALUE ? "no limit" : "`" + number + "`";
        }
        if (value instanceof Duration duration) {
            return "`" + duration.toSeconds() + "s`";
        }
        if (value instanceof Character character) {
            return character == 0 ? "none" : "`" + character + "`";
        }
        if (value instanceof List<?> list) {
            return list.isEmpty() ? "none" : "`" + list + "`";
        }
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty() ? "none" : "`" + map + "`";
        }
        Map<Object, String> constants = Map.of(
                WireOptions.LIMITS.defaultValue(), "`WireLimits.DEFAULTS`",
                MarshallableOptions.TYPES.defaultValue(), "`TypeRegistry.shared()`",
                DeltaFormat.APPEND_AT.defaultValue(), "an empty file");
        return constants.get(value);
    }

    /** Returns the cells of each row in the tables with a header. */
    private static List<List<String>> rows(String header) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        boolean isTable = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.equals(header)) {
                isTable = true;
            } else if (!line.startsWith("|")) {
                isTable = false;
            } else if (isTable && !line.startsWith("|---")) {
                String[] cells = line.substring(1).split("\\|", -1);
                rows.add(Arrays.stream(cells)
                        .limit(cells.length - 1)
                        .map(String::strip)
                        .toList());
            }
        }
        assertTrue(!rows.isEmpty(), "no table " + header);
        return rows;
    }

    /** Compares all cells but the last one of each row, which describes it. */
    private static void assertRows(Map<String, String> expected, String header) throws IOException {
        Map<String, String> shown = new TreeMap<>();
        for (List<String> row : rows(header)) {
            String facts = String.join(" | ", row.subList(0, row.size() - 1));
            assertEquals(null, shown.put(row.get(0), facts), "twice");
            assertTrue(!row.get(row.size() - 1).isEmpty(), () -> row.get(0) + " is not described");
        }
        assertEquals(String.join("\n", new TreeMap<>(expected).values()), String.join("\n", shown.values()));
    }

    @Test
    void eachOptionIsOnThePage() throws Exception {
        Map<String, String> expected = new LinkedHashMap<>();
        options().forEach((constant, option) -> {
            Object value = option.defaultValue();
            String name = "`" + option.name() + "`";
            expected.put(name, name + " | `" + constant + "` | " + values(option) + " | " + text(value));
        });
        assertRows(expected, "| property | in Java | values | default | what for |");
    }

    @Test
    void eachLimitIsOnThePage() throws Exception {
        Map<String, String> expected = new LinkedHashMap<>();
        for (RecordComponent limit : WireLimits.class.getRecordComponents()) {
            String name = "`limits." + limit.getName() + "`";
            expected.put(name, name + " | " + text(limit.getAccessor().invoke(WireLimits.DEFAULTS)));
        }
        assertRows(expected, "| property | default | of |");
    }

    @Test
    void eachPresetSetsWhatThePageSays() throws Exception {
        Map<String, UnaryOperator<WireOptions>> presets = Map.of(
                "forFile", DeltaFormat::forFile,
                "forLive", DeltaFormat::forLive,
                "forRecovery", DeltaFormat::forRecovery);
        Set<String> methods = Arrays.stream(DeltaFormat.class.getMethods())
                .filter(method ->
                        Modifier.isStatic(method.getModifiers()) && method.getReturnType() == WireOptions.class)
                .map(method -> method.getName())
                .collect(Collectors.toSet());
        assertEquals(presets.keySet(), methods);
        Map<String, String> expected = new TreeMap<>();
        for (var preset : presets.entrySet()) {
            WireOptions set = preset.getValue().apply(WireOptions.DEFAULTS);
            List<String> changes = new ArrayList<>();
            options(DeltaFormat.class).forEach((constant, option) -> {
                if (set.get(option) != option.defaultValue()) {
                    changes.add("`" + constant.replace("DeltaFormat.", "") + "` = `" + set.get(option) + "`");
                }
            });
            String name = "`DeltaFormat." + preset.getKey() + "`";
            expected.put(name, name + " | " + String.join(", ", changes));
        }
        assertRows(expected, "| preset | sets | for |");
    }

    @Test
    void formatsDeclareTheOptionsOfTheirConstants() throws Exception {
        for (WireFormat format : WireFormats.all()) {
            assertEquals(
                    new HashSet<>(options(format.getClass()).values()), new HashSet<>(format.options()), format.name());
        }
    }

    @Test
    void aConfigurationMaySetEachOptionThatHasAText() throws Exception {
        Map<String, String> texts = new TreeMap<>();
        for (List<String> row : rows("| property | in Java | values | default | what for |")) {
            if (row.get(3).startsWith("`") && !row.get(2).contains("in Java only")) {
                texts.put(row.get(0).replace("`", ""), row.get(3).replace("`", ""));
            }
        }
        for (List<String> row : rows("| property | default | of |")) {
            texts.put(row.get(0).replace("`", ""), row.get(1).replace("`", ""));
        }
        WireOptions options = MarshallableOptions.from(texts);
        for (WireOption<?> option : options().values()) {
            assertEquals(option.defaultValue(), options.get(option), option.name());
        }
    }
}
