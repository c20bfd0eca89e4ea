package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.CollectionCodec;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemSlots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The items of a list, set or other collection of scalars, in iteration order, as columns. */
final class CollectionItems extends ScalarItems {
    private final CollectionCodec codec;
    private final ItemConverter converter;

    private CollectionItems(CollectionCodec codec, ItemConverter converter) {
        super(converter.kind());
        this.codec = codec;
        this.converter = converter;
    }

    /** Returns the items of a collection with this codec; {@link ScalarItems#NONE} if they are no scalars. */
    static ScalarItems forCodec(CollectionCodec codec) {
        ItemConverter converter = ItemConverter.forCodec(codec.element());
        return converter == null ? NONE : new CollectionItems(codec, converter);
    }

    @Override
    boolean canCompare(Object value) {
        return value instanceof Collection && !ContainerSnapshots.isLocked(value) && !codec.writesKindName(value);
    }

    @Override
    boolean canSet(Object value) {
        return codec.canRefill(value);
    }

    @Override
    public int size(Object value) {
        return ((Collection<?>) value).size();
    }

    @Override
    public boolean changes(
            Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges changes) {
        if (ContainerSnapshots.isIndexed(value)) {
            List<?> list = (List<?>) value;
            if (list.size() != size) {
                return false;
            }
            for (int i = 0; i < size; i++) {
                if (!converter.addIfChanged(list.get(i), i, at.column(i), bits, references, changes)) {
                    return false;
                }
            }
            return true;
        }
        int i = 0;
        for (Object item : (Collection<?>) value) {
            if (i == size || !converter.addIfChanged(item, i, at.column(i), bits, references, changes)) {
                return false;
            }
            i++;
        }
        return i == size;
    }

    @Override
    @SuppressWarnings("unchecked") // the codec's element class fits the items
    public boolean set(Object value, int size, ItemSlots at, long[] bits, Object[] references) {
        if (!(value instanceof ArrayList)) {
            return holdsAll((Collection<?>) value, at, bits, references);
        }
        List<Object> list = (List<Object>) value;
        for (int i = 0; i < size; i++) {
            Object former = list.get(i);
            int column = at.column(i);
            Object read = converter.fromColumn(former, bits[column], references[column]);
            if (read == ItemConverter.MISMATCH) {
                return false;
            }
            if (read != former) { // a store of a reference runs the garbage collector's barrier
                list.set(i, read);
            }
        }
        return true;
    }

    /** Whether a set already holds the items in their order. None of them can be set. */
    private boolean holdsAll(Collection<?> set, ItemSlots at, long[] bits, Object[] references) {
        int i = 0;
        for (Object item : set) {
            int column = at.column(i++);
            if (converter.fromColumn(item, bits[column], references[column]) != item) {
                return false;
            }
        }
        return true;
    }
}
