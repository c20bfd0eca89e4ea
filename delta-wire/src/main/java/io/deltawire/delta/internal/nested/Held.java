package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.Node;
import java.util.Arrays;

/**
 * What a field has been found to hold that is in no column, and its record to have just so: looked up once, as long as the record's values
 * stay of the kinds that they are.
 */
public final class Held {
    /** Where that is; null where it has to be looked up. */
    public InnerLeaves leaves;

    /** The class of the value, of which it follows what columns have; that of nothing for null. */
    private Class<?> kind;

    /** The number of items, or 1 for what is none. */
    public int size;

    /** Of objects: what each of them is; null for one that is null. */
    public ObjectPlace[] places = {};

    /** Of a map of objects: where each of them is. */
    public Node[] nodes = {};

    /** Of a list of flat objects that are all of one class and have no type name; else null. */
    public ObjectRow row;

    /** By object, and in that by {@link ObjectPlace#inner}: what those fields hold. */
    private Held[][] inside = {};

    /** Whether it is known what a record has where there is a value of this class, or null. */
    boolean isKindOf(Object value) {
        return leaves != null && kind == kind(value);
    }

    /** Notes of what class the value is that is to be looked up. */
    void setKind(Object value) {
        Class<?> now = kind(value);
        if (kind != now) { // to store a reference is more than to compare it
            kind = now;
        }
    }

    /** The class of the value, or that of nothing for null. */
    public Class<?> kind() {
        return kind;
    }

    private static Class<?> kind(Object value) {
        return value == null ? Void.class : value.getClass();
    }

    /** Makes room for so many objects. */
    void grow(int objects) {
        if (places.length < objects) {
            places = Arrays.copyOf(places, objects);
            inside = Arrays.copyOf(inside, objects);
        }
    }

    /** Makes room for so many objects of a map. */
    void growNamed(int objects) {
        grow(objects);
        if (nodes.length < objects) {
            nodes = Arrays.copyOf(nodes, objects);
        }
    }

    /** What a field of one of the objects holds. */
    public Held inside(int object, int inner) {
        Held[] of = inside[object];
        if (of == null || of.length <= inner) {
            of = of == null ? new Held[inner + 1] : Arrays.copyOf(of, inner + 1);
            inside[object] = of;
        }
        if (of[inner] == null) {
            of[inner] = new Held();
        }
        return of[inner];
    }
}
