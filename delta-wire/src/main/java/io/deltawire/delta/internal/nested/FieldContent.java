package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.SchemaNode;
import java.util.Arrays;

/**
 * The cached content of a nested field in one record: the class of the value, its size, and the leaves of each object
 * inside it. The value and the record agreed on it when it was looked up.
 *
 * <p>It is valid while the record's values keep their kinds. The record's view owns the outermost ones, and each owns
 * those of the objects inside it. {@link NestedLeaves} fill it.
 */
public final class FieldContent {
    /** The leaves of the content; null if it has to be looked up. */
    private NestedLeaves leaves;

    /** The class of the value, which decides its columns; {@link Void} for null. */
    private Class<?> valueClass;

    /** The number of items or entries, 1 for a single object, or {@link ObjectLeaves#NULL}. */
    private int size;

    /** By object, the layout of its class; null for a null object. */
    private NestedLayout[] layouts = {};

    /** By entry of a map of objects, its node. */
    private SchemaNode[] entryNodes = {};

    /** The layout of a uniform list of flat objects; null for anything else. */
    private UniformListLayout uniformList;

    /** By object and by index in {@link NestedLayout#nestedFields}, the content of its nested fields. */
    private FieldContent[][] nested = {};

    /** Returns the leaves of the content; null if it has to be looked up. */
    public NestedLeaves leaves() {
        return leaves;
    }

    /** Returns the number of items or entries, 1 for a single object, or {@link ObjectLeaves#NULL}. */
    public int size() {
        return size;
    }

    /** Returns the layout of a uniform list of flat objects; null for anything else. */
    public UniformListLayout uniformList() {
        return uniformList;
    }

    /** Forgets the leaves, so that the content is looked up again. */
    public void invalidate() {
        leaves = null;
    }

    void setLeaves(NestedLeaves found) {
        leaves = found;
    }

    void setSize(int size) {
        this.size = size;
    }

    void setUniformList(UniformListLayout layout) {
        uniformList = layout;
    }

    /** Returns the layout of the class of one of the objects; null for a null object. */
    public NestedLayout layout(int object) {
        return layouts[object];
    }

    void setLayout(int object, NestedLayout layout) {
        layouts[object] = layout;
    }

    /** Returns the node of an entry of a map of objects. */
    public SchemaNode entryNode(int entry) {
        return entryNodes[entry];
    }

    void setEntryNode(int entry, SchemaNode node) {
        entryNodes[entry] = node;
    }

    /** Whether this is the content of a value of the same class. */
    boolean isFor(Object value) {
        return leaves != null && valueClass == classOf(value);
    }

    /** Sets the class of the value before a lookup. */
    void setValueClass(Object value) {
        Class<?> now = classOf(value);
        if (valueClass != now) { // storing a reference costs more than comparing it
            valueClass = now;
        }
    }

    /** Returns the class of the value, or {@link Void} for null. */
    public Class<?> valueClass() {
        return valueClass;
    }

    private static Class<?> classOf(Object value) {
        return value == null ? Void.class : value.getClass();
    }

    /** Ensures the capacity for this number of objects. */
    void ensureCapacity(int objects) {
        if (layouts.length < objects) {
            layouts = Arrays.copyOf(layouts, objects);
            nested = Arrays.copyOf(nested, objects);
        }
    }

    /** Ensures the capacity for this number of map entries. */
    void ensureEntryCapacity(int objects) {
        ensureCapacity(objects);
        if (entryNodes.length < objects) {
            entryNodes = Arrays.copyOf(entryNodes, objects);
        }
    }

    /** Returns the content of a nested field of one of the objects. */
    public FieldContent nested(int object, int inner) {
        FieldContent[] contents = nested[object];
        if (contents == null || contents.length <= inner) {
            contents = contents == null ? new FieldContent[inner + 1] : Arrays.copyOf(contents, inner + 1);
            nested[object] = contents;
        }
        if (contents[inner] == null) {
            contents[inner] = new FieldContent();
        }
        return contents[inner];
    }
}
