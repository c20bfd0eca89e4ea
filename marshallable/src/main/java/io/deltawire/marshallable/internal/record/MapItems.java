package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemSlots;
import java.util.Map;

/** The values of a map of scalars, whose keys are text or enum constants. */
final class MapItems extends ScalarItems {
    private final MapCodec codec;
    private final BoxedItem key;
    private final BoxedItem each;

    private MapItems(MapCodec codec, BoxedItem key, BoxedItem each) {
        super(each.kind());
        this.codec = codec;
        this.key = key;
        this.each = each;
    }

    /** Those of a map of this codec; {@link ScalarItems#NONE} where they are no scalars, or the keys no names. */
    static ScalarItems of(MapCodec codec) {
        BoxedItem key = BoxedItem.of(codec.key());
        BoxedItem each = BoxedItem.of(codec.value());
        boolean isNamed = key != null && key.kind() == ColumnKind.TEXT;
        return isNamed && each != null ? new MapItems(codec, key, each) : NONE;
    }

    @Override
    public boolean isMap() {
        return true;
    }

    @Override
    boolean canTake(Object value) {
        return true;
    }

    @Override
    boolean canSet(Object value) {
        return codec.isRefilled(value);
    }

    @Override
    public int size(Object value) {
        return ((Map<?, ?>) value).size();
    }

    @Override
    public boolean changes(Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges found) {
        int i = 0;
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
            if (i == size
                    || !at.name(i).equals(key.held(entry.getKey()))
                    || !each.find(entry.getValue(), i, at.column(i), bits, references, found)) {
                return false;
            }
            i++;
        }
        return i == size;
    }

    @Override
    @SuppressWarnings("unchecked") // values that each is an object of their class
    public boolean set(Object value, int size, ItemSlots at, long[] bits, Object[] references) {
        int i = 0;
        for (Map.Entry<?, Object> entry : ((Map<?, Object>) value).entrySet()) {
            Object there = entry.getKey();
            if (key.read(there, 0, at.name(i)) != there) {
                return false;
            }
            Object former = entry.getValue();
            int column = at.column(i++);
            Object read = each.read(former, bits[column], references[column]);
            if (read == BoxedItem.NO_FIT) {
                return false;
            }
            if (read != former) {
                entry.setValue(read);
            }
        }
        return true;
    }
}
