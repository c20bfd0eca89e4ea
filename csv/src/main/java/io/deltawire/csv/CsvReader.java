package io.deltawire.csv;

import io.deltawire.csv.internal.read.CellClassifier;
import io.deltawire.csv.internal.read.CellReader;
import io.deltawire.csv.internal.read.CsvPrefix;
import io.deltawire.csv.internal.read.DirectCells;
import io.deltawire.csv.internal.read.DirectRecord;
import io.deltawire.csv.internal.read.JsonCellCursor;
import io.deltawire.csv.internal.read.JsonCellParser;
import io.deltawire.csv.internal.read.NameCellCache;
import io.deltawire.csv.internal.read.ReadGroupStack;
import io.deltawire.csv.internal.read.RecordCursor;
import io.deltawire.csv.internal.read.TokenLocator;
import io.deltawire.csv.internal.table.CellType;
import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.CsvSettings;
import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.PrefixMatcher;
import io.deltawire.wire.spi.text.NamedValues;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.NumberText;
import io.deltawire.wire.spi.text.TextCache;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads CSV: each record is a message. {@link CsvFormat#newReader} returns it. After an error in a record {@link
 * #nextMessage} continues with the next line. Not thread-safe.
 *
 * <p>A record can be read in two ways, which may alternate within one record. By tokens, the reader walks through the
 * groups of columns ({@link ReadGroupStack}) and takes each value from its cell ({@link CellReader}), or from the JSON
 * text in it ({@link JsonCellCursor}). Generated code takes the fields of an object directly from the array instead:
 * the methods of {@link MessageDecoder} lead to {@link DirectRecord}, and the cells of such a record are not located
 * before a token is requested.
 */
public final class CsvReader implements WireIn, MessageDecoder, PrefixMatcher, NestingDepth, ThreadGuarded {
    private static final String FORMAT = "csv";

    private final InputBuffer in;
    private final WireLimits limits;
    private final RecordCursor records;
    private final CellReader cells;
    private final ReadGroupStack groups = new ReadGroupStack();
    private final TextCache texts = new TextCache();
    private final DirectRecord direct;
    private final DirectCells directCells;
    private final NameCellCache names;
    private final ScalarText scalar;
    private final CellClassifier kinds;
    private final JsonCellCursor json;
    private final NumberScanner number = new NumberScanner();
    private final TokenLocator locator;

    /** The column or group whose value comes next, or null where a name or an end comes next. */
    private Column current;

    /** The kind of the value of {@link #current}, or null if it has not been determined. */
    private WireToken currentKind;

    /** Whether the next token comes from the JSON text in the cell of {@link #current}. */
    private boolean inJson;

    private final ThreadGuard guard = ThreadGuard.ofReader(() -> !isInMessage());

    CsvReader(InputBuffer in, CsvSettings settings) {
        this.in = in;
        this.records = new RecordCursor(in, settings);
        this.limits = records.limits();
        this.cells = records.cells();
        this.names = new NameCellCache(records);
        this.directCells = new DirectCells(settings.limits(), texts);
        this.direct = new DirectRecord(records, groups, directCells);
        this.scalar = records.newScalarText();
        this.kinds = new CellClassifier(records, scalar);
        this.json = new JsonCellCursor(settings.limits(), texts);
        this.locator = new TokenLocator(records, groups);
    }

    /**
     * Returns the columns by their names in the header, in order, each with the type that its cells are read as: the one that
     * {@link CsvFormat#TYPES} gives, else the one inferred from the first records. Reads the header, and looks at records ahead,
     * if that has not been done. The map is empty if the input is.
     *
     * @throws MalformedWireException if the header is malformed
     */
    public Map<String, ColumnType> columnTypes() {
        guard.enter();
        try {
            return readColumnTypes();
        } finally {
            guard.exit();
        }
    }

    private Map<String, ColumnType> readColumnTypes() {
        Map<String, ColumnType> map = new LinkedHashMap<>();
        if (records.readHeader()) {
            CellType[] types = records.allTypes();
            if (!inJson) {
                currentKind = null; // looking ahead may have moved the text that it came from
            }
            for (int i = 0; i < types.length; i++) {
                map.put(ColumnNames.of(records.table().leaf(i)), ColumnType.of(types[i]));
            }
        }
        return map;
    }

    /**
     * Returns the columns by their names, in order, each with what the header says for it. That differs from the name
     * where the header gives a name twice, or one that looks like a path or mark of this format and is none. Reads the
     * header if that has not been done. The map is empty if the input is.
     *
     * @return the columns, for {@link CsvFormat#HEADINGS}, and its keys for {@link CsvFormat#COLUMNS} of a writer
     * @throws MalformedWireException if the header is malformed
     */
    public Map<String, String> headings() {
        guard.enter();
        try {
            return records.readHeader() ? records.headings() : Map.of();
        } finally {
            guard.exit();
        }
    }

    // ---- From record to record ------------------------------------------------------------------------------------

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    private void leaveRecord() {
        direct.leaveRecord();
        leaveValue();
    }

    private void leaveValue() {
        groups.clear();
        current = null;
        currentKind = null;
        inJson = false;
    }

    @Override
    public boolean nextMessage() {
        guard.enter();
        boolean isFound = false;
        try {
            isFound = moveToMessage();
            return isFound;
        } finally {
            guard.exitAtMessage(isFound);
        }
    }

    private boolean moveToMessage() {
        leaveRecord();
        if (!records.next()) {
            return false;
        }
        texts.beginMessage();
        enterRecord();
        return true;
    }

    private void enterRecord() {
        Column root = records.table().root();
        current = root;
        if (root.event() != null && !cells.isEmpty(root.event().index())) {
            current = groups.wrap(root, names.name(root.event()));
        }
    }

    @Override
    public boolean matchNext() {
        leaveRecord();
        if (!direct.nextWithPrefix()) {
            return moveToMessage();
        }
        texts.beginMessage();
        return true;
    }

    @Override
    public void openMessage() {
        leaveRecord();
        records.scanCells();
        enterRecord();
    }

    @Override
    public void restartMessage() {
        guard.requireOwner();
        if (!records.isPresent()) {
            throw new IllegalStateException("no message: call nextMessage()");
        }
        openMessage();
        texts.beginMessage();
        guard.restartMessage();
    }

    @Override
    public Next nextMessage(MessagePrefix head) {
        // Callers that take fields directly have called nextFields before; by tokens a record is read from its start.
        return moveToMessage() ? Next.TOKENS : Next.NOTHING;
    }

    @Override
    public int nextFields(MessagePrefix head) {
        int begin = direct.nextIf((CsvPrefix) head);
        if (begin >= 0) {
            leaveValue();
            texts.beginMessage();
        }
        return begin;
    }

    @Override
    public boolean endFields() {
        leaveRecord(); // a record that begins with a prefix holds nothing else
        return true;
    }

    @Override
    public boolean isInMessage() {
        return current != null || inJson || groups.depth() > 0;
    }

    @Override
    public long messageOffset() {
        return in.offset();
    }

    // ---- Fields taken directly from the array ---------------------------------------------------------------------

    @Override
    public MessagePrefix prefixOf(String event, String typeName, Shape shape) {
        return direct.prefixFor(event, typeName, shape);
    }

    @Override
    public MessagePrefix prefixOf(Shape shape) {
        return direct.prefixFor(null, null, shape);
    }

    @Override
    public MessagePrefix matched() {
        return direct.arrivedPrefix();
    }

    @Override
    public boolean isSingleObject() {
        return true; // a record holds one event
    }

    @Override
    public boolean enterMatched() {
        direct.enter();
        return true;
    }

    @Override
    public byte[] array() {
        return direct.array();
    }

    @Override
    public int end() {
        return direct.end();
    }

    @Override
    public boolean endsAt(int at) {
        return direct.tryEndAt(at);
    }

    @Override
    public Shape.Attachment<byte[][]> names() {
        return CsvPrefix.names(direct.prefix());
    }

    @Override
    public Shape.Attachment<byte[][]> names(MessagePrefix head) {
        return CsvPrefix.names((CsvPrefix) head);
    }

    @Override
    public int[] order() {
        CsvPrefix prefix = direct.prefix();
        return prefix == null ? null : prefix.order();
    }

    @Override
    public int position() {
        return current != null || inJson ? NONE : direct.position();
    }

    @Override
    public void moveTo(int index, Shape shape, int ordinal, boolean isNamed) {
        if (index != NONE) {
            // Where the columns are not in the order of the shape, the ordinal counts columns.
            current = direct.moveTo(ordinal, isNamed);
            currentKind = null;
        }
    }

    @Override
    public int anyEnd(byte[] a, int at, int end) {
        return directCells.anyEnd(a, at, end);
    }

    @Override
    public int boolEnd(byte[] a, int at, int end) {
        return directCells.boolEnd(a, at, end);
    }

    @Override
    public boolean bool(byte[] a, int at) {
        return a[at] == 't';
    }

    @Override
    public int int64End(byte[] a, int at, int end) {
        return directCells.int64End(a, at, end);
    }

    @Override
    public long int64(byte[] a, int at, int after) {
        return directCells.int64();
    }

    @Override
    public int float64End(byte[] a, int at, int end) {
        return directCells.float64End(a, at, end);
    }

    @Override
    public double float64(byte[] a, int at, int after) {
        return directCells.float64();
    }

    @Override
    public int textEnd(byte[] a, int at, int end) {
        return directCells.textEnd(a, at, end);
    }

    @Override
    public String text(byte[] a, int at, int after, int field) {
        return directCells.text(a, field);
    }

    @Override
    public Object named(byte[] a, int at, int after, int field, NamedValues values) {
        return directCells.named(a, field, values);
    }

    @Override
    public int temporalEnd(byte[] a, int at, int end) {
        return directCells.temporalEnd(a, at, end);
    }

    @Override
    public Temporal temporal(byte[] a, int at, int after, int field) {
        return directCells.temporal(a, field);
    }

    // ---- Tokens ---------------------------------------------------------------------------------------------------

    /** Whether the next value is a whole cell, and nothing but a token's method decides what it is. */
    private boolean isOrdinary() {
        return currentKind == null && current != null && current.index() >= 0 && !current.isJson() && !inJson;
    }

    @Override
    public WireToken peek() {
        return current != null ? kind() : groups.peek();
    }

    @Override
    public boolean isNull() {
        if (isOrdinary()) {
            return kinds.isNullLeaf(current, groups.isInEvent()); // whatever the type of the column
        }
        return peek() == WireToken.NULL;
    }

    private WireToken kind() {
        if (inJson) {
            return json.peek();
        }
        if (currentKind == null) {
            currentKind = current.isLeaf() ? leafKind() : isNullGroup() ? WireToken.NULL : WireToken.BEGIN_OBJECT;
        }
        return currentKind;
    }

    private boolean isNullGroup() {
        return groups.depth() > 0 && !groups.isWrapper(current) && kinds.isNullGroup(current);
    }

    @Override
    public String formatName() {
        return FORMAT;
    }

    @Override
    public String sourceText() {
        WireToken token = peek();
        if (inJson || token != WireToken.FLOAT64 && token != WireToken.DECIMAL && token != WireToken.BOOL) {
            return null;
        }
        String text = scalar.toText();
        if (token == WireToken.BOOL) {
            return text.equals(String.valueOf(scalar.toBool())) ? null : text;
        }
        return !NumberText.isJsonNumber(text) || scalar.isUsualText() && token == scalar.number() ? null : text;
    }

    private WireToken leafKind() {
        if (kinds.isNullLeaf(current, groups.isInEvent())) {
            return WireToken.NULL;
        }
        if (current.isJson()) {
            openJson();
            return json.peek();
        }
        // The type comes first: finding it may look at records ahead, and move the window.
        boolean isText = records.type(current.index()) == CellType.TEXT;
        cells.load(current.index(), scalar);
        try {
            return isText ? WireToken.TEXT : kinds.kind(current.index());
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    private void checkLength(int column) {
        int max = limits.maxTextChars();
        if (cells.isLongerThan(column, max) && scalar.toText().length() > max) {
            throw new MalformedWireException(FORMAT, "text longer than " + max + " chars", location());
        }
    }

    private void openJson() {
        try {
            json.open(cells, current.index(), groups.depth());
        } catch (JsonCellParser.Fault e) {
            throw new MalformedWireException(
                    FORMAT, e.getMessage() + " (index " + e.index() + " of the cell)", location());
        }
        inJson = true;
    }

    @Override
    public String typeName() {
        if (current == null) {
            return null;
        }
        if (current.isJson() && (kind() != WireToken.NULL || inJson)) { // an empty cell is null too, and not JSON text
            return json.typeName();
        }
        Column type = current.type();
        return type == null || cells.isEmpty(type.index()) ? null : names.name(type);
    }

    @Override
    public void beginObject() {
        guard.enterLevel();
        expect(WireToken.BEGIN_OBJECT, "an object");
        if (inJson) {
            beginInJson(false);
            return;
        }
        groups.enter(current);
        current = null;
        currentKind = null;
    }

    @Override
    public void beginList() {
        guard.enterLevel();
        expect(WireToken.BEGIN_LIST, "a list");
        beginInJson(true);
    }

    private void beginInJson(boolean list) {
        if (!json.begin(list)) {
            throw new MalformedWireException(FORMAT, "nested deeper than " + limits.maxDepth() + " levels", location());
        }
    }

    private void expect(WireToken token, String what) {
        if (current == null) {
            throw unexpected("a value");
        }
        WireToken found = kind();
        if (found != token) {
            throw data("expected " + what + " but was " + CellClassifier.describe(found));
        }
    }

    @Override
    public void endObject() {
        guard.requireOwner();
        if (inJson && json.isInside()) {
            leaveJsonIf(json.end(WireToken.END_OBJECT));
        } else {
            inJson = false; // peek() may have opened a cell that nobody reads
            if (groups.depth() == 0) {
                throw new IllegalStateException("no object is begun");
            }
            groups.leave();
            current = null;
            currentKind = null;
        }
        leaveLevel();
    }

    private void leaveLevel() {
        if (!isInMessage()) {
            guard.leaveMessage();
        }
    }

    @Override
    public void endList() {
        guard.requireOwner();
        if (!inJson) {
            throw new IllegalStateException("no list is begun");
        }
        leaveJsonIf(json.end(WireToken.END_LIST));
        leaveLevel();
    }

    private void leaveJsonIf(boolean isRead) {
        if (isRead) {
            inJson = false;
            current = null;
            currentKind = null;
        }
    }

    private void endValue() {
        if (inJson) {
            leaveJsonIf(json.endValue());
        } else {
            current = null;
            currentKind = null;
        }
    }

    @Override
    public boolean hasNext() {
        WireToken token = peek();
        return token != WireToken.END_OBJECT && token != WireToken.END_LIST && token != WireToken.END_MESSAGE;
    }

    @Override
    public String fieldName() {
        guard.requireOwner();
        WireToken token = peek();
        if (token != WireToken.FIELD && token != WireToken.EVENT) {
            throw unexpected("a name");
        }
        if (inJson) {
            return json.fieldName();
        }
        return groups.name(enterEntry());
    }

    /** Moves to the value of the next entry, and returns the field of the entry. */
    private Column enterEntry() {
        Column field = groups.nextEntry();
        current = field;
        if (field.value() != null && !cells.isEmpty(field.value().index())) {
            current = field.value();
        }
        return field;
    }

    @Override
    public int nextField(Shape shape) {
        if (current == null && groups.depth() > 0) {
            int ordinal = groups.nextOrdinal(shape);
            if (ordinal >= 0) {
                enterEntry();
            }
            return ordinal;
        }
        if (!inJson) {
            throw unexpected("a name");
        }
        WireToken token = json.peek();
        if (token == WireToken.END_OBJECT) {
            return END;
        }
        if (token != WireToken.FIELD) {
            throw unexpected("a name");
        }
        return json.nextField(shape);
    }

    @Override
    public void key() {
        throw unexpected("a key");
    }

    /** Makes {@link #scalar} the text of the next value, and returns it. */
    private ScalarText scalar(String expected) {
        if (current == null) {
            throw unexpected("a value");
        }
        if (currentKind == null && !inJson && current.isLeaf() && !current.isJson()) {
            if (cells.loadIfOrdinary(current.index(), scalar)) {
                return scalar;
            }
            if (!kinds.isNullLeaf(current, groups.isInEvent())) {
                cells.load(current.index(), scalar);
                checkLength(current.index());
                return scalar;
            }
        }
        WireToken token = kind();
        if (token == WireToken.FIELD || token == WireToken.END_LIST || token == WireToken.END_OBJECT) {
            throw unexpected("a value");
        }
        if (token == WireToken.NULL || token == WireToken.BEGIN_OBJECT || token == WireToken.BEGIN_LIST) {
            throw data("expected " + expected + " but was " + CellClassifier.describe(token));
        }
        if (inJson) {
            json.load(scalar);
        } else {
            checkLength(current.index());
        }
        return scalar;
    }

    /** Implementations capture nothing, so that a conversion allocates nothing. */
    private interface Conversion<T> {
        T convert(ScalarText scalar);
    }

    private <T> T read(String expected, Conversion<T> conversion) {
        ScalarText value = scalar(expected);
        try {
            T result = conversion.convert(value);
            endValue();
            return result;
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    @Override
    public void nullValue() {
        expect(WireToken.NULL, "null");
        endValue();
    }

    @Override
    public boolean bool() {
        return read("true or false", ScalarText::toBool);
    }

    @Override
    public long int64() {
        if (isOrdinary() && cells.readInt64(current.index(), number)) {
            current = null;
            return number.int64();
        }
        return anyInt64();
    }

    private long anyInt64() {
        ScalarText value = scalar("an integer");
        try {
            long result = value.toInt64();
            endValue();
            return result;
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    @Override
    public double float64() {
        if (isOrdinary() && cells.readFloat64(current.index(), number)) {
            current = null;
            return number.float64();
        }
        return anyFloat64();
    }

    private double anyFloat64() {
        ScalarText value = scalar("a number");
        try {
            double result = value.toFloat64();
            endValue();
            return result;
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    @Override
    public BigDecimal decimal() {
        return read("a number", ScalarText::toDecimal);
    }

    @Override
    public String text() {
        if (isOrdinary() && cells.isOrdinaryAscii(current.index())) {
            int column = current.index();
            current = null;
            return texts.text(in.array, cells.textStart(column), cells.textEnd(column));
        }
        return anyText();
    }

    private String anyText() {
        ScalarText value = scalar("text");
        String result = inJson ? json.text() : value.toText();
        endValue();
        return result;
    }

    @Override
    public void text(StringBuilder target) {
        ScalarText value = scalar("text");
        if (inJson) {
            target.setLength(0);
            target.append(json.text());
        } else {
            value.toText(target);
        }
        endValue();
    }

    @Override
    public byte[] bytes() {
        return read("bytes", ScalarText::toBytes);
    }

    @Override
    public Temporal temporal() {
        if (isOrdinary() && cells.isOrdinaryAscii(current.index())) {
            try {
                Temporal value =
                        texts.temporal(in.array, cells.textStart(current.index()), cells.textEnd(current.index()));
                current = null;
                return value;
            } catch (DateTimeException e) {
                return read("a date or time", ScalarText::toTemporal); // throws the error with its location
            }
        }
        return read("a date or time", ScalarText::toTemporal);
    }

    @Override
    public void skipValue() {
        if (current == null) {
            throw unexpected("a value");
        }
        if (inJson) {
            if (!json.isAtValue()) {
                throw unexpected("a value");
            }
            leaveJsonIf(json.skip());
        } else {
            endValue();
        }
    }

    @Override
    public int depth() {
        return inJson ? json.depth() : groups.depth();
    }

    @Override
    public WireLocation location() {
        if (!records.hasHeader()) {
            return WireLocation.ofLine(1, 1, "$");
        }
        if (direct.isUnopened()) {
            return records.location();
        }
        try {
            direct.findCells();
        } catch (MalformedWireException e) {
            return e.location();
        }
        return locator.locate(current, inJson ? json.path() : "");
    }

    /** Returns the error for a token that is not the requested one. */
    private RuntimeException unexpected(String wanted) {
        return records.isPresent()
                ? data("expected " + wanted + " but was " + CellClassifier.describe(peek()))
                : new IllegalStateException("no message: call nextMessage()");
    }

    private WireDataException data(String problem) {
        return new WireDataException(FORMAT, problem, location());
    }

    @Override
    public void close() {
        guard.enter();
        try {
            in.close();
        } finally {
            guard.exit();
        }
    }
}
