package io.deltawire.delta.internal.state;

import java.util.HashMap;
import java.util.Map;

/**
 * A type as the writer has it over all epochs: its identity, what has been announced of it in this epoch, and the
 * predictors learned.
 *
 * <p>The writer chooses predictors by trial. In a trial each message is charged to every predictor, and some messages
 * are choices at which the best predictors are announced. The first trial begins with the first message; later ones are
 * short and far apart. A message that is neither in a trial nor a choice is called quiet.
 */
public final class WriterType {
    /** The number of messages in the first trial and in later ones. */
    private static final int FIRST_TRIAL = 600;

    private static final int LATER_TRIAL = 128;
    /** The number of messages from the beginning of one trial to the next. */
    private static final int TRIAL_INTERVAL = 1 << 16;
    /** The number of messages of a trial after which hopeless predictors are dropped. */
    private static final int GIVE_UP_INTERVAL = 16;
    /** The largest number of learned paths. If there are more, most are of map keys that do not come again. */
    private static final int MAX_LEARNED = 4096;

    /** Distinguishes this type from others, by {@code equals}. */
    private final Object identity;
    /** The hash code of {@link #identity}. */
    private final int hash;

    /** The state of this epoch; null if it has been released. */
    private TypeState state;
    /** State of an earlier epoch that no record uses any more, for reuse; or null. */
    private TypeState spareState;
    /** The last class whose fields were found to be the leaves. */
    private ClassBinding binding;
    /** The number of nodes that have been announced, with the root. */
    private int announcedNodes;

    /** The number of leaves that have been announced. */
    private int announcedLeaves;

    private boolean announcedKeys;

    /**
     * The learned predictor for each path, which outlasts a reset; {@link Predictor#DELTA} for a path without an entry.
     */
    private final Map<String, Predictor> learned = new HashMap<>();

    private final PredictorCosts costs = new PredictorCosts();
    private long messages;
    /** Messages with a smaller number are quiet. */
    private long quietUntil;

    private boolean isInTrial;

    WriterType(Object identity) {
        this.identity = identity;
        this.hash = identity.hashCode();
    }

    /** Returns the identity that distinguishes this type from others, by {@code equals}. */
    public Object identity() {
        return identity;
    }

    /** Returns the hash code of {@link #identity()}. */
    int hash() {
        return hash;
    }

    /** Returns the state of this epoch; null if it has been released. */
    public TypeState state() {
        return state;
    }

    /** Returns state of an earlier epoch that no record uses any more, to be restarted for this epoch; or null. */
    TypeState takeReusableState() {
        TypeState former = state == null || state.hasIdleRecords() ? spareState : state;
        if (former == spareState) {
            spareState = null; // it becomes the type's state
        }
        return former;
    }

    /** Stores state of an earlier epoch that no record uses any more, to be restarted. */
    void keepSpareState(TypeState unused) {
        spareState = unused;
    }

    /** Releases the state of this type, which is not in the epoch. */
    void releaseState() {
        state = null;
        spareState = null;
    }

    /** Undoes {@link #reset}. */
    void leaveEpoch() {
        state = null;
    }

    /** Returns the last class whose fields were found to be the leaves. */
    public ClassBinding binding() {
        return binding;
    }

    public void setBinding(ClassBinding binding) {
        this.binding = binding;
    }

    /** Returns the number of nodes that have been announced, with the root. */
    public int announcedNodes() {
        return announcedNodes;
    }

    /** Returns the number of leaves that have been announced. */
    public int announcedLeaves() {
        return announcedLeaves;
    }

    public boolean hasAnnouncedKeys() {
        return announcedKeys;
    }

    boolean hasNothingAnnounced() {
        return announcedLeaves == 0 && announcedNodes == 1;
    }

    /** Records that a message has announced all present nodes and leaves of the type. */
    public void markAnnounced() {
        announcedNodes = state.nodeCount();
        announcedLeaves = state.leafCount();
        announcedKeys |= state.keyLeaves().length > 0;
    }

    /** Returns the cost of each predictor in the present trial. */
    public PredictorCosts costs() {
        return costs;
    }

    /** Begins an epoch with this empty state. */
    void reset(TypeState fresh) {
        state = fresh;
        announcedNodes = 1;
        announcedLeaves = 0;
        announcedKeys = false;
    }

    /** Returns the predictor to announce for a new leaf. */
    public Predictor learnedPredictor(int leaf) {
        Predictor predictor =
                learned.isEmpty() ? null : learned.get(state.leafNode(leaf).path());
        return predictor == null ? Predictor.DELTA : predictor;
    }

    /** Whether the last counted message belongs to a trial. */
    public boolean isInTrial() {
        return isInTrial;
    }

    /** Counts a message, and returns whether it is a choice. */
    public boolean countMessage() {
        return !countMessageAndCheckQuiet() && enterPhase();
    }

    /** Whether the next message is quiet. */
    public boolean isNextQuiet() {
        return messages + 1 < quietUntil;
    }

    /** Whether the next message is a choice. */
    public boolean isChoiceNext() {
        return isChoice(messages + 1);
    }

    private static boolean isInTrialPhase(long message) {
        return message < FIRST_TRIAL || message % TRIAL_INTERVAL < LATER_TRIAL;
    }

    private static boolean isChoice(long message) {
        return message <= FIRST_TRIAL
                ? message == FIRST_TRIAL || message >= 8 && Long.bitCount(message) == 1
                : message % TRIAL_INTERVAL == LATER_TRIAL;
    }

    /**
     * Counts a message in any case, and returns whether it is quiet. If it is not, {@link #enterPhase} has to follow.
     */
    public boolean countMessageAndCheckQuiet() {
        return ++messages < quietUntil;
    }

    /**
     * Begins or ends a trial with the last counted message, which is not quiet. It must be called once for each such
     * message.
     *
     * @return whether the message is a choice
     */
    public boolean enterPhase() {
        isInTrial = isInTrialPhase(messages);
        if (isInTrial && messages % GIVE_UP_INTERVAL == 0) {
            costs.dropCandidates();
        }
        quietUntil = isInTrial ? 0 : (messages / TRIAL_INTERVAL + 1) * TRIAL_INTERVAL;
        if (messages > FIRST_TRIAL && messages % TRIAL_INTERVAL == 0) {
            costs.clear();
        }
        return isChoice(messages);
    }

    /** Remembers the predictor of a leaf for later epochs. */
    public void learnPredictor(int leaf, Predictor predictor) {
        if (predictor == Predictor.DELTA) {
            learned.remove(state.leafNode(leaf).path());
            return;
        }
        if (learned.size() >= MAX_LEARNED) {
            learned.clear();
        }
        learned.put(state.leafNode(leaf).path(), predictor);
    }

    /** Forgets what was learned, so that the next message is the first one of the type. */
    void forgetLearned() {
        learned.clear();
        costs.clear();
        messages = 0;
        quietUntil = 0;
        isInTrial = false;
    }

    boolean hasNoMessage() {
        return messages == 0;
    }
}
