package io.deltawire.json;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.AsciiIn;
import io.deltawire.wire.spi.DepthReader;
import io.deltawire.wire.spi.InputBuffer;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/** Reads a sequence of JSON values, each as a message, token by token. */
final class JsonReader extends JsonArrivals implements JsonFieldDecoder, AsciiIn, DepthReader {
    private final StraightValues values;
    /** Where this reads the text of a key: the reader of the message. */
    private final JsonReader outer;

    private final JsonKeys keys;

    JsonReader(InputBuffer in, WireOptions options) {
        this(in, options, Engine.SCANNER);
    }

    JsonReader(InputBuffer in, WireOptions options, Engine engine) {
        this(in, options, engine, null);
    }

    /** @param outer what reads the message that this reads a key of, or null */
    JsonReader(InputBuffer in, WireOptions options, Engine engine, JsonReader outer) {
        super(in, options, engine, outer != null);
        this.outer = outer;
        this.values = new StraightValues(options.limits(), texts);
        this.keys = new JsonKeys(this, options, engine);
    }

    // ---- tokens

    /** The next token, found if need be. */
    private int raw() {
        return token != NO_TOKEN ? token : advance();
    }

    private int advance() {
        isStraight = false; // unless all goes well
        int found = tokens.advance();
        isStraight = tokens.isScanned;
        if (found == JsonScanner.KEY) {
            key = keys.open(scanner.name.bytes, scanner.depth);
            isStraight &= key == null;
            found = key == null ? JsonScanner.NAME : found;
        }
        token = found;
        return found;
    }

    private void closeKey() {
        if (key != null) {
            key = null;
            isStraight = tokens.isScanned;
        }
    }

    /** The next value's token, in a key or in the message itself. */
    private int value() {
        int found = raw();
        if (found == JsonScanner.NAME || found == JsonScanner.KEY || found == JsonScanner.END) {
            throw unexpected("a value", found);
        }
        return found;
    }

    private boolean readsKey() {
        if (key == null || token != NO_TOKEN) {
            return false;
        }
        if (key.peek() == WireToken.END_MESSAGE) {
            closeKey();
            return false;
        }
        return true;
    }

    @Override
    public WireToken peek() {
        if (isPlain()) {
            if (scanner.state == JsonScanner.VALUE && scanner.isString()) {
                return WireToken.TEXT;
            }
        } else if (readsKey()) {
            return key.peek();
        }
        return kind();
    }

    @Override
    public boolean isNull() {
        return isPlain() && scanner.state == JsonScanner.VALUE && scanner.isNoNull() ? false : peek() == WireToken.NULL;
    }

    private WireToken kind() {
        return switch (raw()) {
            case JsonScanner.BEGIN_OBJECT -> WireToken.BEGIN_OBJECT;
            case JsonScanner.END_OBJECT -> WireToken.END_OBJECT;
            case JsonScanner.BEGIN_LIST -> WireToken.BEGIN_LIST;
            case JsonScanner.END_LIST -> WireToken.END_LIST;
            case JsonScanner.NAME -> WireToken.FIELD;
            case JsonScanner.KEY -> WireToken.KEY;
            case JsonScanner.STRING -> WireToken.TEXT;
            case JsonScanner.INTEGER -> scalars.number().integerKind();
            case JsonScanner.DECIMAL -> scalars.number().isFloat64() ? WireToken.FLOAT64 : WireToken.DECIMAL;
            case JsonScanner.TRUE, JsonScanner.FALSE -> WireToken.BOOL;
            case JsonScanner.NULL -> WireToken.NULL;
            default -> WireToken.END_MESSAGE;
        };
    }

    @Override
    public String typeName() {
        if (readsKey()) {
            return key.typeName();
        }
        raw();
        return scanner.type;
    }

    @Override
    public void beginObject() {
        if (readsKey()) {
            key.beginObject();
            return;
        }
        expect(JsonScanner.BEGIN_OBJECT);
    }

