package io.deltawire.delta;

import io.deltawire.wire.spi.InnerColumns;
import io.deltawire.wire.spi.ObjectColumns;
import java.util.Arrays;

/** The objects that a field holds, wherever these are in it, and what is inside of them. */
abstract class ObjectLeaves extends InnerLeaves {
    /** The {@link Held#size} of a field that holds nothing. */
    static final int NULL = -1;

    final InnerColumns columns;
    private final int depth;

    /** By child of the field, those of the classes that its object has been of; one for the field's own. */
    private ObjectPlace[] places = {};

    ObjectLeaves(Node field, InnerColumns columns, int depth) {
        super(field, columns.isList());
        this.columns = columns;
        this.depth = depth;
    }

    /** Where the objects of a field are. */
    static ObjectLeaves of(Node field, InnerColumns columns, int depth) {
        return columns.isNamed() ? new ObjectEntries(field, columns, depth) : new ObjectTree(field, columns, depth);
    }

    /** Whether one of the objects is of the class that the record has been found to have there. */
    final boolean isOf(Object object, int index, Held held) {
        ObjectPlace place = held.places[index];
        return object == null || place == null ? object == null && place == null : place.type == columns.of(object);
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
        ObjectColumns type = columns.of(object);
        if (type == null) {
            return false;
        }
        ObjectPlace place = place(node, type);
        held.places[index] = place;
        return place.isIn(record, object, held, index, isToBeSet);
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
