package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.OutputBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * Builds the row of one record in the output. Cells that come in the order of the columns, without a gap, stay where
 * they are. If they come in another order, all cells are copied into order at the end.
 *
 * <p>It also remembers which columns have ever held a value that is neither text nor null: text in such a column needs
 * quotes.
 */
final class RowBuilder {
    /** The kind of a null cell. */
    static final byte NULL = 0;
    /** The kind of a cell of text. */
    static final byte TEXT = 1;
    /** The kind of every other cell. */
    static final byte OTHER = 2;

    private static final int MISSING = -1;

    private final OutputBuffer out;
    private final CellWriter cells;
    private final char delimiter;
    private final boolean crLf;

    private int[] from = new int[16];
    private int[] to = new int[16];
    private byte[] kinds = new byte[16];
    /** By column: whether it has held a value that is neither text nor null, so that text in it needs quotes. */
    private boolean[] haveHeldOther = new boolean[16];

    private boolean newKind;
    private int width;
    private int next;
    private int filled;
    private boolean ordered;
    private byte[] scratch = {};
    private final Map<String, String> headings;

    /** @param headings what the header says for columns, by their names; the name of a column that it lacks */
    RowBuilder(OutputBuffer out, CellWriter cells, char delimiter, boolean isCrLf, Map<String, String> headings) {
        this.out = out;
        this.cells = cells;
        this.delimiter = delimiter;
        this.crLf = isCrLf;
        this.headings = headings;
    }

    void begin(int columns) {
        width = 0;
        grow(columns);
        next = 0;
        filled = 0;
        ordered = true;
        newKind = false;
    }

    private void grow(int columns) {
        if (columns > from.length) {
            int length = Math.max(columns, 2 * from.length);
            from = Arrays.copyOf(from, length);
            to = Arrays.copyOf(to, length);
            kinds = Arrays.copyOf(kinds, length);
            haveHeldOther = Arrays.copyOf(haveHeldOther, length);
        }
        Arrays.fill(from, width, columns, MISSING);
        width = columns;
    }

    /** The number of cells so far that are not null. */
    int filled() {
        return filled;
    }

    boolean hasCells() {
        return next > 0 || !ordered;
    }

    boolean has(int column) {
        return column < width && from[column] != MISSING;
    }

    boolean hasHeldOther(int column) {
        return haveHeldOther[column];
    }

    /** Begins the cell of a column. Returns false if the column has one. */
    boolean beginCell(int column) {
        if (column == next && ordered && column < width) {
            from[column] = out.position - out.messageStart();
            return true;
        }
        if (has(column)) {
            return false;
        }
        beginCellAgain(column);
        return true;
    }

    /** Begins the cell of a column, in place of the one that it may have. */
    void beginCellAgain(int column) {
        if (column >= width) {
            grow(column + 1);
        }
        if (column != next) {
            ordered = false;
        }
        from[column] = out.position - out.messageStart();
    }

    /** Ends a cell and adds the delimiter, for which {@link CellWriter} has left room. */
    void endCell(int column, byte kind) {
        to[column] = out.position - out.messageStart();
        kinds[column] = kind;
        if (kind != NULL) {
            filled++;
            newKind |= kind == OTHER && !haveHeldOther[column];
        }
        next = column + 1;
        out.array[out.position++] = (byte) delimiter;
    }

    /** Puts the cells in order if necessary, and ends the line. */
    void end(ColumnTable table, boolean withHeader) {
        if (withHeader || !ordered || next != table.width()) {
            grow(table.width());
            putInOrder(table, withHeader);
        } else {
            out.position--;
            endLine();
        }
    }

    private void putInOrder(ColumnTable table, boolean withHeader) {
        int length = out.messageLength();
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, 2 * scratch.length)];
        }
        System.arraycopy(out.array, out.messageStart(), scratch, 0, length);
        out.rollback();
        if (withHeader) {
            header(table);
        }
        for (int i = 0; i < table.width(); i++) {
            if (i > 0) {
                out.ensure(1);
                out.array[out.position++] = (byte) delimiter;
            }
            if (from[i] != MISSING) {
                cells.raw(scratch, from[i], to[i]);
            }
        }
        endLine();
    }

    void header(ColumnTable table) {
        for (int i = 0; i < table.width(); i++) {
            String name = ColumnNames.of(table.leaf(i));
            int lone = cells.name(headings.getOrDefault(name, name));
            if (lone != CellWriter.WRITTEN) {
                throw new WireDataException(
                        "csv",
                        "the name of column " + (i + 1) + " has a lone surrogate, which UTF-8 cannot hold",
                        null);
            }
            out.ensure(1);
            out.array[out.position++] = (byte) delimiter;
        }
        out.position--;
        endLine();
    }

    byte delimiter() {
        return (byte) delimiter;
    }

    /** The offset in the message at which the cell of a column starts. */
    int startOf(int column) {
        return from[column];
    }

    /** Whether every column of a table has its cell, and the cells are in order. */
    boolean isInOrder(ColumnTable table) {
        return ordered && next == table.width();
    }

    /** Records that a column has held a value that is neither text nor null. */
    void recordOther(int column) {
        haveHeldOther[column] = true;
    }

    void endLine() {
        out.ensure(2);
        if (crLf) {
            out.array[out.position++] = '\r';
        }
        out.array[out.position++] = '\n';
    }

    /** Records the kinds that the columns have held, after the record has been written. */
    void committed() {
        if (newKind) {
            for (int i = 0; i < width; i++) {
                haveHeldOther[i] |= from[i] != MISSING && kinds[i] == OTHER;
            }
        }
    }
}
