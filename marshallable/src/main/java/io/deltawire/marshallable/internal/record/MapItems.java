package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.marshallable.internal.schema.ContainerSnapshots;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemSlots;
import java.util.Map;

/** The values of a map as columns. They are scalars, and the keys are text or enum constants. */
final class MapItems extends ScalarItems {
    private final MapCodec codec;
    private final ItemConverter keyConverter;
    private final ItemConverter valueConverter;

    private MapItems(MapCodec codec, ItemConverter keyConverter, ItemConverter valueConverter) {
        super(valueConverter.kind());
        this.codec = codec;
        this.keyConverter = keyConverter;
        this.valueConverter = valueConverter;
    }

    /**
     * Returns the items of a map with this codec; {@link ScalarItems#NONE} unless values are scalars and keys are
     * names.
     */
    static ScalarItems forCodec(MapCodec codec) {
        ItemConverter keyConverter = ItemConverter.forCodec(codec.key());
        ItemConverter valueConverter = ItemConverter.forCodec(codec.value());
        boolean isNamed = keyConverter != null && keyConverter.kind() == ColumnKind.TEXT;
        return isNamed && valueConverter != null ? new MapItems(codec, keyConverter, valueConverter) : NONE;
    }

    @Override
    public boolean isMap() {
        return true;
    }

    @Override
    boolean canCompare(Object value) {
        return ContainerSnapshots.isUnshared((Map<?, ?>) value);
    }

    @Override
    boolean canSet(Object value) {
        return codec.canRefill(value);
    }

    @Override
    public int size(Object value) {
        return ((Map<?, ?>) value).size();
    }

    @Override
    public boolean changes(
            Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges changes) {
        int i = 0;
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
            if (i == size
                    || !at.name(i).equals(keyConverter.toColumn(entry.getKey()))
                    || !valueConverter.addIfChanged(entry.getValue(), i, at.column(i), bits, references, changes)) {
                return false;
            }
            i++;
        }
        return i == size;
    }

    @Override
    @SuppressWarnings("unchecked") // the codec's value class fits the values
    public boolean set(Object value, int size, ItemSlots at, long[] bits, Object[] references) {
        int i = 0;
        for (Map.Entry<?, Object> entry : ((Map<?, Object>) value).entrySet()) {
            Object entryKey = entry.getKey();
            if (keyConverter.fromColumn(entryKey, 0, at.name(i)) != entryKey) {
                return false;
            }
            Object former = entry.getValue();
            int column = at.column(i++);
            Object read = valueConverter.fromColumn(former, bits[column], references[column]);
            if (read == ItemConverter.MISMATCH) {
                return false;
            }
            if (read != former) {
                entry.setValue(read);
            }
        }
        return true;
    }
}
