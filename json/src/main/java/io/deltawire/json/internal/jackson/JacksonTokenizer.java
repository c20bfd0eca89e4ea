package io.deltawire.json.internal.jackson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.json.internal.scanner.LevelKind;
import io.deltawire.json.internal.scanner.TokenType;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Reads the rest of a message with jackson-core after {@link JsonScanner} has given up, usually because the message is
 * wrong.
 *
 * <p>Jackson starts at the beginning of the message and skips the tokens that the scanner has already returned. Every
 * token is entered into the scanner, which keeps the nesting, the names and the limits. Jackson therefore decides only
 * what is valid JSON.
 */
public final class JacksonTokenizer {
    private final JsonScanner scanner;
    private final JsonParser parser;
    private final Source source = new Source();
    private final long start;
    private String text;

    private JacksonTokenizer(JsonScanner scanner, JsonFactory factory) {
        this.scanner = scanner;
        this.start = scanner.input().offset();
        try {
            this.parser = factory.createParser(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a factory of parsers that obey the limits. */
    public static JsonFactory factory(WireLimits limits) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        // Each level may be wrapped by a type name, and the array around the message is one more.
                        .maxNestingDepth(2 * limits.maxDepth() + 3)
                        .maxStringLength(limits.maxTextChars())
                        .maxNumberLength(limits.maxNumberChars())
                        .maxNameLength(limits.maxNameBytes())
                        .build())
                .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CHARSET_DETECTION) // it would read zero bytes as UTF-16 or UTF-32
                .build();
    }

    /** Takes over the current message at the scanner's cursor. */
    public static JacksonTokenizer takeOver(JsonScanner scanner, JsonFactory factory) {
        JacksonTokenizer tokens = new JacksonTokenizer(scanner, factory);
        long cursor = scanner.offset();
        tokens.readToken(); // the bracket that Source puts before the message
        tokens.pending = tokens.readToken();
        while (tokens.pending != null && tokens.offset() < cursor) {
            tokens.pending = tokens.readToken();
        }
        return tokens;
    }

    private JsonToken pending;

    /** Moves to the next token; see {@link JsonScanner#next()}. */
    public int next() {
        scanner.setTypeName(null);
        String type = null;
        while (true) {
            if (scanner.isAtMessageEnd()) {
                finish();
                return TokenType.END;
            }
            JsonToken token = pending != null ? pending : readToken();
            pending = null;
            if (token == null) {
                throw scanner.truncated(Math.min(Math.toIntExact(offset() - start), source.fed));
            }
            if (type == null) {
                scanner.setTokenOffset(offset());
            }
            if (token == JsonToken.START_OBJECT) {
                byte kind = scanner.classifyObject(offset(), type == null);
                if (kind == LevelKind.WRAPPER) {
                    scanner.pushWrapper();
                    readToken();
                    type = name().substring(scanner.typeMark().length());
                    continue;
                }
                scanner.push(kind);
                scanner.setTypeName(type);
                return TokenType.BEGIN_OBJECT;
            }
            if (token == JsonToken.END_OBJECT) {
                boolean wrapper = scanner.isInWrapper();
                scanner.pop();
                if (wrapper) {
                    continue;
                }
                return TokenType.END_OBJECT;
            }
            scanner.setTypeName(type);
            return structureToken(token);
        }
    }

    private int structureToken(JsonToken token) {
        switch (token) {
            case START_ARRAY:
                scanner.push(LevelKind.LIST);
                return TokenType.BEGIN_LIST;
            case END_ARRAY:
                if (scanner.isAtTopLevel()) {
                    // the end of an array whose items are messages
                    throw scanner.malformed(
                            "expected a value but was ']'", scanner.input().index(offset()));
                }
                scanner.pop();
                return TokenType.END_LIST;
            case FIELD_NAME:
                return scanner.acceptName(name());
            default:
                return scalarToken(token);
        }
    }

    private int scalarToken(JsonToken token) {
        scanner.acceptScalar();
        switch (token) {
            case VALUE_STRING:
                text = string();
                return TokenType.STRING;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT:
                acceptNumber();
                return token == JsonToken.VALUE_NUMBER_INT ? TokenType.INTEGER : TokenType.DECIMAL;
            case VALUE_TRUE:
                return TokenType.TRUE;
            case VALUE_FALSE:
                return TokenType.FALSE;
            case VALUE_NULL:
                return TokenType.NULL;
            default:
                throw new IllegalStateException("token " + token);
        }
    }

