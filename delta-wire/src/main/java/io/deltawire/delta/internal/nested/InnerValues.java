package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;
import java.util.Arrays;

/** Fields of objects inside the one of a message that are to be given by their tokens, each of which is one leaf. */
public final class InnerValues {
    private FieldColumns[] columns = new FieldColumns[8];
    private Object[] objects = new Object[8];
    private int[] fields = new int[8];
    private Node[] nodes = new Node[8];
    private Object[] places = new Object[8];
    private int count;

    /** The number of fields. */
    public int count() {
        return count;
    }

    /**
     * Adds a field.
     *
     * @param node where its value goes to
     * @param place where the object is
     */
    void add(FieldColumns of, Object object, int field, Node node, Object place) {
        if (count == fields.length) {
            columns = Arrays.copyOf(columns, 2 * count);
            objects = Arrays.copyOf(objects, 2 * count);
            fields = Arrays.copyOf(fields, 2 * count);
            nodes = Arrays.copyOf(nodes, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        columns[count] = of;
        objects[count] = object;
        fields[count] = field;
        nodes[count] = node;
        places[count++] = place;
    }

    /** Takes away all but the first ones. */
    void keepFirst(int first) {
        Arrays.fill(objects, first, count, null);
        count = first;
    }

    /** Where the value of one of them goes to. */
    public Node node(int index) {
        return nodes[index];
    }

    /** Gives the tokens of one of them. */
    public void write(int index, WireOut out) {
        columns[index].write(objects[index], fields[index], out);
    }

    /** Takes note of what the record has been made. */
    void keep(RecordState record) {
        for (int i = 0; i < count; i++) {
            int leaf = nodes[i].leaf;
            record.view.known(leaf).keep(places[i], columns[i].reference(objects[i], fields[i]), record, leaf);
        }
        keepFirst(0);
    }
}
