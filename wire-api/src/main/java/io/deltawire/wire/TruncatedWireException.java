package io.deltawire.wire;

/** The input ends inside a message. All messages before it are intact. Threads may share it. */
public final class TruncatedWireException extends MalformedWireException {
    private static final long serialVersionUID = 1;

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where
     */
    public TruncatedWireException(String format, String problem, WireLocation location) {
        super(format, problem, location);
    }
}
