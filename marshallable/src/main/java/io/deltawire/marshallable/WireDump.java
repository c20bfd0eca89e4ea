package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;

/** Prints messages of any format as YAML with their positions: {@link Wire#dump} for what is not in a buffer. */
public final class WireDump {
    private WireDump() {}

    /**
     * Copies the messages left in a reader as YAML documents, each after a comment with its position. Input that cannot
     * be read ends the text with a comment that says why.
     *
     * @return how many messages there were
     */
    public static long copy(WireIn in, Appendable target) {
        return Implementation.MODEL.dump(in, target);
    }
}
