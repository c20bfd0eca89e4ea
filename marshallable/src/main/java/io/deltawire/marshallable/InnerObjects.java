package io.deltawire.marshallable;

import io.deltawire.wire.spi.FieldColumns;
import java.util.List;
import java.util.RandomAccess;

/** The objects that a field holds, one or a list or array of them, as far as the declared type tells their class. */
final class InnerObjects {
    /** Of a field that holds something else. */
    static final InnerObjects NONE = new InnerObjects(null, null, null);

    private final Class<?> type;
    private final FieldColumns columns;
    /** Of a list; null for an object or an array. */
    private final CollectionCodec list;

    private boolean isArray;

    private InnerObjects(Class<?> type, FieldColumns columns, CollectionCodec list) {
        this.type = type;
        this.columns = columns;
        this.list = list;
    }

    static InnerObjects of(ValueCodec codec, Session session) {
        CollectionCodec list = codec instanceof CollectionCodec collection ? collection : null;
        ArrayCodec array = codec instanceof ArrayCodec items ? items : null;
        ValueCodec each = list != null ? list.element() : array != null ? array.element() : codec;
        ObjectCodec objects =
                each instanceof BoundCodec bound ? bound.own() : each instanceof ObjectCodec own ? own : null;
        FieldColumns columns = objects == null || session.namesAll ? null : objects.columns(session);
        if (columns == null || !columns.isFlat()) {
            return NONE;
        }
        InnerObjects found = new InnerObjects(objects.type(), columns, list);
        found.isArray = array != null;
        return found;
    }

    /** The columns of a value, or null where these do not tell all of it. */
    FieldColumns columns(Object value) {
        return value != null && columns != null && isOf(value) ? columns : null;
    }

    private boolean isOf(Object value) {
        if (list != null) {
            return value instanceof List<?> items
                    && value instanceof RandomAccess
                    && !list.isNamed(value)
                    && areOf(items);
        }
        return isArray ? areOf((Object[]) value) : value.getClass() == type;
    }

    private boolean areOf(List<?> items) {
        int size = items.size();
        for (int i = 0; i < size; i++) {
            Object item = items.get(i);
            if (item == null || item.getClass() != type) {
                return false;
            }
        }
        return size > 0;
    }

    private boolean areOf(Object[] items) {
        for (Object item : items) {
            if (item == null || item.getClass() != type) {
                return false;
            }
        }
        return items.length > 0;
    }
}
