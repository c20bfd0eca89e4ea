package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.nested.FieldContent;
import io.deltawire.delta.internal.nested.ItemLeaves;
import io.deltawire.delta.internal.nested.LeafChanges;
import io.deltawire.delta.internal.nested.NestedReadContext;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemColumns;
import java.util.Objects;

/**
 * A field of an {@link ObjectLayout} that holds scalars of one kind, in an array, collection or map. Its items own
 * their leaves. The last comparison stays here, since transitions read the new values from it.
 */
final class LayoutScalars extends LayoutField implements LeafOwner {
    private final ItemLeaves items;
    private final ItemColumns columns;
    private final ColumnKind kind;
    /** The class of the array, collection or map. */
    private final Class<?> containerClass;

    private final int size;

    /**
     * The items that the last comparison found to differ. It has all items if some are predicted, or new to the record.
     */
    private final ItemChanges found = new ItemChanges();

    LayoutScalars(LayoutNode object, int ordinal, ItemLeaves items, FieldContent content) {
        super(object, ordinal, items.field(), leafBits(items, content.size()));
        this.items = items;
        this.columns = items.columns();
        this.kind = columns.kind();
        this.containerClass = content.valueClass();
        this.size = content.size();
    }

    private static long leafBits(ItemLeaves items, int size) {
        long all = 0;
        for (int i = 0; i < size; i++) {
            all |= 1L << items.slots().column(i);
        }
        return all;
    }

    @Override
    boolean compare(RecordState record, Object value, LeafChanges into) {
        if (value == null || value.getClass() != containerClass || node.isWhole() || columns.size(value) != size) {
            return false;
        }
        boolean isAll = ((record.type().predictedMask() | into.added()) & valueLeaves) != 0;
        found.reset(isAll);
        if (!columns.changes(value, size, items.slots(), record.rawColumns(), record.refColumns(), found)) {
            return false;
        }
        for (int i = 0; i < found.count(); i++) {
            int leaf = items.slots().column(found.item(i));
            if (!isAll && !kind.isReference() || differs(record, leaf, i)) { // a null always counts as changed
                if (kind == ColumnKind.VALUE) {
                    into.addBox(leaf, found.reference(i));
                } else if (kind.isReference()) {
                    into.addReference(leaf, found.reference(i));
                } else {
                    into.add(kind, leaf, found.bits(i));
                }
            }
        }
        return true;
    }

    @Override
    boolean set(RecordState record, Object value, long changed, NestedReadContext into) {
        return value != null
                && ownerColumns().itemColumns(value, ordinal, true) == columns
                && columns.size(value) == size
                && columns.set(value, size, items.slots(), record.rawColumns(), record.refColumns());
    }

    private boolean differs(RecordState record, int leaf, int index) {
        if (kind.isReference()) {
            return !Objects.equals(found.reference(index), record.refAt(leaf));
        }
        return record.rawAt(leaf) != LeafChanges.leafBits(kind, found.bits(index));
    }

    @Override
    public boolean fits(RecordState record, int leaf, int ordinal) {
        return items.fits(record, leaf);
    }

    @Override
    public long bits(Object message, int leaf) {
        return LeafChanges.leafBits(kind, found.bits(itemIndex(leaf)));
    }

    @Override
    public Object reference(Object message, int leaf) {
        return found.reference(itemIndex(leaf));
    }

    private int itemIndex(int leaf) {
        int index = 0;
        while (items.slots().column(found.item(index)) != leaf) {
            index++;
        }
        return index;
    }

    @Override
    long boxLeaves() {
        return kind == ColumnKind.VALUE ? valueLeaves : 0;
    }

    @Override
    void addKinds(ColumnKind[] leafKinds) {
        for (int i = 0; i < size; i++) {
            leafKinds[items.slots().column(i)] = LeafChanges.leafKind(kind);
        }
    }

    @Override
    void addOwners(LeafOwner[] owners, int[] ordinals, String[] names) {
        for (int i = 0; i < size; i++) {
            int leaf = items.slots().column(i);
            owners[leaf] = this;
            ordinals[leaf] = leaf;
        }
    }
}
