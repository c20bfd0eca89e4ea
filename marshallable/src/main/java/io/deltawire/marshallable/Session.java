package io.deltawire.marshallable;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;

/** What codecs need to know of the wire that they are used on. Not thread-safe, as the wire is not. */
final class Session {
    final TypeRegistry types;
    final String format;
    final boolean refusesUnknown;
    private static final int NONE = Integer.MIN_VALUE;

    private int firstField = NONE;
    private Class<?> lastClass;
    private String lastName;

    Session(String format, WireOptions options) {
        this.types = options.get(MarshallableOptions.TYPES);
        this.format = format;
        this.refusesUnknown = options.get(MarshallableOptions.UNKNOWN_FIELDS) == UnknownFieldPolicy.REFUSE;
    }

    static Session ofDefaults(String format) {
        return new Session(format, WireOptions.DEFAULTS);
    }

    /** The type name of a class: see {@link TypeRegistry#nameOf}. */
    String nameOf(Class<?> type) {
        if (type != lastClass) {
            try {
                lastName = types.nameOf(type);
            } catch (IllegalStateException e) {
                throw new WireDataException(format, e.getMessage(), null, e);
            }
            lastClass = type;
        }
        return lastName;
    }

    /** Notes what {@link WireIn#nextField} returned for the first entry of an object that has been entered. */
    void setFirstField(int ordinal) {
        firstField = ordinal;
    }

    boolean hasFirstField() {
        return firstField != NONE;
    }

    /** The first entry of an object: {@link WireIn#nextField}, unless it has been called already. */
    int firstField(WireIn in, Shape shape) {
        if (firstField == NONE) {
            return in.nextField(shape);
        }
        int ordinal = firstField;
        firstField = NONE;
        return ordinal;
    }

    /** The data at the reader's place do not fit. */
    WireDataException misfit(WireIn in, String problem) {
        return new WireDataException(format, problem, in.location());
    }

    WireDataException misfit(WireIn in, String problem, Throwable cause) {
        return new WireDataException(format, problem, in.location(), cause);
    }

    /** The data cannot be written. */
    WireDataException unwritable(String problem) {
        return new WireDataException(format, problem, null);
    }
}
