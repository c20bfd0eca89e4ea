package io.deltawire.json;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.Utf8;

/**
 * Finds the tokens of one message in the window on the input. Knows the JSON that people and programs write; at anything
 * else, errors above all, it answers {@link #HAND_OVER} without having moved, and {@link JacksonTokens} takes the rest of
 * the message from there.
 *
 * <p>Type names are no tokens: {@code {"@Type":value}} gives the tokens of the value, the first with {@link #type} set.
 * The state of the structure is kept here for both.
 */
final class JsonScanner extends JsonHeads {
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
        super(in, limits, rejectsDuplicates);
        this.objectKinds = new ObjectKinds(this, limits.maxDepth());
        this.maxNumberChars = limits.maxNumberChars();
        this.maxTextChars = limits.maxTextChars();
    }

    /** Begins a message at {@code p}. */
    void beginMessage() {
        forgetHeads();
        leaveAll();
        forgetTokens();
    }

    @Override
    void forgetTokens() {
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
}
