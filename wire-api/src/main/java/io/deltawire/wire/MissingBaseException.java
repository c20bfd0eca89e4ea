package io.deltawire.wire;

/**
 * The message is a change to an earlier message that is missing. Either the input starts in the middle of a stream, or
 * a part of it was lost. A reader can continue at the next key frame.
 *
 * <p>Threads may share it.
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
