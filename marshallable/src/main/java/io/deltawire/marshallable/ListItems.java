package io.deltawire.marshallable;

import io.deltawire.wire.spi.ItemChanges;
import io.deltawire.wire.spi.ItemPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

/** The items of a list of scalars. */
final class ListItems extends ScalarItems {
    private final CollectionCodec codec;
    private final BoxedItem each;

    private ListItems(CollectionCodec codec, BoxedItem each) {
        super(each.kind);
        this.codec = codec;
        this.each = each;
    }

    /** Those of a list of this codec; {@link ScalarItems#NONE} where they are no scalars. */
    static ScalarItems of(CollectionCodec codec) {
        BoxedItem each = BoxedItem.of(codec.element());
        return each == null ? NONE : new ListItems(codec, each);
    }

    @Override
    boolean canTake(Object value) {
        return value instanceof List && value instanceof RandomAccess && !codec.isNamed(value);
    }

    @Override
    boolean canSet(Object value) {
        return value.getClass() == ArrayList.class && codec.makesArrayLists();
    }

    @Override
    public int size(Object value) {
        return ((List<?>) value).size();
    }

    @Override
    public boolean changes(Object value, int size, ItemPlaces at, long[] bits, Object[] references, ItemChanges found) {
        List<?> list = (List<?>) value;
        for (int i = 0; i < size; i++) {
            if (!each.find(list.get(i), i, at.column(i), bits, references, found)) {
                return false;
            }
        }
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // items that each is an object of its class
    public boolean set(Object value, int size, ItemPlaces at, long[] bits, Object[] references) {
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
}
