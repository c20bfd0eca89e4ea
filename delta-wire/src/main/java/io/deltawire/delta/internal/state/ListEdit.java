package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.ByteCursor;

/**
 * The edits of a list, with their codes: an edit moves the items of a record's list before an update. After an item has
 * been inserted or removed, only the new values have to be sent (docs/spec/delta.md, section 5.5). The writer's choice
 * of edits is elsewhere.
 */
public final class ListEdit {
    /**
     * The item and all later ones move up by one, and a copy of the item stays. At the end of the list the last item is
     * copied.
     */
    public static final int INSERT = 0;
    /** The items after it move down by one, and the list is one item shorter. */
    public static final int REMOVE = 1;
    /** Does what {@link #INSERT} does, and drops the last item. */
    public static final int INSERT_AND_DROP = 2;
    /** Does what {@link #REMOVE} does, and keeps a copy of the last item, so that the list stays as long. */
    public static final int REMOVE_AND_KEEP = 3;

    /** The largest number of edits before one update. */
    public static final int MAX = 64;

    /** The largest number of leaves of a type whose lists are edited: an edit of few bytes may move all of them. */
    public static final int MAX_LEAVES = 1 << 12;

    private ListEdit() {}

    public static long code(int at, int operation) {
        return (long) at << 2 | operation;
    }

    /** Returns the number of items in a record's list. */
    public static int size(RecordState record, SchemaNode list) {
        int size = list.itemCount();
        while (size > 0 && !record.hasAnyValue(list.item(size - 1))) {
            size--;
        }
        return size;
    }

    /**
     * Applies an edit that has been read.
     *
     * @param size the number of items before the edit
     * @param errors makes the error for an edit that does not fit the list
     * @return the number of items after the edit
     */
    public static int apply(RecordState record, SchemaNode list, int size, long code, ByteCursor errors) {
        int operation = (int) code & 3;
        int most = operation == INSERT && size > 0 && size < list.itemCount() ? size : size - 1;
        long at = code >>> 2;
        if (at > most || operation == INSERT && size == list.itemCount()) {
            throw errors.malformed("expected an edit of a list of " + size + " items, with room for " + list.itemCount()
                    + ", but was operation " + operation + " at item " + Long.toUnsignedString(at));
        }
        return apply(record, list, size, (int) at, operation);
    }

    /** Applies a valid edit, and returns the number of items after it. */
    public static int apply(RecordState record, SchemaNode list, int size, int at, int operation) {
        if (operation == INSERT || operation == INSERT_AND_DROP) {
            int last = operation == INSERT ? size : size - 1;
            for (int i = last; i > at; i--) {
                copy(record, list.item(i), list.item(i - 1));
            }
            if (at == size) {
                copy(record, list.item(at), list.item(at - 1));
            }
        } else {
            for (int i = at; i < size - 1; i++) {
                copy(record, list.item(i), list.item(i + 1));
            }
            if (operation == REMOVE) {
                copy(record, list.item(size - 1), null);
            }
        }
        return operation == INSERT ? size + 1 : operation == REMOVE ? size - 1 : size;
    }

    /**
     * Copies the leaves of one item to the corresponding leaves of another; leaves without a counterpart become absent.
     */
    private static void copy(RecordState record, SchemaNode to, SchemaNode from) {
        if (to.leaf() >= 0) {
            record.moveLeaf(to.leaf(), from == null ? -1 : from.leaf());
        }
        if (to.typeNode() != null) {
            copy(record, to.typeNode(), from == null ? null : from.typeNode());
        }
        for (int i = 0; i < to.childCount(); i++) {
            SchemaNode child = to.child(i);
            copy(record, child, from == null ? null : from.counterpartOf(child));
        }
    }
}
