package io.deltawire.marshallable.internal.io;

import java.util.IdentityHashMap;
import java.util.Objects;

/** The classes whose objects a wire has written or read as messages. Not thread-safe. */
public final class ClassesOnWire {
    private static final int LEAST = 32;

    /** So large that two of ten classes are seldom at the same place. */
    private static final int MOST = 1 << 10;

    private final IdentityHashMap<Class<?>, ClassOnWire> all = new IdentityHashMap<>();

    /** At the places that their hashes tell: each has one of its own, unless they are very many. */
    private ClassOnWire[] places = new ClassOnWire[LEAST];

    /** What was got last is not kept by itself: a reference that changes with each message costs more than this look. */
    public ClassOnWire get(Class<?> type) {
        ClassOnWire[] in = places;
        ClassOnWire known = in[place(type, in)];
        return known != null && known.type == type ? known : among(type);
    }

    private static int place(Class<?> type, ClassOnWire[] in) {
        return System.identityHashCode(type) & in.length - 1;
    }

    private ClassOnWire among(Class<?> type) {
        ClassOnWire known = all.get(Objects.requireNonNull(type, "type"));
        if (known == null) {
            known = new ClassOnWire(type);
            all.put(type, known);
            placeApart();
        }
        places[place(type, places)] = known;
        return known;
    }

    /** Makes the table larger where two classes have the same place: it would be the other one's at each message of classes in turn. */
    private void placeApart() {
        for (int size = places.length; size <= MOST; size *= 2) {
            ClassOnWire[] larger = new ClassOnWire[size];
            if (placeAll(larger)) {
                places = larger;
                return;
            }
        }
    }

    /** Whether each has a place of its own. */
    private boolean placeAll(ClassOnWire[] in) {
        for (ClassOnWire each : all.values()) {
            int place = place(each.type, in);
            if (in[place] != null) {
                return false;
            }
            in[place] = each;
        }
        return true;
    }
}
