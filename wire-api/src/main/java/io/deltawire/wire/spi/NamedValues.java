package io.deltawire.wire.spi;

import java.util.Map;

/**
 * A fixed set of values that are written as their names, such as the constants of an enum. A reader that has a name as bytes finds
 * its value by these, without making text of them. Thread-safe.
 *
 * <p>An interface without public implementations: those are records, whose fields the JIT compiler takes for constants where the set is a
 * constant of generated code.
 */
public interface NamedValues {
    /** The set of the values of a map, each of which may be there by several names. */
    static NamedValues of(Map<String, ?> values) {
        return NameTable.of(values);
    }

    /** The value of a name, or null. */
    Object get(String name);

    /**
     * The value of the name that the bytes from {@code from} to {@code to}, which are in the array, are the ASCII text of; or null, also for
     * names beyond ASCII.
     */
    Object get(byte[] a, int from, int to);
}
