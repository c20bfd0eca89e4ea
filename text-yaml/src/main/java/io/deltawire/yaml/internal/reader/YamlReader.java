package io.deltawire.yaml.internal.reader;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixMatcher;
import io.deltawire.wire.spi.object.PrefixTable;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.yaml.internal.document.YamlDocumentFramer;
import io.deltawire.yaml.internal.name.YamlMessagePrefix;
import io.deltawire.yaml.internal.name.YamlShapeNames;
import io.deltawire.yaml.internal.scanner.ScannedToken;
import io.deltawire.yaml.internal.scanner.YamlScanner;
import io.deltawire.yaml.internal.snake.SnakeTokenizer;
import io.deltawire.yaml.internal.text.YamlSyntax;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;

/**
 * Reads YAML token by token; each document is a message.
 *
 * <p>The {@link YamlScanner} supplies the tokens as long as it recognises the text, which is the case for all that
 * {@link io.deltawire.yaml.YamlFormat} writes. Otherwise SnakeYAML parses the document from its start, skips the tokens
 * that were already read, and supplies the rest. The field {@link #isScanning} tells which of them is active. Whether a
 * token is pending is known to the reader ({@link #token}) and, before its kind was requested, to the scanner.
 *
 * <p>Generated code reads runs of fields from the array by the methods of {@link FieldDecoder}. A message with a
 * registered prefix is entered in one step. Not thread-safe.
 */
public final class YamlReader implements WireIn, PrefixMatcher, FieldDecoder, NestingDepth, ThreadGuarded {
    private final ThreadGuard guard = ThreadGuard.ofReader(this::isMessageRead);
    private final InputBuffer in;
    private final WireLimits limits;
    private final YamlDocumentFramer documents;
    private final Nesting nesting;
    private final YamlScanner scanner;
    private final ParserChoice choice;
    private final YamlMessageSource messages;
    private final PrefixTable<YamlMessagePrefix> prefixes = new PrefixTable<>();

    /** The prefix that {@link #matchNext} has found in the current message, or null. */
    private YamlMessagePrefix matchedPrefix;

    /** True while the scanner supplies the tokens, false while SnakeYAML does. */
    private boolean isScanning;

    private SnakeTokenizer parser;

    /**
     * Whether the next document was already read as a message and must be skipped. This happens if the input fails
     * while the end of the document is sought.
     */
    private boolean skipsNext;

    /**
     * Whether the caller has received a part of the current message, so that the message must not be supplied again.
     */
    private boolean isDelivered;

    /** Whether there is no current message, not even a malformed one. */
    private boolean isOutside = true;

    /** The next token, or null if it was not fetched yet. */
    private WireToken token = WireToken.END_MESSAGE;

    private final YamlDirectValues values;

    public YamlReader(InputBuffer in, WireLimits limits, ParserChoice choice) {
        this.in = in;
        this.choice = choice;
        this.limits = InputBuffer.capLimits(limits);
        this.documents = new YamlDocumentFramer(in, this.limits);
        this.nesting = new Nesting(this.limits.maxDepth());
        this.scanner = new YamlScanner(this.limits);
        this.messages = new YamlMessageSource(documents, scanner, choice);
        this.values = new YamlDirectValues(this.limits, scanner.texts());
    }

    // ---- messages

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    private boolean isMessageRead() {
        return token == WireToken.END_MESSAGE || token == null && isRootValueRead();
    }

    private boolean isRootValueRead() {
        SnakeTokenizer present = parser;
        return isScanning ? scanner.isAfterRootValue() : present != null && nesting.depth() == 0 && present.isStarted();
    }

    @Override
    public boolean nextMessage() {
        guard.enter();
        boolean isFound = false;
        try {
            isFound = moveToMessage();
            return isFound;
        } finally {
            guard.exitAtMessage(isFound);
        }
    }

    private boolean moveToMessage() {
        boolean isMoved = documents.followMovedInput();
        if (isMoved || skipsNext) {
            skipsNext = false;
            clearMessage();
            if (!isMoved) {
                skipReadMessage();
            }
        } else {
            endMessage();
        }
        isOutside = false;
        isDelivered = false;
        return beginTokens(messages.beginNext(messages.tryOpen()));
    }

    private void endMessage() {
        boolean isRead = isDelivered || isScanning && scanner.isAfterRootValue();
        try {
            boolean isAtEnd = finishMessage();
            clearMessage();
            messages.endMessage(isAtEnd);
        } catch (UncheckedIOException e) {
            skipsNext = isRead;
            throw e;
        }
    }

    private void clearMessage() {
        token = WireToken.END_MESSAGE;
        isScanning = false;
        parser = null;
        nesting.clear();
    }

    /** Skips a message that was read to its end before the input failed. */
    private void skipReadMessage() {
        try {
            documents.next();
        } catch (UncheckedIOException e) {
            skipsNext = true;
            throw e;
        }
    }

