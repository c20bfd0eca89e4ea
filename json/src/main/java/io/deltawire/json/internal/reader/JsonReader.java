package io.deltawire.json.internal.reader;

import io.deltawire.json.internal.name.EncodedNames;
import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.scanner.JsonScanner;
import io.deltawire.json.internal.scanner.TokenType;
import io.deltawire.json.internal.text.FormatName;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.object.AsciiReader;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixMatcher;
import io.deltawire.wire.spi.object.PrefixTable;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.TextCache;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/**
 * Reads a sequence of JSON values, each of them a message.
 *
 * <p>Values are read by one of three paths. While no token was peeked and no structured key is open, {@link #isDirect}
 * is true, and the reader lets the scanner try the fast path first. Otherwise it fetches a token and
 * converts that. Generated code reads whole runs of fields from the array by the methods of {@link FieldDecoder}, and
 * messages with a registered prefix are entered and left in one step.
 *
 * <p>While a key that is an object or list is read, {@link #key} is a reader of its own on the text of the key, to
 * which every call goes. Not thread-safe.
 */
public final class JsonReader
        implements WireIn, MessageDecoder, PrefixMatcher, FieldDecoder, AsciiReader, NestingDepth, ThreadGuarded {
    private static final int NO_TOKEN = -1;

    private final ThreadGuard guard;
    private final InputBuffer in;
    private final JsonScanner scanner;
    private final MessageTokens tokens;
    private final ScalarConverter scalars;
    private final TextCache texts = new TextCache();

    private final PrefixTable<JsonMessagePrefix> prefixes = new PrefixTable<>();
    private JsonMessagePrefix matchedPrefix;

    /** The last token, or {@link #NO_TOKEN} if it was consumed. */
    private int token = NO_TOKEN;

    /** Whether a message is being read and no structured key is open. */
    private boolean isInMessage;

    /** Reader of the structured key that is the current value, or null. */
    private JsonReader key;

    private final JsonDirectValues values;
    /** If this reads the text of a key: the reader of the message. Otherwise null. */
    private final JsonReader outer;

    private final StructuredKeys keys;

    public JsonReader(InputBuffer in, JsonReaderSettings settings) {
        this(in, settings, null);
    }

    /** @param outer the reader of the message of which this reads a key, or null */
    public JsonReader(InputBuffer in, JsonReaderSettings settings, JsonReader outer) {
        this.in = in;
        this.outer = outer;
        this.scanner = new JsonScanner(
                in, InputBuffer.capLimits(settings.limits()), settings.rejectsDuplicates(), settings.typeMark());
        this.scalars = new ScalarConverter(scanner, texts);
        MessageFinder messages = new MessageFinder(scanner, outer == null && settings.unwrapsArray());
        this.tokens = new MessageTokens(scanner, scalars, messages);
        this.values = new JsonDirectValues(settings.limits(), texts);
        this.keys = new StructuredKeys(this, settings);
        this.guard = outer == null ? ThreadGuard.ofReader(this::isMessageRead) : outer.guard;
    }

    // ---- messages

    private boolean isMessageRead() {
        return token == TokenType.END || token == NO_TOKEN && tokens.isInMessage() && scanner.isAtMessageEnd();
    }

    @Override
    public ThreadGuard threadGuard() {
        return guard;
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
        boolean isAtEnd = token == TokenType.END;
        key = null;
        token = NO_TOKEN;
        isInMessage = false;
        boolean found = tokens.nextMessage(isAtEnd);
        isInMessage = tokens.isInMessage();
        if (found) {
            texts.beginMessage();
        }
        return found;
    }

    @Override
    public void restartMessage() {
        guard.requireOwner();
        key = null;
        token = NO_TOKEN;
        isInMessage = false;
        tokens.restartMessage();
        isInMessage = tokens.isInMessage();
        texts.beginMessage();
        guard.restartMessage();
    }

    @Override
    public MessagePrefix prefixOf(String event, String typeName, Shape shape) {
        // Without a type name the prefix is a brace, which may also open a wrapper or another kind of value.
        boolean isRecognisable = typeName != null && scanner.typeMark().equals(JsonSyntax.MARK);
        JsonMessagePrefix prefix =
                isRecognisable ? JsonMessagePrefix.createForReading(event, typeName, scanner.limits()) : null;
        return prefix == null ? null : prefixes.intern(prefix);
    }

    @Override
    public boolean matchNext() {
        boolean found = moveToMessage();
        matchedPrefix = found && isInMessage ? prefixes.find(scanner.array(), scanner.cursor(), scanner.end()) : null;
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
        if (!moveToMessage()) {
            return Next.NOTHING;
        }
        return isInMessage && scanner.enterPrefix((JsonMessagePrefix) prefix) ? Next.FIELDS : Next.TOKENS;
    }

    @Override
    public int nextFields(MessagePrefix prefix) {
        if (!isDirect() || !tokens.followPrefix((JsonMessagePrefix) prefix)) {
            return -1;
        }
        texts.beginMessage();
        return scanner.cursor();
    }

    @Override
    public void consumeEnd() {
        tokens.releaseMessageEnd();
    }

    @Override
    public void markDelivered() {
        tokens.markDelivered();
    }

    @Override
    public long messageOffset() {
        return tokens.messageOffset();
    }

    /** Returns whether no token was fetched ahead and no structured key is open. */
    private boolean isDirect() {
        return token == NO_TOKEN && isInMessage;
    }

    // ---- tokens

    /** Returns the current token, and fetches it if necessary. */
    private int currentToken() {
        return token != NO_TOKEN ? token : advance();
    }

    private int advance() {
        isInMessage = false; // restored below unless an exception is thrown
        int found = tokens.advance();
        isInMessage = tokens.isInMessage();
        if (found == TokenType.KEY) {
            key = keys.openReader(scanner.name().bytes(), scanner.depth());
            isInMessage &= key == null;
            found = key == null ? TokenType.NAME : found;
        }
        token = found;
        return found;
    }

    private void closeKey() {
        if (key != null) {
            key = null;
            isInMessage = tokens.isInMessage();
        }
    }

    /** Returns the current token, which must be a value or the end of an object or list. */
    private int valueToken() {
        int found = currentToken();
        if (found == TokenType.NAME || found == TokenType.KEY || found == TokenType.END) {
            throw unexpectedToken("a value", found);
        }
        return found;
    }

    /** Closes the structured key if it was read to its end. Returns whether one is open. */
    private boolean updateKey() {
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
        if (isDirect()) {
            if (scanner.isAtValue() && scanner.isAtString()) {
                return WireToken.TEXT;
            }
        } else if (updateKey()) {
            return key.peek();
        }
        return currentKind();
    }

    @Override
    public boolean isNull() {
        return isDirect() && scanner.isAtValue() && scanner.isNotNull() ? false : peek() == WireToken.NULL;
    }

    private WireToken currentKind() {
        return switch (currentToken()) {
            case TokenType.BEGIN_OBJECT -> WireToken.BEGIN_OBJECT;
            case TokenType.END_OBJECT -> WireToken.END_OBJECT;
            case TokenType.BEGIN_LIST -> WireToken.BEGIN_LIST;
            case TokenType.END_LIST -> WireToken.END_LIST;
            case TokenType.NAME -> WireToken.FIELD;
            case TokenType.KEY -> WireToken.KEY;
            case TokenType.STRING -> WireToken.TEXT;
            case TokenType.INTEGER -> scalars.number().parseIntegerKind();
            case TokenType.DECIMAL -> scalars.number().parseFloat64() ? WireToken.FLOAT64 : WireToken.DECIMAL;
            case TokenType.TRUE, TokenType.FALSE -> WireToken.BOOL;
            case TokenType.NULL -> WireToken.NULL;
            default -> WireToken.END_MESSAGE;
        };
    }

    @Override
    public String typeName() {
        if (updateKey()) {
            return key.typeName();
        }
        currentToken();
        return scanner.typeName();
    }

    @Override
    public void beginObject() {
        guard.enterLevel();
        if (updateKey()) {
            key.beginObject();
            return;
        }
        consumeToken(TokenType.BEGIN_OBJECT);
    }

    @Override
    public void beginList() {
        guard.enterLevel();
        if (updateKey()) {
            key.beginList();
            return;
        }
        consumeToken(TokenType.BEGIN_LIST);
    }

    private void consumeToken(int wanted) {
        if (valueToken() != wanted) {
            throw unexpectedToken(ScalarConverter.describe(wanted), currentToken());
        }
        token = NO_TOKEN;
    }

    @Override
    public boolean hasNext() {
        if (isDirect() && scanner.depth() > 1 && scanner.tryMoveToItem()) {
            return true;
        }
        if (updateKey()) {
            return key.hasNext();
        }
        if (token == NO_TOKEN && scanner.depth() == 1 && in.isRepositioned()) {
            token = TokenType.END_OBJECT; // the input was moved, so that the rest of the message may be another one
        }
        int found = currentToken();
        return found != TokenType.END_OBJECT && found != TokenType.END_LIST && found != TokenType.END;
    }

    @Override
    public String fieldName() {
        guard.requireOwner();
        if (updateKey()) {
            return key.fieldName();
        }
        int found = currentToken();
        if (found != TokenType.NAME) {
            throw unexpectedToken("a name", found);
        }
        token = NO_TOKEN;
        return scanner.name().text();
    }

    @Override
    public int nextField(Shape shape) {
        if (isDirect()) {
            int ordinal = scanner.nextField(shape);
            if (ordinal >= 0) {
                return ordinal;
            }
        } else if (updateKey()) {
            return key.nextField(shape);
        }
        int found = currentToken();
        if (found == TokenType.END_OBJECT) {
            return END;
        }
        if (found == TokenType.KEY) {
            return UNKNOWN;
        }
        if (found != TokenType.NAME) {
            throw unexpectedToken("a name", found);
        }
        int ordinal = scanner.name().ordinalIn(shape);
        if (ordinal < 0) {
            return UNKNOWN;
        }
        token = NO_TOKEN;
        scanner.recordFieldFound(ordinal);
        return ordinal;
    }

    @Override
    public void key() {
        if (updateKey()) {
            key.key();
            return;
        }
        if (currentToken() != TokenType.KEY) {
            throw unexpectedToken("a key", token);
        }
        token = NO_TOKEN; // from now on, updateKey() returns true
    }

    @Override
    public boolean endFields() {
        if (scanner.leavePrefixedObject()) {
            return true;
        }
        endObject();
        return false;
    }

    @Override
    public void endObject() {
        if (updateKey()) {
            key.endObject();
            return;
        }
        endLevel(TokenType.END_OBJECT);
    }

    @Override
    public void endList() {
        if (updateKey()) {
            key.endList();
            return;
        }
        endLevel(TokenType.END_LIST);
    }

    private void endLevel(int wanted) {
        guard.requireOwner();
        int found = currentToken();
        closeKey();
        while (found != TokenType.END_OBJECT && found != TokenType.END_LIST) {
            if (found == TokenType.END) {
                throw new IllegalStateException("no object or list is begun");
            }
            if (found == TokenType.NAME || found == TokenType.KEY) {
                closeKey();
                token = NO_TOKEN;
            } else {
                skipValue();
            }
            found = currentToken();
        }
        if (found != wanted) {
            throw new IllegalStateException(
                    "expected " + ScalarConverter.describe(wanted) + " but next is " + ScalarConverter.describe(found));
        }
        token = NO_TOKEN;
        if (scanner.depth() == 0 && outer == null) {
            guard.leaveMessage();
        }
    }

    @Override
    public void skipValue() {
        if (updateKey()) {
            key.skipValue();
            return;
        }
        int found = valueToken();
        if (found == TokenType.END_OBJECT || found == TokenType.END_LIST) {
            throw unexpectedToken("a value", found);
        }
        token = NO_TOKEN;
        if (found != TokenType.BEGIN_OBJECT && found != TokenType.BEGIN_LIST) {
            return;
        }
        int outside = scanner.depth() - 1;
        do {
            currentToken();
            closeKey();
            token = NO_TOKEN;
        } while (scanner.depth() > outside);
    }

    @Override
    public int depth() {
        int found = scanner.depth();
        return switch (token) {
            case TokenType.BEGIN_OBJECT, TokenType.BEGIN_LIST -> found - 1;
            case TokenType.END_OBJECT, TokenType.END_LIST -> found + 1;
            case NO_TOKEN -> key == null ? found : found + key.depth();
            default -> found;
        };
    }

    // ---- scalars

    @Override
    public void nullValue() {
        if (updateKey()) {
            key.nullValue();
            return;
        }
        consumeToken(TokenType.NULL);
    }

    @Override
    public String formatName() {
        return FormatName.JSON;
    }

    @Override
    public String sourceText() {
        if (updateKey()) {
            return key.sourceText();
        }
        int found = currentToken();
        if (found != TokenType.DECIMAL && found != TokenType.INTEGER) {
            return null;
        }
        return scalars.number().isNegativeZero()
                        || NumberText.isUsualText(scanner.array(), scanner.tokenStart(), scanner.tokenEnd())
                ? null
                : scalars.number().text();
    }

    @Override
    public boolean bool() {
        return updateKey() ? key.bool() : convert(ScalarConverter::bool);
    }

    @Override
    public long int64() {
        if (isDirect()) {
            if (scanner.isAtValue() && scanner.tryReadInteger()) {
                return scanner.number().int64();
            }
        } else if (updateKey()) {
            return key.int64();
        }
        return convertInt64();
    }

    private long convertInt64() {
        int found = valueToken();
        try {
            long value = scalars.int64(found);
            token = NO_TOKEN;
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e);
        }
    }

    @Override
    public double float64() {
        if (isDirect()) {
            if (scanner.isAtValue() && scanner.tryReadDecimal()) {
                return scanner.number().float64();
            }
        } else if (updateKey()) {
            return key.float64();
        }
        return convertFloat64();
    }

    private double convertFloat64() {
        int found = valueToken();
        try {
            double value = scalars.float64(found);
            token = NO_TOKEN;
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e);
        }
    }

    @Override
    public BigDecimal decimal() {
        return updateKey() ? key.decimal() : convert(ScalarConverter::decimal);
    }

    @Override
    public String text() {
        if (isDirect()) {
            if (scanner.isAtValue() && scanner.tryReadString()) {
                return scalars.plainText();
            }
        } else if (updateKey()) {
            return key.text();
        }
        return convert(ScalarConverter::text);
    }

    @Override
    public void text(StringBuilder target) {
        target.setLength(0);
        if (isDirect() && scanner.isAtValue() && scanner.tryReadString()) {
            scalars.appendPlainText(target);
        } else {
            target.append(text());
        }
    }

    @Override
    public int readAscii(byte[] into) {
        return isDirect() && scanner.isAtValue() ? scanner.tryReadAscii(into) : -1;
    }

    @Override
    public byte[] bytes() {
        return updateKey() ? key.bytes() : convert(ScalarConverter::bytes);
    }

    @Override
    public Temporal temporal() {
        if (isDirect()) {
            Temporal value = scanner.isAtValue() ? scalars.tryReadTemporal() : null;
            if (value != null) {
                return value;
            }
        } else if (updateKey()) {
            return key.temporal();
        }
        return convert(ScalarConverter::temporal);
    }

    /** Stateless, so that a conversion allocates nothing. */
    private interface Conversion<T> {
        T make(ScalarConverter scalars, int token);
    }

    private <T> T convert(Conversion<T> conversion) {
        int found = valueToken();
        try {
            T value = conversion.make(scalars, found);
            token = NO_TOKEN;
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e);
        }
    }

    // ---- fields read directly from the array

    @Override
    public boolean endsAt(int index) {
        return isDirect() && scanner.endPrefixedMessage(index);
    }

    @Override
    public int position() {
        return isDirect() ? scanner.nextNameIndex() : JsonScanner.NOWHERE;
    }

    @Override
    public Shape.Attachment<byte[][]> names() {
        return EncodedNames.DIRECT_BYTES_OF_SHAPE;
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
        if (index != JsonScanner.NOWHERE) {
            scanner.moveTo(index, shape, ordinal, isNamed);
        }
    }

    @Override
    public int boolEnd(byte[] a, int index, int end) {
        return JsonDirectValues.wordEnd(a, index, end);
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
    public Object named(byte[] a, int index, int after, int field, NamedValues of) {
        return values.named(a, field, of);
    }

    @Override
    public int temporalEnd(byte[] a, int index, int end) {
        return values.temporalEnd(a, index, end);
    }

    @Override
    public Temporal temporal(byte[] a, int index, int after, int field) {
        return values.temporal(a, field);
    }

    // ---- errors

    private WireDataException unexpectedToken(String wanted, int found) {
        return new WireDataException(
                FormatName.JSON, "expected " + wanted + " but was " + ScalarConverter.describe(found), location());
    }

    private WireDataException dataError(ArithmeticException e) {
        return new WireDataException(FormatName.JSON, e.getMessage(), location(), e.getCause());
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
        guard.enter();
        try {
            in.close();
        } finally {
            guard.exit();
        }
    }
}
