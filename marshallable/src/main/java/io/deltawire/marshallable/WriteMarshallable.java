package io.deltawire.marshallable;

import io.deltawire.wire.WireOut;

/**
 * An object that writes its fields with hand-written code. Generated code can read its output and vice versa if the
 * field names agree.
 *
 * <p>Only the thread that writes the object calls it.
 */
@FunctionalInterface
public interface WriteMarshallable {
    /**
     * Writes the fields of this object. The caller has begun the object and will end it: introduce each value with
     * {@link WireOut#field(String)}. Write nested objects with {@link Wire#writeObject}.
     *
     * <p>The method may be called more than once for one message: a wire that keeps records may have started to compare
     * the object with its record. It must write the same each time and should have no other effect. If it throws an
     * exception, nothing of the message is written.
     */
    void writeMarshallable(WireOut out);
}
