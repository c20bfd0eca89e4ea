package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.FieldColumns;

/** Writes and reads the fields of objects of one class, inside an object that has been begun. */
interface FieldIo {
    /** Writes every field in order. */
    void writeFields(WireOut out, Object object, Session session);

    /**
     * Reads the fields up to the end of the object.
     *
     * @param target the object to fill, or null to make a new one
     * @return the object filled
     */
    Object readFields(WireIn in, Object target, Session session);

    /** The fields as columns, or null where they cannot be had so. */
    default FieldColumns columns() {
        return null;
    }
}
