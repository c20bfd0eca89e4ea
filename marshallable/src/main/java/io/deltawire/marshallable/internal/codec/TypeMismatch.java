package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.text.Printable;

/**
 * Reports a value that was read but does not fit its field.
 *
 * <p>The reader has moved past the value when the mismatch is found, so the reader's own path no longer leads to it.
 * Each codec that the exception passes on its way out prepends its step of the path. {@link #withRoot} finally builds
 * the error that users see.
 */
public final class TypeMismatch extends WireDataException {
    private static final long serialVersionUID = 1;

    private final String problem;
    private String path = "";

    TypeMismatch(String format, String problem, WireLocation near, Throwable cause) {
        super(format, problem, near, cause);
        this.problem = problem;
    }

    /** Prepends a field to the path of the value. */
    public TypeMismatch inField(String name) {
        path = '.' + Printable.escape(name) + path;
        return this;
    }

    /** Prepends the key of a map entry to the path of the value. */
    public TypeMismatch inEntry(Object key) {
        return inField(textOf(key));
    }

    /**
     * Returns the text of a key, or the name of its class if its {@code toString} fails, as it may on a half-read
     * object.
     */
    static String textOf(Object key) {
        try {
            return "" + key; // a concatenation also copes with a toString that returns null
        } catch (RuntimeException | StackOverflowError e) {
            return key.getClass().getSimpleName();
        }
    }

    /** Prepends an index of a list to the path of the value. */
    public TypeMismatch inItem(int index) {
        path = "[" + index + "]" + path;
        return this;
    }

    /**
     * Returns the error with the path of the value.
     *
     * @param root the path of the object that reading began with
     */
    public WireDataException withRoot(String root) {
        WireLocation near = location();
        WireLocation location = new WireLocation(near.offset(), near.line(), near.column(), root + path);
        WireDataException error = new WireDataException(format(), problem, location, getCause());
        error.setStackTrace(getStackTrace());
        return error;
    }
}
