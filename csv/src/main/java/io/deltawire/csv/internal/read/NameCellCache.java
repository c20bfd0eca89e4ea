package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;

/** The names that stand in cells, of types and events: the same instance where it is the one of the record before. */
public final class NameCellCache {
    private final RecordCursor records;
    private final CellReader cells;
    private String[] last = {};

    public NameCellCache(RecordCursor records) {
        this.records = records;
        this.cells = records.cells();
    }

    /** The name in the present record's cell of a column. */
    public String of(Column column) {
        if (last.length == 0) {
            last = new String[records.table().width()];
        }
        String before = last[column.index()];
        if (before != null && cells.isText(column.index(), before)) {
            return before;
        }
        String name = cells.text(column.index());
        last[column.index()] = name;
        return name;
    }
}
