package io.deltawire.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Typed;
import io.deltawire.yaml.internal.text.PlainText;
import io.deltawire.yaml.testing.Yaml12;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Whatever the writer writes, in every style, is read with the same values by Deltawire and by other libraries:
 * SnakeYAML for YAML 1.1, PyYAML likewise if it is installed, and SnakeYAML Engine for YAML 1.2.
 */
class YamlInteropTest {
    /** Text that some YAML reader does not read as text when it is written plain. */
    private static final String[] HOSTILE = {
        "no",
        "No",
        "NO",
        "n",
        "N",
        "y",
        "Y",
        "yes",
        "on",
        "off",
        "null",
        "Null",
        "NULL",
        "~",
        "",
        "true",
        "TRUE",
        "False",
        "0x1F",
        "0o17",
        "017",
        "0b11",
        "1_000",
        "1e6",
        "1E6",
        "1e+6",
        "1.5e3",
        "._",
        "._1",
        ".5",
        "5.",
        "+1",
        "-1",
        "--1",
        "12:30:45",
        "190:20:30",
        "1:20",
        "12:30",
        "2016-07-22",
        "2016-7-2",
        "2016-07-22 12:34:56",
        "0000-01-01",
        "2016-07-22T12:34:56Z",
        ".inf",
        "-.INF",
        ".NaN",
        "inf",
        "nan",
        "<<",
        "=",
        "-",
        "- a",
        "?",
        "? a",
        ":",
        ": a",
        "a:",
        "a: b",
        "a :b",
        "a #b",
        "#a",
        "a#b",
        "&a",
        "*a",
        "!a",
        "!!str",
        "%a",
        "@a",
        "`a",
        "|",
        ">",
        "'a'",
        "\"a\"",
        "{a}",
        "[a]",
        "a,b",
        ",",
        "---",
        "--- a",
        "...",
        "a\n---\nb",
        " a",
        "a ",
        "\ta",
        "a\t",
        "a\nb",
        "a\n",
        "\n",
        "\r",
        "\r\n",
        "a\u0085b",
        "a\u2028b",
        "a\u2029b",
        "\ufeff",
        "a\ufeffb",
        "\u0000",
        "\u0007",
        "\u001b[0m",
        "\u007f",
        "\u009b",
        "\u00a0",
        "\u00ad",
        "\u200b",
        "\u202e",
        "\ufffe",
        "\uffff",
        "\ufffd",
        "\ud83d\ude00",
        "\ud83d",
        "\ude00",
        "\ude00\ud83d",
        "\udb40\udc01",
        "\udbff\udfff",
        "a\\b",
        "\\",
        "C:\\x",
        "http://a/b?c=d&e",
        "user@host",
        "a  b",
        "100%",
        "$x",
        "/etc/x",
        "it's",
        "日本",
        "é",
        "x\u0301",
        "1 000",
        "$",
        "_",
        "__"
    };

