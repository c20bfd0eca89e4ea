package io.deltawire.csv;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ColumnWriter;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.TemporalText;
import io.deltawire.wire.spi.Utf8;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Writes each message as a record. Cells go to the output as they come; a message whose fields come in the order of the
 * columns is done then, the cells of another are put in order at its end (see {@link Row}).
 */
final class CsvWriter implements WireOut, ColumnWriter {
    private static final String FORMAT = "csv";

    private final OutputBuffer out;
    private final WireLimits limits;
    private final Map<String, ColumnType> types;
    private final boolean withHeader;
    private final CellWriter cells;
    private final JsonCellWriter json;
    private final Row row;
    private final TextCells texts;

    private Table table = new Table();
    /** Whether the columns are settled: by option, or by the first message. */
    private boolean settled;

    private boolean headerWritten;
    private boolean inMessage;
    private boolean complete;

    private Column[] open = new Column[8];
    private int[] entries = new int[8];
    private int[] filledBefore = new int[8];
    private Shape[] shapes = new Shape[8];
    private int depth;
    private Column at;
    private String pendingType;
    private boolean inEvent;
    private boolean inJson;

    /** How objects of the class last written become rows without tokens, or null where that is not known. */
    private StraightRow straight;
    /** The class of the object that the next message has to be, by its tokens; or null. */
    private FieldColumns expected;

    private String expectedEvent;

    CsvWriter(OutputBuffer out, WireOptions options) {
        this.out = out;
        this.limits = options.limits();
        this.types = options.get(CsvFormat.TYPES);
        this.withHeader = options.get(CsvFormat.HEADER) == CsvFormat.Header.PRESENT;
        char given = CsvFormat.checkDelimiter(options.get(CsvFormat.DELIMITER));
        char delimiter = given == CsvFormat.AUTO_DELIMITER ? ',' : given;
        boolean quoteText = options.get(CsvFormat.QUOTES) == CsvFormat.Quotes.TEXT;
        this.cells = new CellWriter(out, delimiter, quoteText, limits.maxNumberChars());
        this.json = new JsonCellWriter(limits);
        this.row = new Row(out, cells, delimiter, options.get(CsvFormat.LINE_END));
        this.texts = new TextCells(out, cells, limits.maxTextChars());
        List<String> columns = options.get(CsvFormat.COLUMNS);
        if (!columns.isEmpty()) {
            settle(columns);
        }
    }

    private void settle(List<String> columns) {
        try {
            table = Table.of(columns, limits);
        } catch (Table.BadColumn e) {
            throw new IllegalArgumentException("csv.columns: " + e.getMessage(), e);
        }
        for (int i = 0; i < table.width; i++) {
            table.leaves[i].json |= types.get(columns.get(i)) == ColumnType.JSON;
        }
        settled = true;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        if (inMessage) {
            throw new IllegalStateException("the message before is not ended");
        }
        out.begin();
        inMessage = true;
        complete = false;
        depth = 0;
        at = table.root;
        pendingType = null;
        inEvent = false;
        inJson = false;
        row.begin(table.width);
    }

    @Override
    public boolean writeColumns(String event, FieldColumns columns, Object object, byte[] key, int keyLength) {
        if (inMessage || !types.isEmpty()) {
            return false;
        }
        if (straight != null && straight.isOf(event, columns)) {
            out.begin();
            if (straight.write(object, out, row, cells, texts) && out.messageLength() <= limits.maxMessageBytes()) {
                out.commit();
                return true;
            }
            out.rollback();
        }
        expectedEvent = event;
        expected = columns;
        return false;
    }

    @Override
    public void endMessage() {
        if (!complete) {
            throw new IllegalStateException("the message has no value, or it is not ended");
        }
        if (table.width == 0) {
            throw new WireDataException(FORMAT, "expected a record with a field but it has none", null);
        }
        boolean withHeaderNow = withHeader && !headerWritten;
        if (expected != null) {
            straight = withHeaderNow || !row.isStraight(table)
                    ? null
                    : StraightRow.of(table, row, out.array, out.messageStart(), expectedEvent, expected);
            expected = null;
        }
        row.end(table, withHeaderNow);
        if (out.messageLength() > limits.maxMessageBytes()) {
            throw new WireDataException(
                    FORMAT,
                    "record of " + out.messageLength() + " bytes, longer than " + limits.maxMessageBytes(),
                    null);
        }
        out.commit();
        row.committed();
        headerWritten = true;
        settled = true;
        inMessage = false;
    }

