package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/**
 * Writes and reads the values of one type as tokens. A codec is thread-safe: it changes after its creation only by
 * caching what any thread would compute alike. All state of a wire is in the {@link CodecContext}.
 */
public abstract class ValueCodec {
    /**
     * Returns the type name that is written where the declared type does not determine the class, or null if the token
     * does.
     *
     * @param value a value of this codec's class
     */
    abstract String typeName(Object value, CodecContext session);

    /** Writes a value that is not null. */
    public abstract void write(WireOut out, Object value, CodecContext session);

    /**
     * Reads a value that is not null.
     *
     * @param reuse a former value that the codec may fill and return, or null
     */
    public abstract Object read(WireIn in, Object reuse, CodecContext session);

    /** Returns the value that a null is read as. */
    public Object whenNull() {
        return null;
    }

    /** Reads a null, which is the next token. A type name may precede it. */
    Object readNull(WireIn in, CodecContext session) {
        in.nullValue();
        return whenNull();
    }

    /** Returns whether values are objects that are written field by field or by hand. */
    boolean hasFields() {
        return false;
    }

    public final void writeOrNull(WireOut out, Object value, CodecContext session) {
        if (value == null) {
            out.nullValue();
        } else if (this instanceof ScalarCodec scalar) {
            scalar.write(out, value, session); // a scalar has no nested values to count
        } else {
            session.enterValue();
            try {
                writeNamed(out, value, session);
            } finally {
                session.leaveValue();
            }
        }
    }

    /** Writes a value that is not null, with its type name if the options ask for the names of all objects. */
    final void writeNamed(WireOut out, Object value, CodecContext session) {
        if (session.writesAllTypeNames() && hasFields()) {
            out.type(typeName(value, session));
        }
        write(out, value, session);
    }

    /**
     * Returns a former value if it is an immutable scalar, which may be returned again although others refer to it.
     * Else null.
     */
    public final Object reusableConstant(Object former) {
        boolean isConstant = former instanceof Number || former instanceof String;
        return isConstant && this instanceof ScalarCodec ? former : null;
    }

    public final Object readOrNull(WireIn in, Object reuse, CodecContext session) {
        if (in.isNull()) {
            return readNull(in, session);
        }
        if (this instanceof ScalarCodec scalar) {
            return scalar.read(in, reuse, session);
        }
        session.enterValue(in);
        try {
            return read(in, reuse, session);
        } finally {
            session.leaveValue();
        }
    }
}
