package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Tells the header of another writer, which has gone on in the same file, from a record: in a column of events or types no event or type has
 * the name of such a column, but in quotes. Tables without such columns have no sign of that.
 */
final class RepeatedHeaders {
    private static final byte[] EVENT = ColumnNames.EVENT.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE = ColumnNames.TYPE.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DOT_TYPE = ("." + ColumnNames.TYPE).getBytes(StandardCharsets.US_ASCII);

    private final int[] columns;

    RepeatedHeaders(ColumnTable table) {
        this.columns = Arrays.stream(table.leavesFrom(0))
                .filter(leaf -> leaf == leaf.parent().type() || leaf == leaf.parent().event())
                .mapToInt(leaf -> leaf.index())
                .toArray();
    }

    /** Whether a line that has been scanned is one. */
    boolean isAt(RecordScanner line) {
        for (int column : columns) {
            if (column < line.count && isOfHeader(line, column)) {
                return true;
            }
        }
        return false;
    }

    /** What {@link ColumnNames#isOfHeader} tells, of a cell without quotes. */
    private static boolean isOfHeader(RecordScanner line, int column) {
        return line.isPlain(column, EVENT, true)
                || line.isPlain(column, TYPE, true)
                || line.isPlain(column, DOT_TYPE, false);
    }
}
