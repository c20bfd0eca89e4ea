package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.NumberText;
import io.deltawire.wire.spi.SeenTexts;
import io.deltawire.yaml.internal.name.InternedString;
import io.deltawire.yaml.internal.name.PackedTexts;
import io.deltawire.yaml.internal.name.YamlMessagePrefix;
import io.deltawire.yaml.internal.name.YamlNameCache;
import io.deltawire.yaml.internal.name.YamlNameEncoder;
import io.deltawire.yaml.internal.name.YamlShapeNames;
import io.deltawire.yaml.internal.snake.SnakeTokenizer;
import io.deltawire.yaml.internal.text.PlainText;
import io.deltawire.yaml.internal.text.QuoteStyle;
import io.deltawire.yaml.internal.text.ScalarResolver;
import io.deltawire.yaml.internal.text.ScalarSlice;
import io.deltawire.yaml.internal.text.YamlLexer;
import io.deltawire.yaml.internal.writer.YamlWriter;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;

/**
 * Reads the YAML that {@link YamlWriter} writes, straight from its bytes. At the first thing it does not know it says
 * {@link ScannedToken#UNKNOWN} and stays so; the reader then goes on with {@link SnakeTokenizer}, past the {@link #tokenCount} tokens that
 * were scanned. So every token given here must be the one that SnakeYAML's events give, as far as SnakeYAML gets: what may
 * turn out to be something else further on is left to it. Not
 * thread-safe.
 */
public final class YamlScanner {
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
    private static final byte ROOT = 0;

    /** In the outermost object, a field a line. */
    private static final byte BLOCK = 1;

    /** In braces. */
    private static final byte BRACES = 2;

    /** In brackets. */
    private static final byte LIST = 3;

    /** What {@link #nextEntry} returns where there is no further entry. */
    private static final int NO_ENTRY = -3;

    /** Length of the mark of a document on a line of its own. */
    private static final int MARK_LINE = 4;

    /** The object of the event, its name, and its value. */
    private static final int HEAD_TOKENS = 3;

    /** What {@link #nextField} returns where the ordinary way has to be taken. */
    public static final int NO_FIELD = -4;

    /** The place of names that cannot be compared in the array: beyond its end. */
    public static final int NOWHERE = Integer.MAX_VALUE;

    private final WireLimits limits;
    private final SeenTexts texts = new SeenTexts();
    private final NumberReader number = new NumberReader();

    /** Index of the next byte to look at. */
    private int cursor;

    /** Index after the document; of an open one, after a line that is to be the last one looked at. */
    private int end;

    /** Whether the end of the document is not known yet. */
    private boolean isOpenEnded;

    /** What the scanner is inside of. */
    private byte levelKind;

    /** Whether {@link #cursor} is at the value of a field. */
    private boolean isValueNext;

    /** How many tokens were scanned, the present one included. */
    private long tokenCount;

    /** Whether a token was scanned and is not consumed yet. */
    private boolean isPending;

    /** The bytes of the document. */
    private byte[] array = {};

    /** The present token. */
    private int token;

    /** The span of the present scalar, without quotes. */
    private int tokenStart;

    private int tokenEnd;

    /** What {@link Scanner#tryReadInt64} or {@link #resolveToken} read. */
    private long int64;

    /** What {@link Scanner#tryReadFloat64} or {@link #resolveToken} read. */
    private double float64;

    /** The {@link #tokenCount} of the token whose number was read when its kind was asked for. */
    private long parsedNumberToken = -1;

    /** Whether the text in quotes has escapes. */
    private boolean hasEscapes;

    /** The standard tag of the present scalar, or null. */
    private String tag;

    /** The type name in front of the present value, or null. */
    private String type;

    /** The present name. */
    private String name;

    /** What stood between the entries of the innermost object. */
    private final CachedSeparator separator = new CachedSeparator();

    private final NestingStack levels;
    private final YamlNameCache nameCache = new YamlNameCache();
    private final TypeTagReader typeTags;

    /** The name that the outermost object began with last. */
    private final InternedString rootName = new InternedString();

    /** The head that the present document was entered by, or null. */
    private YamlMessagePrefix enteredPrefix;

    /** The names that the innermost object has had. */
    private ObjectNameSet objectNames;

    /** How many lines of an open document have been passed, its mark's line included. */
    private int lineCount;

