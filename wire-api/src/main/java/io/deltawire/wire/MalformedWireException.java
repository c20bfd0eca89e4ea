package io.deltawire.wire;

/** The bytes are not what the format says they must be, or they pass a limit. */
public non-sealed class MalformedWireException extends WireException {
    private static final long serialVersionUID = 1;

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where
     */
    public MalformedWireException(String format, String problem, WireLocation location) {
        super(format, problem, location, null);
    }

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where
     * @param cause the error of the parser underneath
     */
    public MalformedWireException(String format, String problem, WireLocation location, Throwable cause) {
        super(format, problem, location, cause);
    }
}
