package io.deltawire.csv;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The records of the input one after the other, its header, and the types of its columns. */
final class Records {
    private static final String FORMAT = "csv";
    private static final int MAX_SNIFFED = 1 << 16;

    final InputBuffer in;
    final WireLimits limits;
    private final WireOptions options;

    /** The columns, once the header has been read. */
    Table table;

    /** The cells of the present record. */
    RecordScanner cells;

    private char delimiter;
    private ColumnType[] types;
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

    Records(InputBuffer in, WireOptions options) {
        this.in = in;
        this.options = options;
        this.limits = options.limits();
        this.delimiter = CsvFormat.checkDelimiter(options.get(CsvFormat.DELIMITER));
        if (options.get(CsvFormat.HEADER) == CsvFormat.Header.ABSENT
                && options.get(CsvFormat.COLUMNS).isEmpty()) {
            throw new IllegalArgumentException("a file without a header needs csv.columns");
        }
    }

    /** Reads the header, unless that is done; false where there is none yet. */
    boolean readHeader() {
        if (table != null) {
            return true;
        }
        if (headerFaulty) {
            return false; // said once; nothing after it could be read right
        }
        headerFaulty = true;
        boolean read = tryHeader();
        headerFaulty = false;
        return read;
    }

    private boolean tryHeader() {
        if (cells == null) {
            if (!in.fill(1)) {
                return false;
            }
            passByteOrderMark();
            if (delimiter == CsvFormat.AUTO_DELIMITER) {
                delimiter = sniffDelimiter();
            }
            cells = new RecordScanner(in, delimiter, limits.maxMessageBytes());
        }
        if (options.get(CsvFormat.HEADER) == CsvFormat.Header.ABSENT) {
            take(options.get(CsvFormat.COLUMNS));
            return true;
        }
        if (!cells.scan(0)) {
            return false;
        }
        cells.checkUtf8();
        take(headerNames());
        in.position += cells.length;
        cells.line += cells.lines;
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
            end = Detector.count(in.array, in.position, in.limit, counts);
        } while (end == in.limit && in.available() < MAX_SNIFFED && in.fill(in.available() + 1));
        return Detector.delimiter(Detector.most(counts));
    }

    private List<String> headerNames() {
        List<String> names = new ArrayList<>();
        boolean allQuoted = true;
        boolean needless = false;
        for (int i = 0; i < cells.count; i++) {
            boolean quoted = cells.form[i] != RecordScanner.PLAIN;
            String name = text(i);
            allQuoted &= quoted;
            needless |= quoted && !CellWriter.needsQuotes(name);
            names.add(!quoted && name.isEmpty() ? null : name);
        }
        headerInNeedlessQuotes = allQuoted && needless;
        return names;
    }

    private void take(List<String> names) {
        Table whole;
        try {
            whole = Table.of(names, limits);
        } catch (Table.BadColumn e) {
            if (options.get(CsvFormat.HEADER) == CsvFormat.Header.ABSENT) {
                throw new IllegalArgumentException("csv.columns: " + e.getMessage(), e);
            }
            throw new MalformedWireException(FORMAT, e.getMessage(), cells.location(cells.from[e.index]), e);
        }
        types = new ColumnType[whole.width];
        given = new boolean[whole.width];
        for (int i = 0; i < whole.width; i++) {
            Column leaf = whole.leaves[i];
            boolean name = leaf == whole.root.event || leaf == leaf.parent.type;
            types[i] = name ? ColumnType.TEXT : leaf.json ? ColumnType.JSON : ColumnType.AUTO;
            given[i] = types[i] != ColumnType.AUTO;
        }
        options.get(CsvFormat.TYPES).forEach((name, type) -> give(whole, names, name, type));
        table = whole;
    }

    private void give(Table whole, List<String> names, String name, ColumnType type) {
        int column = names.indexOf(name);
        for (int i = 0; column < 0 && i < names.size(); i++) {
            String mark = whole.leaves[i].mark;
            column = !mark.isEmpty() && names.get(i).equals(name + mark) ? i : -1;
        }
        if (column < 0) {
            throw new WireDataException(
                    FORMAT,
                    "csv.types names column " + Printable.quote(name) + ", which is not among "
                            + Printable.escape(String.join(", ", names)),
                    WireLocation.ofLine(cells.line, 1, "$"));
        }
        types[column] = type;
        given[column] = type != ColumnType.AUTO;
        whole.leaves[column].json = type == ColumnType.JSON;
    }

    /** Moves to the next record; false where there is none now. */
    boolean next() {
        if (!readHeader()) {
            return false;
        }
        leave();
        do {
            pass();
            if (!cells.scan(0)) {
                return false;
            }
        } while (cells.isEmptyLine() && table.width > 1);
        check();
        return true;
    }

    private void pass() {
        in.position += cells.length;
        cells.line += cells.lines;
        in.mark();
        cells.length = 0;
        cells.lines = 0;
    }

    private void check() {
        present = true;
        isFound = true;
        isEnded = true;
        if (cells.count != table.width) {
            throw ragged();
        }
        cells.checkUtf8();
    }

    /** The head of records that are an object of these fields; null where the fields are not the columns in order. */
    CsvHead headOf(String event, String typeName, Shape shape) {
        return CsvHead.of(table, delimiter, limits, event, typeName, shape);
    }

    /**
     * Moves to the next record where it is present and begins with a head; else does nothing. Its cells are to be found by
     * {@link #find} where it turns out not to be as expected.
     *
     * @return the index after the head, or -1
     */
    int begin(CsvHead head) {
        if (!present || !isEnded || in.available() == cells.length && !in.fill(cells.length + 1)) {
            return -1;
        }
        int from = in.position + cells.length;
        if (!head.isAt(in.array, from, in.limit)) {
            return -1;
        }
        pass();
        isFound = false;
        isEnded = false;
        return from + head.length;
    }

    /** Ends a record that {@link #begin} has begun where its line ends at an index, with its last cell; else does nothing. */
    boolean end(int at) {
        byte[] a = in.array;
        if (at >= in.limit || a[at - 1] == delimiter || at - in.position > limits.maxMessageBytes()) {
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
            cells.length = after - in.position;
            cells.lines = 1;
            isEnded = true;
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

    /** Finds the cells of a record that {@link #begin} has begun; throws what {@link #next} would have. */
    void find() {
        isFound = true;
        isEnded = true;
        present = false;
        cells.scan(0);
        check();
    }

    /** Forgets the present record; one that could not be scanned is left by going on to the next line. */
    private void leave() {
        if (present && !isEnded) {
            find();
        }
        if (cells.failedAt >= 0) {
            in.position += cells.failedAt;
            cells.line += Math.max(0, cells.lines);
            cells.failedAt = -1;
            cells.length = 0;
            cells.lines = 0;
            skipLine();
        } else if (!present) {
            cells.length = 0;
            cells.lines = 0;
        }
        present = false;
    }

    private void skipLine() {
        while (in.available() > 0 || in.fill(1)) {
            byte b = in.array[in.position++];
            if (b == '\n') {
                cells.line++;
                break;
            }
        }
        in.mark();
    }

    private MalformedWireException ragged() {
        String problem = "expected " + table.width + " cells as in the header but found " + cells.count;
        if (cells.atEnd && cells.count < table.width) {
            return new TruncatedWireException(
                    FORMAT, problem + " and the end of the input", cells.location(cells.length));
        }
        int where = cells.count > table.width ? cells.from[table.width] : cells.to[cells.count - 1];
        return new MalformedWireException(FORMAT, problem, cells.location(where));
    }

    /** True for a cell with nothing in it and no quotes around. */
    boolean isEmpty(int column) {
        return cells.from[column] == cells.to[column] && cells.form[column] == RecordScanner.PLAIN;
    }

    /** The type of a column, for which records are looked at where it is not known yet. */
    ColumnType type(int column) {
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
        int records = options.get(CsvFormat.SAMPLE);
        if (records <= 0) {
            return;
        }
        RecordScanner ahead = new RecordScanner(in, delimiter, limits.maxMessageBytes());
        Sampler sampler = new Sampler(in, ahead, new Scalar(limits.maxNumberChars()), table.width);
        boolean anyPlain = sampler.look(records);
        quotesMeanText = anyPlain || !headerInNeedlessQuotes;
        for (int i = 0; i < table.width; i++) {
            if (!given[i]) {
                types[i] = sampler.type(i, quotesMeanText);
            }
        }
    }

    /** The types of all columns; of those whose cells are all in quotes, text. */
    ColumnType[] allTypes() {
        if (!sampled) {
            sample();
        }
        return Arrays.copyOf(types, types.length);
    }

    private byte[] scratch = new byte[64];
    private byte[] jsonText = new byte[64];

    /** Sets a cell's text, without quotes. */
    void load(int column, Scalar into) {
        int from = in.position + cells.from[column];
        int to = in.position + cells.to[column];
        if (cells.form[column] != RecordScanner.ESCAPED) {
            into.set(in.array, from, to);
            return;
        }
        int length = unescape(from, to); // which may grow the scratch array
        into.set(scratch, 0, length);
    }

    /** Sets the text of an ordinary cell, as {@link #load} does; false for one that needs a closer look. */
    boolean loadOrdinary(int column, Scalar into) {
        int from = cells.from[column];
        int length = cells.to[column] - from;
        int first = in.position + from;
        if (length == 0
                || length > limits.maxTextChars()
                || cells.form[column] == RecordScanner.ESCAPED
                || in.array[first] == '{') {
            return false;
        }
        into.set(in.array, first, first + length);
        return true;
    }

    /** The index in the window at which a cell's text begins. */
    int from(int column) {
        return in.position + cells.from[column];
    }

    /** The index in the window after a cell's text. */
    int to(int column) {
        return in.position + cells.to[column];
    }

    /** Whether a cell is text that stands as it is, is ASCII and not empty, and marks no object. */
    boolean isOrdinaryAscii(int column) {
        int length = cells.to[column] - cells.from[column];
        return !cells.nonAscii
                && length > 0
                && length <= limits.maxTextChars()
                && cells.form[column] != RecordScanner.ESCAPED
                && in.array[in.position + cells.from[column]] != '{';
    }

    /** Reads a cell that is an integer and nothing else; false where a closer look is needed. */
    boolean int64(int column, NumberReader into) {
        int from = in.position + cells.from[column];
        return isCell(column, into.readInt64(in.array, from)) || isNumber(column, into, NumberReader.INT64);
    }

    /** Reads a cell that is a number with a point or exponent and nothing else; false where a closer look is needed. */
    boolean float64(int column, NumberReader into) {
        int from = in.position + cells.from[column];
        return isCell(column, into.readFloat64(in.array, from)) || isNumber(column, into, NumberReader.FLOAT64);
    }

    /** The index in the window at which a cell begins, with its quote; after the last one, that of the end of the line. */
    int place(int column) {
        if (column < cells.count) {
            return in.position + cells.from[column] - (cells.form[column] == RecordScanner.PLAIN ? 0 : 1);
        }
        return in.position + cells.to[column - 1] + (cells.form[column - 1] == RecordScanner.PLAIN ? 0 : 1);
    }

    private boolean isNumber(int column, NumberReader into, int kind) {
        return into.read(in.array, in.position + cells.from[column], in.limit) == kind && isCell(column, into.end);
    }

    /** Whether a number that ends at an index is all of its cell. */
    private boolean isCell(int column, int end) {
        int to = cells.to[column];
        return end == in.position + to && to - cells.from[column] <= limits.maxNumberChars();
    }

    /** Whether a cell's text is this one; false also where that would take a closer look. */
    boolean isText(int column, String text) {
        int from = in.position + cells.from[column];
        int length = cells.to[column] - cells.from[column];
        if (length != text.length() || cells.form[column] == RecordScanner.ESCAPED) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte b = in.array[from + i];
            if (b != text.charAt(i) || b < 0) {
                return false;
            }
        }
        return true;
    }

    /** Copies a cell's text with doubled quotes into {@link #scratch}; returns its length. */
    private int unescape(int from, int to) {
        if (scratch.length < to - from) {
            scratch = new byte[Math.max(to - from, 2 * scratch.length)];
        }
        return unescape(from, to, scratch);
    }

    private int unescape(int from, int to, byte[] into) {
        byte[] window = in.array;
        int length = 0;
        for (int i = from; i < to; i++) {
            byte b = window[i];
            into[length++] = b;
            if (b == '"') {
                i++;
            }
        }
        return length;
    }

    /** Parses a cell's text as JSON. It is copied first: looking ahead may move the window. */
    void parse(int column, JsonCell into) throws JsonCell.Fault {
        int from = in.position + cells.from[column];
        int to = in.position + cells.to[column];
        if (jsonText.length < to - from) {
            jsonText = new byte[Math.max(to - from, 2 * jsonText.length)];
        }
        int length = to - from;
        if (cells.form[column] == RecordScanner.ESCAPED) {
            length = unescape(from, to, jsonText);
        } else {
            System.arraycopy(in.array, from, jsonText, 0, length);
        }
        into.parse(jsonText, 0, length);
    }

    /** A cell's text. */
    String text(int column) {
        int from = in.position + cells.from[column];
        int to = in.position + cells.to[column];
        if (cells.form[column] != RecordScanner.ESCAPED) {
            return Utf8.decode(in.array, from, to - from);
        }
        int length = unescape(from, to); // which may grow the scratch array
        return Utf8.decode(scratch, 0, length);
    }

    /**
     * The levels that a cell marks, which says that an object is there of which every field is null: a brace pair for each
     * level from the object down to the cell; 0 for another cell.
     */
    int markedLevels(int column) {
        return cells.markedLevels(column);
    }
}
