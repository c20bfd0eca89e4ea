package io.deltawire.marshallable;

import io.deltawire.wire.WireOut;

/**
 * An object that writes its fields by hand. What it writes can be read by a generated codec and the other way round,
 * as long as the names agree.
 */
@FunctionalInterface
public interface WriteMarshallable {
    /**
     * Writes the fields of this object. The object has been begun and will be ended by the caller: introduce each
     * value by {@link WireOut#field(String)}. Objects inside are written by {@link Wire#writeObject}.
     */
    void writeMarshallable(WireOut out);
}
