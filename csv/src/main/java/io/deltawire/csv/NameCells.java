package io.deltawire.csv;

/** The names that stand in cells, of types and events: the same instance where it is the one of the record before. */
final class NameCells {
    private final Records records;
    private final PresentCells cells;
    private String[] last = {};

    NameCells(Records records) {
        this.records = records;
        this.cells = records.cells();
    }

    /** The name in the present record's cell of a column. */
    String of(Column column) {
        if (last.length == 0) {
            last = new String[records.table.width];
        }
        String before = last[column.index];
        if (before != null && cells.isText(column.index, before)) {
            return before;
        }
        String name = cells.text(column.index);
        last[column.index] = name;
        return name;
    }
}
