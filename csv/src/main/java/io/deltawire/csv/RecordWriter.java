package io.deltawire.csv;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ColumnWriter;
import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.OutputBuffer;

/**
 * Begins and ends records, each a message, with the header in front of the first. Cells go to the output as they come; a message
 * whose fields come in the order of the columns is done then, the cells of another are put in order at its end (see {@link Row}).
 */
abstract class RecordWriter implements WireOut, ColumnWriter, FencedWriter {
    static final String FORMAT = "csv";

    final OutputBuffer out;
    final RecordLimits limits;
    private final boolean withHeader;
    final CellWriter cells;
    final JsonCellWriter json;
    final Row row;
    final TextCells texts;

    private final StraightRows straight;
    final WrittenTable columns;
    final WrittenGroups groups = new WrittenGroups();
    private boolean headerWritten;
    private boolean inMessage;
    boolean complete;

    Column at;
    String pendingType;
    boolean inEvent;

    /** The name of the event, where {@link #inEvent}. */
    String eventName;

    boolean inJson;

    /** The objects and lists that are not to be ended now: see {@link FencedWriter}. */
    private int fence;

    /** Whether a message was begun when the writer was held. */
    private boolean wasInMessage;

    RecordWriter(OutputBuffer out, WireOptions options) {
        this.out = out;
        WireLimits given = options.limits();
        this.limits = new RecordLimits(given, this::error);
        this.withHeader = options.get(CsvFormat.HEADER) == CsvFormat.Header.PRESENT;
        char wanted = CsvFormat.checkDelimiter(options.get(CsvFormat.DELIMITER));
        char delimiter = wanted == CsvFormat.AUTO_DELIMITER ? ',' : wanted;
        boolean quoteText = options.get(CsvFormat.QUOTES) == CsvFormat.Quotes.TEXT;
        this.cells = new CellWriter(out, delimiter, quoteText, given.maxNumberChars());
        this.json = new JsonCellWriter(given);
        this.row = new Row(out, cells, delimiter, options.get(CsvFormat.LINE_END));
        this.texts = new TextCells(out, cells, given.maxTextChars());
        this.straight = new StraightRows(out, row, cells, texts, given.maxMessageBytes());
        this.columns = new WrittenTable(options, this::error);
    }

    /** An error that says where the writer is. */
    abstract WireDataException error(String problem);

    @Override
    public String formatName() {
        return FORMAT;
    }

    @Override
    public final void beginMessage(MessageKind kind) {
        if (inMessage) {
            throw new IllegalStateException("the message before is not ended");
        }
        out.beginLine();
        inMessage = true;
        complete = false;
        groups.depth = 0;
        at = columns.root();
        pendingType = null;
        inEvent = false;
        inJson = false;
        row.begin(columns.table().width);
    }

    @Override
    public final boolean writeColumns(String event, FieldColumns fields, Object object, byte[] key, int keyLength) {
        return !inMessage && !columns.hasTypes() && straight.write(event, fields, object);
    }

    @Override
    public final void endMessage() {
        if (!inMessage || !complete || fence == HELD) {
            throw new IllegalStateException(
                    inMessage ? "the message has no value, or it is not ended" : "no message is begun");
        }
        Table table = columns.table();
        if (table.width == 0) {
            throw new WireDataException(FORMAT, "expected a record with a field but it has none", null);
        }
        boolean withHeaderNow = withHeader && !headerWritten;
        straight.learn(table, withHeaderNow);
        row.end(table, withHeaderNow);
        limits.checkSize(out);
        out.commit();
        row.committed();
        headerWritten = true;
        columns.settle();
        inMessage = false;
    }

    @Override
    public final void cancelMessage() {
        FencedWriter.requireNone(fence);
        if (inMessage) {
            out.rollback();
            inMessage = false;
            groups.depth = 0;
            at = null;
            inJson = false;
            straight.cancel();
            columns.cancel();
        }
    }

    @Override
    public final int depth() {
        return inJson ? json.depth() : groups.depth;
    }

    @Override
    public final int fence(int at) {
        int before = fence;
        if (at == HELD && before != HELD) {
            wasInMessage = inMessage;
            inMessage = true;
        } else if (before == HELD && at != HELD) {
            inMessage = wasInMessage;
        }
        fence = at;
        return before;
    }

    final void requireBegunHere() {
        if (fence != 0 && depth() == fence) {
            throw FencedWriter.notBegunHere();
        }
    }

    @Override
    public final void flush() {
        out.flush();
    }

    @Override
    public final void close() {
        cancelMessage();
        try (out) {
            if (columns.isSettled() && withHeader && !headerWritten && !out.isClosed()) {
                out.begin();
                row.header(columns.table());
                out.commit();
            }
        }
    }
}
