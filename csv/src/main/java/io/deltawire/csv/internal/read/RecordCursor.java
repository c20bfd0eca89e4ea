package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.CellType;
import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.csv.internal.table.CsvSettings;
import io.deltawire.csv.internal.text.CsvDetector;
import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.HeadTable;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.Printable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The records of the input one after the other, its header, and the types of its columns. */
public final class RecordCursor {
    private static final String FORMAT = CsvSettings.FORMAT;
    private static final int MAX_SNIFFED = 1 << 16;

    private final InputBuffer in;
    private final WireLimits limits;
    private final CsvSettings settings;
    private final CellReader cells;

    /** Finds the cells, once the delimiter is known; until then null. */
    private RecordScanner scanner;

    /** The columns, once the header has been read. */
    private ColumnTable table;

    private char delimiter;
    private CellType[] types;
    private boolean[] given;
    private boolean sampled;
    private boolean quotesMeanText = true;
    private boolean headerInNeedlessQuotes;
    private boolean present;

    /** Whether the cells of the present record have been found; not where its fields are taken straight from its bytes. */
    private boolean isFound;

    /** Whether at least the end of the present record has been. */
    private boolean isEnded;

    private boolean headerFaulty;

    /** The names of the header that the input has, null for an empty one; null where the input has none. */
    private List<String> header;

    private RepeatedHeaders laterHeaders;

    /** Whether the header of another table has come, which is said once; nothing after it could be read right. */
    private boolean isOver;

    public RecordCursor(InputBuffer in, CsvSettings settings) {
        this.in = in;
        this.limits = InputBuffer.within(settings.limits());
        this.settings = settings;
        this.cells = new CellReader(in, limits);
        this.delimiter = settings.delimiter();
        if (!settings.hasHeader() && settings.columns().isEmpty()) {
            throw new IllegalArgumentException("a file without a header needs csv.columns");
        }
    }

    InputBuffer in() {
        return in;
    }

    public WireLimits limits() {
        return limits;
    }

    /** The columns, once the header has been read. */
    public ColumnTable table() {
        return table;
    }

    public boolean hasHeader() {
        return table != null;
    }

    RecordScanner scanner() {
        return scanner;
    }

    /** The location of the present record. */
    public WireLocation location() {
        return scanner.location(0);
    }

    /** What the cells of the present record hold. */
    public CellReader cells() {
        return cells;
    }

    /** Reads the header, unless that is done; false where there is none yet. */
    public boolean readHeader() {
        if (table != null) {
            return true;
        }
        if (headerFaulty) {
            in.requireOpen();
            return false; // said once; nothing after it could be read right
        }
        headerFaulty = true;
        try {
            boolean read = tryHeader();
            headerFaulty = false;
            return read;
        } catch (UncheckedIOException | IllegalStateException e) {
            headerFaulty = false; // nothing of it has been taken: it is read when the stream gives more
            throw e;
        }
    }

    private boolean tryHeader() {
        if (scanner == null) {
            if (!in.fill(1)) {
                return false;
            }
            passByteOrderMark();
            if (delimiter == CsvSettings.AUTO_DELIMITER) {
                delimiter = sniffDelimiter();
            }
            scanner = new RecordScanner(in, delimiter, limits.maxMessageBytes());
            cells.scanBy(scanner);
        }
        if (!settings.hasHeader()) {
            take(settings.columns());
            return true;
        }
        if (!scanner.scan(0)) {
            return false;
        }
        scanner.checkUtf8();
        header = headerNames();
        take(header);
        in.position += scanner.length;
        scanner.line += scanner.lines;
        in.mark();
        return true;
    }

    private void passByteOrderMark() {
        if ((in.array[in.position] & 0xFF) == 0xEF
                && in.fill(3)
                && (in.array[in.position + 1] & 0xFF) == 0xBB
                && (in.array[in.position + 2] & 0xFF) == 0xBF) {
            in.position += 3;
            in.mark();
        }
    }

    private char sniffDelimiter() {
        int[] counts;
        int end;
        do {
            counts = new int[4];
            end = CsvDetector.count(in.array, in.position, in.limit, counts);
        } while (end == in.limit && in.available() < MAX_SNIFFED && in.fill(in.available() + 1));
        return CsvDetector.delimiter(CsvDetector.most(counts));
    }

    private List<String> headerNames() {
        List<String> names = new ArrayList<>();
        boolean allQuoted = true;
        boolean needless = false;
        for (int i = 0; i < scanner.count; i++) {
            boolean quoted = scanner.form[i] != RecordScanner.PLAIN;
            String name = cells.text(i);
            allQuoted &= quoted;
            needless |= quoted && !ColumnNames.needQuotes(name);
            names.add(!quoted && name.isEmpty() ? null : name);
        }
        headerInNeedlessQuotes = allQuoted && needless;
        return names;
    }

