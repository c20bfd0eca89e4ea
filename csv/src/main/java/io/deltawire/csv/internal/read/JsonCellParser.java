package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.internal.json.JsonStringDecoder;
import io.deltawire.wire.internal.json.JsonSyntax;
import io.deltawire.wire.internal.json.Swar;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.wire.spi.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Parses one JSON text (RFC 8259) into a flat list of nodes, and walks through them with a cursor. It reads what the
 * cells of JSON text are written as: {@code {"@dw:Type":value}} is a value with a type name. The rules for names are those
 * of the JSON wire, except that keys that are objects or lists remain names. Nesting takes no stack.
 */
public final class JsonCellParser {
    private static final int MARK = JsonSyntax.MARK.length();
    private static final byte BEGIN_OBJECT = 0;
    private static final byte END_OBJECT = 1;
    private static final byte BEGIN_LIST = 2;
    private static final byte END_LIST = 3;
    private static final byte NAME = 4;
    private static final byte STRING = 5;
    private static final byte BARE = 6;
    /** Begins an object that only gives its value a type name. The name follows, then the value. */
    private static final byte TYPE = 7;
    /** Ends such an object. */
    private static final byte SKIP = 8;

    /** The only name of an object, which the writer has escaped by another mark in front. */
    private static final byte ESCAPED_NAME = 9;

    /** The nodes of a text of at least this length are counted before they are recorded. */
    private static final int LARGE = 1 << 16;

    private final int maxDepth;
    private final int maxNameBytes;
    private final TextCache texts;
    private byte[] text;
    private byte[] kinds = new byte[32];
    private int[] from = new int[32];
    private int[] to = new int[32];
    private int size;
    private int next;
    private int at;
    private int end;

    private final int[] open;
    private int depth;

    JsonCellParser(int maxDepth, int maxNameBytes, TextCache texts) {
        this.texts = texts;
        this.maxDepth = maxDepth;
        this.maxNameBytes = maxNameBytes;
        // Twice, since levels that only name a type are recognised when they end. The reader counts the real levels.
        this.open = new int[2 * maxDepth];
    }

    /** An error in a text, and the index of it. */
    public static final class Fault extends Exception {
        private static final long serialVersionUID = 1;

        private final int index;

        Fault(String problem, int index) {
            super(problem);
            this.index = index;
        }

        /** The index in the text at which it is wrong. */
        public int index() {
            return index;
        }
    }

    /** Parses a text, which must be valid UTF-8, and moves the cursor to its value. */
    void parse(byte[] json, int textFrom, int textTo) throws Fault {
        text = json;
        at = textFrom;
        end = textTo;
        size = 0;
        next = 0;
        depth = 0;
        if (textTo - textFrom > LARGE) {
            reserve(countNodes());
        }
        space();
        do {
            value();
        } while (depth > 0);
        space();
        if (at < end) {
            throw fault("expected the end of the JSON text but found " + shown());
        }
        passTypes();
    }

    /** Parses a scalar, or the start of an object or list, and all ends that follow. */
    private void value() throws Fault {
        byte c = at < end ? text[at] : 0;
        switch (c) {
            case '{', '[' -> {
                if (depth == open.length) {
                    throw fault("JSON nested deeper than " + maxDepth + " levels");
                }
                open[depth++] = size;
                add(c == '{' ? BEGIN_OBJECT : BEGIN_LIST, at, at);
                at++;
                space();
                if (at < end && text[at] == (c == '{' ? '}' : ']')) {
                    close();
                } else if (c == '{') {
                    parseName();
                    return;
                } else {
                    return;
                }
            }
            case '"' -> string(STRING);
            default -> bare();
        }
        afterValue();
    }

    private void afterValue() throws Fault {
        while (true) {
            space();
            if (depth == 0) {
                return;
            }
            boolean list = kinds[open[depth - 1]] == BEGIN_LIST;
            byte c = at < end ? text[at] : 0;
            if (c == ',') {
                at++;
                space();
                if (!list) {
                    parseName();
                }
                return;
            }
            if (c != (list ? ']' : '}')) {
                throw fault("expected , or " + (list ? "]" : "}") + " in JSON but found " + shown());
            }
            close();
        }
    }

    private void parseName() throws Fault {
        if (at == end || text[at] != '"') {
            throw fault("expected a name in JSON but found " + shown());
        }
        string(NAME);
        if (isLong(size - 1)) {
            throw new Fault("field name longer than " + maxNameBytes + " bytes", from[size - 1]);
        }
        space();
        if (at == end || text[at] != ':') {
            throw fault("expected : in JSON but found " + shown());
        }
        at++;
        space();
    }

    /** Whether a name is beyond the limit. A mark in front is not counted, since it may be an escape. */
    private boolean isLong(int name) {
        return to[name] - from[name] > maxNameBytes
                && Utf8.length(string(name)) - (startsWithMark(name) ? MARK : 0) > maxNameBytes;
    }

