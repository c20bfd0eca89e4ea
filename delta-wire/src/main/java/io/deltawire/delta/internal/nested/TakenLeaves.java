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

/** The leaves of a message whose values have been taken to {@link Columns} from an object and what is inside of it. */
public final class TakenLeaves {
    private final Columns in;
    private final WireLimits limits;

    /** What one field's items differ in. */
    final ItemChanges items = new ItemChanges();

    /** The leaves whose values have been taken, or that the message may have taken away. */
    public int[] leaves = new int[64];

    public int count;

    /** Fields of objects inside whose tokens are to be given. */
    public final InnerValues values = new InnerValues();

    /** @param in where the values go to */
    public TakenLeaves(Columns in, WireLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Takes a number or boolean that is an object, where its tokens have made the record what they make of such a one; else false. */
    public boolean takeBox(Object value, RecordState record, int leaf) {
        byte held = leaf < record.leaves() ? record.kind(leaf) : Kind.ABSENT;
        if (value instanceof Double number && LeafBinding.fits(ColumnKind.FLOAT64, held)) {
            in.set(leaf, Kind.F64, Double.doubleToRawLongBits(number), null);
        } else if ((value instanceof Long || value instanceof Integer) && held == Kind.INT) {
            in.set(leaf, Kind.INT, ((Number) value).longValue(), null);
        } else if (value instanceof Boolean bool && held == Kind.BOOL) {
            in.set(leaf, Kind.BOOL, bool ? 1 : 0, null);
        } else if (value instanceof BigDecimal number && held == Kind.DECIMAL && isShort(number)) {
            in.set(leaf, Kind.DECIMAL, DecimalText.unscaled(number), number);
        } else {
            return false;
        }
        add(leaf);
        return true;
    }

    /** Whether a decimal is taken without its tokens. */
    boolean isShort(BigDecimal value) {
        return DecimalValue.isShort(value, limits);
    }

    public void addAll(int[] all) {
        for (int leaf : all) {
            add(leaf);
        }
    }

    public void add(int leaf) {
        if (count == leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * count);
        }
        leaves[count++] = leaf;
    }

    /** Has the tokens of a field of an object inside be given, when all else has been taken. */
    void takeValue(FieldColumns columns, Object object, int field, Node node, Object place) {
        values.add(columns, object, field, node, place);
        add(node.leaf);
    }

    /** Takes note of what a record has been made, of which nothing but tokens can tell. */
    public void keepValues(RecordState record) {
        values.keep(record);
    }

    /** The number of values inside whose tokens are to be given. */
    public int valueCount() {
        return values.count();
    }

    /** Takes back all but the first values by tokens. */
    public void keepFirstValues(int first) {
        values.keepFirst(first);
    }

    /** Has it be as if what was taken after so many leaves, and so many values by tokens, had not been. */
    public void goBack(int leavesBefore, int valuesBefore) {
        count = leavesBefore;
        values.keepFirst(valuesBefore);
    }

    /** Takes what a field of some columns has now. */
    void takeField(FieldColumns columns, ColumnKind kind, Object object, int field, int leaf) {
        if (kind.isReference()) {
            LeafBinding.take(kind, 0, columns.reference(object, field), leaf, in);
        } else {
            LeafBinding.take(kind, columns.bits(object, field), null, leaf, in);
        }
        taken(leaf);
    }

    /** Takes a value that is held as 64 bits, or as a reference. */
    void takeItem(ColumnKind kind, long bits, Object reference, int leaf) {
        LeafBinding.take(kind, bits, reference, leaf, in);
        taken(leaf);
    }

    /** Takes what stands for nothing: null, or a list or map that is empty; false where there is no leaf for it. */
    boolean takeNothing(byte kind, int leaf) {
        if (leaf < 0) {
            return false;
        }
        in.set(leaf, kind, 0, null);
        add(leaf);
        return true;
    }

    private void taken(int leaf) {
        if (in.ref[leaf] instanceof String text && in.kindOf(leaf) == Kind.TEXT) {
            TextLimit.check(text, limits);
        }
        add(leaf);
    }
}
