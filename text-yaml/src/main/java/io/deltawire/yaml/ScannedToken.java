package io.deltawire.yaml;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.SeenTexts;
import java.time.temporal.Temporal;

/**
 * The token that the {@link Scanner} is at: what it is, and where its text stands. Reads values asked for by their kind
 * in one go, without a token.
 */
abstract class ScannedToken {
    /** Not a token: the scanner does not know what comes, and leaves it to the parser. */
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

    /** The tokens in the order of the codes above; scalars are of several kinds. */
    private static final WireToken[] TOKENS = {
        WireToken.FIELD,
        WireToken.KEY,
        null,
        null,
        WireToken.BEGIN_OBJECT,
        WireToken.END_OBJECT,
        WireToken.BEGIN_LIST,
        WireToken.END_LIST,
        WireToken.END_MESSAGE
    };

    /** Not inside of anything. */
    static final byte ROOT = 0;

    /** In the outermost object, a field a line. */
    static final byte BLOCK = 1;

    /** In braces. */
    static final byte BRACES = 2;

    /** In brackets. */
    static final byte LIST = 3;

    final WireLimits limits;
    final SeenTexts texts = new SeenTexts();
    private final NumberReader number = new NumberReader();

    /** Index of the next byte to look at. */
    int pos;

    /** Index after the document; of an open one, after a line that is to be the last one looked at. */
    int end;

    /** Whether the end of the document is not known yet. */
    boolean isOpen;

    /** What the scanner is inside of. */
    byte level;

    /** Whether {@link #pos} is at the value of a field. */
    boolean valueNext;

    /** How many tokens were scanned, the present one included. */
    long count;

    /** Whether a token was scanned and is not consumed yet. */
    boolean pending;

    /** The bytes of the document. */
    byte[] a = {};

    /** The present token. */
    int code;

    /** The span of the present scalar, without quotes. */
    int from;

    int to;

    /** What {@link Scanner#readInt64} or {@link #resolve} read. */
    long int64;

    /** What {@link Scanner#readFloat64} or {@link #resolve} read. */
    double float64;

    /** The {@link #count} of the token whose number was read when its kind was asked for. */
    private long numberAt = -1;

    /** Whether the text in quotes has escapes. */
    boolean escaped;

    /** The standard tag of the present scalar, or null. */
    String tag;

    /** The type name in front of the present value, or null. */
    String type;

    /** The present name. */
    String name;

    ScannedToken(WireLimits limits) {
        this.limits = limits;
    }

    /** Scans the next token, unless one is scanned already, and returns it, or {@link #UNKNOWN}. */
    abstract int advance();

    /** Appends the present scalar's text. */
    void appendText(StringBuilder target) {
        if (escaped) {
            Lexer.unescape(a, from, to, target);
        } else {
            Span.append(a, from, to, target);
        }
    }

    /** Whether the present scalar's text is this, in ASCII. */
    boolean isText(String text) {
        int length = to - from;
        if (escaped || text.length() != length) {
            return false;
        }
        // From the end: texts in one place rather differ there. A byte beyond ASCII is negative, and equal to no
        // character.
        byte[] bytes = a;
        for (int i = length - 1, at = from + i; i >= 0; i--, at--) {
            if (text.charAt(i) != bytes[at]) {
                return false;
            }
        }
        return true;
    }

    /** The name or text of the present token, or null where it has none. */
    String nameOrText() {
        return switch (code) {
            case FIELD -> name;
            case PLAIN, QUOTED -> text();
            default -> null;
        };
    }

    /** Whether the present token is a plain scalar without a tag. */
    boolean isPlain() {
        return code == PLAIN && tag == null;
    }

    /** The present scalar's text: of one that comes again, the same instance. */
    String text() {
        return escaped ? unescaped() : Span.text(a, from, to, texts);
    }

    /** The text of the present name or scalar, which has escapes. */
    String unescaped() {
        StringBuilder target = new StringBuilder(to - from);
        Lexer.unescape(a, from, to, target);
        return target.toString();
    }

    /** The kind of the present token. */
    WireToken resolve() {
        WireToken token = TOKENS[code];
        return token != null ? token : resolveScalar();
    }

    private WireToken resolveScalar() {
        numberAt = -1; // tokens are counted anew in each document
        if (tag == null) {
            if (code == PLAIN) {
                if (a[from] <= '9') {
                    WireToken kind = numberKind();
                    if (kind != null) {
                        return kind;
                    }
                }
                if (Span.isInt64(a, from, to)) {
                    return WireToken.INT64;
                }
                if (Span.isText(a, from, to)) {
                    return WireToken.TEXT;
                }
            } else if (a[from] > '9' || to == from) {
                return WireToken.TEXT;
            }
        }
        return Resolver.resolve(text(), style(code), tag);
    }

