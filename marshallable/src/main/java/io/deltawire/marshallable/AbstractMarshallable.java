package io.deltawire.marshallable;

/**
 * A base class whose text, equality and hash code follow from the fields of the subclass. A subclass only declares its
 * fields, which may be private and final; it needs no constructor without arguments. Static and transient fields are
 * ignored.
 *
 * <p>A field that the input lacks gets its default: the value that the constructor without arguments, which may be
 * private, leaves in it. If the class has no such constructor, no constructor and no field initialiser is run, and the
 * default is null, 0 or false.
 *
 * <p>Not thread-safe: its methods use the fields, so no other thread may change them meanwhile.
 */
public abstract class AbstractMarshallable implements Marshallable {
    /**
     * Returns this object as YAML with its type name, in the form that {@link Marshallable#fromString} reads.
     *
     * <p>This method does not fail. If the object cannot be written as a whole, the text {@code (not shown: reason)}
     * replaces each part that cannot be written: an object that contains itself, an unsupported class, or code that
     * throws an exception or an error. Such a text is limited to 16 levels and 1,000 values. {@link
     * Marshallable#toString(Object, TypeRegistry)} throws the exception instead.
     */
    @Override
    public String toString() {
        return Implementation.MODEL.toYaml(this);
    }

    /**
     * Returns whether the other object is of the same class and has equal fields. Doubles are compared by their bits,
     * arrays by their content.
     */
    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        return o != null && o.getClass() == getClass() && Implementation.MODEL.haveEqualFields(this, o);
    }

    /** Returns a hash code of the fields, consistent with {@link #equals}. */
    @Override
    public int hashCode() {
        return Implementation.MODEL.hashFields(this);
    }
}
