package io.deltawire.delta.internal.state;

import java.util.Arrays;

/**
 * A record as the fields of an object whose values are not all leaves as they are: element {@code i} is field {@code i}, as
 * {@link io.deltawire.wire.spi.object.FieldColumns} have it.
 */
public class FieldValues {
    public final long[] bits;
    public final Object[] references;

    /** By leaf, the objects known for values inside that nothing but their tokens tells. */
    private KnownValue[] known = {};

    public FieldValues(int fields) {
        this.bits = new long[fields];
        this.references = new Object[fields];
    }

    /** The same of a record that is a copy. */
    public FieldValues(FieldValues copied) {
        this.bits = copied.bits.clone();
        this.references = copied.references.clone();
    }

    /** The object known for the value of a leaf, inside what is in no column. */
    public final KnownValue known(int leaf) {
        if (leaf >= known.length) {
            known = Arrays.copyOf(known, Math.max(leaf + 1, 2 * known.length));
        }
        KnownValue of = known[leaf];
        if (of == null) {
            of = new KnownValue();
            known[leaf] = of;
        }
        return of;
    }
}
