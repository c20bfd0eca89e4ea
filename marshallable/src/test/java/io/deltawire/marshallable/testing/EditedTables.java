package io.deltawire.marshallable.testing;

import io.deltawire.csv.CsvFormat;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.OutputBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/** CSV tables, as they are written and as people may have edited them. */
public final class EditedTables {
    private static final char[] DELIMITERS = {',', ',', ';', '\t', '|', ':', '/', '#', '_', '!', '~'};

    private static final String[] CELLS = {
        "",
        "\"\"",
        "null",
        "true",
        "True",
        "\"true\"",
        "12",
        "\"12\"",
        "-7",
        "-0",
        "007",
        "+1",
        "1e3",
        "1.50",
        "-0.0",
        ".5",
        "5.",
        "3.0",
        "9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "12345678901234567890123",
        "1.7976931348623157E309",
        "13",
        "13.0",
        "NaN",
        "Infinity",
        " 1",
        "1 ",
        "plain text",
        "\"quoted\"",
        "\"say \"\"x\"\"\"",
        "\"two\nlines\"",
        "\"two\r\nlines\"",
        "a\"b",
        "\"a\"b",
        "\"open",
        "{}",
        "\"{}\"",
        "{{}}",
        "{x",
        "\u00e9t\u00e9",
        "\"\u00e9\"",
        "2016-07-22",
        "2016-07-22T12:34:56.789Z",
        "\"2016-07-22T12:34:56.789Z\"",
        "2016-07-22T12:34:56.789+02:00[Europe/Paris]",
        "12:30",
        "12:30:15",
        "RED",
        "X",
        "\u0001",
        "a\tb"
    };

    private static final String[] ENDS = {
        "\r\n", "\n", "\r", "\n\n", "\r\n\r\n", "\n\r", "", " \n", ",\n", ",,\n", "# none\n"
    };

    private static final String BYTES = "\"\\{}[],;:# \n\r\tx0-.~_\u00e9";

    private final SplittableRandom random;

    public EditedTables(SplittableRandom random) {
        this.random = random;
    }

    /** Delimiter, quotes and line ends, at random. */
    public WireOptions dialect() {
        char delimiter = DELIMITERS[random.nextInt(DELIMITERS.length)];
        return WireOptions.DEFAULTS
                .with(CsvFormat.DELIMITER, delimiter)
                .with(CsvFormat.QUOTES, random.nextInt(3) == 0 ? CsvFormat.Quotes.TEXT : CsvFormat.Quotes.NEEDED)
                .with(CsvFormat.LINE_END, random.nextBoolean() ? CsvFormat.LineEnd.LF : CsvFormat.LineEnd.CRLF)
                .with(CsvFormat.SAMPLE, random.nextInt(3) == 0 ? 0 : 1000);
    }

