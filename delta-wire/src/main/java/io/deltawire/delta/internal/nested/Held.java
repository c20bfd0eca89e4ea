package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.Node;
import java.util.Arrays;

/**
 * The cached content of a nested field in one record: the class of the value, its size, and the leaves of each object
 * inside it. The value and the record agreed on it when it was looked up.
 *
 * <p>It is valid while the record's values keep their kinds. The record's view owns the outermost ones, and each owns
 * those of the objects inside it. {@link InnerLeaves} fill it.
 */
public final class Held {
    /** The leaves of the content; null if it has to be looked up. */
    public InnerLeaves leaves;

    /** The class of the value, which decides its columns; {@link Void} for null. */
    private Class<?> kind;

    /** The number of items or entries, 1 for a single object, or {@link ObjectLeaves#NULL}. */
    public int size;

    /** By object, the layout of its class; null for a null object. */
    public ObjectPlace[] places = {};

    /** By entry of a map of objects, its node. */
    public Node[] nodes = {};

    /** The layout of a uniform list of flat objects; null for anything else. */
    public ObjectRow row;

    /** By object and by index in {@link ObjectPlace#inner}, the content of its nested fields. */
    private Held[][] inside = {};

    /** Whether this is the content of a value of the same class. */
    boolean isFor(Object value) {
        return leaves != null && kind == classOf(value);
    }

    /** Sets the class of the value before a lookup. */
    void setValueClass(Object value) {
        Class<?> now = classOf(value);
        if (kind != now) { // storing a reference costs more than comparing it
            kind = now;
        }
    }

    /** Returns the class of the value, or {@link Void} for null. */
    public Class<?> kind() {
        return kind;
    }

    private static Class<?> classOf(Object value) {
        return value == null ? Void.class : value.getClass();
    }

    /** Ensures the capacity for this number of objects. */
    void ensureCapacity(int objects) {
        if (places.length < objects) {
            places = Arrays.copyOf(places, objects);
            inside = Arrays.copyOf(inside, objects);
        }
    }

    /** Ensures the capacity for this number of map entries. */
    void ensureEntryCapacity(int objects) {
        ensureCapacity(objects);
        if (nodes.length < objects) {
            nodes = Arrays.copyOf(nodes, objects);
        }
    }

    /** Returns the content of a nested field of one of the objects. */
    public Held inside(int object, int inner) {
        Held[] contents = inside[object];
        if (contents == null || contents.length <= inner) {
            contents = contents == null ? new Held[inner + 1] : Arrays.copyOf(contents, inner + 1);
            inside[object] = contents;
        }
        if (contents[inner] == null) {
            contents[inner] = new Held();
        }
        return contents[inner];
    }
}
