package io.deltawire.json;

import com.fasterxml.jackson.core.JsonFactory;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.HeadReader;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageHead;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/** Reads a sequence of JSON values, each as a message. */
final class JsonReader implements WireIn, HeadReader, JsonFieldDecoder {
    private static final int NONE = -1;

    private final InputBuffer in;
    private final WireOptions options;
    private final Engine engine;
    private final JsonScanner scanner;
    private final JsonMessages messages;
    private final JsonScalars scalars;
    private final PlainTexts texts = new PlainTexts();
    private final StraightValues values;
    /** Where this reads the text of a key: the reader of the message. */
    private final JsonReader outer;

    private JsonFactory jacksonFactory;
    /** What reads the message from where the scanner gave up, or null. */
    private JacksonTokens jackson;
    /** What reads the key that is the present value, or null. */
    private JsonReader key;

    private int token = NONE;
    private boolean inMessage;
    /** In a message that the scanner reads, and not in a key. */
    private boolean isStraight;

    private boolean failed;
    private long messageOffset = -1;

    JsonReader(InputBuffer in, WireOptions options) {
        this(in, options, Engine.SCANNER);
    }

    JsonReader(InputBuffer in, WireOptions options, Engine engine) {
        this(in, options, engine, null);
    }

    private JsonReader(InputBuffer in, WireOptions options, Engine engine, JsonReader outer) {
        this.in = in;
        this.options = options;
        this.engine = engine;
        this.outer = outer;
        this.scanner = new JsonScanner(
                in, options.limits(), options.get(JsonFormat.DUPLICATES) == JsonFormat.Duplicates.ERROR);
        this.scalars = new JsonScalars(scanner, texts);
        this.values = new StraightValues(options.limits(), texts);
        this.messages = new JsonMessages(
                scanner, outer == null && options.get(JsonFormat.UNWRAP_ARRAY) == JsonFormat.TopLevelArray.UNWRAP);
    }

    // ---- messages

    @Override
    public boolean nextMessage() {
        if (inMessage) {
            finishMessage();
        } else if (failed) {
            messages.skipLine();
            failed = false;
        }
        if (messageOffset >= 0) {
            texts.expectMore();
        }
        messageOffset = -1;
        try {
            if (!messages.next()) {
                return false;
            }
        } catch (MalformedWireException e) {
            throw fail(e);
        }
        messageOffset = in.offset();
        scanner.beginMessage();
        jackson = null;
        scalars.jackson = null;
        key = null;
        token = NONE;
        inMessage = true;
        isStraight = engine == Engine.SCANNER;
        return true;
    }

    @Override
    public MessageHead headOf(String event, String typeName) {
        WireLimits limits = scanner.limits;
        boolean fits = limits.maxDepth() > 1
                && (event == null || event.length() <= limits.maxNameBytes() / 3)
                && typeName.length() < limits.maxNameBytes() / 3;
        return fits && engine == Engine.SCANNER ? JsonHead.of(event, typeName, null) : null;
    }

    @Override
    public Arrival nextMessage(MessageHead head) {
        if (!nextMessage()) {
            return Arrival.NOTHING;
        }
        return isStraight && scanner.enter((JsonHead) head) ? Arrival.FIELDS : Arrival.MESSAGE;
    }

    private void finishMessage() {
        key = null;
        while (raw() != JsonScanner.END) {
            token = NONE;
        }
        inMessage = false;
        isStraight = false;
    }

    private MalformedWireException fail(MalformedWireException e) {
        inMessage = false;
        isStraight = false;
        failed = true;
        token = NONE;
        return e;
    }

    @Override
    public long messageOffset() {
        return messageOffset;
    }

    // ---- tokens

    /** The next token, found if need be. */
    private int raw() {
        return token != NONE ? token : advance();
    }

    private int advance() {
        if (!inMessage) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
        scalars.number().forget();
        try {
            int found;
            if (jackson != null) {
                found = jackson.next();
            } else {
                found = engine == Engine.SCANNER ? scanner.next() : JsonScanner.HAND_OVER;
                if (found == JsonScanner.HAND_OVER) {
                    found = handOver();
                }
            }
            if (found == JsonScanner.KEY && !openKey()) {
                found = JsonScanner.NAME;
            }
            token = found;
            return found;
        } catch (MalformedWireException e) {
            throw fail(e);
        }
    }

    private int handOver() {
        if (jacksonFactory == null) {
            jacksonFactory = JacksonTokens.factory(scanner.limits);
        }
        scanner.countsBreaks = false;
        isStraight = false;
        try {
            jackson = JacksonTokens.from(scanner, jacksonFactory);
            scalars.jackson = jackson;
            return jackson.next();
        } catch (MalformedWireException e) {
            // Both agree that it is wrong; the scanner says it in the words of this project.
            throw engine == Engine.JACKSON ? e : scanner.rejected();
        }
    }

