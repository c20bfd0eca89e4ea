package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.codec.LeafBinding;
import io.deltawire.delta.internal.state.Node;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.value.DecimalValue;
import io.deltawire.delta.internal.value.Kind;
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
public final class TakenLeaves {
    private final Columns target;
    private final WireLimits limits;

    /** Scratch: the changed items of one field. */
    final ItemChanges items = new ItemChanges();

    /** The collected leaves. Leaves that the message may clear are included. */
    public int[] leaves = new int[64];

    public int count;

    /** The queue of nested fields to write by tokens. */
    public final InnerValues values = new InnerValues();

    /** @param target the target of the values */
    public TakenLeaves(Columns target, WireLimits limits) {
        this.target = target;
        this.limits = limits;
    }

    /**
     * Collects a boxed number, boxed boolean or decimal if the record has the kind that its tokens would make; else
     * returns false.
     */
    public boolean takeBox(Object value, RecordState record, int leaf) {
        byte recordKind = leaf < record.leaves() ? record.kind(leaf) : Kind.ABSENT;
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
        return DecimalValue.isShort(value, limits);
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
    void queueField(FieldColumns columns, Object object, int field, Node node, Object place) {
        values.add(columns, object, field, node, place);
        add(node.leaf);
    }

    /** Caches the values written by tokens in the view of the updated record. */
    public void keepValues(RecordState record) {
        values.storeAndClear(record);
    }

    /** Returns the number of queued fields. */
    public int valueCount() {
        return values.count();
    }

    /** Removes all but the first queued fields. */
    public void keepFirstValues(int first) {
        values.truncate(first);
    }

    /** Rolls back to a former number of leaves and of queued fields. */
    public void goBack(int leavesBefore, int valuesBefore) {
        count = leavesBefore;
        values.truncate(valuesBefore);
    }

    /** Collects the value of a field. */
    void collectField(FieldColumns columns, ColumnKind kind, Object object, int field, int leaf) {
        if (kind.isReference()) {
            LeafBinding.take(kind, 0, columns.reference(object, field), leaf, target);
        } else {
            LeafBinding.take(kind, columns.bits(object, field), null, leaf, target);
        }
        addChecked(leaf);
    }

    /** Collects a value that is held as 64 bits, or as a reference. */
    void collectItem(ColumnKind kind, long bits, Object reference, int leaf) {
        LeafBinding.take(kind, bits, reference, leaf, target);
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
        if (target.ref[leaf] instanceof String text && target.kindOf(leaf) == Kind.TEXT) {
            TextLimit.check(text, limits);
        }
        add(leaf);
    }
}
