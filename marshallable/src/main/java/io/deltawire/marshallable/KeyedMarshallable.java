package io.deltawire.marshallable;

import net.openhft.chronicle.bytes.Bytes;

/**
 * An object that writes the key of its record itself, for wires that keep state by key.
 *
 * <p>If {@link #writeKey} only writes fields, it has the same effect as {@link Key} on them and is as fast: its bytecode
 * is read once, and it is not called. That is so for a sequence, without a branch, of {@code writeUtf8} of a
 * {@code String}, {@code writeBoolean}, {@code writeByte}, {@code writeShort}, {@code writeChar}, {@code writeInt},
 * {@code writeLong}, {@code writeStopBit} or {@code writeDouble}. Each writes a field that is on the wire, directly or
 * by a getter that only returns it; {@code super.writeKey} is followed. Any other method is called for each object.
 *
 * <p>Only the thread that writes the object calls it.
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
