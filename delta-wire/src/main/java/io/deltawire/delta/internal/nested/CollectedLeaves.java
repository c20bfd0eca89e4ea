package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.delta.internal.value.ShortDecimal;
import io.deltawire.delta.internal.value.TextLimit;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.ItemChanges;
import io.deltawire.wire.spi.text.DecimalText;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The leaves of a message whose values have been collected from an object and its nested objects. The values go to
 * {@link Columns}, the leaf indexes stay here. Nested fields that need tokens are queued for later. A caller can roll
 * back to a former count.
 */
public final class CollectedLeaves {
    private final Columns target;
    private final WireLimits limits;

    /** Scratch: the changed items of one field. */
    private final ItemChanges items = new ItemChanges();

    /** The collected leaves. Leaves that the message may clear are included. */
    private int[] leaves = new int[64];

    private int count;

    /** The queue of nested fields to write by tokens. */
    private final NestedTokenFields tokenFields = new NestedTokenFields();

    /** @param target the target of the values */
    public CollectedLeaves(Columns target, WireLimits limits) {
        this.target = target;
        this.limits = limits;
    }

    /** Returns scratch for the changed items of one field. */
    ItemChanges items() {
        return items;
    }

    /** Returns the collected leaves, as many as {@link #count()}. Leaves that the message may clear are included. */
    public int[] leaves() {
        return leaves;
    }

    public int count() {
        return count;
    }

    /** Returns the queue of nested fields to write by tokens. */
    public NestedTokenFields tokenFields() {
        return tokenFields;
    }

    /**
     * Collects a boxed number, boxed boolean or decimal if the record has the kind that its tokens would make; else
     * returns false.
     */
    public boolean collectBox(Object value, RecordState record, int leaf) {
        byte recordKind = leaf < record.capacity() ? record.kind(leaf) : Kind.ABSENT;
        if (value instanceof Double number && LeafBinding.fits(ColumnKind.FLOAT64, recordKind)) {
            target.set(leaf, Kind.F64, Double.doubleToRawLongBits(number), null);
        } else if ((value instanceof Long || value instanceof Integer) && recordKind == Kind.INT) {
            target.set(leaf, Kind.INT, ((Number) value).longValue(), null);
        } else if (value instanceof Boolean bool && recordKind == Kind.BOOL) {
            target.set(leaf, Kind.BOOL, bool ? 1 : 0, null);
        } else if (value instanceof BigDecimal number && recordKind == Kind.DECIMAL && isShort(number)) {
            target.set(leaf, Kind.DECIMAL, DecimalText.unscaled(number), number);
        } else {
            return false;
        }
        add(leaf);
        return true;
    }

    /** Whether a decimal is short enough to be collected without tokens. */
    boolean isShort(BigDecimal value) {
        return ShortDecimal.isShort(value, limits);
    }

    public void addAll(int[] others) {
        for (int leaf : others) {
            add(leaf);
        }
    }

    public void add(int leaf) {
        if (count == leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * count);
        }
        leaves[count++] = leaf;
    }

    /** Queues a nested field to be written by tokens after all other values. */
    void queueField(FieldColumns columns, Object object, int field, SchemaNode node, Object place) {
        tokenFields.add(columns, object, field, node, place);
        add(node.leaf());
    }

    /** Caches the values written by tokens in the view of the updated record. */
    public void storeQueued(RecordState record) {
        tokenFields.storeAndClear(record);
    }

    /** Returns the number of queued fields. */
    public int queuedCount() {
        return tokenFields.count();
    }

    /** Removes all but the first queued fields. */
    public void truncateQueue(int first) {
        tokenFields.truncate(first);
    }

    /** Rolls back to a former number of leaves and of queued fields. */
    public void rollBack(int leavesBefore, int valuesBefore) {
        count = leavesBefore;
        tokenFields.truncate(valuesBefore);
    }

    /** Rolls back to a former number of leaves. Queued fields stay. */
    public void truncate(int leavesBefore) {
        count = leavesBefore;
    }

    /** Collects the value of a field. */
    void collectField(FieldColumns columns, ColumnKind kind, Object object, int field, int leaf) {
        if (kind.isReference()) {
            LeafBinding.copyValue(kind, 0, columns.reference(object, field), leaf, target);
        } else {
            LeafBinding.copyValue(kind, columns.bits(object, field), null, leaf, target);
        }
        addChecked(leaf);
    }

    /** Collects a value that is held as 64 bits, or as a reference. */
    void collectItem(ColumnKind kind, long bits, Object reference, int leaf) {
        LeafBinding.copyValue(kind, bits, reference, leaf, target);
        addChecked(leaf);
    }

    /** Collects a marker for null or an empty list or map. Returns false if there is no leaf for it. */
    boolean collectMarker(byte kind, int leaf) {
        if (leaf < 0) {
            return false;
        }
        target.set(leaf, kind, 0, null);
        add(leaf);
        return true;
    }

    private void addChecked(int leaf) {
        if (target.refAt(leaf) instanceof String text && target.kindOf(leaf) == Kind.TEXT) {
            TextLimit.check(text, limits);
        }
        add(leaf);
    }
}
