package io.deltawire.csv;

import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.Utf8;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a file in order, and the record that they make up. */
final class Table {
    /** The most columns; what a hostile header can cost is bounded by it. */
    static final int MAX_COLUMNS = 65_536;

    final Column root = new Column("", null);

    /** The leaves by the index of their cells; what is beyond {@link #width} is null. */
    Column[] leaves = new Column[8];

    int width;

    /** Makes a field a leaf: the next column. */
    void addLeaf(Column field, String mark) {
        if (width == leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * width);
        }
        field.index = width;
        field.mark = mark;
        field.json = !mark.isEmpty();
        leaves[width++] = field;
    }

    /** Makes the leaf with the type names of a group: the next column. */
    Column addType(Column group) {
        group.type = new Column(ColumnNames.TYPE, group);
        addLeaf(group.type, "");
        return group.type;
    }

    /** Makes the leaf with the names of events: the next column. */
    Column addEvent() {
        root.event = new Column(ColumnNames.EVENT, root);
        addLeaf(root.event, "");
        return root.event;
    }

    /** Makes the leaf with the values of events that are no objects: the next column. */
    Column addValue(String mark) {
        root.value = new Column(ColumnNames.VALUE, root);
        addLeaf(root.value, mark);
        return root.value;
    }

    /**
     * Returns the table with the columns of a header.
     *
     * @param names the names as the header has them; null for a cell without a name
     * @throws BadColumn where they cannot be the columns of one table
     */
    static Table of(List<String> names, WireLimits limits) {
        if (names.size() > MAX_COLUMNS) {
            throw new BadColumn(MAX_COLUMNS, "expected at most " + MAX_COLUMNS + " columns but found " + names.size());
        }
        Set<String> whole = new HashSet<>();
        for (String name : names) {
            if (name != null) {
                whole.add(
                        name.substring(0, name.length() - ColumnNames.mark(name).length()));
            }
        }
        Table table = new Table();
        for (int i = 0; i < names.size(); i++) {
            table.add(i, names.get(i), whole, limits);
        }
        return table;
    }

    private void add(int index, String header, Set<String> whole, WireLimits limits) {
        if (header == null) {
            throw new BadColumn(index, "expected a name in the header but column " + (index + 1) + " has none");
        }
        if (Utf8.length(header) > limits.maxNameBytes()) {
            throw new BadColumn(index, "column name longer than " + limits.maxNameBytes() + " bytes");
        }
        String mark = ColumnNames.mark(header);
        String name = header.substring(0, header.length() - mark.length());
        List<String> parts = ColumnNames.split(name);
        if (parts.size() > limits.maxDepth()) {
            throw new BadColumn(index, "column name nested deeper than " + limits.maxDepth() + " levels");
        }
        if (parts.size() > 1 && passesThroughColumn(parts, whole)) {
            // "x" beside "x.1" (what some tools make of a name given twice): a field cannot be both, so the dot is
            // plain.
            parts = List.of(name.replace("\\.", ".").replace(".", "\\."));
        }
        Column group = root;
        for (String part : parts.subList(0, parts.size() - 1)) {
            String field = ColumnNames.unescape(part);
            Column child = group.child(field, 0);
            group = child == null ? group.add(field) : child;
        }
        if (!addLeaf(group, parts.get(parts.size() - 1), parts.size() == 1, mark)) {
            throw new BadColumn(index, "column " + Printable.quote(header) + " is in the header twice");
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

    /** Adds the last part of a name; false where the table has it already. */
    private boolean addLeaf(Column group, String part, boolean ofRoot, String mark) {
        if (part.equals(ColumnNames.TYPE) && mark.isEmpty()) {
            return group.type == null && addType(group) != null;
        }
        if (ofRoot && part.equals(ColumnNames.EVENT) && mark.isEmpty()) {
            return root.event == null && addEvent() != null;
        }
        if (ofRoot && part.equals(ColumnNames.VALUE)) {
            return root.value == null && addValue(mark) != null;
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
    static final class BadColumn extends RuntimeException {
        private static final long serialVersionUID = 1;

        final int index;

        BadColumn(int index, String problem) {
            super(problem);
            this.index = index;
        }
    }
}
