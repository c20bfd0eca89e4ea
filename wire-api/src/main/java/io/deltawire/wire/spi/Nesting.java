package io.deltawire.wire.spi;

import io.deltawire.wire.spi.text.Printable;
import java.util.Arrays;

/**
 * The stack of open objects and lists of a reader or writer, each with its current entry. It enforces the depth limit
 * and gives the path for error messages. Not thread-safe.
 */
public final class Nesting {
    private final int maxDepth;
    private boolean[] isList = new boolean[8];
    private String[] names = new String[8];
    private int[] indexes = new int[8];
    private int depth;

    /** Returns an empty stack of at most {@code maxDepth} levels. */
    public Nesting(int maxDepth) {
        this.maxDepth = maxDepth;
    }

    /** Enters an object. Returns false if the limit is reached, and then enters nothing. */
    public boolean pushObject() {
        return push(false);
    }

    /** Enters a list. Returns false if the limit is reached, and then enters nothing. */
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

    /**
     * Leaves the innermost object or list.
     *
     * @throws IllegalStateException if nothing is open
     */
    public void pop() {
        if (depth == 0) {
            throw new IllegalStateException("no object or list is open");
        }
        depth--;
    }

    /** Leaves all objects and lists. */
    public void clear() {
        depth = 0;
    }

    /** Returns the number of open objects and lists. */
    public int depth() {
        return depth;
    }

    /** Returns whether the innermost level is an object. */
    public boolean inObject() {
        return depth > 0 && !isList[depth - 1];
    }

    /** Returns whether the innermost level is a list. */
    public boolean inList() {
        return depth > 0 && isList[depth - 1];
    }

    /** Sets the name of the current entry of the innermost object; null for none. */
    public void setName(String name) {
        names[depth - 1] = name;
    }

    /** Advances the innermost list to its next item. */
    public void nextItem() {
        indexes[depth - 1]++;
    }

    /**
     * Returns the path from the root of the message, for example {@code $.update.bids[3]}. Names are escaped for
     * printing.
     */
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
