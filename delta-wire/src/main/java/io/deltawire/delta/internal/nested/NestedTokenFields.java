package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;

/**
 * A queue of fields in nested objects that are one leaf each, but have to be written by tokens. They are written after
 * all other values of the message. When the record has been updated, {@link #storeAndClear} caches their values in its
 * view, and empties the queue.
 */
public final class NestedTokenFields {
    private FieldColumns[] columns = new FieldColumns[8];
    private Object[] objects = new Object[8];
    private int[] fields = new int[8];
    private SchemaNode[] nodes = new SchemaNode[8];
    private Object[] layouts = new Object[8];
    private int count;

    public int count() {
        return count;
    }

    /**
     * Adds a field.
     *
     * @param node the node of its value
     * @param layout the layout of the object, by whose identity the value is cached
     */
    void add(FieldColumns objectColumns, Object object, int field, SchemaNode node, Object layout) {
        if (count == fields.length) {
            columns = Arrays.copyOf(columns, 2 * count);
            objects = Arrays.copyOf(objects, 2 * count);
            fields = Arrays.copyOf(fields, 2 * count);
            nodes = Arrays.copyOf(nodes, 2 * count);
            layouts = Arrays.copyOf(layouts, 2 * count);
        }
        columns[count] = objectColumns;
        objects[count] = object;
        fields[count] = field;
        nodes[count] = node;
        layouts[count++] = layout;
    }

    /** Removes all but the first ones. */
    void truncate(int first) {
        Arrays.fill(objects, first, count, null);
        count = first;
    }

    /** Returns the node of a field's value. */
    public SchemaNode node(int index) {
        return nodes[index];
    }

    /** Writes the tokens of a field's value. */
    public void write(int index, WireOut out) {
        columns[index].write(objects[index], fields[index], out);
    }

    /** Caches the written values in the view of the updated record, and removes all fields. */
    void storeAndClear(RecordState record) {
        for (int i = 0; i < count; i++) {
            int leaf = nodes[i].leaf();
            record.fieldValues()
                    .cached(leaf)
                    .set(layouts[i], columns[i].reference(objects[i], fields[i]), record, leaf);
        }
        truncate(0);
    }
}
