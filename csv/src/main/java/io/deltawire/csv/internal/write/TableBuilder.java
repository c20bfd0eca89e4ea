package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.CellType;
import io.deltawire.csv.internal.table.Column;
import io.deltawire.csv.internal.table.ColumnNames;
import io.deltawire.csv.internal.table.ColumnTable;
import io.deltawire.csv.internal.table.CsvSettings;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.util.List;
import java.util.Map;

/**
 * Builds the table that is written, and finds the column of each value. The first message makes the columns that it
 * needs, unless options name them. After that the table is settled, since the header is in the output; a value without
 * a column is an error.
 */
final class TableBuilder {
    private final WireLimits limits;
    private final Map<String, CellType> types;
    private final Faults faults;
    private final boolean hasPlainNames;
    private ColumnTable table;
    private boolean settled;

    private final boolean isGiven;

    /** Makes errors that say where the writer is. */
    interface Faults {
        WireDataException error(String problem);
    }

    TableBuilder(CsvSettings settings, Faults faults) {
        this.limits = settings.limits();
        this.types = settings.types();
        this.faults = faults;
        this.hasPlainNames = settings.hasPlainNames();
        this.table = emptyTable();
        List<String> columns = settings.columns();
        this.isGiven = !columns.isEmpty();
        if (isGiven) {
            settle(columns);
        }
    }

    private void settle(List<String> columns) {
        try {
            table = ColumnTable.ofHeader(columns, limits, hasPlainNames);
        } catch (ColumnTable.BadColumn e) {
            throw new IllegalArgumentException("csv.columns: " + e.getMessage(), e);
        }
        for (int i = 0; i < table.width(); i++) {
            if (types.get(columns.get(i)) == CellType.JSON) {
                table.leaf(i).setJson(true);
            }
        }
        settled = true;
    }

    ColumnTable table() {
        return table;
    }

    Column root() {
        return table.root();
    }

    boolean isSettled() {
        return settled;
    }

    /** Settles the table, after a message has been written. */
    void settle() {
        settled = true;
    }

    /** Drops the columns made by a message that has been cancelled. */
    void cancel() {
        if (!settled) {
            table = emptyTable();
        }
    }

    private ColumnTable emptyTable() {
        ColumnTable empty = new ColumnTable();
        if (hasPlainNames) {
            empty.root().setPlain();
        }
        return empty;
    }

    /** Whether the user gives types to any columns. */
    boolean hasTypes() {
        return !types.isEmpty();
    }

    /** Whether the user wants a field to be one column of JSON text, whatever it holds. */
    boolean isJsonByOption(Column field) {
        return !settled
                && !types.isEmpty()
                && field.parent() != null
                && field.size() == 0
                && types.get(ColumnNames.of(field)) == CellType.JSON;
    }

    /** The column of a group's type names. */
    Column typeOf(Column group, String name) {
        if (Utf8.length(name) > limits.maxNameBytes()) {
            throw faults.error("type name longer than " + limits.maxNameBytes() + " bytes");
        }
        if (group.type() == null) {
            if (settled) {
                String column = (group.parent() == null ? "" : ColumnNames.of(group) + '.') + ColumnNames.TYPE;
                throw faults.error("type " + Printable.quote(name) + " given, but the header has no column "
                        + Printable.quote(column) + "; name the columns by csv.columns");
            }
            checkName(table.addType(group));
        }
        return group.type();
    }

    /** Whether the header has columns of a field, and no column of events. */
    boolean hasFieldWithoutEvents(String field) {
        return settled && table.root().event() == null && table.root().child(field, 0) != null;
    }

    /** Whether the header has a column of events, and none of a field. */
    boolean hasEventsWithoutField(String field) {
        return settled && table.root().event() != null && table.root().child(field, 0) == null;
    }

    /** The column of the names of events. */
    Column event(String name) {
        if (table.root().event() == null) {
            if (settled) {
                throw faults.error("event " + Printable.quote(name) + " given, but the header has no column \""
                        + ColumnNames.EVENT + "\"; name the columns by csv.columns");
            }
            table.addEvent();
        }
        return table.root().event();
    }

    /** The column of the values of events that are no objects. */
    private Column value(String mark, boolean inEvent) {
        if (!inEvent) {
            throw faults.error("expected a record but was a list or a scalar: a line of CSV holds a record");
        }
        if (table.root().value() == null) {
            if (settled) {
                throw faults.error("the event has a value that is no object, but the header has no column \""
                        + ColumnNames.VALUE + "\"; name the columns by csv.columns");
            }
            table.addValue(mark);
        }
        return table.root().value();
    }

    /** The field with an ordinal in a shape, or a new one. */
    Column field(Column group, Shape shape, int ordinal) {
        Column field = group.child(shape, ordinal);
        return field == null ? add(group, shape.name(ordinal)) : field;
    }

    /** The field of a name, or a new one. Fast if it is the one at the expected position. */
    Column field(Column group, String name, int expected) {
        Column field = group.child(name, expected);
        return field == null ? add(group, name) : field;
    }

    private Column add(Column group, String name) {
        if (settled) {
            throw faults.error("field " + Printable.quote(name)
                    + (isGiven
                            ? " is not among the columns that csv.columns names"
                            : " is not in the header, which the first message has settled;"
                                    + " name all columns by csv.columns"));
        }
        if (Utf8.length(name) > limits.maxNameBytes()) {
            throw faults.error("field name longer than " + limits.maxNameBytes() + " bytes");
        }
        if (table.width() == ColumnTable.MAX_COLUMNS) {
            throw faults.error("more than " + ColumnTable.MAX_COLUMNS + " columns");
        }
        return group.add(name);
    }

    /**
     * The column that takes JSON text for a field.
     *
     * @param mark the end of its name in the header, for a list or for anything else
     */
    Column json(Column column, String mark, boolean inEvent) {
        boolean isList = mark.equals(ColumnNames.LIST);
        Column cell = column == table.root() ? value(mark, inEvent) : column;
        if (!cell.isLeaf()) {
            requireNew(cell, isList ? "a list" : "a value");
            leaf(cell, mark);
        } else if (!cell.isJson()) {
            throw faults.error("expected one value for column " + Printable.quote(ColumnNames.of(cell)) + " but was "
                    + (isList ? "a list" : "an object or a value with a type")
                    + "; a column named " + Printable.quote(ColumnNames.of(cell) + mark)
                    + " in csv.columns takes it"
                    + (isList || column == table.root()
                            ? ""
                            : "; if it comes from a table with a dot in its names, read that with csv.names plain"));
        }
        return cell;
    }

    /** Makes a field that is no leaf yet the column of a scalar. */
    Column scalar(Column column, String what, boolean inEvent) {
        if (column == table.root()) {
            return value("", inEvent);
        }
        requireNew(column, what);
        leaf(column, "");
        return column;
    }

    /** Makes a field a column. */
    void leaf(Column column, String mark) {
        table.addLeaf(column, mark);
        checkName(column);
    }

    /** Checks the whole name of a column, which readers limit as well as the name of each field. */
    private void checkName(Column leaf) {
        if (Utf8.length(ColumnNames.of(leaf)) > limits.maxNameBytes()) {
            throw faults.error("column name longer than " + limits.maxNameBytes() + " bytes");
        }
    }

    private void requireNew(Column field, String what) {
        if (field.isGroup()) {
            throw faults.error("expected an object, as in the header, but was " + what);
        }
    }
}
