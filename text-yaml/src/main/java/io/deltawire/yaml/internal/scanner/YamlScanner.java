package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.object.PrefixTable;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.TextCache;
import io.deltawire.yaml.internal.name.InternedString;
import io.deltawire.yaml.internal.name.PackedTexts;
import io.deltawire.yaml.internal.name.YamlMessagePrefix;
import io.deltawire.yaml.internal.name.YamlNameCache;
import io.deltawire.yaml.internal.name.YamlNameEncoder;
import io.deltawire.yaml.internal.name.YamlShapeNames;
import io.deltawire.yaml.internal.text.PlainText;
import io.deltawire.yaml.internal.text.QuoteStyle;
import io.deltawire.yaml.internal.text.ScalarResolver;
import io.deltawire.yaml.internal.text.ScalarSlice;
import io.deltawire.yaml.internal.text.YamlLexer;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;

/**
 * Reads the YAML that the writer produces, and text close to it, directly from the bytes.
 *
 * <p>At anything else the scanner gives up: it returns {@link ScannedToken#UNKNOWN} from then on, and SnakeYAML reads
 * the document instead, past the {@link #tokenCount} tokens already delivered. So every token given here must be the
 * one that SnakeYAML would give. Whenever later text could change the meaning of a token, the scanner must give up
 * before it delivers that token.
 *
 * <p>The class owns these groups of state:
 * <ul>
 *   <li>the bytes of the document and the {@link #cursor}. The end of an <em>open</em> document is not known in
 *       advance; the scanner finds it and counts the lines up to it;
 *   <li>the <em>levels</em>: the objects and lists around the cursor, with the names of each object, which finds
 *       duplicate names;
 *   <li>the current <em>token</em>, with the bounds of its text. It is <em>pending</em> until the reader consumes it;
 *   <li>caches: the separator between entries, the first name of the document, recent names and type names.
 * </ul>
 *
 * <p>The reader may mix three entry points. {@link #advance} scans one token. The
 * {@code tryRead} methods parse a value of an expected kind without a token. {@link #nextField} compares the next name with
 * the one expected in a shape. Not thread-safe.
 */
public final class YamlScanner {
    /** By {@link ScannedToken}; null for scalars, which are of several kinds. */
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

    /** Outside of all objects and lists. */
    private static final byte ROOT = 0;

    /** In the outermost object without braces, with one field per line. */
    private static final byte BLOCK = 1;

    private static final byte BRACES = 2;

    private static final byte LIST = 3;

    /** Returned by {@link #nextEntry} at the end of an object. */
    private static final int NO_ENTRY = -3;

    /** Length of the line that holds only a document mark. */
    private static final int MARK_LINE = 4;

    /** The outer object, the event's name, and the object that is its value. */
    private static final int PREFIX_TOKENS = 3;

    /** Returned by {@link #nextField} if the caller has to read a token instead. */
    public static final int NO_FIELD = -4;

    /** Index for fields that cannot be read directly from the array. It lies beyond the end of every array. */
    public static final int NOWHERE = Integer.MAX_VALUE;

    private final WireLimits limits;
    private final TextCache texts = new TextCache();
    private final NumberScanner number = new NumberScanner();

    /** Index of the next byte to read. */
    private int cursor;

    /** Index after the document. For an open document: a line end before which it should end. */
    private int end;

    /** Whether the end of the document is not known yet. */
    private boolean isOpenEnded;

    /** Kind of the innermost level. */
    private byte levelKind;

    /** Whether the cursor is at the value of a field. */
    private boolean isValueNext;

    /** Tokens scanned, including the current one. */
    private long tokenCount;

    /** Whether the current token is not consumed yet. */
    private boolean isPending;

    /** The bytes of the document. */
    private byte[] array = {};

    /** The current token, a constant of {@link ScannedToken}. */
    private int token;

    /** Bounds of the current scalar, quotes excluded. */
    private int tokenStart;

