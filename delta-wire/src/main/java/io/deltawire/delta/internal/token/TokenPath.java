package io.deltawire.delta.internal.token;

import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.wire.Shape;
import java.util.Arrays;

/**
 * The tokens of one message in their order, each with the leaf that its value went to. {@link TokenPathCache} caches
 * paths, and compares the next messages with them token by token. A path is a set of parallel arrays, so that a match
 * reads one element of each. The cache reads the arrays themselves, and no other class changes them.
 *
 * <p>A path holds for the schema that its message ended with: {@link #isValid} compares the type's state and version.
 */
final class TokenPath {
    /** The path ends here. */
    static final byte END_OF_PATH = 0;

    static final byte TYPE = 1;
    static final byte OBJECT = 2;
    static final byte LIST = 3;
    static final byte FIELD = 4;
    static final byte EVENT = 5;
    /** A scalar that its leaf holds as a value of its own kind. */
    static final byte VALUE = 6;
    /** A scalar that its leaf holds as encoded bytes. */
    static final byte RAW_VALUE = 7;

    static final byte END_OBJECT = 8;
    static final byte END_LIST = 9;

    /**
     * The ordinal of a field that was given by its name. No caller passes it; -1 would not do, since callers pass that
     * by mistake.
     */
    static final int BY_NAME = Integer.MIN_VALUE;

    /** The path of a longer message is not cached. */
    static final int MAX_TOKENS = 1 << 12;

    private static final int INITIAL_CAPACITY = 32;

    /** The last element is always {@link #END_OF_PATH}, so that a match needs no bounds check. */
    byte[] ops = new byte[INITIAL_CAPACITY];
    /** The leaf of a value, of a type name, or of an empty object or list at its end; else -1. */
    int[] leaves = new int[INITIAL_CAPACITY];
    /** The ordinal of a field, or {@link #BY_NAME}; -1 for other tokens. */
    int[] ordinals = new int[INITIAL_CAPACITY];
    /** The field, event or type name; else null. */
    String[] names = new String[INITIAL_CAPACITY];
    /** The shape that an object was begun with; else null. */
    Shape[] shapes = new Shape[INITIAL_CAPACITY];

    int size;

    /** The type of the message, with its state and version when the message ended. */
    private WriterType type;

    private TypeState state;
    private int version;

    void clear() {
        Arrays.fill(names, 0, size, null);
        Arrays.fill(shapes, 0, size, null);
        size = 0;
        type = null;
        state = null;
    }

    /** Adds a token; false if the path is full. */
    boolean add(byte op, int leaf, int ordinal, String name, Shape shape) {
        if (size == MAX_TOKENS) {
            return false;
        }
        int index = size++;
        if (size == ops.length) {
            ops = Arrays.copyOf(ops, 2 * size);
            leaves = Arrays.copyOf(leaves, 2 * size);
            ordinals = Arrays.copyOf(ordinals, 2 * size);
            names = Arrays.copyOf(names, 2 * size);
            shapes = Arrays.copyOf(shapes, 2 * size);
        }
        ops[index] = op;
        leaves[index] = leaf;
        ordinals[index] = ordinal;
        names[index] = name;
        shapes[index] = shape;
        return true;
    }

    /** Sets the leaf of a token that has been added. */
    void setLeaf(int index, int leaf) {
        leaves[index] = leaf;
    }

    /** Ends the path: it has all tokens of a message of this type. */
    void complete(WriterType messageType) {
        ops[size] = END_OF_PATH;
        type = messageType;
        state = messageType.state();
        version = state.version();
    }

    WriterType type() {
        return type;
    }

    /** Whether the same tokens would still go to the same leaves. */
    boolean isValid() {
        return state != null && type.state() == state && state.version() == version;
    }

    /** Whether the first tokens of another path equal the first ones here, and go to the same leaves. */
    boolean hasSamePrefix(TokenPath other, int count) {
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