    /** The kind of a plain scalar that is an ordinary number, which is read with that; else null. */
    private WireToken numberKind() {
        int kind = number.read(a, from, end);
        if (kind == NumberReader.NONE || number.end != to) {
            return null;
        }
        if (kind == NumberReader.INT64) {
            int64 = number.int64;
            numberAt = count;
            return WireToken.INT64;
        }
        if (!NumberText.isExactFloat64(a, from, to, number.float64)) {
            return WireToken.DECIMAL;
        }
        float64 = number.float64;
        numberAt = count;
        return WireToken.FLOAT64;
    }

    /** True where the present token's kind is known, and with it the number that it is: {@link #int64} or {@link #float64}. */
    boolean isNumberRead() {
        return numberAt == count;
    }

    /** The style that a scalar scanned has. */
    static Node.Style style(int scanned) {
        return scanned == PLAIN ? Node.Style.PLAIN : Node.Style.DOUBLE_QUOTED;
    }

    /** True where the next value is another than null for sure, from its first bytes. */
    boolean isNotNull() {
        if (!valueNext || pending) {
            return false;
        }
        int b = a[pos] | 0x20;
        return a[pos] == '"'
                || b >= 'a' && b <= 'z' && (b != 'n' || (a[pos + 1] | 0x20) != 'u')
                || b >= '0' && b <= '9';
    }

    /**
     * Reads the next value, where it is an integer without a tag, into {@link #int64}.
     *
     * @return false where the ordinary way has to be taken; the value is present then, or not known
     */
    boolean readInt64() {
        if (valueNext && !pending && number.read(a, pos, end) == NumberReader.INT64 && endsValue(number.end)) {
            int64 = number.int64;
            take(number.end);
            return true;
        }
        if (!isNumber(NumberReader.INT64)) {
            return false;
        }
        int64 = number.int64;
        pending = false;
        return true;
    }

    /** As {@link #readInt64}, for a number with a point or exponent, into {@link #float64}. */
    boolean readFloat64() {
        if (valueNext && !pending && number.read(a, pos, end) == NumberReader.FLOAT64 && endsValue(number.end)) {
            float64 = number.float64;
            take(number.end);
            return true;
        }
        if (!isNumber(NumberReader.FLOAT64)) {
            return false;
        }
        float64 = number.float64;
        pending = false;
        return true;
    }

    /** Whether the next token is a number of a kind, without a type or tag; reads it where it is. */
    private boolean isNumber(int kind) {
        return advance() == PLAIN
                && type == null
                && tag == null
                && number.read(a, from, end) == kind
                && number.end == to;
    }

    /** As {@link #readInt64}, for text, into the span from {@link #from} to {@link #to}. */
    boolean readText() {
        if (valueNext && !pending) {
            boolean quoted = a[pos] == '"';
            int start = quoted ? pos + 1 : pos;
            int stop = quoted ? Lexer.quotedEnd(a, start) : Lexer.plainEnd(a, start);
            int after = quoted ? stop + 1 : stop;
            boolean text = stop >= 0 && (quoted || Span.isText(a, start, stop));
            if (text && stop - start <= limits.maxTextChars() && endsValue(after)) {
                from = start;
                to = stop;
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

    /**
     * Reads the next value as a date or time, where it is a scalar without escapes and tag.
     *
     * @return null where the ordinary way has to be taken; the value is present then, or not known
     */
    Temporal temporal() {
        if (valueNext && !pending && a[pos] == '"') {
            int stop = Lexer.quotedEnd(a, pos + 1);
            if (stop >= 0 && stop - pos <= limits.maxTextChars() && endsValue(stop + 1)) {
                Temporal value = texts.temporalOrNull(a, pos + 1, stop);
                if (value != null) {
                    take(stop + 1);
                    return value;
                }
            }
        }
        int scanned = advance();
        if ((scanned != QUOTED && scanned != PLAIN) || type != null || tag != null || escaped) {
            return null;
        }
        Temporal value = texts.temporalOrNull(a, from, to);
        pending &= value == null;
        return value;
    }

    private void take(int after) {
        pos = after;
        valueNext = false;
        count++;
    }

    /** True where what follows a scalar can only end it: the scalar does not go on on the next line, and is no key. */
    boolean endsValue(int after) {
        return a[after] == ',' && level >= BRACES || endsLine(after);
    }

    private boolean endsLine(int after) {
        byte next = a[after];
        switch (level) {
            case BRACES -> {
                return Lexer.endsFlow(a, after, end, '}');
            }
            case LIST -> {
                return Lexer.endsFlow(a, after, end, ']');
            }
            case BLOCK -> {
                if (next != '\n') {
                    return false;
                }
                return after + 1 == end || a[after + 1] > ' ' || a[after + 1] < 0;
            }
            default -> {
                return next == '\n' && (isDocumentEnd(after + 1) || after + 1 < end && a[after + 1] == '#');
            }
        }
    }

    /** Whether the document ends at the begin of a line. */
    boolean isDocumentEnd(int at) {
        return isOpen
                ? end - at > 3 && Lexer.isMark(a, at, '-') && (a[at + 3] == '\n' || a[at + 3] == ' ')
                : at == end || Lexer.isEndMark(a, at, end);
    }
}