    /**
     * Returns whether the scanner is at the end of the message. First checks that nothing follows a message that was
     * read completely.
     */
    private boolean finishMessage() {
        if (isScanning && token == null && scanner.tryEndDocument()) {
            return true;
        }
        checkNothingFollows();
        return isScanning && scanner.isAtMessageEnd();
    }

    private boolean beginTokens(YamlMessageSource.Source source) {
        if (source == YamlMessageSource.Source.PARSER) {
            parser = new SnakeTokenizer(documents, nesting, limits);
        }
        isScanning = source == YamlMessageSource.Source.SCANNER;
        isOutside = source == YamlMessageSource.Source.NONE;
        token = source == YamlMessageSource.Source.NONE ? WireToken.END_MESSAGE : null;
        return token == null;
    }

    @Override
    public MessageKind messageKind() {
        return documents.isMetaData() ? MessageKind.META : MessageKind.DATA;
    }

    @Override
    public void restartMessage() {
        guard.requireOwner();
        if (!isScanning && parser == null) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
        nesting.clear();
        token = WireToken.END_MESSAGE;
        beginTokens(messages.restart(isScanning));
        guard.restartMessage();
    }

    @Override
    public MessagePrefix prefixOf(String event, String typeName, Shape shape) {
        boolean isWanted =
                choice == ParserChoice.SCANNER_FIRST && typeName != null; // without a type name it is no faster
        YamlMessagePrefix prefix = isWanted ? YamlMessagePrefix.createForReading(event, typeName, limits) : null;
        return prefix == null ? null : prefixes.intern(prefix);
    }

    @Override
    public boolean matchNext() {
        boolean found = moveToMessage();
        matchedPrefix = found && isScanning ? scanner.findPrefix(prefixes) : null;
        return found;
    }

    @Override
    public MessagePrefix matched() {
        return matchedPrefix;
    }

    @Override
    public boolean enterMatched() {
        return scanner.enterPrefix(matchedPrefix);
    }

    @Override
    public Next nextMessage(MessagePrefix prefix) {
        if (isScanning && token == null && !documents.isMoved() && scanner.tryEndDocument()) {
            messages.endMessage(true);
            isDelivered = false;
            boolean isOpen = messages.tryOpen();
            if (isOpen && messages.followPrefix((YamlMessagePrefix) prefix)) {
                return Next.FIELDS;
            }
            isScanning = false;
            token = WireToken.END_MESSAGE;
            if (!beginTokens(messages.beginNext(isOpen))) {
                return Next.NOTHING;
            }
        } else if (!moveToMessage()) {
            return Next.NOTHING;
        }
        return isScanning && scanner.enterPrefix((YamlMessagePrefix) prefix) ? Next.FIELDS : Next.TOKENS;
    }

    @Override
    public void consumeEnd() {
        // No mark follows the last document.
        if (isScanning
                && token == null
                && documents.isOpen()
                && (scanner.isAtDocumentEnd() || scanner.isAtLastLineEnd(in.limit))) {
            in.consumeTo(scanner.documentEnd() + 1);
        }
    }

    @Override
    public void markDelivered() {
        isDelivered = true;
    }

    /** Checks that nothing follows in the document if the whole message was read. */
    private void checkNothingFollows() {
        if (token == null && isRootValueRead()) {
            peek();
        }
    }

    @Override
    public long messageOffset() {
        return documents.offset();
    }

    // ---- tokens

