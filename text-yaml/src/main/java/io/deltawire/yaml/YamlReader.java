package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.HeadReader;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Scalars;
import io.deltawire.wire.spi.TemporalText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;

/** Reads YAML, a document a message. */
final class YamlReader implements WireIn, HeadReader, YamlFieldDecoder {
    /** By what documents are read. */
    enum Parsing {
        /** By the scanner as far as it gets. */
        SCANNER_FIRST,
        /** By SnakeYAML alone: what the scanner is compared with in tests. */
        PARSER_ONLY
    }

    private final InputBuffer in;
    private final WireLimits limits;
    private final Parsing parsing;
    private final Documents documents;
    private final Nesting nesting;
    private final FieldScanner scanner;
    private final StraightValues values;

    /** True while the scanner gives the tokens of the present message, false where the parser does. */
    private boolean scanning;

    private EventTokens tokens;

    /** The token that comes next, or null where it has not been looked for. */
    private WireToken token = WireToken.END_MESSAGE;

    YamlReader(InputBuffer in, WireOptions options) {
        this(in, options, Parsing.SCANNER_FIRST);
    }

    YamlReader(InputBuffer in, WireOptions options, Parsing parsing) {
        this.in = in;
        this.parsing = parsing;
        this.limits = options.limits();
        this.documents = new Documents(in, limits);
        this.nesting = new Nesting(limits.maxDepth());
        this.scanner = new FieldScanner(limits);
        this.values = new StraightValues(limits, scanner.texts);
    }

    @Override
    public boolean nextMessage() {
        boolean isAtEnd = scanning && token == null && scanner.endsAtOnce();
        if (!isAtEnd) {
            checkRest();
            isAtEnd = scanning && scanner.isAtEnd();
        }
        token = WireToken.END_MESSAGE;
        scanning = false;
        tokens = null;
        nesting.clear();
        if (documents.isOpen()) {
            closeDocument(isAtEnd);
        }
        return begin(parsing == Parsing.SCANNER_FIRST && documents.open());
    }

    /** @param isOpen whether a document is begun that the scanner is to find the end of */
    private boolean begin(boolean isOpen) {
        scanning = false;
        boolean isScanned = parsing == Parsing.SCANNER_FIRST;
        if (isOpen) {
            scanner.begin(documents.array, documents.start, documents.end, true);
            scanning = true;
        } else if (!documents.next()) {
            return false;
        } else if (isScanned && scanner.begin(documents.array, documents.start, documents.end, false)) {
            scanning = true;
        } else {
            tokens = new EventTokens(documents, nesting, limits);
        }
        token = null;
        return true;
    }

    @Override
    public MessageHead headOf(String event, String typeName) {
        boolean fits = limits.maxDepth() > 1
                && (event == null || event.length() <= limits.maxNameBytes())
                && typeName.length() <= limits.maxNameBytes();
        return fits && parsing == Parsing.SCANNER_FIRST
                ? YamlHead.of(new byte[0], event, typeName, new byte[] {'{'}, null)
                : null;
    }

    @Override
    public Arrival nextMessage(MessageHead head) {
        if (scanning && token == null && scanner.endsAtOnce()) {
            documents.close(scanner.documentEnd(), scanner.documentLines());
            boolean isOpen = documents.open();
            if (isOpen && scanner.follow((YamlHead) head, documents.array, documents.start, documents.end)) {
                return Arrival.FIELDS;
            }
            token = WireToken.END_MESSAGE;
            if (!begin(isOpen)) {
                return Arrival.NOTHING;
            }
        } else if (!nextMessage()) {
            return Arrival.NOTHING;
        }
        return scanning && scanner.enter((YamlHead) head) ? Arrival.FIELDS : Arrival.MESSAGE;
    }

    /** Moves to the end of the document that the scanner was to find the end of. */
    private void closeDocument(boolean isAtEnd) {
        if (isAtEnd) {
            documents.close(scanner.documentEnd(), scanner.documentLines());
        } else {
            documents.settle();
        }
    }

