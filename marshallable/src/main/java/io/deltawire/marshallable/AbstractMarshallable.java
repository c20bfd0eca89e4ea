package io.deltawire.marshallable;

/**
 * An object whose text, equality and hash code follow from its fields: extend it, declare fields, and be done. Fields
 * may be private and final, and there need be no constructor without arguments. Static and transient fields take no
 * part.
 *
 * <p>A field that the input does not have gets its default: what a constructor without arguments, which may be private,
 * leaves in it. In a class that has no such constructor none is run, and no initialiser of a field either: the default is
 * null, 0 or false.
 */
public abstract class AbstractMarshallable implements Marshallable {
    /**
     * Returns this object as YAML with its type name, as {@link Marshallable#fromString} reads it.
     *
     * @throws io.deltawire.wire.WireDataException where the object is inside itself
     */
    @Override
    public String toString() {
        return Implementation.MODEL.toYaml(this);
    }

    /** Whether the other object is of the same class with equal fields: doubles by their bits, arrays by content. */
    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        return o != null && o.getClass() == getClass() && Implementation.MODEL.haveEqualFields(this, o);
    }

    @Override
    public int hashCode() {
        return Implementation.MODEL.hashFields(this);
    }
}
