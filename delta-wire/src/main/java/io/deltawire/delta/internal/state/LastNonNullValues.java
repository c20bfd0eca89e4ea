package io.deltawire.delta.internal.state;

import java.util.Arrays;

/**
 * The last non-null value of each leaf of a record: what it had before it became null or absent. The specification
 * calls it the <i>shadow</i>. A record has an instance only once a value has become null.
 */
final class LastNonNullValues {
    byte[] kind = {};
    byte[] aux = {};
    long[] value = {};
    Object[] ref = {};

    void grow(int leaves) {
        if (kind.length < leaves) {
            kind = Arrays.copyOf(kind, leaves);
            aux = Arrays.copyOf(aux, leaves);
            value = Arrays.copyOf(value, leaves);
            ref = Arrays.copyOf(ref, leaves);
        }
    }
}
