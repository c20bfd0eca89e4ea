package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import io.deltawire.wire.spi.TemporalText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/** Reads YAML, a document a message. */
final class YamlReader implements WireIn {
    private final InputBuffer in;
    private final WireLimits limits;
    private final Documents documents;
    private final Nesting nesting;
    private EventTokens tokens;

    /** The token that comes next, or null where it has not been looked for. */
    private WireToken token = WireToken.END_MESSAGE;

    YamlReader(InputBuffer in, WireOptions options) {
        this.in = in;
        this.limits = options.limits();
        this.documents = new Documents(in, limits);
        this.nesting = new Nesting(limits.maxDepth());
    }

    @Override
    public boolean nextMessage() {
        checkRest();
        token = WireToken.END_MESSAGE;
        tokens = null;
        nesting.clear();
        if (!documents.next()) {
            return false;
        }
        tokens = new EventTokens(documents, nesting, limits);
        token = null;
        return true;
    }

    /** Where all of the last message was read, sees to it that nothing follows it in its document. */
    private void checkRest() {
        if (token == null && tokens != null && nesting.depth() == 0 && tokens.node != null) {
            EventTokens last = tokens;
            tokens = null;
            last.next();
        }
    }

    @Override
    public long messageOffset() {
        return documents.offset;
    }

    @Override
    public WireToken peek() {
        if (token == null) {
            // Where the parser fails, the message ends.
            WireToken next = WireToken.END_MESSAGE;
            try {
                next = tokens.next();
            } finally {
                token = next;
            }
        }
        return token;
    }

    @Override
    public String typeName() {
        peek();
        return isValue() ? tokens.type : null;
    }

    @Override
    public void beginObject() {
        expect(WireToken.BEGIN_OBJECT, "an object");
        token = null;
    }

    @Override
    public boolean hasNext() {
        return switch (peek()) {
            case END_OBJECT, END_LIST, END_MESSAGE -> false;
            default -> true;
        };
    }

    @Override
    public String fieldName() {
        expect(WireToken.FIELD, "a field name");
        token = null;
        return tokens.text;
    }

    @Override
    public int nextField(Shape shape) {
        switch (peek()) {
            case FIELD -> {
                int ordinal = shape.ordinal(tokens.text);
                if (ordinal < 0) {
                    return UNKNOWN;
                }
                token = null;
                return ordinal;
            }
            case KEY -> {
                return UNKNOWN;
            }
            case END_OBJECT -> {
                return END;
            }
            default -> throw mismatch("a field name");
        }
    }

    @Override
    public void key() {
        expect(WireToken.KEY, "a key");
        token = null;
    }

    @Override
    public void endObject() {
        skipToEnd(WireToken.END_OBJECT, "the end of an object");
    }

    @Override
    public void beginList() {
        expect(WireToken.BEGIN_LIST, "a list");
        token = null;
    }

    @Override
    public void endList() {
        skipToEnd(WireToken.END_LIST, "the end of a list");
    }

    private void skipToEnd(WireToken end, String expected) {
        while (peek() != end) {
            if (token == WireToken.END_MESSAGE || token == WireToken.END_OBJECT || token == WireToken.END_LIST) {
                throw mismatch(expected);
            }
            skipEntry();
        }
        token = null;
    }

    /** Passes over a value, or over the name of a field. */
    private void skipEntry() {
        int depth = 0;
        do {
            switch (peek()) {
                case BEGIN_OBJECT, BEGIN_LIST -> depth++;
                case END_OBJECT, END_LIST -> depth--;
                default -> {}
            }
            token = null;
        } while (depth > 0);
    }

    @Override
    public void nullValue() {
        expect(WireToken.NULL, "null");
        token = null;
    }

    @Override
    public boolean bool() {
        boolean value;
        switch (peek()) {
            case BOOL -> value = tokens.text.charAt(0) == 't' || tokens.text.charAt(0) == 'T';
            case TEXT -> {
                try {
                    value = Scalars.parseBool(tokens.text);
                } catch (ArithmeticException e) {
                    throw failure(e.getMessage());
                }
            }
            default -> throw mismatch("true or false");
        }
        token = null;
        return value;
    }

    @Override
    public long int64() {
        long value;
        try {
            value = switch (peek()) {
                case INT64 -> Scalar.int64(tokens.text);
                case FLOAT64 -> Scalars.toInt64(Scalar.float64(tokens.text));
                case DECIMAL -> Scalars.toInt64(Scalar.decimal(tokens.text));
                case TEXT -> Scalars.parseInt64(tokens.text);
                default -> throw mismatch("an integer");
            };
        } catch (ArithmeticException e) {
            throw failure(e.getMessage());
        }
        token = null;
        return value;
    }

