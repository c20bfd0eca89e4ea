package io.deltawire.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.deltawire.cli.input.FormatFinder;
import io.deltawire.cli.options.Option;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** Data of other programs comes out of conversions as it went in. */
class ForeignDataTest {
    private static final String JSON =
            "{\"devDependencies\":{\"@types/node\":\"^20\"},\"@context\":{\"@id\":{\"@\":1}},\"a.b\":{\"$ref\":\"#/x\"},"
                    + "\"!T\":{\"@{x\":{\"@[1]\":[]}},\"n\":[1.10,100.0,12345678901234567890,0.30000000000000004],"
                    + "\"t\":[\"1.10\",\"yes\",\"null\",\"2026-07-01T12:00-04:00[America/New_York]\",\"\"]}\n";

    @TempDir
    Path folder;

    private static String convert(String input, String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "convert";
        System.arraycopy(words, 0, all, 1, words.length);
        CommandRun run = CommandRun.withInput(input, all);
        assertEquals("", run.err());
        return run.out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "yaml", "binary", "delta"})
    void jsonComesBackAsItWas(String format) throws IOException {
        Path source = Files.writeString(folder.resolve("a.json"), JSON);
        Path target = folder.resolve("b." + format);
        CommandRun run = CommandRun.of("convert", "-o", format, "--out", target.toString(), source.toString());
        assertEquals("", run.err());
        assertEquals(
                JSON,
                CommandRun.of("convert", "-o", "json", "-i", format, target.toString())
                        .out());
    }

    @Test
    void numbersKeepTheirTextBetweenTextFormats() {
        String numbers = "{\"n\":[1e5,1e-05,1E400,2.50]}\n";
        assertEquals(numbers, convert(numbers, "-i", "json", "-o", "json"));
        assertEquals("---\na: 0x1F\nb: +1\nc: 1e5\n", convert("a: 0x1F\nb: +1\nc: 1e5\n", "-i", "yaml", "-o", "yaml"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id,a.x,a.y\n1,,\n",
                "station,PM2.5\nA,\nB,6\n",
                "v,f,h,t[],@dw:type,q\n1.10,TRUE,3c6e45,a;b,T,\"1.10\"\n1e5,false,4849e5,,,007\n-0,True,12,x y,,\n",
                "x\n1\nabc\n",
                "a,a,b,a_2,\"\",\"\"\n1,2,3,4,5,6\n",
                "a.b,a.b,t[],t[]\n1,2,3,4\n",
                "a,a,x.y\n",
                "@dw:event,a\n"
            })
    void tableComesBackAsItWas(String table) {
        assertEquals(table, convert(table, "-i", "csv", "-o", "csv"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|a,a,x.y",
                "--grep nothing|a,a,x.y",
                "--fields a,x.y|a,x.y",
                "--sort|a,a,x.y",
                "--columns x.y,a|x.y,a",
                "--max 1|a,a,x.y",
                "--key a=9|a,a,x.y"
            })
    void tableWithoutRowsKeepsItsHeader(String options, String header) {
        List<String> words = new ArrayList<>(List.of("convert", "-i", "csv", "-o", "csv"));
        words.addAll(List.of(options.isEmpty() ? new String[0] : options.split(" ")));
        boolean isFilter = options.startsWith("--grep") || options.startsWith("--key");
        String table = "a,a,x.y\n" + (isFilter ? "1,2,3\n" : "");
        CommandRun run = CommandRun.withInput(table, words.toArray(new String[0]));
        assertEquals(header + "\n", run.out());
        assertEquals(0, run.code(), run.err());
    }

    /** Scalars that one of the text formats, or one of the versions of YAML, reads otherwise than another one. */
    private static final String[] SCALARS = {
        "TRUE",
        "True",
        "true",
        "FALSE",
        "False",
        "yes",
        "on",
        "~",
        "null",
        "Null",
        "0",
        "-0",
        "0.0",
        "-0.0",
        "0e0",
        "-0e0",
        "0.1e1",
        "1e5",
        "1E5",
        "1e+5",
        "1.0e5",
        "1.5e-7",
        "1.10",
        "100",
        "100.0",
        "1.",
        ".5",
        "+1",
        "+1.5",
        "1_000",
        "0x1F",
        "0o17",
        "017",
        "0b11",
        "190:20:30",
        "1e400",
        "-1E400",
        "1.5e400",
        "1e-400",
        "1e20000",
        "1.10e1",
        "NaN",
        ".nan",
        ".inf",
        "Infinity",
        "-Infinity",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "100000000000000000000000",
        "12345678901234567890.50",
        "0.30000000000000000000",
        "0.1000000000000000055511151231257827",
        "4.9e-324",
        "5E-324",
        "2.50",
        "1,5",
        "1e",
        "e5",
        "=",
        "<<",
        "-",
        "?x",
        ":x"
    };

    private static String document(String format, String scalar) {
        return switch (format) {
            case "json" -> "{\"v\":" + scalar + "}\n";
            case "yaml" -> "v: " + scalar + "\n";
            default -> "v\n" + (scalar.contains(",") ? '"' + scalar + '"' : scalar) + "\n";
        };
    }

    /** The kind and the value of the only field, or null where the text is none of the format. */
    private static List<Object> value(String format, String text) {
        WireFormat found = FormatFinder.named(Option.INPUT, format);
        try (WireIn in = found.newReader(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), WireOptions.DEFAULTS)) {
            in.nextMessage();
            in.beginObject();
            assertEquals("v", in.fieldName(), text);
            WireToken token = in.peek();
            List<Object> value = switch (token) {
                case NULL -> List.of(token);
                case BOOL -> List.of(token, in.bool());
                case INT64 -> List.of(token, in.int64());
                case FLOAT64 -> List.of(token, in.float64());
                case DECIMAL -> List.of(token, in.decimal());
                case TEMPORAL -> List.of(token, in.temporal());
                default -> List.of(token, in.text());
            };
            in.endObject();
            return value;
        } catch (WireException e) {
            return null;
        }
    }

    private static Object valueBySnakeYaml(String yaml) {
        return ((Map<?, ?>) new Yaml().load(yaml)).get("v");
    }

    private static Object valueByJackson(String json) {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (int i = 0; i < 3; i++) {
                parser.nextToken();
            }
            return switch (parser.currentToken()) {
                case VALUE_NULL -> null;
                case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
                case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
                case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
                default -> parser.getText();
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks what an independent reader makes of a number or boolean against the value that was meant. */
    private static void checkIndependent(List<Object> meant, Object found, String text) {
        Object value = meant.size() == 1 ? null : meant.get(1);
        if (!(value instanceof Number number)) {
            boolean isPlain = value == null || value instanceof Boolean || value instanceof String;
            assertTrue(!isPlain || Objects.equals(value, found), text);
        } else if (Double.isFinite(number.doubleValue()) && number.doubleValue() != 0) {
            assertInstanceOf(Number.class, found, text);
            assertEquals(number.doubleValue(), ((Number) found).doubleValue(), text);
            boolean isWhole = found instanceof Integer || found instanceof Long || found instanceof BigInteger;
            assertEquals(
                    number instanceof Long || meant.get(1) instanceof BigDecimal d && d.scale() == 0, isWhole, text);
        } else if (Double.isFinite(number.doubleValue())) {
            assertInstanceOf(Number.class, found, text);
            assertEquals(0, ((Number) found).doubleValue(), Double.MIN_VALUE, text);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "json,json",
        "json,yaml",
        "json,csv",
        "yaml,json",
        "yaml,yaml",
        "yaml,csv",
        "csv,json",
        "csv,yaml",
        "csv,csv"
    })
    void scalarHasOneValueInAllTextFormats(String from, String to) {
        for (String scalar : SCALARS) {
            String document = document(from, scalar);
            List<Object> meant = value(from, document);
            if (meant == null) {
                continue;
            }
            for (List<String> options : List.of(List.<String>of(), List.of("--sort"), List.of("--names", "plain"))) {
                List<String> words = new ArrayList<>(List.of("convert", "-i", from, "-o", to));
                words.addAll(options);
                CommandRun run = CommandRun.withInput(document, words.toArray(new String[0]));
                String text = run.out();
                String what = scalar + " as " + text + run.err();
                assertEquals("", run.err(), what);
                boolean isTextInJson = to.equals("json")
                        && (meant.get(0) == WireToken.TEMPORAL
                                || meant.get(0) == WireToken.FLOAT64 && !Double.isFinite((Double) meant.get(1)));
                if (!isTextInJson) {
                    assertEquals(meant, value(to, text), what);
                }
                if (to.equals("json") && !isTextInJson) {
                    checkIndependent(meant, valueByJackson(text), what);
                } else if (to.equals("yaml") && !from.equals("yaml")) {
                    checkIndependent(meant, valueBySnakeYaml(text), what);
                }
            }
        }
    }

    /** Options that have something to do with each message, but leave it as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--csv-safe",
                "--delimiter=,",
                "--deletions=skip",
                "--invert --grep=zzz",
                "--last=1",
                "--every=1",
                "--from=1",
                "--max=1",
                "--sort",
                "--fields=b,e,n,v,z",
                "--changes --key=v",
                "--key=v",
                "--keep-going",
                "--types=v:double",
                "--sample=7",
                "--names=plain"
            })
    void cellsKeepTheirTextWhateverIsAskedForBesides(String options) {
        String table = "b,e,n,v,z\nTRUE,1e5,1e400,1.10,-0\n";
        List<String> words = new ArrayList<>(List.of("-i", "csv", "-o", "csv"));
        words.addAll(List.of(options.split(" ")));
        assertEquals(table, convert(table, words.toArray(new String[0])));
    }

    /** With and without {@code --follow}, since standard output is flushed in pauses only where it is no file. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--follow"})
    void pausesOfTheInputChangeNothing(String follow) {
        Map<String, String> inputs = Map.of(
                "csv", "PM2.5,b\n1.10,TRUE\n-0,x\n", "json", JSON + JSON, "yaml", "---\na.b: 0x1F\n---\na.b: {}\n");
        for (Map.Entry<String, String> input : inputs.entrySet()) {
            for (String to : List.of("json", "yaml", "csv", "binary")) { // a delta dump has a block for each pause
                for (String names : List.of("", "paths", "plain")) {
                    List<String> words = new ArrayList<>(List.of("convert", "-i", input.getKey(), "-o", to));
                    words.addAll(follow.isEmpty() ? List.of() : List.of(follow));
                    words.addAll(names.isEmpty() ? List.of() : List.of("--names", names));
                    String[] line = words.toArray(new String[0]);
                    CommandRun expected = CommandRun.withInput(input.getValue(), line);
                    CommandRun paused = CommandRun.withPauses(input.getValue(), line);
                    assertEquals(expected.err(), paused.err(), words.toString());
                    assertEquals(expected.out(), paused.out(), words.toString());
                }
            }
        }
    }

    @Test
    void optionsAreInTimeAfterAnInputThatFails() throws IOException {
        Path table = Files.writeString(folder.resolve("t.csv"), "PM2.5,b\n1.10,TRUE\n");
        CommandRun run = CommandRun.of(
                "convert", "-i", "csv", "-o", "csv", folder.resolve("none.csv").toString(), table.toString());
        assertTrue(run.err().contains("none.csv"), run.err());
        assertEquals("PM2.5,b\n1.10,TRUE\n", run.out());
    }

    /** Tables whose names have dots, with records that leave their cells empty. */
    @ParameterizedTest
    @ValueSource(strings = {"json", "yaml", "binary", "delta", "csv"})
    void tableWithDotsInItsNamesComesBackFromAnyFormat(String format) throws IOException {
        String[] tables = {
            "id,a.x,a.y\n1,,\n",
            "id,a.x,a.y\n1,,\n2,,\n3,4,\n",
            "station,PM2.5\nA,\nB,6\n",
            "station,PM2.5,PM10\nA,,\nB,6,7\nC,,8\n",
            "a.b.x,a.b.y,a.c,d\n,,,1\n,2,,3\n,,4,5\n",
            "a.b.x,d.e\n,\n1,2\n",
            "a.x,b\n1,2\n,3\n",
            "a,a.1,b.\n1,,\n,2,3\n"
        };
        for (String table : tables) {
            for (String names : List.of("paths", "plain")) {
                Path from = Files.writeString(folder.resolve("d.csv"), table);
                Path dump = folder.resolve("d2." + format);
                Files.deleteIfExists(dump);
                String[] words = {
                    "convert", "--names", names, "-i", "csv", "-o", format, "--out", dump.toString(), from.toString()
                };
                assertEquals("", CommandRun.of(words).err(), table);
                CommandRun back =
                        CommandRun.of("convert", "--names", names, "-i", format, "-o", "csv", dump.toString());
                assertEquals("", back.err(), table);
                assertEquals(table, back.out(), names);
            }
        }
        assertEquals(
                "{\"station\":\"A\",\"PM2\":{\"5\":null}}\n{\"station\":\"B\",\"PM2\":{\"5\":6}}\n",
                convert("station,PM2.5\nA,\nB,6\n", "-i", "csv", "-o", "json"));
    }

    @Test
    void objectAfterAScalarSaysHowDotsOfNamesStay() {
        CommandRun run =
                CommandRun.withInput("{\"a\":null}\n{\"a\":{\"x\":1}}\n", "convert", "-i", "json", "-o", "csv");
        assertTrue(run.err().contains("--names plain"), run.err());
    }

    @Test
    void recordedCellIsANumberOnlyWhereItsTextComesBack() throws IOException {
        Path table = Files.writeString(folder.resolve("i.csv"), "icao24,on\n3c6e45,TRUE\n4849e5,true\n");
        Path dump = folder.resolve("i.dw");
        assertEquals(
                0,
                CommandRun.of("record", "--key", "icao24", "--out", dump.toString(), table.toString())
                        .code());
        assertEquals(
                "{\"icao24\":\"3c6e45\",\"on\":\"TRUE\"}\n{\"icao24\":\"4849e5\",\"on\":true}\n",
                CommandRun.of("convert", "-o", "json", dump.toString()).out());
    }

    @Test
    void keysOfOneTextAreAnError() {
        for (String key : new String[] {"1", "true", "null", "1.5", "2026-07-01"}) {
            String yaml = "m: {" + key + ": a, \"" + key + "\": b}\n";
            CommandRun run = CommandRun.withInput(yaml, "convert", "-i", "yaml", "-o", "json");
            assertTrue(run.err().contains("expected keys with different texts"), run.err());
        }
    }

    @Test
    void questionMarkInsideAWordIsAPartOfIt() {
        assertEquals(
                "{\"on\":{\"csp\":\"/map/my-map?view=keySet\",\"w?\":[\"a?b\"]}}\n",
                convert("on: {csp: /map/my-map?view=keySet, w?: [a?b]}\n", "-i", "yaml", "-o", "json"));
    }

    /** Expected: what YAML 1.2 says, in which {@code ?} and {@code :} before a character of a word are text. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "k: [x?, ?y]|{\"k\":[\"x?\",\"?y\"]}",
                "k: {a: ?z}|{\"k\":{\"a\":\"?z\"}}",
                "{?y: 1}|{\"?y\":1}",
                "{c: :x}|{\"c\":\":x\"}",
                "{:x: :y}|{\":x\":\":y\"}",
                "k: [:a, ::b, a:b, 'q :r', :?s, -?t]|{\"k\":[\":a\",\"::b\",\"a:b\",\"q :r\",\":?s\",\"-?t\"]}",
                "k: [a :b, a ?b]|{\"k\":[\"a :b\",\"a ?b\"]}",
                "k: {\"a\" :b, 'c':d, \"e\":?f}|{\"k\":{\"a\":\"b\",\"c\":\"d\",\"e\":\"?f\"}}",
                "k: {? a : b, ? c}|{\"k\":{\"a\":\"b\",\"c\":null}}",
                "{a: !!str ?x, b: &n :y, c: *n}|{\"a\":\"?x\",\"b\":\":y\",\"c\":\":y\"}",
                "k: ?y|{\"k\":\"?y\"}",
                "?y: :z|{\"?y\":\":z\"}",
                "{a: \"?b :c\", d: '?e :f'}|{\"a\":\"?b :c\",\"d\":\"?e :f\"}"
            })
    void questionMarkOrColonBeforeAWordIsAPartOfIt(String yaml, String json) {
        assertEquals(json + "\n", convert(yaml + "\n", "-i", "yaml", "-o", "json"));
    }

    @Test
    void foreignTagsComeBack() {
        String yaml = "---\nA: !Ref B\nC: !Sub \"x-${Y}\"\nD: !GetAtt [a, b]\n";
        String json = convert(yaml, "-i", "yaml", "-o", "json");
        assertEquals(yaml, convert(json, "-i", "json", "-o", "yaml"));
    }

    @Test
    void eventIsNamedAfterItsHistory() {
        String yaml = "---\nhistory: {sources: [1, 0], timings: [1]}\nonOrder: {symbol: A}\n";
        assertTrue(convert(yaml, "-i", "yaml", "-e", "onOrder", "-o", "json")
                .endsWith("\"onOrder\":{\"symbol\":\"A\"}}\n"));
        assertEquals(
                "",
                CommandRun.withInput(yaml, "convert", "-i", "yaml", "-e", "history", "-o", "json")
                        .out());
    }

    @Test
    void dumpsThatChroniclePrintsAreMessages() {
        String yaml = "--- !!data #binary\non: {a: 1}\n--- !!meta-data #binary\nh: 1\n";
        assertEquals("{\"on\":{\"a\":1}}\n{\"h\":1}\n", convert(yaml, "-i", "yaml", "-o", "json"));
        String hex = "00000000 7b 22 61 22 3a 31 7d 0a                          {\"a\":1}·         \n";
        assertEquals("{\"a\":1}\n", convert(hex, "-o", "json"));
    }

    @Test
    void exportLeavesNamesOut() {
        String json = "{\"trade\":{\"@dw:Trade\":{\"symbol\":\"A\",\"price\":1.10}}}\n";
        assertEquals("symbol,price\nA,1.10\n", convert(json, "-i", "json", "-o", "csv", "--names", "plain"));
        assertEquals("@dw:event,@dw:type,symbol,price\ntrade,Trade,A,1.10\n", convert(json, "-i", "json", "-o", "csv"));
    }

    /** Names and texts that mean something in one of the formats. */
    private static final String[] NASTY = {
        "@",
        "@dw:",
        "@dw:T",
        "@dw:@dw:x",
        "@dw:{",
        "!",
        "!!str",
        "?",
        "-",
        "<<",
        "=",
        "~",
        "null",
        "true",
        "1",
        "1e5",
        "a.b",
        "a[]",
        "x{}",
        "",
        "'",
        "\\\"",
        ",",
        ";",
        "a\\nb",
        "\\t",
        "\uD83D\uDE00",
        "__proto__",
        "$ref",
        "#text",
        "# c",
        "a: b",
        "- x",
        "[",
        "{",
        "}",
        "&a",
        "*a",
        "|",
        ">",
        "%",
        "`",
        "@type",
        "---",
        "...",
        "0x1F",
        ".5",
        "007",
        "NaN",
        ".inf",
        "yes",
        "2026-07-01",
        "12:30",
        " a",
        "a ",
        "\\u0000",
        "\\u0085",
        "\\u2028",
        "\\uFEFF",
        "\\\\"
    };

    private static String nasty(SplittableRandom random) {
        String text = NASTY[random.nextInt(NASTY.length)];
        return '"' + (random.nextInt(4) == 0 ? text + NASTY[random.nextInt(NASTY.length)] : text) + '"';
    }

    private static String nastyValue(SplittableRandom random, int depth) {
        int choice = random.nextInt(depth > 2 ? 6 : 9);
        if (choice < 6) {
            String[] bare = {"1.10", "-0", "100", "1.5", "null", "true", "1e5", "12345678901234567890"};
            return choice < 4 ? nasty(random) : bare[random.nextInt(bare.length)];
        }
        Map<String, String> members = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            members.put(nasty(random), nastyValue(random, depth + 1));
        }
        return choice == 8
                ? "[" + String.join(",", members.values()) + "]"
                : members.entrySet().stream()
                        .map(e -> e.getKey() + ":" + e.getValue())
                        .collect(Collectors.joining(",", "{", "}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "yaml", "binary", "delta"})
    void nastyNamesAndTextsComeBackAsTheyWere(String format) throws IOException {
        for (int seed = 0; seed < 150; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String json =
                    "{\"first\":" + nastyValue(random, 0) + "," + nasty(random) + ":" + nastyValue(random, 0) + "}\n";
            // Only JSON itself keeps each spelling of an exponent and of minus zero.
            String source = format.equals("json")
                    ? json
                    : json.replace("1e5", "15").replace(":-0", ":0").replace("-0", "0");
            Path from = Files.writeString(folder.resolve("n.json"), source);
            Path target = folder.resolve("n." + format);
            Files.deleteIfExists(format.equals("json") ? folder.resolve("m.json") : target);
            Path into = format.equals("json") ? folder.resolve("m.json") : target;
            CommandRun run =
                    CommandRun.of("convert", "-i", "json", "-o", format, "--out", into.toString(), from.toString());
            assertEquals("", run.err(), source);
            String back = CommandRun.of("convert", "-i", format, "-o", "json", into.toString())
                    .out();
            String plain = CommandRun.of("convert", "-i", "json", "-o", "json", from.toString())
                    .out();
            assertEquals(plain, back, source);
        }
    }

    @Test
    void aTagWithoutValueStaysOne() {
        String yaml = "---\nzones: !GetAZs \nlist: [!X , !Y a]\n";
        assertEquals(yaml, convert(yaml, "-i", "yaml", "-o", "yaml"));
    }

    @Test
    void allTextStaysText() {
        assertEquals(
                "{\"v\":\"1.10\",\"w\":\"TRUE\"}\n",
                convert("v,w\n1.10,TRUE\n", "-i", "csv", "-o", "jsonl", "--types", "*:text"));
    }

    @Test
    void integersOfAColumnOfDoublesAreDoublesInADumpUnlessAllIsText() throws IOException {
        String table = "id,v\na,1012.6\na,1012\na,1011.9\na,1011\n";
        assertEquals(table.replace("1012\n", "1012.0\n").replace("1011\n", "1011.0\n"), throughDump(table));
        assertEquals(
                "id,v\na,\"1012.6\"\na,\"1012\"\na,\"1011.9\"\na,\"1011\"\n", throughDump(table, "--types", "*:text"));
    }

    private String throughDump(String table, String... options) throws IOException {
        Path source = Files.writeString(folder.resolve("t.csv"), table);
        Path dump = folder.resolve("t.dw");
        Files.deleteIfExists(dump);
        List<String> words =
                new ArrayList<>(List.of("convert", "-o", "delta", "--key", "id", "--out", dump.toString()));
        words.addAll(List.of(options));
        words.add(source.toString());
        CommandRun.of(words.toArray(new String[0]));
        return CommandRun.of("convert", "-o", "csv", dump.toString()).out().replace("\r", "");
    }
}
