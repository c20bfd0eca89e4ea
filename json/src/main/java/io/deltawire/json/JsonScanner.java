package io.deltawire.json;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
import java.util.Arrays;

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

    final InputBuffer in;
    final WireLimits limits;
    final JsonNameTable names;
    final OnlyEntries onlyEntries;
    private final boolean rejectsDuplicates;

    // The window: a copy of the buffer's fields, its end cut to the largest message. The buffer's position stays at the
    // start of the message.
    byte[] a;
    int p;
    int end;
    int state;

    byte[] kinds = new byte[16];
    private long[] objects = new long[16];
    private int[] overwrites = new int[16];
    int level;
    int depth;

    // The token found last.
    long tokenOffset;
    int from;
    int to;
    boolean escaped;
    JsonName name;
    String type;

    // What the scanner gave up for: what it wanted, and where, from the start of the message.
    private String wanted;
    private int wantedAt;

    // Where the message begins: line, offset of the line's first byte after the message's start, columns before.
    int line = 1;
    int column = 1;

    JsonScanner(InputBuffer in, WireLimits limits, boolean rejectsDuplicates) {
        this.in = in;
        this.limits = limits;
        this.rejectsDuplicates = rejectsDuplicates;
        this.names = new JsonNameTable();
        this.onlyEntries = new OnlyEntries(this, 2 * limits.maxDepth() + 2);
        sync(in.position);
    }

    // ---- messages

    /** Moves the start of the message to {@code p}; everything before is dropped. */
    void mark() {
        int start = in.position;
        for (int i = start; i < p; i++) {
            if (a[i] == '\n') {
                line++;
                column = 1;
            } else if ((a[i] & 0xC0) != 0x80) {
                column++;
            }
        }
        in.position = p;
        in.mark();
        sync(p);
    }

    private void sync(int position) {
        a = in.array;
        p = position;
        end = in.limit - in.position > limits.maxMessageBytes() ? in.position + limits.maxMessageBytes() : in.limit;
    }

    /** Returns the next byte that is not blank without consuming it, or -1 at the end; marks it as start of a message. */
    int nextRoot() {
        while (true) {
            while (p < end && isBlank(a[p])) {
                p++;
            }
            mark();
            if (p < end) {
                if (!isBlank(a[p])) {
                    return a[p] & 0xFF;
                }
            } else if (in.fill(1)) {
                sync(in.position);
            } else {
                return -1;
            }
        }
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

    /** Passes over a byte order mark. */
    void skipMark() {
        if (in.fill(3)) {
            sync(in.position);
            if (a[p] == (byte) 0xEF && a[p + 1] == (byte) 0xBB && a[p + 2] == (byte) 0xBF) {
                in.position += 3;
                in.mark();
            }
        }
        sync(in.position);
    }

    // ---- the window

    /**
     * Makes the byte at index {@code i} present, where {@code i} is the end of the window.
     *
     * @return its index now, which may be another, or -1 where the input ends
     */
    private int more(int i) {
        int start = in.position;
        if (i - start >= limits.maxMessageBytes()) {
            throw malformed("expected a message of at most " + limits.maxMessageBytes() + " bytes but it is longer", i);
        }
        boolean filled = in.fill(i - start + 1);
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

    /** The offset of the quote that ends the string whose quote is at this offset. */
    int stringEnd(int offset) {
        int i = offset + 1;
        while (true) {
            switch (byteAt(i)) {
                case '"':
                    return i;
                case '\\':
                    i += 2;
                    break;
                case -1:
                    throw truncated(i);
                default:
                    i++;
                    break;
            }
        }
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
            p++;
        }
    }

    static boolean isBlank(int b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
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
        byte kind = kindAt(brace, type == null);
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
        int close = stringEnd(quote);
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
        if (rejectsDuplicates && kinds[level] != WRAPPER && !names.note(noted, objects[level])) {
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
        int bits = 0;
        escaped = false;
        while (true) {
            if (i == end) {
                i = more(i);
                if (i < 0) {
                    giveUp("the end of the text", end);
                    return -1;
                }
            }
            byte b = a[i];
            if (b == '"') {
                break;
            }
            if (b == '\\') {
                escaped = true;
                i = escape(i);
                if (i < 0) {
                    return -1;
                }
                continue;
            }
            if (b >= 0 && b < 0x20) {
                giveUp("an escape for the control character", i);
                return -1;
            }
            bits |= b;
            i++;
        }
        if (bits < 0) {
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
        int start = p - in.position;
        int i = start;
        int c = byteAt(i);
        if (c == '-') {
            c = byteAt(++i);
        }
        int digits = i;
        while (c >= '0' && c <= '9') {
            c = byteAt(++i);
        }
        if (i == digits) {
            return giveUp("a digit", in.position + i);
        }
        if (i > digits + 1 && byteAt(digits) == '0') {
            return giveUp("no digit after a leading zero", in.position + digits + 1);
        }
        int token = INTEGER;
        if (c == '.') {
            token = DECIMAL;
            int point = i;
            do {
                c = byteAt(++i);
            } while (c >= '0' && c <= '9');
            if (i == point + 1) {
                return giveUp("a digit", in.position + i);
            }
        }
        if (c == 'e' || c == 'E') {
            token = DECIMAL;
            c = byteAt(++i);
            if (c == '+' || c == '-') {
                c = byteAt(++i);
            }
            int exponent = i;
            while (c >= '0' && c <= '9') {
                c = byteAt(++i);
            }
            if (i == exponent) {
                return giveUp("a digit", in.position + i);
            }
        }
        if (!endsAt(i)) {
            return giveUp("the end of the number", in.position + i);
        }
        checkNumber(i - start);
        from = in.position + start;
        to = in.position + i;
        p = to;
        state = NEXT;
        return token;
    }

    // ---- errors

    MalformedWireException tooLong(String what, int max, String unit, int found) {
        return malformed(
                "expected a " + what + " of at most " + max + " " + unit + " but it has " + found,
                in.index(tokenOffset));
    }

    /** An error at an index of the window. */
    MalformedWireException malformed(String problem, int index) {
        WireLocation location = location(index);
        return new MalformedWireException(JsonFormat.NAME, problem + begun(location), location);
    }

    /** Where a message goes over lines, the one it begins in helps more than the one that it broke in. */
    private String begun(WireLocation location) {
        return location.line() == line ? "" : " in the message that begins at line " + line;
    }

    /** The input ends, at an offset from the start of the message. */
    TruncatedWireException truncated(int offset) {
        return new TruncatedWireException(
                JsonFormat.NAME, "expected the rest of the message but the input ends", location(in.position + offset));
    }

    /** The place of an index of the window. */
    WireLocation location(int index) {
        return JsonPlace.of(in, line, column, Math.min(index, in.limit));
    }
}