    @Override
    public double float64() {
        double value;
        try {
            value = switch (peek()) {
                case INT64 -> Scalars.toFloat64(Scalar.int64(tokens.text));
                case FLOAT64 -> Scalar.float64(tokens.text);
                case DECIMAL -> Scalars.toFloat64(Scalar.decimal(tokens.text));
                case TEXT -> Scalars.parseFloat64(tokens.text);
                default -> throw mismatch("a number");
            };
        } catch (ArithmeticException e) {
            throw failure(e.getMessage());
        }
        token = null;
        return value;
    }

    @Override
    public BigDecimal decimal() {
        BigDecimal value;
        try {
            value = switch (peek()) {
                case INT64 -> Scalar.decimal(tokens.text);
                case FLOAT64, DECIMAL, TEXT ->
                    Scalars.parseDecimal(
                            token == WireToken.DECIMAL && Scalar.isRadix(tokens.text)
                                    ? Scalar.decimal(tokens.text).toString()
                                    : tokens.text);
                default -> throw mismatch("a number");
            };
        } catch (ArithmeticException e) {
            throw failure(e.getMessage());
        }
        token = null;
        return value;
    }

    @Override
    public String text() {
        String value;
        switch (peek()) {
            case TEXT, BOOL, INT64, DECIMAL, TEMPORAL, BYTES -> value = tokens.text;
            case FLOAT64 ->
                value = Scalar.isNotFinite(tokens.text)
                        ? NumberText.toString(Scalar.float64(tokens.text))
                        : tokens.text;
            default -> throw mismatch("text");
        }
        token = null;
        return value;
    }

    @Override
    public byte[] bytes() {
        switch (peek()) {
            case BYTES, TEXT -> {
                byte[] value;
                try {
                    value = Resolver.decodeBase64(tokens.text);
                } catch (IllegalArgumentException e) {
                    throw failure("expected base64 but was text " + Printable.quote(tokens.text));
                }
                token = null;
                return value;
            }
            default -> throw mismatch("bytes");
        }
    }

    @Override
    public Temporal temporal() {
        switch (peek()) {
            case TEMPORAL, TEXT -> {
                Temporal value;
                try {
                    value = TemporalText.parse(tokens.text);
                } catch (DateTimeException e) {
                    throw failure("expected a date or time but was text " + Printable.quote(tokens.text));
                }
                token = null;
                return value;
            }
            default -> throw mismatch("a date or time");
        }
    }

    @Override
    public void skipValue() {
        if (!isValueOrBegin(peek())) {
            throw mismatch("a value");
        }
        skipEntry();
    }

    @Override
    public WireLocation location() {
        peek();
        return here();
    }

    private WireLocation here() {
        if (tokens == null || tokens.node == null) {
            return WireLocation.ofLine(Math.max(1, documents.firstLine), 1, nesting.path());
        }
        return WireLocation.ofLine(tokens.node.line, tokens.node.column, nesting.path());
    }

    @Override
    public void close() {
        in.close();
    }

    private boolean isValue() {
        return isValueOrBegin(token);
    }

    private static boolean isValueOrBegin(WireToken token) {
        return switch (token) {
            case END_OBJECT, END_LIST, END_MESSAGE, FIELD, EVENT, KEY -> false;
            default -> true;
        };
    }

    private void expect(WireToken expected, String what) {
        if (peek() != expected) {
            throw mismatch(what);
        }
    }

    private WireDataException mismatch(String expected) {
        String found = switch (token) {
            case BEGIN_OBJECT -> "an object";
            case END_OBJECT -> "the end of an object";
            case BEGIN_LIST -> "a list";
            case END_LIST -> "the end of a list";
            case FIELD, EVENT -> "field " + Printable.quote(tokens.text);
            case KEY -> "a key";
            case NULL -> "null";
            case BOOL, INT64, FLOAT64, DECIMAL -> Printable.escape(tokens.text);
            case TEXT -> "text " + Printable.quote(tokens.text);
            case BYTES -> "bytes";
            case TEMPORAL -> "the time " + Printable.escape(tokens.text);
            case END_MESSAGE -> "the end of the message";
        };
        return failure("expected " + expected + " but was " + found);
    }

    private WireDataException failure(String problem) {
        return new WireDataException(YamlFormat.NAME, problem, here());
    }
}