    private int tokenEnd;

    /** Result of {@link #tryReadInt64} or {@link #resolveToken}. */
    private long int64;

    /** Result of {@link #tryReadFloat64} or {@link #resolveToken}. */
    private double float64;

    /** The {@link #tokenCount} of the token whose number {@link #resolveToken} has parsed. */
    private long parsedNumberToken = -1;

    /** Whether the current scalar or name has escapes. */
    private boolean hasEscapes;

    /** The standard tag of the current scalar, or null. */
    private String tag;

    /** The type name of the current value, or null. */
    private String type;

    private String name;

    /** The separator of the innermost object. */
    private final CachedSeparator separator = new CachedSeparator();

    private final NestingStack levels;
    private final YamlNameCache nameCache = new YamlNameCache();
    private final TypeTagReader typeTags;

    /** The name with which the last document's outermost object started. */
    private final InternedString rootName = new InternedString();

    /** The prefix of the current document, or null. */
    private YamlMessagePrefix enteredPrefix;

    /** The names of the innermost object. */
    private ObjectNameSet objectNames;

    /** Lines of the open document that were scanned, including the line of its mark. */
    private int lineCount;

    /** Whether the first entry or item of the innermost level is still to come. */
    private boolean isFirst;

    /** Whether the document starts on the line of its mark. */
    private boolean startsOnMark;

    /** Whether the value of a key that is not text comes next. */
    private boolean isKeyValueNext;

    /** Whether the document is left to SnakeYAML. */
    private boolean hasGivenUp;

    public YamlScanner(WireLimits limits) {
        this.limits = limits;
        this.levels = new NestingStack(limits);
        this.typeTags = new TypeTagReader(nameCache, limits);
    }

    // ---- documents

    /**
     * Begins a document; returns false if it is immediately left to SnakeYAML.
     *
     * @param limit end of the document, or, if {@code open}, a line end before which it should end
     * @param open whether the scanner must find the end of the document and check its UTF-8
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
            lineCount = startsOnMark ? 0 : 1; // the line break of the mark was already passed
        }
        return true;
    }

    /** Returns the registered prefix at the start of the document, or null. */
    public YamlMessagePrefix findPrefix(PrefixTable<YamlMessagePrefix> heads) {
        return startsOnMark || tokenCount != 0 ? null : heads.find(array, cursor, end);
    }

    /**
     * Enters the objects of a prefix, directly after {@link #beginDocument}. Returns false without moving if the
     * document starts otherwise.
     */
    public boolean enterPrefix(YamlMessagePrefix prefix) {
        int index = cursor;
        if (startsOnMark || tokenCount != 0 || !prefix.matches(array, index, end)) {
            return false;
        }
        isFirst = false;
        tokenCount = 1;
        if (prefix.event() != null) {
            push(BLOCK);
            objectNames.add(prefix.event());
            isFirst = false;
            tokenCount = PREFIX_TOKENS;
        }
        push(BRACES);
        cursor = index + prefix.length();
        enteredPrefix = prefix;
        return true;
    }

