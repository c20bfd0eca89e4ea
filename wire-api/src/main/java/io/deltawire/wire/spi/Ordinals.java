package io.deltawire.wire.spi;

/**
 * Checks the ordinals of fields, for writers that cache encoded names and not the shape. Stateless, so threads may
 * share it.
 */
public final class Ordinals {
    private Ordinals() {}

    /**
     * Checks that a shape has a field.
     *
     * @param fields the number of fields of the shape
     * @throws IllegalArgumentException if no field has this ordinal
     */
    public static void check(int ordinal, int fields) {
        if (ordinal < 0 || ordinal >= fields) {
            throw new IllegalArgumentException("no field has the ordinal " + ordinal + " of " + fields);
        }
    }
}
