package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;

/**
 * Writes and reads the fields of objects of one class, between the begin and the end of the object. The implementations
 * are generated classes, and a reflective one where no code can be generated.
 *
 * <p>This is a class and not an interface, because every object makes such a call, and at a call site with many
 * implementations a virtual call is cheaper than an interface call.
 */
public abstract class FieldIo {
    /** Writes every field in order. */
    public abstract void writeFields(WireOut out, Object object, CodecContext session);

    /**
     * Reads the fields up to the end of the object, which it does not consume.
     *
     * @param target the object to fill, or null to create a new one
     * @return the filled object
     */
    public abstract Object readFields(WireIn in, Object target, CodecContext session);

    /** Returns whether {@link #writeFrom} and {@link #readFrom} are supported. */
    public boolean isDirect() {
        return false;
    }

    /**
     * Encodes every field directly into the array of a writer, which must be a
     * {@link io.deltawire.wire.spi.object.FieldEncoder}.
     *
     * @param offset the index in the array at which the fields begin
     * @return the index after the last byte
     */
    public int writeFrom(WireOut out, Object object, CodecContext session, int offset) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads the fields as {@link #readFields} does, but directly from the array of a reader, which must be a
     * {@link io.deltawire.wire.spi.object.FieldDecoder}.
     *
     * @param offset the index in the array of the next byte to read
     */
    public Object readFrom(WireIn in, Object target, CodecContext session, int offset) {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns the fields as columns for one wire, or null if unsupported. Flat columns are one instance for all wires.
     */
    public FieldColumns columns(CodecContext session) {
        return null;
    }
}
