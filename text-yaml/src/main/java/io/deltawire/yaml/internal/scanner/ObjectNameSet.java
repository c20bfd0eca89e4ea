package io.deltawire.yaml.internal.scanner;

import io.deltawire.wire.Shape;
import io.deltawire.yaml.internal.name.YamlNameEncoder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The names that an object has had so far, so that one given twice is found. YamlNameEncoder that come in the order of a shape cost
 * no look-up. Not thread-safe.
 */
final class ObjectNameSet {
    private static final int MAX_FEW = 16;

    private Shape shape;

    /** A bit for each name of the shape. */
    private long[] ordinals = {};

    /** The ordinal last seen. */
    private int lastOrdinal;

    /** YamlNameEncoder that are not the shape's. */
    private final String[] others = new String[MAX_FEW];

    private int count;
    private Set<String> manyOthers;

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

    /** Forgets all names but the first, which is no shape's. */
    void retainFirst() {
        count = 1;
        manyOthers = null;
    }

    boolean isEmpty() {
        return shape == null && count == 0;
    }

    /** The ordinal that comes next in the shape, if it has not been seen, or -1. */
    int expectNext(Shape of) {
        if (shape != of && !adoptShape(of)) {
            return -1;
        }
        int next = lastOrdinal + 1;
        return next < of.size() && (ordinals[next >> 6] & 1L << next) == 0 ? next : -1;
    }

    private boolean adoptShape(Shape of) {
        if (shape != null || count > 0) {
            return false;
        }
        shape = of;
        lastOrdinal = -1;
        if (of.size() > ordinals.length << 6) {
            ordinals = new long[(of.size() + 63) >> 6];
        }
        return true;
    }

    /** How many names of the shape have come in its order and nothing else has. */
    int countInOrder() {
        return shape == null ? 0 : lastOrdinal + 1;
    }

    /** Notes that the first names of a shape came, in its order. */
    void addFirst(Shape of, int found) {
        if (shape != of && !adoptShape(of)) {
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

    /** Notes that the expected name came. */
    void addExpected() {
        lastOrdinal++;
        ordinals[lastOrdinal >> 6] |= 1L << lastOrdinal;
    }

    /** Adds a name; false where it was there. */
    boolean add(String name) {
        int ordinal = shape == null ? -1 : shape.ordinal(name);
        if (ordinal >= 0) {
            lastOrdinal = ordinal;
            long before = ordinals[ordinal >> 6];
            ordinals[ordinal >> 6] = before | 1L << ordinal;
            return before != ordinals[ordinal >> 6];
        }
        if (manyOthers != null) {
            return manyOthers.add(name);
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
