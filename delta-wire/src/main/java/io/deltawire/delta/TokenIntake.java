package io.deltawire.delta;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.DecimalText;
import io.deltawire.wire.spi.FieldColumns;
import io.deltawire.wire.spi.ItemChanges;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Takes to {@link Columns} what an object may differ from its record in, where some of its fields go by tokens: objects inside it,
 * lists of objects, and scalars in a row, by their own columns as far as these tell all, other fields by their tokens.
 */
final class TokenIntake {
    private final MessageIntake intake;
    private final Columns in;
    private final WireOut out;
    private final WireLimits limits;
    /** What one field's items differ in. */
    final ItemChanges items = new ItemChanges();

    /** The leaves whose values have been taken, or that the message may have taken away. */
    int[] leaves = new int[64];

    int count;

    /** Fields of objects inside whose tokens are to be given. */
    private final InnerValues values = new InnerValues();

    /** The fields whose tokens are to be given, for each part of the class. */
    private long[] byTokens = new long[1];

    /** @param out a writer that gives its tokens to the intake */
    TokenIntake(MessageIntake intake, Columns in, WireOut out, WireLimits limits) {
        this.intake = intake;
        this.in = in;
        this.out = out;
        this.limits = limits;
    }

    /**
     * Begins a message, and takes fields of it.
     *
     * @param found tells those that differ; the others are those that are predicted
     * @param isAll whether all fields are to be taken, of each of which every leaf
     * @return false where all of the message has to be given by its tokens: there is something new in it, or an error
     */
    boolean take(ColumnBinding binding, RecordState record, Object object, ColumnIntake found, boolean isAll) {
        count = 0;
        values.keepFirst(0);
        in.message++;
        try {
            if (binding.typeLeaf >= 0) {
                binding.takeType(in);
                add(binding.typeLeaf);
            }
            FieldPart[] parts = binding.tokenFields.predicted(binding.state);
            byTokens = byTokens.length < parts.length ? new long[parts.length] : byTokens;
            long left = 0;
            for (FieldPart part : parts) {
                long fields = isAll ? part.all : found.changed(part.number) | part.predicted;
                byTokens[part.number] = takeColumns(binding, part, record, object, fields, isAll);
                left |= byTokens[part.number];
            }
            return left == 0 && values.count() == 0 || takeTokens(binding, object);
        } catch (WireDataException e) {
            return false; // all tokens tell the place
        }
    }

    /** Takes what columns have of some fields, and returns the others. */
    private long takeColumns(
            ColumnBinding binding, FieldPart part, RecordState record, Object object, long fields, boolean isAll) {
        long others = 0;
        for (long todo = fields; todo != 0; todo &= todo - 1) {
            int field = part.first + Long.numberOfTrailingZeros(todo);
            ColumnKind kind = binding.kinds[field];
            if (!kind.isByTokens()) {
                int leaf = binding.tokenFields.leaf(field);
                binding.take(object, field, leaf, in);
                add(leaf);
            } else if (kind == ColumnKind.VALUE) {
                Object value = binding.columns.reference(object, field);
                others |= takeBox(value, record, binding.tokenFields.leaf(field)) ? 0 : 1L << field;
            } else if (!takeInner(binding, record, object, field, isAll)) {
                others |= 1L << field;
            }
        }
        return others;
    }

    /** Takes a number or boolean that is an object, where its tokens have made the record what they make of such a one; else false. */
    boolean takeBox(Object value, RecordState record, int leaf) {
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

    private boolean takeTokens(ColumnBinding binding, Object object) {
        TokenFields of = binding.tokenFields;
        boolean isTaken = false;
        try {
            intake.beginFields(binding.type, of.node(0).parent);
            for (FieldPart part : of.parts) {
                for (long todo = byTokens[part.number]; todo != 0; todo &= todo - 1) {
                    if (!takeTokens(binding, object, part.first + Long.numberOfTrailingZeros(todo))) {
                        return false; // code written by hand has written something else than a value
                    }
                }
            }
            isTaken = values.write(intake, out) && intake.endFields();
        } finally {
            if (!isTaken) {
                intake.rollback();
            }
        }
        return isTaken;
    }

    private boolean takeTokens(ColumnBinding binding, Object object, int field) {
        intake.beginField(binding.tokenFields.node(field));
        binding.columns.write(object, field, out);
        if (!intake.endField()) {
            return false;
        }
        addAll(binding.tokenFields.leaves(field));
        return true;
    }

    private void addAll(int[] all) {
        for (int leaf : all) {
            add(leaf);
        }
    }

    private void add(int leaf) {
        if (count == leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * count);
        }
        leaves[count++] = leaf;
    }

    /**
     * Takes what has changed in what a field holds, or all of it where it is made in another way than what is there in the record that it is
     * compared with; false where that is to be found by its tokens, which then give all that has been taken again.
     */
    private boolean takeInner(ColumnBinding binding, RecordState record, Object object, int field, boolean isAll) {
        TokenFields of = binding.tokenFields;
        Object value = binding.columns.reference(object, field);
        int before = count;
        int valuesBefore = values.count();
        Held held = isAll ? null : of.held(record, value, field, false);
        boolean isTaken;
        if (held != null && !held.leaves.isMorePredicted(record.type, held)) {
            isTaken = held.leaves.take(record, value, held, this);
        } else {
            isTaken = of.inner(field).takeAll(binding.columns, record, value, this);
            count = before;
            if (isTaken) {
                addAll(of.leaves(field)); // those without a value as well, which the record may have
            }
        }
        if (!isTaken) {
            values.keepFirst(valuesBefore);
        }
        return isTaken;
    }

    /** Has the tokens of a field of an object inside be given, when all else has been taken. */
    void takeValue(FieldColumns columns, Object object, int field, Node node, ObjectPlace place) {
        values.add(columns, object, field, node, place);
        add(node.leaf);
    }

    /** Takes note of what a record has been made, of which nothing but tokens can tell. */
    void keepValues(RecordState record) {
        values.keep(record);
    }

    /** The number of values inside whose tokens are to be given. */
    int valueCount() {
        return values.count();
    }

    /** Has it be as if what was taken after so many leaves, and so many values by tokens, had not been. */
    void goBack(int leavesBefore, int valuesBefore) {
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
