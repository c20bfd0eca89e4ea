package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.NumberText;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Reads the YAML that {@link YamlWriter} writes, straight from its bytes. At the first thing it does not know it says
 * {@link #UNKNOWN} and stays so; the reader then goes on with {@link EventTokens}, past the {@link #count} tokens that
 * were scanned. So every token given here must be the one that SnakeYAML's events give, as far as SnakeYAML gets: what may
 * turn out to be something else further on is left to it. Not thread-safe.
 */
final class Scanner extends ScannedToken {
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

    private final WireLimits limits;
    private final NameCache names = new NameCache();
    private final TemporalCache temporals = new TemporalCache();
    private final SeenNames[] seen;
    private final byte[] levels;
    private final boolean[] started;
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
        if (array[start] == '-' && limit - start > 3 && array[start + 3] == '\n' && Lexer.isMark(a, start, '-')) {
            pos = start + 4;
        }
        return true;
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
        int at = Lexer.skipLines(a, pos, end);
        if (at < 0 || at == end || at + 3 <= end && (Lexer.isMark(a, at, '-') || Lexer.isMark(a, at, '.'))) {
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
        int at = Lexer.skipLines(a, pos + 1, end);
        return at == end || at >= 0 && Lexer.isEndMark(a, at, end) ? END_MESSAGE : UNKNOWN;
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
            int at = Lexer.skipLines(a, pos + 1, end);
            if (at == end || at >= 0 && Lexer.isEndMark(a, at, end)) {
                return NO_ENTRY;
            }
            return at;
        }
        int at = Lexer.skipSpace(a, pos, end);
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
        at = Lexer.skipSpace(a, at + 1, end);
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
        if (!quoted && !Span.isText(a, from, to)) {
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
        if (!Span.isInt64(a, from, to)
                || !seen().add(new String(a, from, to - from, StandardCharsets.ISO_8859_1) + '#')) {
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
        int at = level == BRACES && !first && a[pos] == ',' ? Lexer.skipSpace(a, pos + 1, end) : entry();
        if (at >= 0 && a[at] == '}') {
            at = UNKNOWN; // a comma with nothing after it
        }
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
        int at = Lexer.skipSpace(a, pos, end);
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
            at = a[at] == ',' ? Lexer.skipSpace(a, at + 1, end) : UNKNOWN;
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
                if (tag != null || level != BRACES && level != BLOCK && Lexer.mayBeKey(a, at, end)) {
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
        return scanned == PLAIN && to - from > limits.maxNumberChars() && !Span.isText(a, from, to) ? UNKNOWN : scanned;
    }

    /** True where what follows a scalar can only end it: the scalar does not go on on the next line, and is no key. */
    private boolean endsValue(int after) {
        byte next = a[after];
        if (next == ',' && level != BLOCK && level != ROOT) {
            return true;
        }
        switch (level) {
            case BRACES -> {
                int at = next == '\n' || next == ' ' ? Lexer.skipSpace(a, after, end) : after;
                return at >= 0 && (a[at] == ',' || a[at] == '}');
            }
            case LIST -> {
                int at = next == '\n' || next == ' ' ? Lexer.skipSpace(a, after, end) : after;
                return at >= 0 && (a[at] == ',' || a[at] == ']');
            }
            case BLOCK -> {
                if (next != '\n') {
                    return false;
                }
                return after + 1 == end || a[after + 1] > ' ' || a[after + 1] < 0;
            }
            default -> {
                return next == '\n' && (after + 1 == end || a[after + 1] == '#' || Lexer.isEndMark(a, after + 1, end));
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
            type = Lexer.percentDecoded(type);
            if (type == null) {
                return UNKNOWN;
            }
        }
        return a[after + 1] == '!' ? UNKNOWN : after + 1;
    }

    private int standardTag(int at) {
        if (Lexer.matches(a, at, end, "!!str \"")) {
            tag = Tags.STR;
            return at + 6;
        }
        if (Lexer.matches(a, at, end, "!!binary \"")) {
            tag = Tags.BINARY;
            return at + 9;
        }
        if (Lexer.matches(a, at, end, "!!float ")) {
            tag = Tags.FLOAT;
            return at + 8;
        }
        return UNKNOWN;
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

    /**
     * Reads the next value, where it is an integer of at most 18 digits without a tag, into {@link #int64}.
     *
     * @return false where the ordinary way has to be taken; the value is present then, or not known
     */
    boolean readInt64() {
        if (valueNext && !pending) {
            byte[] a = this.a;
            int i = pos;
            boolean negative = a[i] == '-';
            int start = negative ? ++i : i;
            long value = 0;
            int digit = a[i] - '0';
            while (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
                digit = a[++i] - '0';
            }
            int digits = i - start;
            if (digits > 0 && digits <= Span.MAX_INT64_DIGITS && (a[start] != '0' || digits == 1) && endsValue(i)) {
                int64 = negative ? -value : value;
                take(i);
                return true;
            }
        }
        if (advance() != PLAIN || type != null || tag != null || !Span.isInt64(a, from, to)) {
            return false;
        }
        int64 = Span.int64(a, from, to);
        pending = false;
        return true;
    }

    /** As {@link #readInt64}, for digits with a point, into {@link #float64}. */
    boolean readFloat64() {
        if (valueNext && !pending) {
            byte[] a = this.a;
            int i = a[pos] == '-' ? pos + 1 : pos;
            int start = i;
            while (a[i] >= '0' && a[i] <= '9') {
                i++;
            }
            if (i > start && a[i] == '.' && a[i + 1] >= '0' && a[i + 1] <= '9') {
                do {
                    i++;
                } while (a[i] >= '0' && a[i] <= '9');
                if (i - start <= Span.MAX_FLOAT64_CHARS && endsValue(i)) {
                    float64 = NumberText.parseFloat64(a, pos, i);
                    take(i);
                    return true;
                }
            }
        }
        if (advance() != PLAIN || type != null || tag != null || !Span.isShortFloat(a, from, to)) {
            return false;
        }
        float64 = NumberText.parseFloat64(a, from, to);
        pending = false;
        return true;
    }

    /** As {@link #readInt64}, for text, into the span from {@link #from} to {@link #to}. */
    boolean readText() {
        if (valueNext && !pending) {
            int after;
            if (a[pos] == '"') {
                from = pos + 1;
                to = Lexer.quotedEnd(a, from);
                after = to + 1;
            } else {
                from = pos;
                to = Lexer.plainEnd(a, pos);
                after = to;
            }
            boolean text = to >= 0 && (after != to || Span.isText(a, from, to));
            if (text && to - from <= limits.maxTextChars() && endsValue(after)) {
                escaped = false;
                take(after);
                return true;
            }
        }
        int scanned = advance();
        if (type != null || tag != null || scanned != QUOTED && (scanned != PLAIN || !Span.isText(a, from, to))) {
            return false;
        }
        pending = false;
        return true;
    }

    private void take(int after) {
        pos = after;
        valueNext = false;
        count++;
    }

    /**
     * Reads the next value as a date or time, where it is a scalar without escapes and tag.
     *
     * @return null where the ordinary way has to be taken; the value is present then, or not known
     */
    Temporal temporal() {
        int scanned = advance();
        if ((scanned != QUOTED && scanned != PLAIN) || type != null || tag != null || escaped) {
            return null;
        }
        try {
            return temporals.parse(a, from, to, count);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
