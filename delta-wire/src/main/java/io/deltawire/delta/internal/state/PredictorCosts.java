package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import io.deltawire.wire.spi.text.VarInt;
import java.util.Arrays;

/**
 * What each predictor would have cost for each leaf of a type, in bytes, since the trial began. A predictor that has fallen
 * far behind is given up for the leaf, so that most leaves soon cost a trial nothing.
 */
public final class PredictorCosts {
    private static final int PREDICTORS = 3;
    /** How much worse than the best a predictor has to be to be given up, beyond half as much again. */
    private static final int MARGIN = 16;

    /** {@link #PREDICTORS} for each leaf, next to each other. */
    private long[] costs = new long[PREDICTORS * 16];
    /** By predictor, a bit for each of the first 64 leaves for which it is still in question. */
    private final long[] open = new long[PREDICTORS];
    /** A bit for each of these leaves whose costs are others than when predictors were last given up. */
    private long charged;
    /** A bit for each of these leaves that had costs then. */
    private long chargedBefore;

    PredictorCosts() {
        clear();
    }

    /** Begins another trial. */
    void clear() {
        Arrays.fill(costs, 0);
        Arrays.fill(open, -1L);
        charged = 0;
        chargedBefore = 0;
    }

    /** Adds what the differences of a number from its predictions take. */
    public void chargeDifferences(int leaf, long fromPrevious, long fromLine, long fromLast) {
        makeRoom(leaf);
        int at = PREDICTORS * leaf;
        costs[at + Op.PREVIOUS] += size(fromPrevious);
        costs[at + Op.LINEAR] += size(fromLine);
        costs[at + Op.LAST_OF_TYPE] += size(fromLast);
        note(leaf);
    }

    /** The bytes that a difference takes, none where there is none: a seventh of its bits, rounded up. */
    private static int size(long difference) {
        return (Long.SIZE + 6 - Long.numberOfLeadingZeros(VarInt.zigzag(difference))) * 37 >> 8;
    }

    public void charge(byte predictor, int leaf, int bytes) {
        makeRoom(leaf);
        costs[PREDICTORS * leaf + predictor] += bytes;
        note(leaf);
    }

    private void makeRoom(int leaf) {
        if (PREDICTORS * leaf >= costs.length) {
            costs = Arrays.copyOf(costs, Math.max(PREDICTORS * (leaf + 1), 2 * costs.length));
        }
    }

    private void note(int leaf) {
        charged |= leaf < Long.SIZE ? 1L << leaf : 0;
    }

    /** The leaves, of the first 64, for which a predictor is still in question. */
    public long open(byte predictor) {
        return open[predictor];
    }

    /** The leaves, of the first 64, for which there is more than one predictor in question. */
    public long undecided() {
        return open[Op.PREVIOUS] & (open[Op.LINEAR] | open[Op.LAST_OF_TYPE]) | open[Op.LINEAR] & open[Op.LAST_OF_TYPE];
    }

    /** Whether there is more than one predictor in question for a leaf. */
    public boolean isUndecided(int leaf) {
        return leaf >= Long.SIZE || (undecided() >>> leaf & 1) != 0;
    }

    /** The leaves, of the first 64, for which any predictor has cost something: {@link #best} is the present one for others. */
    public long charged() {
        return charged | chargedBefore;
    }

    /** Whether a predictor is in question for a leaf. */
    public boolean isOpen(byte predictor, int leaf) {
        return leaf >= Long.SIZE || (open[predictor] >>> leaf & 1) != 0;
    }

    /** The predictor that would have cost least, if by more than its announcement; else the present one. */
    public byte best(int leaf, byte present) {
        int at = PREDICTORS * leaf;
        if (at >= costs.length) {
            return present;
        }
        byte best = cheapest(leaf);
        long least = costs[at + best];
        long now = costs[at + present];
        return !isOpen(present, leaf) || least + 6 + now / 16 < now ? best : present;
    }

    private byte cheapest(int leaf) {
        int at = PREDICTORS * leaf;
        byte best = -1;
        for (byte p = 0; p < PREDICTORS; p++) {
            if (isOpen(p, leaf) && (best < 0 || costs[at + p] < costs[at + best])) {
                best = p;
            }
        }
        return best;
    }

    /** Gives up what has fallen behind. */
    void giveUp() {
        for (long left = charged & undecided(); left != 0; left &= left - 1) {
            int leaf = Long.numberOfTrailingZeros(left);
            int at = PREDICTORS * leaf;
            long least = costs[at + cheapest(leaf)];
            long limit = least + least / 2 + MARGIN;
            for (byte p = 0; p < PREDICTORS; p++) {
                if (costs[at + p] > limit) {
                    open[p] &= ~(1L << leaf);
                }
            }
        }
        chargedBefore |= charged;
        charged = 0;
    }
}
