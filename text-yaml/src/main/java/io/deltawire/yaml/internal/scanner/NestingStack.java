package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.WireLimits;

/**
 * The objects and lists that enclose the scanner's position. For each of them it keeps the kind, whether its first
 * entry is still to come, and the names that the object has. Its capacity is the limit on nesting. Not thread-safe.
 */
final class NestingStack {
    private final byte[] kinds;
    private final boolean[] areFirst;
    private final ObjectNameSet[] names;
    private final int maxNames;

    /** Number of objects and lists entered. */
    private int depth;

    NestingStack(WireLimits limits) {
        this.kinds = new byte[limits.maxDepth() + 1];
        this.areFirst = new boolean[limits.maxDepth() + 1];
        this.names = new ObjectNameSet[limits.maxDepth() + 1];
        this.maxNames = (int) Math.min(Integer.MAX_VALUE, 2L * limits.maxKeys());
    }

    int depth() {
        return depth;
    }

    /** Sets the depth; levels up to it must have been entered before. */
    void reset(int toDepth) {
        depth = toDepth;
    }

    boolean isFull() {
        return depth == kinds.length - 1;
    }

    /**
     * Stores the state of the current level and enters another one.
     *
     * @param isFirst whether the first entry or item of the current level is still to come
     */
    void push(byte kind, boolean isFirst) {
        kinds[depth] = kind;
        areFirst[depth] = isFirst;
        depth++;
    }

    void pop() {
        depth--;
    }

    /** Returns the kind of the level that {@link #pop} has returned to. */
    byte kind() {
        return kinds[depth];
    }

    /** Returns whether the first entry or item of that level is still to come. */
    boolean isFirst() {
        return areFirst[depth];
    }

    /** Returns the names of the innermost object; null at the root. */
    ObjectNameSet names() {
        return names[depth];
    }

    /** Returns the empty set of names for an object that was just entered. */
    ObjectNameSet clearedNames() {
        ObjectNameSet cleared = names[depth];
        if (cleared == null) {
            cleared = new ObjectNameSet(maxNames);
            names[depth] = cleared;
        } else {
            cleared.clear();
        }
        return cleared;
    }
}
