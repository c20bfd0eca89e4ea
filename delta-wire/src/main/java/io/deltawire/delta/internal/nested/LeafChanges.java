package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.value.DecimalValue;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.ColumnKind;
import java.math.BigDecimal;

/**
 * The difference between an object with nested objects and a record, by leaf, for a type with at most 64 leaves. A
 * layout owns it, fills it in each comparison, and hands it to the one pass.
 *
 * <p>If the record's object has another layout, the transition between both tells which leaves are
 * {@link #made restructured}. These leaves are written anyway, and the comparison need not find them.
 */
public final class LeafChanges {
    private final ColumnKind[] kinds;
    private final WireLimits limits;

    /** By leaf, the new value of a changed leaf that is held as 64 bits. */
    public final long[] values = new long[Long.SIZE];

    /** The leaves that differ. It need not have all of {@link #made}. */
    public long changed;

    /** The leaves that only one of the layouts has, or that are another marker in each. */
    public long made;

    /** The leaves in {@link #made} that the record's object lacks. */
    public long come;

    /** Whether the record's object has another layout. */
    public boolean isChange;

    /** Whether a changed value cannot be written in one pass. */
    public boolean hasOther;

    /** @param kinds the kinds of the leaves */
    public LeafChanges(ColumnKind[] kinds, WireLimits limits) {
        this.kinds = kinds;
        this.limits = limits;
    }

    /** Begins a comparison, across a transition or not. */
    public void begin(boolean isAcrossLayouts, long restructuredLeaves, long addedLeaves) {
        isChange = isAcrossLayouts;
        made = restructuredLeaves;
        come = addedLeaves;
        changed = 0;
        hasOther = false;
    }

    /** Adds a changed type name. Returns false if there is no transition, since a layout fixes all type names. */
    public boolean rename(int leaf) {
        made |= isChange ? 1L << leaf : 0;
        return isChange;
    }

    /** Adds the new value of a field that is held as 64 bits. */
    public void add(ColumnKind kind, int leaf, long bits) {
        values[leaf] = bits(kind, bits);
        changed |= 1L << leaf;
    }

    /**
     * Adds the new value of a boxed number, boxed boolean or decimal. A null or a long decimal cannot be written in one
     * pass.
     */
    public void addBox(int leaf, Object value) {
        if (value == null || value instanceof BigDecimal number && !DecimalValue.isShort(number, limits)) {
            hasOther = true;
        } else {
            add(kinds[leaf], leaf, BoxedValues.bits(value));
        }
    }

    /** Adds a change that cannot be written in one pass. */
    public void addOther() {
        hasOther = true;
    }

    /** Converts 64 bits of a field to those of its leaf: a float is held as a double. */
    public static long bits(ColumnKind kind, long bits) {
        return kind == ColumnKind.FLOAT32 ? Columns.widenedBits(bits) : bits;
    }

    /** Returns the kind of a leaf for a kind of field: a float is held as a double. */
    public static ColumnKind kind(ColumnKind kind) {
        return kind == ColumnKind.FLOAT32 ? ColumnKind.FLOAT64 : kind;
    }
}