    @Override
    public void beginList() {
        if (readsKey()) {
            key.beginList();
            return;
        }
        expect(JsonScanner.BEGIN_LIST);
    }

    private void expect(int wanted) {
        if (value() != wanted) {
            throw unexpected(JsonScalars.name(wanted), raw());
        }
        token = NO_TOKEN;
    }

    @Override
    public boolean hasNext() {
        if (isPlain() && scanner.depth > 1 && scanner.nextItem()) {
            return true;
        }
        if (readsKey()) {
            return key.hasNext();
        }
        if (token == NO_TOKEN && scanner.depth == 1 && in.isMoved()) {
            token = JsonScanner.END_OBJECT; // what was left of the message may be another one by now
        }
        int found = raw();
        return found != JsonScanner.END_OBJECT && found != JsonScanner.END_LIST && found != JsonScanner.END;
    }

    @Override
    public String fieldName() {
        if (readsKey()) {
            return key.fieldName();
        }
        int found = raw();
        if (found != JsonScanner.NAME) {
            throw unexpected("a name", found);
        }
        token = NO_TOKEN;
        return scanner.name.text;
    }

    @Override
    public int nextField(Shape shape) {
        if (isPlain()) {
            int ordinal = scanner.nextField(shape);
            if (ordinal >= 0) {
                return ordinal;
            }
        } else if (readsKey()) {
            return key.nextField(shape);
        }
        int found = raw();
        if (found == JsonScanner.END_OBJECT) {
            return END;
        }
        if (found == JsonScanner.KEY) {
            return UNKNOWN;
        }
        if (found != JsonScanner.NAME) {
            throw unexpected("a name", found);
        }
        int ordinal = scanner.name.ordinalIn(shape);
        if (ordinal < 0) {
            return UNKNOWN;
        }
        token = NO_TOKEN;
        scanner.foundField(ordinal);
        return ordinal;
    }

    @Override
    public void key() {
        if (readsKey()) {
            key.key();
            return;
        }
        if (raw() != JsonScanner.KEY) {
            throw unexpected("a key", token);
        }
        token = NO_TOKEN; // and so readsKey() from now on
    }

    @Override
    public boolean endFields() {
        if (scanner.leaveHead()) {
            return true;
        }
        endObject();
        return false;
    }

    @Override
    public void endObject() {
        if (readsKey()) {
            key.endObject();
            return;
        }
        end(JsonScanner.END_OBJECT);
    }

    @Override
    public void endList() {
        if (readsKey()) {
            key.endList();
            return;
        }
        end(JsonScanner.END_LIST);
    }

    private void end(int wanted) {
        int found = raw();
        closeKey();
        while (found != JsonScanner.END_OBJECT && found != JsonScanner.END_LIST) {
            if (found == JsonScanner.END) {
                throw new IllegalStateException("no object or list is begun");
            }
            if (found == JsonScanner.NAME || found == JsonScanner.KEY) {
                closeKey();
                token = NO_TOKEN;
            } else {
                skipValue();
            }
            found = raw();
        }
        if (found != wanted) {
            throw new IllegalStateException(
                    "expected " + JsonScalars.name(wanted) + " but next is " + JsonScalars.name(found));
        }
        token = NO_TOKEN;
    }

    @Override
    public void skipValue() {
        if (readsKey()) {
            key.skipValue();
            return;
        }
        int found = value();
        if (found == JsonScanner.END_OBJECT || found == JsonScanner.END_LIST) {
            throw unexpected("a value", found);
        }
        token = NO_TOKEN;
        if (found != JsonScanner.BEGIN_OBJECT && found != JsonScanner.BEGIN_LIST) {
            return;
        }
        int outside = scanner.depth - 1;
        do {
            raw();
            closeKey();
            token = NO_TOKEN;
        } while (scanner.depth > outside);
    }

