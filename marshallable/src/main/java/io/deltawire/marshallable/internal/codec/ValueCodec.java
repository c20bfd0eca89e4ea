package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/** Writes and reads the values of one type. Immutable and thread-safe once made. */
public abstract class ValueCodec {
    /**
     * The name that tells values of this class where the declared type does not, or null where the token alone does.
     *
     * @param value a value of this codec's class
     */
    abstract String tag(Object value, Session session);

    /** Writes a value that is not null. */
    public abstract void write(WireOut out, Object value, Session session);

    /**
     * Reads a value that is not null.
     *
     * @param reuse a former value that may be filled again, or null
     */
    public abstract Object read(WireIn in, Object reuse, Session session);

    /** The value read where there is a null. */
    public Object whenNull() {
        return null;
    }

    /** Reads the null that the reader is at. */
    Object readNull(WireIn in, Session session) {
        in.nullValue();
        return whenNull();
    }

    /** Whether values are objects that are written by their fields, or by hand. */
    boolean hasFields() {
        return false;
    }

    public final void writeOrNull(WireOut out, Object value, Session session) {
        if (value == null) {
            out.nullValue();
        } else if (this instanceof ScalarCodec scalar) {
            scalar.write(out, value, session); // nothing is inside of it
        } else {
            session.enter();
            try {
                writeNamed(out, value, session);
            } finally {
                session.leave();
            }
        }
    }

    /** Writes a value that is not null, with its type name where all objects have one. */
    final void writeNamed(WireOut out, Object value, Session session) {
        if (session.namesAll() && hasFields()) {
            out.type(tag(value, session));
        }
        write(out, value, session);
    }

    /** A former value where it is one that never changes, and so may stay, whoever else holds it; else null. */
    public final Object constant(Object former) {
        boolean isConstant = former instanceof Number || former instanceof String;
        return isConstant && this instanceof ScalarCodec ? former : null;
    }

    public final Object readOrNull(WireIn in, Object reuse, Session session) {
        if (in.isNull()) {
            return readNull(in, session);
        }
        if (this instanceof ScalarCodec scalar) {
            return scalar.read(in, reuse, session);
        }
        session.enter(in);
        try {
            return read(in, reuse, session);
        } finally {
            session.leave();
        }
    }
}
