package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;

/** An object that reads its fields by hand. */
@FunctionalInterface
public interface ReadMarshallable {
    /**
     * Reads the fields of this object. The object has been entered and will be left by the caller: loop while
     * {@link WireIn#hasNext()}, take each {@link WireIn#fieldName()}, and skip those not known. The object is new, or
     * one to be used again: set every field. Objects inside are read by {@link Wire#readObject}.
     */
    void readMarshallable(WireIn in);
}
