package io.deltawire.marshallable.internal.codec;

/** Compares objects of one class by their fields, in order. */
public interface Equality {
    /** Compares what the fields hold that has to be looked into: objects, collections, maps, arrays. */
    interface Nested {
        /** Whether two values are the same on the wire. */
        public boolean equal(Object a, Object b);

        /** A hash code that goes with {@link #equal}. */
        public int hashOf(Object value);
    }

    /** Whether there is nothing in the fields that has to be looked into: then no {@link Nested} is needed. */
    public boolean isFlat();

    /** Whether two objects of the class have the same fields. */
    public boolean equal(Object a, Object b, Nested values);

    /** A hash code that goes with {@link #equal}. */
    public int hash(Object object, Nested values);
}
