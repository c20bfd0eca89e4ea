package io.deltawire.delta.internal.state;

import java.util.Arrays;

/** The last values before null or absence, by leaf. */
final class Shadows {
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
