package io.deltawire.delta;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.FieldColumns;
import java.util.Arrays;

/**
 * Takes to {@link Columns} what an object may differ from its record in, where some of its fields go by tokens: objects inside it, and
 * lists of objects, by their own columns as far as these tell all, other fields by their tokens.
 */
final class TokenIntake {
    private final FieldsIntake intake;
    private final Columns in;
    private final WireOut out;
    private final WireLimits limits;
    private final long[] values = new long[FieldColumns.MAX_FIELDS];

    /** The leaves whose values have been taken, or that the message may have taken away. */
    int[] leaves = new int[64];

    int count;

    /** The fields whose tokens are to be given, for each part of the class. */
    private long[] byTokens = new long[1];

    /** @param out a writer that gives its tokens to the intake */
    TokenIntake(FieldsIntake intake, Columns in, WireOut out, WireLimits limits) {
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
            return left == 0 || takeTokens(binding, object);
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
            if (!binding.kinds[field].isByTokens()) {
                int leaf = binding.tokenFields.leaf(field);
                binding.take(object, field, leaf, in);
                add(leaf);
            } else if (isAll || !takeObjects(binding, record, object, field)) {
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
            isTaken = intake.endFields();
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
        for (int leaf : binding.tokenFields.leaves(field)) {
            add(leaf);
        }
        return true;
    }

    private void add(int leaf) {
        if (count == leaves.length) {
            leaves = Arrays.copyOf(leaves, 2 * count);
        }
        leaves[count++] = leaf;
    }

    /** Takes what has changed in the objects that a field holds; false where that is to be found by their tokens. */
    private boolean takeObjects(ColumnBinding binding, RecordState record, Object object, int field) {
        InnerLeaves inner = binding.tokenFields.held(record, object, field);
        if (inner == null) {
            return false;
        }
        Object value = binding.columns.reference(object, field);
        int size = InnerLeaves.size(value);
        int before = count;
        boolean isPredicted = false;
        for (int i = 0; i < size; i++) {
            isPredicted |= takeChanges(record, inner, InnerLeaves.get(value, i), i);
        }
        if (inner.isList && (isPredicted || count - before >= ListEdits.MIN_CHANGED)) {
            // an edit of the list may be looked for, which asks for all of them
            count = before;
            for (int i = 0; i < size; i++) {
                takeAll(inner, InnerLeaves.get(value, i), inner.first(i));
            }
        }
        return true;
    }

    /** Takes the fields of an object that differ, and those that are predicted; whether there is one of these. */
    private boolean takeChanges(RecordState record, InnerLeaves inner, Object object, int index) {
        int first = inner.first(index);
        long fields = inner.columns.changes(object, record.raw, record.ref, first, values);
        long predicted = inner.predicted(record.type, index);
        for (long todo = fields | predicted; todo != 0; todo &= todo - 1) {
            takeField(inner, object, Long.numberOfTrailingZeros(todo), first);
        }
        return predicted != 0;
    }

    private void takeAll(InnerLeaves inner, Object object, int first) {
        for (int i = 0; i < inner.kinds.length; i++) {
            takeField(inner, object, i, first);
        }
    }

    private void takeField(InnerLeaves inner, Object object, int field, int first) {
        ColumnBinding.take(inner.columns, inner.kinds[field], object, field, first + field, in);
        if (in.ref[first + field] instanceof String text && in.kindOf(first + field) == Kind.TEXT) {
            ObjectDeltas.checkText(text, limits);
        }
        add(first + field);
    }
}
