package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.Held;
import io.deltawire.delta.internal.nested.InnerSetter;
import io.deltawire.delta.internal.nested.ItemLeaves;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemColumns;
import java.util.Objects;

/** A field of one of the objects of an {@link Outline} that holds scalars of one kind: an array or collection, or a map. */
final class OutlineItems extends OutlineField implements OutlineOwner {
    private final ItemLeaves items;
    private final ItemColumns columns;
    private final ColumnKind kind;
    /** The class of what holds them. */
    private final Class<?> type;

    private final int size;

    /** What {@link #find} has found; all items where some are predicted, or new to the record. */
    private final ItemChanges found = new ItemChanges();

    OutlineItems(OutlineObject of, int ordinal, ItemLeaves items, Held held) {
        super(of, ordinal, items.field, leaves(items, held.size));
        this.items = items;
        this.columns = items.columns;
        this.kind = columns.kind();
        this.type = held.kind();
        this.size = held.size;
    }

    private static long leaves(ItemLeaves items, int size) {
        long all = 0;
        for (int i = 0; i < size; i++) {
            all |= 1L << items.places.column(i);
        }
        return all;
    }

    @Override
    boolean find(RecordState record, Object value, LeafChanges into) {
        if (value == null || value.getClass() != type || node.whole || columns.size(value) != size) {
            return false;
        }
        boolean isAll = ((record.type.predictedMask | into.come) & settable) != 0;
        found.reset(isAll);
        if (!columns.changes(value, size, items.places, record.raw, record.ref, found)) {
            return false;
        }
        for (int i = 0; i < found.count(); i++) {
            int leaf = items.places.column(found.item(i));
            if (!isAll && !kind.isReference() || differs(record, leaf, i)) { // a null is always found
                if (kind == ColumnKind.VALUE) {
                    into.addBox(leaf, found.reference(i));
                } else {
                    into.add(kind, leaf, found.bits(i));
                }
            }
        }
        return true;
    }

    @Override
    boolean set(RecordState record, Object value, long changed, InnerSetter into) {
        return value != null
                && columns().itemColumns(value, ordinal, true) == columns
                && columns.size(value) == size
                && columns.set(value, size, items.places, record.raw, record.ref);
    }

    private boolean differs(RecordState record, int leaf, int index) {
        if (kind.isReference()) {
            return !Objects.equals(found.reference(index), record.ref[leaf]);
        }
        return record.raw[leaf] != LeafChanges.bits(kind, found.bits(index));
    }

    @Override
    public boolean fits(RecordState record, int leaf, int ordinal) {
        return items.fits(record, leaf);
    }

    @Override
    public long bits(Object message, int leaf) {
        return LeafChanges.bits(kind, found.bits(index(leaf)));
    }

    @Override
    public Object reference(Object message, int leaf) {
        return found.reference(index(leaf));
    }

    private int index(int leaf) {
        int index = 0;
        while (items.places.column(found.item(index)) != leaf) {
            index++;
        }
        return index;
    }

    @Override
    long boxes() {
        return kind == ColumnKind.VALUE ? settable : 0;
    }

    @Override
    void addKinds(ColumnKind[] held) {
        for (int i = 0; i < size; i++) {
            held[items.places.column(i)] = LeafChanges.kind(kind);
        }
    }

    @Override
    void addTo(OutlineOwner[] owners, int[] ordinals, String[] names) {
        for (int i = 0; i < size; i++) {
            int leaf = items.places.column(i);
            owners[leaf] = this;
            ordinals[leaf] = leaf;
        }
    }
}
