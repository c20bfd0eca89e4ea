package io.deltawire.wire;

/**
 * A message could not be read or written. The message says what was expected, what was found and where. Failures of the
 * input or output itself are {@link java.io.UncheckedIOException}.
 *
 * <p>What was read before the fault stays valid.
 */
public abstract sealed class WireException extends RuntimeException permits MalformedWireException, WireDataException {
    private static final long serialVersionUID = 1;

    private final String format;
    private final transient WireLocation location;

    WireException(String format, String problem, WireLocation location, Throwable cause) {
        super(format + ": " + problem + (location == null ? "" : " " + location), cause);
        this.format = format;
        this.location = location;
    }

    /** The name of the format, for example {@code yaml}. */
    public final String format() {
        return format;
    }

    /** Where in the input, or when writing in the message ({@link WireLocation#isInInput}); null where neither tells. */
    public final WireLocation location() {
        return location;
    }
}
