package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.DepthReader;
import io.deltawire.wire.spi.InputBuffer;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/** Reads YAML, a document a message, token by token. */
final class YamlReader extends YamlArrivals implements YamlFieldDecoder, DepthReader {
    private final StraightValues values;

    YamlReader(InputBuffer in, WireOptions options) {
        this(in, options, Parsing.SCANNER_FIRST);
    }

    YamlReader(InputBuffer in, WireOptions options, Parsing parsing) {
        super(in, options, parsing);
        this.values = new StraightValues(limits, scanner.texts);
    }

    @Override
    public WireToken peek() {
        if (token == null) {
            // Where the parser fails, the message ends.
            WireToken next = WireToken.END_MESSAGE;
            try {
                next = next();
            } finally {
                token = next;
            }
        }
        return token;
    }

    private WireToken next() {
        if (!scanning) {
            return tokens.next();
        }
        if (scanner.advance() != Scanner.UNKNOWN) {
            return scanner.resolve();
        }
        parse();
        return tokens.next();
    }

    /** Lets the parser go on where the scanner is, at the same token; where that fails, the message has ended. */
    private void parse() {
        boolean pending = scanner.pending;
        long consumed = scanner.count - (pending ? 1 : 0);
        token = WireToken.END_MESSAGE;
        scanning = false; // even where there will be no tokens: the scanner is in the middle of something
        if (documents.isOpen()) {
            try {
                documents.settleUnknown();
            } catch (UncheckedIOException e) {
                isPassing = isHandedOn;
                throw e;
            }
        }
        tokens = new EventTokens(documents, nesting, limits);
        for (long i = 0; i < consumed; i++) {
            tokens.next();
        }
        token = pending ? tokens.next() : null;
    }

    /** Takes the present token. */
    private void consume() {
        token = null;
        scanner.pending = false;
    }

    /** The present token's name or text, or null where it has none. */
    private String present() {
        return scanning ? scanner.nameOrText() : tokens == null ? null : tokens.text;
    }

    @Override
    public String typeName() {
        return !isValue(peek()) ? null : scanning ? scanner.type : tokens.type;
    }

    @Override
    public void beginObject() {
        boolean isConverted = peek() == WireToken.BEGIN_LIST && !scanning && tokens.readAsObject();
        if (!isConverted) {
            expect(WireToken.BEGIN_OBJECT, "an object");
        }
        consume();
    }

    @Override
    public boolean hasNext() {
        if (token == null && (scanning ? scanner.isInOutermost() : nesting.depth() == 1) && documents.isMoved()) {
            token = WireToken.END_OBJECT; // what was left of the message may be another one by now
        }
        if (scanning && token == null && scanner.advance() != Scanner.UNKNOWN) {
            return scanner.code < Scanner.END_OBJECT
                    || scanner.code == Scanner.BEGIN_LIST; // of which kind, is not asked
        }
        return switch (peek()) {
            case END_OBJECT, END_LIST, END_MESSAGE -> false;
            default -> true;
        };
    }

    @Override
    public String fieldName() {
        expect(WireToken.FIELD, "a field name");
        consume();
        return scanning ? scanner.name : tokens.text;
    }

