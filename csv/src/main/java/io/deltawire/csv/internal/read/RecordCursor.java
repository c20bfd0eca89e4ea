package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.CellType;
import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.csv.internal.table.CsvSettings;
import io.deltawire.csv.internal.table.HeaderNames;
import io.deltawire.csv.internal.text.CsvDetector;
import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.object.PrefixTable;
import io.deltawire.wire.spi.text.Printable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves through the records of the input. Owns the header, the table that it makes, the types of the columns and the
 * state of the present record.
 *
 * <p>A record is present in one of three stages. After {@link #next} its cells are located. After {@link #nextIf} or
 * {@link #nextMatching} only its start is known, since its fields are taken directly; {@link #scanCells} locates the
 * cells later if tokens are needed. After {@link #tryEndAt} its end is known as well, so that the next record can be
 * reached without a scan. Not thread-safe.
 */
public final class RecordCursor {
    private static final String FORMAT = CsvSettings.FORMAT;
    /** The name that gives the type of all columns that no other entry names. */
    private static final String ALL_COLUMNS = "*";

    private static final int MAX_SNIFFED = 1 << 16;

    private final InputBuffer in;
    private final WireLimits limits;
    private final CsvSettings settings;
    private final CellReader cells;

    /** Locates the cells; null until the delimiter is known. */
    private RecordScanner scanner;

    /** The columns; null until the header has been read. */
    private ColumnTable table;

    private final char comment;

    /** The number of lines to skip before the header. */
    private int linesToSkip;

    /** The number of the line that comes next, before there is a scanner. */
    private int firstLine = 1;

    private boolean isMarkPassed;
    private char delimiter;
    private CellType[] types;
    private boolean[] given;
    private boolean isSampled;
    private boolean quotesMeanText = true;
    private boolean headerInNeedlessQuotes;
    private boolean isPresent;
    private boolean hasRecords;

    /** Whether the present record is the first one. */
    private boolean isFirst;

    /** Whether the cells of the present record have been located. */
    private boolean isScanned;

    /** Whether the end of the present record is known. */
    private boolean isEnded;

    private boolean isHeaderFaulty;

    /** The names as the header has them; null if the input has no header. */
    private List<String> headerNames;

    private RepeatedHeaders repeatedHeaders;

    /**
     * Whether the header of another table has come. That is reported once, since nothing after it can be read
     * correctly.
     */
    private boolean isOver;

    public RecordCursor(InputBuffer in, CsvSettings settings) {
        this.in = in;
        this.limits = InputBuffer.capLimits(settings.limits());
        this.settings = settings;
        // Numbers of one digit need no mark; all others are then converted where the mark is known.
        this.cells = new CellReader(in, settings.hasDecimalComma() ? limits.withMaxNumberChars(1) : limits);
        this.delimiter = settings.delimiter();
        this.comment = settings.comment();
        this.linesToSkip = settings.skippedLines();
        if (in.isFollowed()) {
            in.enableReread();
        }
    }

    InputBuffer in() {
        return in;
    }

    /** Whether a cell is a number or boolean only if that is printed as the same text. */
    public boolean isExact() {
        return settings.isExact();
    }

    public WireLimits limits() {
        return limits;
    }

    /** The columns; null until the header has been read. */
    public ColumnTable table() {
        return table;
    }

    /** The names of the columns, each with what the header says for it. */
    public Map<String, String> headings() {
        Map<String, String> headings = new LinkedHashMap<>();
        for (int i = 0; i < table.width(); i++) {
            String name = ColumnNames.of(table.leaf(i));
            headings.put(name, headerNames == null ? name : headerNames.get(i));
        }
        return headings;
    }

    public boolean hasHeader() {
        return table != null;
    }

    RecordScanner scanner() {
        return scanner;
    }

    public WireLocation location() {
        return scanner.location(0);
    }

    public CellReader cells() {
        return cells;
    }

    /** Reads the header if that has not been done. Returns false if the input has no header yet. */
    public boolean readHeader() {
        if (table != null) {
            return true;
        }
        if (isHeaderFaulty) {
            in.requireOpen();
            return false; // reported once, since nothing after it could be read correctly
        }
        isHeaderFaulty = true;
        try {
            boolean read = tryReadHeader();
            isHeaderFaulty = false;
            return read;
        } catch (UncheckedIOException | IllegalStateException e) {
            isHeaderFaulty = false; // nothing has been consumed, so it is read again when the stream has more
            throw e;
        }
    }

    private boolean tryReadHeader() {
        if (scanner == null) {
            if (!in.fill(1)) {
                return false;
            }
            if (!isMarkPassed) {
                passByteOrderMark();
                isMarkPassed = true;
            }
            if (!passLinesBeforeHeader()) {
                return false;
            }
            if (delimiter == CsvSettings.AUTO_DELIMITER) {
                delimiter = sniffDelimiter();
            }
            scanner = new RecordScanner(in, delimiter, limits.maxMessageBytes());
            scanner.beginAtLine(firstLine);
            cells.useScanner(scanner);
        }
        if (!settings.hasHeader() && !settings.columns().isEmpty()) {
            useHeader(settings.columns());
            return true;
        }
        if (!scan()) {
            return false;
        }
        scanner.checkUtf8();
        if (!settings.hasHeader()) {
            useHeader(HeaderNames.numbered(scanner.count()));
            scanner.discard(); // the line is the first record, which is scanned again
            return true;
        }
        headerNames = readHeaderNames();
        List<String> names = HeaderNames.distinct(headerNames);
        useHeader(names);
        List<String> literal = settings.sampledRecords() > 0 ? withoutForeignMarks(names) : names;
        if (literal != names) {
            useHeader(literal);
        }
        in.position += scanner.length();
        scanner.countLines();
        in.mark();
        return true;
    }

    /**
     * Returns the names with an escaped mark where the cells of a column are no JSON text. Tables of other programs have
     * names such as {@code tags[]} that mean nothing to this format.
     */
    private List<String> withoutForeignMarks(List<String> names) {
        List<Integer> marked = new ArrayList<>();
        for (int i = 0; i < table.width(); i++) {
            if (table.leaf(i).isJson() && !settings.types().containsKey(names.get(i))) {
                marked.add(i);
            }
        }
        if (marked.isEmpty()) {
            return names;
        }
        TypeSampler sampler = sampler();
        sampler.sample(scanner.length(), 1); // in tables of this format, the first record mostly decides
        if (!marked.stream().allMatch(sampler::hasJson)) {
            sampler.sample(scanner.length(), settings.sampledRecords());
        }
        List<String> changed = names;
        for (int column : marked) {
            if (sampler.isForeign(column)) {
                changed = changed == names ? new ArrayList<>(names) : changed;
                changed.set(column, ColumnNames.escapeMark(names.get(column)));
            }
        }
        return changed;
    }

    private TypeSampler sampler() {
        RecordScanner ahead = new RecordScanner(in, delimiter, limits.maxMessageBytes());
        return new TypeSampler(in, ahead, newScalarText(), table.width(), repeatedHeaders, comment);
    }

    /** Passes titles, comments and, before a header, empty lines. Returns false if the input ends with them. */
    private boolean passLinesBeforeHeader() {
        while (in.available() > 0 || fillWithoutPassed()) {
            byte first = in.array[in.position];
            boolean isSkipped = linesToSkip > 0;
            if (!isSkipped && !isComment(first) && !(settings.hasHeader() && (first == '\n' || first == '\r'))) {
                return true;
            }
            if (isSkipped) {
                linesToSkip--;
            }
            passLine();
            firstLine++;
        }
        return false;
    }

    private boolean isComment(byte first) {
        return comment != CsvSettings.NO_COMMENT && first == comment;
    }

    /** Passes a line that is not a record, whatever its content. */
    private void passLine() {
        while (in.available() > 0 || fillWithoutPassed()) {
            byte b = in.array[in.position++];
            if (b == '\n') {
                break;
            }
            if (b == '\r') {
                if ((in.available() > 0 || fillWithoutPassed()) && in.array[in.position] == '\n') {
                    in.position++;
                }
                break;
            }
        }
        in.mark();
    }

    private void passComments() {
        while ((in.available() > 0 || fillWithoutPassed()) && in.array[in.position] == comment) {
            passLine();
            scanner.countLine();
        }
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
            end = CsvDetector.countDelimiters(in.array, in.position, in.limit, counts);
        } while (end == in.limit && in.available() < MAX_SNIFFED && in.fill(in.available() + 1));
        return CsvDetector.delimiter(CsvDetector.mostFrequent(counts));
    }

    private List<String> readHeaderNames() {
        List<String> names = new ArrayList<>();
        boolean allQuoted = true;
        boolean needless = false;
        for (int i = 0; i < scanner.count(); i++) {
            boolean quoted = scanner.form(i) != RecordScanner.PLAIN;
            String name = cells.text(i);
            allQuoted &= quoted;
            needless |= quoted && !ColumnNames.needQuotes(name);
            names.add(name);
        }
        headerInNeedlessQuotes = allQuoted && needless;
        return names;
    }

    private void useHeader(List<String> names) {
        ColumnTable whole;
        try {
            whole = ColumnTable.ofHeader(names, limits, settings.hasPlainNames());
        } catch (ColumnTable.BadColumn e) {
            if (!settings.hasHeader()) {
                throw new IllegalArgumentException("csv.columns: " + e.getMessage(), e);
            }
            throw new MalformedWireException(FORMAT, e.getMessage(), scanner.location(scanner.from(e.index())), e);
        }
        types = new CellType[whole.width()];
        given = new boolean[whole.width()];
        for (int i = 0; i < whole.width(); i++) {
            Column leaf = whole.leaf(i);
            boolean name = leaf == whole.root().event() || leaf == leaf.parent().type();
            types[i] = name ? CellType.TEXT : leaf.isJson() ? CellType.JSON : CellType.AUTO;
            given[i] = types[i] != CellType.AUTO;
        }
        CellType other = settings.types().get(ALL_COLUMNS);
        for (int i = 0; other != null && !names.contains(ALL_COLUMNS) && i < types.length; i++) {
            if (types[i] != CellType.TEXT) {
                assignType(whole, i, other);
            }
        }
        settings.types().forEach((name, type) -> assignType(whole, names, name, type));
        repeatedHeaders = new RepeatedHeaders(whole);
        table = whole;
    }

    private void assignType(ColumnTable whole, List<String> names, String name, CellType type) {
        int column = names.indexOf(name);
        if (column < 0 && name.equals(ALL_COLUMNS)) {
            return;
        }
        for (int i = 0; column < 0 && i < names.size(); i++) {
            String mark = whole.leaf(i).mark();
            column = !mark.isEmpty() && names.get(i).equals(name + mark) ? i : -1;
        }
        if (column < 0) {
            throw new WireDataException(
                    FORMAT,
                    "csv.types names column " + Printable.quote(name) + ", which is not among "
                            + Printable.escape(String.join(", ", names)),
                    WireLocation.ofLine(scanner.line(), 1, "$"));
        }
        assignType(whole, column, type);
    }

    private void assignType(ColumnTable whole, int column, CellType type) {
        types[column] = type;
        given[column] = type != CellType.AUTO;
        whole.leaf(column).setJson(type == CellType.JSON);
    }

    /** Moves to the next record. Returns false if there is none now. */
    public boolean next() {
        if (!readHeader()) {
            return false;
        }
        boolean isMoved = in.syncPosition();
        if (isMoved) {
            restart();
        } else {
            leaveRecord();
        }
        do {
            passRecord();
            in.mark();
            if (comment != CsvSettings.NO_COMMENT) {
                passComments();
            }
            if (isOver) {
                in.requireOpen();
            }
            if (isOver || !scan()) {
                return false;
            }
        } while (scanner.isEmptyLine() && table.width() > 1 || isRepeatedHeader(isMoved && scanner.line() == 1));
        isFirst = !hasRecords;
        hasRecords = true;
        checkRecord();
        return true;
    }

    /**
     * Scans the record at the position. If a writer has cut the record off, the record that has replaced it is scanned.
     */
    private boolean scan() {
        while (true) {
            try {
                return scanner.scan(0);
            } catch (InputBuffer.ChangedException e) {
                in.returnToReread();
            }
        }
    }

    /**
     * Whether an object is present although its cells are empty and unmarked. This holds in the first record, because
     * its objects made the columns. Readers into classes take it for null, as it is meant in tables of other programs.
     */
    boolean hasUnmarkedObjects() {
        return isFirst && !settings.isForObjects();
    }

    /**
     * Whether the line repeats the header, because another writer has continued the same file. The header of another
     * table is an error.
     */
    private boolean isRepeatedHeader(boolean isFirst) {
        boolean isLater = repeatedHeaders.isHeader(scanner);
        if (!isFirst && !isLater) {
            return false;
        }
        if (headerNames != null && scanner.count() == table.width() && isHeader()) {
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

    /** Treats what comes next as the first line of an input. */
    private void restart() {
        scanner.restart();
        isPresent = false;
        isOver = false;
    }

    /** Whether the cells equal the cells of the header. */
    private boolean isHeader() {
        for (int i = 0; i < table.width(); i++) {
            if (!cells.text(i).equals(headerNames.get(i))) {
                return false;
            }
        }
        return true;
    }

    private void passRecord() {
        in.position += scanner.length();
        scanner.countLines();
        scanner.discard();
    }

    private void checkRecord() {
        in.consumeTo(in.position + scanner.length());
        isPresent = true;
        isScanned = true;
        isEnded = true;
        if (scanner.count() != table.width()) {
            throw ragged();
        }
        scanner.checkUtf8();
    }

    /** Returns the prefix of records of an object with some of these fields, or null: see {@link CsvPrefix}. */
    CsvPrefix prefixFor(String event, String typeName, Shape shape) {
        // Fields that are taken directly are not examined for comments or commas.
        boolean isForeign = comment != CsvSettings.NO_COMMENT || settings.hasDecimalComma();
        return isForeign ? null : CsvPrefix.create(table, delimiter, limits, event, typeName, shape);
    }

    /**
     * Moves to the next record if it is present and begins with a prefix; otherwise changes nothing. {@link #scanCells}
     * locates the cells if the rest is not as expected.
     *
     * @return the index after the prefix, or -1
     */
    int nextIf(CsvPrefix prefix) {
        if (!hasNextBytes()) {
            return -1;
        }
        int from = in.position + scanner.length();
        if (!prefix.matches(in.array, from, in.limit)) {
            return -1;
        }
        beginRecord();
        return from + prefix.length;
    }

    /** As {@link #nextIf}, for any of several prefixes. Returns the one that the record begins with, or null. */
    CsvPrefix nextMatching(PrefixTable<CsvPrefix> prefixes) {
        if (!hasNextBytes()) {
            return null;
        }
        CsvPrefix prefix = prefixes.find(in.array, in.position + scanner.length(), in.limit);
        if (prefix != null) {
            beginRecord();
        }
        return prefix;
    }

    /** Whether the present record has ended, and more input is present. */
    private boolean hasNextBytes() {
        return isPresent
                && isEnded
                && !in.isRepositioned()
                && (in.available() > scanner.length() || in.fill(scanner.length() + 1));
    }

    private void beginRecord() {
        passRecord();
        in.markOpenMessage();
        isScanned = false;
        isEnded = false;
    }

    /**
     * Ends a record whose cells are not located if its line ends at an index, with its last cell; otherwise changes
     * nothing.
     *
     * @param isEmpty whether the last cell is known to be empty, so that a delimiter may stand in front of the line end
     */
    boolean tryEndAt(int at, boolean isEmpty) {
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
            scanner.setEmptyLine(after - in.position);
            isEnded = true;
            in.consumeTo(after);
        }
        return true;
    }

    boolean isEnded() {
        return isEnded;
    }

    /** Whether there is a present record whose cells are not located. */
    boolean isUnscanned() {
        return isPresent && !isScanned;
    }

    public boolean isPresent() {
        return isPresent;
    }

    /**
     * Locates the cells of a record that was begun by its prefix. Throws the errors that {@link #next} would have
     * thrown.
     */
    public void scanCells() {
        isScanned = true;
        isEnded = true;
        isPresent = false;
        scanner.scan(0);
        checkRecord();
    }

    /** Finds the end of the present record if it is not known. Throws the errors of {@link #scanCells}. */
    void scanEnd() {
        if (isPresent && !isEnded && !in.isRepositioned()) {
            scanCells();
        }
    }

    /** Leaves the present record. After one that could not be scanned, reading continues with the next line. */
    private void leaveRecord() {
        scanEnd();
        if (scanner.failedAt() >= 0) {
            in.position += scanner.failedAt();
            scanner.giveUpRecord();
            skipLine();
        } else if (!isPresent) {
            scanner.discard();
        }
        isPresent = false;
    }

    private void skipLine() {
        while (in.available() > 0 || fillWithoutPassed()) {
            byte b = in.array[in.position++];
            if (b == '\n') {
                scanner.countLine();
                break;
            }
        }
        in.mark();
    }

    /** Fills the window without keeping what has been passed: a line may be longer than any memory. */
    private boolean fillWithoutPassed() {
        in.mark();
        return in.fill(1);
    }

    private MalformedWireException ragged() {
        String problem = "expected " + table.width()
                + (headerNames == null ? " cells, one for each of the columns given," : " cells as in the header")
                + " but found " + scanner.count();
        if (scanner.isAtEnd() && scanner.count() < table.width()) {
            return new TruncatedWireException(
                    FORMAT, problem + " and the end of the input", scanner.location(scanner.length()));
        }
        int where = scanner.count() > table.width() ? scanner.from(table.width()) : scanner.to(scanner.count() - 1);
        return new MalformedWireException(FORMAT, problem, scanner.location(where));
    }

    /** The type of a column. Examines records ahead if it is not known yet. */
    public CellType type(int column) {
        if (!isSampled && !given[column]) {
            sampleTypes();
        }
        return types[column];
    }

    /** Whether the user or the header gives the type of a column. */
    boolean isGiven(int column) {
        return given[column];
    }

    /** Whether a cell in quotes is text whatever its content. */
    boolean quotesMeanText() {
        if (!isSampled) {
            sampleTypes();
        }
        return quotesMeanText;
    }

    /** Returns a holder for the text of cells, which knows the decimal mark. */
    public ScalarText newScalarText() {
        return new ScalarText(settings.limits().maxNumberChars(), settings.hasDecimalComma());
    }

    private void sampleTypes() {
        isSampled = true;
        int records = settings.sampledRecords();
        if (records <= 0) {
            return;
        }
        TypeSampler sampler = sampler();
        boolean anyPlain = sampler.sample(0, records);
        // A number with a comma needs quotes where a comma separates the cells.
        boolean needsQuotes = settings.hasDecimalComma() && delimiter == ',';
        quotesMeanText = (anyPlain || !headerInNeedlessQuotes) && !needsQuotes;
        for (int i = 0; i < table.width(); i++) {
            if (!given[i]
                    && !settings.isForObjects()
                    && table.leaf(i) != table.root().value()) { // that column holds the values of different events
                types[i] = sampler.type(i, quotesMeanText);
            }
        }
    }

    /** The types of all columns. A column whose cells are all in quotes is of text. */
    public CellType[] allTypes() {
        if (!isSampled) {
            sampleTypes();
        }
        return Arrays.copyOf(types, types.length);
    }
}
