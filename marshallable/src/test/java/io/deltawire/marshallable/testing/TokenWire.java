package io.deltawire.marshallable.testing;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.NumberText;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Messages as lists of tokens in memory. The wire hides nothing: the writer refuses calls that do not fit together, and
 * the reader converts scalars as every reader must.
 */
public final class TokenWire {
    /** A token, the type name in front of it, and what it carries. */
    public record Token(WireToken kind, String type, Object value) {
        @Override
        public boolean equals(Object o) {
            return o instanceof Token t && toString().equals(t.toString());
        }

        @Override
        public int hashCode() {
            return toString().hashCode();
        }

        @Override
        public String toString() {
            String shown = value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
            return (type == null ? "" : "!" + type + " ") + kind + (value == null ? "" : " " + shown);
        }
    }

    public final List<List<Token>> messages = new ArrayList<>();
    public byte[] lastKey;

    public WireOut out() {
        return new Out();
    }

    public WireIn in() {
        return new In();
    }

    private final class Out implements WireOut {
        private final Nesting nesting = new Nesting(100);
        private final List<Shape> shapes = new ArrayList<>();
        private final List<Integer> lastOrdinals = new ArrayList<>();
        private List<Token> tokens;
        private String type;
        private boolean isNamed;
        private boolean isKey;

        @Override
        public void beginMessage(MessageKind kind) {
            require(tokens == null, "a message is begun already");
            tokens = new ArrayList<>();
            lastKey = null;
        }

        @Override
        public void endMessage() {
            require(nesting.depth() == 0 && !tokens.isEmpty(), "the message is not complete");
            messages.add(tokens);
            tokens = null;
        }

        @Override
        public void cancelMessage() {
            tokens = null;
            type = null;
            isNamed = false;
            isKey = false;
            nesting.clear();
            shapes.clear();
            lastOrdinals.clear();
        }

        @Override
        public boolean keepsRecords() {
            return true;
        }

        @Override
        public void recordKey(byte[] key, int offset, int length) {
            require(tokens != null && tokens.isEmpty(), "the key comes first in a message");
            lastKey = Arrays.copyOfRange(key, offset, offset + length);
        }

        private void value(WireToken kind, Object value) {
            require(tokens != null, "no message is begun");
            require(!nesting.inObject() || isNamed || isKey, "a value without a name in an object");
            require(nesting.depth() > 0 || tokens.isEmpty(), "a second value in a message");
            tokens.add(new Token(kind, type, value));
            type = null;
            if (isKey) {
                isKey = false;
                isNamed = true;
            } else {
                isNamed = false;
            }
        }

        private void begin(WireToken kind, Shape shape) {
            boolean wasKey = isKey;
            require(!wasKey || kind == WireToken.BEGIN_OBJECT || kind == WireToken.BEGIN_LIST, "");
            value(kind, null);
            boolean fits = kind == WireToken.BEGIN_OBJECT ? nesting.pushObject() : nesting.pushList();
            if (!fits) {
                throw new WireDataException("token", "deeper than 100", null);
            }
            pending.add(isNamed);
            isNamed = false;
            shapes.add(shape);
            lastOrdinals.add(-1);
        }

        private final List<Boolean> pending = new ArrayList<>();

        private void end(WireToken kind) {
            require(nesting.inObject() == (kind == WireToken.END_OBJECT) && !isNamed, kind + " does not fit");
            nesting.pop();
            shapes.remove(shapes.size() - 1);
            lastOrdinals.remove(lastOrdinals.size() - 1);
            isNamed = pending.remove(pending.size() - 1);
            tokens.add(new Token(kind, null, null));
        }

        private void name(WireToken kind, String name) {
            require(nesting.inObject() && !isNamed && type == null, "a name does not fit");
            isNamed = true;
            tokens.add(new Token(kind, null, name));
        }

        @Override
        public void type(String name) {
            require(type == null, "two type names");
            type = name;
        }