    @Override
    public WireToken peek() {
        if (token == null) {
            // If the parser fails, the message ends.
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
        if (openLevels() == 0) {
            guard.enterLevel(); // finding the first token changes state that another thread must not read
        }
        if (!isScanning) {
            return parser.next();
        }
        if (scanner.advance() != ScannedToken.UNKNOWN) {
            return scanner.resolveToken();
        }
        switchToParser();
        return parser.next();
    }

    /** Lets SnakeYAML continue at the scanner's current token. If it fails, the message has ended. */
    private void switchToParser() {
        boolean pending = scanner.isPending();
        long consumed = scanner.tokenCount() - (pending ? 1 : 0);
        token = WireToken.END_MESSAGE;
        isScanning = false; // even if the parser fails, since the scanner cannot continue
        if (documents.isOpen()) {
            try {
                documents.closeAfterFailure();
            } catch (UncheckedIOException e) {
                skipsNext = isDelivered;
                throw e;
            }
        }
        parser = new SnakeTokenizer(documents, nesting, limits);
        for (long i = 0; i < consumed; i++) {
            parser.next();
        }
        token = pending ? parser.next() : null;
    }

    private void consume() {
        boolean isScalar =
                token != null && isValue(token) && token != WireToken.BEGIN_OBJECT && token != WireToken.BEGIN_LIST;
        token = null;
        scanner.consume();
        if (isScalar && openLevels() == 0) {
            guard.leaveMessage();
        }
    }

    /** Returns the name or text of the current token, or null if it has none. */
    private String currentText() {
        return isScanning ? scanner.nameOrText() : parser == null ? null : parser.text();
    }

    @Override
    public String typeName() {
        return !isValue(peek()) ? null : isScanning ? scanner.typeName() : parser.typeName();
    }

    @Override
    public void beginObject() {
        guard.enterLevel();
        boolean isConverted = peek() == WireToken.BEGIN_LIST && !isScanning && parser.readAsObject();
        if (!isConverted) {
            expect(WireToken.BEGIN_OBJECT, "an object");
        }
        consume();
    }

    @Override
    public boolean hasNext() {
        if (token == null
                && (isScanning ? scanner.isInOutermostLevel() : nesting.depth() == 1)
                && documents.isMoved()) {
            token = WireToken.END_OBJECT; // the input was moved, so that the rest of the message may be another one
        }
        if (isScanning && token == null && scanner.advance() != ScannedToken.UNKNOWN) {
            return scanner.token() < ScannedToken.END_OBJECT
                    || scanner.token() == ScannedToken.BEGIN_LIST; // the kind of a scalar does not matter
        }
        return switch (peek()) {
            case END_OBJECT, END_LIST, END_MESSAGE -> false;
            default -> true;
        };
    }

    @Override
    public String fieldName() {
        guard.requireOwner();
        expect(WireToken.FIELD, "a field name");
        consume();
        return isScanning ? scanner.name() : parser.text();
    }

    @Override
    public int nextField(Shape shape) {
        if (isScanning && token == null) {
            int ordinal = scanner.nextField(shape);
            if (ordinal != YamlScanner.NO_FIELD) {
                return ordinal;
            }
        }
        switch (peek()) {
            case FIELD -> {
                int ordinal = shape.ordinal(currentText());
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
        return isScanning && token == null && scanner.isAtDocumentEnd();
    }

    @Override
    public void endObject() {
        guard.requireOwner();
        if (!(isScanning && token == null && scanner.tryConsumeObjectEnd())) {
            skipToEnd(WireToken.END_OBJECT, "object");
        }
        leaveLevel();
    }

    @Override
    public void beginList() {
        guard.enterLevel();
        expect(WireToken.BEGIN_LIST, "a list");
        consume();
    }

    @Override
    public void endList() {
        guard.requireOwner();
        skipToEnd(WireToken.END_LIST, "list");
        leaveLevel();
    }

    private void leaveLevel() {
        if (openLevels() == 0) {
            guard.leaveMessage();
        }
    }

    /** Returns the number of objects and lists around the current token. */
    private int openLevels() {
        return isScanning ? scanner.depth() : nesting.depth();
    }

    private void skipToEnd(WireToken end, String what) {
        while (peek() != end) {
            if (token == WireToken.END_MESSAGE || token == WireToken.END_OBJECT || token == WireToken.END_LIST) {
                throw new IllegalStateException("no " + what + " is open here");
            }
            skipEntry();
        }
        consume();
    }

    /** Skips a value, or the name of a field. */
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
        return !(isScanning && token == null && scanner.isNotNull()) && peek() == WireToken.NULL;
    }

    @Override
    public boolean bool() {
        return convert(YamlTokenConverter::bool);
    }

    @Override
    public long int64() {
        if (isScanning && token == null && scanner.tryReadInt64()) {
            return scanner.int64();
        }
        return convertInt64();
    }

    private long convertInt64() {
        if (isScanning && token == WireToken.INT64 && scanner.isNumberParsed()) {
            consume();
            return scanner.int64();
        }
        peek();
        try {
            long value = YamlTokenConverter.int64(token, numberText());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    @Override
    public double float64() {
        if (isScanning && token == null && scanner.tryReadFloat64()) {
            return scanner.float64();
        }
        return convertFloat64();
    }

    private double convertFloat64() {
        if (isScanning && token == WireToken.FLOAT64 && scanner.isNumberParsed()) {
            consume();
            return scanner.float64();
        }
        peek();
        try {
            double value = YamlTokenConverter.float64(token, numberText());
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
            BigDecimal value = YamlTokenConverter.decimal(token, numberText());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    @Override
    public String formatName() {
        return YamlSyntax.FORMAT_NAME;
    }

    @Override
    public String sourceText() {
        boolean isNumber = peek() == WireToken.FLOAT64 || token == WireToken.DECIMAL || token == WireToken.INT64;
        if (!isNumber || !(isScanning ? scanner.isUntaggedPlain() : parser.isPlain())) {
            return null;
        }
        String text = currentText();
        if (!NumberText.isJsonNumber(text)) {
            return text; // other formats do not read it, such as 0x1f or +1
        }
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return NumberText.isUsualText(bytes, 0, bytes.length) ? null : text;
    }

    /** Returns the current token's text after checking that it can be parsed as a number. */
    private String numberText() {
        String text = currentText();
        if (token == WireToken.TEXT) {
            YamlTokenConverter.checkNumber(
                    text, isScanning ? scanner.isUntaggedPlain() : parser.isPlain(), limits.maxNumberChars());
        }
        return text;
    }

    @Override
    public void text(StringBuilder target) {
        target.setLength(0);
        if (isScanning && token == null && scanner.tryReadText()) {
            scanner.appendText(target);
        } else {
            target.append(text());
        }
    }

    @Override
    public String text(String former) {
        if (isScanning && token == null && scanner.tryReadText()) {
            return former != null && scanner.textEquals(former) ? former : scanner.text();
        }
        return text();
    }

    @Override
    public String text() {
        if (isScanning && token == null && scanner.tryReadText()) {
            return scanner.text();
        }
        peek();
        try {
            String value = YamlTokenConverter.text(token, currentText());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    @Override
    public byte[] bytes() {
        return convert(YamlTokenConverter::bytes);
    }

    @Override
    public Temporal temporal() {
        if (isScanning && token == null) {
            Temporal scanned = scanner.tryReadTemporal();
            if (scanned != null) {
                scanner.consume();
                return scanned;
            }
        }
        return convert(YamlTokenConverter::temporal);
    }

    /** Stateless, so that a conversion allocates nothing. */
    private interface Conversion<T> {
        T make(WireToken token, String text);
    }

    private <T> T convert(Conversion<T> conversion) {
        peek();
        try {
            T value = conversion.make(token, currentText());
            consume();
            return value;
        } catch (ArithmeticException e) {
            throw failure(e);
        }
    }

    @Override
    public int depth() {
        boolean isPending = token != null || isScanning && scanner.isPending();
        WireToken next = isPending ? peek() : null;
        int found = openLevels();
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

    // ---- fields read directly from the array

    @Override
    public Shape.Attachment<byte[][]> names() {
        return isScanning ? scanner.directNames() : YamlShapeNames.directNames(2);
    }

    @Override
    public int position() {
        return isScanning && token == null ? scanner.directFieldIndex() : YamlScanner.NOWHERE;
    }

    @Override
    public byte[] array() {
        return scanner.array();
    }

    @Override
    public int end() {
        return scanner.end();
    }

    @Override
    public void moveTo(int index, Shape shape, int ordinal, boolean isNamed) {
        if (index != YamlScanner.NOWHERE) {
            scanner.moveTo(index, shape, ordinal, isNamed);
        }
    }

    @Override
    public int boolEnd(byte[] a, int index, int end) {
        return YamlDirectValues.wordEnd(a, index, end);
    }

    @Override
    public boolean bool(byte[] a, int index) {
        return a[index] == 't';
    }

    @Override
    public int int64End(byte[] a, int index, int end) {
        return values.int64End(a, index, end);
    }

    @Override
    public long int64(byte[] a, int index, int after) {
        return values.int64();
    }

    @Override
    public int float64End(byte[] a, int index, int end) {
        return values.float64End(a, index, end);
    }

    @Override
    public double float64(byte[] a, int index, int after) {
        return values.float64();
    }

    @Override
    public int textEnd(byte[] a, int index, int end) {
        return values.textEnd(a, index, end);
    }

    @Override
    public String text(byte[] a, int index, int after, int field) {
        return values.text(a, field);
    }

    @Override
    public Object named(byte[] a, int index, int after, int field, NamedValues names) {
        return values.named(a, field, names);
    }

    @Override
    public int temporalEnd(byte[] a, int index, int end) {
        return values.temporalEnd(a, index, end);
    }

    @Override
    public Temporal temporal(byte[] a, int index, int after, int field) {
        return values.temporal(a, field);
    }

    // ---- locations and errors

    @Override
    public WireLocation location() {
        if (token == null && (isScanning ? scanner.tokenCount() == 0 : !parser.isStarted())) {
            peek();
        }
        return currentLocation();
    }

    private WireLocation currentLocation() {
        if (isScanning) {
            switchToParser();
        }
        if (parser == null || !parser.isStarted()) {
            return WireLocation.ofLine(Math.max(1, documents.firstLine()), 1, nesting.path());
        }
        return WireLocation.ofLine(parser.line(), parser.column(), nesting.path());
    }

    @Override
    public void close() {
        guard.enter();
        try {
            in.close();
        } finally {
            guard.exit();
        }
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
        return failure(YamlTokenConverter.mismatch(expected, token, currentText()));
    }

    private WireDataException failure(ArithmeticException e) {
        requireMessage();
        return new WireDataException(YamlSyntax.FORMAT_NAME, e.getMessage(), currentLocation());
    }
}
