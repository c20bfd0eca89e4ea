package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Kind;
import java.util.Arrays;

/**
 * The last non-null value of each leaf of a record: what it had before it became null or absent. The specification
 * calls it the <i>shadow</i>. A record has an instance only once a value has become null.
 */
final class LastNonNullValues {
    private byte[] kind = {};
    private byte[] aux = {};
    private long[] value = {};
    private Object[] ref = {};

    /**
     * Sets the value of a leaf.
     *
     * @param leaves the number of leaves of the record
     */
    void set(int leaf, int leaves, byte ofKind, byte withAux, long number, Object coded) {
        grow(leaves);
        kind[leaf] = ofKind;
        aux[leaf] = withAux;
        value[leaf] = number;
        ref[leaf] = coded;
    }

    /** Returns the kind of a leaf's value, or {@link Kind#ABSENT} if there is none. */
    byte kind(int leaf) {
        return leaf >= kind.length ? Kind.ABSENT : kind[leaf];
    }

    byte aux(int leaf) {
        return aux[leaf];
    }

    long value(int leaf) {
        return value[leaf];
    }

    Object ref(int leaf) {
        return ref[leaf];
    }

    private void grow(int leaves) {
        if (kind.length < leaves) {
            kind = Arrays.copyOf(kind, leaves);
            aux = Arrays.copyOf(aux, leaves);
            value = Arrays.copyOf(value, leaves);
            ref = Arrays.copyOf(ref, leaves);
        }
    }
}
