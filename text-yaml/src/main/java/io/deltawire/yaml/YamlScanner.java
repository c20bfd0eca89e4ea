package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.SeenTexts;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;

/**
 * Reads the YAML that {@link YamlWriter} writes, straight from its bytes. At the first thing it does not know it says
 * {@link ScannedToken#UNKNOWN} and stays so; the reader then goes on with {@link EventTokens}, past the {@link #count} tokens that
 * were scanned. So every token given here must be the one that SnakeYAML's events give, as far as SnakeYAML gets: what may
 * turn out to be something else further on is left to it. Not
 * thread-safe.
 */
final class YamlScanner {
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

    /** What {@link #entry} returns where there is no further entry. */
    static final int NO_ENTRY = -3;

    /** Length of the mark of a document on a line of its own. */
    private static final int MARK_LINE = 4;

    /** The object of the event, its name, and its value. */
    private static final int HEAD_TOKENS = 3;

    /** What {@link #nextField} returns where the ordinary way has to be taken. */
    static final int NO_FIELD = -4;

    /** The place of names that cannot be compared in the array: beyond its end. */
    static final int NOWHERE = Integer.MAX_VALUE;

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

    /** What stood between the entries of the innermost object. */
    final EntryGap gap = new EntryGap();

    private final Levels levels;
    private final NameCache names = new NameCache();
    private final TypeTags tags;

    /** The name that the outermost object began with last. */
    private final Remembered rootName = new Remembered();

    /** The head that the present document was entered by, or null. */
    private YamlHead entered;

    /** The names that the innermost object has had. */
    SeenNames seenHere;

    /** How many lines of an open document have been passed, its mark's line included. */
    int lines;

    /** Whether the first entry or item of the innermost object or list has not come yet. */
    boolean first;

    /** Whether the document begins on the line of its mark. */
    private boolean onMark;

    /** Whether the value of a key that is no name comes next. */
    boolean keyValueNext;

    /** Whether something has come that is left to the parser. */
    boolean unknown;

    YamlScanner(WireLimits limits) {
        this.limits = limits;
        this.levels = new Levels(limits);
        this.tags = new TypeTags(names, limits);
    }

    // ---- documents

    /**
     * Begins a document; false where it is left to SnakeYAML at once.
     *
     * @param limit the end of the document, or where {@code open}, an end of a line before which it should end
     * @param open whether the scanner is to find the end of the document, and to look at the validity of UTF-8
     */
    boolean begin(byte[] array, int start, int limit, boolean open) {
        isOpen = open;
        code = ScannedToken.UNKNOWN;
        a = array;
        pos = start;
        end = limit;
        levels.depth = 0;
        level = ROOT;
        first = true;
        entered = null;
        valueNext = false;
        keyValueNext = false;
        unknown = false;
        pending = false;
        count = 0;
        gap.clear();
        texts.beginMessage();
        type = null;
        tag = null;
        if (start == limit || array[limit - 1] != '\n') {
            return false;
        }
        onMark = false;
        if (array[start] == '-' && limit - start > 4 && Lexer.isMark(a, start, '-')) {
            onMark = array[start + 3] == ' ';
            pos = onMark || array[start + 3] == '\n' ? start + 4 : start;
            lines = onMark ? 0 : 1; // the mark's own line break is not to be passed any more
        }
        return true;
    }

    /** The head that stands where {@link #begin} has gone to, or null. */
    YamlHead findHead(HeadTable<YamlHead> heads) {
        return onMark || count != 0 ? null : heads.find(a, pos, end);
    }

    /** Enters the objects of a head, right after {@link #begin}; false where something else stands there. */
    boolean enter(YamlHead head) {
        int at = pos;
        if (onMark || count != 0 || !head.isAt(a, at, end)) {
            return false;
        }
        first = false;
        count = 1;
        if (head.event() != null) {
            push(BLOCK);
            seenHere.add(head.event());
            first = false;
            count = HEAD_TOKENS;
        }
        push(BRACES);
        pos = at + head.length;
        entered = head;
        return true;
    }

