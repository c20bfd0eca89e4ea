package io.deltawire.marshallable;

/** Compares objects of one class by their fields, in order. */
interface Equality {
    /** Compares what the fields hold that has to be looked into: objects, collections, maps, arrays. */
    interface Nested {
        /** Whether two values are the same on the wire. */
        boolean equal(Object a, Object b);

        /** A hash code that goes with {@link #equal}. */
        int hashOf(Object value);
    }

    /** Whether there is nothing in the fields that has to be looked into: then no {@link Nested} is needed. */
    boolean isFlat();

    /** Whether two objects of the class have the same fields. */
    boolean equal(Object a, Object b, Nested values);

    /** A hash code that goes with {@link #equal}. */
    int hash(Object object, Nested values);
}
