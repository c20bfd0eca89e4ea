package io.deltawire.delta.internal.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The types that the writer has messages of. */
public final class EncodedTypes {
    /** So many types at most are announced in an epoch. */
    private static final int MAX_TYPES = 1024;

    private final Slots slots;

    /** Those of this epoch, of the one before, and of earlier ones as long as they are not too many. */
    private final Map<Object, EncodedType> known = new HashMap<>();

    /** Those of this epoch, by number. */
    private final List<EncodedType> types = new ArrayList<>();

    private Object lastIdentity;
    private EncodedType lastType;

    /** @param slots where the records of all types are */
    public EncodedTypes(Slots slots) {
        this.slots = slots;
    }

    /** Forgets what the reader forgets. */
    public void beginEpoch() {
        for (EncodedType type : types) {
            type.state.version++; // what was bound to it is so no more
        }
        letGoOfIdle();
        types.clear();
    }

    /**
     * Lets go of what the types that the epoch which ends has had no message of were made of; and where too many are known, of all that has
     * been learnt of these. So names of events that never come again do not add up.
     */
    private void letGoOfIdle() {
        boolean areTooMany = known.size() > MAX_TYPES;
        for (Iterator<EncodedType> all = known.values().iterator(); all.hasNext(); ) {
            EncodedType type = all.next();
            if (!isPresent(type)) {
                type.state = null;
                type.spare = null;
                if (areTooMany) {
                    all.remove();
                }
            }
        }
        lastIdentity = null;
        lastType = null;
    }

    /** Whether a type is one of this epoch. */
    private boolean isPresent(EncodedType type) {
        return type.state != null && type.state.id < types.size() && types.get(type.state.id) == type;
    }

    /** Returns the type with this identity, begun anew where the reader does not know it. */
    public EncodedType type(Object identity) {
        EncodedType type = identity == lastIdentity ? lastType : known.computeIfAbsent(identity, EncodedType::new);
        lastIdentity = identity;
        lastType = type;
        if (!isPresent(type)) {
            type.reset(newState(type));
            types.add(type);
        }
        return type;
    }

    /** What a type that begins anew is: as it was in an epoch before, where nobody has records of that. */
    private TypeState newState(EncodedType type) {
        TypeState former = type.state;
        if (former == null || former.resting > 0) {
            former = type.spare;
        }
        if (former == type.spare) {
            type.spare = null; // it is to be what the type is now
        }
        if (former == null || former.id != types.size() || !former.isWorthKeeping()) {
            TypeState made = new TypeState(types.size(), slots, true);
            made.owner = type;
            return made;
        }
        former.restart();
        return former;
    }

    /** How many this epoch has. */
    public int count() {
        return types.size();
    }

    /** How many types something is known of. */
    public int knownCount() {
        return known.size();
    }

    /** Whether this epoch has the type with this identity, or may have one more. */
    public boolean hasRoomFor(Object identity) {
        if (types.size() < MAX_TYPES) {
            return true;
        }
        EncodedType type = known.get(identity);
        return type != null && isPresent(type);
    }

    /** Undoes the {@link #type} that made this the newest. */
    public void forgetNewest(EncodedType type) {
        if (type.announcedLeaves == 0 && type.announcedNodes == 1 && types.get(types.size() - 1) == type) {
            types.remove(types.size() - 1);
            type.state = null;
            if (type == lastType && type.isNew()) {
                known.remove(lastIdentity);
                lastIdentity = null;
                lastType = null;
            }
        }
    }
}
