package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.codec.ListEdits;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.ItemSlots;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The leaves of scalars of one kind: items of an array or collection, or values of a map. They may have any leaf
 * indexes.
 */
public final class ItemLeaves extends NestedLeaves {
    private final ItemColumns columns;
    private final ColumnKind kind;
    private final SchemaNode[] nodes;
    private final ItemSlots slots;

    /** The indexes of predicted items, as computed from {@link #predictedLeaves}. */
    private int[] predictedItems = {};

    private int[] predictedLeaves = {};

    private ItemLeaves(SchemaNode field, ItemColumns columns, SchemaNode[] nodes) {
        super(field, !columns.isMap());
        this.columns = columns;
        this.kind = columns.kind();
        this.nodes = nodes;
        int[] leaves = new int[nodes.length];
        String[] names = new String[isList() ? 0 : nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            leaves[i] = nodes[i].leaf();
            if (!isList()) {
                names[i] = nodes[i].name();
            }
        }
        this.slots = new ItemSlots(leaves, names);
    }

    public ItemColumns columns() {
        return columns;
    }

    /** Returns where the items are in a record. */
    public ItemSlots slots() {
        return slots;
    }

    /** Creates the leaves of a list from the type's present items, or of a map from the names that a record has. */
    static ItemLeaves create(SchemaNode field, ItemColumns columns, RecordState record) {
        if (!columns.isMap()) {
            return new ItemLeaves(field, columns, field.items());
        }
        SchemaNode[] present = new SchemaNode[field.childCount()];
        int count = 0;
        for (int i = 0; i < field.childCount(); i++) {
            SchemaNode child = field.child(i);
            if (child.kind() == Op.NODE_FIELD && hasLeaf(record, child)) {
                present[count++] = child;
            }
        }
        return new ItemLeaves(field, columns, Arrays.copyOf(present, count));
    }

    @Override
    boolean matchesContent(RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        return columns.size(value) == content.size();
    }

    @Override
    boolean locate(RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        content.setSize(columns.size(value));
        int size = content.size();
        if (size > nodes.length || !isList() && size != nodes.length || !hasNoOwnValue(record, size)) {
            return false;
        }
        int count = 0;
        for (int i = 0; i < field().childCount(); i++) {
            SchemaNode child = field().child(i);
            if (hasOwnValue(record, child) || record.hasContent(child)) {
                if (count == size || child != nodes[count] || !isSingleScalar(record, child)) {
                    return false;
                }
                count++;
            }
        }
        return count == size;
    }

    /** Whether the field's own node has no value, or the marker for empty if the size is 0. */
    private boolean hasNoOwnValue(RecordState record, int size) {
        return size > 0
                ? !hasOwnValue(record, field())
                : hasOnlyMarker(record, field(), isList() ? Kind.EMPTY_LIST : Kind.EMPTY_OBJECT);
    }

    private boolean isSingleScalar(RecordState record, SchemaNode child) {
        return hasLeaf(record, child)
                && fits(record, child.leaf())
                && (child.typeNode() == null || !hasLeaf(record, child.typeNode()))
                && !record.hasContent(child);
    }

    /** Whether a leaf's value in a record has the kind of the items. */
    public boolean fits(RecordState record, int leaf) {
        byte recordKind = record.kind(leaf);
        if (kind == ColumnKind.VALUE) {
            return recordKind == Kind.DECIMAL || recordKind == Kind.NULL;
        }
        return recordKind == Kind.TIME
                ? kind == ColumnKind.TEXT && record.refAt(leaf) instanceof String
                : LeafBinding.fits(kind, recordKind);
    }

    @Override
    public boolean collectChanges(RecordState record, Object value, FieldContent content, CollectedLeaves into) {
        ItemChanges found = into.items();
        found.reset(updatePredicted(record.type()).length > 0);
        if (!columns.changes(value, content.size(), slots, record.rawColumns(), record.refColumns(), found)) {
            return false;
        }
        return isList() && !found.isAll() && found.count() >= ListEdits.MIN_CHANGED
                ? collectAll(record, value, into)
                : collectItems(found, into);
    }

    @Override
    boolean collectAll(RecordState record, Object value, CollectedLeaves into) {
        int size = columns.size(value);
        if (size == 0) {
            return into.collectMarker(isList() ? Kind.EMPTY_LIST : Kind.EMPTY_OBJECT, field().leaf());
        }
        if (!hasLeaves(size)) {
            return false;
        }
        record.grow();
        ItemChanges found = into.items();
        found.reset(true);
        return columns.changes(value, size, slots, record.rawColumns(), record.refColumns(), found)
                && collectItems(found, into);
    }

    /** Whether the type has had no longer list here since this was made. */
    boolean coversAllItems() {
        return nodes.length == field().itemCount();
    }

    /** Whether each of the first items has a leaf. */
    private boolean hasLeaves(int size) {
        if (isList() ? size > nodes.length : size != nodes.length) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (nodes[i].leaf() < 0 || slots.column(i) != nodes[i].leaf()) {
                return false;
            }
        }
        return true;
    }

    private boolean collectItems(ItemChanges found, CollectedLeaves into) {
        if (kind == ColumnKind.VALUE && !areShort(found, into)) {
            return false;
        }
        for (int i = 0; i < found.count(); i++) {
            into.collectItem(kind, found.bits(i), found.reference(i), slots.column(found.item(i)));
        }
        return true;
    }

    private static boolean areShort(ItemChanges found, CollectedLeaves into) {
        for (int i = 0; i < found.count(); i++) {
            if (found.reference(i) instanceof BigDecimal number && !into.isShort(number)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean set(RecordState record, Object value, FieldContent content, NestedReadContext into) {
        return columns.set(value, content.size(), slots, record.rawColumns(), record.refColumns());
    }

    @Override
    int countPredicted(TypeState type, FieldContent content) {
        int count = 0;
        for (int item : updatePredicted(type)) {
            count += item < content.size() ? 1 : 0;
        }
        return count;
    }

    /** Returns the indexes of predicted items. */
    private int[] updatePredicted(TypeState type) {
        if (predictedLeaves != type.predictedLeaves()) {
            predictedLeaves = type.predictedLeaves();
            int[] items = new int[nodes.length];
            int count = 0;
            for (int i = 0; i < nodes.length; i++) {
                int leaf = nodes[i].leaf();
                items[count] = i;
                count += leaf >= 0 && Arrays.binarySearch(predictedLeaves, leaf) >= 0 ? 1 : 0;
            }
            predictedItems = Arrays.copyOf(items, count);
        }
        return predictedItems;
    }
}