    /** Whether the first entry or item of the innermost object or list has not come yet. */
    private boolean isFirst;

    /** Whether the document begins on the line of its mark. */
    private boolean startsOnMark;

    /** Whether the value of a key that is no name comes next. */
    private boolean isKeyValueNext;

    /** Whether something has come that is left to the parser. */
    private boolean hasGivenUp;

    public YamlScanner(WireLimits limits) {
        this.limits = limits;
        this.levels = new NestingStack(limits);
        this.typeTags = new TypeTagReader(nameCache, limits);
    }

    // ---- documents

    /**
     * Begins a document; false where it is left to SnakeYAML at once.
     *
     * @param limit the end of the document, or where {@code open}, an end of a line before which it should end
     * @param open whether the scanner is to find the end of the document, and to look at the validity of UTF-8
     */
    public boolean beginDocument(byte[] bytes, int start, int limit, boolean open) {
        isOpenEnded = open;
        token = ScannedToken.UNKNOWN;
        array = bytes;
        cursor = start;
        end = limit;
        levels.reset(0);
        levelKind = ROOT;
        isFirst = true;
        enteredPrefix = null;
        isValueNext = false;
        isKeyValueNext = false;
        hasGivenUp = false;
        isPending = false;
        tokenCount = 0;
        separator.clear();
        texts.beginMessage();
        type = null;
        tag = null;
        if (start == limit || bytes[limit - 1] != '\n') {
            return false;
        }
        startsOnMark = false;
        if (bytes[start] == '-' && limit - start > 4 && YamlLexer.isMark(array, start, '-')) {
            startsOnMark = bytes[start + 3] == ' ';
            cursor = startsOnMark || bytes[start + 3] == '\n' ? start + 4 : start;
            lineCount = startsOnMark ? 0 : 1; // the mark's own line break is not to be passed any more
        }
        return true;
    }

    /** The head that stands where {@link #beginDocument} has gone to, or null. */
    public YamlMessagePrefix findPrefix(HeadTable<YamlMessagePrefix> heads) {
        return startsOnMark || tokenCount != 0 ? null : heads.find(array, cursor, end);
    }

    /** Enters the objects of a head, right after {@link #beginDocument}; false where something else stands there. */
    public boolean enterPrefix(YamlMessagePrefix prefix) {
        int at = cursor;
        if (startsOnMark || tokenCount != 0 || !prefix.isAt(array, at, end)) {
            return false;
        }
        isFirst = false;
        tokenCount = 1;
        if (prefix.event() != null) {
            push(BLOCK);
            objectNames.add(prefix.event());
            isFirst = false;
            tokenCount = HEAD_TOKENS;
        }
        push(BRACES);
        cursor = at + prefix.length();
        enteredPrefix = prefix;
        return true;
    }

    /**
     * As {@link #beginDocument} and {@link #enterPrefix}, for an open document after one that began with the same head and has been read
     * up to its end; false where it is another, and nothing is begun.
     */
    public boolean followPrefix(YamlMessagePrefix prefix, byte[] bytes, int start, int limit) {
        int at = start + MARK_LINE;
        boolean isAlike = prefix == enteredPrefix
                && bytes == array
                && limit - start > MARK_LINE
                && YamlLexer.isMark(array, start, '-')
                && array[at - 1] == '\n'
                && prefix.isAt(array, at, limit);
        if (!isAlike) {
            return false;
        }
        // What there is of the head's levels stays as it is.
        end = limit;
        cursor = at + prefix.length();
        lineCount = 1;
        texts.beginMessage();
        token = ScannedToken.UNKNOWN;
        type = null;
        tag = null;
        separator.clear();
        isFirst = true;
        levelKind = BRACES;
        levels.reset(1);
        tokenCount = 1;
        if (prefix.event() != null) {
            levels.names().retainFirst();
            levels.reset(2);
            tokenCount = HEAD_TOKENS;
        }
        objectNames = levels.clearedNames();
        return true;
    }

    /** How many objects and lists it is in. */
    public int depth() {
        return levels.depth();
    }

    /** Whether it is in the outermost object or list, and in no other. */
    public boolean isInOutermostLevel() {
        return levels.depth() == 1;
    }

    public boolean isAfterRootValue() {
        return levels.depth() == 0 && !isFirst && !isPending;
    }

