package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.CollectionCodec;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemSlots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;

/** The items of a list, set or other collection of scalars, in their order. */
final class CollectionItems extends ScalarItems {
    private final CollectionCodec codec;
    private final BoxedItem each;

    private CollectionItems(CollectionCodec codec, BoxedItem each) {
        super(each.kind());
        this.codec = codec;
        this.each = each;
    }

    /** Those of a collection of this codec; {@link ScalarItems#NONE} where they are no scalars. */
    static ScalarItems of(CollectionCodec codec) {
        BoxedItem each = BoxedItem.of(codec.element());
        return each == null ? NONE : new CollectionItems(codec, each);
    }

    @Override
    boolean canTake(Object value) {
        return value instanceof Collection && !codec.isNamed(value);
    }

    @Override
    boolean canSet(Object value) {
        return codec.isRefilled(value);
    }

    @Override
    public int size(Object value) {
        return ((Collection<?>) value).size();
    }

    @Override
    public boolean changes(Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges found) {
        if (value instanceof List<?> list && value instanceof RandomAccess) {
            for (int i = 0; i < size; i++) {
                if (!each.find(list.get(i), i, at.column(i), bits, references, found)) {
                    return false;
                }
            }
            return true;
        }
        int i = 0;
        for (Object item : (Collection<?>) value) {
            if (i == size || !each.find(item, i, at.column(i), bits, references, found)) {
                return false;
            }
            i++;
        }
        return i == size;
    }

    @Override
    @SuppressWarnings("unchecked") // items that each is an object of its class
    public boolean set(Object value, int size, ItemSlots at, long[] bits, Object[] references) {
        if (!(value instanceof ArrayList)) {
            return isSet((Collection<?>) value, at, bits, references);
        }
        List<Object> list = (List<Object>) value;
        for (int i = 0; i < size; i++) {
            Object former = list.get(i);
            int column = at.column(i);
            Object read = each.read(former, bits[column], references[column]);
            if (read == BoxedItem.NO_FIT) {
                return false;
            }
            if (read != former) { // a reference that is stored tells the garbage collector
                list.set(i, read);
            }
        }
        return true;
    }

    /** Whether a set holds the items already, in their order: none of them can be set. */
    private boolean isSet(Collection<?> set, ItemSlots at, long[] bits, Object[] references) {
        int i = 0;
        for (Object item : set) {
            int column = at.column(i++);
            if (each.read(item, bits[column], references[column]) != item) {
                return false;
            }
        }
        return true;
    }
}
