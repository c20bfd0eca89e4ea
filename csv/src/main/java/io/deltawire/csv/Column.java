package io.deltawire.csv;

import io.deltawire.wire.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A field of the record: a leaf is a column of the table, a group is an object whose fields are columns. A field of which
 * no value has been seen yet is neither.
 */
final class Column {
    /** What stands for no column. */
    static final int NONE = -1;

    private static final Column[] NO_CHILDREN = {};

    final String name;
    final Column parent;

    /** The fields of a group; what is beyond {@link #size} is null. */
    Column[] children = NO_CHILDREN;

    int size;

    /** The place among the fields of the parent. */
    int position;

    /** The index of the cell, or {@link #NONE} where this is not a leaf. */
    int index = NONE;

    /** What the header puts after the name of a column of JSON text: {@code []} or {@code {}}; else empty. */
    String mark = "";

    /** True for a leaf whose cells are JSON text. */
    boolean json;

    /** The leaf with the type names of a group, or null. */
    Column type;

    /** In the root: the leaf with the names of events, or null. */
    Column event;

    /** In the root: the leaf with the values of events that are no objects, or null. */
    Column value;

    /** On writing: the text of the cell before, compared by identity, or null where it is not known. */
    private Object lastText;

    /** On writing: how often {@link #lastText} has come again in a row. */
    private int repeats;

    /** On writing: the cell of {@link #lastText}, once it has come again twice, or null. */
    private byte[] lastCell;

    private Map<String, Column> byName;
    private Shape shape;
    private Column[] byOrdinal;
    private int[] ordinals;

    Column(String name, Column parent) {
        this.name = name;
        this.parent = parent;
    }

    boolean isLeaf() {
        return index >= 0;
    }

    boolean isGroup() {
        return size > 0 || type != null || parent == null;
    }

    /** True for a leaf that is not a field: the type, event or value column of its parent. */
    boolean isSpecial() {
        return parent != null && (parent.type == this || parent.event == this || parent.value == this);
    }

    /** The field of this name, or null; quick where it is the one at {@code expected}. */
    Column child(String fieldName, int expected) {
        if (expected < size && children[expected].name.equals(fieldName)) {
            return children[expected];
        }
        if (byName == null) {
            for (int i = 0; i < size; i++) {
                if (children[i].name.equals(fieldName)) {
                    return children[i];
                }
            }
            return null;
        }
        return byName.get(fieldName);
    }

    /** Adds a field, which must be new. */
    Column add(String fieldName) {
        Column added = new Column(fieldName, this);
        if (size == children.length) {
            children = Arrays.copyOf(children, Math.max(8, 2 * size));
        }
        added.position = size;
        children[size++] = added;
        if (byName != null) {
            byName.put(fieldName, added);
        } else if (size > 8) {
            byName = new HashMap<>();
            for (int i = 0; i < size; i++) {
                byName.put(children[i].name, children[i]);
            }
        }
        shape = null;
        return added;
    }

    /** The field with this ordinal in a shape, or null where the table has no such field. */
    Column child(Shape wanted, int ordinal) {
        if (shape != wanted) {
            learn(wanted);
        }
        return ordinal >= 0 && ordinal < byOrdinal.length ? byOrdinal[ordinal] : null;
    }

    /** The ordinals in a shape of the fields in order; {@link #NONE} for those it does not have. */
    int[] ordinals(Shape wanted) {
        if (shape != wanted) {
            learn(wanted);
        }
        return ordinals;
    }

    private void learn(Shape wanted) {
        byOrdinal = new Column[wanted.size()];
        ordinals = new int[size];
        for (int i = 0; i < size; i++) {
            int ordinal = wanted.ordinal(children[i].name);
            ordinals[i] = ordinal;
            if (ordinal >= 0) {
                byOrdinal[ordinal] = children[i];
            }
        }
        shape = wanted;
    }

    /** The first leaf among the fields, however deep, or null: where the mark of an object of nulls goes. */
    Column firstLeaf() {
        for (int i = 0; i < size; i++) {
            Column leaf = children[i].isLeaf() ? children[i] : children[i].firstLeaf();
            if (leaf != null) {
                return leaf;
            }
        }
        return null;
    }

    private Column[] leaves;
    private Column first;

    /** The cells that make up a group, its type's included, events' names not; computed once the table is whole. */
    Column[] leaves() {
        if (leaves == null) {
            List<Column> all = new ArrayList<>();
            addLeaves(all);
            leaves = all.toArray(NO_CHILDREN);
            first = firstLeaf();
        }
        return leaves;
    }

    private void addLeaves(List<Column> all) {
        if (isLeaf()) {
            all.add(this);
        }
        if (type != null) {
            all.add(type);
        }
        if (value != null) {
            all.add(value);
        }
        for (int i = 0; i < size; i++) {
            children[i].addLeaves(all);
        }
    }

    /** {@link #firstLeaf}, for a table that is whole. */
    Column knownFirstLeaf() {
        leaves();
        return first;
    }

    /** The levels from a group down to a field in it. */
    int levelsTo(Column field) {
        int levels = 0;
        for (Column up = field; up != this; up = up.parent) {
            levels++;
        }
        return levels;
    }

    /** The way from the root of the record, for messages: {@code $.bid.price}. */
    String path() {
        return parent == null ? "$" : parent.path() + '.' + io.deltawire.wire.spi.Printable.escape(name);
    }

    /** The cell of a text that has come several times in a row, or null. */
    byte[] cachedCell(Object text) {
        return text == lastText ? lastCell : null;
    }

    /** Counts a text that has been written, and copies its cell when it comes the third time in a row. */
    void countText(Object text, byte[] array, int from, int to) {
        if (text != lastText) {
            lastText = text;
            lastCell = null;
            repeats = 0;
        } else if (++repeats == 2) {
            lastCell = Arrays.copyOfRange(array, from, to);
        }
    }
}