    /** Scans the next token, unless one is scanned already, and returns it, or {@link ScannedTokenScannedToken#UNKNOWN}. */
    public int advance() {
        if (isPending) {
            return token;
        }
        int scanned = hasGivenUp ? ScannedToken.UNKNOWN : scan();
        if (scanned == ScannedToken.UNKNOWN) {
            hasGivenUp = true;
            return ScannedToken.UNKNOWN;
        }
        token = scanned;
        isPending = true;
        tokenCount++;
        return scanned;
    }

    private int scan() {
        type = null;
        tag = null;
        if (isValueNext) {
            isValueNext = false;
            return scanValue(cursor);
        }
        if (isKeyValueNext) {
            isKeyValueNext = false;
            isValueNext = true;
            return ScannedToken.PLAIN;
        }
        switch (levelKind) {
            case LIST -> {
                return scanItem();
            }
            case ROOT -> {
                return isFirst ? scanRoot() : scanDocumentEnd();
            }
            default -> {
                int at = nextEntry();
                return at == ScannedToken.UNKNOWN ? ScannedToken.UNKNOWN : at == NO_ENTRY ? closeLevel(ScannedToken.END_OBJECT) : readKey(at);
            }
        }
    }

    private int scanRoot() {
        int at = startsOnMark ? cursor : countLinesTo(YamlLexer.skipLines(array, cursor, end));
        if (at < 0 || at == end || at + 3 <= end && (YamlLexer.isMark(array, at, '-') || YamlLexer.isMark(array, at, '.'))) {
            return ScannedToken.UNKNOWN;
        }
        isFirst = false;
        if (array[at] == '{' || array[at] == '[' || array[at] == '!') {
            return scanValue(at);
        }
        if (startsOnMark) {
            return scanValue(at); // an object without braces cannot begin there
        }
        if (rootName.isAt(array, at)) {
            cursor = at;
            return push(BLOCK) ? ScannedToken.BEGIN_OBJECT : ScannedToken.UNKNOWN;
        }
        int after = scanScalar(at);
        if (after == ScannedToken.UNKNOWN) {
            return ScannedToken.UNKNOWN;
        }
        if (array[after] == ':') {
            cursor = at;
            boolean key = array[after + 1] == ' ' && after - at <= YamlNameEncoder.MAX_SIMPLE_KEY;
            return key && push(BLOCK) ? ScannedToken.BEGIN_OBJECT : ScannedToken.UNKNOWN;
        }
        return scanValue(at);
    }

    private int scanDocumentEnd() {
        if (array[cursor] != '\n') {
            return ScannedToken.UNKNOWN;
        }
        int at = countLinesTo(YamlLexer.skipLines(array, cursor + 1, end));
        cursor = at;
        return at >= 0 && isDocumentEnd(at) ? ScannedToken.END_MESSAGE : ScannedToken.UNKNOWN;
    }

    /** Where an open document has ended: index after it. */
    public int documentEnd() {
        return cursor;
    }

    /** How many lines an open document has had. */
    public int documentLines() {
        return lineCount;
    }

    /** Whether all of an open document has been scanned. */
    public boolean isAtMessageEnd() {
        return token == ScannedToken.END_MESSAGE && !hasGivenUp;
    }

    /** Counts the line breaks that are passed over on the way to an index, unless they are counted already. */
    private int countLinesTo(int at) {
        if (isOpenEnded) {
            for (int i = cursor; i < at; i++) {
                lineCount += array[i] == '\n' ? 1 : 0;
            }
        }
        return at;
    }

    /** As {@link YamlLexer#skipSpaceCounting}, with the line breaks counted, up to where another document may begin. */
    private int skipSpaceCounting(int start) {
        int at = YamlLexer.skipSpace(array, start, end);
        if (isOpenEnded && at >= 0) {
            for (int i = start; i < at; i++) {
                lineCount += array[i] == '\n' ? 1 : 0;
            }
            if ((array[at] == '-' || array[at] == '.') && array[at - 1] == '\n') {
                return ScannedToken.UNKNOWN;
            }
        }
        return at;
    }

