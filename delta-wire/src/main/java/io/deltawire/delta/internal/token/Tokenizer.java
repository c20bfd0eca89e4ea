package io.deltawire.delta.internal.token;

import io.deltawire.wire.WireToken;

/**
 * Goes through the tokens of a decoded message. {@link #token} is what comes next; for a scalar {@link #raw} and
 * {@link #ref} hold its value.
 */
public abstract class Walk {
    WireToken token;
    /** The integer, the double's bits, or 0 and 1. */
    long raw;
    /** String, Temporal, byte[] or BigDecimal. */
    Object ref;

    /** Moves over the present token: into an object or list, over a scalar, out of an object or list. */
    abstract void next();

    /** Moves over the present name; returns it. */
    abstract String name();

    /** The present name. */
    abstract String peekName();

    /** The type name in front of the present value, or null. */
    abstract String typeName();

    /** The path to what comes next, for errors. */
    abstract String path();

    /** Moves over the present value with all in it. */
    void skip() {
        int depth = 0;
        do {
            switch (token) {
                case BEGIN_OBJECT, BEGIN_LIST -> depth++;
                case END_OBJECT, END_LIST -> depth--;
                default -> {}
            }
            if (token == WireToken.FIELD || token == WireToken.EVENT) {
                name();
            } else {
                boolean key = token == WireToken.KEY;
                next();
                if (key) {
                    skip(); // the key itself, which is a value
                }
            }
        } while (depth > 0);
    }
}
