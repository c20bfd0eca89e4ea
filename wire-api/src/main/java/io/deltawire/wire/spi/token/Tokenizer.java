package io.deltawire.wire.spi.token;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;

/**
 * Gives the tokens of one message one by one. {@link #token} is the present token; for a scalar {@link #raw} and
 * {@link #ref} hold its value. They are overwritten by the next token. Subclasses set these fields directly, since that
 * is nearly all that the step to a token does; other classes only read them. {@link TokenReader} makes a reader of it.
 */
public abstract class Tokenizer {
    /** The present token; {@link WireToken#END_MESSAGE} after the last one. */
    public WireToken token;

    /** The integer, the bits of the double, or 0 and 1 for a boolean. */
    public long raw;

    /** The String, Temporal, byte[] or BigDecimal. */
    public Object ref;

    /**
     * Moves over the present token, which is not a name: into an object or list, over a scalar, out of an object or
     * list.
     */
    public abstract void next();

    /** Moves over the present name; returns it. */
    public abstract String name();

    /** Returns the present name without moving. */
    public abstract String peekName();

    /** Returns the type name of the present value, or null. */
    public abstract String typeName();

    /** Returns the path of the present token, for errors: {@code $.update.bids[3]}. */
    public abstract String path();

    /**
     * Moves over the present name if a shape has it.
     *
     * @return its ordinal, or {@link WireIn#UNKNOWN}
     */
    public int nextField(Shape shape) {
        int ordinal = shape.ordinal(peekName());
        if (ordinal < 0) {
            return WireIn.UNKNOWN;
        }
        name();
        return ordinal;
    }

    /** Moves over the present value, with everything inside it. */
    public void skip() {
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