    /**
     * Index of the key of the next entry of the innermost object, {@link #NO_ENTRY} with {@link #cursor} after the object, or
     * {@link ScannedToken#UNKNOWN}.
     */
    int nextEntry() {
        if (levelKind == BLOCK) {
            if (isFirst) {
                isFirst = false;
                return cursor;
            }
            if (array[cursor] != '\n') {
                return ScannedToken.UNKNOWN;
            }
            int at = YamlLexer.skipLines(array, cursor + 1, end);
            if (at >= 0 && isDocumentEnd(at)) {
                return NO_ENTRY;
            }
            return at == end ? ScannedToken.UNKNOWN : countLinesTo(at);
        }
        int at = skipSpaceCounting(cursor);
        if (at < 0) {
            return ScannedToken.UNKNOWN;
        }
        if (isFirst) {
            isFirst = false;
            if (array[at] == '}') {
                cursor = at + 1;
                return NO_ENTRY;
            }
            return at;
        }
        if (array[at] == '}') {
            cursor = at + 1;
            return NO_ENTRY;
        }
        if (array[at] != ',') {
            return ScannedToken.UNKNOWN;
        }
        at = skipSpaceCounting(at + 1);
        return at < 0 || array[at] == '}' ? ScannedToken.UNKNOWN : at;
    }

    /** Reads a key and the colon and space after it. */
    int readKey(int at) {
        if (levelKind == BLOCK && objectNames.isEmpty()) {
            if (rootName.isAt(array, at)) {
                cursor = at + rootName.length();
                name = rootName.value();
                hasEscapes = false;
                objectNames.add(name);
                isValueNext = true;
                return ScannedToken.FIELD;
            }
            int token = readAnyKey(at);
            if (token == ScannedToken.FIELD && !hasEscapes && at + 1 < cursor) {
                rootName.set(array, at, cursor, name);
            }
            return token;
        }
        return readAnyKey(at);
    }

    private int readAnyKey(int at) {
        boolean quoted = array[at] == '"';
        int after = scanScalar(at);
        if (after == ScannedToken.UNKNOWN || array[after] != ':' || array[after + 1] != ' ' || tokenEnd - tokenStart > YamlNameEncoder.MAX_SIMPLE_KEY) {
            return ScannedToken.UNKNOWN;
        }
        cursor = after + 2;
        if (!quoted && !ScalarSlice.isText(array, tokenStart, tokenEnd)) {
            return readIntegerKey();
        }
        name = hasEscapes ? unescapedText() : nameCache.get(array, tokenStart, tokenEnd);
        boolean odd = tokenEnd - tokenStart > limits.maxNameBytes() || quoted && PlainText.readsAsTemporal(name);
        if (odd || !objectNames.add(name)) {
            return ScannedToken.UNKNOWN;
        }
        isValueNext = true;
        return ScannedToken.FIELD;
    }

    /** A key that is an integer: the token before it. Other keys that are not text are left to SnakeYAML. */
    private int readIntegerKey() {
        if (!ScalarSlice.isInt64(array, tokenStart, tokenEnd)
                || !objectNames.add(new String(array, tokenStart, tokenEnd - tokenStart, StandardCharsets.ISO_8859_1) + '#')) {
            return ScannedToken.UNKNOWN;
        }
        isKeyValueNext = true;
        return ScannedToken.KEY;
    }

    /**
     * Goes to the end of an open document, where nothing but that comes after what was read.
     *
     * @return false where something else does, or where it takes a closer look
     */
    public boolean tryEndDocument() {
        if (!isAtDocumentEnd()) {
            return false;
        }
        cursor++;
        lineCount++;
        return true;
    }

    /** Whether nothing but the end of an open document comes after what was read. */
    public boolean isAtDocumentEnd() {
        return isAtOutermostLineEnd() && isDocumentEnd(cursor + 1);
    }

    /** Whether nothing but the end of the line comes after what was read of an open document, up to an index. */
    public boolean isAtLastLineEnd(int limit) {
        return end == limit && isAtOutermostLineEnd() && cursor + 1 == limit;
    }

    private boolean isAtOutermostLineEnd() {
        boolean isBetween =
                !isPending && !hasGivenUp && !isValueNext && !isKeyValueNext && !isFirst && levelKind <= BLOCK && levels.depth() <= 1;
        return isBetween && isOpenEnded && array[cursor] == '\n';
    }

    private int scanItem() {
        int at = skipSpaceCounting(cursor);
        if (at < 0) {
            return ScannedToken.UNKNOWN;
        }
        if (array[at] == ']') {
            cursor = at + 1;
            return closeLevel(ScannedToken.END_LIST);
        }
        if (isFirst) {
            isFirst = false;
        } else {
            at = array[at] == ',' ? skipSpaceCounting(at + 1) : ScannedToken.UNKNOWN;
            if (at < 0 || array[at] == ']') {
                return ScannedToken.UNKNOWN;
            }
        }
        return scanValue(at);
    }