    private void take(List<String> names) {
        ColumnTable whole;
        try {
            whole = ColumnTable.ofHeader(names, limits);
        } catch (ColumnTable.BadColumn e) {
            if (!settings.hasHeader()) {
                throw new IllegalArgumentException("csv.columns: " + e.getMessage(), e);
            }
            throw new MalformedWireException(FORMAT, e.getMessage(), scanner.location(scanner.from[e.index()]), e);
        }
        types = new CellType[whole.width()];
        given = new boolean[whole.width()];
        for (int i = 0; i < whole.width(); i++) {
            Column leaf = whole.leaf(i);
            boolean name = leaf == whole.root().event() || leaf == leaf.parent().type();
            types[i] = name ? CellType.TEXT : leaf.isJson() ? CellType.JSON : CellType.AUTO;
            given[i] = types[i] != CellType.AUTO;
        }
        settings.types().forEach((name, type) -> give(whole, names, name, type));
        laterHeaders = new RepeatedHeaders(whole);
        table = whole;
    }

    private void give(ColumnTable whole, List<String> names, String name, CellType type) {
        int column = names.indexOf(name);
        for (int i = 0; column < 0 && i < names.size(); i++) {
            String mark = whole.leaf(i).mark();
            column = !mark.isEmpty() && names.get(i).equals(name + mark) ? i : -1;
        }
        if (column < 0) {
            throw new WireDataException(
                    FORMAT,
                    "csv.types names column " + Printable.quote(name) + ", which is not among "
                            + Printable.escape(String.join(", ", names)),
                    WireLocation.ofLine(scanner.line, 1, "$"));
        }
        types[column] = type;
        given[column] = type != CellType.AUTO;
        whole.leaf(column).setJson(type == CellType.JSON);
    }

    /** Moves to the next record; false where there is none now. */
    public boolean next() {
        if (!readHeader()) {
            return false;
        }
        boolean isMoved = in.follow();
        if (isMoved) {
            forget();
        } else {
            leave();
        }
        do {
            pass();
            in.mark();
            if (isOver) {
                in.requireOpen();
            }
            if (isOver || !scanner.scan(0)) {
                return false;
            }
        } while (scanner.isEmptyLine() && table.width() > 1 || isHeaderAgain(isMoved && scanner.line == 1));
        check();
        return true;
    }

    /** Whether the line is the header again: of another writer to the same file or {@code Bytes}. */
    private boolean isHeaderAgain(boolean isFirst) {
        boolean isLater = laterHeaders.isAt(scanner);
        if (!isFirst && !isLater) {
            return false;
        }
        if (header != null && scanner.count == table.width() && isHeader()) {
            return true;
        }
        if (isLater) {
            isOver = true;
            throw new MalformedWireException(
                    FORMAT,
                    "expected a record or the header of this table again, but found that of another one",
                    scanner.location(0));
        }
        return false;
    }

    /** Takes what comes next for the first line of the input. */
    private void forget() {
        scanner.failedAt = -1;
        scanner.length = 0;
        scanner.lines = 0;
        scanner.line = 1;
        present = false;
        isOver = false;
    }

