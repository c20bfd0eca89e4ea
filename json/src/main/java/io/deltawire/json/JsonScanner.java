package io.deltawire.json;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
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
final class JsonScanner extends JsonWindow {
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

    private static final int MAX_SHAPES = 256;

    final JsonNameTable names;
    private final IdentityHashMap<Shape, ExpectedNames> shapes = new IdentityHashMap<>();
    final OnlyEntries onlyEntries;
    private final boolean rejectsDuplicates;

    int state;

    byte[] kinds = new byte[16];
    private long[] objects = new long[16];
    private int[] overwrites = new int[16];
    /** By level: the ordinal that the next field should have. */
    private int[] ordinals = new int[16];
    /** By level: what was expected there last. */
    private ExpectedNames[] expected = new ExpectedNames[16];
    /**
     * By level: whether names are noted as they come. As long as the fields of a shape come in its order from the first
     * on, none can be there twice, and nothing is noted.
     */
    private boolean[] notes = new boolean[16];

    int level;
    int depth;

    // The token found last.
    long tokenOffset;
    int from;
    int to;
    boolean escaped;
    boolean ascii;
    JsonName name;
    String type;
    long integer;

    // What the scanner gave up for: what it wanted, and where, from the start of the message.
    private String wanted;
    private int wantedAt;

    JsonScanner(InputBuffer in, WireLimits limits, boolean rejectsDuplicates) {
        super(in, limits);
        this.rejectsDuplicates = rejectsDuplicates;
        this.names = new JsonNameTable(2 * limits.maxKeys());
        this.onlyEntries = new OnlyEntries(this, 2 * limits.maxDepth() + 2);
    }

    /** Begins a message at {@code p}. */
    void beginMessage() {
        level = -1;
        depth = 0;
        state = VALUE;
        type = null;
        names.beginMessage();
        onlyEntries.reset();
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
        wanted = expected;
        wantedAt = index - in.position;
        return HAND_OVER;
    }

    /** The error that the scanner gave up for. */
    MalformedWireException rejected() {
        if (byteAt(wantedAt) < 0) {
            return truncated(wantedAt);
        }
        int index = in.position + wantedAt;
        return malformed("expected " + wanted + " but was " + found(index), index);
    }

    /** The error that something else stands at {@code p}. */
    MalformedWireException rejected(String expected) {
        giveUp(expected, p);
        return rejected();
    }

