package io.deltawire.wire.spi;

import java.util.Arrays;

/**
 * The objects and lists that a reader or writer is inside of, each with the entry it is at: what the depth limit and
 * the path in an error message need. Not thread-safe.
 */
public final class Nesting {
    private final int maxDepth;
    private boolean[] isList = new boolean[8];
    private String[] names = new String[8];
    private int[] indexes = new int[8];
    private int depth;

    /** Returns an empty stack that holds at most {@code maxDepth} levels. */
    public Nesting(int maxDepth) {
        this.maxDepth = maxDepth;
    }

    /** Enters an object; false where that would pass the limit, and nothing is entered. */
    public boolean pushObject() {
        return push(false);
    }

    /** Enters a list; false where that would pass the limit, and nothing is entered. */
    public boolean pushList() {
        return push(true);
    }

    private boolean push(boolean list) {
        if (depth == maxDepth) {
            return false;
        }
        if (depth == isList.length) {
            isList = Arrays.copyOf(isList, 2 * depth);
            names = Arrays.copyOf(names, 2 * depth);
            indexes = Arrays.copyOf(indexes, 2 * depth);
        }
        isList[depth] = list;
        names[depth] = null;
        indexes[depth] = -1;
        depth++;
        return true;
    }

    /** Leaves the innermost object or list. */
    public void pop() {
        if (depth == 0) {
            throw new IllegalStateException("no object or list is begun");
        }
        depth--;
    }

    /** Leaves everything. */
    public void clear() {
        depth = 0;
    }

    /** The number of levels. */
    public int depth() {
        return depth;
    }

    /** True inside an object. */
    public boolean inObject() {
        return depth > 0 && !isList[depth - 1];
    }

    /** True inside a list. */
    public boolean inList() {
        return depth > 0 && isList[depth - 1];
    }

    /** Notes the name of the entry that the innermost object is at. */
    public void name(String name) {
        names[depth - 1] = name;
    }

    /** Notes that the innermost list goes on to its next item. */
    public void nextItem() {
        indexes[depth - 1]++;
    }

    /** The way from the root of the message, for example {@code $.update.bids[3]}. */
    public String path() {
        StringBuilder path = new StringBuilder("$");
        for (int i = 0; i < depth; i++) {
            if (isList[i]) {
                if (indexes[i] >= 0) {
                    path.append('[').append(indexes[i]).append(']');
                }
            } else if (names[i] != null) {
                path.append('.').append(Printable.escape(names[i]));
            }
        }
        return path.toString();
    }
}
