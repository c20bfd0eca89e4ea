package io.deltawire.json.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lists the tokens that an input has by jackson-core's {@link JsonParser} and by {@code docs/spec/json-mapping.md}, in
 * the form of {@link TokenTrace}. It shares no code with the reader: Jackson decides what is JSON, the JDK what is
 * UTF-8, and this class follows sections 2 to 7 of the mapping.
 *
 * <p>Each message is read into nodes first, since its type names depend on what follows. Of a broken message, the
 * tokens are listed up to the first that depends on the missing rest.
 */
public final class JacksonTrace {
    private static final String MARK = "@dw:";

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(1_000_000)
                    .maxNameLength(1_000_000)
                    .build())
            .disable(JsonFactory.Feature.CHARSET_DETECTION) // it would read zero bytes as UTF-16 or UTF-32
            .build();

    private final byte[] json;
    /** Index after the byte order mark. */
    private final int start;

    private final List<String> trace = new ArrayList<>();
    private final WireLimits limits;
    private final WireOptions options;
    private int messageCount;
    private int depth;

    private JacksonTrace(byte[] json, WireOptions options) {
        this.json = json;
        this.start =
                json.length >= 3 && json[0] == (byte) 0xEF && json[1] == (byte) 0xBB && json[2] == (byte) 0xBF ? 3 : 0;
        this.options = options;
        this.limits = options.limits();
    }

    /** Returns the tokens, then "end" or the reason why the input is refused. */
    public static List<String> of(byte[] json, WireOptions options) {
        JacksonTrace found = new JacksonTrace(json, options);
        found.readAll(options.get(JsonFormat.UNWRAP_ARRAY) == JsonFormat.TopLevelArray.UNWRAP);
        return found.trace;
    }

    /**
     * Asserts that both accept or both reject an input, with the same tokens. Before an error the scanner may return a
     * few more, because jackson-core reads ahead. Jackson also refuses names with lone surrogates.
     */
    public static void assertSameTokens(byte[] json, WireOptions options, String what) {
        List<String> jackson = of(json, options);
        List<String> scanner = TokenTrace.of(json, options);
        String shown = what + ": " + new String(json, StandardCharsets.UTF_8) + " " + Arrays.toString(json);
        String last = jackson.get(jackson.size() - 1);
        if (last.contains("surrogate")) {
            return;
        }
        if (last.equals("end")) {
            assertEquals(jackson, scanner, shown);
        } else {
            int known = jackson.size() - 1;
            assertEquals(jackson.subList(0, known), scanner.subList(0, Math.min(known, scanner.size())), shown);
            assertTrue(scanner.get(scanner.size() - 1).contains("Exception"), shown);
        }
    }

    private void readAll(boolean unwraps) {
        try (JsonParser parser = FACTORY.createParser(validUtf8())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (!unwraps || token != JsonToken.START_ARRAY) {
                    message(parser);
                    continue;
                }
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    message(parser);
                }
            }
            trace.add("end");
        } catch (IOException e) {
            trace.add("refused: " + e.getMessage());
        }
    }

    /** Supplies the input up to the first byte that is not valid UTF-8, and fails there. */
    private InputStream validUtf8() {
        ByteBuffer bytes = ByteBuffer.wrap(json, start, json.length - start);
        boolean isBroken = StandardCharsets.UTF_8
                .newDecoder()
                .decode(bytes, CharBuffer.allocate(json.length), true)
                .isError();
        return new FilterInputStream(new ByteArrayInputStream(json, start, bytes.position() - start)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                require(count >= 0 || !isBroken, "not UTF-8");
                return count;
            }
        };
    }

    // ---- from Jackson's tokens to nodes

    /** A value. */
    private static final class Node {
        final JsonToken first;
        /** Of a scalar: its token in the trace, and its text there. */
        String token;

        String text;
        /** Of an object: its names, in order. */
        final List<String> names = new ArrayList<>();
        /** Of an object or list: its values, in order. A name without a value comes last in a broken message. */
        final List<Node> values = new ArrayList<>();
        /** Whether the end of the value was read. */
        boolean isWhole;

        Node(JsonToken first) {
            this.first = first;
        }

        boolean hasMark(String mark) {
            return !names.isEmpty() && names.get(0).startsWith(mark);
        }
    }

    private void message(JsonParser parser) throws IOException {
        messageCount++;
        long offset = start + parser.currentTokenLocation().getByteOffset();
        trace.add("message at " + offset);
        Node message = new Node(parser.currentToken());
        try {
            readNode(parser, message);
        } catch (IOException e) {
            checkSize(json.length - offset); // a reader may look ahead to the end of the message
            addTokens(message);
            throw e;
        }
        checkSize(start + parser.currentLocation().getByteOffset() - offset);
        addTokens(message);
    }

    private void checkSize(long bytes) throws IOException {
        require(bytes <= limits.maxMessageBytes(), "limit on the size of a message");
    }

    private void readNode(JsonParser parser, Node node) throws IOException {
        switch (node.first) {
            case START_OBJECT, START_ARRAY -> {
                for (JsonToken token = parser.nextToken(); !token.isStructEnd(); token = parser.nextToken()) {
                    if (token == JsonToken.FIELD_NAME) {
                        node.names.add(parser.currentName());
                    } else {
                        Node value = new Node(token);
                        node.values.add(value);
                        readNode(parser, value);
                    }
                }
            }
            case VALUE_STRING -> setScalar(node, "TEXT", parser.getText());
            case VALUE_NUMBER_INT -> {
                requireEnd(parser);
                setInteger(node, parser.getText());
            }
            case VALUE_NUMBER_FLOAT -> {
                requireEnd(parser);
                setScalar(node, isDouble(parser.getText()) ? "FLOAT64" : "DECIMAL", parser.getText());
            }
            case VALUE_NULL -> setScalar(node, "NULL", "null");
            default -> setScalar(node, "BOOL", parser.getText());
        }
        node.isWhole = true;
    }

    /** Refuses a number that does not end where Jackson ends it; Jackson would refuse the next token. */
    private void requireEnd(JsonParser parser) throws IOException {
        long end = start + parser.currentTokenLocation().getByteOffset() + parser.getTextLength();
        require(end >= json.length || " \t\r\n,]}".indexOf(json[(int) end]) >= 0, "expected the end of the number");
    }

    private static void setScalar(Node node, String token, String text) {
        node.token = token;
        node.text = text;
    }

    private static void setInteger(Node node, String text) {
        boolean isLong = new BigInteger(text).bitLength() < Long.SIZE;
        setScalar(node, text.equals("-0") ? "FLOAT64" : isLong ? "INT64" : "DECIMAL", text);
    }

    /** Returns whether the double nearest to a number is printed as the same number, if with the fewest digits. */
    private static boolean isDouble(String number) {
        double nearest = Double.parseDouble(number);
        if (!Double.isFinite(nearest)) {
            return false;
        }
        try {
            BigDecimal exact = new BigDecimal(number).stripTrailingZeros();
            BigDecimal printed = new BigDecimal(Double.toString(nearest)).stripTrailingZeros();
            return exact.compareTo(printed) == 0 || nearest != 0 && exact.precision() < printed.precision();
        } catch (NumberFormatException e) {
            return false; // the exponent is beyond what a decimal has
        }
    }

    // ---- from nodes to the mapping's tokens

    /** The rest of a broken message would tell what comes next. */
    private static final class Unknown extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static void require(boolean isTrue, String problem) throws IOException {
        if (!isTrue) {
            throw new IOException(problem);
        }
    }

    private void addTokens(Node message) throws IOException {
        depth = 0;
        try {
            add(message, null);
        } catch (Unknown e) {
            // the error of the message follows
        }
    }

    private void add(Node node, String type) throws IOException {
        if (node.first == JsonToken.START_OBJECT) {
            addObject(node, type);
        } else if (node.first == JsonToken.START_ARRAY) {
            begin("BEGIN_LIST", type);
            for (Node item : node.values) {
                add(item, null);
            }
            end(node, "END_LIST");
        } else {
            addScalar(node, type);
        }
    }

    private void addScalar(Node node, String type) throws IOException {
        if (!node.isWhole) {
            throw new Unknown();
        }
        require(
                !node.token.equals("TEXT") || node.text.length() <= limits.maxTextChars(),
                "limit on the length of a text");
        boolean isNumber = node.first.isNumeric();
        require(!isNumber || node.text.length() <= limits.maxNumberChars(), "limit on the length of a number");
        String value = switch (node.token) {
            case "NULL" -> "";
            case "FLOAT64" -> " " + Double.parseDouble(node.text);
            default -> " " + node.text;
        };
        trace.add(node.token + typeNote(type) + value);
    }

    private static String typeNote(String type) {
        return type == null ? "" : " !" + type;
    }

    private void begin(String token, String type) throws IOException {
        require(++depth <= limits.maxDepth(), "limit on the depth");
        trace.add(token + typeNote(type));
    }

    private void end(Node node, String token) {
        if (!node.isWhole) {
            throw new Unknown();
        }
        depth--;
        trace.add(token);
    }

    private void addObject(Node node, String type) throws IOException {
        if (!node.isWhole && (node.names.isEmpty() || node.hasMark(MARK))) {
            throw new Unknown();
        }
        boolean isSingle = node.names.size() == 1
                && node.hasMark(MARK)
                && node.names.get(0).length() > MARK.length();
        boolean isEscaped = isSingle && node.hasMark(MARK + MARK);
        boolean isKey = node.hasMark(MARK + "{") || node.hasMark(MARK + "[");
        if (isSingle && !isEscaped && !isKey && type == null) {
            checkName(node.names.get(0));
            add(node.values.get(0), node.names.get(0).substring(MARK.length()));
            return;
        }
        begin("BEGIN_OBJECT", type);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < node.names.size(); i++) {
            addName(node.names.get(i), isEscaped, names);
            if (i < node.values.size()) {
                add(node.values.get(i), null);
            }
        }
        end(node, "END_OBJECT");
    }

    private void checkName(String name) throws IOException {
        require(name.getBytes(StandardCharsets.UTF_8).length <= limits.maxNameBytes(), "limit on the length of a name");
    }

    private void addName(String written, boolean isEscaped, Set<String> names) throws IOException {
        checkName(written);
        int marks = 0;
        while (written.startsWith(MARK, marks * MARK.length())) {
            marks++;
        }
        String rest = written.substring(marks * MARK.length());
        boolean isJson = marks > 0 && (rest.startsWith("{") || rest.startsWith("["));
        String name = marks > 1 && (isJson || isEscaped) ? written.substring(MARK.length()) : written;
        boolean isNew = names.add(name);
        require(isNew || options.get(JsonFormat.DUPLICATES) == JsonFormat.Duplicates.ALLOW, "name given twice");
        if (marks != 1 || !isJson || !addKey(rest)) {
            trace.add("FIELD " + name);
        }
    }

    /** Adds the tokens of a key that is JSON text; returns false if it is not one value within the limits. */
    private boolean addKey(String text) {
        WireLimits inner = limits.withMaxDepth(Math.max(1, limits.maxDepth() - depth));
        JacksonTrace key =
                new JacksonTrace(text.getBytes(StandardCharsets.UTF_8), options.with(WireOptions.LIMITS, inner));
        key.readAll(false);
        int last = key.trace.size() - 1;
        if (key.messageCount != 1 || !key.trace.get(last).equals("end")) {
            return false;
        }
        trace.add("KEY");
        trace.addAll(key.trace.subList(1, last));
        return true;
    }
}
