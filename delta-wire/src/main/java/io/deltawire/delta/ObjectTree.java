package io.deltawire.delta;

import io.deltawire.wire.spi.InnerColumns;
import java.util.Arrays;

/** The object that a field holds, or those of its list, and what is inside of these. */
final class ObjectTree extends ObjectLeaves {
    /** The last row that the places were. */
    private ObjectRow row;

    ObjectTree(Node field, InnerColumns columns, int depth) {
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
            return columns.areAll(value, held.size, held.row.type);
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
        if (held.size > field.itemCount || field.size > field.itemCount || isMarked(record, field)) {
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
        if (held.row != null) {
            return held.row.find(record, columns, value, held.size, into);
        }
        for (int i = 0; i < held.size; i++) {
            ObjectPlace place = held.places[i];
            if (place != null && !place.find(record, get(value, i), held, i, into)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean take(RecordState record, Object value, Held held, TokenIntake into, boolean isAll) {
        int before = into.count;
        int valuesBefore = into.valueCount();
        if (!takeEach(record, value, held, into, isAll)) {
            return false;
        }
        if (isAll || !isList || into.count - before < ListEdits.MIN_CHANGED) {
            return true;
        }
        into.goBack(before, valuesBefore);
        return takeEach(record, value, held, into, true);
    }

    private boolean takeEach(RecordState record, Object value, Held held, TokenIntake into, boolean isAll) {
        if (isAll && held.size <= 0) {
            into.takeNothing(held.size == NULL ? Kind.NULL : Kind.EMPTY_LIST, field.leaf);
        }
        for (int i = 0; i < held.size; i++) {
            ObjectPlace place = held.places[i];
            if (place != null) {
                if (!place.take(record, get(value, i), held, i, into, isAll)) {
                    return false;
                }
            } else if (isAll) {
                into.takeNothing(Kind.NULL, field.items[i].leaf);
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
            ObjectPlace place = held.places[i];
            if (place != null && !place.set(record, get(value, i), held, i, into)) {
                return false;
            }
        }
        return true;
    }
}
