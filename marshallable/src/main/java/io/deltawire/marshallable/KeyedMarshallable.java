package io.deltawire.marshallable;

import net.openhft.chronicle.bytes.Bytes;

/**
 * An object that names the record it is the state of, for wires that keep state by key. Where the key is plain fields,
 * {@link Key} on them does the same and is faster.
 */
@FunctionalInterface
public interface KeyedMarshallable {
    /**
     * Writes what tells this record from others of its class. The bytes are compared and never written to the wire.
     *
     * @param bytes an empty buffer; not to be kept
     */
    void writeKey(Bytes<?> bytes);
}