    /** Reads a scalar, or the begin of an object or list. */
    private int scanValue(int start) {
        int at = start;
        if (array[at] == '!') {
            at = typeTags.read(array, at, end, levels.depth());
            if (at == ScannedToken.UNKNOWN) {
                return ScannedToken.UNKNOWN;
            }
            type = typeTags.typeName();
            tag = typeTags.standardTag();
        }
        switch (array[at]) {
            case '{', '[' -> {
                if (tag != null || levelKind != BRACES && levelKind != BLOCK && YamlLexer.mayBeKey(array, at, end)) {
                    return ScannedToken.UNKNOWN;
                }
                cursor = at + 1;
                boolean object = array[at] == '{';
                return !push(object ? BRACES : LIST) ? ScannedToken.UNKNOWN : object ? ScannedToken.BEGIN_OBJECT : ScannedToken.BEGIN_LIST;
            }
            default -> {
                int after = scanScalar(at);
                return after == ScannedToken.UNKNOWN ? ScannedToken.UNKNOWN : acceptScalar(array[at] == '"' ? ScannedToken.QUOTED : ScannedToken.PLAIN, after);
            }
        }
    }

    /** Finds the scalar that begins at an index: its span, whether it has escapes, and the index after it. */
    private int scanScalar(int at) {
        if (array[at] != '"') {
            int after = YamlLexer.plainEnd(array, at);
            hasEscapes = false;
            tokenStart = at;
            tokenEnd = after;
            return after;
        }
        int quote = YamlLexer.quotedEnd(array, at + 1);
        if (quote == ScannedToken.UNKNOWN) {
            return ScannedToken.UNKNOWN;
        }
        hasEscapes = quote < 0;
        tokenStart = at + 1;
        tokenEnd = hasEscapes ? -2 - quote : quote;
        return tokenEnd + 1;
    }

    private int acceptScalar(int scanned, int after) {
        if (tokenEnd - tokenStart > limits.maxTextChars() || !endsValue(after)) {
            return ScannedToken.UNKNOWN;
        }
        cursor = after;
        if (tag != null && ScalarResolver.resolve(text(), style(scanned), tag) == null) {
            return ScannedToken.UNKNOWN;
        }
        return scanned == ScannedToken.PLAIN && tokenEnd - tokenStart > limits.maxNumberChars() && !ScalarSlice.isText(array, tokenStart, tokenEnd) ? ScannedToken.UNKNOWN : scanned;
    }

    private boolean push(byte kind) {
        if (levels.isFull()) {
            return false;
        }
        levels.push(levelKind, isFirst);
        levelKind = kind;
        isFirst = true;
        separator.clear();
        if (kind != LIST) {
            objectNames = levels.clearedNames();
        }
        return true;
    }

    /** Leaves the innermost object or list. */
    int closeLevel(int token) {
        levels.pop();
        levelKind = levels.kind();
        isFirst = levels.isFirst();
        separator.clear();
        objectNames = levels.names();
        return token;
    }

    // ---- what the present token is

    public byte[] array() {
        return array;
    }

    public int end() {
        return end;
    }

    public SeenTexts texts() {
        return texts;
    }

    public int token() {
        return token;
    }

    public long tokenCount() {
        return tokenCount;
    }

    public boolean isPending() {
        return isPending;
    }

    public void consume() {
        isPending = false;
    }

    public String name() {
        return name;
    }

    public String typeName() {
        return type;
    }

    public long int64() {
        return int64;
    }

    public double float64() {
        return float64;
    }

    // ---- the present token, and values by their kind

    /** Appends the present scalar's text. */
    public void appendText(StringBuilder target) {
        if (hasEscapes) {
            YamlLexer.unescape(array, tokenStart, tokenEnd, target);
        } else {
            ScalarSlice.append(array, tokenStart, tokenEnd, target);
        }
    }

    /** Whether the present scalar's text is this, in ASCII. */
    public boolean textEquals(String text) {
        int length = tokenEnd - tokenStart;
        if (hasEscapes || text.length() != length) {
            return false;
        }
        // From the end: texts in one place rather differ there. A byte beyond ASCII is negative, and equal to no
        // character.
        byte[] bytes = array;
        for (int i = length - 1, at = tokenStart + i; i >= 0; i--, at--) {
            if (text.charAt(i) != bytes[at]) {
                return false;
            }
        }
        return true;
    }

