package io.deltawire.yaml.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.testing.Trees;
import io.deltawire.yaml.YamlFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The scanner gives the same tokens and errors as SnakeYAML. */
class ScannerAgainstSnakeYamlTest {
    private static final WireOptions OPTIONS =
            WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxDepth(20));

    private static final String[] PIECES = {
        " ",
        "\n",
        ":",
        ": ",
        ",",
        ", ",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        "#",
        " #",
        "- ",
        "? ",
        "!",
        "!T ",
        "&a ",
        "*a",
        "|",
        "|\n",
        ">",
        "%",
        "@",
        "`",
        "\t",
        "\r",
        "\\",
        "\\n",
        "---\n",
        "...\n",
        "a",
        "a: ",
        "1",
        "-1.5",
        "null",
        "~",
        "true",
        "\u00e9",
        "\u0085",
        "\u2028",
        "\ufeff",
        "!!str ",
        "!!binary ",
        "!!float ",
        "-0.0",
        "<<: ",
        "12:30",
        "2016-07-22",
        ": x",
        "]: x",
        "}: x",
        "\n  ",
        "\n# c\n",
        ".inf",
        "0x1F",
        "007",
        "=",
        "yes",
        "!!str \"12:30\"",
        "\"\\uD83D\""
    };

    /** Everything that a reader returns: tokens with their texts and types, and the error at the end. */
    private record Outcome(List<String> tokens, String error) {}

    private static Outcome read(byte[] yaml, boolean scanner) {
        List<String> tokens = new ArrayList<>();
        WireIn in = new YamlReader(
                InputBuffer.of(yaml, 0, yaml.length),
                OPTIONS.limits(),
                scanner ? ParserChoice.SCANNER_FIRST : ParserChoice.PARSER_ONLY);
        while (true) {
            try {
                if (!in.nextMessage()) {
                    return new Outcome(tokens, null);
                }
                tokens.add("message");
                readTokens(in, tokens);
            } catch (WireException e) {
                return new Outcome(tokens, e.getMessage());
            }
        }
    }

    private static void readTokens(WireIn in, List<String> tokens) {
        while (true) {
            WireToken token = in.peek();
            String type = in.typeName() == null ? "" : "!" + in.typeName() + " ";
            switch (token) {
                case END_MESSAGE -> {
                    return;
                }
                case FIELD -> tokens.add("field " + in.fieldName());
                case KEY -> {
                    in.key();
                    tokens.add("key");
                }
                case BEGIN_OBJECT -> {
                    in.beginObject();
                    tokens.add(type + "{");
                }
                case END_OBJECT -> {
                    in.endObject();
                    tokens.add("}");
                }
                case BEGIN_LIST -> {
                    in.beginList();
                    tokens.add(type + "[");
                }
                case END_LIST -> {
                    in.endList();
                    tokens.add("]");
                }
                case NULL -> {
                    in.nullValue();
                    tokens.add(type + "null");
                }
                default -> tokens.add(type + token + " " + in.text());
            }
        }
    }

    /** Reads like an application that knows the names and asks for kinds, with names in and out of order. */
    private static List<Object> readByKind(byte[] yaml, boolean scanner, Shape shape, WireToken[] kinds) {
        List<Object> values = new ArrayList<>();
        WireIn in = new YamlReader(
                InputBuffer.of(yaml, 0, yaml.length),
                OPTIONS.limits(),
                scanner ? ParserChoice.SCANNER_FIRST : ParserChoice.PARSER_ONLY);
        while (true) {
            try {
                if (!in.nextMessage()) {
                    return values;
                }
                readValue(in, shape, kinds, values);
            } catch (MalformedWireException e) {
                values.add(e.getMessage().split(" at line")[0]);
                return values;
            }
        }
    }

    private static void readValue(WireIn in, Shape shape, WireToken[] kinds, List<Object> values) {
        switch (in.peek()) {
            case BEGIN_OBJECT -> readFields(in, shape, kinds, values);
            case BEGIN_LIST -> {
                in.beginList();
                while (in.hasNext()) {
                    readValue(in, shape, kinds, values);
                }
                in.endList();
            }
            default -> readKind(in, WireToken.TEXT, values);
        }
    }

    private static void readFields(WireIn in, Shape shape, WireToken[] kinds, List<Object> values) {
        in.beginObject();
        for (int field = in.nextField(shape); field != WireIn.END; field = in.nextField(shape)) {
            values.add(field);
            if (field >= 0 && kinds[field] == WireToken.BEGIN_OBJECT) {
                readValue(in, shape, kinds, values);
            } else if (field >= 0) {
                readKind(in, kinds[field], values);
            } else if (in.peek() == WireToken.KEY) {
                in.key();
                in.skipValue();
                in.skipValue();
            } else {
                values.add(in.fieldName());
                in.skipValue();
            }
        }
        in.endObject();
    }

    /** Reads a value as the kind, or skips it if it is of another. */
    private static void readKind(WireIn in, WireToken kind, List<Object> values) {
        try {
            if (in.isNull()) {
                in.nullValue();
                values.add("null");
                return;
            }
            values.add(
                    switch (kind) {
                        case INT64 -> in.int64();
                        case FLOAT64 -> in.float64();
                        case TEMPORAL -> in.temporal();
                        case BOOL -> in.bool();
                        case DECIMAL -> in.decimal();
                        case BYTES -> HexFormat.of().formatHex(in.bytes());
                        case NULL -> in.text("a");
                        default -> in.text();
                    });
        } catch (WireDataException e) {
            values.add(e.getMessage());
            in.skipValue();
        }
    }

    private static void assertSameByKind(byte[] yaml, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Outcome tokens = read(yaml, false);
        List<String> names = new ArrayList<>();
        List<WireToken> kinds = new ArrayList<>();
        for (int i = 0; i < tokens.tokens().size() - 1; i++) {
            String token = tokens.tokens().get(i);
            if (token.startsWith("field ") && !names.contains(token.substring(6)) && random.nextInt(10) > 0) {
                names.add(token.substring(6));
                kinds.add(kindOf(tokens.tokens().get(i + 1), random));
            }
        }
        Shape shape = Shape.of(null, names);
        WireToken[] asked = kinds.toArray(new WireToken[0]);
        List<Object> parser = readByKind(yaml, false, shape, asked);
        List<Object> scanner = readByKind(yaml, true, shape, asked);
        if (tokens.error() == null) {
            assertEquals(parser, scanner, () -> names + " " + kinds + shown(yaml));
        } else if (!parser.isEmpty()
                && parser.get(parser.size() - 1).equals(tokens.error().split(" at line")[0])) {
            List<Object> before = parser.subList(0, parser.size() - 1);
            assertTrue(scanner.size() >= parser.size(), () -> names + " " + kinds + shown(yaml));
            assertEquals(before, scanner.subList(0, before.size()), () -> names + " " + kinds + shown(yaml));
        }
    }

    /** Returns the kind of the value, or any other. */
    private static WireToken kindOf(String token, SplittableRandom random) {
        WireToken[] all = WireToken.values();
        if (random.nextInt(8) == 0) {
            return all[random.nextInt(all.length)];
        }
        String word = token.replaceFirst("^!\\S* ", "").split(" ", 2)[0];
        for (WireToken kind : all) {
            if (kind.name().equals(word)) {
                return kind;
            }
        }
        return word.equals("{") || word.equals("[") ? WireToken.BEGIN_OBJECT : WireToken.TEXT;
    }

    private static void assertSame(byte[] yaml) {
        assertSameByKind(yaml, yaml.length);
        Outcome parser = read(yaml, false);
        Outcome scanner = read(yaml, true);
        String shown = shown(yaml);
        if (parser.error() == null) {
            assertEquals(parser, scanner, shown);
        } else {
            // SnakeYAML looks ahead, so that the scanner may return more tokens before the same error.
            assertEquals(
                    parser.error().split(" at line")[0],
                    String.valueOf(scanner.error()).split(" at line")[0],
                    shown);
            assertTrue(scanner.tokens().size() >= parser.tokens().size(), shown);
            assertEquals(
                    parser.tokens(), scanner.tokens().subList(0, parser.tokens().size()), shown);
        }
    }

    private static String shown(byte[] yaml) {
        String text = new String(yaml, StandardCharsets.UTF_8);
        return "\n" + text + "\n" + (yaml.length < 2000 ? HexFormat.of().formatHex(yaml) : "");
    }

    private static byte[] written(long seed) {
        Trees.Generator generator = new Trees.Generator(seed, true, true);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        YamlFormat.Style[] styles = YamlFormat.Style.values();
        // Mostly in the style for which the scanner is made.
        YamlFormat.Style style = seed % 5 == 0 ? styles[(int) (seed / 5 % styles.length)] : YamlFormat.Style.BRACES;
        WireOptions options = OPTIONS.with(YamlFormat.STYLE, style);
        try (WireOut out = new YamlFormat().newWriter(bytes, options)) {
            Trees.writeMessage(out, seed % 3 == 0 ? generator.value(0) : generator.record());
            if (seed % 4 == 0) {
                Trees.writeMessage(out, generator.record());
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void writtenMessagesGiveTheSameTokens() {
        for (int seed = 0; seed < 1500; seed++) {
            assertSame(written(seed));
        }
    }

    @Test
    void mutatedMessagesGiveTheSameTokensOrTheSameError() {
        int seeds = Integer.getInteger("yaml.mutations", 6_000);
        for (int seed = 0; seed < seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder(new String(written(random.nextInt(400)), StandardCharsets.UTF_8));
            for (int i = random.nextInt(3); i >= 0; i--) {
                int at = random.nextInt(text.length() + 1);
                switch (random.nextInt(3)) {
                    case 0 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                    case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
                    default -> text.replace(at, Math.min(text.length(), at + 1), PIECES[random.nextInt(PIECES.length)]);
                }
            }
            assertSame(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void randomFragmentsGiveTheSameTokensOrTheSameError() {
        int seeds = Integer.getInteger("yaml.mutations", 6_000);
        for (int seed = 0; seed < seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "---\n" : "");
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            text.append('\n');
            assertSame(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reads each document of a stream and its offset; an error does not end the stream. */
    private static List<Outcome> readStream(byte[] yaml, ParserChoice choice, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Outcome> documents = new ArrayList<>();
        InputBuffer input =
                random.nextBoolean() ? InputBuffer.of(yaml, 0, yaml.length) : InputBuffer.of(slowly(yaml, seed));
        WireIn in = new YamlReader(input, OPTIONS.limits(), choice);
        while (true) {
            List<String> tokens = new ArrayList<>();
            int way = random.nextInt(8);
            try {
                if (!in.nextMessage()) {
                    return documents;
                }
                if (way == 0) {
                    tokens.add(in.messageOffset() + " " + in.location());
                }
                if (way == 1 && isWhole(seed)) {
                    in.peek();
                } else {
                    readTokens(in, tokens);
                }
                if (way == 2) {
                    tokens.add("end " + in.peek());
                }
                documents.add(new Outcome(tokens, null));
            } catch (WireException e) {
                documents.add(new Outcome(tokens, e.getMessage()));
            }
        }
    }

    /** Returns whether the documents are as written, so that one may stay unread without missing an error. */
    private static boolean isWhole(long seed) {
        return seed % 2 == 0;
    }

    private static InputStream slowly(byte[] bytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(3000)));
            }
        };
    }

    @Test
    void streamsOfManyDocumentsGiveTheSameTokensOrTheSameErrors() {
        int seeds = Integer.getInteger("yaml.mutations", 6_000) / 10;
        long opened = 0;
        for (int seed = 0; seed < seeds; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            for (int i = random.nextInt(30); i >= 0; i--) {
                byte[] document = written(random.nextInt(400));
                if (!isWhole(seed) && random.nextInt(6) == 0) {
                    int at = random.nextInt(document.length);
                    byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8);
                    stream.write(document, 0, at);
                    stream.writeBytes(piece);
                    stream.write(document, at, document.length - at);
                } else {
                    if (!isWhole(seed) && random.nextInt(20) == 0) {
                        document[random.nextInt(document.length)] = (byte) random.nextInt();
                    }
                    stream.writeBytes(document);
                }
            }
            byte[] yaml = stream.toByteArray();
            List<Outcome> parser = readStream(yaml, ParserChoice.PARSER_ONLY, seed);
            List<Outcome> scanner = readStream(yaml, ParserChoice.SCANNER_FIRST, seed);
            opened += parser.size();
            assertEquals(parser.size(), scanner.size(), shown(yaml));
            for (int i = 0; i < parser.size(); i++) {
                assertSameDocument(parser.get(i), scanner.get(i), seed + ", document " + i + shown(yaml));
            }
        }
        assertTrue(opened > 5L * seeds, opened + " documents");
    }

    private static void assertSameDocument(Outcome parser, Outcome scanner, String shown) {
        if (parser.error() == null) {
            assertEquals(parser, scanner, shown);
        } else {
            assertEquals(
                    parser.error().split(" at line")[0],
                    String.valueOf(scanner.error()).split(" at line")[0],
                    shown);
            assertEquals(
                    parser.tokens(), scanner.tokens().subList(0, parser.tokens().size()), shown);
        }
    }

    @Test
    void casesOfTheTestSuiteGiveTheSameTokensOrTheSameError() throws IOException {
        Path root = Path.of(System.getProperty("suites", ""), "yaml-test-suite");
        if (System.getProperty("suites", "").isEmpty() || !Files.isDirectory(root)) {
            System.out.println(
                    "yaml-test-suite: left out of the differential test, since the property suites is not set");
            return;
        }
        int cases = 0;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".yaml")).toList()) {
                assertSame(Files.readAllBytes(file));
                cases++;
            }
        }
        System.out.println("yaml-test-suite: " + cases + " files give the same tokens by scanner and parser");
    }

    @Test
    void duplicatesAreFoundByEveryKindOfCall() {
        String[] yamls = {
            "a: 1\nb: 2\na: 3\n",
            "b: 1\na: 2\nx: 3\nx: 4\n",
            "a: 1\nx: 2\nc: 3\nb: 4\nb: 5\n",
            "c: 1\nb: 2\na: 3\nc: 4\n",
            "!T {\n  a: 1,\n  \"\\u0061\": 2\n}\n",
            "a: {\n  b: 1,\n  b: 2\n}\n"
        };
        for (String yaml : yamls) {
            byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
            for (List<String> order : List.of(List.of("a", "b", "c"), List.of("x", "c", "b", "a"), List.of("z"))) {
                Shape shape = Shape.of(null, order);
                assertRefused(bytes, in -> readByShape(in, shape));
            }
            assertRefused(bytes, WireIn::skipValue);
            assertRefused(bytes, Trees::readMessage);
        }
    }

    private static void assertRefused(byte[] yaml, java.util.function.Consumer<WireIn> reading) {
        try (WireIn in = new YamlFormat().newReader(yaml, OPTIONS)) {
            assertTrue(in.nextMessage());
            WireException e = org.junit.jupiter.api.Assertions.assertThrows(
                    WireException.class, () -> reading.accept(in), () -> shown(yaml));
            assertTrue(e.getMessage().contains("given twice at line"), e.getMessage());
        }
    }

    private static void readByShape(WireIn in, Shape shape) {
        in.beginObject();
        for (int field = in.nextField(shape); field != WireIn.END; field = in.nextField(shape)) {
            if (field == WireIn.UNKNOWN) {
                in.fieldName();
            }
            in.skipValue();
        }
        in.endObject();
    }
}