    /**
     * As {@link #begin} and {@link #enter}, for an open document after one that began with the same head and has been read
     * up to its end; false where it is another, and nothing is begun.
     */
    boolean follow(YamlHead head, byte[] array, int start, int limit) {
        int at = start + MARK_LINE;
        boolean isAlike = head == entered
                && array == a
                && limit - start > MARK_LINE
                && Lexer.isMark(a, start, '-')
                && a[at - 1] == '\n'
                && head.isAt(a, at, limit);
        if (!isAlike) {
            return false;
        }
        // What there is of the head's levels stays as it is.
        end = limit;
        pos = at + head.length;
        lines = 1;
        texts.beginMessage();
        code = ScannedToken.UNKNOWN;
        type = null;
        tag = null;
        gap.clear();
        first = true;
        level = BRACES;
        levels.depth = 1;
        count = 1;
        if (head.event() != null) {
            levels.names().keepFirst();
            levels.depth = 2;
            count = HEAD_TOKENS;
        }
        seenHere = levels.noNames();
        return true;
    }

    /** How many objects and lists it is in. */
    int depth() {
        return levels.depth;
    }

    /** Whether it is in the outermost object or list, and in no other. */
    boolean isInOutermost() {
        return levels.depth == 1;
    }

    boolean isAtRoot() {
        return levels.depth == 0 && !first && !pending;
    }

