package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the YAML that {@link YamlWriter} writes, straight from its bytes. At the first thing it does not know it says
 * {@link #UNKNOWN} and stays so; the reader then goes on with {@link EventTokens}, past the {@link #count} tokens that
 * were scanned. So every token given here must be the one that SnakeYAML's events give, as far as SnakeYAML gets: what may
 * turn out to be something else further on is left to it. Not thread-safe.
 */
final class Scanner {
    static final int UNKNOWN = -1;
    static final int FIELD = 0;
    static final int KEY = 1;

    /** A plain scalar, {@link #from} to {@link #to}. */
    static final int PLAIN = 2;

    /** Text in double quotes, {@link #from} to {@link #to} without them. */
    static final int QUOTED = 3;

    static final int BEGIN_OBJECT = 4;
    static final int END_OBJECT = 5;
    static final int BEGIN_LIST = 6;
    static final int END_LIST = 7;
    static final int END_MESSAGE = 8;

    /** What {@link #nextField} returns where the ordinary way has to be taken. */
    static final int NO_FIELD = -4;

    /** What {@link #entry} returns where there is no further entry. */
    private static final int NO_ENTRY = -3;

    /** Not inside of anything. */
    private static final byte ROOT = 0;

    /** In the outermost object, a field a line. */
    private static final byte BLOCK = 1;

    /** In braces. */
    private static final byte BRACES = 2;

    /** In brackets. */
    private static final byte LIST = 3;

    /** A flow collection longer than this many bytes cannot be the key of a mapping: that must be of 1,024 characters. */
    private static final int MAX_KEY_BYTES = 4200;

    private static final int MAX_INT64_DIGITS = 18;
    private static final int MAX_FLOAT64_CHARS = 40;

    private final WireLimits limits;
    private final NameCache names = new NameCache();
    private final SeenNames[] seen;
    private final byte[] levels;
    private final boolean[] started;
    private byte[] a = {};
    private int pos;
    private int end;
    private int depth;
    private byte level;
    private boolean first;
    private boolean valueNext;
    private boolean keyValueNext;
    private boolean unknown;

    /** How many tokens were scanned, the present one included. */
    long count;

    /** Whether a token was scanned and is not consumed yet. */
    boolean pending;

    /** The present token. */
    int code;

    /** The span of the present scalar, without quotes. */
    int from;

    int to;

    /** Whether the text in quotes has escapes. */
    boolean escaped;

    /** The standard tag of the present scalar, or null. */
    String tag;

    /** The type name in front of the present value, or null. */
    String type;

    /** The present name. */
    String name;

    Scanner(WireLimits limits) {
        this.limits = limits;
        this.levels = new byte[limits.maxDepth() + 1];
        this.started = new boolean[limits.maxDepth() + 1];
        this.seen = new SeenNames[limits.maxDepth() + 1];
    }

    /** Begins a document of valid UTF-8; false where it is left to SnakeYAML at once. */
    boolean begin(byte[] array, int start, int limit) {
        a = array;
        pos = start;
        end = limit;
        depth = 0;
        level = ROOT;
        first = true;
        valueNext = false;
        keyValueNext = false;
        unknown = false;
        pending = false;
        count = 0;
        type = null;
        tag = null;
        if (start == limit || array[limit - 1] != '\n') {
            return false;
        }
        if (array[start] == '-' && limit - start > 3 && array[start + 3] == '\n' && isMark(start, '-')) {
            pos = start + 4;
        }
        return true;
    }

    byte[] array() {
        return a;
    }

    boolean isAtRoot() {
        return depth == 0 && !first && !pending;
    }

    /** Scans the next token, unless one is scanned already, and returns it, or {@link #UNKNOWN}. */
    int advance() {
        if (pending) {
            return code;
        }
        int scanned = unknown ? UNKNOWN : scan();
        if (scanned == UNKNOWN) {
            unknown = true;
            return UNKNOWN;
        }
        code = scanned;
        pending = true;
        count++;
        return scanned;
    }

    private int scan() {
        type = null;
        tag = null;
        if (valueNext) {
            valueNext = false;
            return value(pos);
        }
        if (keyValueNext) {
            keyValueNext = false;
            valueNext = true;
            return PLAIN;
        }
        switch (level) {
            case LIST -> {
                return item();
            }
            case ROOT -> {
                return first ? root() : endOfDocument();
            }
            default -> {
                int at = entry();
                return at == UNKNOWN ? UNKNOWN : at == NO_ENTRY ? close(END_OBJECT) : key(at);
            }
        }
    }

    private int root() {
        int at = skipLines(pos);
        if (at < 0 || at == end || at + 3 <= end && (isMark(at, '-') || isMark(at, '.'))) {
            return UNKNOWN;
        }
        first = false;
        if (a[at] == '{' || a[at] == '[' || a[at] == '!') {
            return value(at);
        }
        int after;
        if (a[at] == '"') {
            int quote = Lexer.quotedEnd(a, at + 1);
            after = quote == UNKNOWN ? UNKNOWN : (quote < 0 ? -2 - quote : quote) + 1;
        } else {
            after = Lexer.plainEnd(a, at);
        }
        if (after == UNKNOWN) {
            return UNKNOWN;
        }
        if (a[after] == ':') {
            pos = at;
            boolean key = a[after + 1] == ' ' && after - at <= Names.MAX_SIMPLE_KEY;
            return key && push(BLOCK) ? BEGIN_OBJECT : UNKNOWN;
        }
        return value(at);
    }

    private int endOfDocument() {
        if (a[pos] != '\n') {
            return UNKNOWN;
        }
        int at = skipLines(pos + 1);
        return at == end || at >= 0 && isEndMark(at) ? END_MESSAGE : UNKNOWN;
    }

    /**
     * Index of the key of the next entry of the innermost object, {@link #NO_ENTRY} with {@link #pos} after the object, or
     * {@link #UNKNOWN}.
     */
    private int entry() {
        if (level == BLOCK) {
            if (first) {
                first = false;
                return pos;
            }
            if (a[pos] != '\n') {
                return UNKNOWN;
            }
            int at = skipLines(pos + 1);
            if (at == end || at >= 0 && isEndMark(at)) {
                return NO_ENTRY;
            }
            return at;
        }
        int at = skipSpace(pos);
        if (at < 0) {
            return UNKNOWN;
        }
        if (first) {
            first = false;
            if (a[at] == '}') {
                pos = at + 1;
                return NO_ENTRY;
            }
            return at;
        }
        if (a[at] == '}') {
            pos = at + 1;
            return NO_ENTRY;
        }
        if (a[at] != ',') {
            return UNKNOWN;
        }
        at = skipSpace(at + 1);
        return at < 0 || a[at] == '}' ? UNKNOWN : at;
    }

    /** Reads a key and the colon and space after it. */
    private int key(int at) {
        int after;
        boolean quoted = a[at] == '"';
        if (quoted) {
            int quote = Lexer.quotedEnd(a, at + 1);
            if (quote == UNKNOWN) {
                return UNKNOWN;
            }
            escaped = quote < 0;
            from = at + 1;
            to = escaped ? -2 - quote : quote;
            after = to + 1;
        } else {
            after = Lexer.plainEnd(a, at);
            escaped = false;
            from = at;
            to = after;
        }
        if (after == UNKNOWN || a[after] != ':' || a[after + 1] != ' ' || to - from > Names.MAX_SIMPLE_KEY) {
            return UNKNOWN;
        }
        pos = after + 2;
        if (!quoted && !isText()) {
            return number();
        }
        name = escaped ? unescaped() : names.get(a, from, to);
        boolean odd = to - from > limits.maxNameBytes() || quoted && PlainText.readsAsTemporal(name);
        if (odd || !seen().add(name)) {
            return UNKNOWN;
        }
        valueNext = true;
        return FIELD;
    }

    /** A key that is an integer: the token before it. Other keys that are not text are left to SnakeYAML. */
    private int number() {
        if (!isInt64() || !seen().add(new String(a, from, to - from, StandardCharsets.ISO_8859_1) + '#')) {
            return UNKNOWN;
        }
        keyValueNext = true;
        return KEY;
    }

    /**
     * Reads the next key as an ordinal of a shape.
     *
     * @return the ordinal, {@link WireIn#UNKNOWN} where the name is another, which is pending then, {@link WireIn#END}, or
     *     {@link #NO_FIELD} where the ordinary way has to be taken
     */
    int nextField(Shape shape) {
        if (pending || unknown || valueNext || keyValueNext || level != BRACES && level != BLOCK) {
            return NO_FIELD;
        }
        SeenNames of = seen();
        int expected = of.expect(shape);
        int at = entry();
        if (at < 0) {
            if (at == UNKNOWN) {
                unknown = true;
                return NO_FIELD;
            }
            code = close(END_OBJECT);
            type = null;
            tag = null;
            pending = true;
            count++;
            return WireIn.END;
        }
        if (expected >= 0) {
            byte[] encoded = shape.get(Names.OF_SHAPE)[expected];
            if (encoded != null
                    && encoded.length <= end - at
                    && Arrays.equals(a, at, at + encoded.length, encoded, 0, encoded.length)) {
                of.sawExpected();
                pos = at + encoded.length;
                valueNext = true;
                count++;
                return expected;
            }
        }
        type = null;
        tag = null;
        int scanned = key(at);
        if (scanned == UNKNOWN) {
            unknown = true;
            return NO_FIELD;
        }
        code = scanned;
        count++;
        if (scanned == FIELD) {
            int ordinal = shape.ordinal(name);
            if (ordinal >= 0) {
                return ordinal;
            }
        }
        pending = true;
        return WireIn.UNKNOWN;
    }

    private int item() {
        int at = skipSpace(pos);
        if (at < 0) {
            return UNKNOWN;
        }
        if (a[at] == ']') {
            pos = at + 1;
            return close(END_LIST);
        }
        if (first) {
            first = false;
        } else {
            at = a[at] == ',' ? skipSpace(at + 1) : UNKNOWN;
            if (at < 0 || a[at] == ']') {
                return UNKNOWN;
            }
        }
        return value(at);
    }

    /** Reads a scalar, or the begin of an object or list. */
    private int value(int start) {
        int at = start;
        if (a[at] == '!') {
            at = tag(at);
            if (at == UNKNOWN) {
                return UNKNOWN;
            }
        }
        switch (a[at]) {
            case '{', '[' -> {
                if (tag != null || level != BRACES && level != BLOCK && mayBeKey(at)) {
                    return UNKNOWN;
                }
                pos = at + 1;
                boolean object = a[at] == '{';
                return !push(object ? BRACES : LIST) ? UNKNOWN : object ? BEGIN_OBJECT : BEGIN_LIST;
            }
            case '"' -> {
                int quote = Lexer.quotedEnd(a, at + 1);
                if (quote == UNKNOWN) {
                    return UNKNOWN;
                }
                escaped = quote < 0;
                from = at + 1;
                to = escaped ? -2 - quote : quote;
                return scalar(QUOTED, to + 1);
            }
            default -> {
                int after = Lexer.plainEnd(a, at);
                if (after == UNKNOWN) {
                    return UNKNOWN;
                }
                escaped = false;
                from = at;
                to = after;
                return scalar(PLAIN, after);
            }
        }
    }

    private int scalar(int scanned, int after) {
        if (to - from > limits.maxTextChars() || !endsValue(after)) {
            return UNKNOWN;
        }
        pos = after;
        if (tag != null && Resolver.resolve(text(), style(scanned), tag) == null) {
            return UNKNOWN;
        }
        return scanned == PLAIN && to - from > limits.maxNumberChars() && !isText() ? UNKNOWN : scanned;
    }

    /** True where what follows a scalar can only end it: the scalar does not go on on the next line, and is no key. */
    private boolean endsValue(int after) {
        byte next = a[after];
        switch (level) {
            case BRACES -> {
                int at = next == '\n' || next == ' ' ? skipSpace(after) : after;
                return at >= 0 && (a[at] == ',' || a[at] == '}');
            }
            case LIST -> {
                int at = next == '\n' || next == ' ' ? skipSpace(after) : after;
                return at >= 0 && (a[at] == ',' || a[at] == ']');
            }
            case BLOCK -> {
                if (next != '\n') {
                    return false;
                }
                return after + 1 == end || a[after + 1] > ' ' || a[after + 1] < 0;
            }
            default -> {
                return next == '\n' && (after + 1 == end || a[after + 1] == '#' || isEndMark(after + 1));
            }
        }
    }

    /** Reads a tag and the space after it; returns the index of the value. */
    private int tag(int at) {
        if (a[at + 1] == '!') {
            return standardTag(at);
        }
        int after = Lexer.tagEnd(a, at + 1);
        int length = after - at - 1;
        if (length == 0 || length > limits.maxNameBytes() || a[after] != ' ') {
            return UNKNOWN;
        }
        type = names.get(a, at + 1, after);
        if (type.indexOf('%') >= 0 || type.indexOf(Tags.KIND) >= 0) {
            type = percentDecoded(type);
            if (type == null) {
                return UNKNOWN;
            }
        }
        return a[after + 1] == '!' ? UNKNOWN : after + 1;
    }

    private int standardTag(int at) {
        if (matches(at, "!!str \"")) {
            tag = Tags.STR;
            return at + 6;
        }
        if (matches(at, "!!binary \"")) {
            tag = Tags.BINARY;
            return at + 9;
        }
        if (matches(at, "!!float ")) {
            tag = Tags.FLOAT;
            return at + 8;
        }
        return UNKNOWN;
    }

    private static String percentDecoded(String encoded) {
        byte[] bytes = new byte[encoded.length()];
        int length = 0;
        for (int i = 0; i < encoded.length(); i++) {
            if (encoded.charAt(i) == '%') {
                bytes[length++] = (byte) Integer.parseInt(encoded, i + 1, i + 3, 16);
                i += 2;
            } else {
                bytes[length++] = (byte) encoded.charAt(i);
            }
        }
        if (Utf8.validate(bytes, 0, length) != Utf8.VALID) {
            return null;
        }
        String decoded = Utf8.decode(bytes, 0, length);
        return decoded.indexOf(Tags.KIND) >= 0 ? null : decoded;
    }

    /**
     * True where the collection that begins at {@code at} may turn out to be the key of a mapping, {@code [1]: x}: that
     * is found out on its line.
     */
    private boolean mayBeKey(int at) {
        int open = 0;
        int limit = Math.min(end, at + MAX_KEY_BYTES);
        for (int i = at; i < limit; i++) {
            switch (a[i]) {
                case '\n' -> {
                    return false;
                }
                case '{', '[' -> open++;
                case '}', ']' -> {
                    if (--open == 0) {
                        byte next = a[i + 1];
                        return next != ',' && next != '\n' && next != ']' && next != '}';
                    }
                }
                case '"' -> {
                    int quote = isAfterMark(i) ? Lexer.quotedEnd(a, i + 1) : UNKNOWN;
                    if (quote == UNKNOWN) {
                        return true;
                    }
                    i = quote < 0 ? -2 - quote : quote;
                }
                case '\'', '#', '|', '>', '&', '*' -> {
                    if (isAfterMark(i)) {
                        return true;
                    }
                }
                default -> {}
            }
        }
        return false;
    }

    /** True where a scalar may begin at {@code i}. */
    private boolean isAfterMark(int i) {
        byte before = a[i - 1];
        return before == ' ' || before == '[' || before == '{' || before == ',';
    }

    private boolean push(byte kind) {
        if (depth == limits.maxDepth()) {
            return false;
        }
        levels[depth] = level;
        started[depth] = first;
        depth++;
        level = kind;
        first = true;
        if (kind != LIST && seen[depth] != null) {
            seen[depth].clear();
        }
        return true;
    }

    private int close(int token) {
        depth--;
        level = levels[depth];
        first = started[depth];
        return token;
    }

    private SeenNames seen() {
        if (seen[depth] == null) {
            seen[depth] = new SeenNames();
        }
        return seen[depth];
    }

    /** Index after spaces, line breaks and comments; or {@link #UNKNOWN}, at the end too. */
    private int skipSpace(int start) {
        int i = start;
        while (i < end) {
            byte b = a[i];
            if (b == '#' && (a[i - 1] == ' ' || a[i - 1] == '\n')) {
                i = Lexer.commentEnd(a, i);
                if (i == UNKNOWN) {
                    return UNKNOWN;
                }
            } else if (b != ' ' && b != '\n') {
                return i;
            }
            i++;
        }
        return UNKNOWN;
    }

    /** Index after empty lines and lines of comment, which may be the end; or {@link #UNKNOWN}. */
    private int skipLines(int start) {
        int i = start;
        while (i < end && (a[i] == '\n' || a[i] == '#')) {
            if (a[i] == '#') {
                i = Lexer.commentEnd(a, i);
                if (i == UNKNOWN) {
                    return UNKNOWN;
                }
            }
            i++;
        }
        return i;
    }

    /** True for the mark {@code ...} as the last line. */
    private boolean isEndMark(int at) {
        return at == end - 4 && isMark(at, '.');
    }

    private boolean isMark(int at, char c) {
        return a[at] == c && a[at + 1] == c && a[at + 2] == c;
    }

    private boolean matches(int at, String text) {
        if (end - at < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (a[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** True for a plain scalar that is text for sure: it begins with a letter and is no word of YAML's. */
    boolean isText() {
        byte b = a[from];
        if (b < 0) {
            return true;
        }
        if (!Character.isLetter(b) && b != '_' && b != '/' && b != '$') {
            return false;
        }
        return to - from > 5 || PlainText.isPlain(new String(a, from, to - from, StandardCharsets.ISO_8859_1));
    }

    /** True for a plain scalar that is an integer of at most 18 digits without leading zeros. */
    boolean isInt64() {
        int i = a[from] == '-' ? from + 1 : from;
        int digits = to - i;
        if (digits < 1 || digits > MAX_INT64_DIGITS || a[i] == '0' && digits > 1) {
            return false;
        }
        for (; i < to; i++) {
            if (a[i] < '0' || a[i] > '9') {
                return false;
            }
        }
        return true;
    }

    /** The value of a plain scalar that {@link #isInt64()}. */
    long int64() {
        boolean negative = a[from] == '-';
        long value = 0;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            value = 10 * value + (a[i] - '0');
        }
        return negative ? -value : value;
    }

    /** True where the next value is a plain scalar without a tag; it is present then. */
    boolean isUntypedPlain() {
        return advance() == PLAIN && type == null && tag == null;
    }

    /** True where the next value is text without a type name, whatever its tag; it is present then. */
    boolean isUntypedText() {
        int scanned = advance();
        return type == null && (scanned == QUOTED && tag == null || scanned == PLAIN && tag == null && isText());
    }

    /** True for a plain scalar of digits with a point, for which the parser of doubles needs no check. */
    boolean isShortFloat() {
        int i = a[from] == '-' ? from + 1 : from;
        if (to - i > MAX_FLOAT64_CHARS) {
            return false;
        }
        int point = -1;
        for (int j = i; j < to; j++) {
            byte b = a[j];
            if (b == '.' && point < 0) {
                point = j;
            } else if (b < '0' || b > '9') {
                return false;
            }
        }
        return point > i && point < to - 1;
    }

    /** The value of a plain scalar that {@link #isShortFloat()}. */
    double float64() {
        return NumberText.parseFloat64(a, from, to);
    }

    /** Appends the present scalar's text. */
    void appendText(StringBuilder target) {
        if (escaped) {
            Lexer.unescape(a, from, to, target);
            return;
        }
        int i = from;
        while (i < to && a[i] >= 0) {
            target.append((char) a[i++]);
        }
        if (i < to) {
            target.append(Utf8.decode(a, i, to - i));
        }
    }

    /** The present scalar's text. */
    String text() {
        return escaped ? unescaped() : Utf8.decode(a, from, to - from);
    }

    private String unescaped() {
        StringBuilder target = new StringBuilder(to - from);
        Lexer.unescape(a, from, to, target);
        return target.toString();
    }

    /** The kind of the present token. */
    WireToken resolve() {
        return switch (code) {
            case FIELD -> WireToken.FIELD;
            case KEY -> WireToken.KEY;
            case BEGIN_OBJECT -> WireToken.BEGIN_OBJECT;
            case END_OBJECT -> WireToken.END_OBJECT;
            case BEGIN_LIST -> WireToken.BEGIN_LIST;
            case END_LIST -> WireToken.END_LIST;
            case END_MESSAGE -> WireToken.END_MESSAGE;
            default -> resolveScalar();
        };
    }

    private WireToken resolveScalar() {
        if (tag == null) {
            if (code == PLAIN) {
                if (isInt64()) {
                    return WireToken.INT64;
                }
                if (isText()) {
                    return WireToken.TEXT;
                }
            } else if (a[from] > '9' || to == from) {
                return WireToken.TEXT;
            }
        }
        return Resolver.resolve(text(), style(code), tag);
    }

    private static Node.Style style(int scanned) {
        return scanned == PLAIN ? Node.Style.PLAIN : Node.Style.DOUBLE_QUOTED;
    }
}
