package io.deltawire.yaml;

import io.deltawire.wire.WireLimits;

/**
 * The objects and lists that the scanner is inside of, from the outermost one: what each of those around the innermost
 * is, and the names that each object has had. Holds no more levels than the limit allows. Not thread-safe.
 */
final class Levels {
    private final byte[] kinds;
    private final boolean[] firsts;
    private final SeenNames[] seen;

    /** How many objects and lists are entered. */
    int depth;

    Levels(WireLimits limits) {
        this.kinds = new byte[limits.maxDepth() + 1];
        this.firsts = new boolean[limits.maxDepth() + 1];
        this.seen = new SeenNames[limits.maxDepth() + 1];
    }

    /** Whether no more may be entered. */
    boolean isFull() {
        return depth == kinds.length - 1;
    }

    /**
     * Keeps what the scanner is inside of now, and goes a level deeper.
     *
     * @param isFirst whether the first entry or item there has not come yet
     */
    void enter(byte kind, boolean isFirst) {
        kinds[depth] = kind;
        firsts[depth] = isFirst;
        depth++;
    }

    /** Goes a level up. */
    void leave() {
        depth--;
    }

    /** The kind of level that {@link #leave} has gone up to. */
    byte kind() {
        return kinds[depth];
    }

    /** Whether the first entry or item there has not come yet. */
    boolean isFirst() {
        return firsts[depth];
    }

    /** The names that the innermost object has had; null at the root. */
    SeenNames names() {
        return seen[depth];
    }

    /** As {@link #names}, for an object just entered: none. */
    SeenNames noNames() {
        SeenNames names = seen[depth];
        if (names == null) {
            names = new SeenNames();
            seen[depth] = names;
        } else {
            names.clear();
        }
        return names;
    }
}