    @Override
    public int depth() {
        int found = scanner.depth;
        return switch (token) {
            case JsonScanner.BEGIN_OBJECT, JsonScanner.BEGIN_LIST -> found - 1;
            case JsonScanner.END_OBJECT, JsonScanner.END_LIST -> found + 1;
            case NO_TOKEN -> key == null ? found : found + key.depth();
            default -> found;
        };
    }

    // ---- scalars

    @Override
    public void nullValue() {
        if (readsKey()) {
            key.nullValue();
            return;
        }
        expect(JsonScanner.NULL);
    }

    @Override
    public boolean bool() {
        return readsKey() ? key.bool() : any(JsonScalars::bool);
    }

    @Override
    public long int64() {
        if (isPlain()) {
            if (scanner.state == JsonScanner.VALUE && scanner.nextInteger()) {
                return scanner.number.int64;
            }
        } else if (readsKey()) {
            return key.int64();
        }
        return anyInt64();
    }

    private long anyInt64() {
        int found = value();
        try {
            long value = scalars.int64(found);
            token = NO_TOKEN;
            return value;
        } catch (ArithmeticException e) {
            throw data(e);
        }
    }

    @Override
    public double float64() {
        if (isPlain()) {
            if (scanner.state == JsonScanner.VALUE && scanner.nextDecimal()) {
                return scanner.number.float64;
            }
        } else if (readsKey()) {
            return key.float64();
        }
        return anyFloat64();
    }

    private double anyFloat64() {
        int found = value();
        try {
            double value = scalars.float64(found);
            token = NO_TOKEN;
            return value;
        } catch (ArithmeticException e) {
            throw data(e);
        }
    }

    @Override
    public BigDecimal decimal() {
        return readsKey() ? key.decimal() : any(JsonScalars::decimal);
    }

    @Override
    public String text() {
        if (isPlain()) {
            if (scanner.state == JsonScanner.VALUE && scanner.nextString()) {
                return scalars.plainText();
            }
        } else if (readsKey()) {
            return key.text();
        }
        return any(JsonScalars::text);
    }

    @Override
    public int ascii(byte[] into) {
        return isPlain() && scanner.state == JsonScanner.VALUE ? scanner.nextAscii(into) : -1;
    }

    @Override
    public byte[] bytes() {
        return readsKey() ? key.bytes() : any(JsonScalars::bytes);
    }

    @Override
    public Temporal temporal() {
        if (isPlain()) {
            Temporal value = scanner.state == JsonScanner.VALUE ? scalars.nextTemporal() : null;
            if (value != null) {
                return value;
            }
        } else if (readsKey()) {
            return key.temporal();
        }
        return any(JsonScalars::temporal);
    }

    // ---- fields straight from the array

    @Override
    public JsonScanner scanner() {
        return scanner;
    }

    @Override
    public StraightValues values() {
        return values;
    }

    @Override
    public boolean endsAt(int at) {
        return isPlain() && scanner.endMessage(at);
    }

    @Override
    public int position() {
        return isPlain() ? scanner.nextName() : NOWHERE;
    }

    /** Captures nothing, so that it is no garbage. */
    private interface Conversion<T> {
        T make(JsonScalars scalars, int token);
    }

    private <T> T any(Conversion<T> conversion) {
        int found = value();
        try {
            T value = conversion.make(scalars, found);
            token = NO_TOKEN;
            return value;
        } catch (ArithmeticException e) {
            throw data(e);
        }
    }

    // ---- errors

    private WireDataException unexpected(String wanted, int found) {
        return new WireDataException(
                JsonFormat.NAME, "expected " + wanted + " but was " + JsonScalars.name(found), location());
    }

    private WireDataException data(ArithmeticException e) {
        return new WireDataException(JsonFormat.NAME, e.getMessage(), location(), e.getCause());
    }

    @Override
    public WireLocation location() {
        if (outer != null) {
            return outer.location();
        }
        return tokens.location(token == NO_TOKEN);
    }

    @Override
    public void close() {
        in.close();
    }
}
