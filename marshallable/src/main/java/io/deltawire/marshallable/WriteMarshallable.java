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
     *
     * <p>It may be called more than once for one message, where this object is inside another one and a wire that keeps records has begun to
     * compare it with its record: it has to write the same each time, and should do nothing else. What it throws ends the message, of which
     * nothing is written then.
     */
    void writeMarshallable(WireOut out);
}
