package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import java.nio.charset.StandardCharsets;

/**
 * Reads the YAML that {@link YamlWriter} writes, straight from its bytes. At the first thing it does not know it says
 * {@link #UNKNOWN} and stays so; the reader then goes on with {@link EventTokens}, past the {@link #count} tokens that
 * were scanned. So every token given here must be the one that SnakeYAML's events give, as far as SnakeYAML gets: what may
 * turn out to be something else further on is left to it. Not thread-safe.
 */
final class Scanner extends ScannedToken {
    /** What {@link #nextField} returns where the ordinary way has to be taken. */
    static final int NO_FIELD = -4;

    /** The place of names that cannot be compared in the array: beyond its end. */
    static final int NOWHERE = Integer.MAX_VALUE;

    /** What {@link #entry} returns where there is no further entry. */
    private static final int NO_ENTRY = -3;

    /** Length of the mark of a document on a line of its own. */
    private static final int MARK_LINE = 4;

    /** The object of the event, its name, and its value. */
    private static final int HEAD_TOKENS = 3;

    private final NameCache names = new NameCache();
    private final SeenNames[] seen;
    private final byte[] levels;
    private final boolean[] started;
    private final Remembered[] tags;
    private final Remembered rootName = new Remembered();
    private int depth;
    private SeenNames seenHere;

    /** The head that the present document was entered by, or null. */
    private YamlHead entered;

    /** What stood between an entry's value and the next entry's name in this object, 0 to 8 bytes; 0 is not known. */
    private int gapLength;

    private long gap;
    private int gapLines;

    /** How many lines of an open document have been passed, its mark's line included. */
    private int lines;

    private boolean first;

    /** Whether the document begins on the line of its mark. */
    private boolean onMark;

    private boolean keyValueNext;
    private boolean unknown;

    Scanner(WireLimits limits) {
        super(limits);
        this.levels = new byte[limits.maxDepth() + 1];
        this.started = new boolean[limits.maxDepth() + 1];
        this.seen = new SeenNames[limits.maxDepth() + 1];
        this.tags = new Remembered[limits.maxDepth() + 1];
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
        depth = 0;
        level = ROOT;
        first = true;
        entered = null;
        valueNext = false;
        keyValueNext = false;
        unknown = false;
        pending = false;
        count = 0;
        gapLength = 0;
        noteBegin();
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
        noteBegin();
        code = UNKNOWN;
        type = null;
        tag = null;
        gapLength = 0;
        first = true;
        level = BRACES;
        if (head.event() == null) {
            depth = 1;
            count = 1;
        } else {
            depth = 2;
            count = HEAD_TOKENS;
            seen[1].keepFirst();
        }
        seenHere = seen[depth];
        seenHere.clear();
        return true;
    }

    boolean isAtRoot() {
        return depth == 0 && !first && !pending;
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
    private int key(int at) {
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
     * Reads the next key as an ordinal of a shape.
     *
     * @return the ordinal, {@link WireIn#UNKNOWN} where the name is another, which is pending then, {@link WireIn#END}, or
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
            return at == UNKNOWN ? unknownField() : endOfFields();
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
        if (pending && code == END_OBJECT) {
            pending = false;
            return true;
        }
        return false;
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
        boolean isBetween =
                !pending && !unknown && !valueNext && !keyValueNext && !first && level <= BLOCK && depth <= 1;
        return isBetween && isOpen && a[pos] == '\n' && isDocumentEnd(pos + 1);
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
        if (gapLength > 0
                && a.length - start >= 8
                && ((long) ShapeNames.LONG.get(a, start) ^ gap) << 64 - (gapLength << 3) == 0
                && start + gapLength < end) {
            int at = start + gapLength;
            if (a[at] >= 'A' && a[at] != '}') {
                lines += gapLines;
                return at;
            }
        }
        boolean learn = !first;
        int at = entry();
        if (learn && at > start && at - start <= 8 && a.length - start >= 8) {
            gap = (long) ShapeNames.LONG.get(a, start);
            gapLength = at - start;
            gapLines = 0;
            for (int i = start; i < at; i++) {
                gapLines += a[i] == '\n' ? 1 : 0;
            }
        }
        return at;
    }

    private int unknownField() {
        unknown = true;
        return NO_FIELD;
    }

    private int endOfFields() {
        code = close(END_OBJECT);
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
        if (scanned == UNKNOWN) {
            return unknownField();
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

    /** Reads a tag and the space after it; returns the index of the value. */
    private int tag(int at) {
        if (a[at + 1] == '!') {
            return standardTag(at);
        }
        Remembered last = tags[depth];
        if (last != null && last.isAt(a, at)) {
            type = last.value;
            return at + last.length() - 1;
        }
        int after = Lexer.tagEnd(a, at + 1);
        int length = after - at - 1;
        if (length == 0 || length > limits.maxNameBytes() || a[after] != ' ') {
            return UNKNOWN;
        }
        type = names.get(a, at + 1, after);
        if (type.indexOf('%') >= 0) {
            type = Lexer.percentDecoded(type);
            if (type == null) {
                return UNKNOWN;
            }
        }
        if (a[after + 1] == '!') {
            return UNKNOWN;
        }
        if (last == null) {
            last = new Remembered();
            tags[depth] = last;
        }
        last.set(a, at, after + 2, type);
        return after + 1;
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
        gapLength = 0;
        if (kind != LIST) {
            enterObject();
        }
        return true;
    }

    private void enterObject() {
        SeenNames names = seen[depth];
        if (names == null) {
            names = new SeenNames();
            seen[depth] = names;
        } else {
            names.clear();
        }
        seenHere = names;
    }

    private int close(int token) {
        depth--;
        level = levels[depth];
        first = started[depth];
        gapLength = 0;
        seenHere = seen[depth];
        return token;
    }
}
