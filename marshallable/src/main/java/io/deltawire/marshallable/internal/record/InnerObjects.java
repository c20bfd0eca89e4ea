package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.ArrayCodec;
import io.deltawire.marshallable.internal.codec.BoundCodec;
import io.deltawire.marshallable.internal.codec.Codecs;
import io.deltawire.marshallable.internal.codec.CollectionCodec;
import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import io.deltawire.wire.spi.object.ObjectColumns;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/** The objects that a field holds, one, or a list, array or map of them, of the declared class or of others. */
final class InnerObjects implements NestedColumns {
    private final Session session;
    private final ValueCodec field;
    /** Of each object; null where they are none. */
    private final ValueCodec each;

    /** Of those of the declared class; null where they are none. */
    private final ObjectCodec own;

    /** Of the keys of a map, where they are names; else null. */
    private final BoxedItem key;

    /** By class; null for one whose objects go by tokens. */
    private final Map<Class<?>, ObjectColumns> known = new HashMap<>();

    private Class<?> lastType;
    private ObjectColumns last;

    private InnerObjects(Session session, ValueCodec field, ValueCodec each, BoxedItem key) {
        this.session = session;
        this.field = field;
        this.each = each;
        this.key = key;
        this.own = each instanceof BoundCodec bound ? bound.own() : (ObjectCodec) each;
    }

    /** Those of a field of this codec. */
    static InnerObjects of(ValueCodec codec, Session session) {
        ValueCodec each = codec instanceof CollectionCodec list
                ? list.element()
                : codec instanceof ArrayCodec array ? array.element() : codec;
        BoxedItem key = null;
        if (codec instanceof MapCodec map) {
            key = BoxedItem.of(map.key());
            each = key != null && key.kind() == ColumnKind.TEXT ? map.value() : null;
        }
        boolean areObjects = !session.namesAll() && (each instanceof BoundCodec || each instanceof ObjectCodec);
        return new InnerObjects(session, codec, areObjects ? each : null, key);
    }

    /** Whether a field that is null is a null on the wire, and one that is read is null. */
    boolean mayBeNull() {
        return field.whenNull() == null;
    }

    /**
     * Whether what a field holds may be objects, or a list, array or map of these.
     *
     * @param isToBeSet whether it has to be what its tokens would be read into again, too
     */
    boolean mayHave(Object value, boolean isToBeSet) {
        if (each == null) {
            return false;
        }
        if (field instanceof CollectionCodec list) {
            return value instanceof List
                    && value instanceof RandomAccess
                    && !list.isNamed(value)
                    && (!isToBeSet || list.isRefilled(value));
        }
        if (field instanceof MapCodec map) {
            return !isToBeSet || map.isRefilled(value);
        }
        return !isToBeSet || !(field instanceof ArrayCodec array) || array.isRefilled(value);
    }

    @Override
    public boolean isList() {
        return field instanceof CollectionCodec || field instanceof ArrayCodec;
    }

    @Override
    public boolean isMap() {
        return field instanceof MapCodec;
    }

    @Override
    public int size(Object value) {
        if (isMap()) {
            return ((Map<?, ?>) value).size();
        }
        return value instanceof Object[] array ? array.length : ((List<?>) value).size();
    }

    @Override
    public Object item(Object value, int index) {
        return value instanceof Object[] array ? array[index] : ((List<?>) value).get(index);
    }

    @Override
    public Iterator<? extends Map.Entry<?, ?>> entries(Object value) {
        return ((Map<?, ?>) value).entrySet().iterator();
    }

    @Override
    public boolean keyHasName(Object entryKey, String name, boolean isToBeSet) {
        return isToBeSet ? key.read(entryKey, 0, name) == entryKey : name.equals(key.held(entryKey));
    }

    @Override
    public boolean matchesAll(Object value, int size, ObjectColumns type) {
        return value instanceof Object[] array ? areAll(array, size, type) : areAll((List<?>) value, size, type);
    }

    private boolean areAll(List<?> items, int size, ObjectColumns type) {
        if (items.size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!isOf(items.get(i), type)) {
                return false;
            }
        }
        return true;
    }

    private boolean areAll(Object[] items, int size, ObjectColumns type) {
        if (items.length != size) {
            return false;
        }
        for (Object item : items) {
            if (!isOf(item, type)) {
                return false;
            }
        }
        return true;
    }

    private boolean isOf(Object item, ObjectColumns type) {
        return item != null && (item.getClass() == lastType && type == last || columnsOf(item) == type);
    }

    @Override
    public ObjectColumns columnsOf(Object object) {
        Class<?> type = object.getClass();
        if (type != lastType) {
            ObjectColumns found = of(type);
            last = found;
            lastType = found == null ? null : type;
        }
        return last;
    }

    private ObjectColumns of(Class<?> type) {
        ObjectColumns found = known.get(type);
        if (found == null && !known.containsKey(type) && isNamedIn(type)) {
            found = find(type);
            known.put(type, found);
        }
        return found;
    }

    @Override
    public ObjectColumns columnsNamed(Object typeName) {
        if (typeName == null) {
            return own == null ? null : of(own.type());
        }
        for (ObjectColumns each : known.values()) {
            if (each != null && typeName.equals(each.typeName())) {
                return each;
            }
        }
        return null;
    }

    @Override
    public Object newObject(ObjectColumns type) {
        ObjectCodec codec = isOwn(type.type()) ? own : (ObjectCodec) Codecs.exact(type.type());
        FieldColumns columns = type.columns();
        Object made;
        try {
            made = codec.plan().instances().make();
        } catch (IllegalStateException e) {
            return null; // its tokens say so, and where
        }
        for (int i = 0; i < columns.shape().size(); i++) {
            if (columns.kind(i) == ColumnKind.NESTED) {
                columns.set(made, i, null); // what it has by default may be others' as well
            }
        }
        return made;
    }

    @Override
    @SuppressWarnings("unchecked") // the items are of the field's class
    public boolean addItem(Object list, Object item) {
        return list instanceof List<?> && ((List<Object>) list).add(item);
    }

    @Override
    public boolean truncate(Object list, int size) {
        if (!(list instanceof List<?> items)) {
            return false;
        }
        for (int i = items.size() - 1; i >= size; i--) {
            items.remove(i);
        }
        return true;
    }

    /** Whether a class needs no name, or has one: to read an object must not give it one, by which the input could then name it. */
    private boolean isNamedIn(Class<?> type) {
        return isOwn(type) || session.types().hasName(type);
    }

    /** Whether a class is the declared one. */
    private boolean isOwn(Class<?> type) {
        return own != null && own.type() == type;
    }

    private ObjectColumns find(Class<?> type) {
        if (isOwn(type)) {
            return named(own, null);
        }
        if (!(each instanceof BoundCodec) || !(Codecs.exact(type) instanceof ObjectCodec codec)) {
            return null;
        }
        try {
            return named(codec, codec.tag(null, session));
        } catch (WireDataException e) {
            return null; // its tokens say so
        }
    }

    private ObjectColumns named(ObjectCodec codec, String name) {
        FieldColumns columns = session.innerColumns(codec, codec::columns);
        return columns == null ? null : new ObjectColumns(codec.type(), columns, name);
    }
}
