package io.deltawire.delta.internal.object;

import io.deltawire.delta.internal.codec.Columns;
import io.deltawire.delta.internal.nested.Held;
import io.deltawire.delta.internal.nested.InnerValues;
import io.deltawire.delta.internal.nested.TakenLeaves;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.token.MessageIntake;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.ColumnKind;

/**
 * Takes to {@link Columns} what an object may differ from its record in, where some of its fields go by tokens: objects inside it,
 * lists of objects, and scalars in a row, by their own columns as far as these tell all, other fields by their tokens.
 */
public final class TokenIntake {
    private final MessageIntake intake;
    private final Columns in;
    private final WireOut out;

    /** What has been taken. */
    public final TakenLeaves taken;

    /** The fields whose tokens are to be given, for each part of the class. */
    private long[] byTokens = new long[1];

    /** @param out a writer that gives its tokens to the intake */
    public TokenIntake(MessageIntake intake, Columns in, WireOut out, WireLimits limits) {
        this.intake = intake;
        this.in = in;
        this.out = out;
        this.taken = new TakenLeaves(in, limits);
    }

    /**
     * Begins a message, and takes fields of it.
     *
     * @param found tells those that differ; the others are those that are predicted
     * @param isAll whether all fields are to be taken, of each of which every leaf
     * @return false where all of the message has to be given by its tokens: there is something new in it, or an error
     */
    public boolean take(ColumnBinding binding, RecordState record, Object object, ObjectDiff found, boolean isAll) {
        taken.goBack(0, 0);
        in.message++;
        try {
            if (binding.typeLeaf >= 0) {
                binding.takeType(in);
                taken.add(binding.typeLeaf);
            }
            FieldPart[] parts = binding.tokenFields.predicted(binding.state);
            byTokens = byTokens.length < parts.length ? new long[parts.length] : byTokens;
            long left = 0;
            for (FieldPart part : parts) {
                long fields = isAll ? part.all : found.changed(part.number) | part.predicted;
                byTokens[part.number] = takeColumns(binding, part, record, object, fields, isAll);
                left |= byTokens[part.number];
            }
            return left == 0 && taken.valueCount() == 0 || takeTokens(binding, object);
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
                taken.add(leaf);
            } else if (kind == ColumnKind.VALUE) {
                Object value = binding.columns.reference(object, field);
                others |= taken.takeBox(value, record, binding.tokenFields.leaf(field)) ? 0 : 1L << field;
            } else if (!takeInner(binding, record, object, field, isAll)) {
                others |= 1L << field;
            }
        }
        return others;
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
            isTaken = writeValues() && intake.endFields();
        } finally {
            if (!isTaken) {
                intake.rollback();
            }
        }
        return isTaken;
    }

    /** Gives the tokens of the values inside that nothing else tells; false where they are not one value each. */
    private boolean writeValues() {
        InnerValues values = taken.values;
        for (int i = 0; i < values.count(); i++) {
            intake.beginField(values.node(i));
            values.write(i, out);
            if (!intake.endField()) {
                return false;
            }
        }
        return true;
    }

    private boolean takeTokens(ColumnBinding binding, Object object, int field) {
        intake.beginField(binding.tokenFields.node(field));
        binding.columns.write(object, field, out);
        if (!intake.endField()) {
            return false;
        }
        taken.addAll(binding.tokenFields.leaves(field));
        return true;
    }

    /**
     * Takes what has changed in what a field holds, or all of it where it is made in another way than what is there in the record that it is
     * compared with; false where that is to be found by its tokens, which then give all that has been taken again.
     */
    private boolean takeInner(ColumnBinding binding, RecordState record, Object object, int field, boolean isAll) {
        TokenFields of = binding.tokenFields;
        Object value = binding.columns.reference(object, field);
        int before = taken.count;
        int valuesBefore = taken.valueCount();
        Held held = isAll ? null : of.held(record, value, field, false);
        boolean isTaken;
        if (held != null && !held.leaves.isMorePredicted(record.type, held)) {
            isTaken = held.leaves.take(record, value, held, taken);
        } else {
            isTaken = of.inner(field).takeAll(binding.columns, record, value, taken);
            taken.count = before;
            if (isTaken) {
                taken.addAll(of.leaves(field)); // those without a value as well, which the record may have
            }
        }
        if (!isTaken) {
            taken.keepFirstValues(valuesBefore);
        }
        return isTaken;
    }
}
