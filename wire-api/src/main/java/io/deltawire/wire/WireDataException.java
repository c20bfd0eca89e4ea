package io.deltawire.wire;

/** The bytes are well-formed, but the data does not fit what was asked for, or what the format can hold. */
public non-sealed class WireDataException extends WireException {
    private static final long serialVersionUID = 1;

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where, or null where no place tells
     */
    public WireDataException(String format, String problem, WireLocation location) {
        super(format, problem, location, null);
    }

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where, or null where no place tells
     * @param cause the underlying error
     */
    public WireDataException(String format, String problem, WireLocation location, Throwable cause) {
        super(format, problem, location, cause);
    }
}
