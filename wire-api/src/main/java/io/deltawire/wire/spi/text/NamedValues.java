package io.deltawire.wire.spi.text;

import java.util.Map;

/**
 * A fixed set of values that are encoded by name, such as the constants of an enum. A reader finds a value by the bytes
 * of its name, without decoding them to text. Thread-safe.
 *
 * <p>The implementations are not public. They are records, because the JIT compiler treats the fields of a record as
 * constants if the set is a constant of generated code.
 */
public interface NamedValues {
    /** Returns a set of the values of a map. A value may have several names. */
    static NamedValues of(Map<String, ?> values) {
        return NamedValueTable.of(values);
    }

    /** Returns the value with this name, or null. */
    Object get(String name);

    /**
     * Returns the value whose name is the ASCII text from {@code from} to {@code to}. Returns null for any other name,
     * and for a name that is not ASCII.
     */
    Object get(byte[] a, int from, int to);
}