    @Override
    public int nextField(Shape shape) {
        if (scanning && token == null) {
            int ordinal = scanner.nextField(shape);
            if (ordinal != FieldScanner.NO_FIELD) {
                return ordinal;
            }
        }
        switch (peek()) {
            case FIELD -> {
                int ordinal = shape.ordinal(present());
                if (ordinal < 0) {
                    return UNKNOWN;
                }
                consume();
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
        consume();
    }

    @Override
    public boolean endFields() {
        endObject();
        return scanning && token == null && scanner.isOver();
    }

    @Override
    public void endObject() {
        if (scanning && token == null && scanner.takeEnd()) {
            return;
        }
        skipToEnd(WireToken.END_OBJECT, "object");
    }

    @Override
    public void beginList() {
        expect(WireToken.BEGIN_LIST, "a list");
        consume();
    }

    @Override
    public void endList() {
        skipToEnd(WireToken.END_LIST, "list");
    }

    private void skipToEnd(WireToken end, String what) {
        while (peek() != end) {
            if (token == WireToken.END_MESSAGE || token == WireToken.END_OBJECT || token == WireToken.END_LIST) {
                throw new IllegalStateException("no " + what + " is to be ended here");
            }
            skipEntry();
        }
        consume();
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
            consume();
        } while (depth > 0);
    }

    @Override
    public void nullValue() {
        expect(WireToken.NULL, "null");
        consume();
    }

    @Override
    public boolean isNull() {
        return !(scanning && token == null && scanner.isNotNull()) && peek() == WireToken.NULL;
    }

    @Override
    public boolean bool() {
        return any(TokenValues::bool);
    }

    @Override
    public long int64() {
        if (scanning && token == null && scanner.readInt64()) {
            return scanner.int64;
        }
        return anyInt64();
    }

    private long anyInt64() {
        if (scanning && token == WireToken.INT64 && scanner.isNumberRead()) {
            consume();
            return scanner.int64;
        }
        peek();
        try {
            long value = TokenValues.int64(token, numberText());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    @Override
    public double float64() {
        if (scanning && token == null && scanner.readFloat64()) {
            return scanner.float64;
        }
        return anyFloat64();
    }

    private double anyFloat64() {
        if (scanning && token == WireToken.FLOAT64 && scanner.isNumberRead()) {
            consume();
            return scanner.float64;
        }
        peek();
        try {
            double value = TokenValues.float64(token, numberText());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    @Override
    public BigDecimal decimal() {
        peek();
        try {
            BigDecimal value = TokenValues.decimal(token, numberText());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    /** The present token's text, which is to be read as a number. */
    private String numberText() {
        String text = present();
        if (token == WireToken.TEXT) {
            TokenValues.checkNumber(text, scanning ? scanner.isPlain() : tokens.isPlain(), limits.maxNumberChars());
        }
        return text;
    }

    @Override
    public void text(StringBuilder target) {
        target.setLength(0);
        if (scanning && token == null && scanner.readText()) {
            scanner.appendText(target);
        } else {
            target.append(text());
        }
    }

    @Override
    public String text(String former) {
        if (scanning && token == null && scanner.readText()) {
            return former != null && scanner.isText(former) ? former : scanner.text();
        }
        return text();
    }

    @Override
    public String text() {
        if (scanning && token == null && scanner.readText()) {
            return scanner.text();
        }
        peek();
        try {
            String value = TokenValues.text(token, present());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    @Override
    public byte[] bytes() {
        return any(TokenValues::bytes);
    }

    @Override
    public Temporal temporal() {
        if (scanning && token == null) {
            Temporal scanned = scanner.temporal();
            if (scanned != null) {
                scanner.pending = false;
                return scanned;
            }
        }
        return any(TokenValues::temporal);
    }

    /** Captures nothing, so that it is no garbage. */
    private interface Conversion<T> {
        T make(WireToken token, String text);
    }

    private <T> T any(Conversion<T> conversion) {
        peek();
        try {
            T value = conversion.make(token, present());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    // ---- fields straight from the array

    @Override
    public FieldScanner scanner() {
        return scanner;
    }

    @Override
    public StraightValues values() {
        return values;
    }

    @Override
    public Shape.Attachment<byte[][]> names() {
        return scanning ? scanner.names() : ShapeNames.bytesOfShape(2);
    }

    @Override
    public int position() {
        return scanning && token == null ? scanner.nextName() : FieldScanner.NOWHERE;
    }

    @Override
    public int depth() {
        boolean isPending = token != null || scanning && scanner.pending;
        WireToken next = isPending ? peek() : null;
        int found = scanning ? scanner.depth() : nesting.depth();
        if (next == WireToken.BEGIN_OBJECT || next == WireToken.BEGIN_LIST) {
            return found - 1;
        }
        return next == WireToken.END_OBJECT || next == WireToken.END_LIST ? found + 1 : found;
    }

    @Override
    public void skipValue() {
        if (!isValue(peek())) {
            throw mismatch("a value");
        }
        skipEntry();
    }

    @Override
    public WireLocation location() {
        if (token == null && (scanning ? scanner.count == 0 : tokens.node == null)) {
            peek();
        }
        return here();
    }

    private WireLocation here() {
        if (scanning) {
            parse();
        }
        if (tokens == null || tokens.node == null) {
            return WireLocation.ofLine(Math.max(1, documents.firstLine), 1, nesting.path());
        }
        return WireLocation.ofLine(tokens.node.line, tokens.node.column, nesting.path());
    }

    @Override
    public void close() {
        in.close();
    }

    private static boolean isValue(WireToken token) {
        return switch (token) {
            case END_OBJECT, END_LIST, END_MESSAGE, FIELD, EVENT, KEY -> false;
            default -> true;
        };
    }

    private void expect(WireToken expected, String what) {
        if (peek() != expected) {
            requireMessage();
            throw mismatch(what);
        }
    }

    private void requireMessage() {
        if (isOutside) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
    }

    private WireDataException mismatch(String expected) {
        return failure(TokenValues.mismatch(expected, token, present()));
    }

    private WireDataException failure(ArithmeticException e) {
        requireMessage();
        return new WireDataException(YamlFormat.NAME, e.getMessage(), here());
    }
}