    @Override
    public void cancelMessage() {
        if (inMessage) {
            out.rollback();
            inMessage = false;
            expected = null;
            if (!settled) {
                table = new Table();
            }
        }
    }

    @Override
    public void type(String name) {
        if (inJson) {
            json.type(name);
            return;
        }
        if (at == null) {
            throw new IllegalStateException("a type without a value: " + Printable.quote(name));
        }
        pendingType = name;
    }

    @Override
    public void beginObject(Shape shape) {
        beginObject();
        if (!inJson) {
            shapes[depth - 1] = shape;
        } else {
            json.shape(shape);
        }
    }

    @Override
    public void beginObject() {
        if (inJson) {
            json.begin(false);
            return;
        }
        Column group = value("an object");
        if (group.isLeaf() || isJsonByType(group)) {
            beginJson(group, ColumnNames.OBJECT);
            json.begin(false);
            return;
        }
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            entries = Arrays.copyOf(entries, 2 * depth);
            filledBefore = Arrays.copyOf(filledBefore, 2 * depth);
            shapes = Arrays.copyOf(shapes, 2 * depth);
        }
        if (depth == limits.maxDepth()) {
            throw error("nested deeper than " + limits.maxDepth() + " levels");
        }
        open[depth] = group;
        shapes[depth] = null;
        entries[depth] = 0;
        filledBefore[depth++] = row.filled();
        if (pendingType != null) {
            typeCell(group);
        }
        at = null;
    }

    private void typeCell(Column group) {
        String name = pendingType;
        pendingType = null;
        if (Utf8.length(name) > limits.maxNameBytes()) {
            throw error("type name longer than " + limits.maxNameBytes() + " bytes");
        }
        if (group.type == null) {
            if (settled) {
                String column = (group.parent == null ? "" : nameOf(group) + '.') + ColumnNames.TYPE;
                throw error("type " + Printable.quote(name) + " given, but the header has no column "
                        + Printable.quote(column) + "; name the columns by csv.columns");
            }
            table.addType(group);
        }
        textCell(group.type, name);
    }

    /** The column or group that takes the value about to be written. */
    private Column value(String what) {
        if (at == null) {
            throw new IllegalStateException(what + " without a name, or outside of a message");
        }
        return at;
    }

    /** Whether the user wants this field as one column of JSON text, whatever it holds. */
    private boolean isJsonByType(Column field) {
        return !settled
                && !types.isEmpty()
                && field.parent != null
                && field.size == 0
                && types.get(nameOf(field)) == ColumnType.JSON;
    }

    private static String nameOf(Column field) {
        return ColumnNames.of(field);
    }

    private void beginJson(Column column, String mark) {
        Column leaf = column;
        if (leaf == table.root) {
            leaf = valueColumn(mark);
        } else if (!leaf.isLeaf()) {
            requireNew(leaf, mark.equals(ColumnNames.LIST) ? "a list" : "a value");
            table.addLeaf(leaf, mark);
        } else if (!leaf.json) {
            throw error("expected one value for column " + Printable.quote(ColumnNames.of(leaf)) + " but was "
                    + (mark.equals(ColumnNames.LIST) ? "a list" : "an object or a value with a type")
                    + "; a column named " + Printable.quote(ColumnNames.of(leaf) + mark)
                    + " in csv.columns takes it");
        }
        json.begin(path(), depth);
        inJson = true;
        at = leaf;
        if (pendingType != null) {
            String name = pendingType;
            pendingType = null;
            json.type(name);
        }
    }

    /** The column for the value of an event that is no object. */
    private Column valueColumn(String mark) {
        if (!inEvent) {
            throw error("expected a record but was a list or a scalar: a line of CSV holds a record");
        }
        if (table.root.value == null) {
            if (settled) {
                throw error("the event has a value that is no object, but the header has no column \""
                        + ColumnNames.VALUE + "\"; name the columns by csv.columns");
            }
            table.addValue(mark);
        }
        return table.root.value;
    }

    private void requireNew(Column field, String what) {
        if (field.isGroup()) {
            throw error("expected an object, as in the header, but was " + what);
        }
    }

    @Override
    public void field(int ordinal) {
        if (inJson) {
            json.field(ordinal);
            return;
        }
        Shape shape = depth == 0 ? null : shapes[depth - 1];
        if (shape == null || at != null) {
            throw new IllegalStateException("field " + ordinal + " outside of an object of a shape");
        }
        if (depth == 1 && inEvent) {
            throw besideEvent(shape.name(ordinal));
        }
        Column group = open[depth - 1];
        Column field = group.child(shape, ordinal);
        at = field == null ? add(group, shape.name(ordinal)) : field;
    }

    private WireDataException besideEvent(String name) {
        return error("field " + Printable.quote(name) + " beside an event: a line of CSV holds one event");
    }

    @Override
    public void field(String name) {
        if (inJson) {
            json.field(name);
            return;
        }
        Column group = group(name);
        if (depth == 1 && inEvent) {
            throw besideEvent(name);
        }
        int entry = entries[depth - 1];
        Column field = group.child(name, entry);
        if (field == null) {
            field = add(group, name);
        }
        entries[depth - 1] = field.position + 1;
        at = field;
    }

    private Column group(String name) {
        if (depth == 0 || at != null) {
            throw new IllegalStateException("a name outside of an object: " + Printable.quote(name));
        }
        return open[depth - 1];
    }

    private Column add(Column group, String name) {
        if (settled) {
            throw error("field " + Printable.quote(name)
                    + " is not in the header, which the first message has settled;"
                    + " name all columns by csv.columns");
        }
        if (Utf8.length(name) > limits.maxNameBytes()) {
            throw error("field name longer than " + limits.maxNameBytes() + " bytes");
        }
        if (table.width == Table.MAX_COLUMNS) {
            throw error("more than " + Table.MAX_COLUMNS + " columns");
        }
        return group.add(name);
    }

    @Override
    public void event(String name) {
        if (inJson || depth != 1) {
            field(name);
            return;
        }
        Column root = group(name);
        if (inEvent || row.hasCells()) {
            throw error("event " + Printable.quote(name) + " beside other entries: a line of CSV holds one event");
        }
        if (root.event == null) {
            if (settled) {
                throw error("event " + Printable.quote(name) + " given, but the header has no column \""
                        + ColumnNames.EVENT + "\"; name the columns by csv.columns");
            }
            table.addEvent();
        }
        inEvent = true;
        textCell(root.event, name);
        at = root;
    }

    @Override
    public void key() {
        throw error("expected a name but was a key of another kind, which a column cannot have");
    }

    @Override
    public void endObject() {
        if (inJson) {
            json.end(false);
            endJson();
            return;
        }
        if (depth == 0 || at != null) {
            throw new IllegalStateException("no object is begun, or a value is missing");
        }
        Column group = open[--depth];
        if (row.filled() == filledBefore[depth] && depth > 0) {
            empty(group);
        }
        afterValue();
    }

    /** Marks an object that is there although every cell of it is empty. */
    private void empty(Column group) {
        if (group.parent != null && !group.isGroup() && !group.isLeaf()) {
            table.addLeaf(group, ColumnNames.OBJECT);
            beginCell(group);
            cells.json(new byte[] {'{', '}'}, 0, 2);
            row.endCell(group.index, Row.OTHER);
            return;
        }
        Column leaf = group.firstLeaf();
        if (leaf == null) {
            throw error("expected an object with a field but it has none, and the header has no column for it");
        }
        int levels = group.levelsTo(leaf);
        row.beginCellAgain(leaf.index);
        cells.ascii("{".repeat(levels) + "}".repeat(levels));
        row.endCell(leaf.index, Row.OTHER);
    }

    @Override
    public void beginList() {
        if (inJson) {
            json.begin(true);
            return;
        }
        beginJson(value("a list"), ColumnNames.LIST);
        json.begin(true);
    }

    @Override
    public void endList() {
        if (!inJson) {
            throw new IllegalStateException("no list is begun");
        }
        json.end(true);
        endJson();
    }

    private void endJson() {
        if (!json.isInside(depth)) {
            beginCell(at);
            cells.json(json.out.array, 0, json.out.position);
            row.endCell(at.index, Row.OTHER);
            inJson = false;
            afterValue();
        }
    }

    private void afterValue() {
        at = null;
        complete = depth == 0;
    }

    /** Begins a scalar; false where it goes into JSON text. */
    private boolean beginScalar(String what) {
        Column leaf = at;
        if (leaf != null && leaf.index >= 0 && !leaf.json && pendingType == null && !inJson && types.isEmpty()) {
            beginCell(leaf);
            return true;
        }
        return beginAnyScalar(what);
    }

    private boolean beginAnyScalar(String what) {
        if (inJson) {
            return false;
        }
        Column leaf = value(what);
        if (leaf.json || pendingType != null || isJsonByType(leaf)) {
            beginJson(leaf, ColumnNames.OBJECT);
            return false;
        }
        if (!leaf.isLeaf()) {
            if (leaf == table.root) {
                leaf = valueColumn("");
                if (leaf.json) {
                    beginJson(leaf, ColumnNames.OBJECT);
                    return false;
                }
            } else {
                requireNew(leaf, what);
                table.addLeaf(leaf, "");
            }
            at = leaf;
        }
        beginCell(leaf);
        return true;
    }

    private void beginCell(Column leaf) {
        if (!row.beginCell(leaf.index)) {
            throw error("expected each field once but " + Printable.quote(ColumnNames.of(leaf)) + " is given twice");
        }
    }

    private void endScalar(byte kind) {
        row.endCell(at.index, kind);
        afterValue();
    }

    @Override
    public void nullValue() {
        if (inJson) {
            json.literal("null");
            endJson();
            return;
        }
        Column column = value("null");
        if (column == table.root && !inEvent) {
            throw error("expected a record but was null");
        }
        if (pendingType != null) {
            beginScalar("null");
            json.literal("null");
            endJson();
            return;
        }
        if (!column.isLeaf() && !column.isGroup()) {
            table.addLeaf(column, isJsonByType(column) ? ColumnNames.OBJECT : "");
        }
        if (column.isLeaf()) {
            beginCell(column);
            out.ensure(1);
            at = column;
            endScalar(Row.NULL);
        } else {
            afterValue();
        }
    }

    @Override
    public void bool(boolean value) {
        String text = value ? "true" : "false";
        if (beginScalar("true or false")) {
            cells.ascii(text);
            endScalar(Row.OTHER);
        } else {
            json.literal(text);
            endJson();
        }
    }

    @Override
    public void int64(long value) {
        if (beginScalar("a number")) {
            cells.int64(value);
            endScalar(Row.OTHER);
        } else {
            json.int64(value);
            endJson();
        }
    }

    @Override
    public void float64(double value) {
        if (beginScalar("a number")) {
            cells.float64(value);
            endScalar(Row.OTHER);
        } else {
            json.float64(value);
            endJson();
        }
    }

    @Override
    public void float32(float value) {
        if (beginScalar("a number")) {
            cells.float32(value);
            endScalar(Row.OTHER);
        } else {
            json.float32(value);
            endJson();
        }
    }

    @Override
    public void decimal(BigDecimal value) {
        String text = value.toString();
        if (text.length() > limits.maxNumberChars()) {
            throw error("number longer than " + limits.maxNumberChars() + " chars");
        }
        if (beginScalar("a number")) {
            cells.ascii(text);
            endScalar(Row.OTHER);
        } else {
            json.decimal(value);
            endJson();
        }
    }

    @Override
    public void text(CharSequence value) {
        if (beginScalar("text")) {
            writeText(at, value);
            endScalar(Row.TEXT);
        } else {
            if (texts.isTooLong(value)) {
                throw error("text longer than " + limits.maxTextChars() + " chars");
            }
            json.text(value);
            endJson();
        }
    }

    private void textCell(Column leaf, String text) {
        beginCell(leaf);
        writeText(leaf, text);
        row.endCell(leaf.index, Row.TEXT);
    }

    private void writeText(Column leaf, CharSequence text) {
        if (texts.isTooLong(text)) {
            throw error("text longer than " + limits.maxTextChars() + " chars");
        }
        if (!texts.write(leaf, text, row.hasHeldOther(leaf.index))) {
            throw error("text has a lone surrogate at index " + texts.loneSurrogate + ", which UTF-8 cannot hold");
        }
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        if (length > limits.maxTextChars()) {
            throw error("byte sequence longer than " + limits.maxTextChars() + " bytes");
        }
        text(Base64.getEncoder().encodeToString(Arrays.copyOfRange(value, offset, offset + length)));
    }

    @Override
    public void temporal(Temporal value) {
        if (beginScalar("a date or time")) {
            cells.temporal(value);
            endScalar(Row.OTHER);
        } else {
            json.text(TemporalText.format(value));
            endJson();
        }
    }

    private String path() {
        if (at != null) {
            return at.path();
        }
        return depth == 0 ? "$" : open[depth - 1].path();
    }

    private WireDataException error(String problem) {
        return new WireDataException(FORMAT, problem + ", path " + (inJson ? json.path(depth) : path()), null);
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        if (settled && withHeader && !headerWritten) {
            out.begin();
            row.header(table);
            out.commit();
        }
        out.flush();
        out.close();
    }
}