    /** The name or text of the present token, or null where it has none. */
    public String nameOrText() {
        return switch (token) {
            case ScannedToken.FIELD -> name;
            case ScannedToken.PLAIN, ScannedToken.QUOTED -> text();
            default -> null;
        };
    }

    /** Whether the present token is a plain scalar without a tag. */
    public boolean isUntaggedPlain() {
        return token == ScannedToken.PLAIN && tag == null;
    }

    /** The present scalar's text: of one that comes again, the same instance. */
    public String text() {
        return hasEscapes ? unescapedText() : ScalarSlice.text(array, tokenStart, tokenEnd, texts);
    }

    /** The text of the present name or scalar, which has escapes. */
    String unescapedText() {
        StringBuilder target = new StringBuilder(tokenEnd - tokenStart);
        YamlLexer.unescape(array, tokenStart, tokenEnd, target);
        return target.toString();
    }

    /** The kind of the present token. */
    public WireToken resolveToken() {
        WireToken kind = TOKENS[token];
        return kind != null ? kind : resolveScalar();
    }

    private WireToken resolveScalar() {
        parsedNumberToken = -1; // tokens are counted anew in each document
        if (tag == null) {
            if (token == ScannedToken.PLAIN) {
                if (array[tokenStart] <= '9') {
                    WireToken kind = parseNumber();
                    if (kind != null) {
                        return kind;
                    }
                }
                if (ScalarSlice.isInt64(array, tokenStart, tokenEnd)) {
                    return WireToken.INT64;
                }
                if (ScalarSlice.isText(array, tokenStart, tokenEnd)) {
                    return WireToken.TEXT;
                }
            } else if (array[tokenStart] > '9' || tokenEnd == tokenStart) {
                return WireToken.TEXT;
            }
        }
        return ScalarResolver.resolve(text(), style(token), tag);
    }

    /** The kind of a plain scalar that is an ordinary number, which is read with that; else null. */
    private WireToken parseNumber() {
        int kind = number.read(array, tokenStart, end);
        if (kind == NumberReader.NONE || number.end != tokenEnd) {
            return null;
        }
        if (kind == NumberReader.INT64) {
            int64 = number.int64;
            parsedNumberToken = tokenCount;
            return WireToken.INT64;
        }
        if (!NumberText.isExactFloat64(array, tokenStart, tokenEnd, number.float64)) {
            return WireToken.DECIMAL;
        }
        float64 = number.float64;
        parsedNumberToken = tokenCount;
        return WireToken.FLOAT64;
    }

    /** True where the present token's kind is known, and with it the number that it is: {@link #int64} or {@link #float64}. */
    public boolean isNumberParsed() {
        return parsedNumberToken == tokenCount;
    }

    /** The style that a scalar scanned has. */
    static QuoteStyle style(int scanned) {
        return scanned == ScannedToken.PLAIN ? QuoteStyle.PLAIN : QuoteStyle.DOUBLE_QUOTED;
    }

    /** True where the next value is another than null for sure, from its first bytes. */
    public boolean isNotNull() {
        if (!isValueNext || isPending) {
            return false;
        }
        int b = array[cursor] | 0x20;
        return array[cursor] == '"'
                || b >= 'a' && b <= 'z' && (b != 'n' || (array[cursor + 1] | 0x20) != 'u')
                || b >= '0' && b <= '9';
    }

    /**
     * Reads the next value, where it is an integer without a tag, into {@link #int64}.
     *
     * @return false where the ordinary way has to be taken; the value is present then, or not known
     */
    public boolean tryReadInt64() {
        if (isValueNext && !isPending && number.read(array, cursor, end) == NumberReader.INT64 && endsValue(number.end)) {
            int64 = number.int64;
            consumeValue(number.end);
            return true;
        }
        if (!advanceToNumber(NumberReader.INT64)) {
            return false;
        }
        int64 = number.int64;
        isPending = false;
        return true;
    }

