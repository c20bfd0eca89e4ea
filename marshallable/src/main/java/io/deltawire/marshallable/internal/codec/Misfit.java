package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.text.Printable;

/**
 * A value that was read and does not fit its field. By then the reader is past it, so that its path is not the reader's:
 * the codecs on the way out add theirs, and {@link #located} makes the error that users see.
 */
public final class Misfit extends WireDataException {
    private static final long serialVersionUID = 1;

    private final String problem;
    private String path = "";

    Misfit(String format, String problem, WireLocation near, Throwable cause) {
        super(format, problem, near, cause);
        this.problem = problem;
    }

    /** Notes that the value was in this field, or further inside it. */
    public Misfit inField(String name) {
        path = '.' + Printable.escape(name) + path;
        return this;
    }

    /** Notes that the value was that of this key of a map, or inside it. */
    public Misfit inEntry(Object key) {
        return inField(textOf(key));
    }

    /** What a key says of itself; if it cannot, since it has not been given what it needs for that, its class. */
    static String textOf(Object key) {
        try {
            return "" + key; // also where its toString gives null
        } catch (RuntimeException | StackOverflowError e) {
            return key.getClass().getSimpleName();
        }
    }

    /** Notes that the value was this item of a list, or inside it. */
    public Misfit inItem(int index) {
        path = "[" + index + "]" + path;
        return this;
    }

    /**
     * Returns the error with the path of the value.
     *
     * @param root the path of the object that reading began with
     */
    public WireDataException located(String root) {
        WireLocation near = location();
        WireLocation location = new WireLocation(near.offset(), near.line(), near.column(), root + path);
        WireDataException error = new WireDataException(format(), problem, location, getCause());
        error.setStackTrace(getStackTrace());
        return error;
    }
}