    private void close() throws Fault {
        int begin = open[--depth];
        boolean list = kinds[begin] == BEGIN_LIST;
        add(list ? END_LIST : END_OBJECT, at, at);
        at++;
        to[begin] = size - 1; // the end, so that the value can be skipped
        if (!list) {
            endObject(begin);
        }
    }

    /** Checks the names of an object that has just ended, and recognises an object that only names a type. */
    private void endObject(int begin) throws Fault {
        int last = size - 1;
        if (last == begin + 1) {
            return;
        }
        int second = after(begin + 2);
        if (second == last) {
            if (isTypeName(begin + 1) && kinds[begin + 2] != TYPE) {
                kinds[begin] = TYPE;
                kinds[last] = SKIP;
            } else if (hasTwoMarks(begin + 1)) {
                kinds[begin + 1] = ESCAPED_NAME;
            }
            return;
        }
        if (last - begin > LARGE) {
            requireDifferentNames(begin, last);
            return;
        }
        Set<String> names = new HashSet<>();
        for (int i = begin + 1; i < last; i = after(i + 1)) {
            requireNew(i, names);
        }
    }

    private void requireNew(int name, Set<String> names) throws Fault {
        if (!names.add(string(name))) {
            throw new Fault("field " + Printable.quote(string(name)) + " given twice in JSON", from[name]);
        }
    }

    /** Compares only names of equal hashes, since a set of all names would take twenty times the text's memory. */
    private void requireDifferentNames(int begin, int last) throws Fault {
        int count = 0;
        for (int i = begin + 1; i < last; i = after(i + 1)) {
            count++;
        }
        long[] hashes = new long[count];
        count = 0;
        for (int i = begin + 1; i < last; i = after(i + 1)) {
            hashes[count++] = (long) string(i).hashCode() << 32 | i;
        }
        Arrays.sort(hashes);
        Set<String> names = new HashSet<>();
        for (int i = 1; i < count; i++) {
            if (hashes[i] >> 32 != hashes[i - 1] >> 32) {
                names.clear();
            } else {
                if (names.isEmpty()) {
                    requireNew((int) hashes[i - 1], names);
                }
                requireNew((int) hashes[i], names);
            }
        }
    }

    private boolean isTypeName(int i) {
        int first = from[i] + MARK;
        return startsWithMark(i) && first < to[i] && !hasTwoMarks(i) && text[first] != '{' && text[first] != '[';
    }

    private boolean startsWithMark(int i) {
        return JsonSyntax.startsWithMark(text, from[i], to[i]);
    }

    private boolean hasTwoMarks(int i) {
        return startsWithMark(i) && JsonSyntax.startsWithMark(text, from[i] + MARK, to[i]);
    }

    /** Whether a name has two or more marks and a bracket, so that the writer has added its first mark. */
    private boolean isEscapedKey(int i) {
        int j = JsonSyntax.afterMarks(text, from[i], to[i]);
        return j - from[i] > MARK && j < to[i] && (text[j] == '{' || text[j] == '[');
    }

    /** The node after a value. */
    private int after(int i) {
        byte kind = kinds[i];
        return kind == BEGIN_OBJECT || kind == BEGIN_LIST || kind == TYPE ? to[i] + 1 : i + 1;
    }

    private void string(byte kind) throws Fault {
        int begin = at + 1;
        int i = begin;
        while (true) {
            i = Swar.indexOfSpecial(text, i, end);
            at = i;
            if (i == end) {
                throw new Fault("expected the end of a JSON string but the cell ends", begin - 1);
            }
            byte special = text[i];
            if (special == '"') {
                break;
            }
            if (special == '\\') {
                i = afterEscape();
            } else if (special < 0) {
                i++;
            } else {
                throw fault("found a control character in a JSON string; expected it escaped");
            }
        }
        add(kind, begin, at);
        at++;
    }

    /** Checks the escape at the present index and returns the index after it. */
    private int afterEscape() throws Fault {
        int after = JsonStringDecoder.escapeEnd(text, at, end);
        if (after < 0) {
            throw fault(~after > at + 1 ? "expected 4 hexadecimal digits after \\u in JSON" : "no escape of JSON");
        }
        return after;
    }

    /** Parses a number, {@code true}, {@code false} or {@code null}. */
    private void bare() throws Fault {
        int begin = at;
        while (at < end && isBare(text[at])) {
            at++;
        }
        if (at == begin) {
            throw fault("expected a JSON value but found " + shown());
        }
        add(BARE, begin, at);
        if (literal(size - 1) == WireToken.TEXT) {
            at = begin;
            throw fault("expected a JSON value but found " + shown());
        }
    }

    private static boolean isBare(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '-' || b == '+' || b == '.' || b == 'E';
    }

    private final ScalarText scalar = new ScalarText(Integer.MAX_VALUE);

