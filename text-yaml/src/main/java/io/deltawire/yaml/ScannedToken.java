package io.deltawire.yaml;

import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Utf8;

/** The token that the {@link Scanner} is at: what it is, and where its text stands. */
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

    /** The bytes of the document. */
    byte[] a = {};

    /** The present token. */
    int code;

    /** The span of the present scalar, without quotes. */
    int from;

    int to;

    /** What {@link Scanner#readInt64} read. */
    long int64;

    /** What {@link Scanner#readFloat64} read. */
    double float64;

    /** Whether the text in quotes has escapes. */
    boolean escaped;

    /** The standard tag of the present scalar, or null. */
    String tag;

    /** The type name in front of the present value, or null. */
    String type;

    /** The present name. */
    String name;

    /** Appends the present scalar's text. */
    void appendText(StringBuilder target) {
        if (escaped) {
            Lexer.unescape(a, from, to, target);
        } else {
            Span.append(a, from, to, target);
        }
    }

    /** The present scalar's text. */
    String text() {
        return escaped ? unescaped() : Utf8.decode(a, from, to - from);
    }

    /** The text of the present name or scalar, which has escapes. */
    String unescaped() {
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

    /** The style that a scalar scanned has. */
    static Node.Style style(int scanned) {
        return scanned == PLAIN ? Node.Style.PLAIN : Node.Style.DOUBLE_QUOTED;
    }
}
