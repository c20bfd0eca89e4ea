package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.codec.LeafUpdate;
import io.deltawire.delta.internal.codec.ListEdits;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.object.ItemColumns;
import io.deltawire.wire.spi.object.ItemSlots;
import java.math.BigDecimal;
import java.util.Arrays;

/** The scalars of one kind in an array or collection, or the values of a map: as many leaves in any places. */
public final class ItemLeaves extends InnerLeaves {
    public final ItemColumns columns;
    private final ColumnKind kind;
    private final Node[] nodes;
    public final ItemSlots places;

    /** The items that are predicted, where {@link #predictedLeaves} are. */
    private int[] predicted = {};

    private int[] predictedLeaves = {};

    private ItemLeaves(Node field, ItemColumns columns, Node[] nodes) {
        super(field, !columns.isMap());
        this.columns = columns;
        this.kind = columns.kind();
        this.nodes = nodes;
        int[] leaves = new int[nodes.length];
        String[] names = new String[isList ? 0 : nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            leaves[i] = nodes[i].leaf;
            if (!isList) {
                names[i] = nodes[i].name;
            }
        }
        this.places = new ItemSlots(leaves, names);
    }

    /** Those of a field as its type is now; those with names that a record has. */
    static ItemLeaves of(Node field, ItemColumns columns, RecordState record) {
        if (!columns.isMap()) {
            return new ItemLeaves(field, columns, Arrays.copyOf(field.items, field.itemCount));
        }
        Node[] there = new Node[field.size];
        int count = 0;
        for (int i = 0; i < field.size; i++) {
            Node child = field.children[i];
            if (child.kind == Op.NODE_FIELD && hasLeaf(record, child)) {
                there[count++] = child;
            }
        }
        return new ItemLeaves(field, columns, Arrays.copyOf(there, count));
    }

    @Override
    boolean isStill(RecordState record, Object value, Held held, boolean isToBeSet) {
        return columns.size(value) == held.size;
    }

    @Override
    boolean isIn(RecordState record, Object value, Held held, boolean isToBeSet) {
        held.size = columns.size(value);
        int size = held.size;
        if (size > nodes.length || !isList && size != nodes.length || !isOnly(record, size)) {
            return false;
        }
        int count = 0;
        for (int i = 0; i < field.size; i++) {
            Node child = field.children[i];
            if (isMarked(record, child) || record.hasContent(child)) {
                if (count == size || child != nodes[count] || !isPlain(record, child)) {
                    return false;
                }
                count++;
            }
        }
        return count == size;
    }

    /** Whether the field has no value of its own, but for that which is empty. */
    private boolean isOnly(RecordState record, int size) {
        return size > 0
                ? !isMarked(record, field)
                : isOnly(record, field, isList ? Kind.EMPTY_LIST : Kind.EMPTY_OBJECT);
    }

    private boolean isPlain(RecordState record, Node child) {
        return hasLeaf(record, child)
                && fits(record, child.leaf)
                && (child.type == null || !hasLeaf(record, child.type))
                && !record.hasContent(child);
    }

    /** Whether a leaf holds an item as the columns do. */
    public boolean fits(RecordState record, int leaf) {
        byte held = record.kind(leaf);
        if (kind == ColumnKind.VALUE) {
            return held == Kind.DECIMAL || held == Kind.NULL;
        }
        return held == Kind.TIME
                ? kind == ColumnKind.TEXT && record.ref[leaf] instanceof String
                : LeafBinding.fits(kind, held);
    }

    @Override
    boolean find(RecordState record, Object value, Held held, LeafUpdate into) {
        int size = held.size;
        ItemChanges found = into.items;
        found.reset(false);
        if (columns.size(value) != size
                || !columns.changes(value, size, places, record.raw, record.ref, found)
                || isList && found.count() >= ListEdits.MIN_CHANGED) {
            return false;
        }
        for (int i = 0; i < found.count(); i++) {
            int leaf = places.column(found.item(i));
            boolean isAdded = switch (kind) {
                case TEXT -> into.addReference(found.reference(i), record, leaf);
                case VALUE -> into.addBox(found.reference(i), record, leaf);
                default -> into.addBits(kind, found.bits(i), record, leaf);
            };
            if (!isAdded) {
                return false;
            }
        }
        return addPredicted(record, size, into);
    }

    /** Adds what is predicted and has not been found. */
    private boolean addPredicted(RecordState record, int size, LeafUpdate into) {
        ItemChanges found = into.items;
        int at = 0;
        for (int item : predicted(record.type)) {
            while (at < found.count() && found.item(at) < item) {
                at++;
            }
            boolean isFound = at < found.count() && found.item(at) == item;
            if (item < size && !isFound && !into.addUnchanged(record, places.column(item))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean take(RecordState record, Object value, Held held, TakenLeaves into) {
        ItemChanges found = into.items;
        found.reset(predicted(record.type).length > 0);
        if (!columns.changes(value, held.size, places, record.raw, record.ref, found)) {
            return false;
        }
        return isList && !found.isAll() && found.count() >= ListEdits.MIN_CHANGED
                ? takeAll(record, value, into)
                : take(found, into);
    }

    @Override
    boolean takeAll(RecordState record, Object value, TakenLeaves into) {
        int size = columns.size(value);
        if (size == 0) {
            return into.takeNothing(isList ? Kind.EMPTY_LIST : Kind.EMPTY_OBJECT, field.leaf);
        }
        if (!hasLeaves(size)) {
            return false;
        }
        record.grow();
        ItemChanges found = into.items;
        found.reset(true);
        return columns.changes(value, size, places, record.raw, record.ref, found) && take(found, into);
    }

    /** Whether these are all the items that the type's lists have had there. */
    boolean isOfAll() {
        return nodes.length == field.itemCount;
    }

    /** Whether there is a leaf for each of so many items. */
    private boolean hasLeaves(int size) {
        if (isList ? size > nodes.length : size != nodes.length) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (nodes[i].leaf < 0 || places.column(i) != nodes[i].leaf) {
                return false;
            }
        }
        return true;
    }

    private boolean take(ItemChanges found, TakenLeaves into) {
        if (kind == ColumnKind.VALUE && !areShort(found, into)) {
            return false;
        }
        for (int i = 0; i < found.count(); i++) {
            into.takeItem(kind, found.bits(i), found.reference(i), places.column(found.item(i)));
        }
        return true;
    }

    private static boolean areShort(ItemChanges found, TakenLeaves into) {
        for (int i = 0; i < found.count(); i++) {
            if (found.reference(i) instanceof BigDecimal number && !into.isShort(number)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean set(RecordState record, Object value, Held held, InnerSetter into) {
        return columns.set(value, held.size, places, record.raw, record.ref);
    }

    @Override
    int countPredicted(TypeState type, Held held) {
        int count = 0;
        for (int item : predicted(type)) {
            count += item < held.size ? 1 : 0;
        }
        return count;
    }

    /** The items that are not predicted to stay as they are. */
    private int[] predicted(TypeState type) {
        if (predictedLeaves != type.predicted) {
            predictedLeaves = type.predicted;
            int[] items = new int[nodes.length];
            int count = 0;
            for (int i = 0; i < nodes.length; i++) {
                int leaf = nodes[i].leaf;
                items[count] = i;
                count += leaf >= 0 && Arrays.binarySearch(predictedLeaves, leaf) >= 0 ? 1 : 0;
            }
            predicted = Arrays.copyOf(items, count);
        }
        return predicted;
    }
}
