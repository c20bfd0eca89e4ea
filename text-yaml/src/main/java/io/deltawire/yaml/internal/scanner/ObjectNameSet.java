package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.Shape;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The names that an object has so far, to find duplicates. Names of a shape are a bit set, and names that arrive in
 * the order of the shape need no lookup. Other names are compared one by one up to a small number, then hashed, up to
 * a limit. Not thread-safe.
 */
final class ObjectNameSet {
    private static final int MAX_FEW = 16;

    private Shape shape;

    /** A bit for each name of the shape. */
    private long[] ordinals = {};

    /** Ordinal of the last name of the shape. */
    private int lastOrdinal;

    /** Names that the shape lacks. */
    private final String[] others = new String[MAX_FEW];

    private int count;
    private Set<String> manyOthers;

    /** The largest number of names that are hashed. */
    private final int maxNames;

    ObjectNameSet(int maxNames) {
        this.maxNames = maxNames;
    }

    void clear() {
        if (shape != null) {
            for (int i = 0; i < ordinals.length; i++) {
                ordinals[i] = 0;
            }
            shape = null;
        }
        count = 0;
        manyOthers = null;
    }

    /** Removes all names but the first, which belongs to no shape. */
    void retainFirst() {
        count = 1;
        manyOthers = null;
    }

    boolean isEmpty() {
        return shape == null && count == 0;
    }

    /**
     * Returns the ordinal that comes next in a shape if it is not in the set, otherwise -1. Adopts the shape if the
     * set is empty.
     */
    int expectNext(Shape newShape) {
        if (shape != newShape && !adoptShape(newShape)) {
            return -1;
        }
        int next = lastOrdinal + 1;
        return next < newShape.size() && (ordinals[next >> 6] & 1L << next) == 0 ? next : -1;
    }

    private boolean adoptShape(Shape newShape) {
        if (shape != null || count > 0) {
            return false;
        }
        shape = newShape;
        lastOrdinal = -1;
        if (newShape.size() > ordinals.length << 6) {
            ordinals = new long[(newShape.size() + 63) >> 6];
        }
        return true;
    }

    /** Returns how many names of the shape were added in its order. */
    int countInOrder() {
        return shape == null ? 0 : lastOrdinal + 1;
    }

    /** Adds the first names of a shape, which occurred in its order. */
    void addFirst(Shape newShape, int found) {
        if (shape != newShape && !adoptShape(newShape)) {
            throw new IllegalStateException("names of another shape have come");
        }
        if (found <= Long.SIZE) {
            ordinals[0] |= -1L >>> -found;
        } else {
            for (int i = lastOrdinal + 1; i < found; i++) {
                ordinals[i >> 6] |= 1L << i;
            }
        }
        lastOrdinal = found - 1;
    }

    /** Adds the name that {@link #expectNext} returned. */
    void addExpected() {
        lastOrdinal++;
        ordinals[lastOrdinal >> 6] |= 1L << lastOrdinal;
    }

    /** Adds a name; returns false if the set has it already or is full. */
    boolean add(String name) {
        int ordinal = shape == null ? -1 : shape.ordinal(name);
        if (ordinal >= 0) {
            lastOrdinal = ordinal;
            long before = ordinals[ordinal >> 6];
            ordinals[ordinal >> 6] = before | 1L << ordinal;
            return before != ordinals[ordinal >> 6];
        }
        if (manyOthers != null) {
            return manyOthers.size() < maxNames && manyOthers.add(name);
        }
        for (int i = 0; i < count; i++) {
            if (others[i].equals(name)) {
                return false;
            }
        }
        if (count == MAX_FEW) {
            manyOthers = new HashSet<>(Arrays.asList(others));
            return manyOthers.add(name);
        }
        others[count++] = name;
        return true;
    }
}
