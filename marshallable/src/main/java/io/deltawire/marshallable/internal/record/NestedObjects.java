package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.ArrayCodec;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CollectionCodec;
import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.PolymorphicCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import io.deltawire.wire.spi.object.ObjectColumns;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The objects in a field as columns: one object, or a list, array or map of them. They may be of the declared class or
 * of others. It caches the columns of each class for one wire. Not thread-safe.
 */
final class NestedObjects implements NestedColumns {
    private final CodecContext context;
    private final ValueCodec fieldCodec;
    /** The codec of each object; null if the field holds none. */
    private final ValueCodec element;

    /** The codec of the declared class; null if it is no object class. */
    private final ObjectCodec declared;

    /** Converts the keys of a map of names; else null. */
    private final ItemConverter mapKey;

    /** The columns of each class; null for a class whose objects go by tokens. */
    private final Map<Class<?>, ObjectColumns> columnsByClass = new HashMap<>();

    private Class<?> lastType;
    private ObjectColumns lastColumns;

    private NestedObjects(CodecContext context, ValueCodec field, ValueCodec each, ItemConverter key) {
        this.context = context;
        this.fieldCodec = field;
        this.element = each;
        this.mapKey = key;
        this.declared = each instanceof PolymorphicCodec bound ? bound.exactCodec() : (ObjectCodec) each;
    }

    /** Creates the columns for a field with this codec. */
    static NestedObjects forField(ValueCodec codec, CodecContext context) {
        ValueCodec each = codec instanceof CollectionCodec list
                ? list.element()
                : codec instanceof ArrayCodec array ? array.element() : codec;
        ItemConverter key = null;
        if (codec instanceof MapCodec map) {
            key = ItemConverter.forCodec(map.key());
            each = key != null && key.kind() == ColumnKind.TEXT ? map.value() : null;
        }
        boolean areObjects =
                !context.writesAllTypeNames() && (each instanceof PolymorphicCodec || each instanceof ObjectCodec);
        return new NestedObjects(context, codec, areObjects ? each : null, key);
    }

    /** Whether null in the field is null on the wire, and is read as null. */
    boolean mayBeNull() {
        return fieldCodec.whenNull() == null;
    }

    /**
     * Whether the value of the field can be handled as objects in columns.
     *
     * @param isToBeSet whether reading its tokens would also fill the same value again
     */
    boolean canHold(Object value, boolean isToBeSet) {
        if (element == null) {
            return false;
        }
        if (fieldCodec instanceof CollectionCodec list) {
            return ContainerSnapshots.isIndexed(value)
                    && !list.writesKindName(value)
                    && (!isToBeSet || list.canRefill(value));
        }
        if (fieldCodec instanceof MapCodec map) {
            return isToBeSet ? map.canRefill(value) : ContainerSnapshots.isUnshared((Map<?, ?>) value);
        }
        return !isToBeSet || !(fieldCodec instanceof ArrayCodec array) || array.canRefill(value);
    }

    @Override
    public boolean isList() {
        return fieldCodec instanceof CollectionCodec || fieldCodec instanceof ArrayCodec;
    }

    @Override
    public boolean isMap() {
        return fieldCodec instanceof MapCodec;
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
        return isToBeSet ? mapKey.fromColumn(entryKey, 0, name) == entryKey : name.equals(mapKey.toColumn(entryKey));
    }

    @Override
    public boolean matchesAll(Object value, int size, ObjectColumns type) {
        return value instanceof Object[] array
                ? allHaveType(array, size, type)
                : allHaveType((List<?>) value, size, type);
    }

    private boolean allHaveType(List<?> items, int size, ObjectColumns type) {
        if (items.size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!hasType(items.get(i), type)) {
                return false;
            }
        }
        return true;
    }

    private boolean allHaveType(Object[] items, int size, ObjectColumns type) {
        if (items.length != size) {
            return false;
        }
        for (Object item : items) {
            if (!hasType(item, type)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasType(Object item, ObjectColumns type) {
        return item != null && (item.getClass() == lastType && type == lastColumns || columnsOf(item) == type);
    }

    @Override
    public ObjectColumns columnsOf(Object object) {
        Class<?> type = object.getClass();
        if (type != lastType) {
            ObjectColumns found = cachedColumns(type);
            lastColumns = found;
            lastType = found == null ? null : type;
        }
        return lastColumns;
    }

    private ObjectColumns cachedColumns(Class<?> type) {
        ObjectColumns found = columnsByClass.get(type);
        if (found == null && !columnsByClass.containsKey(type) && canBeNamed(type)) {
            found = createColumns(type);
            columnsByClass.put(type, found);
        }
        return found;
    }

    @Override
    public ObjectColumns columnsNamed(Object typeName) {
        if (typeName == null) {
            return declared == null ? null : cachedColumns(declared.type());
        }
        for (ObjectColumns each : columnsByClass.values()) {
            if (each != null && typeName.equals(each.typeName())) {
                return each;
            }
        }
        return null;
    }

    @Override
    public Object newObject(ObjectColumns type) {
        ObjectCodec codec = isDeclaredClass(type.type())
                ? declared
                : (ObjectCodec) context.codecs().exact(type.type());
        FieldColumns columns = type.columns();
        Object made;
        try {
            made = codec.plan().instances().newInstance();
        } catch (IllegalStateException e) {
            return null; // reading by tokens reports the error with its path
        }
        for (int i = 0; i < columns.shape().size(); i++) {
            if (columns.kind(i) == ColumnKind.NESTED) {
                columns.set(made, i, null); // a default value may be shared by other objects
            }
        }
        return made;
    }

    @Override
    @SuppressWarnings("unchecked") // the items are of the declared class
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

    /**
     * Whether a class needs no type name, or a reader finds it by its name. An object that is read into must not give
     * its name a meaning that the name does not have otherwise.
     */
    private boolean canBeNamed(Class<?> type) {
        return isDeclaredClass(type) || element instanceof PolymorphicCodec bound && bound.selects(type, context);
    }

    private boolean isDeclaredClass(Class<?> type) {
        return declared != null && declared.type() == type;
    }

    private ObjectColumns createColumns(Class<?> type) {
        if (isDeclaredClass(type)) {
            return objectColumns(declared, null);
        }
        if (!(element instanceof PolymorphicCodec) || !(context.codecs().exact(type) instanceof ObjectCodec codec)) {
            return null;
        }
        try {
            return objectColumns(codec, codec.typeName(null, context));
        } catch (WireDataException e) {
            return null; // writing by tokens reports the error
        }
    }

    private ObjectColumns objectColumns(ObjectCodec codec, String name) {
        FieldColumns columns = context.nestedColumns(codec, codec::columns);
        return columns == null ? null : new ObjectColumns(codec.type(), columns, name);
    }
}
