package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import java.util.Arrays;

/**
 * The open objects of a record, from the outermost one, and the next entry of each. An object is a group of columns, or
 * the object of an event, whose only entry is the record. Not thread-safe.
 */
public final class ReadGroupStack {
    /** Stands for the object of an event. */
    private final Column wrapper = new Column("", null);

    private Column[] open = new Column[8];
    private int[] entries = new int[8];

    private int depth;

    /** The name of the present event, or of the last one. */
    String eventName;

    /** Begins a record that is the value of an event, and returns the object of the event. */
    public Column wrap(Column root, String event) {
        eventName = event;
        if (wrapper.size() == 0) { // there is only one root
            wrapper.wrap(root);
        }
        return wrapper;
    }

    public int depth() {
        return depth;
    }

    public void clear() {
        depth = 0;
    }

    public void leave() {
        depth--;
    }

    public boolean isWrapper(Column column) {
        return column == wrapper;
    }

    /** Whether the record is the value of an event that has been entered. */
    public boolean isInEvent() {
        return depth > 0 && open[0] == wrapper;
    }

    public void enter(Column group) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            entries = Arrays.copyOf(entries, 2 * depth);
        }
        open[depth] = group;
        entries[depth++] = 0;
    }

    /**
     * Enters the objects of a prefix, and skips some fields of the innermost one.
     *
     * @param root the record
     * @param fields the number of fields to be skipped
     */
    public void enter(CsvPrefix prefix, Column root, int fields) {
        depth = 0;
        if (prefix.levels > 1) {
            enter(prefix.group == root ? wrap(root, prefix.event()) : root);
            nextEntry();
        }
        enter(prefix.group);
        entries[depth - 1] = fields;
    }

    /** The number of entries of the innermost object that have been passed. */
    int entryIndex() {
        return entries[depth - 1];
    }

    /** The next token, if no value comes next. */
    public WireToken peek() {
        if (depth == 0) {
            return WireToken.END_MESSAGE;
        }
        Column top = open[depth - 1];
        return entries[depth - 1] == top.size()
                ? WireToken.END_OBJECT
                : top == wrapper ? WireToken.EVENT : WireToken.FIELD;
    }

    /** The ordinal of the next entry in a shape, {@link WireIn#UNKNOWN} or {@link WireIn#END}. */
    public int nextOrdinal(Shape shape) {
        Column top = open[depth - 1];
        int entry = entries[depth - 1];
        if (entry == top.size()) {
            return WireIn.END;
        }
        int ordinal = top == wrapper ? shape.ordinal(eventName) : top.ordinals(shape)[entry];
        return ordinal < 0 ? WireIn.UNKNOWN : ordinal;
    }

    /** Moves past the name of the next entry, and returns its column or group. */
    public Column nextEntry() {
        return open[depth - 1].child(entries[depth - 1]++);
    }

    public String name(Column entry) {
        boolean isEvent = entry.parent() == null || entry.isSpecial();
        return isEvent ? eventName : entry.name();
    }

    /** The column or group that comes next: the given value, else the next entry, else null. */
    Column upcomingColumn(Column value) {
        boolean isEntry = value == null && depth > 0 && entries[depth - 1] < open[depth - 1].size();
        return isEntry ? open[depth - 1].child(entries[depth - 1]) : value;
    }

    /**
     * The path from the root to the present token, for messages.
     *
     * @param isInValue whether a value comes next, so that the innermost object has a present entry
     */
    String path(boolean isInValue) {
        StringBuilder path = new StringBuilder("$");
        for (int i = 0; i < depth; i++) {
            if (i + 1 < depth || isInValue) {
                String name = open[i] == wrapper
                        ? eventName
                        : open[i].child(entries[i] - 1).name();
                path.append('.').append(Printable.escape(name));
            }
        }
        return path.toString();
    }
}
