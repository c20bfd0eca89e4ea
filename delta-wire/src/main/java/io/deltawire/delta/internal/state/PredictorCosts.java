package io.deltawire.delta.internal.state;

import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/**
 * The bytes that each predictor would have cost for each leaf of a type since the trial began. A predictor that costs
 * much more than the best one is dropped for the leaf. A leaf with one candidate left costs the trial no more time, as
 * most leaves soon do.
 */
public final class PredictorCosts {
    private static final int PREDICTORS = Predictor.count();
    /** The bytes that a predictor may cost beyond 1.5 times the best one before it is dropped. */
    private static final int MARGIN = 16;

    /** The costs: {@link #PREDICTORS} adjacent entries for each leaf. */
    private long[] costs = new long[PREDICTORS * 16];
    /** For each predictor, a bit for each of the first 64 leaves for which it is still a candidate. */
    private final long[] candidates = new long[PREDICTORS];
    /** A bit for each of these leaves whose costs have changed since candidates were last dropped. */
    private long charged;

    PredictorCosts() {
        clear();
    }

    /** Begins another trial. */
    void clear() {
        Arrays.fill(costs, 0);
        Arrays.fill(candidates, -1L);
        charged = 0;
    }

    /** Adds the size of the difference between a number and its prediction by one of the predictors. */
    public void chargeDifference(Predictor predictor, int leaf, long difference) {
        charge(predictor, leaf, size(difference));
    }

    /** Returns the length of a difference in bytes, and 0 for 0: a seventh of its bits, rounded up. */
    private static int size(long difference) {
        return (Long.SIZE + 6 - Long.numberOfLeadingZeros(VarInt.zigzag(difference))) * 37 >> 8;
    }

    public void charge(Predictor predictor, int leaf, int bytes) {
        makeRoom(leaf);
        costs[PREDICTORS * leaf + predictor.code()] += bytes;
        charged |= leaf < Long.SIZE ? 1L << leaf : 0;
    }

    private void makeRoom(int leaf) {
        if (PREDICTORS * leaf >= costs.length) {
            costs = Arrays.copyOf(costs, Math.max(PREDICTORS * (leaf + 1), 2 * costs.length));
        }
    }

    /** Returns those of the first 64 leaves for which a predictor is still a candidate. */
    public long candidates(Predictor predictor) {
        return candidates[predictor.code()];
    }

    /** Returns those of the first 64 leaves that have more than one candidate. */
    public long undecided() {
        long any = 0;
        long several = 0;
        for (long leaves : candidates) {
            several |= any & leaves;
            any |= leaves;
        }
        return several;
    }

    /** Whether a leaf has more than one candidate. */
    public boolean isUndecided(int leaf) {
        return leaf >= Long.SIZE || (undecided() >>> leaf & 1) != 0;
    }

    /** Whether a predictor is still a candidate for a leaf. */
    public boolean isCandidate(Predictor predictor, int leaf) {
        return isCandidate(predictor.code(), leaf);
    }

    private boolean isCandidate(int code, int leaf) {
        return leaf >= Long.SIZE || (candidates[code] >>> leaf & 1) != 0;
    }

    /** Returns the cheapest predictor if it saves more than its announcement costs; else the current one. */
    public Predictor best(int leaf, Predictor present) {
        int at = PREDICTORS * leaf;
        if (at >= costs.length) {
            return present;
        }
        int best = cheapest(leaf);
        long now = costs[at + present.code()];
        return !isCandidate(present, leaf) || costs[at + best] + 6 + now / 16 < now ? Predictor.of(best) : present;
    }

    private int cheapest(int leaf) {
        int at = PREDICTORS * leaf;
        int best = -1;
        for (int p = 0; p < PREDICTORS; p++) {
            if (isCandidate(p, leaf) && (best < 0 || costs[at + p] < costs[at + best])) {
                best = p;
            }
        }
        return best;
    }

    /** Drops the candidates that cost much more than the best one. */
    void dropCandidates() {
        for (long left = charged & undecided(); left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            int at = PREDICTORS * leaf;
            long least = costs[at + cheapest(leaf)];
            long limit = least + least / 2 + MARGIN;
            for (int p = 0; p < PREDICTORS; p++) {
                if (costs[at + p] > limit) {
                    candidates[p] &= ~(1L << leaf);
                }
            }
        }
        charged = 0;
    }
}
