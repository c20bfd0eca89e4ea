package io.deltawire.wire.spi;

/** The numbers of fields, for writers that keep what they make of a shape and not the shape. */
public final class Ordinals {
    private Ordinals() {}

    /**
     * Checks that a shape has a field.
     *
     * @param fields how many fields it has
     * @throws IllegalArgumentException if it has no field with this ordinal
     */
    public static void check(int ordinal, int fields) {
        if (ordinal < 0 || ordinal >= fields) {
            throw new IllegalArgumentException("no field has the number " + ordinal + " of " + fields);
        }
    }
}
