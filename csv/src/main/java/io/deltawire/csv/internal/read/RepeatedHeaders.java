package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Recognises the header of another writer that has continued the same file. No event and no type has the name of a
 * column of events or types, except in quotes; so a line with such a name in such a column is a header. Tables without
 * such columns have no mark of that kind.
 */
final class RepeatedHeaders {
    private static final byte[] EVENT = ColumnNames.EVENT.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TYPE = ColumnNames.TYPE.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DOT_TYPE = ("." + ColumnNames.TYPE).getBytes(StandardCharsets.US_ASCII);

    private final int[] columns;

    RepeatedHeaders(ColumnTable table) {
        this.columns = Arrays.stream(table.leavesFrom(0))
                .filter(leaf ->
                        leaf == leaf.parent().type() || leaf == leaf.parent().event())
                .mapToInt(leaf -> leaf.index())
                .toArray();
    }

    /** Whether a scanned line is a header. */
    boolean isHeader(RecordScanner line) {
        for (int column : columns) {
            if (column < line.count() && isHeaderCell(line, column)) {
                return true;
            }
        }
        return false;
    }

    /** As {@link ColumnNames#isHeaderCell}, for a cell without quotes. */
    private static boolean isHeaderCell(RecordScanner line, int column) {
        return line.isPlain(column, EVENT, true)
                || line.isPlain(column, TYPE, true)
                || line.isPlain(column, DOT_TYPE, false);
    }
}
