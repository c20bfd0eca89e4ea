package io.deltawire.wire;

/**
 * A message cannot be read or written. The error text says what was expected, what was found, and where. An input or
 * output that fails is a {@link java.io.UncheckedIOException} instead.
 *
 * <p>Values that were read before the error remain valid.
 *
 * <p>Threads may share it once it was thrown to the caller.
 */
public abstract sealed class WireException extends RuntimeException permits MalformedWireException, WireDataException {
    private static final long serialVersionUID = 1;

    private final String format;
    private final transient WireLocation location;
    private String source;

    WireException(String format, String problem, WireLocation location, Throwable cause) {
        super(format + ": " + problem + (location == null ? "" : " " + location), cause);
        this.format = format;
        this.location = location;
    }

    /** Returns the name of the format, for example {@code yaml}. */
    public final String format() {
        return format;
    }

    /**
     * Names the input, for example a file, at the start of the message. A later call has no effect.
     *
     * @return this exception
     */
    public final WireException inSource(String name) {
        if (source == null) {
            source = name;
        }
        return this;
    }

    @Override
    public String getMessage() {
        return source == null ? messageWithoutSource() : source + ": " + messageWithoutSource();
    }

    final String messageWithoutSource() {
        return super.getMessage();
    }

    /**
     * Returns the location of the error, or null if it is unknown. On reading it is a location in the input. On writing
     * it is a path in the message: see {@link WireLocation#isInInput}.
     */
    public final WireLocation location() {
        return location;
    }
}
