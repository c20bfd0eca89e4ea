package io.deltawire.delta;

import io.deltawire.wire.spi.FieldColumns;

/** Finds out what each predictor would have cost, for a while, so that the best one can be chosen for each leaf. */
final class Trials {
    private final Columns in;
    private final ColumnUpdate columnUpdate;
    private final ValueWriter out = new ValueWriter();
    private final ValueCoder coder = new ValueCoder(out);
    private final Coded predicted = new Coded();
    private final Coded tried = new Coded();

    /** For values that are not wanted. */
    private final long[] unused = new long[FieldColumns.MAX_FIELDS];

    Trials(Columns in, ColumnUpdate columnUpdate) {
        this.in = in;
        this.columnUpdate = columnUpdate;
    }

    /** Adds up what each predictor would have cost for each leaf. */
    void charge(EncodedType type, RecordState record) {
        TypeState state = record.type;
        RecordState last = state.last();
        for (int leaf = 0; leaf < type.announcedLeaves; leaf++) {
            if (record.difference(leaf) == 0 && in.same(leaf, record)) {
                // No need to code it to know what it costs: nothing, and about two bytes where another key has another.
                if (last != null && last != record && !in.same(leaf, last)) {
                    type.charge(Op.LAST_OF_TYPE, leaf, 2);
                }
                continue;
            }
            charge(type, record, leaf);
        }
    }

    private void charge(EncodedType type, RecordState record, int leaf) {
        TypeState state = record.type;
        byte present = state.predictors[leaf];
        for (byte predictor = 0; predictor <= Op.LAST_OF_TYPE; predictor++) {
            state.predictors[leaf] = predictor;
            predicted.predict(record, leaf);
            coder.code(in, leaf, predicted, false, state, tried);
            if (!tried.same(predicted)) {
                out.out.clear();
                coder.write(tried, predicted, record, leaf);
                type.charge(predictor, leaf, out.out.position);
            }
        }
        state.predictors[leaf] = present;
    }

    /** Does what {@link #charge(EncodedType, RecordState)} does, for an object. */
    void charge(ColumnBinding binding, RecordState record, Object object, ColumnIntake intake) {
        EncodedType type = binding.type;
        RecordState last = record.type.last();
        long changed = intake.changed << binding.base;
        if (last != record) {
            long others = binding.columns.changes(object, last.raw, last.ref, binding.base, unused) << binding.base;
            for (long left = others & ~changed; left != 0; left &= left - 1) {
                int leaf = Long.numberOfTrailingZeros(left);
                if (record.difference(leaf) == 0) {
                    type.charge(Op.LAST_OF_TYPE, leaf, 2);
                }
            }
        }
        for (int leaf = 0; leaf < type.announcedLeaves; leaf++) {
            boolean isTried = (changed >>> leaf & 1) != 0 || record.difference(leaf) != 0;
            if (isTried && !columnUpdate.charge(binding, record, intake, leaf)) {
                binding.take(object, leaf, in);
                charge(type, record, leaf);
            }
        }
    }
}