    /** As {@link #tryReadInt64}, for a number with a point or exponent, into {@link #float64}. */
    public boolean tryReadFloat64() {
        if (isValueNext && !isPending && number.read(array, cursor, end) == NumberReader.FLOAT64 && endsValue(number.end)) {
            float64 = number.float64;
            consumeValue(number.end);
            return true;
        }
        if (!advanceToNumber(NumberReader.FLOAT64)) {
            return false;
        }
        float64 = number.float64;
        isPending = false;
        return true;
    }

    /** Whether the next token is a number of a kind, without a type or tag; reads it where it is. */
    private boolean advanceToNumber(int kind) {
        return advance() == ScannedToken.PLAIN
                && type == null
                && tag == null
                && number.read(array, tokenStart, end) == kind
                && number.end == tokenEnd;
    }

    /** As {@link #tryReadInt64}, for text, into the span from {@link #tokenStart} to {@link #tokenEnd}. */
    public boolean tryReadText() {
        if (isValueNext && !isPending) {
            boolean quoted = array[cursor] == '"';
            int start = quoted ? cursor + 1 : cursor;
            int stop = quoted ? YamlLexer.quotedEnd(array, start) : YamlLexer.plainEnd(array, start);
            int after = quoted ? stop + 1 : stop;
            boolean text = stop >= 0 && (quoted || ScalarSlice.isText(array, start, stop));
            if (text && stop - start <= limits.maxTextChars() && endsValue(after)) {
                tokenStart = start;
                tokenEnd = stop;
                hasEscapes = false;
                consumeValue(after);
                return true;
            }
        }
        int scanned = advance();
        if (type != null || tag != null || scanned != ScannedToken.QUOTED && (scanned != ScannedToken.PLAIN || !ScalarSlice.isText(array, tokenStart, tokenEnd))) {
            return false;
        }
        isPending = false;
        return true;
    }

    /**
     * Reads the next value as a date or time, where it is a scalar without escapes and tag.
     *
     * @return null where the ordinary way has to be taken; the value is present then, or not known
     */
    public Temporal tryReadTemporal() {
        if (isValueNext && !isPending && array[cursor] == '"') {
            int stop = YamlLexer.quotedEnd(array, cursor + 1);
            if (stop >= 0 && stop - cursor <= limits.maxTextChars() && endsValue(stop + 1)) {
                Temporal value = texts.temporalOrNull(array, cursor + 1, stop);
                if (value != null) {
                    consumeValue(stop + 1);
                    return value;
                }
            }
        }
        int scanned = advance();
        if ((scanned != ScannedToken.QUOTED && scanned != ScannedToken.PLAIN) || type != null || tag != null || hasEscapes) {
            return null;
        }
        Temporal value = texts.temporalOrNull(array, tokenStart, tokenEnd);
        isPending &= value == null;
        return value;
    }

    private void consumeValue(int after) {
        cursor = after;
        isValueNext = false;
        tokenCount++;
    }

    /** True where what follows a scalar can only end it: the scalar does not go on on the next line, and is no key. */
    boolean endsValue(int after) {
        return array[after] == ',' && levelKind >= BRACES || endsLine(after);
    }

    private boolean endsLine(int after) {
        byte next = array[after];
        switch (levelKind) {
            case BRACES -> {
                return YamlLexer.endsFlow(array, after, end, '}');
            }
            case LIST -> {
                return YamlLexer.endsFlow(array, after, end, ']');
            }
            case BLOCK -> {
                if (next != '\n') {
                    return false;
                }
                return after + 1 == end || array[after + 1] > ' ' || array[after + 1] < 0;
            }
            default -> {
                return next == '\n' && (isDocumentEnd(after + 1) || after + 1 < end && array[after + 1] == '#');
            }
        }
    }

    /** Whether the document ends at the begin of a line. */
    boolean isDocumentEnd(int at) {
        return isOpenEnded
                ? end - at > 3 && YamlLexer.isMark(array, at, '-') && (array[at + 3] == '\n' || array[at + 3] == ' ')
                : at == end || YamlLexer.isEndMark(array, at, end);
    }

    // ---- fields of a shape

