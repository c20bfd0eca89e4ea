package io.deltawire.wire;

/**
 * A value does not fit. On reading, it cannot be converted to the requested kind without loss. On writing, the format
 * cannot represent it, or it exceeds a limit of {@link WireLimits}.
 *
 * <p>The input itself is well-formed: a reader can read the value as another kind, or skip it.
 */
public non-sealed class WireDataException extends WireException {
    private static final long serialVersionUID = 1;

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where the value is, or null if that is unknown
     */
    public WireDataException(String format, String problem, WireLocation location) {
        super(format, problem, location, null);
    }

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where the value is, or null if that is unknown
     * @param cause the underlying error
     */
    public WireDataException(String format, String problem, WireLocation location, Throwable cause) {
        super(format, problem, location, cause);
    }

    /** Returns this error with a path as its location; the same instance if it already has a location. */
    public WireDataException withPath(String path) {
        if (location() != null) {
            return this;
        }
        String problem = messageWithoutSource().substring(format().length() + 2);
        WireDataException located = new WireDataException(format(), problem, WireLocation.ofPath(path), getCause());
        located.setStackTrace(getStackTrace());
        return located;
    }
}
