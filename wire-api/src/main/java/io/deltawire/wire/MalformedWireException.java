package io.deltawire.wire;

/** The input is not valid in its format, or exceeds a limit of {@link WireLimits}. The rest of the message is lost. */
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
