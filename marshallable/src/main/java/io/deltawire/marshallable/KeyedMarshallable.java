package io.deltawire.marshallable;

import net.openhft.chronicle.bytes.Bytes;

/**
 * An object that writes the key of its record itself, for wires that keep state by key. If the key consists of plain
 * fields, {@link Key} on them has the same effect and is faster.
 */
@FunctionalInterface
public interface KeyedMarshallable {
    /**
     * Writes the bytes that distinguish this record from others of its class. They are compared and never written to
     * the wire.
     *
     * @param bytes an empty buffer, which the method must not retain
     */
    void writeKey(Bytes<?> bytes);
}
