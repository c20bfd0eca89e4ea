package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.PredictorCosts;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.Op;
import io.deltawire.delta.internal.value.PlainValueWriter;

/**
 * Trials of predictors. For each message of a trial, the class charges what each predictor would have cost to the
 * {@link PredictorCosts} of the type. {@link WriterType} decides which messages belong to a trial, and when to choose.
 */
final class Trials {
    /** The approximate bytes of a value that differs from that of another record. */
    private static final int UNLIKE_ANOTHER = 2;

    private final Columns in;
    private final PlainValueWriter out = new PlainValueWriter();
    private final ValueCoder coder = new ValueCoder(out);
    private final EncodedValue predicted = new EncodedValue();
    private final EncodedValue tried = new EncodedValue();

    Trials(Columns in) {
        this.in = in;
    }

    /** Charges each predictor for each leaf of the message in the columns. */
    void charge(WriterType type, RecordState record) {
        TypeState state = record.type();
        RecordState last = state.lastRecord();
        for (int leaf = 0; leaf < type.announcedLeaves(); leaf++) {
            if (!type.costs().isUndecided(leaf)) {
                continue;
            }
            if (record.difference(leaf) == 0 && in.isSame(leaf, record)) {
                // The costs are clear without encoding: none, but about two bytes if the last record has another value.
                if (last != null && last != record && !in.isSame(leaf, last)) {
                    type.costs().charge(Op.LAST_OF_TYPE, leaf, UNLIKE_ANOTHER);
                }
                continue;
            }
            charge(type, record, leaf);
        }
    }

    private void charge(WriterType type, RecordState record, int leaf) {
        if (!chargeNumber(type.costs(), record, leaf, in.countOf(leaf, record))) {
            chargeCoded(type, record, leaf);
        }
    }

    /**
     * Charges each predictor for a number that keeps its form, and has the same form in the type's last record.
     *
     * @return false, without charging, if the value has to be encoded to know the costs
     */
    private static boolean chargeNumber(PredictorCosts costs, RecordState record, int leaf, long number) {
        RecordState last = record.type().lastRecord();
        boolean isLastOpen = costs.isCandidate(Op.LAST_OF_TYPE, leaf);
        if (number == DecimalCode.NONE
                || isLastOpen && !(last != null && RecordState.hasSameForm(last, record, leaf))) {
            return false;
        }
        long difference = number - record.value(leaf);
        long fromLast = isLastOpen ? number - last.value(leaf) : 0;
        costs.chargeDifferences(leaf, difference, difference - record.difference(leaf), fromLast);
        return true;
    }

    /** Charges each predictor for a value in the columns, by encoding it with each of them. */
    private void chargeCoded(WriterType type, RecordState record, int leaf) {
        TypeState state = record.type();
        byte present = state.predictor(leaf);
        for (byte predictor = 0; predictor <= Op.LAST_OF_TYPE; predictor++) {
            state.tryPredictor(leaf, predictor);
            record.predict(leaf, predicted);
            coder.chooseForm(in, leaf, predicted, false, state, tried);
            if (!tried.isSame(predicted)) {
                out.out().clear();
                coder.write(tried, predicted, record, leaf);
                type.costs().charge(predictor, leaf, out.out().position);
            }
        }
        state.tryPredictor(leaf, present);
    }

    /**
     * Does what {@link #charge(WriterType, RecordState)} does, for the fields of an object.
     *
     * @param fields the fields that differ
     * @param values the current values of these fields, if held as 64 bits
     */
    void charge(WriterType type, LeafBinding binding, RecordState record, Object object, long fields, long[] values) {
        RecordState last = record.type().lastRecord();
        long changed = fields << binding.base();
        long undecided = type.costs().undecided() & binding.leaves() & -1L >>> Long.SIZE - type.announcedLeaves();
        long unlikeLast = undecided & ~changed & type.costs().candidates(Op.LAST_OF_TYPE);
        if (last != record) {
            for (long left = unlikeLast; left != 0; left &= left - 1) {
                int leaf = Long.numberOfTrailingZeros(left);
                if (!isSameInBoth(binding, record, last, leaf) && record.difference(leaf) == 0) {
                    type.costs().charge(Op.LAST_OF_TYPE, leaf, UNLIKE_ANOTHER);
                }
            }
        }
        // A leaf that did not change costs something only by its last difference or by the last record's value. Only
        // leaves that changed in the previous message have a difference.
        long moved = record.trialChanges()
                & (type.costs().candidates(Op.DELTA_OF_DELTA)
                        | (last != record ? type.costs().candidates(Op.LAST_OF_TYPE) : 0));
        record.setTrialChanges(changed);
        for (long left = undecided & (changed | moved); left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            boolean isChanged = (changed >>> leaf & 1) != 0;
            if ((isChanged || record.difference(leaf) != 0)
                    && !chargeNumber(
                            type.costs(), record, leaf, ColumnUpdate.countOf(binding, record, fields, values, leaf))) {
                if (isChanged) {
                    binding.copyLeaf(object, leaf, in);
                } else {
                    in.setFromRecord(leaf, record);
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
        if (binding.kind(leaf - binding.base()) != null) {
            return binding.haveSameValue(record, last, leaf);
        }
        in.setFromRecord(leaf, record);
        return in.isSame(leaf, last);
    }
}
