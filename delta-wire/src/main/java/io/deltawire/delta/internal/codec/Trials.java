package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.EncodedType;
import io.deltawire.delta.internal.state.PredictorCosts;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.Coded;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.ValueWriter;

/**
 * Trials of predictors. For each message of a trial, the class charges what each predictor would have cost to the
 * {@link PredictorCosts} of the type. {@link EncodedType} decides which messages belong to a trial, and when to choose.
 */
final class Trials {
    /** The approximate bytes of a value that differs from that of another record. */
    private static final int UNLIKE_ANOTHER = 2;

    private final Columns in;
    private final ValueWriter out = new ValueWriter();
    private final ValueCoder coder = new ValueCoder(out);
    private final Coded predicted = new Coded();
    private final Coded tried = new Coded();

    Trials(Columns in) {
        this.in = in;
    }

    /** Charges each predictor for each leaf of the message in the columns. */
    void charge(EncodedType type, RecordState record) {
        TypeState state = record.type;
        RecordState last = state.last();
        for (int leaf = 0; leaf < type.announcedLeaves; leaf++) {
            if (!type.costs.isUndecided(leaf)) {
                continue;
            }
            if (record.difference(leaf) == 0 && in.same(leaf, record)) {
                // The costs are clear without encoding: none, but about two bytes if the last record has another value.
                if (last != null && last != record && !in.same(leaf, last)) {
                    type.costs.charge(Op.LAST_OF_TYPE, leaf, UNLIKE_ANOTHER);
                }
                continue;
            }
            charge(type, record, leaf);
        }
    }

    private void charge(EncodedType type, RecordState record, int leaf) {
        if (!chargeNumber(type.costs, record, leaf, in.number(leaf, record))) {
            chargeCoded(type, record, leaf);
        }
    }

    /**
     * Charges each predictor for a number that keeps its form, and has the same form in the type's last record.
     *
     * @return false, without charging, if the value has to be encoded to know the costs
     */
    private static boolean chargeNumber(PredictorCosts costs, RecordState record, int leaf, long number) {
        RecordState last = record.type.last();
        boolean isLastOpen = costs.isOpen(Op.LAST_OF_TYPE, leaf);
        if (number == DecimalCode.NONE || isLastOpen && !(last != null && RecordState.sameForm(last, record, leaf))) {
            return false;
        }
        long difference = number - record.value(leaf);
        long fromLast = isLastOpen ? number - last.value(leaf) : 0;
        costs.chargeDifferences(leaf, difference, difference - record.difference(leaf), fromLast);
        return true;
    }

    /** Charges each predictor for a value in the columns, by encoding it with each of them. */
    private void chargeCoded(EncodedType type, RecordState record, int leaf) {
        TypeState state = record.type;
        byte present = state.predictors[leaf];
        for (byte predictor = 0; predictor <= Op.LAST_OF_TYPE; predictor++) {
            state.predictors[leaf] = predictor;
            record.predict(leaf, predicted);
            coder.code(in, leaf, predicted, false, state, tried);
            if (!tried.same(predicted)) {
                out.out.clear();
                coder.write(tried, predicted, record, leaf);
                type.costs.charge(predictor, leaf, out.out.position);
            }
        }
        state.predictors[leaf] = present;
    }

    /**
     * Does what {@link #charge(EncodedType, RecordState)} does, for the fields of an object.
     *
     * @param fields the fields that differ
     * @param values the current values of these fields, if held as 64 bits
     */
    void charge(EncodedType type, LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        RecordState last = record.type.last();
        long changed = fields << binding.base;
        long undecided = type.costs.undecided() & binding.leaves & -1L >>> Long.SIZE - type.announcedLeaves;
        long unlikeLast = undecided & ~changed & type.costs.open(Op.LAST_OF_TYPE);
        if (last != record) {
            for (long left = unlikeLast; left != 0; left &= left - 1) {
                int leaf = Long.numberOfTrailingZeros(left);
                if (!isSameInBoth(binding, record, last, leaf) && record.difference(leaf) == 0) {
                    type.costs.charge(Op.LAST_OF_TYPE, leaf, UNLIKE_ANOTHER);
                }
            }
        }
        // A leaf that did not change costs something only by its last difference or by the last record's value. Only
        // leaves that changed in the previous message have a difference.
        long moved = (record.triedUpdates == record.updates ? record.triedChanges : -1L)
                & (type.costs.open(Op.LINEAR) | (last != record ? type.costs.open(Op.LAST_OF_TYPE) : 0));
        record.triedChanges = changed;
        record.triedUpdates = record.updates + 1;
        for (long left = undecided & (changed | moved); left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            boolean isChanged = (changed >>> leaf & 1) != 0;
            if ((isChanged || record.difference(leaf) != 0)
                    && !chargeNumber(
                            type.costs, record, leaf, ColumnUpdate.number(binding, record, fields, values, leaf))) {
                if (isChanged) {
                    binding.take(object, leaf, in);
                } else {
                    in.setHeld(leaf, record);
                }
                charge(type, record, leaf);
            }
        }
    }

    /**
     * Whether two records of objects with the same layout have the same value in a leaf, also if it is written by
     * tokens.
     */
    private boolean isSameInBoth(LeafBinding binding, RecordState record, RecordState last, int leaf) {
        if (binding.kinds[leaf - binding.base] != null) {
            return binding.holdSame(record, last, leaf);
        }
        in.setHeld(leaf, record);
        return in.same(leaf, last);
    }
}
