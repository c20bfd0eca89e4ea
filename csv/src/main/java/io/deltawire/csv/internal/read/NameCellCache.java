package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;

/**
 * The names of events and types in the cells of a record. A name that repeats the one in the record before is the same
 * instance, so that it costs no garbage.
 */
public final class NameCellCache {
    private final RecordCursor records;
    private final CellReader cells;
    private String[] last = {};

    public NameCellCache(RecordCursor records) {
        this.records = records;
        this.cells = records.cells();
    }

    /** The name in the cell of a column. */
    public String name(Column column) {
        if (last.length == 0) {
            last = new String[records.table().width()];
        }
        String before = last[column.index()];
        if (before != null && cells.textEquals(column.index(), before)) {
            return before;
        }
        String name = cells.text(column.index());
        last[column.index()] = name;
        return name;
    }
}
