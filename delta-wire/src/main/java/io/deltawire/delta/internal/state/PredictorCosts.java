package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/**
 * The bytes that each predictor would have cost for each leaf of a type since the trial began. A predictor that costs
 * much more than the best one is dropped for the leaf. A leaf with one candidate left costs the trial no more time, as
 * most leaves soon do.
 */
public final class PredictorCosts {
    private static final int PREDICTORS = 3;
    /** The bytes that a predictor may cost beyond 1.5 times the best one before it is dropped. */
    private static final int MARGIN = 16;

    /** The costs: {@link #PREDICTORS} adjacent entries for each leaf. */
    private long[] costs = new long[PREDICTORS * 16];
    /** For each predictor, a bit for each of the first 64 leaves for which it is still a candidate. */
    private final long[] candidates = new long[PREDICTORS];
    /** A bit for each of these leaves whose costs have changed since candidates were last dropped. */
    private long charged;
    /** A bit for each of these leaves that had costs at that time. */
    private long chargedEarlier;

    PredictorCosts() {
        clear();
    }

    /** Begins another trial. */
    void clear() {
        Arrays.fill(costs, 0);
        Arrays.fill(candidates, -1L);
        charged = 0;
        chargedEarlier = 0;
    }

    /** Adds the sizes of the differences between a number and its three predictions. */
    public void chargeDifferences(int leaf, long fromPrevious, long fromLine, long fromLast) {
        makeRoom(leaf);
        int at = PREDICTORS * leaf;
        costs[at + Op.DELTA] += size(fromPrevious);
        costs[at + Op.DELTA_OF_DELTA] += size(fromLine);
        costs[at + Op.LAST_OF_TYPE] += size(fromLast);
        markCharged(leaf);
    }

    /** Returns the length of a difference in bytes, and 0 for 0: a seventh of its bits, rounded up. */
    private static int size(long difference) {
        return (Long.SIZE + 6 - Long.numberOfLeadingZeros(VarInt.zigzag(difference))) * 37 >> 8;
    }

    public void charge(byte predictor, int leaf, int bytes) {
        makeRoom(leaf);
        costs[PREDICTORS * leaf + predictor] += bytes;
        markCharged(leaf);
    }

    private void makeRoom(int leaf) {
        if (PREDICTORS * leaf >= costs.length) {
            costs = Arrays.copyOf(costs, Math.max(PREDICTORS * (leaf + 1), 2 * costs.length));
        }
    }

    private void markCharged(int leaf) {
        charged |= leaf < Long.SIZE ? 1L << leaf : 0;
    }

    /** Returns those of the first 64 leaves for which a predictor is still a candidate. */
    public long candidates(byte predictor) {
        return candidates[predictor];
    }

    /** Returns those of the first 64 leaves that have more than one candidate. */
    public long undecided() {
        return candidates[Op.DELTA] & (candidates[Op.DELTA_OF_DELTA] | candidates[Op.LAST_OF_TYPE])
                | candidates[Op.DELTA_OF_DELTA] & candidates[Op.LAST_OF_TYPE];
    }

    /** Whether a leaf has more than one candidate. */
    public boolean isUndecided(int leaf) {
        return leaf >= Long.SIZE || (undecided() >>> leaf & 1) != 0;
    }

    /** Returns those of the first 64 leaves that have costs. For the others {@link #best} is the current predictor. */
    public long charged() {
        return charged | chargedEarlier;
    }

    /** Whether a predictor is still a candidate for a leaf. */
    public boolean isCandidate(byte predictor, int leaf) {
        return leaf >= Long.SIZE || (candidates[predictor] >>> leaf & 1) != 0;
    }

    /** Returns the cheapest predictor if it saves more than its announcement costs; else the current one. */
    public byte best(int leaf, byte present) {
        int at = PREDICTORS * leaf;
        if (at >= costs.length) {
            return present;
        }
        byte best = cheapest(leaf);
        long least = costs[at + best];
        long now = costs[at + present];
        return !isCandidate(present, leaf) || least + 6 + now / 16 < now ? best : present;
    }

    private byte cheapest(int leaf) {
        int at = PREDICTORS * leaf;
        byte best = -1;
        for (byte p = 0; p < PREDICTORS; p++) {
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
            for (byte p = 0; p < PREDICTORS; p++) {
                if (costs[at + p] > limit) {
                    candidates[p] &= ~(1L << leaf);
                }
            }
        }
        chargedEarlier |= charged;
        charged = 0;
    }
}
