package io.deltawire.marshallable.internal.codec;

/**
 * Compares and hashes objects of one class by their fields, in order. Implementations are generated, or reflective
 * where no code can be generated.
 */
public interface FieldEquality {
    /** Compares the structured values that fields hold: objects, collections, maps and arrays. */
    interface Nested {
        /** Returns whether two values are the same on the wire. */
        public boolean equal(Object a, Object b);

        /** Returns a hash code that is consistent with {@link #equal}. */
        public int hashOf(Object value);
    }

    /** Returns whether no field holds a structured value. Then no {@link Nested} is needed, and null may be passed. */
    public boolean isFlat();

    /** Returns whether two objects of the class have equal fields. */
    public boolean equal(Object a, Object b, Nested values);

    /** Returns a hash code that is consistent with {@link #equal}. */
    public int hash(Object object, Nested values);
}