    /**
     * Begins an open document and enters its prefix, if that equals the prefix of the last document and the last
     * document was read to its end. Returns false and does nothing if it differs.
     */
    public boolean followPrefix(YamlMessagePrefix prefix, byte[] bytes, int start, int limit) {
        int index = start + MARK_LINE;
        boolean isAlike = prefix == enteredPrefix
                && bytes == array
                && limit - start > MARK_LINE
                && YamlLexer.isMark(array, start, '-')
                && array[index - 1] == '\n'
                && prefix.matches(array, index, limit);
        if (!isAlike) {
            return false;
        }
        // The levels of the prefix are still the levels of the last document.
        end = limit;
        cursor = index + prefix.length();
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
            tokenCount = PREFIX_TOKENS;
        }
        objectNames = levels.clearedNames();
        return true;
    }

    /** Returns the number of objects and lists around the cursor. */
    public int depth() {
        return levels.depth();
    }

    public boolean isInOutermostLevel() {
        return levels.depth() == 1;
    }

    /** Returns whether the document's value was read completely and the token consumed. */
    public boolean isAfterRootValue() {
        return levels.depth() == 0 && !isFirst && !isPending;
    }

    /**
     * Scans the next token, unless one is pending, and returns it; {@link ScannedToken#UNKNOWN} if the scanner has
     * given up.
     */
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
                int index = nextEntry();
                return index == ScannedToken.UNKNOWN
                        ? ScannedToken.UNKNOWN
                        : index == NO_ENTRY ? closeLevel(ScannedToken.END_OBJECT) : readKey(index);
            }
        }
    }

    private int scanRoot() {
        int index = startsOnMark ? cursor : countLinesTo(YamlLexer.skipLines(array, cursor, end));
        if (index < 0
                || index == end
                || index + 3 <= end && (YamlLexer.isMark(array, index, '-') || YamlLexer.isMark(array, index, '.'))) {
            return ScannedToken.UNKNOWN;
        }
        isFirst = false;
        if (array[index] == '{' || array[index] == '[' || array[index] == '!') {
            return scanValue(index);
        }
        if (startsOnMark) {
            return scanValue(index); // an object without braces cannot begin there
        }
        if (rootName.isAt(array, index)) {
            cursor = index;
            return push(BLOCK) ? ScannedToken.BEGIN_OBJECT : ScannedToken.UNKNOWN;
        }
        int after = scanScalar(index);
        if (after == ScannedToken.UNKNOWN) {
            return ScannedToken.UNKNOWN;
        }
        if (array[after] == ':') {
            cursor = index;
            boolean key = array[after + 1] == ' ' && after - index <= YamlNameEncoder.MAX_SIMPLE_KEY;
            return key && push(BLOCK) ? ScannedToken.BEGIN_OBJECT : ScannedToken.UNKNOWN;
        }
        return scanValue(index);
    }

    private int scanDocumentEnd() {
        if (array[cursor] != '\n') {
            return ScannedToken.UNKNOWN;
        }
        int index = countLinesTo(YamlLexer.skipLines(array, cursor + 1, end));
        cursor = index;
        return index >= 0 && isDocumentEnd(index) ? ScannedToken.END_MESSAGE : ScannedToken.UNKNOWN;
    }

    /** Returns the index at which the open document has ended. */
    public int documentEnd() {
        return cursor;
    }

    /** Returns the number of lines of the open document. */
    public int documentLines() {
        return lineCount;
    }

    /** Returns whether the whole document was scanned. */
    public boolean isAtMessageEnd() {
        return token == ScannedToken.END_MESSAGE && !hasGivenUp;
    }

    /** Counts the line breaks from the cursor to an index, if the document is open; returns the index. */
    private int countLinesTo(int index) {
        if (isOpenEnded) {
            for (int i = cursor; i < index; i++) {
                lineCount += array[i] == '\n' ? 1 : 0;
            }
        }
        return index;
    }

    /** Like {@link YamlLexer#skipSpace}, but counts line breaks and gives up where another document may start. */
    private int skipSpaceCounting(int start) {
        int index = YamlLexer.skipSpace(array, start, end);
        if (isOpenEnded && index >= 0) {
            for (int i = start; i < index; i++) {
                lineCount += array[i] == '\n' ? 1 : 0;
            }
            if ((array[index] == '-' || array[index] == '.') && array[index - 1] == '\n') {
                return ScannedToken.UNKNOWN;
            }
        }
        return index;
    }

    /**
     * Returns the index of the next key of the innermost object. Returns {@link #NO_ENTRY} at the end of the object,
     * with the cursor after it, or {@link ScannedToken#UNKNOWN}.
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
            int index = YamlLexer.skipLines(array, cursor + 1, end);
            if (index >= 0 && isDocumentEnd(index)) {
                return NO_ENTRY;
            }
            return index == end ? ScannedToken.UNKNOWN : countLinesTo(index);
        }
        int index = skipSpaceCounting(cursor);
        if (index < 0) {
            return ScannedToken.UNKNOWN;
        }
        if (isFirst) {
            isFirst = false;
            if (array[index] == '}') {
                cursor = index + 1;
                return NO_ENTRY;
            }
            return index;
        }
        if (array[index] == '}') {
            cursor = index + 1;
            return NO_ENTRY;
        }
        if (array[index] != ',') {
            return ScannedToken.UNKNOWN;
        }
        index = skipSpaceCounting(index + 1);
        return index < 0 || array[index] == '}' ? ScannedToken.UNKNOWN : index;
    }

    /** Reads a key, and the colon and space after it. */
    int readKey(int index) {
        if (levelKind == BLOCK && objectNames.isEmpty()) {
            if (rootName.isAt(array, index)) {
                cursor = index + rootName.length();
                name = rootName.value();
                hasEscapes = false;
                objectNames.add(name);
                isValueNext = true;
                return ScannedToken.FIELD;
            }
            int token = readAnyKey(index);
            if (token == ScannedToken.FIELD && !hasEscapes && index + 1 < cursor) {
                rootName.set(array, index, cursor, name);
            }
            return token;
        }
        return readAnyKey(index);
    }

    private int readAnyKey(int index) {
        boolean quoted = array[index] == '"';
        int after = scanScalar(index);
        if (after == ScannedToken.UNKNOWN
                || array[after] != ':'
                || array[after + 1] != ' '
                || tokenEnd - tokenStart > YamlNameEncoder.MAX_SIMPLE_KEY) {
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

    /** Reads a key that is an integer as a {@code KEY} token. Other keys that are not text are left to SnakeYAML. */
    private int readIntegerKey() {
        if (!ScalarSlice.isInt64(array, tokenStart, tokenEnd)
                || !objectNames.add(
                        new String(array, tokenStart, tokenEnd - tokenStart, StandardCharsets.ISO_8859_1) + '#')) {
            return ScannedToken.UNKNOWN;
        }
        isKeyValueNext = true;
        return ScannedToken.KEY;
    }

    /**
     * Moves to the end of an open document if nothing else follows.
     *
     * @return false if something follows, or if that needs a closer look
     */
    public boolean tryEndDocument() {
        if (!isAtDocumentEnd()) {
            return false;
        }
        cursor++;
        lineCount++;
        return true;
    }

    /** Returns whether the end of the open document follows. */
    public boolean isAtDocumentEnd() {
        return isAtOutermostLineEnd() && isDocumentEnd(cursor + 1);
    }

    /** Returns whether only a line break is left before {@code limit}, the end of an open document's window. */
    public boolean isAtLastLineEnd(int limit) {
        return end == limit && isAtOutermostLineEnd() && cursor + 1 == limit;
    }

    private boolean isAtOutermostLineEnd() {
        boolean isBetween = !isPending
                && !hasGivenUp
                && !isValueNext
                && !isKeyValueNext
                && !isFirst
                && levelKind <= BLOCK
                && levels.depth() <= 1;
        return isBetween && isOpenEnded && array[cursor] == '\n';
    }

    private int scanItem() {
        int index = skipSpaceCounting(cursor);
        if (index < 0) {
            return ScannedToken.UNKNOWN;
        }
        if (array[index] == ']') {
            cursor = index + 1;
            return closeLevel(ScannedToken.END_LIST);
        }
        if (isFirst) {
            isFirst = false;
        } else {
            index = array[index] == ',' ? skipSpaceCounting(index + 1) : ScannedToken.UNKNOWN;
            if (index < 0 || array[index] == ']') {
                return ScannedToken.UNKNOWN;
            }
        }
        return scanValue(index);
    }

    /** Scans a scalar, or the start of an object or list, with its tag. */
    private int scanValue(int start) {
        int index = start;
        if (array[index] == '!') {
            index = typeTags.read(array, index, end, levels.depth());
            if (index == ScannedToken.UNKNOWN) {
                return ScannedToken.UNKNOWN;
            }
            type = typeTags.typeName();
            tag = typeTags.standardTag();
        }
        switch (array[index]) {
            case '{', '[' -> {
                if (tag != null || levelKind != BRACES && levelKind != BLOCK && YamlLexer.mayBeKey(array, index, end)) {
                    return ScannedToken.UNKNOWN;
                }
                cursor = index + 1;
                boolean object = array[index] == '{';
                return !push(object ? BRACES : LIST)
                        ? ScannedToken.UNKNOWN
                        : object ? ScannedToken.BEGIN_OBJECT : ScannedToken.BEGIN_LIST;
            }
            default -> {
                int after = scanScalar(index);
                return after == ScannedToken.UNKNOWN
                        ? ScannedToken.UNKNOWN
                        : acceptScalar(array[index] == '"' ? ScannedToken.QUOTED : ScannedToken.PLAIN, after);
            }
        }
    }

    /** Finds the bounds of the scalar at an index, and whether it has escapes; returns the index after it. */
    private int scanScalar(int index) {
        if (array[index] != '"') {
            int after = YamlLexer.plainEnd(array, index);
            hasEscapes = false;
            tokenStart = index;
            tokenEnd = after;
            return after;
        }
        int quote = YamlLexer.quotedEnd(array, index + 1);
        if (quote == ScannedToken.UNKNOWN) {
            return ScannedToken.UNKNOWN;
        }
        hasEscapes = quote < 0;
        tokenStart = index + 1;
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
        return scanned == ScannedToken.PLAIN
                        && tokenEnd - tokenStart > limits.maxNumberChars()
                        && !ScalarSlice.isText(array, tokenStart, tokenEnd)
                ? ScannedToken.UNKNOWN
                : scanned;
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

    /** Leaves the innermost level. */
    int closeLevel(int token) {
        levels.pop();
        levelKind = levels.kind();
        isFirst = levels.isFirst();
        separator.clear();
        objectNames = levels.names();
        return token;
    }

    // ---- the current token

    public byte[] array() {
        return array;
    }

    /** Returns the index after the document; see {@link #beginDocument}. */
    public int end() {
        return end;
    }

    public TextCache texts() {
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

    /** Consumes the pending token. */
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

    // ---- the text and kind of the current token; values of an expected kind

    /** Appends the current scalar's text. */
    public void appendText(StringBuilder target) {
        if (hasEscapes) {
            YamlLexer.unescape(array, tokenStart, tokenEnd, target);
        } else {
            ScalarSlice.append(array, tokenStart, tokenEnd, target);
        }
    }

    /** Returns whether the current scalar is this text and in ASCII. */
    public boolean textEquals(String text) {
        int length = tokenEnd - tokenStart;
        if (hasEscapes || text.length() != length) {
            return false;
        }
        // Backwards, because texts of one field tend to differ at the end. A byte beyond ASCII is negative and
        // equals no character.
        byte[] bytes = array;
        for (int i = length - 1, index = tokenStart + i; i >= 0; i--, index--) {
            if (text.charAt(i) != bytes[index]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the name or text of the current token, or null if it has none. */
    public String nameOrText() {
        return switch (token) {
            case ScannedToken.FIELD -> name;
            case ScannedToken.PLAIN, ScannedToken.QUOTED -> text();
            default -> null;
        };
    }

    /** Returns whether the current token is a plain scalar without a tag. */
    public boolean isUntaggedPlain() {
        return token == ScannedToken.PLAIN && tag == null;
    }

    /** Returns the current scalar's text. A text that occurs again is the same instance. */
    public String text() {
        return hasEscapes ? unescapedText() : ScalarSlice.text(array, tokenStart, tokenEnd, texts);
    }

    /** Returns the text of a name or scalar with escapes. */
    String unescapedText() {
        StringBuilder target = new StringBuilder(tokenEnd - tokenStart);
        YamlLexer.unescape(array, tokenStart, tokenEnd, target);
        return target.toString();
    }

    /** Returns the kind of the current token, and parses an ordinary number. */
    public WireToken resolveToken() {
        WireToken kind = TOKENS[token];
        return kind != null ? kind : resolveScalar();
    }

    private WireToken resolveScalar() {
        parsedNumberToken = -1; // the count starts again in each document
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

    /** Parses a plain scalar that is an ordinary number; returns its kind, or null. */
    private WireToken parseNumber() {
        int kind = number.read(array, tokenStart, end);
        if (kind == NumberScanner.NONE || number.end() != tokenEnd) {
            return null;
        }
        if (kind == NumberScanner.INT64) {
            int64 = number.int64();
            parsedNumberToken = tokenCount;
            return WireToken.INT64;
        }
        if (!NumberText.isExactFloat64(array, tokenStart, tokenEnd, number.float64())) {
            return WireToken.DECIMAL;
        }
        float64 = number.float64();
        parsedNumberToken = tokenCount;
        return WireToken.FLOAT64;
    }

    /** Returns whether {@link #resolveToken} has parsed the current number into {@link #int64} or {@link #float64}. */
    public boolean isNumberParsed() {
        return parsedNumberToken == tokenCount;
    }

    static QuoteStyle style(int scanned) {
        return scanned == ScannedToken.PLAIN ? QuoteStyle.PLAIN : QuoteStyle.DOUBLE_QUOTED;
    }

    /** Returns whether the next value cannot be null, judged by its first bytes. */
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
     * Reads the next value into {@link #int64} if it is an integer without a tag.
     *
     * @return false if the caller must read a token instead; the next token is then pending, or the scanner has given
     *     up
     */
    public boolean tryReadInt64() {
        if (isValueNext
                && !isPending
                && number.read(array, cursor, end) == NumberScanner.INT64
                && endsValue(number.end())) {
            int64 = number.int64();
            consumeValue(number.end());
            return true;
        }
        if (!advanceToNumber(NumberScanner.INT64)) {
            return false;
        }
        int64 = number.int64();
        isPending = false;
        return true;
    }

    /** Like {@link #tryReadInt64}, for a number with a point or exponent, into {@link #float64}. */
    public boolean tryReadFloat64() {
        if (isValueNext
                && !isPending
                && number.read(array, cursor, end) == NumberScanner.FLOAT64
                && endsValue(number.end())) {
            float64 = number.float64();
            consumeValue(number.end());
            return true;
        }
        if (!advanceToNumber(NumberScanner.FLOAT64)) {
            return false;
        }
        float64 = number.float64();
        isPending = false;
        return true;
    }

    /** Scans the next token; returns whether it is a number of a kind, without type and tag. */
    private boolean advanceToNumber(int kind) {
        return advance() == ScannedToken.PLAIN
                && type == null
                && tag == null
                && number.read(array, tokenStart, end) == kind
                && number.end() == tokenEnd;
    }

    /** Like {@link #tryReadInt64}, for text. */
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
        if (type != null
                || tag != null
                || scanned != ScannedToken.QUOTED
                        && (scanned != ScannedToken.PLAIN || !ScalarSlice.isText(array, tokenStart, tokenEnd))) {
            return false;
        }
        isPending = false;
        return true;
    }

    /**
     * Reads the next value if it is a date or time without escapes and tag.
     *
     * @return null if the caller must read a token instead; the next token is then pending, or the scanner has given
     *     up
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
        if ((scanned != ScannedToken.QUOTED && scanned != ScannedToken.PLAIN)
                || type != null
                || tag != null
                || hasEscapes) {
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

    /** Returns whether what follows can only end a scalar: it neither continues on the next line nor is a key. */
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

    /** Returns whether the document ends at the start of a line. */
    boolean isDocumentEnd(int index) {
        return isOpenEnded
                ? end - index > 3
                        && YamlLexer.isMark(array, index, '-')
                        && (array[index + 3] == '\n' || array[index + 3] == ' ')
                : index == end || YamlLexer.isEndMark(array, index, end);
    }

    // ---- fields of a shape

    /**
     * Reads the next name as an ordinal of a shape. A name in the order of the shape, after the same separator as the
     * last one, is compared by words and is never a token of its own.
     *
     * @return the ordinal; {@link WireIn#UNKNOWN} for another name, which is then pending; {@link WireIn#END}; or
     *     {@link #NO_FIELD} if the caller has to read a token instead
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
        int index = nextKeyBySeparator();
        if (index < 0) {
            return index == ScannedToken.UNKNOWN ? giveUpField() : endFields();
        }
        if (expected >= 0) {
            PackedTexts encoded = shape.get(YamlShapeNames.OF_SHAPE).packedNames();
            int length = encoded.length(expected);
            int after = index + length;
            if (length != 0 && after <= end && array.length - after >= 7 && encoded.matches(array, index, expected)) {
                names.addExpected();
                cursor = after;
                isValueNext = true;
                tokenCount++;
                return expected;
            }
        }
        return readOtherField(shape, index);
    }

    /** Returns whether the next line starts with the closing brace of an outermost object, as the writer puts it. */
    private boolean isAtLastBrace() {
        return levelKind == BRACES && !isFirst && cursor + 1 < end && array[cursor] == '\n' && array[cursor + 1] == '}';
    }

    /** Consumes the end of the object if {@link #nextField} has found it; otherwise returns false. */
    public boolean tryConsumeObjectEnd() {
        if (isPending && token == ScannedToken.END_OBJECT) {
            isPending = false;
            return true;
        }
        return false;
    }

    /** Returns the names of a shape as they probably appear in the current object, by its indent. */
    public Shape.Attachment<byte[][]> directNames() {
        int index = cursor;
        if (isFirst
                && end - index > 3
                && array[index] == '\n'
                && array[index + 1] == ' '
                && array[index + 2] == ' '
                && array[index + 3] > ' ') {
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

    /**
     * Returns the index at which the next name in braces should start, with the comma before it; or {@link #NOWHERE}.
     */
    public int directFieldIndex() {
        boolean isName = !isPending && !hasGivenUp && !isValueNext && !isKeyValueNext && levelKind == BRACES;
        return isName && limits.maxNameBytes() >= YamlShapeNames.MAX_DIRECT_BYTES ? cursor : NOWHERE;
    }

    /**
     * Moves to an index in the innermost object after its fields were read directly, in order and one per line.
     *
     * @param index index of a field's value, or where the next name should start
     * @param ordinal ordinal of that field
     * @param isNamed whether the field's name was read, so that its value comes next
     */
    public void moveTo(int index, Shape shape, int ordinal, boolean isNamed) {
        int found = isNamed ? ordinal + 1 : ordinal;
        int more = found - objectNames.countInOrder();
        if (found > 0) {
            objectNames.addFirst(shape, found);
            isFirst = false;
        }
        tokenCount += isNamed ? 2L * more - 1 : 2L * more;
        lineCount += more;
        cursor = index;
        isValueNext = isNamed;
        type = null;
        tag = null;
    }

    /** Like {@link #nextEntry}, but first compares the cached separator. */
    private int nextKeyBySeparator() {
        int start = cursor;
        int after = separator.indexAfter(array, start, end);
        if (after >= 0) {
            lineCount += separator.lines();
            return after;
        }
        boolean learn = !isFirst;
        int index = nextEntry();
        if (learn) {
            separator.store(array, start, index);
        }
        return index;
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

    /** Reads a field that is not the expected one. */
    private int readOtherField(Shape shape, int index) {
        type = null;
        tag = null;
        int scanned = readKey(index);
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
