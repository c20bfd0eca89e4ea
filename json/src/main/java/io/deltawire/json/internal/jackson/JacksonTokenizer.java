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
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Goes on with a message where {@link JsonScanner} does not know further, by jackson-core: which is
 * where it looks wrong. Reads the message from its start and passes over the tokens that are known already.
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

    /** Returns a factory of parsers that keep the limits. */
    public static JsonFactory factory(WireLimits limits) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        // Each level may have a type name around it; the array around the message is one more.
                        .maxNestingDepth(2 * limits.maxDepth() + 3)
                        .maxStringLength(limits.maxTextChars())
                        .maxNumberLength(limits.maxNumberChars())
                        .maxNameLength(limits.maxNameBytes())
                        .build())
                .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CHARSET_DETECTION) // which takes zero bytes for UTF-16 or UTF-32
                .build();
    }

    /** Returns the tokens of the present message from where the scanner is. */
    public static JacksonTokenizer takeOver(JsonScanner scanner, JsonFactory factory) {
        JacksonTokenizer tokens = new JacksonTokenizer(scanner, factory);
        long known = scanner.offset();
        tokens.readToken(); // the bracket put in front
        tokens.pending = tokens.readToken();
        while (tokens.pending != null && tokens.offset() < known) {
            tokens.pending = tokens.readToken();
        }
        return tokens;
    }

    private JsonToken pending;

    /** Moves to the next token: as {@link JsonScanner#next()}. */
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
                    type = name().substring(1);
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
                    // the end of an array whose items are the messages
                    throw scanner.malformed("expected a value but was ']'", scanner.input().index(offset()));
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

    /** Lets the scanner take the number from the window. */
    private void acceptNumber() {
        try {
            scanner.acceptNumber(offset(), parser.getTextLength());
        } catch (IOException e) {
            throw wireException(e);
        }
    }

    /** The text of the string that {@link #next()} has found. */
    public String text() {
        return text;
    }

    /** Gives the scanner its place back, after the message. */
    private void finish() {
        scanner.resumeAt(scanner.input().index(start + parser.currentLocation().getByteOffset() - 1));
    }

    /** Where the present token begins. */
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

    /** The whole message with what must not reach a terminal escaped. */
    private static String printable(String message) {
        StringBuilder safe = new StringBuilder();
        message.codePoints()
                .limit(300)
                .forEach(point -> safe.append(Printable.escape(new String(Character.toChars(point)))));
        return safe.toString();
    }

    /**
     * The message as a stream: a bracket, so that a message is to the parser what it is in an array and no byte order or
     * encoding is guessed, and then the bytes of the window from the message's start on, as far as they are valid UTF-8,
     * which the parser does not check in full.
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
         * Where the input ends right behind a number or word, which with the name before it is one step to the parser, puts a blank there: where it
         * meets the end in that step, it says the name to be behind it.
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

        /** The length of the sequence that begins here, of which the window may hold the beginning only. */
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
