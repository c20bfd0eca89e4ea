package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * Writes and reads the fields of objects of one class, inside an object that has been begun: by generated code, or by reflection where none
 * can be generated. A class and no interface, since its methods are called for every object and of many classes.
 */
public abstract class FieldIo {
    /** Writes every field in order. */
    public abstract void writeFields(WireOut out, Object object, Session session);

    /**
     * Reads the fields up to the end of the object.
     *
     * @param target the object to fill, or null to make a new one
     * @return the object filled
     */
    public abstract Object readFields(WireIn in, Object target, Session session);

    /** Whether {@link #writeFrom} and {@link #readFrom} can be used. */
    public boolean isStraight() {
        return false;
    }

    /**
     * Puts every field into the array of a writer that is a {@link io.deltawire.wire.spi.object.FieldEncoder}, from an index on.
     *
     * @return the index after
     */
    public int writeFrom(WireOut out, Object object, Session session, int at) {
        throw new UnsupportedOperationException();
    }

    /**
     * As {@link #readFields}, from the array of a reader that is a {@link io.deltawire.wire.spi.object.FieldDecoder}, and from
     * an index on: where it is, or would be if it were asked.
     */
    public Object readFrom(WireIn in, Object target, Session session, int at) {
        throw new UnsupportedOperationException();
    }

    /**
     * The fields as columns, for one wire; null where they cannot be had so. The same instance for all wires where they are flat.
     */
    public FieldColumns columns(Session session) {
        return null;
    }
}
