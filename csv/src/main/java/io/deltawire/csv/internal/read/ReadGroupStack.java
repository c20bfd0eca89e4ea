package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Printable;
import java.util.Arrays;

/**
 * The objects of a record that are entered, from the outermost one: groups of columns, and around them the object of an
 * event, of which the record is the value. And which entry of each comes next. Not thread-safe.
 */
public final class ReadGroupStack {
    /** The object of an event. */
    private final Column wrapper = new Column("", null);

    private Column[] open = new Column[8];
    private int[] entries = new int[8];

    /** How many objects are entered. */
    private int depth;

    /** The name of the present event, or of the last one. */
    String eventName;

    /** Begins a record that is the value of an event; returns the event's object. */
    public Column wrap(Column root, String event) {
        eventName = event;
        if (wrapper.size() == 0) { // there is but one root
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

    /** Leaves the innermost object. */
    public void leave() {
        depth--;
    }

    public boolean isWrapper(Column column) {
        return column == wrapper;
    }

    /** Whether the record is the value of an event, and has been entered as such. */
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
     * Enters the objects of a head, and passes some fields of the innermost one.
     *
     * @param root the record
     */
    public void enter(CsvPrefix head, Column root, int fields) {
        depth = 0;
        if (head.levels > 1) {
            enter(head.group == root ? wrap(root, head.event()) : root);
            nextEntry();
        }
        enter(head.group);
        entries[depth - 1] = fields;
    }

    /** How many entries of the innermost object have been passed. */
    int entry() {
        return entries[depth - 1];
    }

    /** The token that comes next where no value does. */
    public WireToken next() {
        if (depth == 0) {
            return WireToken.END_MESSAGE;
        }
        Column top = open[depth - 1];
        return entries[depth - 1] == top.size()
                ? WireToken.END_OBJECT
                : top == wrapper ? WireToken.EVENT : WireToken.FIELD;
    }

    /** The ordinal of the next entry in a shape, {@link WireIn#UNKNOWN} or {@link WireIn#END}. */
    public int ordinal(Shape shape) {
        Column top = open[depth - 1];
        int entry = entries[depth - 1];
        if (entry == top.size()) {
            return WireIn.END;
        }
        int ordinal = top == wrapper ? shape.ordinal(eventName) : top.ordinals(shape)[entry];
        return ordinal < 0 ? WireIn.UNKNOWN : ordinal;
    }

    /** Passes the name of the next entry; returns its column or group. */
    public Column nextEntry() {
        return open[depth - 1].child(entries[depth - 1]++);
    }

    /** The name of an entry. */
    public String name(Column entry) {
        boolean isEvent = entry.parent() == null || entry.isSpecial();
        return isEvent ? eventName : entry.name();
    }

    /** The column or group that comes next: a value, else the next entry, else null. */
    Column upcoming(Column value) {
        boolean isEntry = value == null && depth > 0 && entries[depth - 1] < open[depth - 1].size();
        return isEntry ? open[depth - 1].child(entries[depth - 1]) : value;
    }

    /**
     * The way from the root to the present place, for messages.
     *
     * @param isInValue whether a value comes next, and so the innermost object has a present entry
     */
    String path(boolean isInValue) {
        StringBuilder path = new StringBuilder("$");
        for (int i = 0; i < depth; i++) {
            if (i + 1 < depth || isInValue) {
                String name = open[i] == wrapper ? eventName : open[i].child(entries[i] - 1).name();
                path.append('.').append(Printable.escape(name));
            }
        }
        return path.toString();
    }
}