    /** Whether the cells are those of the header. */
    private boolean isHeader() {
        for (int i = 0; i < table.width(); i++) {
            if (!cells.text(i).equals(header.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void pass() {
        in.position += scanner.length;
        scanner.line += scanner.lines;
        scanner.length = 0;
        scanner.lines = 0;
    }

    private void check() {
        in.take(in.position + scanner.length);
        present = true;
        isFound = true;
        isEnded = true;
        if (scanner.count != table.width()) {
            throw ragged();
        }
        scanner.checkUtf8();
    }

    /** The head of records that are an object of some of these fields; or null: see {@link CsvPrefix}. */
    CsvPrefix headOf(String event, String typeName, Shape shape) {
        return CsvPrefix.of(table, delimiter, limits, event, typeName, shape);
    }

    /**
     * Moves to the next record where it is present and begins with a head; else does nothing. Its cells are to be found by
     * {@link #find} where it turns out not to be as expected.
     *
     * @return the index after the head, or -1
     */
    int begin(CsvPrefix head) {
        if (!hasNextBytes()) {
            return -1;
        }
        int from = in.position + scanner.length;
        if (!head.isAt(in.array, from, in.limit)) {
            return -1;
        }
        begin();
        return from + head.length;
    }

    /** As {@link #begin(CsvPrefix)}, with whichever of some heads it begins; returns that, or null. */
    CsvPrefix begin(HeadTable<CsvPrefix> heads) {
        if (!hasNextBytes()) {
            return null;
        }
        CsvPrefix head = heads.find(in.array, in.position + scanner.length, in.limit);
        if (head != null) {
            begin();
        }
        return head;
    }

    /** Whether the present record has ended, and something after it is present. */
    private boolean hasNextBytes() {
        return present && isEnded && !in.isMoved() && (in.available() > scanner.length || in.fill(scanner.length + 1));
    }

    private void begin() {
        pass();
        in.begin();
        isFound = false;
        isEnded = false;
    }

    /**
     * Ends a record that {@link #begin} has begun where its line ends at an index, with its last cell; else does nothing.
     *
     * @param isEmpty whether the last cell is known to be empty: then there is a delimiter in front of the line end
     */
    boolean end(int at, boolean isEmpty) {
        byte[] a = in.array;
        if (at >= in.limit || a[at - 1] == delimiter && !isEmpty || at - in.position > limits.maxMessageBytes()) {
            return false;
        }
        int after = at + 1;
        if (a[at] == '\r') {
            if (after == in.limit) {
                return false;
            }
            after = a[after] == '\n' ? after + 1 : after;
        } else if (a[at] != '\n') {
            return false;
        }
        if (!isEnded) {
            scanner.length = after - in.position;
            scanner.lines = 1;
            isEnded = true;
            in.take(after);
        }
        return true;
    }

    /** Whether the end of the present record is known. */
    boolean isEnded() {
        return isEnded;
    }

    /** Whether there is a present record whose cells are not known, since {@link #begin} has begun it. */
    boolean isBegun() {
        return present && !isFound;
    }

    /** Whether there is a present record. */
    public boolean isPresent() {
        return present;
    }

    /** Finds the cells of a record that {@link #begin} has begun; throws what {@link #next} would have. */
    public void find() {
        isFound = true;
        isEnded = true;
        present = false;
        scanner.scan(0);
        check();
    }

    /** Finds the end of the present record, unless it is known; throws what {@link #find} does. */
    void endPresent() {
        if (present && !isEnded && !in.isMoved()) {
            find();
        }
    }

    /** Forgets the present record; one that could not be scanned is left by going on to the next line. */
    private void leave() {
        endPresent();
        if (scanner.failedAt >= 0) {
            in.position += scanner.failedAt;
            scanner.line += Math.max(0, scanner.lines);
            scanner.failedAt = -1;
            scanner.length = 0;
            scanner.lines = 0;
            skipLine();
        } else if (!present) {
            scanner.length = 0;
            scanner.lines = 0;
        }
        present = false;
    }

    private void skipLine() {
        while (in.available() > 0 || fillAnew()) {
            byte b = in.array[in.position++];
            if (b == '\n') {
                scanner.line++;
                break;
            }
        }
        in.mark();
    }

    /** Goes on without what has been passed over: a line may be longer than any memory. */
    private boolean fillAnew() {
        in.mark();
        return in.fill(1);
    }

    private MalformedWireException ragged() {
        String problem = "expected " + table.width()
                + (header == null ? " cells, one for each of the columns given," : " cells as in the header")
                + " but found " + scanner.count;
        if (scanner.atEnd && scanner.count < table.width()) {
            return new TruncatedWireException(
                    FORMAT, problem + " and the end of the input", scanner.location(scanner.length));
        }
        int where = scanner.count > table.width() ? scanner.from[table.width()] : scanner.to[scanner.count - 1];
        return new MalformedWireException(FORMAT, problem, scanner.location(where));
    }

    /** The type of a column, for which records are looked at where it is not known yet. */
    public CellType type(int column) {
        if (!sampled && !given[column]) {
            sample();
        }
        return types[column];
    }

    /** True where the user or the header says what a column's type is. */
    boolean isGiven(int column) {
        return given[column];
    }

    /** Whether a cell in quotes is text whatever it looks like. */
    boolean quotesMeanText() {
        if (!sampled) {
            sample();
        }
        return quotesMeanText;
    }

    private void sample() {
        sampled = true;
        int records = settings.sampledRecords();
        if (records <= 0) {
            return;
        }
        RecordScanner ahead = new RecordScanner(in, delimiter, limits.maxMessageBytes());
        TypeSampler sampler = new TypeSampler(in, ahead, new ScalarText(limits.maxNumberChars()), table.width(), laterHeaders);
        boolean anyPlain = sampler.look(records);
        quotesMeanText = anyPlain || !headerInNeedlessQuotes;
        for (int i = 0; i < table.width(); i++) {
            if (!given[i]
                    && !settings.isTypedByCell()
                    && table.leaf(i) != table.root().value()) { // which holds values of whatever events
                types[i] = sampler.type(i, quotesMeanText);
            }
        }
    }

    /** The types of all columns; of those whose cells are all in quotes, text. */
    public CellType[] allTypes() {
        if (!sampled) {
            sample();
        }
        return Arrays.copyOf(types, types.length);
    }
}