    /**
     * Returns the table of objects, leaving out objects that do not fit the columns of the first one.
     *
     * @param event empty for none. With an at sign in front, it is the event's name and has a separate column.
     */
    public static String table(List<Object> objects, String event, WireOptions options) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = ((BufferFormat) WireFormats.byName("csv")).newWriter(buffer, options);
        CodecContext session = new CodecContext(WireFormats.byName("csv"), options);
        for (Object object : objects) {
            out.beginMessage();
            try {
                write(out, event, object, session);
                out.endMessage();
            } catch (WireDataException e) {
                out.cancelMessage(); // the first row has no such column
            }
        }
        return new String(buffer.array, 0, buffer.position, StandardCharsets.UTF_8);
    }

    private static void write(WireOut out, String event, Object object, CodecContext session) {
        boolean isWrapped = !event.isEmpty();
        if (isWrapped) {
            out.beginObject();
            if (event.equals("@")) {
                out.event("event");
            } else {
                out.field(event);
            }
        }
        out.type(TypeNames.simpleName(object.getClass()));
        CodecSet.BUILT_IN.exact(object.getClass()).write(out, object, session);
        if (isWrapped) {
            out.endObject();
        }
    }

    /** Without the columns of type and event, where no cell has a line break. */
    public static String untyped(String table, WireOptions options) {
        char delimiter = options.get(CsvFormat.DELIMITER) == 0 ? ',' : options.get(CsvFormat.DELIMITER);
        String[] lines = table.split("\n", -1);
        int cut = (int) Arrays.stream(lines[0].split(Pattern.quote("" + delimiter)))
                .filter(name -> name.contains("@"))
                .count();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            String line = i == 0 ? lines[0].replace("update.", "") : lines[i];
            for (int j = 0; j < cut && line.indexOf(delimiter) >= 0; j++) {
                line = line.substring(line.indexOf(delimiter) + 1);
            }
            text.append(line).append(i + 1 < lines.length ? "\n" : "");
        }
        return text.toString();
    }

    /**
     * A table with its columns in another order, after those of type and event. Some may be missing, and others added.
     */
    public String rearranged(String table, WireOptions options) {
        char delimiter = options.get(CsvFormat.DELIMITER);
        List<List<String>> records = records(table, delimiter);
        int width = records.get(0).size();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            boolean isName = records.get(0).get(i).contains("@");
            if (isName || random.nextInt(6) > 0) {
                order.add(isName ? order.size() : random.nextInt(names(records.get(0), order), order.size() + 1), i);
            }
        }
        for (int others = random.nextInt(4); others > 0; others--) {
            order.add(random.nextInt(names(records.get(0), order), order.size() + 1), -others);
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < records.size(); r++) {
            List<String> cells = new ArrayList<>();
            for (int column : order) {
                List<String> record = records.get(r);
                boolean isOther = column < 0;
                cells.add(
                        isOther
                                ? r == 0 ? other(records.get(0), column) : otherCell()
                                : column < record.size() ? record.get(column) : "");
            }
            text.append(String.join("" + delimiter, cells))
                    .append(options.get(CsvFormat.LINE_END) == CsvFormat.LineEnd.LF ? "\n" : "\r\n");
        }
        return text.toString();
    }

    /** Returns the number of columns of type and event. */
    private static int names(List<String> header, List<Integer> order) {
        return (int) order.stream()
                .filter(column -> column >= 0 && header.get(column).contains("@"))
                .count();
    }

    /** A name for a column that the class does not have, in the object that the others are in. */
    private static String other(List<String> header, int number) {
        String last = header.get(header.size() - 1);
        return last.substring(0, last.lastIndexOf('.') + 1) + "other" + -number;
    }

    private String otherCell() {
        return random.nextInt(3) == 0
                ? CELLS[random.nextInt(38)].replace("a\"b", "").replace("\"open", "")
                : "12";
    }

    private static List<List<String>> records(String table, char delimiter) {
        List<List<String>> records = new ArrayList<>();
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < table.length(); i++) {
            char c = table.charAt(i);
            isQuoted ^= c == '"';
            if (isQuoted || c != delimiter && c != '\n') {
                cell.append(c);
                continue;
            }
            cells.add(c == '\n' ? cell.toString().replaceAll("\r$", "") : cell.toString());
            cell.setLength(0);
            if (c == '\n') {
                records.add(cells);
                cells = new ArrayList<>();
            }
        }
        return records;
    }

    /** A table with some edits: cells, lines or bytes. */
    public String edited(String good, WireOptions options) {
        String text = random.nextInt(3) == 0 ? untyped(good, options) : good;
        for (int edits = random.nextInt(3); edits >= 0; edits--) {
            text = random.nextInt(3) == 0 ? Inputs.edited(random, text, BYTES) : editLine(text, options);
        }
        return text;
    }

    private String editLine(String text, WireOptions options) {
        List<String> lines = new ArrayList<>(List.of(text.split("(?<=\n)")));
        int i = random.nextInt(random.nextInt(5) == 0 ? 1 : lines.size() + 1) % lines.size();
        String delimiter = String.valueOf(options.get(CsvFormat.DELIMITER));
        String line = lines.get(i);
        String body = line.stripTrailing();
        String end = line.substring(body.length());
        List<String> cells = new ArrayList<>(List.of(body.split(Pattern.quote(delimiter), -1)));
        int c = random.nextInt(cells.size());
        switch (random.nextInt(12)) {
            case 0 -> cells.remove(c);
            case 1 -> cells.add(c, CELLS[random.nextInt(CELLS.length)]);
            case 2 -> cells.add(random.nextInt(cells.size()), cells.remove(c));
            case 3 -> end = ENDS[random.nextInt(ENDS.length)];
            case 4 -> cells.set(c, '"' + cells.get(c) + '"');
            case 5 -> cells.set(c, cells.get(c).replace("\"", ""));
            case 6 -> lines.add(random.nextInt(lines.size() + 1), line);
            case 7 -> lines.add(random.nextInt(lines.size() + 1), ENDS[random.nextInt(ENDS.length)]);
            default -> cells.set(c, CELLS[random.nextInt(CELLS.length)]);
        }
        lines.set(lines.indexOf(line), String.join(delimiter, cells) + end);
        return String.join("", lines);
    }

    /** The options to read a table without its header. */
    public static WireOptions withColumns(WireOptions options, String header) {
        List<String> names = List.of(header.stripTrailing()
                .split(Pattern.quote(options.get(CsvFormat.DELIMITER).toString()), -1));
        return options.with(CsvFormat.HEADER, CsvFormat.Header.ABSENT).with(CsvFormat.COLUMNS, names);
    }
}
