package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.ByteCursor;

/**
 * Moves the items of a record's list to where they are after an item has come or gone, so that only what is new has to be
 * sent: docs/spec/delta.md, section 5.5.
 */
public final class ListEdit {
    /** The item and those behind it move up; a copy of it stays, of the last one where it is behind that. */
    public static final int INSERT = 0;
    /** The items behind it move down. */
    public static final int REMOVE = 1;
    /** As {@link #INSERT}, and the last item goes. */
    public static final int INSERT_AND_DROP = 2;
    /** As {@link #REMOVE}, and a copy of the last item stays. */
    public static final int REMOVE_AND_KEEP = 3;

    /** The most edits in front of one update. */
    public static final int MAX = 64;

    /** The most leaves of a type whose lists are edited: an edit of a few bytes may move them all. */
    public static final int MAX_LEAVES = 1 << 12;

    private ListEdit() {}

    public static long code(int at, int operation) {
        return (long) at << 2 | operation;
    }

    /** The number of items that a record's list has. */
    public static int size(RecordState record, Node list) {
        int size = list.itemCount;
        while (size > 0 && !record.has(list.items[size - 1])) {
            size--;
        }
        return size;
    }

    /**
     * Does what the code of an edit says, if there are such items.
     *
     * @param size how many items the list has
     * @return how many it has then
     */
    public static int apply(RecordState record, Node list, int size, long code, ByteCursor errors) {
        int operation = (int) code & 3;
        int most = operation == INSERT && size > 0 && size < list.itemCount ? size : size - 1;
        long at = code >>> 2;
        if (at > most || operation == INSERT && size == list.itemCount) {
            throw errors.malformed("expected an edit of a list of " + size + " items, with room for " + list.itemCount
                    + ", but was operation " + operation + " at item " + Long.toUnsignedString(at));
        }
        return apply(record, list, size, (int) at, operation);
    }

    /** Does one edit; returns how many items the list then has. */
    public static int apply(RecordState record, Node list, int size, int at, int operation) {
        Node[] items = list.items;
        if (operation == INSERT || operation == INSERT_AND_DROP) {
            int last = operation == INSERT ? size : size - 1;
            for (int i = last; i > at; i--) {
                copy(record, items[i], items[i - 1]);
            }
            if (at == size) {
                copy(record, items[at], items[at - 1]);
            }
        } else {
            for (int i = at; i < size - 1; i++) {
                copy(record, items[i], items[i + 1]);
            }
            if (operation == REMOVE) {
                copy(record, items[size - 1], null);
            }
        }
        return operation == INSERT ? size + 1 : operation == REMOVE ? size - 1 : size;
    }

    /** Gives the leaves of one item what those at the same places of another one have; the others become absent. */
    private static void copy(RecordState record, Node to, Node from) {
        if (to.leaf >= 0) {
            record.move(to.leaf, from == null ? -1 : from.leaf);
        }
        if (to.type != null) {
            copy(record, to.type, from == null ? null : from.type);
        }
        for (int i = 0; i < to.size; i++) {
            Node child = to.children[i];
            copy(record, child, from == null ? null : from.like(child));
        }
    }
}
