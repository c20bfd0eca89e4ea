package io.deltawire.csv;

import io.deltawire.csv.internal.table.CellType;
import io.deltawire.csv.internal.table.CsvSettings;
import io.deltawire.csv.internal.text.CsvDetector;
import io.deltawire.csv.internal.write.CsvWriter;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The CSV wire (RFC 4180): a header line, then one record a line. Columns are matched by name. Nested fields are
 * columns whose names have dots, lists are JSON text in one cell, null is an empty cell and empty text is {@code ""}.
 * {@code docs/spec/csv-mapping.md} specifies the mapping.
 *
 * <p>A reader accepts the tables of other programs. The second {@code x} in a header becomes {@code x_2}, a column may
 * have an empty name, and options describe titles, comments and decimal commas. Another table has the same header with
 * the reader's {@link CsvReader#headings}.
 *
 * <p>The columns are the fields of the first message. A later message with another field is refused, since the header
 * has been written by then. Name the columns by {@link #COLUMNS} if the first message does not have them all.
 *
 * <p>Instances are immutable and thread-safe.
 */
public final class CsvFormat implements BufferFormat {
    /** When a cell is written in quotes. */
    public enum Quotes {
        /** If necessary: text that contains a delimiter, a quote or a line end, or that looks like another kind. */
        NEEDED,
        /**
         * All text, and nothing else. Kinds then come back exactly even in a column that holds text first and numbers
         * later.
         */
        TEXT
    }

    /** What ends a line. */
    public enum LineEnd {
        /** CR LF, as RFC 4180 specifies. */
        CRLF,
        LF
    }

    /** When a cell is a number or a boolean. */
    public enum Kinds {
        /** If it looks like one: {@code 1e5} is 100000.0, {@code TRUE} is true. */
        LIKELY,
        /**
         * If its value is printed as the same text, or all of its column are such values. Otherwise it is text, so that
         * it is written again unchanged.
         */
        EXACT
    }

    /** The meaning of the names in a header. */
    public enum Names {
        /** The path to a field, {@code bid.price}, with marks such as {@code []} for a list. */
        PATHS,
        /** The name of a field as it is. For tables that go to another table, and for names with dots. */
        PLAIN
    }

    /** Whether the file has a header line. */
    public enum Header {
        PRESENT,
        /** There is none, and {@link #COLUMNS} names the columns; else they are {@code column1}, {@code column2}, ... */
        ABSENT
    }

    /** The decimal mark in numbers. */
    public enum DecimalMark {
        POINT,
        /** A comma, as in {@code 1,5}. Text with a point is then no number, since the point may group digits. */
        COMMA
    }

    /**
     * Leaves the choice of the delimiter: writers take a comma, readers the delimiter that is most frequent in the
     * header line.
     */
    public static final char AUTO_DELIMITER = CsvSettings.AUTO_DELIMITER;

    /**
     * The character between cells: an ASCII character that is no letter, digit, quote or line end. By default {@link
     * #AUTO_DELIMITER}: a reader takes the one of comma, tab, semicolon and vertical bar that is most frequent in the
     * header line outside quotes, or a comma if there is none.
     */
    public static final WireOption<Character> DELIMITER = WireOption.of("csv.delimiter", AUTO_DELIMITER);

    /**
     * The columns by their names in a header ({@code symbol}, {@code bid.price}, {@code legs[]}). For a writer: the
     * header, if the first message is not to decide. For a reader: the columns of a file without a header line. Empty
     * by default.
     */
    public static final WireOption<List<String>> COLUMNS = WireOption.of("csv.columns", List.of());

    /**
     * The types of columns by their names in the header. For a reader: what cells are read as, whatever they look like;
     * a cell that is something else is an error. For a writer: {@link ColumnType#JSON} makes a field one column of JSON
     * text, whatever it holds, and other types are ignored. {@link #parseTypes} reads types from text.
     */
    public static final WireOption<Map<String, ColumnType>> TYPES =
            WireOption.of("csv.types", Map.of(), CsvFormat::parseTypes);

    /**
     * The number of records that are examined ahead to infer the types of columns: 1,000 by default, and never more
     * than 1 MiB of them. With zero the content of each cell decides, and no record is read ahead. For fields of
     * objects the content of each cell always decides: a whole number in a {@code Number} field is a {@code Long},
     * whatever else is in its column.
     */
    public static final WireOption<Integer> SAMPLE = WireOption.of("csv.sample", 1000);

    /** Whether values come from objects or go to them. */
    private static final WireOption<Boolean> OBJECTS = WireOption.of("csv.objects", false);

    /**
     * How cells without quotes are read if {@link #TYPES} does not have their column; {@link Kinds#LIKELY} by default.
     */
    public static final WireOption<Kinds> KINDS = WireOption.of("csv.kinds", Kinds.LIKELY);

    /** The meaning of the names in the header; {@link Names#PATHS} by default. */
    public static final WireOption<Names> NAMES = WireOption.of("csv.names", Names.PATHS);

    /** When a cell is written in quotes; {@link Quotes#NEEDED} by default. */
    public static final WireOption<Quotes> QUOTES = WireOption.of("csv.quotes", Quotes.NEEDED);

    /** What ends a written line; {@link LineEnd#CRLF} by default. Reading takes CR LF, LF and CR. */
    public static final WireOption<LineEnd> LINE_END = WireOption.of("csv.lineEnd", LineEnd.CRLF);

    /** Whether the file has a header line; {@link Header#PRESENT} by default. */
    public static final WireOption<Header> HEADER = WireOption.of("csv.header", Header.PRESENT);

    /**
     * For a reader: the number of lines before the header (or the first record) that are not a part of the table, such
     * as titles; 0 by default. Empty lines before the header are always skipped.
     */
    public static final WireOption<Integer> SKIPPED_LINES = WireOption.of("csv.skippedLines", 0);

    /** For a reader: lines that begin with this character are skipped. There is no such character by default. */
    public static final WireOption<Character> COMMENT = WireOption.of("csv.comment", CsvSettings.NO_COMMENT);

    /**
     * For a writer: what the header says for columns, by their names. Names that a table gives twice come back with the
     * {@link CsvReader#headings} of its reader. Empty by default: the header has the names.
     */
    public static final WireOption<Map<String, String>> HEADINGS =
            WireOption.of("csv.headings", Map.of(), CsvFormat::parseEntries);

    /** For a reader: the decimal mark in numbers; {@link DecimalMark#POINT} by default. */
    public static final WireOption<DecimalMark> DECIMAL_MARK = WireOption.of("csv.decimalMark", DecimalMark.POINT);

    private static final String TSV = "tsv";
    private static final Set<Feature> FEATURES = Set.of(Feature.TABLE);

    private final char usualDelimiter;

    /** Returns the format. {@link io.deltawire.wire.WireFormats} makes one too. */
    public CsvFormat() {
        this(AUTO_DELIMITER);
    }

    private CsvFormat(char usualDelimiter) {
        this.usualDelimiter = usualDelimiter;
    }

    /**
     * Under the name {@code tsv}, returns the format whose delimiter is a tab unless {@link #DELIMITER} gives another.
     */
    @Override
    public WireFormat named(String alias) {
        return alias.equals(TSV) ? new CsvFormat('\t') : this;
    }

    private WireOptions usual(WireOptions options) {
        return usualDelimiter != AUTO_DELIMITER && options.get(DELIMITER) == AUTO_DELIMITER
                ? options.with(DELIMITER, usualDelimiter)
                : options;
    }

    /**
     * Reads column types from text such as {@code zip:text,price:double}. The last colon of an entry ends the name; a
     * comma in a name is written {@code \,}.
     *
     * @throws IllegalArgumentException if an entry is not a name, a colon and a type
     */
    public static Map<String, ColumnType> parseTypes(String text) {
        Map<String, ColumnType> types = new LinkedHashMap<>();
        parseEntries(text).forEach((name, type) -> types.put(name, ColumnType.of(type)));
        return types;
    }

    private static Map<String, String> parseEntries(String text) {
        Map<String, String> entries = new LinkedHashMap<>();
        for (String entry : text.split("(?<!\\\\),")) {
            int colon = entry.lastIndexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("expected NAME:TYPE but found \"" + entry + "\"");
            }
            String name = entry.substring(0, colon).replace("\\,", ",");
            if (entries.put(name, entry.substring(colon + 1).trim()) != null) {
                throw new IllegalArgumentException("column \"" + name + "\" is given two types");
            }
        }
        return entries;
    }

    @Override
    public String name() {
        return CsvSettings.FORMAT;
    }

    @Override
    public List<WireOption<?>> options() {
        return List.of(
                DELIMITER,
                COLUMNS,
                TYPES,
                SAMPLE,
                KINDS,
                NAMES,
                QUOTES,
                LINE_END,
                HEADER,
                SKIPPED_LINES,
                COMMENT,
                HEADINGS,
                DECIMAL_MARK);
    }

    @Override
    public List<String> aliases() {
        return List.of(TSV);
    }

    @Override
    public WireOptions forObjects(WireOptions options) {
        return options.with(OBJECTS, true);
    }

    @Override
    public Set<Feature> features() {
        return FEATURES;
    }

    @Override
    public boolean mayContinueAfter(byte last) {
        return last != '\n' && last != '\r'; // a cell in quotes goes on when another quote follows
    }

    @Override
    public boolean isBinary() {
        return false;
    }

    @Override
    public Match detect(byte[] head, int length) {
        return CsvDetector.detect(head, length);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if an option has an invalid value
     */
    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        return new CsvWriter(target, settings(options));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if an option has an invalid value
     */
    @Override
    public CsvReader newReader(InputBuffer source, WireOptions options) {
        return new CsvReader(source, settings(options));
    }

    private CsvSettings settings(WireOptions options) {
        WireOptions all = usual(options);
        Map<String, CellType> types = new LinkedHashMap<>();
        all.get(TYPES).forEach((column, type) -> types.put(column, type.cellType()));
        return new CsvSettings(
                all.limits(),
                checkDelimiter(all.get(DELIMITER)),
                all.get(HEADER) == Header.PRESENT,
                all.get(COLUMNS),
                types,
                all.get(SAMPLE),
                all.get(OBJECTS),
                all.get(KINDS) == Kinds.EXACT,
                all.get(NAMES) == Names.PLAIN,
                all.get(QUOTES) == Quotes.TEXT,
                all.get(SKIPPED_LINES),
                all.get(COMMENT),
                all.get(DECIMAL_MARK) == DecimalMark.COMMA,
                all.get(LINE_END) == LineEnd.CRLF,
                all.get(HEADINGS));
    }

    private static char checkDelimiter(char delimiter) {
        if (delimiter >= 0x7F
                || delimiter < 0x20 && delimiter != '\t' && delimiter != AUTO_DELIMITER && delimiter < 0x1C
                || delimiter == '"'
                || Character.isLetterOrDigit(delimiter)
                || "-+.{}[]\\@ ".indexOf(delimiter) >= 0) {
            throw new IllegalArgumentException("cannot be a delimiter: " + Printable.quote(String.valueOf(delimiter)));
        }
        return delimiter;
    }
}
