package io.deltawire.csv.internal.table;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A field of the record. A leaf is a column of the table, with an index among the cells of a record. A group is an
 * object whose fields are columns or groups again. A field without any value so far is neither.
 *
 * <p>{@link ColumnTable} builds the tree and numbers the leaves. It has two caches, because every field needs its own:
 * the fields by the ordinals of the last {@link Shape}, and the cell of a text that is written repeatedly.
 */
public final class Column {
    /** The index of a field that is not a leaf, and the ordinal of one that a shape does not have. */
    public static final int NONE = -1;

    private static final Column[] NO_CHILDREN = {};

    private final String name;
    private final Column parent;
    private Column[] children = NO_CHILDREN;
    private int size;
    private int position;
    private int index = NONE;
    private String mark = "";
    private boolean json;

    /** In the record: whether the header has names as they are. */
    private boolean plain;

    private Column type;
    private Column event;
    private Column value;

    /** On writing: the text written last, compared by identity, or null. */
    private Object lastText;

    /** On writing: how many times in a row {@link #lastText} has been repeated. */
    private int repeats;

    /** On writing: the cell of {@link #lastText} once it has been repeated twice, or null. */
    private byte[] lastCell;

    /** The fields by name, for a group of many. */
    private Map<String, Column> byName;

    private Shape shape;
    private Column[] byOrdinal;
    private int[] ordinals;
    private Column[] leaves;
    private Column first;

    /**
     * Creates a field that is in no table yet.
     *
     * @param parent the group that the field is in, or null for the record
     */
    public Column(String name, Column parent) {
        this.name = name;
        this.parent = parent;
    }

    public String name() {
        return name;
    }

    /** The group that this field is in; null for the record itself. */
    public Column parent() {
        return parent;
    }

    /** Takes the names of fields as names of columns, without paths and marks. Only for the column of the record. */
    public void setPlain() {
        plain = true;
    }

    /** Whether the header has names as they are. */
    boolean isPlain() {
        Column record = this;
        while (record.parent != null) {
            record = record.parent;
        }
        return record.plain;
    }

    /** The number of fields of a group. */
    public int size() {
        return size;
    }

    /** The field of a group at a position from 0. */
    public Column child(int childPosition) {
        return children[childPosition];
    }

    /** The position among the fields of the parent. */
    public int position() {
        return position;
    }

    /** The index of the cell, or {@link #NONE} where this is not a leaf. */
    public int index() {
        return index;
    }

    /** What the header puts after the name of a column of JSON text: {@code []} or <code>{}</code>; else empty. */
    public String mark() {
        return mark;
    }

    /** Whether the cells of this leaf are JSON text. */
    public boolean isJson() {
        return json;
    }

    public void setJson(boolean isJson) {
        json = isJson;
    }

    /** The leaf with the type names of a group, or null. */
    public Column type() {
        return type;
    }

    /** In the record: the leaf with the names of events, or null. */
    public Column event() {
        return event;
    }

    /** In the record: the leaf with the values of events that are no objects, or null. */
    public Column value() {
        return value;
    }

    void becomeLeaf(int cellIndex, String headerMark) {
        index = cellIndex;
        mark = headerMark;
        json = !headerMark.isEmpty();
    }

    Column addType() {
        type = new Column(ColumnNames.TYPE, this);
        return type;
    }

    Column addEvent() {
        event = new Column(ColumnNames.EVENT, this);
        return event;
    }

    Column addValue() {
        value = new Column(ColumnNames.VALUE, this);
        return value;
    }

    /** Makes a record the only field, whoever the record's parent is. */
    public void wrap(Column root) {
        children = new Column[] {root};
        size = 1;
    }

    public boolean isLeaf() {
        return index >= 0;
    }

    public boolean isGroup() {
        return size > 0 || type != null || parent == null;
    }

    /** Whether this leaf is not a field but the type, event or value column of its parent. */
    public boolean isSpecial() {
        return parent != null && (parent.type == this || parent.event == this || parent.value == this);
    }

    /** The field of this name, or null. Fast if it is the one at the expected position. */
    public Column child(String fieldName, int expected) {
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

    /** Adds a field, whose name must be new. */
    public Column add(String fieldName) {
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

    /** The field with this ordinal in a shape, or null if the table has no such field. */
    public Column child(Shape wanted, int ordinal) {
        if (shape != wanted) {
            mapTo(wanted);
        }
        return ordinal >= 0 && ordinal < byOrdinal.length ? byOrdinal[ordinal] : null;
    }

    /** The ordinals in a shape of all fields in order, {@link #NONE} for those that the shape does not have. */
    public int[] ordinals(Shape wanted) {
        if (shape != wanted) {
            mapTo(wanted);
        }
        return ordinals;
    }

    private void mapTo(Shape wanted) {
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

    /** The first leaf among the fields at any depth, or null. The mark of an object of nulls goes there. */
    public Column firstLeaf() {
        for (int i = 0; i < size; i++) {
            Column leaf = children[i].isLeaf() ? children[i] : children[i].firstLeaf();
            if (leaf != null) {
                return leaf;
            }
        }
        return null;
    }

    /**
     * The leaves that make up a group: its fields, its type names and its event values, but not the names of events. The table must
     * be complete, since the answer is cached.
     */
    public Column[] leaves() {
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

    /** {@link #firstLeaf} of a complete table, cached. */
    public Column cachedFirstLeaf() {
        leaves();
        return first;
    }

    /** The number of levels from this group down to a field in it. */
    public int levelsTo(Column field) {
        int levels = 0;
        for (Column up = field; up != this; up = up.parent) {
            levels++;
        }
        return levels;
    }

    /** The path from the record to this field for messages, such as {@code $.bid.price}. */
    public String path() {
        return parent == null ? "$" : parent.path() + '.' + Printable.escape(name);
    }

    /** Returns the cell of a text that has been written several times in a row, or null. */
    public byte[] cachedCell(Object text) {
        return text == lastText ? lastCell : null;
    }

    /** Records that a text has been written, and copies its cell at the third time in a row. */
    public void countText(Object text, byte[] array, int from, int to) {
        if (text != lastText) {
            lastText = text;
            lastCell = null;
            repeats = 0;
        } else if (++repeats == 2) {
            lastCell = Arrays.copyOfRange(array, from, to);
        }
    }
}
