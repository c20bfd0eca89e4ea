package io.deltawire.delta.internal.token;

import io.deltawire.wire.WireToken;

/**
 * Gives the tokens of a decoded message one by one. {@link #token} is the present token; for a scalar {@link #raw} and
 * {@link #ref} hold its value. The values are those of the fields on the present token, and are overwritten by the next
 * one. The two subclasses set the fields directly, since that is nearly all that the step to a token does. Other classes
 * only read them.
 */
public abstract class Tokenizer {
    WireToken token;
    /** The integer, the bits of the double, or 0 and 1 for a boolean. */
    long raw;
    /** The String, Temporal, byte[] or BigDecimal. */
    Object ref;

    /**
     * Moves over the present token, which is not a name: into an object or list, over a scalar, out of an object or
     * list.
     */
    abstract void next();

    /** Moves over the present name; returns it. */
    abstract String name();

    /** Returns the present name without moving. */
    abstract String peekName();

    /** Returns the type name of the present value, or null. */
    abstract String typeName();

    /** Returns the path of the present token, for errors. */
    abstract String path();

    /** Moves over the present value, with everything inside it. */
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
                    skip(); // a key is followed by a value that is the key, then by its own value
                }
            }
        } while (depth > 0);
    }
}
