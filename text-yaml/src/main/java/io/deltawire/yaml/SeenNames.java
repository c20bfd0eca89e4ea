package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The names that an object has had so far, so that one given twice is found. Names that come in the order of a shape cost
 * no look-up. Not thread-safe.
 */
final class SeenNames {
    private static final int FEW = 16;

    private Shape shape;

    /** A bit for each name of the shape. */
    private long[] ordinals = {};

    /** The ordinal last seen. */
    private int last;

    /** Names that are not the shape's. */
    private final String[] few = new String[FEW];

    private int count;
    private Set<String> many;

    void clear() {
        if (shape != null) {
            for (int i = 0; i < ordinals.length; i++) {
                ordinals[i] = 0;
            }
            shape = null;
        }
        count = 0;
        many = null;
    }

    /** Forgets all names but the first, which is no shape's. */
    void keepFirst() {
        count = 1;
        many = null;
    }

    boolean isEmpty() {
        return shape == null && count == 0;
    }

    /** The ordinal that comes next in the shape, if it has not been seen, or -1. */
    int expect(Shape of) {
        if (shape != of && !take(of)) {
            return -1;
        }
        int next = last + 1;
        return next < of.size() && (ordinals[next >> 6] & 1L << next) == 0 ? next : -1;
    }

    private boolean take(Shape of) {
        if (shape != null || count > 0) {
            return false;
        }
        shape = of;
        last = -1;
        if (of.size() > ordinals.length << 6) {
            ordinals = new long[(of.size() + 63) >> 6];
        }
        return true;
    }

    /** How many names of the shape have come in its order and nothing else has. */
    int inOrder() {
        return shape == null ? 0 : last + 1;
    }

    /** Notes that the first names of a shape came, in its order. */
    void sawFirst(Shape of, int found) {
        if (shape != of && !take(of)) {
            throw new IllegalStateException("names of another shape have come");
        }
        if (found <= Long.SIZE) {
            ordinals[0] |= -1L >>> -found;
        } else {
            for (int i = last + 1; i < found; i++) {
                ordinals[i >> 6] |= 1L << i;
            }
        }
        last = found - 1;
    }

    /** Notes that the expected name came. */
    void sawExpected() {
        last++;
        ordinals[last >> 6] |= 1L << last;
    }

    /** Adds a name; false where it was there. */
    boolean add(String name) {
        int ordinal = shape == null ? -1 : shape.ordinal(name);
        if (ordinal >= 0) {
            last = ordinal;
            long before = ordinals[ordinal >> 6];
            ordinals[ordinal >> 6] = before | 1L << ordinal;
            return before != ordinals[ordinal >> 6];
        }
        if (many != null) {
            return many.add(name);
        }
        for (int i = 0; i < count; i++) {
            if (few[i].equals(name)) {
                return false;
            }
        }
        if (count == FEW) {
            many = new HashSet<>(Arrays.asList(few));
            return many.add(name);
        }
        few[count++] = name;
        return true;
    }
}
