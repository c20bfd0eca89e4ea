package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.value.ShortDecimal;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.ColumnKind;
import java.math.BigDecimal;

/**
 * The difference between an object with nested objects and a record, by leaf, for a type with at most 64 leaves. A
 * layout owns it, fills it in each comparison, and hands it to the encoder.
 *
 * <p>If the record's object has another layout, the transition between both tells which leaves are
 * {@link #restructured restructured}. These leaves are written anyway, and the comparison need not find them.
 */
public final class LeafChanges {
    private final ColumnKind[] kinds;
    private final WireLimits limits;

    /** By leaf, the new value of a changed leaf that is held as 64 bits. */
    private final long[] values = new long[Long.SIZE];

    /** By leaf, the new value of a changed leaf that is held as a reference. */
    private final Object[] references = new Object[Long.SIZE];

    /** The leaves that differ. It need not have all of {@link #restructured}. */
    private long changed;

    /** The leaves that only one of the layouts has, or that are another marker in each. */
    private long restructured;

    /** The leaves in {@link #restructured} that the record's object lacks. */
    private long added;

    /** Whether the record's object has another layout. */
    private boolean isTransition;

    /** Whether a changed value is missing, since only tokens can write it. */
    private boolean isIncomplete;

    /** @param kinds the kinds of the leaves */
    public LeafChanges(ColumnKind[] kinds, WireLimits limits) {
        this.kinds = kinds;
        this.limits = limits;
    }

    /** Returns by leaf the new values that are held as 64 bits. Encoders loop over the array. */
    public long[] values() {
        return values;
    }

    /** Returns by leaf the new values that are held as references. */
    public Object[] references() {
        return references;
    }

    /** Returns the leaves that differ. It need not have all of {@link #restructured()}. */
    public long changed() {
        return changed;
    }

    /** Returns the leaves that only one of the layouts has, or that are another marker in each. */
    public long restructured() {
        return restructured;
    }

    /** Returns the leaves in {@link #restructured()} that the record's object lacks. */
    public long added() {
        return added;
    }

    /** Whether the record's object has another layout. */
    public boolean isTransition() {
        return isTransition;
    }

    /** Whether a changed value is missing, since only tokens can write it. */
    public boolean isIncomplete() {
        return isIncomplete;
    }

    /** Begins a comparison, across a transition or not. */
    public void begin(boolean isAcrossLayouts, long restructuredLeaves, long addedLeaves) {
        isTransition = isAcrossLayouts;
        restructured = restructuredLeaves;
        added = addedLeaves;
        changed = 0;
        isIncomplete = false;
    }

    /** Adds a changed type name. Returns false if there is no transition, since a layout fixes all type names. */
    public boolean changeTypeName(int leaf) {
        restructured |= isTransition ? 1L << leaf : 0;
        return isTransition;
    }

    /** Adds the new value of a field that is held as 64 bits. */
    public void add(ColumnKind kind, int leaf, long bits) {
        values[leaf] = leafBits(kind, bits);
        changed |= 1L << leaf;
    }

    /**
     * Adds the new value of a boxed number, boxed boolean or decimal. Only tokens can write a null or a long
     * decimal.
     */
    public void addBox(int leaf, Object value) {
        if (value == null || value instanceof BigDecimal number && !ShortDecimal.isShort(number, limits)) {
            isIncomplete = true;
        } else if (value instanceof BigDecimal) {
            addReference(leaf, value);
        } else {
            add(kinds[leaf], leaf, BoxedLeaves.bits(value));
        }
    }

    /** Adds the new value of a field that is held as a reference. */
    public void addReference(int leaf, Object value) {
        references[leaf] = value;
        changed |= 1L << leaf;
    }

    /**
     * Checks the lengths of changed texts against the limits.
     *
     * @param texts the leaves that are text or null
     */
    public void checkTexts(long texts) {
        for (long todo = changed & texts; todo != 0; todo &= todo - 1) {
            if (references[Long.numberOfTrailingZeros(todo)] instanceof String text) {
                TextLimit.check(text, limits);
            }
        }
    }

    /** Adds a change that only tokens can write. */
    public void markIncomplete() {
        isIncomplete = true;
    }

    /** Converts 64 bits of a field to those of its leaf: a float is held as a double. */
    public static long leafBits(ColumnKind kind, long bits) {
        return kind == ColumnKind.FLOAT32 ? Columns.widenedBits(bits) : bits;
    }

    /** Returns the kind of a leaf for a kind of field: a float is held as a double. */
    public static ColumnKind leafKind(ColumnKind kind) {
        return kind == ColumnKind.FLOAT32 ? ColumnKind.FLOAT64 : kind;
    }
}
