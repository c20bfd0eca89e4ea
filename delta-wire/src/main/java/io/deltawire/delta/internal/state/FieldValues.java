package io.deltawire.delta.internal.state;

import java.util.Arrays;

/**
 * The values of an object's fields for a record whose leaves are not the fields as they are. Element {@code i} belongs
 * to field {@code i} of {@link io.deltawire.wire.spi.object.FieldColumns}. The instance also caches objects for nested
 * values.
 */
public class FieldValues {
    private final long[] bits;
    private final Object[] references;

    /** For each leaf, the object made from its value if a record holds that only as tokens; entries may be null. */
    private CachedObject[] cached = {};

    public FieldValues(int fields) {
        this.bits = new long[fields];
        this.references = new Object[fields];
    }

    /** Copies the values for a record that is a copy. Cached objects are not copied. */
    public FieldValues(FieldValues copied) {
        this.bits = copied.bits.clone();
        this.references = copied.references.clone();
    }

    /** Returns the numbers and the bits of doubles, by field. Columns work on the array itself. */
    public final long[] bits() {
        return bits;
    }

    /** Returns the values that are objects, by field. Columns work on the array itself. */
    public final Object[] references() {
        return references;
    }

    public final void setBits(int field, long value) {
        bits[field] = value;
    }

    public final void setReference(int field, Object value) {
        references[field] = value;
    }

    /** Returns the cache entry for a leaf; it is created if needed. */
    public final CachedObject cached(int leaf) {
        if (leaf >= cached.length) {
            cached = Arrays.copyOf(cached, Math.max(leaf + 1, 2 * cached.length));
        }
        CachedObject of = cached[leaf];
        if (of == null) {
            of = new CachedObject();
            cached[leaf] = of;
        }
        return of;
    }
}