    /** Where all of the last message was read, sees to it that nothing follows it in its document. */
    private void checkRest() {
        if (token != null) {
            return;
        }
        boolean read = scanning ? scanner.isAtRoot() : tokens != null && nesting.depth() == 0 && tokens.node != null;
        if (read) {
            peek();
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

    /** Lets the parser go on where the scanner is. The present token stays the present token. */
    private void parse() {
        boolean pending = scanner.pending;
        long consumed = scanner.count - (pending ? 1 : 0);
        if (documents.isOpen()) {
            documents.settleUnknown();
        }
        tokens = new EventTokens(documents, nesting, limits);
        scanning = false; // not before there are tokens: making them may run out of stack
        for (long i = 0; i < consumed; i++) {
            tokens.next();
        }
        if (pending) {
            token = tokens.next();
        }
    }

    /** Takes the present token. */
    private void consume() {
        token = null;
        scanner.pending = false;
    }

    /** The present token's name or text. */
    private String present() {
        return !scanning ? tokens.text : scanner.code == Scanner.FIELD ? scanner.name : scanner.text();
    }

    @Override
    public String typeName() {
        peek();
        return !isValue() ? null : scanning ? scanner.type : tokens.type;
    }

    @Override
    public void beginObject() {
        if (peek() == WireToken.BEGIN_LIST && !scanning && tokens.isOrderedMap()) {
            tokens.readAsObject();
        } else if (token == WireToken.BEGIN_LIST && !scanning && tokens.isSet()) {
            tokens.readSetAsObject();
        } else {
            expect(WireToken.BEGIN_OBJECT, "an object");
        }
        consume();
    }

    @Override
    public boolean hasNext() {
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
        skipToEnd(WireToken.END_OBJECT, "the end of an object");
    }

    @Override
    public void beginList() {
        expect(WireToken.BEGIN_LIST, "a list");
        consume();
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
        boolean value;
        switch (peek()) {
            case BOOL -> value = present().charAt(0) == 't' || present().charAt(0) == 'T';
            case TEXT -> {
                try {
                    value = Scalars.parseBool(present());
                } catch (ArithmeticException e) {
                    throw failure(e.getMessage());
                }
            }
            default -> throw mismatch("true or false");
        }
        consume();
        return value;
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
        long value;
        try {
            value = switch (peek()) {
                case INT64 -> Scalar.int64(present());
                case FLOAT64 -> Scalars.toInt64(Scalar.float64(present()));
                case DECIMAL -> Scalars.toInt64(Scalar.decimal(present()));
                case TEXT -> Scalars.parseInt64(numberText());
                default -> throw mismatch("an integer");
            };
        } catch (ArithmeticException e) {
            throw failure(e.getMessage());
        }
        consume();
        return value;
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
        double value;
        try {
            value = switch (peek()) {
                case INT64 -> Scalars.toFloat64(Scalar.int64(present()));
                case FLOAT64 -> Scalar.float64(present());
                case DECIMAL -> decimalAsFloat64(present());
                case TEXT -> Scalars.parseFloat64(numberText());
                default -> throw mismatch("a number");
            };
        } catch (ArithmeticException e) {
            throw failure(e.getMessage());
        }
        consume();
        return value;
    }

    private static double decimalAsFloat64(String text) {
        double value = Scalar.isRadix(text) ? Scalars.toFloat64(Scalar.decimal(text)) : Scalar.float64(text);
        if (Double.isInfinite(value)) {
            throw new ArithmeticException(
                    "expected a double but was " + Printable.escape(text) + ", which is out of range");
        }
        return value;
    }

    @Override
    public BigDecimal decimal() {
        BigDecimal value;
        try {
            value = switch (peek()) {
                case INT64 -> Scalar.decimal(present());
                case DECIMAL ->
                    Scalars.parseDecimal(
                            Scalar.isRadix(present())
                                    ? Scalar.decimal(present()).toString()
                                    : present());
                case FLOAT64 -> Scalars.parseDecimal(present());
                case TEXT -> Scalars.parseDecimal(numberText());
                default -> throw mismatch("a number");
            };
        } catch (ArithmeticException e) {
            throw failure(e.getMessage());
        }
        consume();
        return value;
    }

    /** Text that is to be read as a number, which costs the square of its length. */
    private String numberText() {
        String text = present();
        if (text.length() > limits.maxNumberChars()) {
            throw new ArithmeticException("expected a number of at most " + limits.maxNumberChars()
                    + " characters but was text " + Printable.quote(text));
        }
        boolean isPlain = scanning
                ? scanner.code == Scanner.PLAIN && scanner.tag == null
                : tokens.node.style == Node.Style.PLAIN && tokens.node.tag == null;
        if (isPlain && Scalar.hasLeadingZero(text)) {
            throw new ArithmeticException("expected a number but was " + Printable.escape(text)
                    + ", which YAML 1.1 reads as octal and YAML 1.2 as decimal; leave the leading zeros out, or write"
                    + " 0o in front of octal");
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
        String value;
        switch (peek()) {
            case TEXT, BOOL, INT64, DECIMAL, TEMPORAL, BYTES -> value = present();
            case FLOAT64 ->
                value = Scalar.isNotFinite(present()) ? NumberText.toString(Scalar.float64(present())) : present();
            default -> throw mismatch("text");
        }
        consume();
        return value;
    }

    @Override
    public byte[] bytes() {
        switch (peek()) {
            case BYTES, TEXT -> {
                byte[] value;
                try {
                    value = Resolver.decodeBase64(present());
                } catch (IllegalArgumentException e) {
                    throw failure("expected base64 but was text " + Printable.quote(present()));
                }
                consume();
                return value;
            }
            default -> throw mismatch("bytes");
        }
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
        switch (peek()) {
            case TEMPORAL, TEXT -> {
                Temporal value;
                try {
                    value = TemporalText.parse(present());
                } catch (DateTimeException e) {
                    throw failure("expected a date or time but was text " + Printable.quote(present()));
                }
                consume();
                return value;
            }
            default -> throw mismatch("a date or time");
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
    public void skipValue() {
        if (!isValueOrBegin(peek())) {
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
            case FIELD, EVENT -> "field " + Printable.quote(present());
            case KEY -> "a key";
            case NULL -> "null";
            case BOOL, INT64, FLOAT64, DECIMAL -> Printable.escape(present());
            case TEXT -> "text " + Printable.quote(present());
            case BYTES -> "bytes";
            case TEMPORAL -> "the time " + Printable.escape(present());
            case END_MESSAGE -> "the end of the message";
        };
        return failure("expected " + expected + " but was " + found);
    }

    private WireDataException failure(String problem) {
        return new WireDataException(YamlFormat.NAME, problem, here());
    }
}
