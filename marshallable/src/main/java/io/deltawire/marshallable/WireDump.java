package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;

/**
 * Prints messages of any format as YAML with their positions. It does for any reader what {@link Wire#toYaml} does for a
 * buffer.
 *
 * <p>Thread-safe, but the reader that it is given belongs to one thread at a time.
 */
public final class WireDump {
    private WireDump() {}

    /**
     * Copies the remaining messages of a reader as YAML documents, each preceded by a comment with its position. If the
     * input cannot be read, the text ends with a comment that gives the reason.
     *
     * @param in the reader, which is consumed
     * @param target receives the text
     * @return the number of messages copied
     */
    public static long copy(WireIn in, Appendable target) {
        return Implementation.MODEL.dump(in, target);
    }
}
