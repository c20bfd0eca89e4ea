package io.deltawire.csv.internal.table;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a file in order, and the record that they make up: the leaves of the tree below {@link #root} in the order of
 * their cells. On reading the header makes the table, on writing the first message or an option does.
 */
public final class ColumnTable {
    /** The largest number of columns, which bounds what a hostile header can cost. */
    public static final int MAX_COLUMNS = 65_536;

    private final Column root = new Column("", null);

    private Column[] leaves = new Column[8];
    private int width;

    /** The record, whose fields are columns and groups. */
    public Column root() {
        return root;
    }

    /** The number of columns. */
    public int width() {
        return width;
    }

    /** The column at an index from 0. */
    public Column leaf(int index) {
        return leaves[index];
    }

    /** A copy of the columns from an index on. */
    public Column[] leavesFrom(int index) {
        return Arrays.copyOfRange(leaves, index, width);
    }

    /** Makes a field a leaf: the next column. */
    public void addLeaf(Column field, String mark) {
        if (width == leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * width);
        }
        field.becomeLeaf(width, mark);
        leaves[width++] = field;
    }

    /** Makes the leaf with the type names of a group: the next column. */
    public Column addType(Column group) {
        Column type = group.addType();
        addLeaf(type, "");
        return type;
    }

    /** Makes the leaf with the names of events: the next column. */
    public Column addEvent() {
        Column event = root.addEvent();
        addLeaf(event, "");
        return event;
    }

    /** Makes the leaf with the values of events that are no objects: the next column. */
    public Column addValue(String mark) {
        Column value = root.addValue();
        addLeaf(value, mark);
        return value;
    }

    /**
     * Returns the table with the columns of a header.
     *
     * @param names the names as the header has them
     * @param hasPlainNames whether each name is the name of a field, and not a path
     * @throws BadColumn if they cannot be the columns of one table
     */
    public static ColumnTable ofHeader(List<String> names, WireLimits limits, boolean hasPlainNames) {
        if (names.size() > MAX_COLUMNS) {
            throw new BadColumn(MAX_COLUMNS, "expected at most " + MAX_COLUMNS + " columns but found " + names.size());
        }
        if (hasPlainNames) {
            return ofPlainNames(names, limits);
        }
        Set<String> whole = new HashSet<>();
        for (String name : names) {
            whole.add(name.substring(0, name.length() - ColumnNames.markOf(name).length()));
        }
        ColumnTable table = new ColumnTable();
        for (int i = 0; i < names.size(); i++) {
            table.add(i, names.get(i), whole, limits);
        }
        return table;
    }

    private static ColumnTable ofPlainNames(List<String> names, WireLimits limits) {
        ColumnTable table = new ColumnTable();
        table.root.setPlain();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            checkName(i, name, limits);
            if (table.root.child(name, 0) != null) {
                throw givenTwice(i, name);
            }
            table.addLeaf(table.root.add(name), "");
        }
        return table;
    }

    private static BadColumn givenTwice(int index, String header) {
        return new BadColumn(index, "column " + Printable.quote(header) + " is in the header twice");
    }

    private static void checkName(int index, String header, WireLimits limits) {
        if (Utf8.length(header) > limits.maxNameBytes()) {
            throw new BadColumn(index, "column name longer than " + limits.maxNameBytes() + " bytes");
        }
    }

    private void add(int index, String header, Set<String> whole, WireLimits limits) {
        checkName(index, header, limits);
        String mark = ColumnNames.markOf(header);
        String name = header.substring(0, header.length() - mark.length());
        List<String> parts = ColumnNames.split(name);
        if (parts.size() > limits.maxDepth()) {
            throw new BadColumn(index, "column name nested deeper than " + limits.maxDepth() + " levels");
        }
        if (parts.size() > 1 && passesThroughColumn(parts, whole)) {
            // Some tools write a name that is given twice as "x" and "x.1". A field cannot be both a value and an
            // object, so this dot is part of the name.
            parts = List.of(name.replace("\\.", ".").replace(".", "\\."));
        }
        Column group = root;
        for (String part : parts.subList(0, parts.size() - 1)) {
            String field = ColumnNames.unescape(part);
            Column child = group.child(field, 0);
            group = child == null ? group.add(field) : child;
        }
        if (!addLeaf(group, parts.get(parts.size() - 1), parts.size() == 1, mark)) {
            throw givenTwice(index, header);
        }
    }

    private static boolean passesThroughColumn(List<String> parts, Set<String> whole) {
        StringBuilder prefix = new StringBuilder();
        for (String part : parts.subList(0, parts.size() - 1)) {
            if (whole.contains(prefix.append(part).toString())) {
                return true;
            }
            prefix.append('.');
        }
        return false;
    }

    /** Adds the last part of a name, unless the table has it already; then returns false. */
    private boolean addLeaf(Column group, String part, boolean ofRoot, String mark) {
        if (part.equals(ColumnNames.TYPE) && mark.isEmpty()) {
            return group.type() == null && addType(group) != null;
        }
        if (ofRoot && part.equals(ColumnNames.EVENT) && mark.isEmpty()) {
            return root.event() == null && addEvent() != null;
        }
        if (ofRoot && part.equals(ColumnNames.VALUE)) {
            return root.value() == null && addValue(mark) != null;
        }
        String field = ColumnNames.unescape(part);
        Column child = group.child(field, 0);
        if (child != null) {
            return false;
        }
        addLeaf(group.add(field), mark);
        return true;
    }

    /** A header that makes no table. */
    public static final class BadColumn extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int index;

        BadColumn(int index, String problem) {
            super(problem);
            this.index = index;
        }

        /** The index of the column that is wrong. */
        public int index() {
            return index;
        }
    }
}
