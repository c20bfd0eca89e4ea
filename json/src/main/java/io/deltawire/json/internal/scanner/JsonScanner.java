package io.deltawire.json.internal.scanner;

import io.deltawire.json.internal.jackson.JacksonTokenizer;
import io.deltawire.json.internal.name.EncodedNames;
import io.deltawire.json.internal.name.InternedName;
import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.name.JsonNameTable;
import io.deltawire.json.internal.name.ShapeNameMatcher;
import io.deltawire.json.internal.text.ClosingBraceFinder;
import io.deltawire.json.internal.text.JsonStringDecoder;
import io.deltawire.json.internal.text.JsonSyntax;
import io.deltawire.json.internal.text.Swar;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * Finds the tokens of one message in the window on the input. Knows the JSON that people and programs write; at anything
 * else, errors above all, it answers {@link #HAND_OVER} without having moved, and {@link JacksonTokenizer} takes the rest of
 * the message from there.
 *
 * <p>Type names are no tokens: {@code {"@Type":value}} gives the tokens of the value, the first with {@link #type} set.
 * The state of the structure is kept here for both.
 */
public final class JsonScanner {
    // What is expected at p.
    private static final int VALUE = 0;
    private static final int FIRST = 1;
    private static final int NEXT = 2;

    /** The place of fields that cannot be taken straight from the array: beyond its end. */
    public static final int NOWHERE = Integer.MAX_VALUE;

    private static final int MAX_SHAPES = 256;

    // ---- the window

    private final InputBuffer input;
    private final WireLimits limits;

    private byte[] array;
    /** Index of what is read next. */
    private int cursor;

    private int end;

    /** Line breaks between the tokens of the message so far. */
    private int lineBreaks;

    /** Whether {@link #lineBreaks} can be relied on: not where something went back. */
    private boolean countsLineBreaks = true;

    /** Whether the input has failed in the message, since {@link #pollInputFailure}. */
    private boolean hasInputFailed;

    // Where the message begins.
    private int line = 1;
    private int column = 1;

    // ---- the levels

    private final JsonNameTable names;
    private final IdentityHashMap<Shape, ShapeNameMatcher> matchers = new IdentityHashMap<>();
    private final boolean rejectsDuplicates;

    private int state;

    private byte[] kinds = new byte[8];
    private long[] objectIds = new long[8];
    private int[] overwrites = new int[8];
    // By level: what the fields below are for the innermost one.
    private ShapeNameMatcher[] levelFields = new ShapeNameMatcher[8];
    private int[] levelOrdinals = new int[8];
    private boolean[] levelRecordsNames = new boolean[8];

    /** By level: the name found last that was looked up; the next object there is likely to begin with it. */
    private InternedName[] levelNames = new InternedName[8];

    private int nameGeneration;

    /** Whether fields may be taken straight from the array: where no limit forbids a name or number of ordinary length. */
    private final boolean allowsDirectFields;

    private int level;
    private int depth;

    /** The names that the innermost object is expected to have, or null where nothing is known. */
    private ShapeNameMatcher expectedFields;

    /** The ordinal that its next field should have. */
    private int expectedOrdinal;

    /**
     * Whether names are noted as they come. As long as the fields of a shape come in its order from the first on, none
     * can be there twice, and nothing is noted.
     */
    private boolean recordsNames;

    /** Where the token found last begins. */
    private long tokenOffset;

    // ---- heads

    /** The head whose object is being read, or null. */
    private JsonMessagePrefix enteredPrefix;

    /** The head of the message that was read straight up to its end, or null. */
    private JsonMessagePrefix completedPrefix;

    // ---- the token found last

    private final ObjectClassifier objectClassifier;
    private final NumberReader number = new NumberReader();
    private final NumberSyntax numberSyntax = new NumberSyntax();
    private final SyntaxError syntaxError = new SyntaxError(this);
    private final int maxNumberChars;
    private final int maxTextChars;

    // The token found last.
    private int tokenStart;
    private int tokenEnd;
    private boolean hasEscapes;
    private boolean isAscii;
    private InternedName name;
    private String type;

    public JsonScanner(InputBuffer input, WireLimits limits, boolean rejectsDuplicates) {
        this.input = input;
        this.limits = limits;
        this.rejectsDuplicates = rejectsDuplicates;
        this.allowsDirectFields = limits.maxNameBytes() >= EncodedNames.MAX_DIRECT_BYTES
                && limits.maxNumberChars() >= NumberReader.MOST_SHORT_CHARS;
        this.names = new JsonNameTable(2 * limits.maxKeys());
        this.objectClassifier = new ObjectClassifier(this, limits.maxDepth());
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
        syncWindow(input.position);
    }

    private void syncWindow(int position) {
        array = input.array;
        cursor = position;
        end = input.limit - input.position > limits.maxMessageBytes() ? input.position + limits.maxMessageBytes() : input.limit;
    }

    // ---- what the token is and where

    /** The window on the input; its array may change with every byte that is read. */
    public byte[] array() {
        return array;
    }

    public int end() {
        return end;
    }

    public int cursor() {
        return cursor;
    }

    public InputBuffer input() {
        return input;
    }

    public WireLimits limits() {
        return limits;
    }

    public int maxNumberChars() {
        return maxNumberChars;
    }

    public int depth() {
        return depth;
    }

    public boolean isAtValue() {
        return state == VALUE;
    }

    public int tokenStart() {
        return tokenStart;
    }

    public int tokenEnd() {
        return tokenEnd;
    }

    public boolean isPlainString() {
        return isAscii && !hasEscapes;
    }

    public InternedName name() {
        return name;
    }

    public String typeName() {
        return type;
    }

    public NumberReader number() {
        return number;
    }

    public long tokenOffset() {
        return tokenOffset;
    }

    // ---- messages

    /** Passes over a byte order mark. */
    public void skipByteOrderMark() {
        if (input.fill(3)) {
            syncWindow(input.position);
            if (JsonSyntax.startsWithByteOrderMark(array, cursor, end)) {
                input.position += 3;
                input.mark();
            }
        }
        syncWindow(input.position);
    }

    /** Moves to the next byte that is not blank, which a message begins with, and returns it, or -1 at the end. */
    public int nextMessageStart() {
        while (true) {
            int i = cursor;
            int lines = 0;
            int lastBreak = 0;
            while (i < end && JsonSyntax.isBlank(array[i])) {
                if (array[i] == '\n') {
                    lines++;
                    lastBreak = i;
                }
                i++;
            }
            if (lines > 0 && countsLineBreaks) {
                line += lineBreaks + lines;
                column = i - lastBreak;
            } else {
                countLines(i);
            }
            dropTo(i);
            if (cursor < end) {
                return array[cursor] & 0xFF;
            }
            boolean isMore = input.fill(1);
            syncWindow(input.position); // at the end of the input, too: the window may have moved
            if (!isMore) {
                return -1;
            }
            if (!JsonSyntax.isBlank(array[cursor])) {
                return array[cursor] & 0xFF;
            }
        }
    }

    /**
     * Goes to where a {@code Bytes} is to be read now, if someone has moved its read position since the message was begun;
     * lines are counted from there.
     */
    public boolean followMovedInput() {
        if (!input.follow()) {
            return false;
        }
        line = 1;
        column = 1;
        lineBreaks = 0;
        countsLineBreaks = true;
        syncWindow(input.position);
        return true;
    }

    /** Goes to the message that begins after a line break at {@code p}, where the one before ends. */
    void beginMessageAfterLineBreak() {
        line += lineBreaks + 1;
        column = 1;
        lineBreaks = 0;
        input.position = cursor + 1;
        input.begin();
        syncWindow(input.position);
    }

    /** Goes back to the start of the message. */
    public void rewindToMessageStart() {
        cursor = input.position;
        countsLineBreaks = false;
    }

    /** Drops everything before {@code p}: it belongs to no message. */
    public void dropConsumed() {
        countLines(cursor);
        dropTo(cursor);
    }

    private void dropTo(int index) {
        lineBreaks = 0;
        countsLineBreaks = true;
        input.position = index;
        if (index < input.limit) {
            input.begin();
        } else {
            input.mark();
        }
        syncWindow(index);
    }

    /** Counts lines and columns of what is about to be dropped. */
    private void countLines(int limit) {
        for (int i = input.position; i < limit; i++) {
            if (array[i] == '\n') {
                line++;
                column = 1;
            } else if ((array[i] & 0xC0) != 0x80) {
                column++;
            }
        }
    }

    /** Begins a message at {@code p}. */
    public void beginMessage() {
        clearPrefixes();
        resetLevels();
        clearToken();
    }

    /** Forgets what has been found of tokens: a message begins. */
    private void clearToken() {
        type = null;
        objectClassifier.reset();
    }

    // ---- tokens

    /** Moves to the next token. */
    public int next() {
        type = null;
        while (true) {
            if (state == VALUE) {
                return readValue();
            }
            if (level < 0) {
                return TokenType.END;
            }
            int c = nonBlank();
            tokenOffset = input.offset(cursor);
            byte kind = kinds[level];
            if (c == '}' && kind != LevelKind.LIST || c == ']' && kind == LevelKind.LIST) {
                cursor++;
                pop();
                if (kind != LevelKind.WRAPPER) {
                    return kind == LevelKind.LIST ? TokenType.END_LIST : TokenType.END_OBJECT;
                }
            } else if (state == NEXT) {
                if (c != ',' || kind == LevelKind.WRAPPER) {
                    return unsupported(kind == LevelKind.LIST ? "',' or ']'" : kind == LevelKind.OBJECT ? "',' or '}'" : "'}'", cursor);
                }
                return readAfterComma(kind);
            } else if (kind == LevelKind.LIST) {
                return readValue();
            } else {
                return c == '"' ? readName() : unsupported("a name in quotes or '}'", cursor);
            }
        }
    }

    private int readAfterComma(byte kind) {
        int comma = cursor - input.position;
        cursor++;
        int token;
        if (kind == LevelKind.LIST) {
            state = VALUE;
            token = readValue();
        } else {
            token = nonBlank() == '"' ? readName() : unsupported("a name in quotes", cursor);
        }
        if (token == TokenType.UNSUPPORTED) {
            state = NEXT;
            cursor = input.position + comma;
        }
        return token;
    }

    /** Leaves it to jackson-core to say whether this is JSON; if not, this is what will be said. */
    private int unsupported(String expected, int index) {
        syntaxError.record(expected, index);
        return TokenType.UNSUPPORTED;
    }

    /** The error that the scanner gave up for. */
    public MalformedWireException syntaxError() {
        return syntaxError.toException();
    }

    /** The error that something else stands at {@code p}. */
    public MalformedWireException syntaxError(String expected) {
        syntaxError.record(expected, cursor);
        return syntaxError.toException();
    }

    private int readValue() {
        int c = nonBlank();
        tokenOffset = input.offset(cursor);
        switch (c) {
            case '"':
                return readString();
            case '{':
                return readObjectStart();
            case '[':
                cursor++;
                push(LevelKind.LIST);
                return TokenType.BEGIN_LIST;
            case 't':
                return readWord("true", TokenType.TRUE);
            case 'f':
                return readWord("false", TokenType.FALSE);
            case 'n':
                return readWord("null", TokenType.NULL);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
                return readNumber();
            default:
                return unsupported("a value", cursor);
        }
    }

    /** At an opening brace. */
    private int readObjectStart() {
        long brace = tokenOffset;
        int next = cursor + 2;
        boolean isPlain = next < end && array[next - 1] == '"' && array[next] != '@' && array[next] != '\\';
        byte kind = isPlain ? LevelKind.OBJECT : objectClassifier.classify(brace, type == null);
        if (kind == LevelKind.WRAPPER) {
            int back = cursor - input.position;
            int stateBack = state;
            cursor++;
            nonBlank();
            pushWrapper();
            int token = readName();
            if (token != TokenType.UNSUPPORTED) {
                type = name.typeName();
                token = readValue();
            }
            tokenOffset = brace;
            if (token == TokenType.UNSUPPORTED) {
                undoPush();
                type = null;
                state = stateBack;
                cursor = input.position + back;
            }
            return token;
        }
        cursor++;
        push(kind);
        return TokenType.BEGIN_OBJECT;
    }

    /** At a quote: the name of an entry, up to and with its colon. */
    private int readName() {
        tokenOffset = input.offset(cursor);
        InternedName found = cachedName();
        int i;
        if (found != null && found.isAt(array, cursor, end)) {
            i = cursor + 1 + found.bytes().length;
        } else {
            i = scanString();
            if (i < 0) {
                return TokenType.UNSUPPORTED;
            }
            found = internName(cursor + 1, i);
            cacheName(found);
        }
        int back = cursor - input.position;
        cursor = i + 1;
        if (nonBlank() != ':') {
            int token = unsupported("':'", cursor);
            cursor = input.position + back;
            return token;
        }
        cursor++;
        state = VALUE;
        return acceptName(found);
    }

    private InternedName internName(int start, int close) {
        if (!hasEscapes) {
            checkName(close - start);
            return names.get(array, start, close);
        }
        String text = JsonStringDecoder.decode(array, start, close);
        checkName(Utf8.length(text));
        return names.get(text);
    }

    /** Takes a name found; returns whether it is a name or the text of a key. */
    public int acceptName(InternedName found) {
        byte kind = kinds[level];
        name = found;
        if (found.bytes().length > 1 && found.bytes()[0] == '@' && kind != LevelKind.WRAPPER) {
            int i = 1;
            while (i < found.bytes().length && found.bytes()[i] == '@') {
                i++;
            }
            boolean isKey = i < found.bytes().length && (found.bytes()[i] == '{' || found.bytes()[i] == '[');
            if (i > 1 && (isKey || kind == LevelKind.ESCAPED)) {
                name = names.get(found.text().substring(1));
            } else if (isKey) {
                recordName(found);
                return TokenType.KEY;
            }
        }
        recordName(name);
        return TokenType.NAME;
    }

    /** At a quote. */
    private int readString() {
        int i = scanString();
        if (i < 0) {
            return TokenType.UNSUPPORTED;
        }
        int start = cursor + 1;
        if (i - start > limits.maxTextChars()) {
            checkText(JsonStringDecoder.length(array, start, i));
        }
        tokenStart = start;
        tokenEnd = i;
        cursor = i + 1;
        state = NEXT;
        return TokenType.STRING;
    }

    /**
     * At a quote: the index of the quote that ends the string, or -1 where it is not one as it should be. Sets
     * {@link #hasEscapes}.
     */
    private int scanString() {
        int i = cursor + 1;
        hasEscapes = false;
        isAscii = true;
        while (true) {
            i = Swar.indexOfSpecial(array, i, end);
            if (i == end) {
                i = fillTo(i);
                if (i < 0) {
                    unsupported("the end of the text", end);
                    return -1;
                }
                continue;
            }
            byte b = array[i];
            if (b == '"') {
                break;
            }
            if (b < 0) {
                isAscii = false;
                i++;
            } else if (b == '\\') {
                hasEscapes = true;
                i = scanEscape(i);
                if (i < 0) {
                    return -1;
                }
            } else {
                unsupported("an escape for the control character", i);
                return -1;
            }
        }
        if (!isAscii) {
            int bad = Utf8.validate(array, cursor + 1, i);
            if (bad != Utf8.VALID) {
                unsupported("valid UTF-8", bad);
                return -1;
            }
        }
        return i;
    }

    /** At a backslash: the index after the escape, or -1 where it is none. */
    private int scanEscape(int backslash) {
        int offset = backslash - input.position;
        switch (byteAt(offset + 1)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
                return input.position + offset + 2;
            case 'u':
                for (int j = 2; j < 6; j++) {
                    int c = byteAt(offset + j);
                    if (c > 'f' || Character.digit(c, 16) < 0) {
                        unsupported("four hexadecimal digits", input.position + offset + j);
                        return -1;
                    }
                }
                return input.position + offset + 6;
            default:
                unsupported("one of \"\\/bfnrtu after the backslash", input.position + offset + 1);
                return -1;
        }
    }

    private int readWord(String word, int token) {
        int start = cursor - input.position;
        for (int j = 1; j < word.length(); j++) {
            if (byteAt(start + j) != word.charAt(j)) {
                return unsupported(word, input.position + start + j);
            }
        }
        if (!isTokenEnd(start + word.length())) {
            return unsupported("the end of " + word, input.position + start + word.length());
        }
        cursor = input.position + start + word.length();
        state = NEXT;
        return token;
    }

    /** True where a number or word that ends before this offset is followed by nothing that would go on with it. */
    boolean isTokenEnd(int offset) {
        int c = byteAt(offset);
        return c < 0 || JsonSyntax.isBlank(c) || c == ',' || c == ']' || c == '}';
    }

    /** At a digit or minus. */
    private int readNumber() {
        while (true) {
            int token = numberSyntax.scan(array, cursor, end);
            int after = numberSyntax.end - input.position;
            // What looks like the end may be the end of the window only.
            if (numberSyntax.end < end || fillTo(numberSyntax.end) < 0) {
                return token == TokenType.UNSUPPORTED ? unsupported(numberSyntax.expected, numberSyntax.end) : acceptNumber(token, numberSyntax.end);
            }
            for (int c = byteAt(after); c >= '0' && c <= '9'; c = byteAt(after)) {
                after++; // here, or digits that come in pieces would be gone over with each piece
            }
        }
    }

    private int acceptNumber(int token, int after) {
        if (!isTokenEnd(after - input.position)) {
            return unsupported("the end of the number", after);
        }
        checkNumber(after - cursor);
        tokenStart = cursor;
        tokenEnd = after;
        cursor = after;
        state = NEXT;
        return token;
    }

    // ---- the ordinary case, straight: in the state VALUE, with no blank but one in front

    private static boolean endsValue(byte b) {
        return b == ',' || b == '}' || b == ']';
    }

    private static boolean beginsValue(byte b) {
        return b == '"' || b >= '0' && b <= '9' || b == '-' || b == '{' || b == '[';
    }

    /**
     * Goes to the next item of a list, where it stands right here or behind a comma. False also where somebody has to look
     * closer whether there is one.
     */
    public boolean tryMoveToItem() {
        if (level < 0 || kinds[level] != LevelKind.LIST) {
            return false;
        }
        if (state == VALUE) {
            return true; // gone to, and not taken
        }
        int item = cursor;
        if (state == NEXT) {
            if (item >= end || array[item] != ',') {
                return false;
            }
            item++;
        }
        if (item >= end || !beginsValue(array[item])) {
            return false;
        }
        cursor = item;
        state = VALUE;
        return true;
    }

    /** Takes an integer that stands right here; it is {@link NumberReader#int64} then. */
    public boolean tryReadInteger() {
        return tryReadNumber(NumberReader.INT64);
    }

    /** Takes a number with a point or exponent that stands right here; it is {@link NumberReader#float64} then. */
    public boolean tryReadDecimal() {
        return tryReadNumber(NumberReader.FLOAT64);
    }

    private boolean tryReadNumber(int kind) {
        int i = cursor;
        byte[] bytes = array;
        if (i < end && bytes[i] == ' ') {
            i++;
        }
        if (number.read(bytes, i, end) != kind || !endsValue(bytes[number.end]) || number.end - i > maxNumberChars) {
            return false;
        }
        cursor = number.end;
        state = NEXT;
        return true;
    }

    /** True where something stands right here that cannot be null. */
    public boolean isNotNull() {
        int i = cursor;
        return i < end && array[i] > ' ' && array[i] != 'n';
    }

    /** True where a string stands right here. */
    public boolean isAtString() {
        int i = cursor;
        return i + 1 < end && (array[i] == '"' || array[i] == ' ' && array[i + 1] == '"');
    }

    /** Takes a string of ASCII without escapes that stands right here; it is from {@link #from} to {@link #to} then. */
    public boolean tryReadString() {
        int i = cursor;
        byte[] bytes = array;
        if (i < end && bytes[i] == ' ') {
            i++;
        }
        if (i >= end || bytes[i] != '"') {
            return false;
        }
        int close = Swar.indexOfSpecial(bytes, i + 1, end);
        if (close == end || bytes[close] != '"' || close - i - 1 > maxTextChars) {
            return false;
        }
        tokenStart = i + 1;
        tokenEnd = close;
        cursor = close + 1;
        state = NEXT;
        return true;
    }

    /** Takes such a string where it fits into an array, and returns its length; -1 where it does not. */
    public int tryReadAscii(byte[] into) {
        int back = cursor;
        if (!tryReadString()) {
            return -1;
        }
        int length = tokenEnd - tokenStart;
        if (length > into.length) {
            cursor = back;
            state = VALUE;
            return -1;
        }
        System.arraycopy(array, tokenStart, into, 0, length);
        return length;
    }

    // ---- fields of a shape

    /**
     * Takes the name of the next entry, and what stands between the entry before and it, where it is the one that comes
     * next in the shape.
     *
     * @return its ordinal, or -1 where nothing was taken
     */
    public int nextField(Shape shape) {
        ShapeNameMatcher fields = expectedFields;
        int next = expectedOrdinal;
        if (fields == null || fields.shape() != shape) {
            return expectFields(shape) ? nextField(shape) : -1;
        }
        byte[] bytes = array;
        int i = cursor;
        long mask = -1;
        if (state != NEXT) {
            // What stands before is the brace.
            i--;
            mask = ~0xFFL;
        } else if (i + 1 < end && bytes[i + 1] == ' ' && bytes[i] == ',') {
            i++;
            mask = ~0xFFL;
        }
        if (next >= fields.count() || recordsNames && rejectsDuplicates || state == VALUE) {
            return -1;
        }
        int after = fields.match(next, bytes, i, mask);
        if (after > end || after < 0) {
            return -1;
        }
        cursor = after;
        state = VALUE;
        expectedOrdinal = next + 1;
        return next;
    }

    /** Where the next name should begin, without blanks; or {@link #NOWHERE}. */
    public int nextNameIndex() {
        if (!allowsDirectFields || state == VALUE) {
            return NOWHERE;
        }
        if (state == FIRST) {
            return cursor;
        }
        return cursor < end && array[cursor] == ',' ? cursor + 1 : NOWHERE;
    }

    /**
     * Goes to an index of the innermost object.
     *
     * @param at where the value of a field begins or the next name should; a comma before it is taken back
     * @param found the ordinal of that field of the shape; those before it have been found, in order
     */
    public void moveTo(int at, Shape shape, int found, boolean isNamed) {
        if (expectedFields == null || expectedFields.shape() != shape) {
            expectedOrdinal = 0;
            expectFields(shape);
        }
        expectedOrdinal = isNamed ? found + 1 : found;
        if (isNamed) {
            cursor = at;
            state = VALUE;
        } else {
            // Behind the brace there is no comma.
            cursor = found > 0 && array[at - 1] == ',' ? at - 1 : at;
            state = found > 0 ? NEXT : FIRST;
        }
    }

    /** Expects the fields of a shape in the innermost object from now on; false where it cannot have fields in order. */
    private boolean expectFields(Shape shape) {
        if (level < 0 || kinds[level] != LevelKind.OBJECT) {
            return false;
        }
        if (expectedOrdinal > 0 && !recordsNames && rejectsDuplicates) {
            recordFieldsInOrder();
        }
        ShapeNameMatcher fields = matchers.get(shape);
        if (fields == null) {
            if (matchers.size() == MAX_SHAPES) {
                matchers.clear();
            }
            fields = new ShapeNameMatcher(shape);
            matchers.put(shape, fields);
        }
        levelFields[level] = fields;
        expectedFields = fields;
        return true;
    }

    // ---- levels

    /** Begins a message: leaves all levels. */
    void resetLevels() {
        level = -1;
        depth = 0;
        state = VALUE;
        expectedFields = null;
        beginNameTable();
    }

    private void beginNameTable() {
        names.beginMessage();
        if (names.generation() != nameGeneration) {
            nameGeneration = names.generation();
            Arrays.fill(levelNames, null);
        }
    }

    /**
     * Leaves all levels behind the braces that close them, which begin at an index: objects all of them. False where
     * something else stands there, or a comma before them, and nothing is left.
     */
    boolean closeAllLevels(int at) {
        int count = level + 1;
        if (end - at < count || array[at - 1] == ',') {
            return false;
        }
        for (int i = at + count - 1; i >= at; i--) {
            if (array[i] != '}') {
                return false;
            }
        }
        cursor = at + count;
        tokenOffset = input.offset(cursor - 1);
        level = -1;
        depth = 0;
        expectedFields = null;
        state = NEXT;
        return true;
    }

    /**
     * The index behind the message and the blanks after it, where nothing but the brackets that close it comes next and all of them
     * are in the window; else -1.
     */
    public int findMessageEnd() {
        if (state != NEXT) {
            return -1;
        }
        int i = indexAfterBlanks(cursor);
        for (int open = level; open >= 0; open--) {
            if (i == end || array[i] != (kinds[open] == LevelKind.LIST ? ']' : '}')) {
                return -1;
            }
            i = indexAfterBlanks(i + 1);
        }
        return i;
    }

    private int indexAfterBlanks(int start) {
        int i = start;
        while (i < end && JsonSyntax.isBlank(array[i])) {
            i++;
        }
        return i;
    }

    /** Enters the objects again that {@link #closeAllLevels} has left; not where names are noted. */
    void reenterLevels(int innermost, int objectCount) {
        beginNameTable();
        level = innermost;
        depth = objectCount;
        expectedFields = levelFields[innermost];
        expectedOrdinal = 0;
        recordsNames = false;
        state = FIRST;
    }

    /** The name that was last looked up in an object of this level, or null. */
    InternedName cachedName() {
        return levelNames[level];
    }

    void cacheName(InternedName found) {
        levelNames[level] = found;
    }

    /** Enters an object or list. */
    public void push(byte kind) {
        if (depth == limits.maxDepth()) {
            throw malformed(
                    "expected at most " + limits.maxDepth()
                            + " objects and lists inside one another but there are more",
                    input.index(tokenOffset));
        }
        depth++;
        pushLevel(kind);
        if (kind != LevelKind.LIST && rejectsDuplicates) {
            objectIds[level] = names.beginObject();
            overwrites[level] = names.overwriteCount();
        }
    }

    /** Enters the object that a type name makes around its value. */
    public void pushWrapper() {
        pushLevel(LevelKind.WRAPPER);
    }

    private void pushLevel(byte kind) {
        if (level >= 0) {
            levelOrdinals[level] = expectedOrdinal;
            levelRecordsNames[level] = recordsNames;
        }
        if (++level == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * level);
            objectIds = Arrays.copyOf(objectIds, 2 * level);
            overwrites = Arrays.copyOf(overwrites, 2 * level);
            levelOrdinals = Arrays.copyOf(levelOrdinals, 2 * level);
            levelFields = Arrays.copyOf(levelFields, 2 * level);
            levelRecordsNames = Arrays.copyOf(levelRecordsNames, 2 * level);
            levelNames = Arrays.copyOf(levelNames, 2 * level);
        }
        kinds[level] = kind;
        expectedFields = kind == LevelKind.OBJECT ? levelFields[level] : null;
        expectedOrdinal = 0;
        recordsNames = false;
        state = FIRST;
    }

    /** Leaves the innermost level. */
    public void pop() {
        byte kind = kinds[level];
        if (kind != LevelKind.WRAPPER) {
            depth--;
            if (kind != LevelKind.LIST && rejectsDuplicates) {
                names.endObject(overwrites[level]);
            }
        }
        undoPush();
        state = NEXT;
    }

    /** Leaves the innermost level as if it had not been entered. */
    void undoPush() {
        level--;
        expectedFields = null;
        if (level >= 0) {
            expectedFields = kinds[level] == LevelKind.OBJECT ? levelFields[level] : null;
            expectedOrdinal = levelOrdinals[level];
            recordsNames = levelRecordsNames[level];
        }
    }

    /** Notes that the innermost object has a name, which is an error where it had it before. */
    void recordName(InternedName noted) {
        if (!rejectsDuplicates || kinds[level] == LevelKind.WRAPPER) {
            return;
        }
        if (!recordsNames) {
            recordFieldsInOrder();
        }
        if (names.isFull()) {
            throw malformed(
                    "expected at most " + 2 * limits.maxKeys() + " different names in one message but there are more",
                    input.index(tokenOffset));
        }
        if (!names.record(noted, objectIds[level])) {
            throw malformed(
                    "expected each name once in an object but " + Printable.quote(noted.text()) + " is given twice",
                    input.index(tokenOffset));
        }
    }

    /** Notes the fields that came in order, since others come now. */
    private void recordFieldsInOrder() {
        recordsNames = true;
        for (int i = 0; i < expectedOrdinal; i++) {
            names.record(levelFields[level].internedName(i, names), objectIds[level]);
        }
    }

    /** Notes that a field was found by its name: the one after it in the shape should come next. */
    public void recordFieldFound(int found) {
        expectedOrdinal = found + 1;
    }

    // ---- heads

    /** Forgets the head of the message before. */
    void clearPrefixes() {
        enteredPrefix = null;
        completedPrefix = null;
    }

    /**
     * Enters the objects of a head, at the begin of a message; false where something else stands there.
     */
    public boolean enterPrefix(JsonMessagePrefix prefix) {
        int inside = cursor + prefix.length();
        if (!prefix.isAt(array, cursor, end - 1) || !isFieldAfterPrefix(prefix, inside)) {
            return false;
        }
        tokenOffset = input.offset(cursor);
        if (prefix.event() != null) {
            push(LevelKind.OBJECT);
            recordName(prefix.eventName(names));
        }
        if (prefix.isTyped()) {
            pushWrapper();
        }
        push(LevelKind.OBJECT);
        cursor = inside;
        enteredPrefix = prefix;
        return true;
    }

    /**
     * Goes to the end of the message from the end of the object that a head opened, where the last field ends; false where
     * something else is in the message, or another object is read.
     */
    public boolean endPrefixedMessage(int at) {
        if (enteredPrefix == null || level != enteredPrefix.levels() - 1 || !closeAllLevels(at)) {
            return false;
        }
        completedPrefix = enteredPrefix;
        return true;
    }

    /** Ends the object that a head opened; returns whether the message has been read by {@link #endPrefixedMessage}. */
    public boolean leavePrefixedObject() {
        enteredPrefix = null;
        return level < 0 && completedPrefix != null;
    }

    /**
     * Enters the objects of a head in the message after one that began with it and was read by {@link #endPrefixedMessage};
     * false where another comes, or in another way, and nothing is done.
     */
    public boolean followPrefix(JsonMessagePrefix prefix) {
        int start = cursor + 1;
        int inside = start + prefix.length();
        if (prefix != completedPrefix
                || rejectsDuplicates
                || !countsLineBreaks
                || end - inside < 3
                || array[start - 1] != '\n'
                || !prefix.isAt(array, start, end)
                || !isFieldAfterPrefix(prefix, inside)
                || input.isMoved()) {
            return false;
        }
        beginMessageAfterLineBreak();
        reenterLevels(prefix.levels() - 1, prefix.event() == null ? 1 : 2);
        tokenOffset = input.offset(start);
        clearToken();
        enteredPrefix = prefix;
        completedPrefix = null;
        cursor = inside;
        return true;
    }

    /** Whether a field begins behind a head, as far as two bytes tell, and nothing follows the object of a type name. */
    private boolean isFieldAfterPrefix(JsonMessagePrefix prefix, int inside) {
        byte[] bytes = array;
        return bytes[inside] == '"'
                && bytes[inside + 1] != '@'
                && bytes[inside + 1] != '\\'
                && (!prefix.isTyped() || isOnlyEntry(inside));
    }

    /** Whether the object that is the value of a type name has nothing after it; not where that is hard to tell. */
    private boolean isOnlyEntry(int inside) {
        int brace = ClosingBraceFinder.find(array, inside, end);
        return brace != ClosingBraceFinder.UNKNOWN && brace + 1 < end && array[brace + 1] == '}';
    }

    // ---- for another parser that takes over

    public int messageStart() {
        return input.position;
    }

    public long offset() {
        return input.offset(cursor);
    }

    public boolean isAtTopLevel() {
        return level < 0;
    }

    public boolean isAtMessageEnd() {
        return level < 0 && state == NEXT;
    }

    public boolean isInWrapper() {
        return kinds[level] == LevelKind.WRAPPER;
    }

    public byte classifyObject(long brace, boolean typeAllowed) {
        return objectClassifier.classify(brace, typeAllowed);
    }

    public void setTypeName(String found) {
        type = found;
    }

    public void setTokenOffset(long offset) {
        tokenOffset = offset;
    }

    public int acceptName(String found) {
        state = VALUE;
        return acceptName(names.get(found));
    }

    public void acceptScalar() {
        state = NEXT;
    }

    public void acceptNumber(long offset, int length) {
        tokenStart = input.index(offset);
        tokenEnd = tokenStart + length;
        // jackson-core does not count the sign.
        checkNumber(length);
        if (!isTokenEnd(tokenEnd - input.position)) {
            throw malformed("expected the end of the number", tokenEnd);
        }
    }

    public void resumeAt(int index) {
        cursor = index;
    }

    public void stopCountingLineBreaks() {
        countsLineBreaks = false;
    }

    public void skipByte() {
        cursor++;
    }

    public void moveToOffset(int offset) {
        cursor = input.position + offset;
    }

    public void rewindToValue(int index) {
        cursor = index;
        state = VALUE;
    }

    // ---- bytes

    /** Whether the input has failed since this was asked last: of the message, nobody knows how far it was read. */
    public boolean pollInputFailure() {
        boolean hasFailed = hasInputFailed;
        hasInputFailed = false;
        return hasFailed;
    }

    /**
     * Makes the byte at index {@code i} present, where {@code i} is the end of the window.
     *
     * @return its index now, which may be another, or -1 where the input ends
     */
    int fillTo(int i) {
        int start = input.position;
        if (i - start >= limits.maxMessageBytes()) {
            throw malformed("expected a message of at most " + limits.maxMessageBytes() + " bytes but it is longer", i);
        }
        boolean filled;
        try {
            filled = input.fill(i - start + 1);
        } catch (UncheckedIOException e) {
            hasInputFailed = true;
            throw e;
        }
        int moved = input.position - start;
        syncWindow(cursor + moved);
        return filled ? i + moved : -1;
    }

    /** The byte at an offset from the start of the message, or -1 where the input ends before. */
    public int byteAt(int offset) {
        int i = input.position + offset;
        if (i >= end) {
            i = fillTo(i);
            if (i < 0) {
                return -1;
            }
        }
        return array[i] & 0xFF;
    }

    /** The next byte that is not blank, as a number from 0, or -1 at the end of the input. */
    int nonBlank() {
        while (true) {
            if (cursor == end && fillTo(cursor) < 0) {
                return -1;
            }
            byte b = array[cursor];
            if (!JsonSyntax.isBlank(b)) {
                return b & 0xFF;
            }
            if (b == '\n') {
                lineBreaks++;
            }
            cursor++;
        }
    }

    /** The offset of the quote that ends the string whose quote is at this offset, whatever is between them. */
    int closingQuote(int offset) {
        int close = findClosingQuote(offset);
        if (close < 0) {
            throw truncated(-close);
        }
        return close;
    }

    /** As {@link #closingQuote}, but where the input ends before it the offset of its end, negated. */
    int findClosingQuote(int offset) {
        int i = offset + 1;
        while (true) {
            switch (byteAt(i)) {
                case '"':
                    return i;
                case '\\':
                    i += 2;
                    break;
                case -1:
                    return -i;
                default:
                    i++;
                    break;
            }
        }
    }

    // ---- errors

    /** An error at an index of the window. */
    public MalformedWireException malformed(String problem, int index) {
        WireLocation location = location(index);
        return new MalformedWireException(JsonSyntax.FORMAT_NAME, problem + startNote(location), location);
    }

    /** The input ends, at an offset from the start of the message. */
    public TruncatedWireException truncated(int offset) {
        return truncated("message", offset);
    }

    public TruncatedWireException truncated(String what, int offset) {
        WireLocation location = location(input.position + offset);
        String problem = "expected the rest of the " + what + " but the input ends";
        return new TruncatedWireException(JsonSyntax.FORMAT_NAME, problem + startNote(location), location);
    }

    /** Where a message goes over lines, the one it begins in helps more than the one that it broke in. */
    private String startNote(WireLocation location) {
        return location.line() == line ? "" : " in the message that begins at line " + line;
    }

    /** The place of an index of the window. */
    public WireLocation location(int index) {
        return JsonLocationFinder.locate(input, line, column, Math.min(index, input.limit));
    }

    public void checkName(int bytes) {
        if (bytes > limits.maxNameBytes()) {
            throw tooLong("name", limits.maxNameBytes(), "bytes", bytes);
        }
    }

    void checkText(int chars) {
        if (chars > limits.maxTextChars()) {
            throw tooLong("text", limits.maxTextChars(), "characters", chars);
        }
    }

    void checkNumber(int chars) {
        if (chars > limits.maxNumberChars()) {
            throw tooLong("number", limits.maxNumberChars(), "characters", chars);
        }
    }

    private MalformedWireException tooLong(String what, int max, String unit, int found) {
        return malformed(
                "expected a " + what + " of at most " + max + " " + unit + " but it has " + found,
                input.index(tokenOffset));
    }
}
