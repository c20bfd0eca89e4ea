package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.codec.ListEdits;
import io.deltawire.delta.internal.state.ListEdit;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import java.util.Arrays;

/** The object that a field holds, or those of its list, and what is inside of these. */
final class ObjectTree extends ObjectLeaves {
    /** The last row that the places were. */
    private ObjectRow row;

    ObjectTree(Node field, NestedColumns columns, int depth) {
        super(field, columns, depth);
    }

    private Object get(Object value, int index) {
        return isList ? columns.item(value, index) : value;
    }

    @Override
    boolean isStill(RecordState record, Object value, Held held, boolean isToBeSet) {
        if (value == null || held.size == NULL) {
            return value == null && held.size == NULL;
        }
        if (held.row != null) {
            return columns.matchesAll(value, held.size, held.row.type);
        }
        if (isList && columns.size(value) != held.size) {
            return false;
        }
        for (int i = 0; i < held.size; i++) {
            if (!isStill(record, get(value, i), i, held, isToBeSet)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean isIn(RecordState record, Object value, Held held, boolean isToBeSet) {
        if (value == null) {
            held.size = NULL;
            return isOnly(record, field, Kind.NULL);
        }
        held.size = isList ? columns.size(value) : 1;
        held.row = null;
        if (!isList) {
            held.grow(1);
            return isIn(record, value, field, 0, held, isToBeSet);
        }
        if (held.size == 0) {
            return isOnly(record, field, Kind.EMPTY_LIST);
        }
        if (!hasSize(record, held.size) || field.size > field.itemCount || isMarked(record, field)) {
            return false;
        }
        held.grow(held.size);
        for (int i = 0; i < held.size; i++) {
            if (!isIn(record, get(value, i), field.items[i], i, held, isToBeSet)) {
                return false;
            }
        }
        held.row = row(held);
        for (int i = held.size; i < field.itemCount; i++) {
            if (isMarked(record, field.items[i]) || record.hasContent(field.items[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether the last of so many items is there, and the one behind it is not: most lists that have another size are told by that. */
    private boolean hasSize(RecordState record, int size) {
        return size <= field.itemCount
                && record.has(field.items[size - 1])
                && (size == field.itemCount || !record.has(field.items[size]));
    }

    /** The places of a list as a row, where they are one; else null. */
    private ObjectRow row(Held held) {
        ObjectPlace any = held.places[0];
        if (any == null || any.firstOfRow() < 0) {
            return null;
        }
        for (int i = 1; i < held.size; i++) {
            ObjectPlace place = held.places[i];
            if (place == null || place.type != any.type || place.firstOfRow() < 0) {
                return null;
            }
        }
        if (row == null || row.type != any.type || row.size() < held.size) {
            int[] first = new int[held.size];
            Arrays.setAll(first, i -> held.places[i].firstOfRow());
            row = new ObjectRow(any.type, first);
        }
        return row;
    }

    @Override
    boolean find(RecordState record, Object value, Held held, LeafUpdate into) {
        if (value == null || held.size == NULL) {
            return value == null && held.size == NULL;
        }
        if (isList && columns.size(value) != held.size) {
            return false;
        }
        if (held.row != null) {
            return held.row.find(record, columns, value, held.size, into);
        }
        for (int i = 0; i < held.size; i++) {
            Object object = get(value, i);
            ObjectPlace place = held.places[i];
            boolean isFound = object == null || place == null
                    ? object == null && place == null
                    : place.find(record, object, held, i, into);
            if (!isFound) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean take(RecordState record, Object value, Held held, TakenLeaves into) {
        int before = into.count;
        int valuesBefore = into.valueCount();
        for (int i = 0; i < held.size; i++) {
            ObjectPlace place = held.places[i];
            if (place != null && !place.take(record, get(value, i), held, i, into)) {
                return false;
            }
        }
        if (!isList || into.count - before < ListEdits.MIN_CHANGED) {
            return true;
        }
        into.goBack(before, valuesBefore);
        return takeAll(record, value, into);
    }

    @Override
    boolean takeAll(RecordState record, Object value, TakenLeaves into) {
        if (value == null || !isList) {
            return takeAll(record, value, field, into);
        }
        int size = columns.size(value);
        if (size == 0) {
            return into.takeNothing(Kind.EMPTY_LIST, field.leaf);
        }
        if (size > field.itemCount) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!takeAll(record, columns.item(value, i), field.items[i], into)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean set(RecordState record, Object value, Held held, InnerSetter into) {
        if (held.row != null) {
            return held.row.set(record, columns, value, held.size, into);
        }
        for (int i = 0; i < held.size; i++) {
            if (isList && columns.size(value) != held.size) {
                return false; // what is read into may hold the list in an item, too
            }
            Object object = get(value, i);
            ObjectPlace place = held.places[i];
            if (!isOf(object, i, held) || place != null && !place.set(record, object, held, i, into)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean makeOther(FieldColumns of, int ordinal, RecordState record, Object object, Object value, Held unused) {
        if (isList) {
            return value != null && makeAlike(record, value, unused);
        }
        if (value != null && columns.columnsOf(value) == typeAt(record, field)) {
            return false; // it is not for its class that it does not fit
        }
        unused.grow(1);
        Object made = make(record, field, 0, unused);
        if (made != null) {
            of.set(object, ordinal, made);
        }
        return made != null;
    }

    /** Has a list hold as many items as a record. */
    private boolean makeAlike(RecordState record, Object list, Held unused) {
        int size = ListEdit.size(record, field);
        int former = columns.size(list);
        if (size == former || !columns.truncate(list, Math.min(size, former))) {
            return false;
        }
        unused.grow(size);
        for (int i = former; i < size; i++) {
            Object item = make(record, field.items[i], i, unused);
            if (item == null || !columns.addItem(list, item)) {
                return false;
            }
        }
        return true;
    }
}
