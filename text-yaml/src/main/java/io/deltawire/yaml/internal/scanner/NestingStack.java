package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.WireLimits;

/**
 * The objects and lists that the scanner is inside of, from the outermost one: what each of those around the innermost
 * is, and the names that each object has had. Holds no more levels than the limit allows. Not thread-safe.
 */
final class NestingStack {
    private final byte[] kinds;
    private final boolean[] areFirst;
    private final ObjectNameSet[] names;

    /** How many objects and lists are entered. */
    private int depth;

    NestingStack(WireLimits limits) {
        this.kinds = new byte[limits.maxDepth() + 1];
        this.areFirst = new boolean[limits.maxDepth() + 1];
        this.names = new ObjectNameSet[limits.maxDepth() + 1];
    }

    int depth() {
        return depth;
    }

    /** Goes to a level that was entered before. */
    void reset(int toDepth) {
        depth = toDepth;
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
    void push(byte kind, boolean isFirst) {
        kinds[depth] = kind;
        areFirst[depth] = isFirst;
        depth++;
    }

    /** Goes a level up. */
    void pop() {
        depth--;
    }

    /** The kind of level that {@link #pop} has gone up to. */
    byte kind() {
        return kinds[depth];
    }

    /** Whether the first entry or item there has not come yet. */
    boolean isFirst() {
        return areFirst[depth];
    }

    /** The names that the innermost object has had; null at the root. */
    ObjectNameSet names() {
        return names[depth];
    }

    /** As {@link #names}, for an object just entered: none. */
    ObjectNameSet clearedNames() {
        ObjectNameSet cleared = names[depth];
        if (cleared == null) {
            cleared = new ObjectNameSet();
            names[depth] = cleared;
        } else {
            cleared.clear();
        }
        return cleared;
    }
}
