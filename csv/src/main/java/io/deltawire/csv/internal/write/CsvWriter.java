package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.csv.internal.table.CsvSettings;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.object.ColumnWriter;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * Writes the tokens of each message to the cells of its record, and the header in front of the first record.
 *
 * <p>Each value belongs to a column, which {@link TableBuilder} finds or makes. Its cell goes to the output
 * immediately; {@link RowBuilder} puts cells that come in another order than the columns in order at the end of the
 * record. Lists and values with type names go to one cell as JSON text, by {@link JsonCellWriter}. Objects of a class
 * whose fields are the columns are written without tokens, by {@link DirectRowWriter}. Not thread-safe.
 */
public final class CsvWriter implements WireOut, ColumnWriter, NestingGuard, ThreadGuarded {
    private static final String FORMAT = CsvSettings.FORMAT;

    private final ThreadGuard guard = ThreadGuard.ofWriter();
    private final OutputBuffer out;
    private final RecordLimits limits;
    private final boolean withHeader;
    private final CellWriter cells;
    private final JsonCellWriter json;
    private final RowBuilder row;
    private final TextCellWriter texts;

    private final DirectRowWriter direct;
    private final TableBuilder columns;
    private final WriteGroupStack groups = new WriteGroupStack();

    /** Whether the columns come from another table, whose quotes mean the same as in this one. */
    private final boolean hasPlainNames;

    /** Whether an object of nulls is also marked in the first record, whose objects make the columns. */
    private final boolean marksFirstRecord;

    private boolean headerWritten;
    private boolean inMessage;
    private boolean complete;

    private Column current;
    private String pendingType;
    private boolean inEvent;

    /** The name of the event, if {@link #inEvent}. */
    private String eventName;

    /** A path, the event in which it was last, and the path from the message to it; made once, to avoid garbage. */
    private String lastPath;

    private String lastPathEvent;
    private String lastPathInEvent;

    private boolean inJson;

    /** Objects and lists up to this depth must not be ended now: see {@link NestingGuard}. */
    private int fence;

    /** Whether a message was open when the writer was held. */
    private boolean wasInMessage;

    public CsvWriter(OutputBuffer out, CsvSettings settings) {
        this.out = out;
        WireLimits given = settings.limits();
        this.limits = new RecordLimits(given, this::error);
        this.withHeader = settings.hasHeader();
        char delimiter = settings.delimiter() == CsvSettings.AUTO_DELIMITER ? ',' : settings.delimiter();
        this.cells = new CellWriter(out, delimiter, settings.quotesText(), given.maxNumberChars());
        this.json = new JsonCellWriter(given);
        this.row = new RowBuilder(out, cells, delimiter, settings.isCrLf(), settings.headings());
        this.texts = new TextCellWriter(out, cells, given.maxTextChars());
        this.direct = new DirectRowWriter(out, row, cells, texts, given.maxMessageBytes());
        this.hasPlainNames = settings.hasPlainNames();
        this.marksFirstRecord = settings.isForObjects();
        this.columns = new TableBuilder(settings, this::error);
        out.requireWholeMessages(withHeader); // while the header is not written, because rows have no names without it
    }

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public String formatName() {
        return FORMAT;
    }

    @Override
    public void beginMessage(MessageKind kind) {
        guard.enter();
        try {
            beginRow();
            guard.openMessage();
        } finally {
            guard.exit();
        }
    }

    private void beginRow() {
        if (inMessage) {
            throw new IllegalStateException("the message before is not ended");
        }
        out.beginLine();
        inMessage = true;
        complete = false;
        groups.clear();
        current = columns.root();
        pendingType = null;
        inEvent = false;
        inJson = false;
        row.begin(columns.table().width());
    }

    @Override
    public boolean writeColumns(String event, FieldColumns fields, Object object, byte[] key, int keyLength) {
        return !inMessage && !columns.hasTypes() && direct.tryWrite(event, fields, object);
    }

