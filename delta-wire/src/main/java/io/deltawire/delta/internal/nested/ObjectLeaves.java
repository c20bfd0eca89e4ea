package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import io.deltawire.wire.spi.object.ObjectColumns;
import java.util.Arrays;

/** The objects that a field holds, wherever these are in it, and what is inside of them. */
public abstract class ObjectLeaves extends InnerLeaves {
    /** The {@link Held#size} of a field that holds nothing. */
    public static final int NULL = -1;

    public final NestedColumns columns;
    private final int depth;

    /** By child of the field, those of the classes that its object has been of; one for the field's own. */
    private ObjectPlace[] places = {};

    ObjectLeaves(Node field, NestedColumns columns, int depth) {
        super(field, columns.isList());
        this.columns = columns;
        this.depth = depth;
    }

    /** Where the objects of a field are. */
    static ObjectLeaves of(Node field, NestedColumns columns, int depth) {
        return columns.isMap() ? new ObjectEntries(field, columns, depth) : new ObjectTree(field, columns, depth);
    }

    /** Whether one of the objects is of the class that the record has been found to have there. */
    final boolean isOf(Object object, int index, Held held) {
        ObjectPlace place = held.places[index];
        return object == null || place == null
                ? object == null && place == null
                : place.type == columns.columnsOf(object);
    }

    /** Whether one of the objects is made as that which the record has been found to have there. */
    final boolean isStill(RecordState record, Object object, int index, Held held, boolean isToBeSet) {
        return isOf(object, index, held)
                && (object == null || held.places[index].isStill(record, object, held, index, isToBeSet));
    }

    /** Finds out whether a record has one of the objects at a node, which is the field or a child of it. */
    final boolean isIn(RecordState record, Object object, Node node, int index, Held held, boolean isToBeSet) {
        if (object == null) {
            held.places[index] = null;
            return isOnly(record, node, Kind.NULL);
        }
        ObjectColumns type = columns.columnsOf(object);
        if (type == null) {
            return false;
        }
        ObjectPlace place = place(node, type);
        held.places[index] = place;
        return place.isIn(record, object, held, index, isToBeSet);
    }

    /** Takes all of one of the objects, whose node that is; false where it is to be given by tokens. */
    final boolean takeAll(RecordState record, Object object, Node node, TakenLeaves into) {
        if (object == null) {
            return into.takeNothing(Kind.NULL, node.leaf);
        }
        ObjectColumns type = columns.columnsOf(object);
        return type != null && place(node, type).takeAll(record, object, into);
    }

    /**
     * Reader: has a field hold what is made as that which a record has there, whose fields then have to be set.
     *
     * @param of the columns of the object that has the field
     * @param value what the field holds
     * @param unused to be written to
     * @return false where that is left to tokens: the record has not just what objects of that class have, or the value is made so already; items
     *     may have gone or been added then
     */
    final boolean makeAlike(
            FieldColumns of, int ordinal, RecordState record, Object object, Object value, Held unused) {
        if (value != null && isOnly(record, field, Kind.NULL)) {
            of.set(object, ordinal, null);
            return true;
        }
        return makeOther(of, ordinal, record, object, value, unused);
    }

    /** What {@link #makeAlike} does where the record has more than null. */
    abstract boolean makeOther(
            FieldColumns of, int ordinal, RecordState record, Object object, Object value, Held unused);

    /** How the objects are written of which a record has one at a node, as far as is known. */
    final ObjectColumns typeAt(RecordState record, Node node) {
        boolean isNamed = node.type != null && hasLeaf(record, node.type);
        return columns.columnsNamed(isNamed ? record.ref[node.type.leaf] : null);
    }

    /**
     * A new object of the class that a record has at a node; null where there is none that the record has all of: what a field has that the
     * record lacks, its class decides, and not this.
     */
    final Object make(RecordState record, Node node, int index, Held unused) {
        ObjectColumns type = typeAt(record, node);
        return type == null || !place(node, type).isWhole(record, unused, index) ? null : columns.newObject(type);
    }

    private ObjectPlace place(Node node, ObjectColumns type) {
        int at = node == field ? 0 : node.index;
        if (places.length <= at) {
            places = Arrays.copyOf(places, Math.max(field.size, 1));
        }
        for (ObjectPlace place = places[at]; place != null; place = place.next) {
            if (place.type == type) {
                return place;
            }
        }
        places[at] = new ObjectPlace(node, type, depth + 1, places[at]);
        return places[at];
    }

    @Override
    final int countPredicted(TypeState type, Held held) {
        int count = 0;
        for (int i = 0; i < held.size; i++) {
            ObjectPlace place = held.places[i];
            count += place == null ? 0 : place.countPredicted(type, held, i);
        }
        return count;
    }
}
