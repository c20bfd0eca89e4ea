package io.deltawire.yaml;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.HeadTable;
import java.nio.charset.StandardCharsets;

/**
 * Reads the YAML that {@link YamlWriter} writes, straight from its bytes. At the first thing it does not know it says
 * {@link #UNKNOWN} and stays so; the reader then goes on with {@link EventTokens}, past the {@link #count} tokens that
 * were scanned. So every token given here must be the one that SnakeYAML's events give, as far as SnakeYAML gets: what may
 * turn out to be something else further on is left to it. {@link FieldScanner} finds the fields of a shape. Not
 * thread-safe.
 */
abstract class Scanner extends ScannedToken {
    /** What {@link #entry} returns where there is no further entry. */
    static final int NO_ENTRY = -3;

    /** Length of the mark of a document on a line of its own. */
    private static final int MARK_LINE = 4;

    /** The object of the event, its name, and its value. */
    private static final int HEAD_TOKENS = 3;

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

    Scanner(WireLimits limits) {
        super(limits);
        this.levels = new Levels(limits);
        this.tags = new TypeTags(names, limits);
    }

    /**
     * Begins a document; false where it is left to SnakeYAML at once.
     *
     * @param limit the end of the document, or where {@code open}, an end of a line before which it should end
     * @param open whether the scanner is to find the end of the document, and to look at the validity of UTF-8
     */
    boolean begin(byte[] array, int start, int limit, boolean open) {
        isOpen = open;
        code = UNKNOWN;
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
        code = UNKNOWN;
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

    @Override
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
        int at = onMark ? pos : passed(Lexer.skipLines(a, pos, end));
        if (at < 0 || at == end || at + 3 <= end && (Lexer.isMark(a, at, '-') || Lexer.isMark(a, at, '.'))) {
            return UNKNOWN;
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
            return push(BLOCK) ? BEGIN_OBJECT : UNKNOWN;
        }
        int after = span(at);
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
        int at = passed(Lexer.skipLines(a, pos + 1, end));
        pos = at;
        return at >= 0 && isDocumentEnd(at) ? END_MESSAGE : UNKNOWN;
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
        return code == END_MESSAGE && !unknown;
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
                return UNKNOWN;
            }
        }
        return at;
    }

    /**
     * Index of the key of the next entry of the innermost object, {@link #NO_ENTRY} with {@link #pos} after the object, or
     * {@link #UNKNOWN}.
     */
    final int entry() {
        if (level == BLOCK) {
            if (first) {
                first = false;
                return pos;
            }
            if (a[pos] != '\n') {
                return UNKNOWN;
            }
            int at = Lexer.skipLines(a, pos + 1, end);
            if (at >= 0 && isDocumentEnd(at)) {
                return NO_ENTRY;
            }
            return at == end ? UNKNOWN : passed(at);
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
    final int key(int at) {
        if (level == BLOCK && seenHere.isEmpty()) {
            if (rootName.isAt(a, at)) {
                pos = at + rootName.length();
                name = rootName.value;
                escaped = false;
                seenHere.add(name);
                valueNext = true;
                return FIELD;
            }
            int token = anyKey(at);
            if (token == FIELD && !escaped && at + 1 < pos) {
                rootName.set(a, at, pos, name);
            }
            return token;
        }
        return anyKey(at);
    }

    private int anyKey(int at) {
        boolean quoted = a[at] == '"';
        int after = span(at);
        if (after == UNKNOWN || a[after] != ':' || a[after + 1] != ' ' || to - from > Names.MAX_SIMPLE_KEY) {
            return UNKNOWN;
        }
        pos = after + 2;
        if (!quoted && !Span.isText(a, from, to)) {
            return number();
        }
        name = escaped ? unescaped() : names.get(a, from, to);
        boolean odd = to - from > limits.maxNameBytes() || quoted && PlainText.readsAsTemporal(name);
        if (odd || !seenHere.add(name)) {
            return UNKNOWN;
        }
        valueNext = true;
        return FIELD;
    }

    /** A key that is an integer: the token before it. Other keys that are not text are left to SnakeYAML. */
    private int number() {
        if (!Span.isInt64(a, from, to)
                || !seenHere.add(new String(a, from, to - from, StandardCharsets.ISO_8859_1) + '#')) {
            return UNKNOWN;
        }
        keyValueNext = true;
        return KEY;
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
            at = tags.read(a, at, end, levels.depth);
            if (at == UNKNOWN) {
                return UNKNOWN;
            }
            type = tags.type;
            tag = tags.standard;
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
            default -> {
                int after = span(at);
                return after == UNKNOWN ? UNKNOWN : scalar(a[at] == '"' ? QUOTED : PLAIN, after);
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
        if (quote == UNKNOWN) {
            return UNKNOWN;
        }
        escaped = quote < 0;
        from = at + 1;
        to = escaped ? -2 - quote : quote;
        return to + 1;
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
    final int close(int token) {
        levels.leave();
        level = levels.kind();
        first = levels.isFirst();
        gap.clear();
        seenHere = levels.names();
        return token;
    }
}
