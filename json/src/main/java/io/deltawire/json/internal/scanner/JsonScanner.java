package io.deltawire.json.internal.scanner;

import io.deltawire.json.internal.name.EncodedNames;
import io.deltawire.json.internal.name.InternedName;
import io.deltawire.json.internal.name.JsonMessagePrefix;
import io.deltawire.json.internal.name.JsonNameTable;
import io.deltawire.json.internal.name.ShapeNameMatcher;
import io.deltawire.json.internal.text.ClosingBraceFinder;
import io.deltawire.json.internal.text.FormatName;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.internal.json.JsonStringDecoder;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.internal.json.Swar;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * Splits one JSON message into tokens, directly on the array of the input buffer.
 *
 * <p>The scanner accepts JSON as RFC 8259 defines it, in valid UTF-8. Anything else is an error that says what was
 * expected, what was found and where.
 *
 * <p>A type name is not a token: {@code {"@dw:Type":value}} gives the tokens of the value, and {@link #typeName} returns
 * the type after the first of them.
 *
 * <p>The class owns four groups of state, one section of fields for each:
 * <ul>
 *   <li>the <em>window</em>: a copy of the buffer's array and bounds, cut to the largest message that the limits
 *       allow. The buffer's own position stays at the start of the message, so that the whole message remains
 *       available to locate errors and to start again;
 *   <li>the <em>levels</em>: the objects and lists that enclose the cursor, the names used in each object, and the
 *       fields expected next. Fields that arrive in the order of their {@link Shape} are recognised by comparing
 *       bytes;
 *   <li>the <em>prefix</em>: a message that starts with a registered {@link JsonMessagePrefix} is entered and left in
 *       one step, without tokens;
 *   <li>the <em>token</em> found last.
 * </ul>
 *
 * <p>The {@code tryRead} methods are the fast path: they accept a value of the ordinary form right at the cursor, and
 * otherwise return false and leave the token methods to look closer. Not thread-safe.
 */
public final class JsonScanner {
    // What may come at the cursor.
    private static final int VALUE = 0;
    private static final int FIRST = 1;
    private static final int NEXT = 2;

    /** Index for fields that cannot be read directly from the array. It lies beyond the end of every array. */
    public static final int NOWHERE = Integer.MAX_VALUE;

    private static final int MAX_SHAPES = 256;

    // ---- the window

    private final InputBuffer input;
    private final WireLimits limits;

    private byte[] array;
    /** Index of the next byte to read. */
    private int cursor;

    private int end;

    /** Line breaks between the tokens of this message so far; valid while {@link #countsLineBreaks} is true. */
    private int lineBreaks;

    /** False after the cursor has moved back; lines are then counted from the start of the message. */
    private boolean countsLineBreaks = true;

    private boolean hasInputFailed;

    // Where the message starts, both from 1.
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
    // By level: the values of expectedFields, expectedOrdinal and recordsNames, to restore when the level is reached
    // again.
    private ShapeNameMatcher[] levelFields = new ShapeNameMatcher[8];
    private int[] levelOrdinals = new int[8];
    private boolean[] levelRecordsNames = new boolean[8];

    /** By level: the name that was looked up last. The next object on that level probably starts with the same name. */
    private InternedName[] levelNames = new InternedName[8];

    private int nameGeneration;

    /** True if the limits permit every name and number that the fast path accepts, so that it need not check them. */
    private final boolean allowsDirectFields;

    private int level;
    private int depth;

    /** The fields expected in the innermost object, or null if it is not read by a shape. */
    private ShapeNameMatcher expectedFields;

    /** Ordinal of the field expected next. */
    private int expectedOrdinal;

    /**
     * Whether the names of the innermost object are recorded one by one. While fields arrive in the order of the
     * shape, none can be a duplicate, and recording is unnecessary.
     */
    private boolean recordsNames;

    /** Offset in the input at which the last token starts. */
    private long tokenOffset;

    // ---- the message prefix

    /** The prefix whose object is being read, or null. */
    private JsonMessagePrefix enteredPrefix;

    /** The prefix of a message that was read directly up to its end, or null. */
    private JsonMessagePrefix completedPrefix;

    // ---- the token found last

    /** The bytes that begin a type name. */
    private final String typeMark;

    private final ObjectClassifier objectClassifier;
    private final NumberScanner number = new NumberScanner();
    private final NumberSyntax numberSyntax = new NumberSyntax();
    private final int maxNumberChars;
    private final int maxTextChars;

    private int tokenStart;
    private int tokenEnd;
    private boolean hasEscapes;
    private boolean isAscii;
    private InternedName name;
    private String type;

    public JsonScanner(InputBuffer input, WireLimits limits, boolean rejectsDuplicates, String typeMark) {
        this.typeMark = typeMark;
        this.input = input;
        this.limits = limits;
        this.rejectsDuplicates = rejectsDuplicates;
        this.allowsDirectFields = limits.maxNameBytes() >= EncodedNames.MAX_DIRECT_BYTES
                && limits.maxNumberChars() >= NumberScanner.MOST_SHORT_CHARS;
        this.names = new JsonNameTable(2 * limits.maxKeys());
        this.objectClassifier = new ObjectClassifier(this, limits.maxDepth(), typeMark);
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
        if (input.isFollowed()) {
            input.enableReread();
        }
        syncWindow(input.position);
    }

    private void syncWindow(int position) {
        array = input.array;
        cursor = position;
        end = input.limit - input.position > limits.maxMessageBytes()
                ? input.position + limits.maxMessageBytes()
                : input.limit;
    }

    // ---- what the token is and where

    /** Returns the array of the window. Reading on may replace it. */
    public byte[] array() {
        return array;
    }

    /** Returns the end of the window, an index into {@link #array}. */
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

    /** Returns the number of objects and lists around the cursor. */
    public int depth() {
        return depth;
    }

    /** Returns whether a value, and neither a name nor an end, comes next. */
    public boolean isAtValue() {
        return state == VALUE;
    }

    /** Returns the index of the first byte of the last string or number, without the quote. */
    public int tokenStart() {
        return tokenStart;
    }

    /** Returns the index after the last byte of the last string or number, without the quote. */
    public int tokenEnd() {
        return tokenEnd;
    }

    /** Returns whether the last string is ASCII without escapes. */
    public boolean isPlainString() {
        return isAscii && !hasEscapes;
    }

    public InternedName name() {
        return name;
    }

    public String typeName() {
        return type;
    }

    public NumberScanner number() {
        return number;
    }

    public long tokenOffset() {
        return tokenOffset;
    }

    // ---- messages

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

    /** Skips blanks and starts a message there. Returns its first byte, or -1 at the end of the input. */
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
            syncWindow(input.position); // even at the end of the input, since the window may have moved
            if (!isMore) {
                return -1;
            }
            if (!JsonSyntax.isBlank(array[cursor])) {
                return array[cursor] & 0xFF;
            }
        }
    }

    /**
     * Continues at the read position of a {@code Bytes} if its owner has moved it since the message started. Lines are
     * then counted from there. Returns whether it was moved.
     */
    public boolean followMovedInput() {
        if (!input.syncPosition()) {
            return false;
        }
        line = 1;
        column = 1;
        lineBreaks = 0;
        countsLineBreaks = true;
        syncWindow(input.position);
        return true;
    }

    /** Starts the message after a line break at the cursor, where the current message ends. */
    void beginMessageAfterLineBreak() {
        line += lineBreaks + 1;
        column = 1;
        lineBreaks = 0;
        input.position = cursor + 1;
        input.markOpenMessage();
        syncWindow(input.position);
    }

    public void rewindToMessageStart() {
        cursor = input.position;
        countsLineBreaks = false;
    }

    /** Drops everything before the cursor, which belongs to no message. */
    public void dropConsumed() {
        countLines(cursor);
        dropTo(cursor);
    }

    private void dropTo(int index) {
        lineBreaks = 0;
        countsLineBreaks = true;
        input.position = index;
        if (index < input.limit) {
            input.markOpenMessage();
        } else {
            input.mark();
        }
        syncWindow(index);
    }

    /** Counts the lines and columns that are about to be dropped. */
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

    /** Starts a message at the cursor. */
    public void beginMessage() {
        clearPrefixes();
        resetLevels();
        clearToken();
    }

    private void clearToken() {
        type = null;
        objectClassifier.reset();
    }

    // ---- tokens

    /** Moves to the next token and returns it, a constant of {@link TokenType}. */
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
                    throw syntaxError(
                            kind == LevelKind.LIST ? "',' or ']'" : kind == LevelKind.OBJECT ? "',' or '}'" : "'}'");
                }
                return readAfterComma(kind);
            } else if (kind == LevelKind.LIST) {
                return readValue();
            } else if (c == '"') {
                return readName();
            } else {
                throw syntaxError("a name in quotes or '}'");
            }
        }
    }

    private int readAfterComma(byte kind) {
        cursor++;
        if (kind == LevelKind.LIST) {
            state = VALUE;
            return readValue();
        }
        if (nonBlank() != '"') {
            throw syntaxError("a name in quotes");
        }
        return readName();
    }

    /** Returns the error that the cursor is at something other than expected. */
    public MalformedWireException syntaxError(String expected) {
        return syntaxError(expected, cursor);
    }

    /** Returns the error that something other than expected is at an index of the window, or that the input ends there. */
    private MalformedWireException syntaxError(String expected, int index) {
        return SyntaxError.create(this, expected, index);
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
                throw syntaxError("a value");
        }
    }

    /** Reads an opening brace, or a type name and the first token of its value. */
    private int readObjectStart() {
        long brace = tokenOffset;
        int next = cursor + 2;
        boolean isPlain = next < end && array[next - 1] == '"' && array[next] != '@' && array[next] != '\\';
        byte kind = isPlain ? LevelKind.OBJECT : objectClassifier.classify(brace, type == null);
        if (kind == LevelKind.WRAPPER) {
            cursor++;
            nonBlank();
            pushWrapper();
            readName();
            type = name.withoutPrefix(typeMark);
            int token = readValue();
            tokenOffset = brace;
            return token;
        }
        cursor++;
        push(kind);
        return TokenType.BEGIN_OBJECT;
    }

    /** Reads the name of an entry and its colon, from the opening quote on. */
    private int readName() {
        tokenOffset = input.offset(cursor);
        InternedName found = cachedName();
        int i;
        if (found != null && found.isAt(array, cursor, end)) {
            i = cursor + 1 + found.bytes().length;
        } else {
            i = scanString();
            found = internName(cursor + 1, i);
            cacheName(found);
        }
        cursor = i + 1;
        if (nonBlank() != ':') {
            throw syntaxError("':'");
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

    /**
     * Enters a name as the current one. Removes the mark that escapes it, and distinguishes a name from a key that is
     * JSON text.
     */
    private int acceptName(InternedName found) {
        byte kind = kinds[level];
        name = found;
        byte[] bytes = found.bytes();
        if (bytes.length > 1 && bytes[0] == '@' && kind != LevelKind.WRAPPER) {
            int mark = JsonSyntax.MARK.length();
            int i = JsonSyntax.afterMarks(bytes, 0, bytes.length);
            boolean isKey = i > 0 && i < bytes.length && (bytes[i] == '{' || bytes[i] == '[');
            if (i > mark && (isKey || kind == LevelKind.ESCAPED)) {
                name = names.get(found.text().substring(mark));
            } else if (isKey) {
                recordName(found);
                return TokenType.KEY;
            }
        }
        recordName(name);
        return TokenType.NAME;
    }

    private int readString() {
        int i = scanString();
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
     * Checks the string at the cursor and returns the index of the quote that closes it. Sets {@link #hasEscapes} and
     * {@link #isAscii}.
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
                    throw syntaxError("the end of the text", end);
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
            } else {
                throw syntaxError("an escape for the control character", i);
            }
        }
        if (!isAscii) {
            int bad = Utf8.validate(array, cursor + 1, i);
            if (bad != Utf8.VALID) {
                throw syntaxError("valid UTF-8", bad);
            }
        }
        return i;
    }

    /** Checks the escape that starts with a backslash and returns the index after it. */
    private int scanEscape(int backslash) {
        int start = backslash;
        while (true) {
            int after = JsonStringDecoder.escapeEnd(array, start, end);
            if (after >= 0) {
                return after;
            }
            int wrong = ~after;
            int more = wrong == end ? fillTo(wrong) : -1;
            if (more < 0) {
                String expected =
                        wrong == start + 1 ? "one of \"\\/bfnrtu after the backslash" : "four hexadecimal digits";
                throw syntaxError(expected, wrong);
            }
            start += more - wrong;
        }
    }

    private int readWord(String word, int token) {
        int start = cursor - input.position;
        for (int j = 1; j < word.length(); j++) {
            if (byteAt(start + j) != word.charAt(j)) {
                throw syntaxError(word, input.position + start + j);
            }
        }
        if (!isWordEnd(byteAt(start + word.length()))) {
            throw syntaxError("the end of " + word, input.position + start + word.length());
        }
        cursor = input.position + start + word.length();
        state = NEXT;
        return token;
    }

    /** Returns whether a byte, or -1 for the end of the input, cannot continue a word. */
    private static boolean isWordEnd(int next) {
        return next < 0x7F && next != '_' && !Character.isLetterOrDigit(next);
    }

    /** Returns whether a byte, or -1 for the end of the input, may follow a number. */
    private static boolean isNumberEnd(int next) {
        return next < 0 || JsonSyntax.isBlank(next) || next == ',' || next == ']' || next == '}';
    }

    private int readNumber() {
        while (true) {
            int token = numberSyntax.scan(array, cursor, end);
            int after = numberSyntax.end() - input.position;
            // The number may continue beyond the end of the window.
            if (numberSyntax.end() < end || fillTo(numberSyntax.end()) < 0) {
                if (token == NumberSyntax.INVALID) {
                    throw syntaxError(numberSyntax.expected(), numberSyntax.end());
                }
                return acceptNumber(token, numberSyntax.end());
            }
            for (int c = byteAt(after); c >= '0' && c <= '9'; c = byteAt(after)) {
                after++; // so that digits arriving in many parts are scanned once
            }
        }
    }

    private int acceptNumber(int token, int after) {
        if (!isNumberEnd(byteAt(after - input.position))) {
            throw syntaxError("the end of the number", after);
        }
        checkNumber(after - cursor);
        tokenStart = cursor;
        tokenEnd = after;
        cursor = after;
        state = NEXT;
        return token;
    }

    // ---- the fast path: in the state VALUE, with at most one blank before the value

    private static boolean endsValue(byte b) {
        return b == ',' || b == '}' || b == ']';
    }

    private static boolean beginsValue(byte b) {
        return b == '"' || b >= '0' && b <= '9' || b == '-' || b == '{' || b == '[';
    }

    /**
     * Moves to the next item of a list if it starts at the cursor or after a comma there. Returns false if that needs
     * a closer look.
     */
    public boolean tryMoveToItem() {
        if (level < 0 || kinds[level] != LevelKind.LIST) {
            return false;
        }
        if (state == VALUE) {
            return true; // moved to, but not read yet
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

    /**
     * Reads an integer at the cursor into {@link NumberScanner#int64}; returns false and does not move if there is
     * none.
     */
    public boolean tryReadInteger() {
        return tryReadNumber(NumberScanner.INT64);
    }

    /**
     * Reads a number with a point or exponent into {@link NumberScanner#float64}; returns false and does not move if
     * there is none.
     */
    public boolean tryReadDecimal() {
        return tryReadNumber(NumberScanner.FLOAT64);
    }

    private boolean tryReadNumber(int kind) {
        int i = cursor;
        byte[] bytes = array;
        if (i < end && bytes[i] == ' ') {
            i++;
        }
        if (number.read(bytes, i, end) != kind
                || !endsValue(bytes[number.end()])
                || number.end() - i > maxNumberChars) {
            return false;
        }
        cursor = number.end();
        state = NEXT;
        return true;
    }

    /** Returns whether the cursor is at something that cannot be null. */
    public boolean isNotNull() {
        int i = cursor;
        return i < end && array[i] > ' ' && array[i] != 'n';
    }

    public boolean isAtString() {
        int i = cursor;
        return i + 1 < end && (array[i] == '"' || array[i] == ' ' && array[i + 1] == '"');
    }

    /** Reads an ASCII string without escapes; returns false and does not move if there is none. */
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

    /**
     * Copies an ASCII string without escapes into an array. Returns its length, or -1 without moving if it does not
     * fit.
     */
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
     * Reads the name of the next entry, with the comma before it, if it is the one that comes next in the shape.
     * Inputs with a blank after the comma are accepted as well.
     *
     * @return its ordinal, or -1 if nothing was read
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
            // The byte before the name is the brace; the mask excludes it.
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

    /** Returns the index at which the next name should start, or {@link #NOWHERE}. */
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
     * Moves to an index in the innermost object after its fields were read directly.
     *
     * @param at index of a field's value or of the next name; a comma before that name is given back
     * @param found ordinal of that field; the fields before it were read in order
     * @param isNamed whether the field's name was read, so that its value comes next
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
            // The first name follows the brace without a comma.
            cursor = found > 0 && array[at - 1] == ',' ? at - 1 : at;
            state = found > 0 ? NEXT : FIRST;
        }
    }

    /**
     * Expects the fields of a shape in the innermost object. Returns false if its fields cannot be expected in order.
     */
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

    /** Leaves all levels, for a new message. */
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
     * Closes all levels with the braces that start at an index. Returns false and closes nothing if anything else is
     * there, or if a comma comes before them.
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
     * Returns the index after the message and the blanks that follow it. Returns -1 unless only closing brackets are
     * left and all of them are in the window.
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

    /**
     * Enters the levels again that {@link #closeAllLevels} has left, for a message of the same prefix. Names must not
     * be recorded.
     */
    void reenterLevels(int innermost, int objectCount) {
        beginNameTable();
        level = innermost;
        depth = objectCount;
        expectedFields = levelFields[innermost];
        expectedOrdinal = 0;
        recordsNames = false;
        state = FIRST;
    }

    /** Returns the name that was last looked up on this level, or null. */
    InternedName cachedName() {
        return levelNames[level];
    }

    void cacheName(InternedName found) {
        levelNames[level] = found;
    }

    /** Enters an object or list. */
    private void push(byte kind) {
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
    private void pushWrapper() {
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

    private void pop() {
        byte kind = kinds[level];
        if (kind != LevelKind.WRAPPER) {
            depth--;
            if (kind != LevelKind.LIST && rejectsDuplicates) {
                names.endObject(overwrites[level]);
            }
        }
        level--;
        expectedFields = null;
        if (level >= 0) {
            expectedFields = kinds[level] == LevelKind.OBJECT ? levelFields[level] : null;
            expectedOrdinal = levelOrdinals[level];
            recordsNames = levelRecordsNames[level];
        }
        state = NEXT;
    }

    /** Records a name of the innermost object, and reports it if the object has it already. */
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

    /** Records the fields that arrived in order, because others follow now. */
    private void recordFieldsInOrder() {
        recordsNames = true;
        for (int i = 0; i < expectedOrdinal; i++) {
            names.record(levelFields[level].internedName(i, names), objectIds[level]);
        }
    }

    /** Records that a field was found by its name, so that the next field of the shape is expected after it. */
    public void recordFieldFound(int found) {
        expectedOrdinal = found + 1;
    }

    // ---- messages with a registered prefix

    void clearPrefixes() {
        enteredPrefix = null;
        completedPrefix = null;
    }

    /**
     * Enters the objects that a prefix opens, at the start of a message. Returns false without moving if the message
     * starts otherwise.
     */
    public boolean enterPrefix(JsonMessagePrefix prefix) {
        int inside = cursor + prefix.length();
        if (!prefix.matches(array, cursor, end - 1) || !isFieldAfterPrefix(prefix, inside)) {
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
     * Ends the message at the end of the prefix's object, where its last field ends. Returns false if the message
     * holds something else as well, or if another object is being read.
     */
    public boolean endPrefixedMessage(int at) {
        if (enteredPrefix == null || level != enteredPrefix.levels() - 1 || !closeAllLevels(at)) {
            return false;
        }
        completedPrefix = enteredPrefix;
        return true;
    }

    /** Leaves the object that a prefix opened; returns whether {@link #endPrefixedMessage} has ended the message. */
    public boolean leavePrefixedObject() {
        enteredPrefix = null;
        return level < 0 && completedPrefix != null;
    }

    /**
     * Enters the objects of a prefix in the next message, if the last message had the same prefix and was ended by
     * {@link #endPrefixedMessage}. Returns false without moving if the next message starts otherwise.
     */
    public boolean followPrefix(JsonMessagePrefix prefix) {
        int start = cursor + 1;
        int inside = start + prefix.length();
        if (prefix != completedPrefix
                || rejectsDuplicates
                || !countsLineBreaks
                || end - inside < 3
                || array[start - 1] != '\n'
                || !prefix.matches(array, start, end)
                || !isFieldAfterPrefix(prefix, inside)
                || input.isRepositioned()) {
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

    /**
     * Returns whether a field seems to follow the prefix, judged by two bytes, and nothing follows the object of a
     * type name.
     */
    private boolean isFieldAfterPrefix(JsonMessagePrefix prefix, int inside) {
        byte[] bytes = array;
        return bytes[inside] == '"'
                && bytes[inside + 1] != '@'
                && bytes[inside + 1] != '\\'
                && (!prefix.isTyped() || isOnlyEntry(inside));
    }

    /**
     * Returns whether the object inside a type name is the last thing in the wrapper; false if that is hard to tell.
     */
    private boolean isOnlyEntry(int inside) {
        int brace = ClosingBraceFinder.find(array, inside, end);
        return brace != ClosingBraceFinder.UNKNOWN && brace + 1 < end && array[brace + 1] == '}';
    }

    // ---- the position in the message

    /** Returns the index of the message's first byte. */
    int messageStart() {
        return input.position;
    }

    public boolean isAtMessageEnd() {
        return level < 0 && state == NEXT;
    }

    /** Returns the bytes that begin a type name. */
    public String typeMark() {
        return typeMark;
    }

    public void skipByte() {
        cursor++;
    }

    public void moveToOffset(int offset) {
        cursor = input.position + offset;
    }

    /** Moves back to the start of a value that was read but not accepted. */
    public void rewindToValue(int index) {
        cursor = index;
        state = VALUE;
    }

    // ---- bytes

    /**
     * Returns whether reading the input has failed since the last call. After a failure it is unknown how much of the
     * message was read.
     */
    public boolean pollInputFailure() {
        boolean hasFailed = hasInputFailed;
        hasInputFailed = false;
        return hasFailed;
    }

    /**
     * Reads input until the byte at {@code index} is in the window. The index is the end of the window.
     *
     * @return the byte's index, which changes if the buffer moves its content, or -1 at the end of the input
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
            syncWindow(input.position); // the bytes of a followed file come again from the start of the message
            throw e;
        } catch (InputBuffer.ChangedException e) {
            // Its first tokens may have been returned already, so the message cannot be replaced silently.
            input.returnToReread();
            input.discardAhead();
            syncWindow(input.position);
            throw new TruncatedWireException(
                    FormatName.JSON,
                    "expected the rest of the message but another writer has cut it off",
                    location(input.position));
        }
        int moved = input.position - start;
        syncWindow(cursor + moved);
        return filled ? i + moved : -1;
    }

    /** Returns whether more input has come after what is in the window. The cursor must be at the message's start. */
    public boolean hasGrown() {
        boolean isMore;
        try {
            isMore = input.fill(input.available() + 1);
        } catch (InputBuffer.ChangedException e) {
            input.returnToReread();
            isMore = true;
        }
        syncWindow(input.position);
        return isMore;
    }

    /** Returns whether a line in the window, after the cursor, starts with a bracket and so may be a message. */
    public boolean hasLineWithMessage() {
        for (int i = cursor; i < end - 1; i++) {
            if (array[i] == '\n' && (array[i + 1] == '{' || array[i + 1] == '[')) {
                return true;
            }
        }
        return false;
    }

    /** Returns the byte at an offset from the start of the message, or -1 after the end of the input. */
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

    /** Skips blanks; returns the next byte as a number from 0, or -1 at the end of the input. */
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

    /**
     * Returns the offset of the quote that closes the string whose opening quote is at {@code offset}. Does not check
     * what is in between.
     */
    int closingQuote(int offset) {
        int close = findClosingQuote(offset);
        if (close < 0) {
            throw truncated(-close);
        }
        return close;
    }

    /**
     * Like {@link #closingQuote}, but returns the negated offset of the end of the input if there is no closing quote.
     */
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

    /** Returns an error at an index of the window. */
    public MalformedWireException malformed(String problem, int index) {
        WireLocation location = location(index);
        return new MalformedWireException(FormatName.JSON, problem + startNote(location), location);
    }

    /** Returns the error that the input ends at an offset from the start of the message. */
    public TruncatedWireException truncated(int offset) {
        return truncated("message", offset);
    }

    public TruncatedWireException truncated(String what, int offset) {
        WireLocation location = location(input.position + offset);
        String problem = "expected the rest of the " + what + " but the input ends";
        return new TruncatedWireException(FormatName.JSON, problem + startNote(location), location);
    }

    /** For an error in a message of several lines, names the line in which the message starts. */
    private String startNote(WireLocation location) {
        return location.line() == line ? "" : " in the message that begins at line " + line;
    }

    /** Returns the location of an index of the window. */
    public WireLocation location(int index) {
        return JsonLocationFinder.locate(input, line, column, Math.min(index, input.limit));
    }

    private void checkName(int bytes) {
        if (bytes > limits.maxNameBytes()) {
            throw tooLong("name", limits.maxNameBytes(), "bytes", bytes);
        }
    }

    private void checkText(int chars) {
        if (chars > limits.maxTextChars()) {
            throw tooLong("text", limits.maxTextChars(), "characters", chars);
        }
    }

    private void checkNumber(int chars) {
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
