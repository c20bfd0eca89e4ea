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
public final class EncodedTypes {
    /** The largest number of types announced in an epoch. */
    private static final int MAX_TYPES = 1024;

    private final Slots slots;

    /** The types of this epoch and of earlier ones. Idle types are dropped once there are too many. */
    private final Map<Object, EncodedType> byIdentity = new HashMap<>();

    /** The types of this epoch by id. */
    private final List<EncodedType> types = new ArrayList<>();

    private Object lastIdentity;
    private EncodedType lastType;

    /** @param slots holds the records of all types */
    public EncodedTypes(Slots slots) {
        this.slots = slots;
    }

    /** Begins an epoch: no type is announced. */
    public void beginEpoch() {
        for (EncodedType type : types) {
            type.state.version++; // invalidates what is bound to it
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
        for (Iterator<EncodedType> all = byIdentity.values().iterator(); all.hasNext(); ) {
            EncodedType type = all.next();
            if (!isInEpoch(type)) {
                type.state = null;
                type.spare = null;
                if (isOverfull) {
                    all.remove();
                }
            }
        }
        lastIdentity = null;
        lastType = null;
    }

    /** Whether a type belongs to this epoch. */
    private boolean isInEpoch(EncodedType type) {
        return type.state != null && type.state.id < types.size() && types.get(type.state.id) == type;
    }

    /** Returns the type with this identity, with empty state if it is new in this epoch. */
    public EncodedType type(Object identity) {
        EncodedType type = identity == lastIdentity ? lastType : byIdentity.computeIfAbsent(identity, EncodedType::new);
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
    private TypeState newState(EncodedType type) {
        TypeState former = type.state;
        if (former == null || former.resting > 0) {
            former = type.spare;
        }
        if (former == type.spare) {
            type.spare = null; // it becomes the type's state
        }
        if (former == null || former.id != types.size() || !former.isWorthKeeping()) {
            TypeState made = new TypeState(types.size(), slots, true);
            made.owner = type;
            return made;
        }
        former.restart();
        return former;
    }

    /** Returns the number of types in this epoch. */
    public int count() {
        return types.size();
    }

    /** Returns the number of types with retained state, also from earlier epochs. */
    public int knownCount() {
        return byIdentity.size();
    }

    /** Whether this epoch has the type with this identity, or room for one more type. */
    public boolean hasRoomFor(Object identity) {
        if (types.size() < MAX_TYPES) {
            return true;
        }
        EncodedType type = byIdentity.get(identity);
        return type != null && isInEpoch(type);
    }

    /** Undoes the call of {@link #type} that added this type, if nothing of it has been announced. */
    public void forgetNewest(EncodedType type) {
        if (type.announcedLeaves == 0 && type.announcedNodes == 1 && types.get(types.size() - 1) == type) {
            types.remove(types.size() - 1);
            type.state = null;
            if (type == lastType && type.isNew()) {
                byIdentity.remove(lastIdentity);
                lastIdentity = null;
                lastType = null;
            }
        }
    }
}
