package io.deltawire.delta.internal.codec;

import io.deltawire.delta.internal.state.Predictor;
import io.deltawire.delta.internal.state.PredictorCosts;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.WriterType;
import io.deltawire.delta.internal.value.DecimalCode;
import io.deltawire.delta.internal.value.EncodedValue;
import io.deltawire.delta.internal.value.PlainValueWriter;

/**
 * Trials of predictors. For each message of a trial, the class charges what each predictor would have cost to the
 * {@link PredictorCosts} of the type. {@link WriterType} decides which messages belong to a trial, and when to choose.
 */
final class Trials {
    private static final Predictor[] PREDICTORS = Predictor.values();
    /** The approximate bytes of a value that differs from that of another record. */
    private static final int UNLIKE_ANOTHER = 2;

    private final Columns in;
    private final PlainValueWriter out = new PlainValueWriter();
    private final ValueCoder coder = new ValueCoder(out, null);
    private final EncodedValue predicted = new EncodedValue();
    private final EncodedValue tried = new EncodedValue();

    Trials(Columns in) {
        this.in = in;
    }

    /** Charges each predictor for each leaf of the message in the columns. */
    void charge(WriterType type, RecordState record) {
        PredictorCosts costs = type.costs();
        for (int leaf = 0; leaf < type.announcedLeaves(); leaf++) {
            if (!costs.isUndecided(leaf)) {
                continue;
            }
            if (record.difference(leaf) != 0 || !in.isSame(leaf, record)) {
                charge(costs, record, leaf);
                continue;
            }
            // The costs are clear without encoding: none, but about two bytes if another record has another value.
            for (Predictor predictor : PREDICTORS) {
                RecordState source = predictor.source(record);
                if (source != record && !in.isSame(leaf, source)) {
                    costs.charge(predictor, leaf, UNLIKE_ANOTHER);
                }
            }
        }
    }

    private void charge(PredictorCosts costs, RecordState record, int leaf) {
        if (!chargeNumber(costs, record, leaf, in.countOf(leaf, record))) {
            chargeCoded(costs, record, leaf);
        }
    }

    /**
     * Charges each predictor for a number that keeps its form, and has the same form in each prediction.
     *
     * @return false, without charging, if the value has to be encoded to know the costs
     */
    private static boolean chargeNumber(PredictorCosts costs, RecordState record, int leaf, long number) {
        if (number == DecimalCode.NONE) {
            return false;
        }
        long form = record.form(leaf);
        for (Predictor predictor : PREDICTORS) {
            if (costs.isCandidate(predictor, leaf) && predictor.change(record, leaf, form) == DecimalCode.NONE) {
                return false;
            }
        }
        long difference = number - record.value(leaf);
        for (Predictor predictor : PREDICTORS) {
            if (costs.isCandidate(predictor, leaf)) {
                costs.chargeDifference(predictor, leaf, difference - predictor.change(record, leaf, form));
            }
        }
        return true;
    }

    /** Charges each predictor for a value in the columns, by encoding it with each of them. */
    private void chargeCoded(PredictorCosts costs, RecordState record, int leaf) {
        for (Predictor predictor : PREDICTORS) {
            predictor.predict(record, leaf, predicted);
            coder.chooseForm(in, leaf, predicted, false, record.type(), tried);
            if (!tried.isSame(predicted)) {
                out.out().clear();
                coder.write(tried, predicted, record, leaf, 0);
                costs.charge(predictor, leaf, out.out().position);
            }
        }
    }

    /**
     * Does what {@link #charge(WriterType, RecordState)} does, for the fields of an object. The object of the type's
     * last record has the same layout.
     *
     * @param fields the fields that differ
     * @param values the current values of these fields, if held as 64 bits
     * @param references the current values of these fields, if held as references
     */
    void charge(
            WriterType type, LeafBinding binding, RecordState record, long fields, long[] values, Object[] references) {
        PredictorCosts costs = type.costs();
        long changed = fields << binding.base();
        long undecided = costs.undecided() & binding.leaves() & -1L >>> Long.SIZE - type.announcedLeaves();
        for (Predictor predictor : PREDICTORS) {
            RecordState source = predictor.source(record);
            if (source != record) {
                chargeUnlike(binding, record, source, predictor, undecided & ~changed, costs);
            }
        }
        // A leaf that did not change costs something only by its last difference or by another record's value. Only
        // leaves that changed in the previous message have a difference.
        long moved = record.trialChanges();
        record.setTrialChanges(changed);
        for (long left = undecided & (changed | moved); left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            boolean isChanged = (changed >>> leaf & 1) != 0;
            if (isChanged || record.difference(leaf) != 0) {
                if (isChanged) {
                    binding.copyValue(leaf - binding.base(), values, references, in);
                } else {
                    in.setFromRecord(leaf, record);
                }
                charge(costs, record, leaf);
            }
        }
    }

    /** Charges a predictor for the leaves that stay equal, but have another value in the record that it starts from. */
    private void chargeUnlike(
            LeafBinding binding,
            RecordState record,
            RecordState source,
            Predictor predictor,
            long leaves,
            PredictorCosts costs) {
        for (long left = leaves & costs.candidates(predictor); left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            if (!isSameInBoth(binding, record, source, leaf) && record.difference(leaf) == 0) {
                costs.charge(predictor, leaf, UNLIKE_ANOTHER);
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