    /** Scans the next token, unless one is scanned already, and returns it, or {@link ScannedTokenScannedToken#UNKNOWN}. */
    int advance() {
        if (pending) {
            return code;
        }
        int scanned = unknown ? ScannedToken.UNKNOWN : scan();
        if (scanned == ScannedToken.UNKNOWN) {
            unknown = true;
            return ScannedToken.UNKNOWN;
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
            return ScannedToken.PLAIN;
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
                return at == ScannedToken.UNKNOWN ? ScannedToken.UNKNOWN : at == NO_ENTRY ? close(ScannedToken.END_OBJECT) : key(at);
            }
        }
    }

    private int root() {
        int at = onMark ? pos : passed(Lexer.skipLines(a, pos, end));
        if (at < 0 || at == end || at + 3 <= end && (Lexer.isMark(a, at, '-') || Lexer.isMark(a, at, '.'))) {
            return ScannedToken.UNKNOWN;
        }
        first = false;
        if (a[at] == '{' || a[at] == '[' || a[at] == '!') {
            return value(at);
        }
        if (onMark) {
            return value(at); // an object without braces cannot begin there
        }
        if (rootName.isAt(a, at)) {
            pos = at;
            return push(BLOCK) ? ScannedToken.BEGIN_OBJECT : ScannedToken.UNKNOWN;
        }
        int after = span(at);
        if (after == ScannedToken.UNKNOWN) {
            return ScannedToken.UNKNOWN;
        }
        if (a[after] == ':') {
            pos = at;
            boolean key = a[after + 1] == ' ' && after - at <= Names.MAX_SIMPLE_KEY;
            return key && push(BLOCK) ? ScannedToken.BEGIN_OBJECT : ScannedToken.UNKNOWN;
        }
        return value(at);
    }

    private int endOfDocument() {
        if (a[pos] != '\n') {
            return ScannedToken.UNKNOWN;
        }
        int at = passed(Lexer.skipLines(a, pos + 1, end));
        pos = at;
        return at >= 0 && isDocumentEnd(at) ? ScannedToken.END_MESSAGE : ScannedToken.UNKNOWN;
    }

    /** Where an open document has ended: index after it. */
    int documentEnd() {
        return pos;
    }

    /** How many lines an open document has had. */
    int documentLines() {
        return lines;
    }

    /** Whether all of an open document has been scanned. */
    boolean isAtEnd() {
        return code == ScannedToken.END_MESSAGE && !unknown;
    }

    /** Counts the line breaks that are passed over on the way to an index, unless they are counted already. */
    private int passed(int at) {
        if (isOpen) {
            for (int i = pos; i < at; i++) {
                lines += a[i] == '\n' ? 1 : 0;
            }
        }
        return at;
    }

    /** As {@link Lexer#skipSpace}, with the line breaks counted, up to where another document may begin. */
    private int skipSpace(int start) {
        int at = Lexer.skipSpace(a, start, end);
        if (isOpen && at >= 0) {
            for (int i = start; i < at; i++) {
                lines += a[i] == '\n' ? 1 : 0;
            }
            if ((a[at] == '-' || a[at] == '.') && a[at - 1] == '\n') {
                return ScannedToken.UNKNOWN;
            }
        }
        return at;
    }

    /**
     * Index of the key of the next entry of the innermost object, {@link #NO_ENTRY} with {@link #pos} after the object, or
     * {@link ScannedToken#UNKNOWN}.
     */
    int entry() {
        if (level == BLOCK) {
            if (first) {
                first = false;
                return pos;
            }
            if (a[pos] != '\n') {
                return ScannedToken.UNKNOWN;
            }
            int at = Lexer.skipLines(a, pos + 1, end);
            if (at >= 0 && isDocumentEnd(at)) {
                return NO_ENTRY;
            }
            return at == end ? ScannedToken.UNKNOWN : passed(at);
        }
        int at = skipSpace(pos);
        if (at < 0) {
            return ScannedToken.UNKNOWN;
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
            return ScannedToken.UNKNOWN;
        }
        at = skipSpace(at + 1);
        return at < 0 || a[at] == '}' ? ScannedToken.UNKNOWN : at;
    }

    /** Reads a key and the colon and space after it. */
    int key(int at) {
        if (level == BLOCK && seenHere.isEmpty()) {
            if (rootName.isAt(a, at)) {
                pos = at + rootName.length();
                name = rootName.value;
                escaped = false;
                seenHere.add(name);
                valueNext = true;
                return ScannedToken.FIELD;
            }
            int token = anyKey(at);
            if (token == ScannedToken.FIELD && !escaped && at + 1 < pos) {
                rootName.set(a, at, pos, name);
            }
            return token;
        }
        return anyKey(at);
    }

    private int anyKey(int at) {
        boolean quoted = a[at] == '"';
        int after = span(at);
        if (after == ScannedToken.UNKNOWN || a[after] != ':' || a[after + 1] != ' ' || to - from > Names.MAX_SIMPLE_KEY) {
            return ScannedToken.UNKNOWN;
        }
        pos = after + 2;
        if (!quoted && !Span.isText(a, from, to)) {
            return number();
        }
        name = escaped ? unescaped() : names.get(a, from, to);
        boolean odd = to - from > limits.maxNameBytes() || quoted && PlainText.readsAsTemporal(name);
        if (odd || !seenHere.add(name)) {
            return ScannedToken.UNKNOWN;
        }
        valueNext = true;
        return ScannedToken.FIELD;
    }

    /** A key that is an integer: the token before it. Other keys that are not text are left to SnakeYAML. */
    private int number() {
        if (!Span.isInt64(a, from, to)
                || !seenHere.add(new String(a, from, to - from, StandardCharsets.ISO_8859_1) + '#')) {
            return ScannedToken.UNKNOWN;
        }
        keyValueNext = true;
        return ScannedToken.KEY;
    }

    /**
     * Goes to the end of an open document, where nothing but that comes after what was read.
     *
     * @return false where something else does, or where it takes a closer look
     */
    boolean endsAtOnce() {
        if (!isOver()) {
            return false;
        }
        pos++;
        lines++;
        return true;
    }

    /** Whether nothing but the end of an open document comes after what was read. */
    boolean isOver() {
        return isAtLineEnd() && isDocumentEnd(pos + 1);
    }

    /** Whether nothing but the end of the line comes after what was read of an open document, up to an index. */
    boolean isOverAt(int limit) {
        return end == limit && isAtLineEnd() && pos + 1 == limit;
    }

    private boolean isAtLineEnd() {
        boolean isBetween =
                !pending && !unknown && !valueNext && !keyValueNext && !first && level <= BLOCK && levels.depth <= 1;
        return isBetween && isOpen && a[pos] == '\n';
    }

    private int item() {
        int at = skipSpace(pos);
        if (at < 0) {
            return ScannedToken.UNKNOWN;
        }
        if (a[at] == ']') {
            pos = at + 1;
            return close(ScannedToken.END_LIST);
        }
        if (first) {
            first = false;
        } else {
            at = a[at] == ',' ? skipSpace(at + 1) : ScannedToken.UNKNOWN;
            if (at < 0 || a[at] == ']') {
                return ScannedToken.UNKNOWN;
            }
        }
        return value(at);
    }

    /** Reads a scalar, or the begin of an object or list. */
    private int value(int start) {
        int at = start;
        if (a[at] == '!') {
            at = tags.read(a, at, end, levels.depth);
            if (at == ScannedToken.UNKNOWN) {
                return ScannedToken.UNKNOWN;
            }
            type = tags.type;
            tag = tags.standard;
        }
        switch (a[at]) {
            case '{', '[' -> {
                if (tag != null || level != BRACES && level != BLOCK && Lexer.mayBeKey(a, at, end)) {
                    return ScannedToken.UNKNOWN;
                }
                pos = at + 1;
                boolean object = a[at] == '{';
                return !push(object ? BRACES : LIST) ? ScannedToken.UNKNOWN : object ? ScannedToken.BEGIN_OBJECT : ScannedToken.BEGIN_LIST;
            }
            default -> {
                int after = span(at);
                return after == ScannedToken.UNKNOWN ? ScannedToken.UNKNOWN : scalar(a[at] == '"' ? ScannedToken.QUOTED : ScannedToken.PLAIN, after);
            }
        }
    }

    /** Finds the scalar that begins at an index: its span, whether it has escapes, and the index after it. */
    private int span(int at) {
        if (a[at] != '"') {
            int after = Lexer.plainEnd(a, at);
            escaped = false;
            from = at;
            to = after;
            return after;
        }
        int quote = Lexer.quotedEnd(a, at + 1);
        if (quote == ScannedToken.UNKNOWN) {
            return ScannedToken.UNKNOWN;
        }
        escaped = quote < 0;
        from = at + 1;
        to = escaped ? -2 - quote : quote;
        return to + 1;
    }

    private int scalar(int scanned, int after) {
        if (to - from > limits.maxTextChars() || !endsValue(after)) {
            return ScannedToken.UNKNOWN;
        }
        pos = after;
        if (tag != null && Resolver.resolve(text(), style(scanned), tag) == null) {
            return ScannedToken.UNKNOWN;
        }
        return scanned == ScannedToken.PLAIN && to - from > limits.maxNumberChars() && !Span.isText(a, from, to) ? ScannedToken.UNKNOWN : scanned;
    }

    private boolean push(byte kind) {
        if (levels.isFull()) {
            return false;
        }
        levels.enter(level, first);
        level = kind;
        first = true;
        gap.clear();
        if (kind != LIST) {
            seenHere = levels.noNames();
        }
        return true;
    }

    /** Leaves the innermost object or list. */
    int close(int token) {
        levels.leave();
        level = levels.kind();
        first = levels.isFirst();
        gap.clear();
        seenHere = levels.names();
        return token;
    }

    // ---- the present token, and values by their kind

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
            case ScannedToken.FIELD -> name;
            case ScannedToken.PLAIN, ScannedToken.QUOTED -> text();
            default -> null;
        };
    }

    /** Whether the present token is a plain scalar without a tag. */
    boolean isPlain() {
        return code == ScannedToken.PLAIN && tag == null;
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
            if (code == ScannedToken.PLAIN) {
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
        return scanned == ScannedToken.PLAIN ? Node.Style.PLAIN : Node.Style.DOUBLE_QUOTED;
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
        return advance() == ScannedToken.PLAIN
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
        if (type != null || tag != null || scanned != ScannedToken.QUOTED && (scanned != ScannedToken.PLAIN || !Span.isText(a, from, to))) {
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
        if ((scanned != ScannedToken.QUOTED && scanned != ScannedToken.PLAIN) || type != null || tag != null || escaped) {
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

    // ---- fields of a shape

    /**
     * Reads the next key as an ordinal of a shape.
     *
     * @return the ordinal, {@link WireInScannedToken#UNKNOWN} where the name is another, which is pending then, {@link WireIn#END}, or
     *     {@link #NO_FIELD} where the ordinary way has to be taken
     */
    int nextField(Shape shape) {
        if (pending || unknown || valueNext || keyValueNext || level != BRACES && level != BLOCK) {
            return NO_FIELD;
        }
        if (isAtLastBrace()) {
            lines++;
            pos += 2;
            return endOfFields();
        }
        SeenNames of = seenHere;
        int expected = of.expect(shape);
        int at = nextKey();
        if (at < 0) {
            return at == ScannedToken.UNKNOWN ? unknownField() : endOfFields();
        }
        if (expected >= 0) {
            ShapeNames.Texts encoded = shape.get(ShapeNames.OF_SHAPE).plain;
            int length = encoded.lengths[expected];
            int after = at + length;
            if (length != 0 && after <= end && a.length - after >= 7 && encoded.isAt(a, at, expected)) {
                of.sawExpected();
                pos = after;
                valueNext = true;
                count++;
                return expected;
            }
        }
        return otherField(shape, at);
    }

    /** Whether there is nothing but the brace of an outermost object on the next line, as our own writer has it. */
    private boolean isAtLastBrace() {
        return level == BRACES && !first && pos + 1 < end && a[pos] == '\n' && a[pos + 1] == '}';
    }

    /** Takes the end of the object whose last field {@link #nextField} has found; false where that is not what comes. */
    boolean takeEnd() {
        if (pending && code == ScannedToken.END_OBJECT) {
            pending = false;
            return true;
        }
        return false;
    }

    /** The names of a shape as they are likely to stand in the object just entered. */
    Shape.Attachment<byte[][]> names() {
        int at = pos;
        if (first && end - at > 3 && a[at] == '\n' && a[at + 1] == ' ' && a[at + 2] == ' ' && a[at + 3] > ' ') {
            return ShapeNames.bytesOfShape(2);
        }
        int indent = 0;
        if (nextName() != NOWHERE && pos < end && a[pos] == '\n') {
            while (pos + 1 + indent < end && a[pos + 1 + indent] == ' ') {
                indent++;
            }
        }
        Shape.Attachment<byte[][]> names = indent == 0 ? null : ShapeNames.bytesOfShape(indent);
        return names == null ? ShapeNames.bytesOfShape(2) : names;
    }

    /** Where the next name in braces should begin, with the comma before it; or {@link #NOWHERE}. */
    int nextName() {
        boolean isName = !pending && !unknown && !valueNext && !keyValueNext && level == BRACES;
        return isName && limits.maxNameBytes() >= ShapeNames.LEAST_LIMIT ? pos : NOWHERE;
    }

    /**
     * Goes to an index of the innermost object, past fields of a shape in its order, a line each.
     *
     * @param at where the value of a field begins, or where the next name should
     * @param ordinal of that field
     */
    void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        int found = isNamed ? ordinal + 1 : ordinal;
        int more = found - seenHere.inOrder();
        if (found > 0) {
            seenHere.sawFirst(shape, found);
            first = false;
        }
        count += isNamed ? 2L * more - 1 : 2L * more;
        lines += more;
        pos = at;
        valueNext = isNamed;
        type = null;
        tag = null;
    }

    /** As {@link #entry}, for an object whose entries are parted in the same way each. */
    private int nextKey() {
        int start = pos;
        int after = gap.after(a, start, end);
        if (after >= 0) {
            lines += gap.lines;
            return after;
        }
        boolean learn = !first;
        int at = entry();
        if (learn) {
            gap.learn(a, start, at);
        }
        return at;
    }

    private int unknownField() {
        unknown = true;
        return NO_FIELD;
    }

    private int endOfFields() {
        code = close(ScannedToken.END_OBJECT);
        type = null;
        tag = null;
        pending = true;
        count++;
        return WireIn.END;
    }

    /** A field that is not the expected one. */
    private int otherField(Shape shape, int at) {
        type = null;
        tag = null;
        int scanned = key(at);
        if (scanned == ScannedToken.UNKNOWN) {
            return unknownField();
        }
        code = scanned;
        count++;
        if (scanned == ScannedToken.FIELD) {
            int ordinal = shape.ordinal(name);
            if (ordinal >= 0) {
                return ordinal;
            }
        }
        pending = true;
        return WireIn.UNKNOWN;
    }
}