    private static byte[] write(YamlFormat.Style style, List<Object> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOptions options = WireOptions.DEFAULTS.with(YamlFormat.STYLE, style);
        try (WireOut out = new YamlFormat().newWriter(bytes, options)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
        return bytes.toByteArray();
    }

    private static List<Object> messages() {
        List<Object> messages = new ArrayList<>();
        for (String text : HOSTILE) {
            messages.add(text);
            messages.add(Trees.map("v", text, text, "k"));
            messages.add(new Typed("T", Trees.map("v", text, text, List.of(text, Trees.map(text, text)))));
            String lines = text + "\n" + text;
            messages.add(lines);
            messages.add(Trees.map(
                    "a", text + "\n", "b", "a\n" + text, "c", List.of(text + "\na", lines + "\n"), lines, 1L));
        }
        for (int seed = 0; seed < 1000; seed++) {
            messages.add(new Trees.Generator(seed, true, true).record());
        }
        messages.add(
                Trees.map("price", new BigDecimal("1.50"), "five", new BigDecimal("5"), "e", new BigDecimal("1E+3")));
        List<Object> items = new ArrayList<>(new LinkedHashSet<>(List.of((Object[]) HOSTILE)));
        items.addAll(Arrays.asList(null, false, 1.5, 7L, LocalDate.of(2016, 7, 22)));
        messages.add(new Typed("set", items));
        messages.add(Trees.map("s", new Typed("set", items), "after", List.of(new Typed("set", List.of()), 1L)));
        for (String text : HOSTILE) {
            Typed set = new Typed("set", List.of(text));
            messages.add(List.of(set, Trees.map("s", set)));
        }
        messages.add(Trees.map(LocalDate.of(2016, 7, 22), "date key", "old", LocalDate.of(0, 1, 1)));
        return messages;
    }

    @ParameterizedTest
    @EnumSource
    void ourReaderReadsTheSameValues(YamlFormat.Style style) {
        for (Object message : messages()) {
            byte[] yaml = write(style, List.of(message));
            try (WireIn in = new YamlFormat().newReader(yaml, WireOptions.DEFAULTS)) {
                assertEquals(List.of(message), Trees.readAll(in), () -> new String(yaml, StandardCharsets.UTF_8));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void snakeYamlReadsTheSameValues(YamlFormat.Style style) {
        for (Object message : messages()) {
            String yaml = new String(write(style, List.of(message)), StandardCharsets.UTF_8);
            Object read = new Yaml(new UntypedConstructor()).load(yaml);
            assertEquals(expected(rounded(message)), canonical(read), yaml);
        }
    }

    @ParameterizedTest
    @EnumSource
    void yaml12ReaderReadsTheSameValues(YamlFormat.Style style) {
        for (Object message : messages()) {
            String yaml = new String(write(style, List.of(message)), StandardCharsets.UTF_8);
            assertEquals(expected(Yaml12.texts(message)), Yaml12.canonical(yaml, YamlInteropTest::canonical), yaml);
        }
    }

    @ParameterizedTest
    @EnumSource
    void pyYamlReadsTheSameValues(YamlFormat.Style style, @TempDir Path folder)
            throws IOException, InterruptedException {
        if (run(folder, "import yaml") != 0) {
            System.out.println("PyYAML: left out, since python3 with the module yaml is not there");
            return;
        }
        List<Object> messages = messages();
        Files.write(folder.resolve("in.yaml"), write(style, messages));
        try (InputStream script = YamlInteropTest.class.getResourceAsStream("canonical.py")) {
            String program = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, run(folder, program), () -> log(folder));
        }
        List<String> lines = Files.readAllLines(folder.resolve("out.txt"), StandardCharsets.UTF_8);
        for (int i = 0; i < messages.size(); i++) {
            String yaml = new String(write(style, List.of(messages.get(i))), StandardCharsets.UTF_8);
            assertEquals(expected(messages.get(i)), lines.get(i), yaml);
        }
        assertEquals(messages.size(), lines.size());
        System.out.println("PyYAML: " + lines.size() + " messages in style " + style + " read with the same values");
    }

    private static String log(Path folder) {
        try {
            return Files.readString(folder.resolve("log.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static int run(Path folder, String program) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder("python3", "-c", program)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log.txt").toFile())
                    .start();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "python3 does not end");
            return process.exitValue();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Returns the values of a message in YAML 1.1 as one line of text, in the form of {@code canonical.py}. */
    private static String expected(Object value) {
        if (value instanceof Typed typed && typed.type().equals("set")) {
            return Yaml12.canonicalSet(((List<?>) typed.value()).stream().map(YamlInteropTest::expected));
        } else if (value instanceof Typed typed) {
            return expected(typed.value());
        } else if (value instanceof Map<?, ?> map) {
            StringBuilder text = new StringBuilder("{");
            map.forEach((key, item) -> text.append(expected(key))
                    .append('=')
                    .append(expected(item))
                    .append(' '));
            return text.append('}').toString();
        } else if (value instanceof List<?> list) {
            StringBuilder text = new StringBuilder("[");
            list.forEach(item -> text.append(expected(item)).append(' '));
            return text.append(']').toString();
        } else if (value instanceof BigDecimal decimal) {
            return decimal.scale() == 0 && decimal.toBigInteger().bitLength() > 63
                    ? "i" + decimal
                    : canonical(decimal.doubleValue());
        } else if (value instanceof Blob blob) {
            return canonical(blob.bytes());
        } else if (value instanceof Temporal temporal) {
            String text = TemporalText.format(temporal);
            byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
            return PlainText.isTimestamp(ascii, 0, ascii.length) ? "t" + millis(temporal) : canonical(text);
        }
        return canonical(value);
    }

    private static long millis(Temporal temporal) {
        return instant(temporal).toEpochMilli();
    }

    private static Instant instant(Temporal temporal) {
        if (temporal instanceof LocalDate date) {
            return date.atStartOfDay(ZoneOffset.UTC).toInstant();
        } else if (temporal instanceof LocalDateTime time) {
            return time.toInstant(ZoneOffset.UTC);
        } else if (temporal instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        return (Instant) temporal;
    }

    /** SnakeYAML rounds to milliseconds, but Python and Java truncate. */
    private static Object rounded(Object value) {
        if (value instanceof Typed typed) {
            Object rounded = rounded(typed.value());
            return typed.type().equals("set") ? new Typed("set", rounded) : rounded;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = Trees.map();
            map.forEach((key, item) -> copy.put(rounded(key), rounded(item)));
            return copy;
        } else if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(rounded(item)));
            return copy;
        } else if (value instanceof LocalDateTime || value instanceof OffsetDateTime || value instanceof Instant) {
            String text = TemporalText.format((Temporal) value);
            byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
            return PlainText.isTimestamp(ascii, 0, ascii.length)
                    ? instant((Temporal) value).plusNanos(500_000).truncatedTo(ChronoUnit.MILLIS)
                    : value;
        }
        return value;
    }

    static String canonical(Object value) {
        if (value == null) {
            return "n";
        } else if (value instanceof Boolean) {
            return "b" + value;
        } else if (value instanceof Integer || value instanceof Long || value instanceof BigInteger) {
            return "i" + value;
        } else if (value instanceof Double d) {
            return "f" + HexFormat.of().toHexDigits(Double.doubleToLongBits(d));
        } else if (value instanceof String s) {
            StringBuilder text = new StringBuilder("s");
            s.codePoints()
                    .forEach(point -> text.append(Integer.toHexString(point)).append('.'));
            return text.toString();
        } else if (value instanceof byte[] bytes) {
            return "x" + HexFormat.of().formatHex(bytes);
        } else if (value instanceof Date date) {
            return "t" + date.toInstant().toEpochMilli();
        } else if (value instanceof List<?> list) {
            StringBuilder text = new StringBuilder("[");
            list.forEach(item -> text.append(canonical(item)).append(' '));
            return text.append(']').toString();
        }
        if (value instanceof Set<?> set) {
            return Yaml12.canonicalSet(set.stream().map(YamlInteropTest::canonical));
        }
        StringBuilder text = new StringBuilder("{");
        ((Map<?, ?>) value)
                .forEach((key, item) -> text.append(canonical(key))
                        .append('=')
                        .append(canonical(item))
                        .append(' '));
        return text.append('}').toString();
    }

    /** Constructs SnakeYAML's own types and ignores local tags. */
    private static final class UntypedConstructor extends SafeConstructor {
        UntypedConstructor() {
            super(new LoaderOptions());
            yamlMultiConstructors.put("!", new AbstractConstruct() {
                @Override
                public Object construct(Node node) {
                    if (node instanceof MappingNode mapping) {
                        return constructMapping(mapping);
                    } else if (node instanceof SequenceNode sequence) {
                        return constructSequence(sequence);
                    }
                    ScalarNode scalar = (ScalarNode) node;
                    node.setTag(new Tag("tag:yaml.org,2002:str"));
                    return scalar.getValue();
                }
            });
        }
    }
}
