package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.DepthReader;
import io.deltawire.wire.spi.FieldDecoder;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.NamedValues;
import io.deltawire.wire.spi.Nesting;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/** Reads YAML, a document a message, token by token. */
final class YamlReader implements WireIn, ArrivalReader, FieldDecoder, DepthReader {
    private final InputBuffer in;
    private final WireLimits limits;
    private final Documents documents;
    private final Nesting nesting;
    private final YamlScanner scanner;
    private final Parsing parsing;
    private final YamlMessages messages;
    private final HeadTable<YamlHead> heads = new HeadTable<>();

    /** The head that the present message begins with, where that has been asked; or null. */
    private YamlHead arrived;

    /** True while the scanner gives the tokens of the present message, false where the parser does. */
    private boolean scanning;

    private EventTokens tokens;

    /** Whether the document that comes next has been read as a message, and is to be passed over. */
    private boolean isPassing;

    /** Whether something of the present message has been handed on, so that it is not to be given again. */
    private boolean isHandedOn;

    /** Whether there is no message, not even one that is malformed. */
    private boolean isOutside = true;

    /** The token that comes next, or null where it has not been looked for. */
    private WireToken token = WireToken.END_MESSAGE;

    private final StraightValues values;

    YamlReader(InputBuffer in, WireLimits limits, Parsing parsing) {
        this.in = in;
        this.parsing = parsing;
        this.limits = InputBuffer.within(limits);
        this.documents = new Documents(in, this.limits);
        this.nesting = new Nesting(this.limits.maxDepth());
        this.scanner = new YamlScanner(this.limits);
        this.messages = new YamlMessages(documents, scanner, parsing);
        this.values = new StraightValues(this.limits, scanner.texts);
    }

    // ---- messages

    @Override
    public boolean nextMessage() {
        boolean isMoved = documents.follow();
        if (isMoved || isPassing) {
            isPassing = false;
            endHere();
            if (!isMoved) {
                passAgain();
            }
        } else {
            endMessage();
        }
        isOutside = false;
        isHandedOn = false;
        return begin(messages.next(messages.open()));
    }

    private void endMessage() {
        boolean isRead = isHandedOn || scanning && scanner.isAtRoot();
        try {
            boolean isAtEnd = isAtEnd();
            endHere();
            messages.end(isAtEnd);
        } catch (UncheckedIOException e) {
            isPassing = isRead;
            throw e;
        }
    }

    private void endHere() {
        token = WireToken.END_MESSAGE;
        scanning = false;
        tokens = null;
        nesting.clear();
    }

    /** Passes over a message that has been read to its end, when the input failed where that was looked for. */
    private void passAgain() {
        try {
            documents.next();
        } catch (UncheckedIOException e) {
            isPassing = true;
            throw e;
        }
    }

    /** Whether the scanner is at the end of the present message; one that is read to its end is checked first. */
    private boolean isAtEnd() {
        if (scanning && token == null && scanner.endsAtOnce()) {
            return true;
        }
        checkRest();
        return scanning && scanner.isAtEnd();
    }

    private boolean begin(YamlMessages.Source source) {
        if (source == YamlMessages.Source.PARSER) {
            tokens = new EventTokens(documents, nesting, limits);
        }
        scanning = source == YamlMessages.Source.SCANNER;
        isOutside = source == YamlMessages.Source.NONE;
        token = source == YamlMessages.Source.NONE ? WireToken.END_MESSAGE : null;
        return token == null;
    }

    @Override
    public void restartMessage() {
        if (!scanning && tokens == null) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
        nesting.clear();
        token = WireToken.END_MESSAGE;
        begin(messages.restart(scanning));
    }

    @Override
    public MessageHead headOf(String event, String typeName, Shape shape) {
        boolean isWanted = parsing == Parsing.SCANNER_FIRST && typeName != null; // without one it is no faster
        YamlHead head = isWanted ? YamlHead.forReading(event, typeName, limits) : null;
        return head == null ? null : heads.keep(head);
    }

    @Override
    public boolean nextHead() {
        boolean found = nextMessage();
        arrived = found && scanning ? scanner.findHead(heads) : null;
        return found;
    }

    @Override
    public MessageHead arrived() {
        return arrived;
    }

    @Override
    public boolean enterHead() {
        return scanner.enter(arrived);
    }

    @Override
    public Arrival nextMessage(MessageHead head) {
        if (scanning && token == null && !documents.isMoved() && scanner.endsAtOnce()) {
            messages.end(true);
            isHandedOn = false;
            boolean isOpen = messages.open();
            if (isOpen && messages.follow((YamlHead) head)) {
                return Arrival.FIELDS;
            }
            scanning = false;
            token = WireToken.END_MESSAGE;
            if (!begin(messages.next(isOpen))) {
                return Arrival.NOTHING;
            }
        } else if (!nextMessage()) {
            return Arrival.NOTHING;
        }
        return scanning && scanner.enter((YamlHead) head) ? Arrival.FIELDS : Arrival.MESSAGE;
    }

    @Override
    public void passEnd() {
        // Behind the last document there is no mark that says so.
        if (scanning && token == null && documents.isOpen() && (scanner.isOver() || scanner.isOverAt(in.limit))) {
            in.take(scanner.documentEnd() + 1);
        }
    }

    @Override
    public void handedOn() {
        isHandedOn = true;
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

    // ---- tokens

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
        if (scanner.advance() != ScannedToken.UNKNOWN) {
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
        if (scanning && token == null && scanner.advance() != ScannedToken.UNKNOWN) {
            return scanner.code < ScannedToken.END_OBJECT
                    || scanner.code == ScannedToken.BEGIN_LIST; // of which kind, is not asked
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
            if (ordinal != YamlScanner.NO_FIELD) {
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

    // ---- fields straight from the array

    @Override
    public Shape.Attachment<byte[][]> names() {
        return scanning ? scanner.names() : ShapeNames.bytesOfShape(2);
    }

    @Override
    public int position() {
        return scanning && token == null ? scanner.nextName() : YamlScanner.NOWHERE;
    }

    @Override
    public byte[] array() {
        return scanner.a;
    }

    @Override
    public int end() {
        return scanner.end;
    }

    @Override
    public void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        if (at != YamlScanner.NOWHERE) {
            scanner.moveTo(at, shape, ordinal, isNamed);
        }
    }

    @Override
    public int boolEnd(byte[] a, int at, int end) {
        return StraightValues.wordEnd(a, at, end);
    }

    @Override
    public boolean bool(byte[] a, int at) {
        return a[at] == 't';
    }

    @Override
    public int int64End(byte[] a, int at, int end) {
        return values.int64End(a, at, end);
    }

    @Override
    public long int64(byte[] a, int at, int after) {
        return values.int64();
    }

    @Override
    public int float64End(byte[] a, int at, int end) {
        return values.float64End(a, at, end);
    }

    @Override
    public double float64(byte[] a, int at, int after) {
        return values.float64();
    }

    @Override
    public int textEnd(byte[] a, int at, int end) {
        return values.textEnd(a, at, end);
    }

    @Override
    public String text(byte[] a, int at, int after, int field) {
        return values.text(a, field);
    }

    @Override
    public Object named(byte[] a, int at, int after, int field, NamedValues of) {
        return values.named(a, field, of);
    }

    @Override
    public int temporalEnd(byte[] a, int at, int end) {
        return values.temporalEnd(a, at, end);
    }

    @Override
    public Temporal temporal(byte[] a, int at, int after, int field) {
        return values.temporal(a, field);
    }

    // ---- places and errors

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
