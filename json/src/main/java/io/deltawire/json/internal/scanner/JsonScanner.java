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
    private int breaks;

    /** Whether {@link #breaks} can be relied on: not where something went back. */
    private boolean countsBreaks = true;

    /** Whether the input has failed in the message, since {@link #takeInputFailure}. */
    private boolean hasInputFailed;

    // Where the message begins.
    private int line = 1;
    private int column = 1;

    // ---- the levels

    private final JsonNameTable names;
    private final IdentityHashMap<Shape, ShapeNameMatcher> shapes = new IdentityHashMap<>();
    private final boolean rejectsDuplicates;

    private int state;

    private byte[] kinds = new byte[8];
    private long[] objects = new long[8];
    private int[] overwrites = new int[8];
    // By level: what the fields below are for the innermost one.
    private ShapeNameMatcher[] expected = new ShapeNameMatcher[8];
    private int[] ordinals = new int[8];
    private boolean[] notes = new boolean[8];

    /** By level: the name found last that was looked up; the next object there is likely to begin with it. */
    private InternedName[] lastNames = new InternedName[8];

    private int generation;

    /** Whether fields may be taken straight from the array: where no limit forbids a name or number of ordinary length. */
    private final boolean isStraight;

    private int level;
    private int depth;

    /** The names that the innermost object is expected to have, or null where nothing is known. */
    private ShapeNameMatcher wanted;

    /** The ordinal that its next field should have. */
    private int ordinal;

    /**
     * Whether names are noted as they come. As long as the fields of a shape come in its order from the first on, none
     * can be there twice, and nothing is noted.
     */
    private boolean isNoting;

    /** Where the token found last begins. */
    private long tokenOffset;

    // ---- heads

    /** The head whose object is being read, or null. */
    private JsonMessagePrefix entered;

    /** The head of the message that was read straight up to its end, or null. */
    private JsonMessagePrefix followed;

    // ---- the token found last

    private final ObjectClassifier objectKinds;
    private final NumberReader number = new NumberReader();
    private final NumberSyntax numberForm = new NumberSyntax();
    private final SyntaxError rejection = new SyntaxError(this);
    private final int maxNumberChars;
    private final int maxTextChars;

    // The token found last.
    private int tokenStart;
    private int tokenEnd;
    private boolean escaped;
    private boolean ascii;
    private InternedName name;
    private String type;

    public JsonScanner(InputBuffer input, WireLimits limits, boolean rejectsDuplicates) {
        this.input = input;
        this.limits = limits;
        this.rejectsDuplicates = rejectsDuplicates;
        this.isStraight = limits.maxNameBytes() >= EncodedNames.LEAST_LIMIT
                && limits.maxNumberChars() >= NumberReader.MOST_SHORT_CHARS;
        this.names = new JsonNameTable(2 * limits.maxKeys());
        this.objectKinds = new ObjectClassifier(this, limits.maxDepth());
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
        sync(input.position);
    }

    private void sync(int position) {
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
        return ascii && !escaped;
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
    public void skipMark() {
        if (input.fill(3)) {
            sync(input.position);
            if (JsonSyntax.startsWithByteOrderMark(array, cursor, end)) {
                input.position += 3;
                input.mark();
            }
        }
        sync(input.position);
    }

    /** Moves to the next byte that is not blank, which a message begins with, and returns it, or -1 at the end. */
    public int nextRoot() {
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
            if (lines > 0 && countsBreaks) {
                line += breaks + lines;
                column = i - lastBreak;
            } else {
                count(i);
            }
            drop(i);
            if (cursor < end) {
                return array[cursor] & 0xFF;
            }
            boolean isMore = input.fill(1);
            sync(input.position); // at the end of the input, too: the window may have moved
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
    public boolean followInput() {
        if (!input.follow()) {
            return false;
        }
        line = 1;
        column = 1;
        breaks = 0;
        countsBreaks = true;
        sync(input.position);
        return true;
    }

    /** Goes to the message that begins after a line break at {@code p}, where the one before ends. */
    void passBreak() {
        line += breaks + 1;
        column = 1;
        breaks = 0;
        input.position = cursor + 1;
        input.begin();
        sync(input.position);
    }

    /** Goes back to the start of the message. */
    public void back() {
        cursor = input.position;
        countsBreaks = false;
    }

    /** Drops everything before {@code p}: it belongs to no message. */
    public void drop() {
        count(cursor);
        drop(cursor);
    }

    private void drop(int index) {
        breaks = 0;
        countsBreaks = true;
        input.position = index;
        if (index < input.limit) {
            input.begin();
        } else {
            input.mark();
        }
        sync(index);
    }

    /** Counts lines and columns of what is about to be dropped. */
    private void count(int limit) {
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
        forgetHeads();
        leaveAll();
        forgetTokens();
    }

    /** Forgets what has been found of tokens: a message begins. */
    private void forgetTokens() {
        type = null;
        objectKinds.reset();
    }

    // ---- tokens

    /** Moves to the next token. */
    public int next() {
        type = null;
        while (true) {
            if (state == VALUE) {
                return value();
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
                    return giveUp(kind == LevelKind.LIST ? "',' or ']'" : kind == LevelKind.OBJECT ? "',' or '}'" : "'}'", cursor);
                }
                return afterComma(kind);
            } else if (kind == LevelKind.LIST) {
                return value();
            } else {
                return c == '"' ? readName() : giveUp("a name in quotes or '}'", cursor);
            }
        }
    }

    private int afterComma(byte kind) {
        int comma = cursor - input.position;
        cursor++;
        int token;
        if (kind == LevelKind.LIST) {
            state = VALUE;
            token = value();
        } else {
            token = nonBlank() == '"' ? readName() : giveUp("a name in quotes", cursor);
        }
        if (token == TokenType.UNSUPPORTED) {
            state = NEXT;
            cursor = input.position + comma;
        }
        return token;
    }

    /** Leaves it to jackson-core to say whether this is JSON; if not, this is what will be said. */
    private int giveUp(String expected, int index) {
        rejection.note(expected, index);
        return TokenType.UNSUPPORTED;
    }

    /** The error that the scanner gave up for. */
    public MalformedWireException rejected() {
        return rejection.error();
    }

    /** The error that something else stands at {@code p}. */
    public MalformedWireException rejected(String expected) {
        rejection.note(expected, cursor);
        return rejection.error();
    }

    private int value() {
        int c = nonBlank();
        tokenOffset = input.offset(cursor);
        switch (c) {
            case '"':
                return string();
            case '{':
                return beginObject();
            case '[':
                cursor++;
                push(LevelKind.LIST);
                return TokenType.BEGIN_LIST;
            case 't':
                return word("true", TokenType.TRUE);
            case 'f':
                return word("false", TokenType.FALSE);
            case 'n':
                return word("null", TokenType.NULL);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
                return readNumber();
            default:
                return giveUp("a value", cursor);
        }
    }

    /** At an opening brace. */
    private int beginObject() {
        long brace = tokenOffset;
        int next = cursor + 2;
        boolean isPlain = next < end && array[next - 1] == '"' && array[next] != '@' && array[next] != '\\';
        byte kind = isPlain ? LevelKind.OBJECT : objectKinds.at(brace, type == null);
        if (kind == LevelKind.WRAPPER) {
            int back = cursor - input.position;
            int stateBack = state;
            cursor++;
            nonBlank();
            pushWrapper();
            int token = readName();
            if (token != TokenType.UNSUPPORTED) {
                type = name.typeName();
                token = value();
            }
            tokenOffset = brace;
            if (token == TokenType.UNSUPPORTED) {
                dropLevel();
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
        InternedName found = lastName();
        int i;
        if (found != null && found.isAt(array, cursor, end)) {
            i = cursor + 1 + found.bytes().length;
        } else {
            i = stringEnd();
            if (i < 0) {
                return TokenType.UNSUPPORTED;
            }
            found = nameAt(cursor + 1, i);
            noteLastName(found);
        }
        int back = cursor - input.position;
        cursor = i + 1;
        if (nonBlank() != ':') {
            int token = giveUp("':'", cursor);
            cursor = input.position + back;
            return token;
        }
        cursor++;
        state = VALUE;
        return name(found);
    }

    private InternedName nameAt(int start, int close) {
        if (!escaped) {
            checkName(close - start);
            return names.get(array, start, close);
        }
        String text = JsonStringDecoder.decode(array, start, close);
        checkName(Utf8.length(text));
        return names.get(text);
    }

    /** Takes a name found; returns whether it is a name or the text of a key. */
    public int name(InternedName found) {
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
                noteName(found);
                return TokenType.KEY;
            }
        }
        noteName(name);
        return TokenType.NAME;
    }

    /** At a quote. */
    private int string() {
        int i = stringEnd();
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
     * {@link #escaped}.
     */
    private int stringEnd() {
        int i = cursor + 1;
        escaped = false;
        ascii = true;
        while (true) {
            i = Swar.special(array, i, end);
            if (i == end) {
                i = more(i);
                if (i < 0) {
                    giveUp("the end of the text", end);
                    return -1;
                }
                continue;
            }
            byte b = array[i];
            if (b == '"') {
                break;
            }
            if (b < 0) {
                ascii = false;
                i++;
            } else if (b == '\\') {
                escaped = true;
                i = escape(i);
                if (i < 0) {
                    return -1;
                }
            } else {
                giveUp("an escape for the control character", i);
                return -1;
            }
        }
        if (!ascii) {
            int bad = Utf8.validate(array, cursor + 1, i);
            if (bad != Utf8.VALID) {
                giveUp("valid UTF-8", bad);
                return -1;
            }
        }
        return i;
    }

    /** At a backslash: the index after the escape, or -1 where it is none. */
    private int escape(int backslash) {
        int offset = backslash - input.position;
        switch (byteAt(offset + 1)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
                return input.position + offset + 2;
            case 'u':
                for (int j = 2; j < 6; j++) {
                    int c = byteAt(offset + j);
                    if (c > 'f' || Character.digit(c, 16) < 0) {
                        giveUp("four hexadecimal digits", input.position + offset + j);
                        return -1;
                    }
                }
                return input.position + offset + 6;
            default:
                giveUp("one of \"\\/bfnrtu after the backslash", input.position + offset + 1);
                return -1;
        }
    }

    private int word(String word, int token) {
        int start = cursor - input.position;
        for (int j = 1; j < word.length(); j++) {
            if (byteAt(start + j) != word.charAt(j)) {
                return giveUp(word, input.position + start + j);
            }
        }
        if (!endsAt(start + word.length())) {
            return giveUp("the end of " + word, input.position + start + word.length());
        }
        cursor = input.position + start + word.length();
        state = NEXT;
        return token;
    }

    /** True where a number or word that ends before this offset is followed by nothing that would go on with it. */
    boolean endsAt(int offset) {
        int c = byteAt(offset);
        return c < 0 || JsonSyntax.isBlank(c) || c == ',' || c == ']' || c == '}';
    }

    /** At a digit or minus. */
    private int readNumber() {
        while (true) {
            int token = numberForm.read(array, cursor, end);
            int after = numberForm.end - input.position;
            // What looks like the end may be the end of the window only.
            if (numberForm.end < end || more(numberForm.end) < 0) {
                return token == TokenType.UNSUPPORTED ? giveUp(numberForm.wanted, numberForm.end) : number(token, numberForm.end);
            }
            for (int c = byteAt(after); c >= '0' && c <= '9'; c = byteAt(after)) {
                after++; // here, or digits that come in pieces would be gone over with each piece
            }
        }
    }

    private int number(int token, int after) {
        if (!endsAt(after - input.position)) {
            return giveUp("the end of the number", after);
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
    public boolean nextItem() {
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
    public boolean nextInteger() {
        return nextNumber(NumberReader.INT64);
    }

    /** Takes a number with a point or exponent that stands right here; it is {@link NumberReader#float64} then. */
    public boolean nextDecimal() {
        return nextNumber(NumberReader.FLOAT64);
    }

    private boolean nextNumber(int kind) {
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
    public boolean isNoNull() {
        int i = cursor;
        return i < end && array[i] > ' ' && array[i] != 'n';
    }

    /** True where a string stands right here. */
    public boolean isString() {
        int i = cursor;
        return i + 1 < end && (array[i] == '"' || array[i] == ' ' && array[i + 1] == '"');
    }

    /** Takes a string of ASCII without escapes that stands right here; it is from {@link #from} to {@link #to} then. */
    public boolean nextString() {
        int i = cursor;
        byte[] bytes = array;
        if (i < end && bytes[i] == ' ') {
            i++;
        }
        if (i >= end || bytes[i] != '"') {
            return false;
        }
        int close = Swar.special(bytes, i + 1, end);
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
    public int nextAscii(byte[] into) {
        int back = cursor;
        if (!nextString()) {
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
        ShapeNameMatcher fields = wanted;
        int next = ordinal;
        if (fields == null || fields.shape() != shape) {
            return expect(shape) ? nextField(shape) : -1;
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
        if (next >= fields.count() || isNoting && rejectsDuplicates || state == VALUE) {
            return -1;
        }
        int after = fields.match(next, bytes, i, mask);
        if (after > end || after < 0) {
            return -1;
        }
        cursor = after;
        state = VALUE;
        ordinal = next + 1;
        return next;
    }

    /** Where the next name should begin, without blanks; or {@link #NOWHERE}. */
    public int nextName() {
        if (!isStraight || state == VALUE) {
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
        if (wanted == null || wanted.shape() != shape) {
            ordinal = 0;
            expect(shape);
        }
        ordinal = isNamed ? found + 1 : found;
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
    private boolean expect(Shape shape) {
        if (level < 0 || kinds[level] != LevelKind.OBJECT) {
            return false;
        }
        if (ordinal > 0 && !isNoting && rejectsDuplicates) {
            noteFields();
        }
        ShapeNameMatcher fields = shapes.get(shape);
        if (fields == null) {
            if (shapes.size() == MAX_SHAPES) {
                shapes.clear();
            }
            fields = new ShapeNameMatcher(shape);
            shapes.put(shape, fields);
        }
        expected[level] = fields;
        wanted = fields;
        return true;
    }

    // ---- levels

    /** Begins a message: leaves all levels. */
    void leaveAll() {
        level = -1;
        depth = 0;
        state = VALUE;
        wanted = null;
        beginNames();
    }

    private void beginNames() {
        names.beginMessage();
        if (names.generation() != generation) {
            generation = names.generation();
            Arrays.fill(lastNames, null);
        }
    }

    /**
     * Leaves all levels behind the braces that close them, which begin at an index: objects all of them. False where
     * something else stands there, or a comma before them, and nothing is left.
     */
    boolean closeAll(int at) {
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
        wanted = null;
        state = NEXT;
        return true;
    }

    /**
     * The index behind the message and the blanks after it, where nothing but the brackets that close it comes next and all of them
     * are in the window; else -1.
     */
    public int endInSight() {
        if (state != NEXT) {
            return -1;
        }
        int i = passBlanks(cursor);
        for (int open = level; open >= 0; open--) {
            if (i == end || array[i] != (kinds[open] == LevelKind.LIST ? ']' : '}')) {
                return -1;
            }
            i = passBlanks(i + 1);
        }
        return i;
    }

    private int passBlanks(int start) {
        int i = start;
        while (i < end && JsonSyntax.isBlank(array[i])) {
            i++;
        }
        return i;
    }

    /** Enters the objects again that {@link #closeAll} has left; not where names are noted. */
    void enterAgain(int innermost, int objects) {
        beginNames();
        level = innermost;
        depth = objects;
        wanted = expected[innermost];
        ordinal = 0;
        isNoting = false;
        state = FIRST;
    }

    /** The name that was last looked up in an object of this level, or null. */
    InternedName lastName() {
        return lastNames[level];
    }

    void noteLastName(InternedName found) {
        lastNames[level] = found;
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
            objects[level] = names.beginObject();
            overwrites[level] = names.overwrites();
        }
    }

    /** Enters the object that a type name makes around its value. */
    public void pushWrapper() {
        pushLevel(LevelKind.WRAPPER);
    }

    private void pushLevel(byte kind) {
        if (level >= 0) {
            ordinals[level] = ordinal;
            notes[level] = isNoting;
        }
        if (++level == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * level);
            objects = Arrays.copyOf(objects, 2 * level);
            overwrites = Arrays.copyOf(overwrites, 2 * level);
            ordinals = Arrays.copyOf(ordinals, 2 * level);
            expected = Arrays.copyOf(expected, 2 * level);
            notes = Arrays.copyOf(notes, 2 * level);
            lastNames = Arrays.copyOf(lastNames, 2 * level);
        }
        kinds[level] = kind;
        wanted = kind == LevelKind.OBJECT ? expected[level] : null;
        ordinal = 0;
        isNoting = false;
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
        dropLevel();
        state = NEXT;
    }

    /** Leaves the innermost level as if it had not been entered. */
    void dropLevel() {
        level--;
        wanted = null;
        if (level >= 0) {
            wanted = kinds[level] == LevelKind.OBJECT ? expected[level] : null;
            ordinal = ordinals[level];
            isNoting = notes[level];
        }
    }

    /** Notes that the innermost object has a name, which is an error where it had it before. */
    void noteName(InternedName noted) {
        if (!rejectsDuplicates || kinds[level] == LevelKind.WRAPPER) {
            return;
        }
        if (!isNoting) {
            noteFields();
        }
        if (names.isFull()) {
            throw malformed(
                    "expected at most " + 2 * limits.maxKeys() + " different names in one message but there are more",
                    input.index(tokenOffset));
        }
        if (!names.note(noted, objects[level])) {
            throw malformed(
                    "expected each name once in an object but " + Printable.quote(noted.text()) + " is given twice",
                    input.index(tokenOffset));
        }
    }

    /** Notes the fields that came in order, since others come now. */
    private void noteFields() {
        isNoting = true;
        for (int i = 0; i < ordinal; i++) {
            names.note(expected[level].name(i, names), objects[level]);
        }
    }

    /** Notes that a field was found by its name: the one after it in the shape should come next. */
    public void foundField(int found) {
        ordinal = found + 1;
    }

    // ---- heads

    /** Forgets the head of the message before. */
    void forgetHeads() {
        entered = null;
        followed = null;
    }

    /**
     * Enters the objects of a head, at the begin of a message; false where something else stands there.
     */
    public boolean enter(JsonMessagePrefix head) {
        int inside = cursor + head.length();
        if (!head.isAt(array, cursor, end - 1) || !isInside(head, inside)) {
            return false;
        }
        tokenOffset = input.offset(cursor);
        if (head.event() != null) {
            push(LevelKind.OBJECT);
            noteName(head.name(names));
        }
        if (head.isTyped()) {
            pushWrapper();
        }
        push(LevelKind.OBJECT);
        cursor = inside;
        entered = head;
        return true;
    }

    /**
     * Goes to the end of the message from the end of the object that a head opened, where the last field ends; false where
     * something else is in the message, or another object is read.
     */
    public boolean endMessage(int at) {
        if (entered == null || level != entered.levels() - 1 || !closeAll(at)) {
            return false;
        }
        followed = entered;
        return true;
    }

    /** Ends the object that a head opened; returns whether the message has been read by {@link #endMessage}. */
    public boolean leaveHead() {
        entered = null;
        return level < 0 && followed != null;
    }

    /**
     * Enters the objects of a head in the message after one that began with it and was read by {@link #endMessage};
     * false where another comes, or in another way, and nothing is done.
     */
    public boolean follow(JsonMessagePrefix head) {
        int start = cursor + 1;
        int inside = start + head.length();
        if (head != followed
                || rejectsDuplicates
                || !countsBreaks
                || end - inside < 3
                || array[start - 1] != '\n'
                || !head.isAt(array, start, end)
                || !isInside(head, inside)
                || input.isMoved()) {
            return false;
        }
        passBreak();
        enterAgain(head.levels() - 1, head.event() == null ? 1 : 2);
        tokenOffset = input.offset(start);
        forgetTokens();
        entered = head;
        followed = null;
        cursor = inside;
        return true;
    }

    /** Whether a field begins behind a head, as far as two bytes tell, and nothing follows the object of a type name. */
    private boolean isInside(JsonMessagePrefix head, int inside) {
        byte[] bytes = array;
        return bytes[inside] == '"'
                && bytes[inside + 1] != '@'
                && bytes[inside + 1] != '\\'
                && (!head.isTyped() || isOnlyEntry(inside));
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
        return objectKinds.at(brace, typeAllowed);
    }

    public void setTypeName(String found) {
        type = found;
    }

    public void setTokenOffset(long offset) {
        tokenOffset = offset;
    }

    public int acceptName(String found) {
        state = VALUE;
        return name(names.get(found));
    }

    public void acceptScalar() {
        state = NEXT;
    }

    public void acceptNumber(long offset, int length) {
        tokenStart = input.index(offset);
        tokenEnd = tokenStart + length;
        // jackson-core does not count the sign.
        checkNumber(length);
        if (!endsAt(tokenEnd - input.position)) {
            throw malformed("expected the end of the number", tokenEnd);
        }
    }

    public void resumeAt(int index) {
        cursor = index;
    }

    public void stopCountingBreaks() {
        countsBreaks = false;
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
    public boolean takeInputFailure() {
        boolean hasFailed = hasInputFailed;
        hasInputFailed = false;
        return hasFailed;
    }

    /**
     * Makes the byte at index {@code i} present, where {@code i} is the end of the window.
     *
     * @return its index now, which may be another, or -1 where the input ends
     */
    int more(int i) {
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
        sync(cursor + moved);
        return filled ? i + moved : -1;
    }

    /** The byte at an offset from the start of the message, or -1 where the input ends before. */
    public int byteAt(int offset) {
        int i = input.position + offset;
        if (i >= end) {
            i = more(i);
            if (i < 0) {
                return -1;
            }
        }
        return array[i] & 0xFF;
    }

    /** The next byte that is not blank, as a number from 0, or -1 at the end of the input. */
    int nonBlank() {
        while (true) {
            if (cursor == end && more(cursor) < 0) {
                return -1;
            }
            byte b = array[cursor];
            if (!JsonSyntax.isBlank(b)) {
                return b & 0xFF;
            }
            if (b == '\n') {
                breaks++;
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
        return new MalformedWireException(JsonSyntax.FORMAT_NAME, problem + begun(location), location);
    }

    /** The input ends, at an offset from the start of the message. */
    public TruncatedWireException truncated(int offset) {
        return truncated("message", offset);
    }

    public TruncatedWireException truncated(String what, int offset) {
        WireLocation location = location(input.position + offset);
        String problem = "expected the rest of the " + what + " but the input ends";
        return new TruncatedWireException(JsonSyntax.FORMAT_NAME, problem + begun(location), location);
    }

    /** Where a message goes over lines, the one it begins in helps more than the one that it broke in. */
    private String begun(WireLocation location) {
        return location.line() == line ? "" : " in the message that begins at line " + line;
    }

    /** The place of an index of the window. */
    public WireLocation location(int index) {
        return JsonLocationFinder.of(input, line, column, Math.min(index, input.limit));
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
