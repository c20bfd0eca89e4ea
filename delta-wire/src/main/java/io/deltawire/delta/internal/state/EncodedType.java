package io.deltawire.delta.internal.state;

import io.deltawire.delta.internal.value.Op;
import java.util.HashMap;
import java.util.Map;

/** What the writer knows of a type beyond what the reader does: what has been announced, and what it has learnt. */
public final class EncodedType {
    /** How many messages a trial of predictors lasts at first, and later. */
    private static final int FIRST_TRIAL = 600;

    private static final int LATER_TRIAL = 128;
    private static final int TRIAL_INTERVAL = 1 << 16;
    /** How often predictors are given up during a trial. */
    private static final int GIVE_UP_INTERVAL = 16;
    /** Where the predictors of more paths are learnt, most are of keys that do not come again. */
    private static final int MAX_LEARNT = 4096;

    /** What tells it apart from other types. */
    public final Object identity;
    /** The hash of that. */
    final int hash;

    public TypeState state;
    /** What the type was in an epoch before, and no record is of any more; it serves again. Null for none. */
    TypeState spare;
    /** The last class whose fields the leaves were found to be. */
    public ClassBinding binding;
    /** Nodes and leaves that the reader knows. */
    public int announcedNodes;

    public int announcedLeaves;
    public boolean announcedKeys;

    /** By path, so that it outlasts a reset; {@link Op#PREVIOUS} where there is none. */
    private final Map<String, Byte> learnt = new HashMap<>();

    public final PredictorCosts costs = new PredictorCosts();
    private long messages;
    /** The number of messages before which none is tried, and it is not time to choose. */
    private long quietTo;

    private boolean inTrial;

    EncodedType(Object identity) {
        this.identity = identity;
        this.hash = identity.hashCode();
    }

    /** Forgets what the reader forgets at a reset. */
    void reset(TypeState fresh) {
        state = fresh;
        announcedNodes = 1;
        announcedLeaves = 0;
        announcedKeys = false;
    }

    /** The predictor to announce for a new leaf. */
    public byte learntPredictor(int leaf) {
        Byte predictor =
                learnt.isEmpty() ? null : learnt.get(state.leafNodes.get(leaf).path());
        return predictor == null ? Op.PREVIOUS : predictor;
    }

    /** Whether the message counted last is to be tried with every predictor. */
    public boolean inTrial() {
        return inTrial;
    }

    /** Counts a message; true where it is time to choose predictors. */
    public boolean countMessage() {
        return !countQuietly() && enterPhase();
    }

    /** Counts a message if it is not to be tried with every predictor, nor is it time to choose. */
    public boolean countIfQuiet() {
        if (!isNextQuiet()) {
            return false;
        }
        messages++;
        return true;
    }

    /** Whether {@link #countIfQuiet} would count the next message. */
    public boolean isNextQuiet() {
        return messages + 1 < quietTo;
    }

    /** Whether it is time to choose predictors with the next message. */
    public boolean isChoiceNext() {
        return isChoice(messages + 1);
    }

    /** Counts a message that {@link #countIfQuiet} has not counted, without choosing predictors. */
    public void countAsChosen() {
        messages++;
        enterPhase();
    }

    private static boolean isTried(long message) {
        return message < FIRST_TRIAL || message % TRIAL_INTERVAL < LATER_TRIAL;
    }

    private static boolean isChoice(long message) {
        return message <= FIRST_TRIAL
                ? message == FIRST_TRIAL || message >= 8 && Long.bitCount(message) == 1
                : message % TRIAL_INTERVAL == LATER_TRIAL;
    }

    /** Counts a message; true where it is not to be tried with every predictor, nor is it time to choose. */
    public boolean countQuietly() {
        return ++messages < quietTo;
    }

    /**
     * Begins or ends a trial with the message counted last, which has not been counted quietly. Call this once for each such message.
     *
     * @return whether it is time to choose predictors
     */
    public boolean enterPhase() {
        inTrial = isTried(messages);
        if (inTrial && messages % GIVE_UP_INTERVAL == 0) {
            costs.giveUp();
        }
        quietTo = inTrial ? 0 : (messages / TRIAL_INTERVAL + 1) * TRIAL_INTERVAL;
        if (messages > FIRST_TRIAL && messages % TRIAL_INTERVAL == 0) {
            costs.clear();
        }
        return isChoice(messages);
    }

    public void learn(int leaf, byte predictor) {
        if (predictor == Op.PREVIOUS) {
            learnt.remove(state.leafNodes.get(leaf).path());
            return;
        }
        if (learnt.size() >= MAX_LEARNT) {
            learnt.clear();
        }
        learnt.put(state.leafNodes.get(leaf).path(), predictor);
    }

    /** Whether no message has been counted. */
    boolean isNew() {
        return messages == 0;
    }
}
