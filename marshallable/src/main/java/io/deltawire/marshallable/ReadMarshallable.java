package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;

/** An object that reads its fields with hand-written code. Only the thread that reads the object calls it. */
@FunctionalInterface
public interface ReadMarshallable {
    /**
     * Reads the fields of this object. The caller has entered the object and will leave it: loop while {@link
     * WireIn#hasNext()}, read each {@link WireIn#fieldName()}, and skip the value if the name is unknown. The object is
     * new or reused, so set every field. Read nested objects with {@link Wire#readObject}.
     */
    void readMarshallable(WireIn in);
}