    /** The kind of a bare node; {@link WireToken#TEXT} if it is no JSON value. */
    private WireToken literal(int i) {
        if (is(i, "null")) {
            return WireToken.NULL;
        }
        if (is(i, "true") || is(i, "false")) {
            return WireToken.BOOL;
        }
        scalar.set(text, from[i], to[i]);
        WireToken number = scalar.number();
        return number == null ? WireToken.TEXT : number;
    }

    private boolean is(int i, String word) {
        if (to[i] - from[i] != word.length()) {
            return false;
        }
        for (int j = 0; j < word.length(); j++) {
            if (text[from[i] + j] != word.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    private void space() {
        while (at < end && JsonSyntax.isBlank(text[at])) {
            at++;
        }
    }

    /** Makes room for nodes, as doubling the room of a large text would take much memory. */
    private void reserve(int nodes) {
        if (nodes > kinds.length) {
            kinds = new byte[nodes];
            from = new int[nodes];
            to = new int[nodes];
        }
    }

    /** Counts the nodes of the text; if it is not valid, a number that may be too small. */
    private int countNodes() {
        int nodes = 0;
        boolean isBare = false;
        for (int i = at; i < end; i++) {
            byte c = text[i];
            boolean wasBare = isBare;
            isBare = false;
            switch (c) {
                case '{', '}', '[', ']' -> nodes++;
                case '"' -> {
                    nodes++;
                    i = afterString(i + 1) - 1;
                }
                case ',', ':', ' ', '\t', '\n', '\r' -> {
                    // between nodes
                }
                default -> {
                    nodes += wasBare ? 0 : 1;
                    isBare = true;
                }
            }
        }
        return nodes;
    }

    /** The index after the quote that ends a string, or the end of the text. */
    private int afterString(int first) {
        int i = first;
        while (i < end && text[i] != '"') {
            i += text[i] == '\\' ? 2 : 1;
        }
        return Math.min(end, i + 1);
    }

    private void add(byte kind, int nodeFrom, int nodeTo) {
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * size);
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
        }
        kinds[size] = kind;
        from[size] = nodeFrom;
        to[size++] = nodeTo;
    }

    private Fault fault(String problem) {
        return new Fault(problem, at);
    }

    private String shown() {
        if (at >= end) {
            return "the end of the cell";
        }
        int length = Math.min(end - at, 40);
        while (at + length < end && (text[at + length] & 0xC0) == 0x80) {
            length--;
        }
        return Printable.quote(Utf8.decode(text, at, length));
    }

    // ---- The cursor -----------------------------------------------------------------------------------------------

    private int type = -1;

    /** Skips nodes that only give the next value its type name. */
    private void passTypes() {
        type = -1;
        while (next < size && kinds[next] == SKIP) {
            next++;
        }
        if (next < size && kinds[next] == TYPE) {
            type = next + 1;
            next += 2;
        }
    }

    /** Whether the whole value has been read. */
    boolean isDone() {
        return next == size;
    }

    /** Releases the room of a large text that has been read. */
    void trim() {
        if (kinds.length > LARGE) {
            kinds = new byte[LARGE];
            from = new int[LARGE];
            to = new int[LARGE];
            size = 0;
            next = 0;
        }
    }

    WireToken peek() {
        return switch (kinds[next]) {
            case BEGIN_OBJECT -> WireToken.BEGIN_OBJECT;
            case END_OBJECT -> WireToken.END_OBJECT;
            case BEGIN_LIST -> WireToken.BEGIN_LIST;
            case END_LIST -> WireToken.END_LIST;
            case NAME, ESCAPED_NAME -> WireToken.FIELD;
            case STRING -> WireToken.TEXT;
            default -> literal(next);
        };
    }

    String typeName() {
        return type < 0 ? null : string(type).substring(MARK);
    }

    String name() {
        String name = string(next);
        return kinds[next] == ESCAPED_NAME || isEscapedKey(next) ? name.substring(MARK) : name;
    }

    /** Sets the scalar at the cursor. */
    void load(ScalarText into) {
        if (kinds[next] == STRING && hasEscape(next)) {
            // Here a lone surrogate becomes a question mark. Only text() returns it.
            byte[] decoded = string(next).getBytes(StandardCharsets.UTF_8);
            into.set(decoded, 0, decoded.length);
        } else {
            into.set(text, from[next], to[next]);
        }
    }

    /** The text of the scalar at the cursor. */
    String text() {
        return kinds[next] == STRING ? string(next) : Utf8.decode(text, from[next], to[next] - from[next]);
    }

    /** Moves to the next node. */
    void advance() {
        next++;
        passTypes();
    }

    /** Skips the value at the cursor. */
    void skip() {
        next = after(next);
        passTypes();
    }

    private boolean hasEscape(int i) {
        for (int j = from[i]; j < to[i]; j++) {
            if (text[j] == '\\') {
                return true;
            }
        }
        return false;
    }

    private String string(int i) {
        return Swar.indexOfSpecial(text, from[i], to[i]) == to[i] // ASCII without escapes
                ? texts.text(text, from[i], to[i])
                : JsonStringDecoder.decode(text, from[i], to[i]);
    }
}
