package io.deltawire.json;

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
 * else, errors above all, it answers {@link #HAND_OVER} without having moved, and {@link JacksonTokens} takes the rest of
 * the message from there.
 *
 * <p>Type names are no tokens: {@code {"@Type":value}} gives the tokens of the value, the first with {@link #type} set.
 * The state of the structure is kept here for both.
 */
final class JsonScanner {
    // Tokens.
    static final int BEGIN_OBJECT = 0;
    static final int END_OBJECT = 1;
    static final int BEGIN_LIST = 2;
    static final int END_LIST = 3;
    static final int NAME = 4;
    static final int KEY = 5;
    static final int STRING = 6;
    static final int INTEGER = 7;
    static final int DECIMAL = 8;
    static final int TRUE = 9;
    static final int FALSE = 10;
    static final int NULL = 11;
    static final int END = 12;
    static final int HAND_OVER = 13;

    // What is expected at p.
    static final int VALUE = 0;
    static final int FIRST = 1;
    static final int NEXT = 2;

    // Kinds of level.
    static final byte OBJECT = 0;
    static final byte LIST = 1;
    /** {@code {"@Type":value}}. */
    static final byte WRAPPER = 2;
    /** An object with one entry whose name has an additional '@' in front. */
    static final byte ESCAPED = 3;

    /** The place of fields that cannot be taken straight from the array: beyond its end. */
    static final int NOWHERE = Integer.MAX_VALUE;

    private static final int MAX_SHAPES = 256;

    // ---- the window

    final InputBuffer in;
    final WireLimits limits;

    byte[] a;
    /** Index of what is read next. */
    int p;

    int end;

    /** Line breaks between the tokens of the message so far. */
    int breaks;

    /** Whether {@link #breaks} can be relied on: not where something went back. */
    boolean countsBreaks = true;

    /** Whether the input has failed in the message, since {@link #takeInputFailure}. */
    private boolean hasInputFailed;

    // Where the message begins.
    private int line = 1;
    private int column = 1;

    // ---- the levels

    final JsonNameTable names;
    private final IdentityHashMap<Shape, ExpectedNames> shapes = new IdentityHashMap<>();
    final boolean rejectsDuplicates;

    int state;

    byte[] kinds = new byte[8];
    private long[] objects = new long[8];
    private int[] overwrites = new int[8];
    // By level: what the fields below are for the innermost one.
    private ExpectedNames[] expected = new ExpectedNames[8];
    private int[] ordinals = new int[8];
    private boolean[] notes = new boolean[8];

    /** By level: the name found last that was looked up; the next object there is likely to begin with it. */
    private JsonName[] lastNames = new JsonName[8];

    private int generation;

    /** Whether fields may be taken straight from the array: where no limit forbids a name or number of ordinary length. */
    final boolean isStraight;

    int level;
    int depth;

    /** The names that the innermost object is expected to have, or null where nothing is known. */
    private ExpectedNames wanted;

    /** The ordinal that its next field should have. */
    private int ordinal;

    /**
     * Whether names are noted as they come. As long as the fields of a shape come in its order from the first on, none
     * can be there twice, and nothing is noted.
     */
    private boolean isNoting;

    /** Where the token found last begins. */
    long tokenOffset;

    // ---- heads

    /** The head whose object is being read, or null. */
    private JsonHead entered;

    /** The head of the message that was read straight up to its end, or null. */
    private JsonHead followed;

    // ---- the token found last

    final ObjectKinds objectKinds;
    final NumberReader number = new NumberReader();
    private final NumberForm numberForm = new NumberForm();
    private final Rejection rejection = new Rejection(this);
    final int maxNumberChars;
    private final int maxTextChars;

    // The token found last.
    int from;
    int to;
    boolean escaped;
    boolean ascii;
    JsonName name;
    String type;

    JsonScanner(InputBuffer in, WireLimits limits, boolean rejectsDuplicates) {
        this.in = in;
        this.limits = limits;
        this.rejectsDuplicates = rejectsDuplicates;
        this.isStraight = limits.maxNameBytes() >= JsonNames.LEAST_LIMIT
                && limits.maxNumberChars() >= NumberReader.MOST_SHORT_CHARS;
        this.names = new JsonNameTable(2 * limits.maxKeys());
        this.objectKinds = new ObjectKinds(this, limits.maxDepth());
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
        sync(in.position);
    }

    private void sync(int position) {
        a = in.array;
        p = position;
        end = in.limit - in.position > limits.maxMessageBytes() ? in.position + limits.maxMessageBytes() : in.limit;
    }

    // ---- messages

    /** Passes over a byte order mark. */
    void skipMark() {
        if (in.fill(3)) {
            sync(in.position);
            if (JsonDetector.startsWithMark(a, p, end)) {
                in.position += 3;
                in.mark();
            }
        }
        sync(in.position);
    }

    /** Moves to the next byte that is not blank, which a message begins with, and returns it, or -1 at the end. */
    int nextRoot() {
        while (true) {
            int i = p;
            int lines = 0;
            int lastBreak = 0;
            while (i < end && isBlank(a[i])) {
                if (a[i] == '\n') {
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
            if (p < end) {
                return a[p] & 0xFF;
            }
            boolean isMore = in.fill(1);
            sync(in.position); // at the end of the input, too: the window may have moved
            if (!isMore) {
                return -1;
            }
            if (!isBlank(a[p])) {
                return a[p] & 0xFF;
            }
        }
    }

    /**
     * Goes to where a {@code Bytes} is to be read now, if someone has moved its read position since the message was begun;
     * lines are counted from there.
     */
    boolean followInput() {
        if (!in.follow()) {
            return false;
        }
        line = 1;
        column = 1;
        breaks = 0;
        countsBreaks = true;
        sync(in.position);
        return true;
    }

    /** Goes to the message that begins after a line break at {@code p}, where the one before ends. */
    void passBreak() {
        line += breaks + 1;
        column = 1;
        breaks = 0;
        in.position = p + 1;
        in.begin();
        sync(in.position);
    }

    /** Goes back to the start of the message. */
    void back() {
        p = in.position;
        countsBreaks = false;
    }

    /** Drops everything before {@code p}: it belongs to no message. */
    void drop() {
        count(p);
        drop(p);
    }

    private void drop(int index) {
        breaks = 0;
        countsBreaks = true;
        in.position = index;
        if (index < in.limit) {
            in.begin();
        } else {
            in.mark();
        }
        sync(index);
    }

    /** Counts lines and columns of what is about to be dropped. */
    private void count(int to) {
        for (int i = in.position; i < to; i++) {
            if (a[i] == '\n') {
                line++;
                column = 1;
            } else if ((a[i] & 0xC0) != 0x80) {
                column++;
            }
        }
    }

    /** Begins a message at {@code p}. */
    void beginMessage() {
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
    int next() {
        type = null;
        while (true) {
            if (state == VALUE) {
                return value();
            }
            if (level < 0) {
                return END;
            }
            int c = nonBlank();
            tokenOffset = in.offset(p);
            byte kind = kinds[level];
            if (c == '}' && kind != LIST || c == ']' && kind == LIST) {
                p++;
                pop();
                if (kind != WRAPPER) {
                    return kind == LIST ? END_LIST : END_OBJECT;
                }
            } else if (state == NEXT) {
                if (c != ',' || kind == WRAPPER) {
                    return giveUp(kind == LIST ? "',' or ']'" : kind == OBJECT ? "',' or '}'" : "'}'", p);
                }
                return afterComma(kind);
            } else if (kind == LIST) {
                return value();
            } else {
                return c == '"' ? name() : giveUp("a name in quotes or '}'", p);
            }
        }
    }

    private int afterComma(byte kind) {
        int comma = p - in.position;
        p++;
        int token;
        if (kind == LIST) {
            state = VALUE;
            token = value();
        } else {
            token = nonBlank() == '"' ? name() : giveUp("a name in quotes", p);
        }
        if (token == HAND_OVER) {
            state = NEXT;
            p = in.position + comma;
        }
        return token;
    }

    /** Leaves it to jackson-core to say whether this is JSON; if not, this is what will be said. */
    private int giveUp(String expected, int index) {
        rejection.note(expected, index);
        return HAND_OVER;
    }

    /** The error that the scanner gave up for. */
    MalformedWireException rejected() {
        return rejection.error();
    }

    /** The error that something else stands at {@code p}. */
    MalformedWireException rejected(String expected) {
        rejection.note(expected, p);
        return rejection.error();
    }

    private int value() {
        int c = nonBlank();
        tokenOffset = in.offset(p);
        switch (c) {
            case '"':
                return string();
            case '{':
                return beginObject();
            case '[':
                p++;
                push(LIST);
                return BEGIN_LIST;
            case 't':
                return word("true", TRUE);
            case 'f':
                return word("false", FALSE);
            case 'n':
                return word("null", NULL);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
                return number();
            default:
                return giveUp("a value", p);
        }
    }

    /** At an opening brace. */
    private int beginObject() {
        long brace = tokenOffset;
        int next = p + 2;
        boolean isPlain = next < end && a[next - 1] == '"' && a[next] != '@' && a[next] != '\\';
        byte kind = isPlain ? OBJECT : objectKinds.at(brace, type == null);
        if (kind == WRAPPER) {
            int back = p - in.position;
            int stateBack = state;
            p++;
            nonBlank();
            pushWrapper();
            int token = name();
            if (token != HAND_OVER) {
                type = name.typeName();
                token = value();
            }
            tokenOffset = brace;
            if (token == HAND_OVER) {
                dropLevel();
                type = null;
                state = stateBack;
                p = in.position + back;
            }
            return token;
        }
        p++;
        push(kind);
        return BEGIN_OBJECT;
    }

    /** At a quote: the name of an entry, up to and with its colon. */
    private int name() {
        tokenOffset = in.offset(p);
        JsonName found = lastName();
        int i;
        if (found != null && found.isAt(a, p, end)) {
            i = p + 1 + found.bytes.length;
        } else {
            i = stringEnd();
            if (i < 0) {
                return HAND_OVER;
            }
            found = nameAt(p + 1, i);
            noteLastName(found);
        }
        int back = p - in.position;
        p = i + 1;
        if (nonBlank() != ':') {
            int token = giveUp("':'", p);
            p = in.position + back;
            return token;
        }
        p++;
        state = VALUE;
        return name(found);
    }

    private JsonName nameAt(int start, int close) {
        if (!escaped) {
            checkName(close - start);
            return names.get(a, start, close);
        }
        String text = JsonStrings.decode(a, start, close);
        checkName(Utf8.length(text));
        return names.get(text);
    }

    /** Takes a name found; returns whether it is a name or the text of a key. */
    int name(JsonName found) {
        byte kind = kinds[level];
        name = found;
        if (found.bytes.length > 1 && found.bytes[0] == '@' && kind != WRAPPER) {
            int i = 1;
            while (i < found.bytes.length && found.bytes[i] == '@') {
                i++;
            }
            boolean isKey = i < found.bytes.length && (found.bytes[i] == '{' || found.bytes[i] == '[');
            if (i > 1 && (isKey || kind == ESCAPED)) {
                name = names.get(found.text.substring(1));
            } else if (isKey) {
                noteName(found);
                return KEY;
            }
        }
        noteName(name);
        return NAME;
    }

    /** At a quote. */
    private int string() {
        int i = stringEnd();
        if (i < 0) {
            return HAND_OVER;
        }
        int start = p + 1;
        if (i - start > limits.maxTextChars()) {
            checkText(JsonStrings.length(a, start, i));
        }
        from = start;
        to = i;
        p = i + 1;
        state = NEXT;
        return STRING;
    }

    /**
     * At a quote: the index of the quote that ends the string, or -1 where it is not one as it should be. Sets
     * {@link #escaped}.
     */
    private int stringEnd() {
        int i = p + 1;
        escaped = false;
        ascii = true;
        while (true) {
            i = Swar.special(a, i, end);
            if (i == end) {
                i = more(i);
                if (i < 0) {
                    giveUp("the end of the text", end);
                    return -1;
                }
                continue;
            }
            byte b = a[i];
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
            int bad = Utf8.validate(a, p + 1, i);
            if (bad != Utf8.VALID) {
                giveUp("valid UTF-8", bad);
                return -1;
            }
        }
        return i;
    }

    /** At a backslash: the index after the escape, or -1 where it is none. */
    private int escape(int backslash) {
        int offset = backslash - in.position;
        switch (byteAt(offset + 1)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
                return in.position + offset + 2;
            case 'u':
                for (int j = 2; j < 6; j++) {
                    int c = byteAt(offset + j);
                    if (c > 'f' || Character.digit(c, 16) < 0) {
                        giveUp("four hexadecimal digits", in.position + offset + j);
                        return -1;
                    }
                }
                return in.position + offset + 6;
            default:
                giveUp("one of \"\\/bfnrtu after the backslash", in.position + offset + 1);
                return -1;
        }
    }

    private int word(String word, int token) {
        int start = p - in.position;
        for (int j = 1; j < word.length(); j++) {
            if (byteAt(start + j) != word.charAt(j)) {
                return giveUp(word, in.position + start + j);
            }
        }
        if (!endsAt(start + word.length())) {
            return giveUp("the end of " + word, in.position + start + word.length());
        }
        p = in.position + start + word.length();
        state = NEXT;
        return token;
    }

    /** True where a number or word that ends before this offset is followed by nothing that would go on with it. */
    boolean endsAt(int offset) {
        int c = byteAt(offset);
        return c < 0 || isBlank(c) || c == ',' || c == ']' || c == '}';
    }

    /** At a digit or minus. */
    private int number() {
        while (true) {
            int token = numberForm.read(a, p, end);
            int after = numberForm.end - in.position;
            // What looks like the end may be the end of the window only.
            if (numberForm.end < end || more(numberForm.end) < 0) {
                return token == HAND_OVER ? giveUp(numberForm.wanted, numberForm.end) : number(token, numberForm.end);
            }
            for (int c = byteAt(after); c >= '0' && c <= '9'; c = byteAt(after)) {
                after++; // here, or digits that come in pieces would be gone over with each piece
            }
        }
    }

    private int number(int token, int after) {
        if (!endsAt(after - in.position)) {
            return giveUp("the end of the number", after);
        }
        checkNumber(after - p);
        from = p;
        to = after;
        p = after;
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
    boolean nextItem() {
        if (level < 0 || kinds[level] != LIST) {
            return false;
        }
        if (state == VALUE) {
            return true; // gone to, and not taken
        }
        int item = p;
        if (state == NEXT) {
            if (item >= end || a[item] != ',') {
                return false;
            }
            item++;
        }
        if (item >= end || !beginsValue(a[item])) {
            return false;
        }
        p = item;
        state = VALUE;
        return true;
    }

    /** Takes an integer that stands right here; it is {@link NumberReader#int64} then. */
    boolean nextInteger() {
        return nextNumber(NumberReader.INT64);
    }

    /** Takes a number with a point or exponent that stands right here; it is {@link NumberReader#float64} then. */
    boolean nextDecimal() {
        return nextNumber(NumberReader.FLOAT64);
    }

    private boolean nextNumber(int kind) {
        int i = p;
        byte[] bytes = a;
        if (i < end && bytes[i] == ' ') {
            i++;
        }
        if (number.read(bytes, i, end) != kind || !endsValue(bytes[number.end]) || number.end - i > maxNumberChars) {
            return false;
        }
        p = number.end;
        state = NEXT;
        return true;
    }

    /** True where something stands right here that cannot be null. */
    boolean isNoNull() {
        int i = p;
        return i < end && a[i] > ' ' && a[i] != 'n';
    }

    /** True where a string stands right here. */
    boolean isString() {
        int i = p;
        return i + 1 < end && (a[i] == '"' || a[i] == ' ' && a[i + 1] == '"');
    }

    /** Takes a string of ASCII without escapes that stands right here; it is from {@link #from} to {@link #to} then. */
    boolean nextString() {
        int i = p;
        byte[] bytes = a;
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
        from = i + 1;
        to = close;
        p = close + 1;
        state = NEXT;
        return true;
    }

    /** Takes such a string where it fits into an array, and returns its length; -1 where it does not. */
    int nextAscii(byte[] into) {
        int back = p;
        if (!nextString()) {
            return -1;
        }
        int length = to - from;
        if (length > into.length) {
            p = back;
            state = VALUE;
            return -1;
        }
        System.arraycopy(a, from, into, 0, length);
        return length;
    }

    // ---- fields of a shape

    /**
     * Takes the name of the next entry, and what stands between the entry before and it, where it is the one that comes
     * next in the shape.
     *
     * @return its ordinal, or -1 where nothing was taken
     */
    int nextField(Shape shape) {
        ExpectedNames fields = wanted;
        int next = ordinal;
        if (fields == null || fields.shape != shape) {
            return expect(shape) ? nextField(shape) : -1;
        }
        byte[] bytes = a;
        int i = p;
        long mask = -1;
        if (state != NEXT) {
            // What stands before is the brace.
            i--;
            mask = ~0xFFL;
        } else if (i + 1 < end && bytes[i + 1] == ' ' && bytes[i] == ',') {
            i++;
            mask = ~0xFFL;
        }
        if (next >= fields.count || isNoting && rejectsDuplicates || state == VALUE) {
            return -1;
        }
        int after = fields.match(next, bytes, i, mask);
        if (after > end || after < 0) {
            return -1;
        }
        p = after;
        state = VALUE;
        ordinal = next + 1;
        return next;
    }

    /** Where the next name should begin, without blanks; or {@link #NOWHERE}. */
    int nextName() {
        if (!isStraight || state == VALUE) {
            return NOWHERE;
        }
        if (state == FIRST) {
            return p;
        }
        return p < end && a[p] == ',' ? p + 1 : NOWHERE;
    }

    /**
     * Goes to an index of the innermost object.
     *
     * @param at where the value of a field begins or the next name should; a comma before it is taken back
     * @param found the ordinal of that field of the shape; those before it have been found, in order
     */
    void moveTo(int at, Shape shape, int found, boolean isNamed) {
        if (wanted == null || wanted.shape != shape) {
            ordinal = 0;
            expect(shape);
        }
        ordinal = isNamed ? found + 1 : found;
        if (isNamed) {
            p = at;
            state = VALUE;
        } else {
            // Behind the brace there is no comma.
            p = found > 0 && a[at - 1] == ',' ? at - 1 : at;
            state = found > 0 ? NEXT : FIRST;
        }
    }

    /** Expects the fields of a shape in the innermost object from now on; false where it cannot have fields in order. */
    private boolean expect(Shape shape) {
        if (level < 0 || kinds[level] != OBJECT) {
            return false;
        }
        if (ordinal > 0 && !isNoting && rejectsDuplicates) {
            noteFields();
        }
        ExpectedNames fields = shapes.get(shape);
        if (fields == null) {
            if (shapes.size() == MAX_SHAPES) {
                shapes.clear();
            }
            fields = new ExpectedNames(shape);
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
        if (end - at < count || a[at - 1] == ',') {
            return false;
        }
        for (int i = at + count - 1; i >= at; i--) {
            if (a[i] != '}') {
                return false;
            }
        }
        p = at + count;
        tokenOffset = in.offset(p - 1);
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
    int endInSight() {
        if (state != NEXT) {
            return -1;
        }
        int i = passBlanks(p);
        for (int open = level; open >= 0; open--) {
            if (i == end || a[i] != (kinds[open] == LIST ? ']' : '}')) {
                return -1;
            }
            i = passBlanks(i + 1);
        }
        return i;
    }

    private int passBlanks(int from) {
        int i = from;
        while (i < end && isBlank(a[i])) {
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
    JsonName lastName() {
        return lastNames[level];
    }

    void noteLastName(JsonName found) {
        lastNames[level] = found;
    }

    /** Enters an object or list. */
    void push(byte kind) {
        if (depth == limits.maxDepth()) {
            throw malformed(
                    "expected at most " + limits.maxDepth()
                            + " objects and lists inside one another but there are more",
                    in.index(tokenOffset));
        }
        depth++;
        pushLevel(kind);
        if (kind != LIST && rejectsDuplicates) {
            objects[level] = names.beginObject();
            overwrites[level] = names.overwrites();
        }
    }

    /** Enters the object that a type name makes around its value. */
    void pushWrapper() {
        pushLevel(WRAPPER);
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
        wanted = kind == OBJECT ? expected[level] : null;
        ordinal = 0;
        isNoting = false;
        state = FIRST;
    }

    /** Leaves the innermost level. */
    void pop() {
        byte kind = kinds[level];
        if (kind != WRAPPER) {
            depth--;
            if (kind != LIST && rejectsDuplicates) {
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
            wanted = kinds[level] == OBJECT ? expected[level] : null;
            ordinal = ordinals[level];
            isNoting = notes[level];
        }
    }

    /** Notes that the innermost object has a name, which is an error where it had it before. */
    void noteName(JsonName noted) {
        if (!rejectsDuplicates || kinds[level] == WRAPPER) {
            return;
        }
        if (!isNoting) {
            noteFields();
        }
        if (names.isFull()) {
            throw malformed(
                    "expected at most " + 2 * limits.maxKeys() + " different names in one message but there are more",
                    in.index(tokenOffset));
        }
        if (!names.note(noted, objects[level])) {
            throw malformed(
                    "expected each name once in an object but " + Printable.quote(noted.text) + " is given twice",
                    in.index(tokenOffset));
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
    void foundField(int found) {
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
    boolean enter(JsonHead head) {
        int inside = p + head.length;
        if (!head.isAt(a, p, end - 1) || !isInside(head, inside)) {
            return false;
        }
        tokenOffset = in.offset(p);
        if (head.event() != null) {
            push(OBJECT);
            noteName(head.name(names));
        }
        if (head.isTyped()) {
            pushWrapper();
        }
        push(OBJECT);
        p = inside;
        entered = head;
        return true;
    }

    /**
     * Goes to the end of the message from the end of the object that a head opened, where the last field ends; false where
     * something else is in the message, or another object is read.
     */
    boolean endMessage(int at) {
        if (entered == null || level != entered.levels - 1 || !closeAll(at)) {
            return false;
        }
        followed = entered;
        return true;
    }

    /** Ends the object that a head opened; returns whether the message has been read by {@link #endMessage}. */
    boolean leaveHead() {
        entered = null;
        return level < 0 && followed != null;
    }

    /**
     * Enters the objects of a head in the message after one that began with it and was read by {@link #endMessage};
     * false where another comes, or in another way, and nothing is done.
     */
    boolean follow(JsonHead head) {
        int from = p + 1;
        int inside = from + head.length;
        if (head != followed
                || rejectsDuplicates
                || !countsBreaks
                || end - inside < 3
                || a[from - 1] != '\n'
                || !head.isAt(a, from, end)
                || !isInside(head, inside)
                || in.isMoved()) {
            return false;
        }
        passBreak();
        enterAgain(head.levels - 1, head.event() == null ? 1 : 2);
        tokenOffset = in.offset(from);
        forgetTokens();
        entered = head;
        followed = null;
        p = inside;
        return true;
    }

    /** Whether a field begins behind a head, as far as two bytes tell, and nothing follows the object of a type name. */
    private boolean isInside(JsonHead head, int inside) {
        byte[] bytes = a;
        return bytes[inside] == '"'
                && bytes[inside + 1] != '@'
                && bytes[inside + 1] != '\\'
                && (!head.isTyped() || isOnlyEntry(inside));
    }

    /** Whether the object that is the value of a type name has nothing after it; not where that is hard to tell. */
    private boolean isOnlyEntry(int inside) {
        int brace = ClosingBrace.find(a, inside, end);
        return brace != ClosingBrace.UNKNOWN && brace + 1 < end && a[brace + 1] == '}';
    }

    // ---- bytes

    /** Whether the input has failed since this was asked last: of the message, nobody knows how far it was read. */
    boolean takeInputFailure() {
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
        int start = in.position;
        if (i - start >= limits.maxMessageBytes()) {
            throw malformed("expected a message of at most " + limits.maxMessageBytes() + " bytes but it is longer", i);
        }
        boolean filled;
        try {
            filled = in.fill(i - start + 1);
        } catch (UncheckedIOException e) {
            hasInputFailed = true;
            throw e;
        }
        int moved = in.position - start;
        sync(p + moved);
        return filled ? i + moved : -1;
    }

    /** The byte at an offset from the start of the message, or -1 where the input ends before. */
    int byteAt(int offset) {
        int i = in.position + offset;
        if (i >= end) {
            i = more(i);
            if (i < 0) {
                return -1;
            }
        }
        return a[i] & 0xFF;
    }

    /** The next byte that is not blank, as a number from 0, or -1 at the end of the input. */
    int nonBlank() {
        while (true) {
            if (p == end && more(p) < 0) {
                return -1;
            }
            byte b = a[p];
            if (!isBlank(b)) {
                return b & 0xFF;
            }
            if (b == '\n') {
                breaks++;
            }
            p++;
        }
    }

    static boolean isBlank(int b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
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
    MalformedWireException malformed(String problem, int index) {
        WireLocation location = location(index);
        return new MalformedWireException(JsonFormat.NAME, problem + begun(location), location);
    }

    /** The input ends, at an offset from the start of the message. */
    TruncatedWireException truncated(int offset) {
        return truncated("message", offset);
    }

    TruncatedWireException truncated(String what, int offset) {
        WireLocation location = location(in.position + offset);
        String problem = "expected the rest of the " + what + " but the input ends";
        return new TruncatedWireException(JsonFormat.NAME, problem + begun(location), location);
    }

    /** Where a message goes over lines, the one it begins in helps more than the one that it broke in. */
    private String begun(WireLocation location) {
        return location.line() == line ? "" : " in the message that begins at line " + line;
    }

    /** The place of an index of the window. */
    WireLocation location(int index) {
        return JsonPlace.of(in, line, column, Math.min(index, in.limit));
    }

    void checkName(int bytes) {
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
                in.index(tokenOffset));
    }
}