    private String found(int index) {
        int b = a[index] & 0xFF;
        if (b < 0x80) {
            return b < 0x20 || b == 0x7F ? String.format("U+%04X", b) : "'" + (char) b + "'";
        }
        for (int count = 2; count <= Math.min(4, end - index); count++) {
            if (Utf8.validate(a, index, index + count) == Utf8.VALID) {
                return "'" + Printable.escape(Utf8.decode(a, index, count)) + "'";
            }
        }
        return String.format("byte 0x%02X", b);
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
        byte kind = isPlain ? OBJECT : kindAt(brace, type == null);
        if (kind == WRAPPER) {
            int back = p - in.position;
            int stateBack = state;
            p++;
            nonBlank();
            pushWrapper();
            int token = name();
            if (token != HAND_OVER) {
                type = name.text.substring(1);
                token = value();
            }
            tokenOffset = brace;
            if (token == HAND_OVER) {
                level--;
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

    /** The kind of object that begins at an offset from the start of the input. */
    byte kindAt(long brace, boolean typeAllowed) {
        int object = in.index(brace) - in.position;
        int quote = object + 1;
        int c = byteAt(quote);
        while (isBlank(c)) {
            c = byteAt(++quote);
        }
        if (c != '"') {
            return OBJECT;
        }
        c = byteAt(quote + 1);
        if (c != '@' && c != '\\' || !onlyEntries.at(object)) {
            return OBJECT;
        }
        int close = closingQuote(quote);
        String text = JsonStrings.decode(a, in.position + quote + 1, in.position + close);
        if (text == null || text.length() < 2 || text.charAt(0) != '@') {
            return OBJECT;
        }
        return switch (text.charAt(1)) {
            case '@' -> ESCAPED;
            case '{', '[' -> OBJECT;
            default -> typeAllowed ? WRAPPER : OBJECT;
        };
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
        if (kind != LIST) {
            objects[level] = names.beginObject();
            overwrites[level] = names.overwrites();
            ordinals[level] = 0;
            notes[level] = false;
        }
    }

    /** Enters the object that a type name makes around its value. */
    void pushWrapper() {
        pushLevel(WRAPPER);
    }

    private void pushLevel(byte kind) {
        if (++level == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * level);
            objects = Arrays.copyOf(objects, 2 * level);
            overwrites = Arrays.copyOf(overwrites, 2 * level);
            ordinals = Arrays.copyOf(ordinals, 2 * level);
            expected = Arrays.copyOf(expected, 2 * level);
            notes = Arrays.copyOf(notes, 2 * level);
        }
        kinds[level] = kind;
        state = FIRST;
    }

    /** Leaves the innermost level. */
    void pop() {
        byte kind = kinds[level];
        if (kind != WRAPPER) {
            depth--;
            if (kind != LIST) {
                names.endObject(overwrites[level]);
            }
        }
        level--;
        state = NEXT;
    }

    /** At a quote: the name of an entry, up to and with its colon. */
    private int name() {
        tokenOffset = in.offset(p);
        int i = stringEnd();
        if (i < 0) {
            return HAND_OVER;
        }
        JsonName found = nameAt(p + 1, i);
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

    void checkName(int bytes) {
        if (bytes > limits.maxNameBytes()) {
            throw tooLong("name", limits.maxNameBytes(), "bytes", bytes);
        }
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

    private void noteName(JsonName noted) {
        if (!rejectsDuplicates || kinds[level] == WRAPPER) {
            return;
        }
        if (!notes[level]) {
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
            int token = numberInWindow();
            // What looks like the end may be the end of the window only.
            if (to < end || more(to) < 0) {
                if (token == HAND_OVER) {
                    return giveUp(wanted, to);
                }
                return number(token);
            }
        }
    }

    private int number(int token) {
        if (!endsAt(to - in.position)) {
            return giveUp("the end of the number", to);
        }
        checkNumber(to - p);
        from = p;
        p = to;
        state = NEXT;
        return token;
    }

    /** Goes over the number as far as the window has it, and sets {@link #to}, or {@link #wanted} where it is none. */
    private int numberInWindow() {
        byte[] bytes = a;
        int i = bytes[p] == '-' ? p + 1 : p;
        int digits = i;
        i = digits(bytes, i);
        if (i == digits || i > digits + 1 && bytes[digits] == '0') {
            wanted = i == digits ? "a digit" : "no digit after a leading zero";
            to = i == digits ? i : digits + 1;
            return HAND_OVER;
        }
        int token = INTEGER;
        if (i < end && bytes[i] == '.') {
            token = DECIMAL;
            digits = i + 1;
            i = digits(bytes, digits);
            if (i == digits) {
                return noDigit(i);
            }
        }
        if (i < end && (bytes[i] | 0x20) == 'e') {
            token = DECIMAL;
            digits = i + 1;
            if (digits < end && (bytes[digits] == '+' || bytes[digits] == '-')) {
                digits++;
            }
            i = digits(bytes, digits);
            if (i == digits) {
                return noDigit(i);
            }
        }
        to = i;
        return token;
    }

    private int noDigit(int index) {
        wanted = "a digit";
        to = index;
        return HAND_OVER;
    }

    private int digits(byte[] bytes, int index) {
        int i = index;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        return i;
    }

    // ---- the ordinary case, straight

    /**
     * Takes the name of the next entry where it is the one that comes next in the shape.
     *
     * @return its ordinal, or -1 where nothing was taken
     */
    int nextField(Shape shape) {
        if (level < 0 || kinds[level] != OBJECT) {
            return -1;
        }
        ExpectedNames wantedNames = expected[level];
        if (wantedNames == null || wantedNames.shape != shape) {
            wantedNames = expect(shape);
        }
        int ordinal = ordinals[level];
        byte[] bytes = a;
        int i = p;
        if (state == NEXT && i + 1 < end && bytes[i] == ',') {
            i += bytes[i + 1] == ' ' ? 2 : 1;
        } else if (state != FIRST) {
            return -1;
        }
        if (ordinal >= wantedNames.encoded.length) {
            return -1;
        }
        JsonNames.Encoded encoded = wantedNames.encoded[ordinal];
        if (encoded.length > end - i || !Swar.matches(bytes, i, encoded.bytes, encoded.length)) {
            return -1;
        }
        if (notes[level] && rejectsDuplicates && !names.note(wantedNames.name(ordinal, names), objects[level])) {
            return -1; // found again, and said, by who takes it by name
        }
        p = i + encoded.length;
        state = VALUE;
        ordinals[level] = ordinal + 1;
        return ordinal;
    }

    /** Notes the fields that came in order, since others come now. */
    private void noteFields() {
        notes[level] = true;
        for (int i = 0; i < ordinals[level]; i++) {
            names.note(expected[level].name(i, names), objects[level]);
        }
    }

    private ExpectedNames expect(Shape shape) {
        if (ordinals[level] > 0 && !notes[level]) {
            noteFields();
        }
        ExpectedNames names = shapes.get(shape);
        if (names == null) {
            if (shapes.size() == MAX_SHAPES) {
                shapes.clear();
            }
            names = new ExpectedNames(shape);
            shapes.put(shape, names);
        }
        expected[level] = names;
        return names;
    }

    /** Notes that a field was found by its name: the one after it in the shape should come next. */
    void foundField(int ordinal) {
        ordinals[level] = ordinal + 1;
    }

    /**
     * Takes an integer of up to 18 digits that stands right here. To be called in the state {@link #VALUE}.
     *
     * @return whether there was one; it is {@link #integer} then
     */
    boolean nextInteger() {
        byte[] bytes = a;
        int i = p;
        int last = Math.min(end, i + 20);
        if (i < last && bytes[i] == ' ') {
            i++;
        }
        boolean negative = i < last && bytes[i] == '-';
        if (negative) {
            i++;
        }
        int digits = i;
        long value = 0;
        int c;
        if (i + 8 < last && Swar.isEightDigits(bytes, i)) {
            value = Swar.eightDigits(bytes, i);
            i += 8;
        }
        while (i < last && (c = bytes[i] - '0') >= 0 && c <= 9) {
            value = value * 10 + c;
            i++;
        }
        if (i == last || i - digits > 18 || i - digits > 1 && bytes[digits] == '0' || value == 0 && negative) {
            return false;
        }
        if (i == digits || bytes[i] != ',' && bytes[i] != '}') {
            return false;
        }
        integer = negative ? -value : value;
        p = i;
        state = NEXT;
        return true;
    }

    /** As {@link #nextInteger}, for a number with a point or exponent; it is from {@link #from} to {@link #to} then. */
    boolean nextDecimal() {
        if (p >= end || a[p] != '-' && (a[p] < '0' || a[p] > '9')) {
            return false;
        }
        if (numberInWindow() != DECIMAL
                || to >= end
                || a[to] != ',' && a[to] != '}'
                || to - p > limits.maxNumberChars()) {
            return false;
        }
        tokenOffset = in.offset(p);
        type = null;
        from = p;
        p = to;
        state = NEXT;
        return true;
    }

    // ---- errors

    MalformedWireException tooLong(String what, int max, String unit, int found) {
        return malformed(
                "expected a " + what + " of at most " + max + " " + unit + " but it has " + found,
                in.index(tokenOffset));
    }
}