    /** The text of a key is JSON after '@'; a name that only looks like it is a name. */
    private boolean openKey() {
        byte[] name = scanner.name.bytes;
        int levels = Math.max(1, scanner.limits.maxDepth() - scanner.depth);
        WireLimits limits = scanner.limits.withMaxDepth(levels);
        WireOptions inner = options.with(WireOptions.LIMITS, limits);
        try {
            JsonReader check = new JsonReader(InputBuffer.of(name, 1, name.length - 1), inner, engine, this);
            if (!check.nextMessage() || check.nextMessage()) {
                return false;
            }
        } catch (WireException e) {
            return false;
        }
        key = new JsonReader(InputBuffer.of(name, 1, name.length - 1), inner, engine, this);
        isStraight = false;
        return key.nextMessage();
    }

    private void closeKey() {
        if (key != null) {
            key = null;
            isStraight = jackson == null && engine == Engine.SCANNER;
        }
    }

    /** The next value's token, in a key or in the message itself. */
    private int value() {
        int found = raw();
        if (found == JsonScanner.NAME || found == JsonScanner.KEY || found == JsonScanner.END) {
            throw new IllegalStateException("expected a value but next is " + JsonScalars.name(found));
        }
        return found;
    }

    /** True where the scanner reads the message and no token has been looked at ahead. */
    private boolean isPlain() {
        return token == NONE && isStraight;
    }

    private boolean readsKey() {
        if (key == null || token != NONE) {
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
            throw data(new ArithmeticException(
                    "expected " + JsonScalars.name(wanted) + " but was " + JsonScalars.name(raw())));
        }
        token = NONE;
    }

    @Override
    public boolean hasNext() {
        if (readsKey()) {
            return key.hasNext();
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
        if (found != JsonScanner.NAME && found != JsonScanner.KEY) {
            throw new IllegalStateException("expected a name but next is " + JsonScalars.name(found));
        }
        closeKey();
        token = NONE;
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
            throw new IllegalStateException("expected a name but next is " + JsonScalars.name(found));
        }
        int ordinal = scanner.name.ordinalIn(shape);
        if (ordinal < 0) {
            return UNKNOWN;
        }
        token = NONE;
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
            throw new IllegalStateException("expected a key but next is " + JsonScalars.name(token));
        }
        token = NONE; // and so readsKey() from now on
    }

    @Override
    public boolean endFields() {
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
                token = NONE;
            } else {
                skipValue();
            }
            found = raw();
        }
        if (found != wanted) {
            throw new IllegalStateException(
                    "expected " + JsonScalars.name(wanted) + " but next is " + JsonScalars.name(found));
        }
        token = NONE;
    }

    @Override
    public void skipValue() {
        if (readsKey()) {
            key.skipValue();
            return;
        }
        int found = value();
        if (found == JsonScanner.END_OBJECT || found == JsonScanner.END_LIST) {
            throw new IllegalStateException("expected a value but next is " + JsonScalars.name(found));
        }
        token = NONE;
        if (found != JsonScanner.BEGIN_OBJECT && found != JsonScanner.BEGIN_LIST) {
            return;
        }
        int outside = scanner.depth - 1;
        do {
            raw();
            closeKey();
            token = NONE;
        } while (scanner.depth > outside);
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
        if (readsKey()) {
            return key.bool();
        }
        int found = value();
        try {
            boolean value = scalars.bool(found);
            token = NONE;
            return value;
        } catch (ArithmeticException e) {
            throw data(e);
        }
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
            token = NONE;
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
            token = NONE;
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
    public byte[] bytes() {
        return readsKey() ? key.bytes() : any(JsonScalars::bytes);
    }

    @Override
    public Temporal temporal() {
        if (isPlain()) {
            Temporal value = scanner.state == JsonScanner.VALUE ? nextTemporal() : null;
            if (value != null) {
                return value;
            }
        } else if (readsKey()) {
            return key.temporal();
        }
        return any(JsonScalars::temporal);
    }

    /** Takes a date or time that stands right here; null where there is none, and nothing is taken. */
    private Temporal nextTemporal() {
        int back = scanner.p;
        if (!scanner.nextString()) {
            return null;
        }
        try {
            return scalars.plainTemporal();
        } catch (DateTimeException e) {
            scanner.p = back;
            scanner.state = JsonScanner.VALUE;
            return null; // which is said by those who look closer
        }
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
            token = NONE;
            return value;
        } catch (ArithmeticException e) {
            throw data(e);
        }
    }

    // ---- errors

    private WireDataException data(ArithmeticException e) {
        return new WireDataException(JsonFormat.NAME, e.getMessage(), location(), e.getCause());
    }

    @Override
    public WireLocation location() {
        if (outer != null) {
            return outer.location();
        }
        if (!inMessage) {
            return scanner.location(scanner.p);
        }
        return scanner.location(token == NONE ? scanner.p : in.index(scanner.tokenOffset));
    }

    @Override
    public void close() {
        in.close();
    }
}