    /**
     * Reads the next key as an ordinal of a shape.
     *
     * @return the ordinal, {@link WireInScannedToken#UNKNOWN} where the name is another, which is pending then, {@link WireIn#END}, or
     *     {@link #NO_FIELD} where the ordinary way has to be taken
     */
    public int nextField(Shape shape) {
        if (isPending || hasGivenUp || isValueNext || isKeyValueNext || levelKind != BRACES && levelKind != BLOCK) {
            return NO_FIELD;
        }
        if (isAtLastBrace()) {
            lineCount++;
            cursor += 2;
            return endFields();
        }
        ObjectNameSet names = objectNames;
        int expected = names.expectNext(shape);
        int at = nextKeyBySeparator();
        if (at < 0) {
            return at == ScannedToken.UNKNOWN ? giveUpField() : endFields();
        }
        if (expected >= 0) {
            PackedTexts encoded = shape.get(YamlShapeNames.OF_SHAPE).packedNames();
            int length = encoded.length(expected);
            int after = at + length;
            if (length != 0 && after <= end && array.length - after >= 7 && encoded.matches(array, at, expected)) {
                names.addExpected();
                cursor = after;
                isValueNext = true;
                tokenCount++;
                return expected;
            }
        }
        return readOtherField(shape, at);
    }

    /** Whether there is nothing but the brace of an outermost object on the next line, as our own writer has it. */
    private boolean isAtLastBrace() {
        return levelKind == BRACES && !isFirst && cursor + 1 < end && array[cursor] == '\n' && array[cursor + 1] == '}';
    }

    /** Takes the end of the object whose last field {@link #nextField} has found; false where that is not what comes. */
    public boolean tryConsumeObjectEnd() {
        if (isPending && token == ScannedToken.END_OBJECT) {
            isPending = false;
            return true;
        }
        return false;
    }

    /** The names of a shape as they are likely to stand in the object just entered. */
    public Shape.Attachment<byte[][]> directNames() {
        int at = cursor;
        if (isFirst && end - at > 3 && array[at] == '\n' && array[at + 1] == ' ' && array[at + 2] == ' ' && array[at + 3] > ' ') {
            return YamlShapeNames.directNames(2);
        }
        int indent = 0;
        if (directFieldIndex() != NOWHERE && cursor < end && array[cursor] == '\n') {
            while (cursor + 1 + indent < end && array[cursor + 1 + indent] == ' ') {
                indent++;
            }
        }
        Shape.Attachment<byte[][]> indented = indent == 0 ? null : YamlShapeNames.directNames(indent);
        return indented == null ? YamlShapeNames.directNames(2) : indented;
    }

    /** Where the next name in braces should begin, with the comma before it; or {@link #NOWHERE}. */
    public int directFieldIndex() {
        boolean isName = !isPending && !hasGivenUp && !isValueNext && !isKeyValueNext && levelKind == BRACES;
        return isName && limits.maxNameBytes() >= YamlShapeNames.MAX_DIRECT_BYTES ? cursor : NOWHERE;
    }

    /**
     * Goes to an index of the innermost object, past fields of a shape in its order, a line each.
     *
     * @param at where the value of a field begins, or where the next name should
     * @param ordinal of that field
     */
    public void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        int found = isNamed ? ordinal + 1 : ordinal;
        int more = found - objectNames.countInOrder();
        if (found > 0) {
            objectNames.addFirst(shape, found);
            isFirst = false;
        }
        tokenCount += isNamed ? 2L * more - 1 : 2L * more;
        lineCount += more;
        cursor = at;
        isValueNext = isNamed;
        type = null;
        tag = null;
    }

    /** As {@link #nextEntry}, for an object whose entries are parted in the same way each. */
    private int nextKeyBySeparator() {
        int start = cursor;
        int after = separator.indexAfter(array, start, end);
        if (after >= 0) {
            lineCount += separator.lines();
            return after;
        }
        boolean learn = !isFirst;
        int at = nextEntry();
        if (learn) {
            separator.store(array, start, at);
        }
        return at;
    }

    private int giveUpField() {
        hasGivenUp = true;
        return NO_FIELD;
    }

    private int endFields() {
        token = closeLevel(ScannedToken.END_OBJECT);
        type = null;
        tag = null;
        isPending = true;
        tokenCount++;
        return WireIn.END;
    }

    /** A field that is not the expected one. */
    private int readOtherField(Shape shape, int at) {
        type = null;
        tag = null;
        int scanned = readKey(at);
        if (scanned == ScannedToken.UNKNOWN) {
            return giveUpField();
        }
        token = scanned;
        tokenCount++;
        if (scanned == ScannedToken.FIELD) {
            int ordinal = shape.ordinal(name);
            if (ordinal >= 0) {
                return ordinal;
            }
        }
        isPending = true;
        return WireIn.UNKNOWN;
    }
}
