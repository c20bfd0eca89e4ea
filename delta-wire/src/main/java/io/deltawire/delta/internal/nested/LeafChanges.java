package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.value.DecimalValue;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.ColumnKind;
import java.math.BigDecimal;

/** What an object with others inside differs from a record in, by leaf, of a type that has 64 leaves at most. */
public final class LeafChanges {
    private final ColumnKind[] kinds;
    private final WireLimits limits;

    /** By leaf, what a changed one that is held as 64 bits is now. */
    public final long[] values = new long[Long.SIZE];

    /** The leaves that differ; of those that are {@link #made} in another way not all. */
    public long changed;

    /** The leaves that the record's object, which is made in another way, has not, or has for another thing. */
    public long made;

    /** Those of them that it has not. */
    public long come;

    /** Whether the record's object is made in another way. */
    public boolean isChange;

    /** Whether there is a value that is not the record's, and does not go in one pass. */
    public boolean hasOther;

    /** @param kinds how each leaf is held */
    public LeafChanges(ColumnKind[] kinds, WireLimits limits) {
        this.kinds = kinds;
        this.limits = limits;
    }

    /** Begins a comparison. */
    public void begin(boolean ofOther, long leavesMade, long leavesCome) {
        isChange = ofOther;
        made = leavesMade;
        come = leavesCome;
        changed = 0;
        hasOther = false;
    }

    /** Notes that an object has another type name than the record; false where it is another object for that. */
    public boolean rename(int leaf) {
        made |= isChange ? 1L << leaf : 0;
        return isChange;
    }

    /** Adds what a field has become, if it is held as 64 bits. */
    public void add(ColumnKind kind, int leaf, long bits) {
        values[leaf] = bits(kind, bits);
        changed |= 1L << leaf;
    }

    /** Adds what a number or boolean that is an object has become, or a decimal, unless it is null, or not short. */
    public void addBox(int leaf, Object value) {
        if (value == null || value instanceof BigDecimal number && !DecimalValue.isShort(number, limits)) {
            hasOther = true;
        } else {
            add(kinds[leaf], leaf, BoxedValues.bits(value));
        }
    }

    /** Takes note that there is a value that does not go in one pass. */
    public void addOther() {
        hasOther = true;
    }

    /** What is held as 64 bits, as the leaf has it. */
    public static long bits(ColumnKind kind, long bits) {
        return kind == ColumnKind.FLOAT32 ? Columns.widenedBits(bits) : bits;
    }

    /** How a leaf has what columns hold in some way. */
    public static ColumnKind kind(ColumnKind kind) {
        return kind == ColumnKind.FLOAT32 ? ColumnKind.FLOAT64 : kind;
    }
}
