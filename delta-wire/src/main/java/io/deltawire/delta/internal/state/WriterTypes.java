package io.deltawire.delta.internal.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The writer's types by identity. A type outlasts epochs with what the writer has learned of it; its {@link TypeState}
 * belongs to one epoch, and is reused if the type comes again with the same number.
 */
public final class WriterTypes {
    /** The largest number of types announced in an epoch. */
    private static final int MAX_TYPES = 1024;

    private final RecordTable slots;

    /** The types of this epoch and of earlier ones. Idle types are dropped once there are too many. */
    private final Map<Object, WriterType> byIdentity = new HashMap<>();

    /** The types of this epoch by id. */
    private final List<WriterType> types = new ArrayList<>();

    private Object lastIdentity;
    private WriterType lastType;

    /** @param slots holds the records of all types */
    public WriterTypes(RecordTable slots) {
        this.slots = slots;
    }

    /** Begins an epoch: no type is announced. */
    public void beginEpoch() {
        for (WriterType type : types) {
            type.state().invalidateCaches(); // also what is bound to it
        }
        releaseIdle();
        types.clear();
    }

    /**
     * Releases the state of types without a message in the epoch that ends. If there are too many types, it also drops
     * what was learned of them, so that event names that never come again do not accumulate.
     */
    private void releaseIdle() {
        boolean isOverfull = byIdentity.size() > MAX_TYPES;
        for (Iterator<WriterType> all = byIdentity.values().iterator(); all.hasNext(); ) {
            WriterType type = all.next();
            if (!isInEpoch(type)) {
                type.releaseState();
                if (isOverfull) {
                    all.remove();
                }
            }
        }
        lastIdentity = null;
        lastType = null;
    }

    /** Whether a type belongs to this epoch. */
    private boolean isInEpoch(WriterType type) {
        return type.state() != null
                && type.state().id() < types.size()
                && types.get(type.state().id()) == type;
    }

    /** Returns the type with this identity, with empty state if it is new in this epoch. */
    public WriterType getOrBegin(Object identity) {
        WriterType type = identity == lastIdentity ? lastType : byIdentity.computeIfAbsent(identity, WriterType::new);
        lastIdentity = identity;
        lastType = type;
        if (!isInEpoch(type)) {
            type.reset(newState(type));
            types.add(type);
        }
        return type;
    }

    /**
     * Returns empty state for a type that is new in this epoch. State of an earlier epoch is reused if no idle record
     * uses it.
     */
    private TypeState newState(WriterType type) {
        TypeState former = type.takeReusableState();
        if (former == null || former.id() != types.size() || !former.isWorthKeeping()) {
            return new TypeState(types.size(), slots, type);
        }
        former.restart();
        return former;
    }

    /** Forgets what was learned of all types, which a short stream could not use: it has few messages to choose by. */
    public void forgetLearned() {
        byIdentity.values().forEach(WriterType::forgetLearned);
    }

    /** Returns the number of types in this epoch. */
    public int count() {
        return types.size();
    }

    /** Returns the number of types with retained state, also from earlier epochs. */
    public int retainedCount() {
        return byIdentity.size();
    }

    /** Whether this epoch has the type with this identity, or room for one more type. */
    public boolean hasRoomFor(Object identity) {
        if (types.size() < MAX_TYPES) {
            return true;
        }
        WriterType type = byIdentity.get(identity);
        return type != null && isInEpoch(type);
    }

    /** Undoes the call of {@link #getOrBegin} that added this type, if nothing of it has been announced. */
    public void undoNewest(WriterType type) {
        if (type.hasNothingAnnounced() && types.get(types.size() - 1) == type) {
            types.remove(types.size() - 1);
            type.leaveEpoch();
            if (type == lastType && type.hasNoMessage()) {
                byIdentity.remove(lastIdentity);
                lastIdentity = null;
                lastType = null;
            }
        }
    }
}
