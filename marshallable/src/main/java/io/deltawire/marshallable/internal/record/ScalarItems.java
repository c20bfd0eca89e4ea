package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.CollectionCodec;
import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.marshallable.internal.codec.PrimitiveArrayCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.ItemSlots;

/** The items of a field that are scalars of one kind, as far as the declared type tells that. */
abstract class ScalarItems implements ItemColumns {
    /** Of a field that holds something else. */
    static final ScalarItems NONE = new ScalarItems(null) {
        @Override
        boolean canTake(Object value) {
            return false;
        }

        @Override
        boolean canSet(Object value) {
            return false;
        }

        @Override
        public int size(Object value) {
            return 0;
        }

        @Override
        public boolean changes(
                Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges found) {
            return false;
        }

        @Override
        public boolean set(Object value, int size, ItemSlots at, long[] bits, Object[] references) {
            return false;
        }
    };

    private final ColumnKind kind;

    ScalarItems(ColumnKind kind) {
        this.kind = kind;
    }

    static ScalarItems of(ValueCodec codec) {
        if (codec instanceof PrimitiveArrayCodec array) {
            return ArrayItems.of(array.type());
        }
        if (codec instanceof CollectionCodec collection) {
            return CollectionItems.of(collection);
        }
        return codec instanceof MapCodec map ? MapItems.of(map) : NONE;
    }

    @Override
    public final ColumnKind kind() {
        return kind;
    }

    @Override
    public boolean isMap() {
        return false;
    }

    /** Whether the tokens of a value are those of its items alone. */
    abstract boolean canTake(Object value);

    /** Whether the items of a value can be set, and to read it by its tokens would fill it again. */
    abstract boolean canSet(Object value);
}
