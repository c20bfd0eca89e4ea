package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.internal.codec.CollectionCodec;
import io.deltawire.marshallable.internal.codec.MapCodec;
import io.deltawire.marshallable.internal.codec.PrimitiveArrayCodec;
import io.deltawire.marshallable.internal.codec.ValueCodec;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.ItemSlots;

/**
 * The items of a field that holds scalars of one kind, as the declared type determines. Subclasses differ in the
 * container.
 */
abstract class ScalarItems implements ItemColumns {
    /** Stands for a field that holds anything else. */
    static final ScalarItems NONE = new ScalarItems(null) {
        @Override
        boolean canCompare(Object value) {
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
                Object value, int size, ItemSlots at, long[] bits, Object[] references, ItemChanges changes) {
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

    static ScalarItems forCodec(ValueCodec codec) {
        if (codec instanceof PrimitiveArrayCodec array) {
            return ArrayItems.of(array.type());
        }
        if (codec instanceof CollectionCodec collection) {
            return CollectionItems.forCodec(collection);
        }
        return codec instanceof MapCodec map ? MapItems.forCodec(map) : NONE;
    }

    @Override
    public final ColumnKind kind() {
        return kind;
    }

    @Override
    public boolean isMap() {
        return false;
    }

    /** Whether a value is written as just its items, with no type name. */
    abstract boolean canCompare(Object value);

    /** Whether the items of a value can be set in it, as reading its tokens would fill it again. */
    abstract boolean canSet(Object value);
}