    @Override
    public void endMessage() {
        guard.requireUnused();
        if (!inMessage || !complete || fence == LOCKED) {
            throw new IllegalStateException(
                    inMessage ? "the message has no value, or it is not ended" : "no message is begun");
        }
        ColumnTable table = columns.table();
        if (table.width() == 0) {
            throw new WireDataException(FORMAT, "expected a record with a field but it has none", null);
        }
        boolean withHeaderNow = withHeader && !headerWritten;
        direct.learn(table, withHeaderNow);
        row.end(table, withHeaderNow);
        limits.checkSize(out);
        out.commit();
        row.committed();
        if (!headerWritten) {
            headerWritten = true;
            out.requireWholeMessages(false);
        }
        columns.settle();
        inMessage = false;
        guard.closeMessage();
    }

    @Override
    public void cancelMessage() {
        guard.requireUnused();
        NestingGuard.requireUnguarded(fence);
        if (inMessage) {
            out.rollback();
            inMessage = false;
            groups.clear();
            current = null;
            inJson = false;
            direct.cancel();
            columns.cancel();
        }
        guard.closeMessage();
    }

    @Override
    public int depth() {
        return inJson ? json.depth() : groups.depth();
    }

    @Override
    public int setGuard(int depth) {
        int before = fence;
        if (depth == LOCKED && before != LOCKED) {
            wasInMessage = inMessage;
            inMessage = true;
        } else if (before == LOCKED && depth != LOCKED) {
            inMessage = wasInMessage;
        }
        fence = depth;
        return before;
    }

    private void requireBegunHere() {
        if (fence != 0 && depth() == fence) {
            throw NestingGuard.notBegunHere();
        }
    }

    @Override
    public void flush() {
        guard.enter();
        try {
            out.flush();
        } finally {
            guard.exit();
        }
    }

    @Override
    public void close() {
        guard.enter();
        try {
            cancelAndClose();
        } finally {
            guard.exit();
        }
    }

    private void cancelAndClose() {
        cancelMessage();
        try (out) {
            if (columns.isSettled() && withHeader && !headerWritten && !out.isClosed() && !out.hasPartialWrite()) {
                out.begin();
                row.header(columns.table());
                out.commit();
            }
        }
    }

    @Override
    public void type(String name) {
        if (name.isEmpty()) {
            throw error("expected a type name that is not empty");
        }
        if (inJson) {
            json.type(name);
            return;
        }
        if (current == null) {
            throw new IllegalStateException("a type without a value: " + Printable.quote(name));
        }
        if (pendingType != null) {
            throw JsonCellWriter.twoTypes(name);
        }
        pendingType = name;
    }

