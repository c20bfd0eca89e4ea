package io.deltawire.delta;

import io.deltawire.wire.spi.VarInt;
import java.util.Arrays;

/**
 * What each predictor would have cost for each leaf of a type, in bytes, since the trial began. A predictor that has fallen
 * far behind is given up for the leaf, so that most leaves soon cost a trial nothing.
 */
final class PredictorCosts {
    private static final int PREDICTORS = 3;
    /** How much worse than the best a predictor has to be to be given up, beyond half as much again. */
    private static final int MARGIN = 16;

    private long[][] costs = new long[PREDICTORS][16];
    /** By predictor, a bit for each of the first 64 leaves for which it is still in question. */
    private final long[] open = new long[PREDICTORS];

    PredictorCosts() {
        clear();
    }

    /** Begins another trial. */
    void clear() {
        for (long[] cost : costs) {
            Arrays.fill(cost, 0);
        }
        Arrays.fill(open, -1L);
    }

    /** Adds what a difference from a prediction takes. */
    void chargeDifference(byte predictor, int leaf, long off) {
        if (off != 0) {
            charge(predictor, leaf, VarInt.size(VarInt.zigzag(off)));
        }
    }

    void charge(byte predictor, int leaf, int bytes) {
        if (leaf >= costs[0].length) {
            grow(leaf);
        }
        costs[predictor][leaf] += bytes;
    }

    private void grow(int leaf) {
        for (int p = 0; p < PREDICTORS; p++) {
            costs[p] = Arrays.copyOf(costs[p], Math.max(leaf + 1, 2 * costs[p].length));
        }
    }

    /** The leaves, of the first 64, for which a predictor is still in question. */
    long open(byte predictor) {
        return open[predictor];
    }

    /** The leaves, of the first 64, for which there is more than one predictor in question. */
    long undecided() {
        return open[Op.PREVIOUS] & (open[Op.LINEAR] | open[Op.LAST_OF_TYPE]) | open[Op.LINEAR] & open[Op.LAST_OF_TYPE];
    }

    /** Whether there is more than one predictor in question for a leaf. */
    boolean isUndecided(int leaf) {
        return leaf >= Long.SIZE || (undecided() >>> leaf & 1) != 0;
    }

    /** Whether a predictor is in question for a leaf. */
    boolean isOpen(byte predictor, int leaf) {
        return leaf >= Long.SIZE || (open[predictor] >>> leaf & 1) != 0;
    }

    /** The predictor that would have cost least, if by more than its announcement; else the present one. */
    byte best(int leaf, byte present) {
        if (leaf >= costs[0].length) {
            return present;
        }
        byte best = cheapest(leaf);
        long least = costs[best][leaf];
        return !isOpen(present, leaf) || least + 6 + costs[present][leaf] / 16 < costs[present][leaf] ? best : present;
    }

    private byte cheapest(int leaf) {
        byte best = -1;
        for (byte p = 0; p < PREDICTORS; p++) {
            if (isOpen(p, leaf) && (best < 0 || costs[p][leaf] < costs[best][leaf])) {
                best = p;
            }
        }
        return best;
    }

    /** Gives up what has fallen behind. */
    void giveUp() {
        for (int leaf = 0; leaf < Math.min(Long.SIZE, costs[0].length); leaf++) {
            long least = costs[cheapest(leaf)][leaf];
            long limit = least + least / 2 + MARGIN;
            for (byte p = 0; p < PREDICTORS; p++) {
                if (costs[p][leaf] > limit) {
                    open[p] &= ~(1L << leaf);
                }
            }
        }
    }
}