        @Override
        public void beginObject() {
            begin(WireToken.BEGIN_OBJECT, null);
        }

        @Override
        public void beginObject(Shape shape) {
            begin(WireToken.BEGIN_OBJECT, shape);
        }

        @Override
        public void field(int ordinal) {
            int depth = shapes.size() - 1;
            require(ordinal > lastOrdinals.get(depth), "ordinals do not ascend");
            lastOrdinals.set(depth, ordinal);
            name(WireToken.FIELD, shapes.get(depth).name(ordinal));
        }

        @Override
        public void field(String name) {
            name(WireToken.FIELD, name);
        }

        @Override
        public void event(String name) {
            require(nesting.depth() == 1, "an event inside");
            name(WireToken.EVENT, name);
        }

        @Override
        public void key() {
            require(nesting.inObject() && !isNamed && !isKey, "a key does not fit");
            isKey = true;
            tokens.add(new Token(WireToken.KEY, null, null));
        }

        @Override
        public void endObject() {
            end(WireToken.END_OBJECT);
        }

        @Override
        public void beginList() {
            begin(WireToken.BEGIN_LIST, null);
        }

        @Override
        public void endList() {
            end(WireToken.END_LIST);
        }

        @Override
        public void nullValue() {
            value(WireToken.NULL, null);
        }

        @Override
        public void bool(boolean value) {
            value(WireToken.BOOL, value);
        }

        @Override
        public void int64(long value) {
            value(WireToken.INT64, value);
        }

        @Override
        public void float64(double value) {
            value(WireToken.FLOAT64, value);
        }

        @Override
        public void float32(float value) {
            // As text: the shortest form of the float, read as a double.
            value(WireToken.FLOAT64, Double.parseDouble(NumberText.toString(value)));
        }

        @Override
        public void decimal(BigDecimal value) {
            value(WireToken.DECIMAL, value);
        }

        @Override
        public void text(CharSequence value) {
            value(WireToken.TEXT, value.toString());
        }

        @Override
        public void bytes(byte[] value, int offset, int length) {
            value(WireToken.BYTES, Arrays.copyOfRange(value, offset, offset + length));
        }

        @Override
        public void temporal(Temporal value) {
            value(WireToken.TEMPORAL, value);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        private void require(boolean condition, String problem) {
            if (!condition) {
                throw new IllegalStateException(problem + " after " + tokens);
            }
        }
    }

    private final class In implements WireIn {
        private final Nesting nesting = new Nesting(100);
        private int message = -1;
        private int at;
        private List<Token> tokens = List.of();

        @Override
        public boolean nextMessage() {
            if (message + 1 >= messages.size()) {
                return false;
            }
            message++;
            tokens = messages.get(message);
            at = 0;
            nesting.clear();
            return true;
        }

        @Override
        public void restartMessage() {
            at = 0;
            nesting.clear();
        }

        @Override
        public long messageOffset() {
            return message;
        }

        @Override
        public WireToken peek() {
            return at < tokens.size() ? tokens.get(at).kind() : WireToken.END_MESSAGE;
        }

        @Override
        public String typeName() {
            return at < tokens.size() ? tokens.get(at).type() : null;
        }

        private Token take(WireToken kind) {
            if (peek() != kind) {
                throw misfit("expected " + kind + " but was " + peek());
            }
            Token token = tokens.get(at++);
            boolean opens = kind == WireToken.BEGIN_OBJECT || kind == WireToken.BEGIN_LIST;
            if (!opens && nesting.inList()) {
                nesting.nextItem();
            }
            return token;
        }

        @Override
        public void beginObject() {
            take(WireToken.BEGIN_OBJECT);
            if (nesting.inList()) {
                nesting.nextItem();
            }
            nesting.pushObject();
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
            Token token = take(peek() == WireToken.EVENT ? WireToken.EVENT : WireToken.FIELD);
            nesting.setName((String) token.value());
            return (String) token.value();
        }