    @Override
    public void beginObject(Shape shape) {
        beginObject();
        if (!inJson) {
            groups.shape(shape);
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
        if (group.isLeaf() || columns.isJsonByOption(group)) {
            beginJson(group, ColumnNames.OBJECT);
            json.begin(false);
            return;
        }
        limits.checkDepth(groups.depth());
        groups.begin(group, row.filled());
        if (pendingType != null) {
            typeCell(group);
        }
        current = null;
    }

    private void typeCell(Column group) {
        String name = pendingType;
        pendingType = null;
        textCell(columns.typeOf(group, name), name);
    }

    /** The column or group of the next value. */
    private Column value(String what) {
        if (current == null) {
            throw new IllegalStateException(what + " without a name, or outside of a message");
        }
        return current;
    }

    private void beginJson(Column column, String mark) {
        Column leaf = columns.json(column, mark, inEvent);
        json.begin(path(), groups.depth());
        inJson = true;
        current = leaf;
        if (pendingType != null) {
            String name = pendingType;
            pendingType = null;
            json.type(name);
        }
    }

    @Override
    public void field(int ordinal) {
        if (inJson) {
            json.field(ordinal);
            return;
        }
        Shape shape = groups.shape();
        if (shape == null || current != null) {
            throw new IllegalStateException("field " + ordinal + " outside of an object of a shape");
        }
        if (inEvent && groups.depth() == 1) {
            throw besideEvent(shape.name(ordinal));
        }
        current = columns.field(groups.innermost(), shape, ordinal);
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
        if (groups.depth() == 1) {
            if (inEvent) {
                throw besideEvent(name);
            }
            if (columns.hasEventsWithoutField(name) && !row.hasCells()) {
                // The caller does not distinguish events from fields: it converts a format, or is written by hand.
                event(name);
                return;
            }
        }
        Column field = columns.field(group, name, groups.position());
        groups.moveTo(field);
        current = field;
    }

    private Column group(String name) {
        if (groups.depth() == 0 || current != null) {
            throw new IllegalStateException("a name outside of an object: " + Printable.quote(name));
        }
        return groups.innermost();
    }

    @Override
    public void event(String name) {
        if (inJson || groups.depth() != 1) {
            field(name);
            return;
        }
        Column root = group(name);
        if (inEvent || row.hasCells()) {
            throw error("event " + Printable.quote(name) + " beside other entries: a line of CSV holds one event");
        }
        Column leaf = columns.event(name);
        inEvent = true;
        eventName = name;
        textCell(leaf, name);
        current = root;
    }

    /** Writes a cell of the column of events, unless the user has named columns for this event. */
    @Override
    public void typedEvent(String name) {
        if (columns.hasFieldWithoutEvents(name)) {
            field(name);
        } else {
            event(name);
        }
    }

    @Override
    public void key() {
        throw error("expected a name but was a key of another kind, which a column cannot have");
    }

    @Override
    public void endObject() {
        requireBegunHere();
        if (inJson) {
            json.end(false);
            endJson();
            return;
        }
        if (groups.depth() == 0 || current != null) {
            throw new IllegalStateException("no object is begun, or a value is missing");
        }
        Column group = groups.end();
        if (groups.depth() > 0 && groups.wasEmpty(row.filled())) {
            empty(group);
        }
        afterValue();
    }

    /** Marks an object that exists although all its cells are empty. */
    private void empty(Column group) {
        if (group.parent() != null && !group.isGroup() && !group.isLeaf()) {
            columns.leaf(group, ColumnNames.OBJECT);
            beginCell(group);
            cells.json(new byte[] {'{', '}'}, 0, 2);
            row.endCell(group.index(), RowBuilder.OTHER);
            return;
        }
        Column leaf = group.firstLeaf();
        if (leaf == null) {
            throw error("expected an object with a field but it has none, and the header has no column for it");
        }
        if (!marksFirstRecord && !columns.isSettled() && group.parent() != null) {
            return; // the columns that it makes show that it is present
        }
        int levels = group.levelsTo(leaf);
        row.beginCellAgain(leaf.index());
        cells.ascii("{".repeat(levels) + "}".repeat(levels));
        row.endCell(leaf.index(), RowBuilder.OTHER);
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
        if (!json.isInside(groups.depth())) {
            beginCell(current);
            json.requireLength();
            cells.json(json.out.array, 0, json.out.position);
            row.endCell(current.index(), RowBuilder.OTHER);
            inJson = false;
            afterValue();
        }
    }

    private void afterValue() {
        current = null;
        complete = groups.depth() == 0;
    }

    /** Begins a scalar. Returns false if it goes into JSON text. */
    private boolean beginScalar(String what) {
        Column leaf = current;
        if (leaf != null
                && leaf.index() >= 0
                && !leaf.isJson()
                && pendingType == null
                && !inJson
                && !columns.hasTypes()) {
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
        if (leaf.isJson() || pendingType != null || columns.isJsonByOption(leaf)) {
            beginJson(leaf, ColumnNames.OBJECT);
            return false;
        }
        if (!leaf.isLeaf()) {
            leaf = columns.scalar(leaf, what, inEvent);
            if (leaf.isJson()) {
                beginJson(leaf, ColumnNames.OBJECT);
                return false;
            }
            current = leaf;
        }
        beginCell(leaf);
        return true;
    }

    private void beginCell(Column leaf) {
        if (!row.beginCell(leaf.index())) {
            throw error("expected each field once but " + Printable.quote(ColumnNames.of(leaf)) + " is given twice");
        }
    }

    private void endScalar(byte kind) {
        row.endCell(current.index(), kind);
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
        if (column == columns.root() && !inEvent) {
            throw error("expected a record but was null");
        }
        if (pendingType != null) {
            beginScalar("null");
            json.literal("null");
            endJson();
            return;
        }
        if (!column.isLeaf() && !column.isGroup()) {
            columns.leaf(column, columns.isJsonByOption(column) ? ColumnNames.OBJECT : "");
        }
        if (column.isLeaf()) {
            beginCell(column);
            out.ensure(1);
            current = column;
            endScalar(RowBuilder.NULL);
        } else {
            afterValue();
        }
    }

    @Override
    public void bool(boolean value) {
        String text = value ? "true" : "false";
        if (beginScalar("true or false")) {
            cells.ascii(text);
            endScalar(RowBuilder.OTHER);
        } else {
            json.literal(text);
            endJson();
        }
    }

    @Override
    public void int64(long value) {
        if (beginScalar("a number")) {
            cells.int64(value);
            endScalar(RowBuilder.OTHER);
        } else {
            json.int64(value);
            endJson();
        }
    }

    @Override
    public void float64(double value) {
        if (beginScalar("a number")) {
            cells.float64(value);
            endScalar(RowBuilder.OTHER);
        } else {
            json.float64(value);
            endJson();
        }
    }

    @Override
    public void float32(float value) {
        if (beginScalar("a number")) {
            cells.float32(value);
            endScalar(RowBuilder.OTHER);
        } else {
            json.float32(value);
            endJson();
        }
    }

    @Override
    public void decimal(BigDecimal value) {
        String text = limits.decimal(value);
        if (beginScalar("a number")) {
            cells.ascii(text);
            endScalar(RowBuilder.OTHER);
        } else {
            json.decimal(value);
            endJson();
        }
    }

    @Override
    public boolean trySourceText(WireToken token, String text, String source) {
        boolean isOfTable = hasPlainNames && source.equals(FORMAT) && current != null && !inJson;
        boolean isSame = isOfTable || ScalarConversions.isSameNumber(text, token);
        if (!isSame || !limits.isNumberAllowed(text)) {
            return false;
        }
        if (beginScalar("a number")) {
            cells.ascii(text);
            endScalar(RowBuilder.OTHER);
        } else {
            json.literal(text);
            endJson();
        }
        return true;
    }

    @Override
    public void text(CharSequence value) {
        if (beginScalar("text")) {
            writeText(current, value, !hasPlainNames && row.hasHeldOther(current.index()));
            endScalar(RowBuilder.TEXT);
        } else {
            limits.checkText(value);
            json.text(value);
            endJson();
        }
    }

    private void textCell(Column leaf, String text) {
        beginCell(leaf);
        writeText(leaf, text, ColumnNames.isHeaderCell(text));
        row.endCell(leaf.index(), RowBuilder.TEXT);
    }

    private void writeText(Column leaf, CharSequence text, boolean asText) {
        limits.checkText(text);
        if (!texts.tryWrite(leaf, text, asText)) {
            throw error("text has a lone surrogate at index " + texts.loneSurrogate + ", which UTF-8 cannot hold");
        }
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, value.length);
        limits.checkBytes(length);
        text(Base64.getEncoder().encodeToString(Arrays.copyOfRange(value, offset, offset + length)));
    }

    @Override
    public void temporal(Temporal value) {
        if (beginScalar("a date or time")) {
            cells.temporal(value);
            endScalar(RowBuilder.OTHER);
        } else {
            json.text(TemporalText.format(value));
            endJson();
        }
    }

    private String path() {
        String path = current != null ? current.path() : groups.path();
        boolean isInValue = inEvent && (current != null || groups.depth() > 1);
        return isInValue ? pathInEvent(path) : path;
    }

    @SuppressWarnings("ReferenceEquality") // equal ones make the same path again
    private String pathInEvent(String path) {
        if (lastPath != path || lastPathEvent != eventName) {
            lastPathInEvent = "$." + Printable.escape(eventName) + path.substring(1);
            lastPath = path;
            lastPathEvent = eventName;
        }
        return lastPathInEvent;
    }

    /** Returns an error with the path of the present value. */
    private WireDataException error(String problem) {
        String path = inJson ? json.path(groups.depth()) : path();
        return new WireDataException(FORMAT, problem, WireLocation.ofPath(path));
    }
}
