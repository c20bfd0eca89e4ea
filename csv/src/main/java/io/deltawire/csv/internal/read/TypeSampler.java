package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.CellType;
import io.deltawire.csv.internal.table.CsvSettings;
import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.spi.InputBuffer;
import java.io.UncheckedIOException;

/**
 * Infers the types of columns from the records after the input's position, without consuming them. It examines at most
 * the number of records that the option gives, and 1 MiB. The rules are in {@code docs/spec/csv-mapping.md}, section
 * "Reading: kinds of values".
 *
 * <p>For each column it collects a set of bits, one for each kind of cell, separately for cells with and without
 * quotes.
 */
final class TypeSampler {
    private static final int MAX_BYTES = 1 << 20;
    private static final int LONG = 1;
    private static final int DOUBLE = 2;
    private static final int DECIMAL = 4;
    private static final int BOOLEAN = 8;
    private static final int TEMPORAL = 16;
    private static final int TEXT = 32;
    private static final int JSON = 1;
    private static final int NO_JSON = 2;

    private final InputBuffer in;
    private final RecordScanner scanner;
    private final ScalarText scalar;
    private final RepeatedHeaders headers;
    private final char comment;
    private final int[] plain;
    private final int[] quoted;
    /** For each column: a bit for cells that look like the JSON text of this format, and one for other cells. */
    private final int[] json;

    TypeSampler(
            InputBuffer in,
            RecordScanner scanner,
            ScalarText scalar,
            int width,
            RepeatedHeaders headers,
            char comment) {
        this.in = in;
        this.scanner = scanner;
        this.scalar = scalar;
        this.headers = headers;
        this.comment = comment;
        this.plain = new int[width];
        this.quoted = new int[width];
        this.json = new int[width];
    }

    /** Examines records from an offset on. Returns false if all cells are in quotes. */
    boolean sample(int offset, int maxRecords) {
        in.setRereadSuspended(true); // the present record must stay in the window
        try {
            return sampleRecords(offset, maxRecords);
        } finally {
            in.setRereadSuspended(false);
        }
    }

    private boolean sampleRecords(int offset, int maxRecords) {
        boolean anyPlain = false;
        int at = offset;
        for (int records = 0; records < maxRecords && at < offset + MAX_BYTES; records++) {
            try {
                at = afterComments(at);
                if (!scanner.scan(at)) {
                    break;
                }
            } catch (MalformedWireException | UncheckedIOException e) {
                break; // thrown again when this record is read
            }
            at += scanner.length();
            int cells = headers.isHeader(scanner) ? 0 : Math.min(scanner.count(), plain.length);
            for (int i = 0; i < cells; i++) {
                anyPlain |= sampleCell(i);
            }
        }
        return anyPlain;
    }

    /** The offset after the comments at an offset, as {@link RecordCursor} passes them. */
    private int afterComments(int offset) {
        int at = offset;
        while (comment != CsvSettings.NO_COMMENT && in.fill(at + 1) && in.array[in.position + at] == comment) {
            while (in.fill(at + 1) && in.array[in.position + at] != '\n' && in.array[in.position + at] != '\r') {
                at++;
            }
            boolean isCrLf =
                    in.fill(at + 2) && in.array[in.position + at] == '\r' && in.array[in.position + at + 1] == '\n';
            at += isCrLf ? 2 : 1;
        }
        return at;
    }

    private boolean sampleCell(int i) {
        int from = in.position + scanner.from(i);
        int to = in.position + scanner.to(i);
        if (from == to || scanner.markedLevels(i) > 0) {
            return false;
        }
        byte first = in.array[from];
        json[i] |= first == '[' || first == '{' || first == '"' ? JSON : NO_JSON;
        boolean inQuotes = scanner.form(i) != RecordScanner.PLAIN;
        int[] seen = inQuotes ? quoted : plain;
        if ((seen[i] & TEXT) == 0) {
            scalar.set(in.array, from, to);
            seen[i] |= inQuotes && scanner.form(i) == RecordScanner.ESCAPED ? TEXT : kind();
        }
        return !inQuotes;
    }

    /** Returns whether a column has a cell that looks like JSON text of a list, an object or a text. */
    boolean hasJson(int column) {
        return (json[column] & JSON) != 0;
    }

    /** Returns whether a column has cells, and none of them looks like JSON text of a list, an object or a text. */
    boolean isForeign(int column) {
        return json[column] == NO_JSON;
    }

    private int kind() {
        return switch (scalar.infer()) {
            case INT64 -> LONG;
            case FLOAT64 -> DOUBLE;
            case DECIMAL -> DECIMAL;
            case BOOL -> BOOLEAN;
            case TEMPORAL -> TEMPORAL;
            default -> TEXT;
        };
    }

    /**
     * Returns the type of a column.
     *
     * @param quotesMeanText whether a cell in quotes is text whatever its content
     */
    CellType type(int column, boolean quotesMeanText) {
        int seen = plain[column];
        if (!quotesMeanText) {
            seen |= quoted[column];
        }
        if ((seen & TEXT) != 0) {
            return CellType.TEXT;
        }
        if ((seen & (BOOLEAN | TEMPORAL)) == 0 && (seen & DOUBLE) != 0) {
            return CellType.DOUBLE;
        }
        return switch (seen) {
            case LONG -> CellType.LONG;
            case DECIMAL, LONG | DECIMAL -> CellType.DECIMAL;
            case BOOLEAN -> CellType.BOOLEAN;
            case TEMPORAL -> CellType.TEMPORAL;
            default -> CellType.AUTO;
        };
    }
}