        @Override
        public int nextField(Shape shape) {
            WireToken next = peek();
            if (next == WireToken.END_OBJECT) {
                return END;
            }
            int ordinal = next == WireToken.KEY
                    ? -1
                    : shape.ordinal((String) tokens.get(at).value());
            if (ordinal < 0) {
                return UNKNOWN;
            }
            fieldName();
            return ordinal;
        }

        @Override
        public void key() {
            take(WireToken.KEY);
        }

        @Override
        public void endObject() {
            leave(WireToken.END_OBJECT);
        }

        private void leave(WireToken end) {
            while (peek() != end) {
                skipToken();
            }
            at++;
            nesting.pop();
        }

        private void skipToken() {
            int depth = 0;
            do {
                depth += switch (tokens.get(at++).kind()) {
                    case BEGIN_OBJECT, BEGIN_LIST -> 1;
                    case END_OBJECT, END_LIST -> -1;
                    default -> 0;
                };
            } while (depth > 0);
        }

        @Override
        public void beginList() {
            take(WireToken.BEGIN_LIST);
            if (nesting.inList()) {
                nesting.nextItem();
            }
            nesting.pushList();
        }

        @Override
        public void endList() {
            leave(WireToken.END_LIST);
        }

        @Override
        public void nullValue() {
            take(WireToken.NULL);
        }

        @Override
        public boolean bool() {
            return peek() == WireToken.TEXT
                    ? convert(() -> ScalarConversions.parseBool(text()))
                    : (Boolean) take(WireToken.BOOL).value();
        }

        @Override
        public long int64() {
            return switch (peek()) {
                case FLOAT64 ->
                    convert(() -> ScalarConversions.toInt64(
                            (double) take(WireToken.FLOAT64).value()));
                case DECIMAL ->
                    convert(() -> ScalarConversions.toInt64(
                            (BigDecimal) take(WireToken.DECIMAL).value()));
                case TEXT -> convert(() -> ScalarConversions.parseInt64(text()));
                default -> (Long) take(WireToken.INT64).value();
            };
        }

        @Override
        public double float64() {
            return switch (peek()) {
                case INT64 ->
                    convert(() -> ScalarConversions.toFloat64(
                            (long) take(WireToken.INT64).value()));
                case DECIMAL ->
                    convert(() -> ScalarConversions.toFloat64(
                            (BigDecimal) take(WireToken.DECIMAL).value()));
                case TEXT -> convert(() -> ScalarConversions.parseFloat64(text()));
                default -> (Double) take(WireToken.FLOAT64).value();
            };
        }

        @Override
        public BigDecimal decimal() {
            return switch (peek()) {
                case INT64 -> BigDecimal.valueOf((Long) take(WireToken.INT64).value());
                case FLOAT64 ->
                    BigDecimal.valueOf((Double) take(WireToken.FLOAT64).value());
                case TEXT -> convert(() -> ScalarConversions.parseDecimal(text()));
                default -> (BigDecimal) take(WireToken.DECIMAL).value();
            };
        }

        @Override
        public String text() {
            switch (peek()) {
                case BOOL, INT64, FLOAT64, DECIMAL, TEXT, TEMPORAL -> {
                    return take(peek()).value().toString();
                }
                default -> throw misfit("expected text but was " + peek());
            }
        }

        @Override
        public byte[] bytes() {
            return ((byte[]) take(WireToken.BYTES).value()).clone();
        }

        @Override
        public Temporal temporal() {
            return (Temporal) take(WireToken.TEMPORAL).value();
        }

        private <T> T convert(java.util.function.Supplier<T> conversion) {
            int before = at;
            try {
                return conversion.get();
            } catch (ArithmeticException e) {
                at = before;
                throw misfit(e.getMessage());
            }
        }

        private WireDataException misfit(String problem) {
            return new WireDataException("token", problem, location());
        }

        @Override
        public void skipValue() {
            skipToken();
        }

        @Override
        public WireLocation location() {
            return WireLocation.ofOffset(at, nesting.path());
        }

        @Override
        public void close() {}
    }
}
