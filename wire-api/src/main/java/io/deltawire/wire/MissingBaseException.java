package io.deltawire.wire;

/**
 * A message holds only what changed since one that is not in the input: the input begins in the middle of a stream, or a
 * part of it is missing.
 */
public final class MissingBaseException extends MalformedWireException {
    private static final long serialVersionUID = 1;

    /**
     * @param format name of the format
     * @param problem what was expected and what was found
     * @param location where
     */
    public MissingBaseException(String format, String problem, WireLocation location) {
        super(format, problem, location);
    }
}
