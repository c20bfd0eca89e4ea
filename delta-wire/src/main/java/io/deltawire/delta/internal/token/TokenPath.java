package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.wire.Shape;
import java.util.Arrays;

/** The tokens of one message that has gone to columns, in their order, each with the column that its value has gone to. */
final class TokenPath {
    /** Behind the last token. */
    static final byte NOTHING = 0;

    static final byte TYPE = 1;
    static final byte OBJECT = 2;
    static final byte LIST = 3;
    static final byte FIELD = 4;
    static final byte EVENT = 5;
    /** A scalar that has a column's kinds. */
    static final byte VALUE = 6;
    /** A scalar that is kept by its bytes. */
    static final byte WHOLE = 7;

    static final byte END_OBJECT = 8;
    static final byte END_LIST = 9;

    /** In place of the ordinal of a field that was given by its name: none that anybody gives, as some do one below 0 by mistake. */
    static final int BY_NAME = Integer.MIN_VALUE;

    /** A message of more tokens is not kept. */
    static final int MAX = 1 << 12;

    private static final int FIRST_ROOM = 32;

    /** The last place is always {@link #NOTHING}. */
    byte[] ops = new byte[FIRST_ROOM];
    /** The column of a value, of a type name, or at the end of what is empty; else -1. */
    int[] leaves = new int[FIRST_ROOM];
    /** Of a name, its ordinal where it was given by that, or {@link #BY_NAME}; of all else -1. */
    int[] ordinals = new int[FIRST_ROOM];
    /** The name, or the type name. */
    String[] names = new String[FIRST_ROOM];
    /** That of an object which has been begun with one. */
    Shape[] shapes = new Shape[FIRST_ROOM];

    int size;

    /** The type of the message, and what it was when the message ended. */
    private EncodedType type;

    private TypeState state;
    private int version;

    void clear() {
        Arrays.fill(names, 0, size, null);
        Arrays.fill(shapes, 0, size, null);
        size = 0;
        type = null;
        state = null;
    }

    /** Adds a token; false where there are too many. */
    boolean add(byte op, int leaf, int ordinal, String name, Shape shape) {
        if (size == MAX) {
            return false;
        }
        int at = size++;
        if (size == ops.length) {
            ops = Arrays.copyOf(ops, 2 * size);
            leaves = Arrays.copyOf(leaves, 2 * size);
            ordinals = Arrays.copyOf(ordinals, 2 * size);
            names = Arrays.copyOf(names, 2 * size);
            shapes = Arrays.copyOf(shapes, 2 * size);
        }
        ops[at] = op;
        leaves[at] = leaf;
        ordinals[at] = ordinal;
        names[at] = name;
        shapes[at] = shape;
        return true;
    }

    /** Takes note that these have been all tokens of a message. */
    void end(EncodedType ofType) {
        ops[size] = NOTHING;
        type = ofType;
        state = ofType.state;
        version = state.version;
    }

    EncodedType type() {
        return type;
    }

    /** Whether the same tokens would still go to the same columns. */
    boolean holds() {
        return state != null && type.state == state && state.version == version;
    }

    /** Whether the first tokens of another path are those of this one, and go to the same columns. */
    boolean begins(TokenPath other, int count) {
        if (size < count) {
            return false;
        }
        boolean isOfType = type == other.type;
        for (int i = 0; i < count; i++) {
            if (ops[i] != other.ops[i]
                    || leaves[i] != other.leaves[i]
                    || leaves[i] >= 0 && !isOfType
                    || ordinals[i] != other.ordinals[i]
                    || shapes[i] != other.shapes[i]
                    || names[i] != null && !names[i].equals(other.names[i])) {
                return false;
            }
        }
        return true;
    }
}