    /** Makes the number the scanner's token, which decodes it from the window. */
    private void acceptNumber() {
        try {
            scanner.acceptNumber(offset(), parser.getTextLength());
        } catch (IOException e) {
            throw wireException(e);
        }
    }

    /** Returns the text of the string that {@link #next()} has found. */
    public String text() {
        return text;
    }

    /** Moves the scanner to the end of the message. */
    private void finish() {
        scanner.resumeAt(scanner.input().index(start + parser.currentLocation().getByteOffset() - 1));
    }

    /** Returns the offset of the current token in the input. */
    private long offset() {
        return start + parser.currentTokenLocation().getByteOffset() - 1;
    }

    private String name() {
        String name;
        try {
            name = parser.currentName();
        } catch (IOException e) {
            throw wireException(e);
        }
        scanner.checkName(Utf8.length(name));
        return name;
    }

    private String string() {
        try {
            return parser.getText();
        } catch (IOException e) {
            throw wireException(e);
        }
    }

    private JsonToken readToken() {
        try {
            return parser.nextToken();
        } catch (IOException e) {
            throw wireException(e);
        }
    }

    private WireException wireException(IOException e) {
        if (!(e instanceof JsonProcessingException json)) {
            throw new UncheckedIOException(e);
        }
        long offset = json.getLocation() == null ? -1 : json.getLocation().getByteOffset();
        int index = scanner.input().index(offset < 1 ? scanner.tokenOffset() : start + offset - 1);
        if (json instanceof JsonEOFException) {
            return scanner.truncated(Math.min(index - scanner.messageStart(), source.fed));
        }
        return scanner.malformed(printable(json.getOriginalMessage()), index);
    }

    /** Escapes characters of Jackson's message that must not reach a terminal. */
    private static String printable(String message) {
        StringBuilder safe = new StringBuilder();
        message.codePoints()
                .limit(300)
                .forEach(point -> safe.append(Printable.escape(new String(Character.toChars(point)))));
        return safe.toString();
    }

    /**
     * The message as a stream for Jackson. It starts with a bracket, so that Jackson reads the message as an array's
     * item and guesses no encoding. The bytes of the message follow, up to the first that is not valid UTF-8, which
     * Jackson does not check completely.
     */
    private final class Source extends InputStream {
        private int fed = -1;
        private boolean isEnded;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            if (fed < 0) {
                into[offset] = '[';
                fed = 0;
                return 1;
            }
            if (scanner.byteAt(fed) < 0) {
                return pad(into, offset);
            }
            int index = scanner.messageStart() + fed;
            int count = Math.min(length, scanner.end() - index);
            int bad = Utf8.validate(scanner.array(), index, index + count);
            if (bad == index) {
                count = sequence();
                index = scanner.messageStart() + fed;
            } else if (bad != Utf8.VALID) {
                count = bad - index;
            }
            System.arraycopy(scanner.array(), index, into, offset, count);
            fed += count;
            return count;
        }

        /**
         * At the end of the input, adds a blank after a number or word. Jackson reads a name and its value in one
         * step. If the input ends within that step, Jackson reports the position of the value as the position of the
         * name.
         */
        private int pad(byte[] into, int offset) {
            boolean isBehindValue = fed > 0
                    && (Character.isDigit(scanner.byteAt(fed - 1))
                            || isBehind("true")
                            || isBehind("false")
                            || isBehind("null"));
            if (isEnded || !isBehindValue) {
                return -1;
            }
            isEnded = true;
            into[offset] = ' ';
            return 1;
        }

        private boolean isBehind(String word) {
            int start = fed - word.length();
            for (int i = 0; i < word.length(); i++) {
                if (start < 0 || scanner.byteAt(start + i) != word.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        /** Returns the length of the UTF-8 sequence that starts here. The window may hold only the beginning of it. */
        private int sequence() {
            for (int count = 1; count <= 4 && scanner.byteAt(fed + count - 1) >= 0; count++) {
                int index = scanner.messageStart() + fed;
                if (Utf8.validate(scanner.array(), index, index + count) == Utf8.VALID) {
                    return count;
                }
            }
            throw scanner.malformed("expected valid UTF-8 but was another byte", scanner.messageStart() + fed);
        }
    }
}
