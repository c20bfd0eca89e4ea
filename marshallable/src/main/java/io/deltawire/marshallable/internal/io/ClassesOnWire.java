package io.deltawire.marshallable.internal.io;

import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * The {@link ClassOnWire} of each class that a wire has written or read as a message. It is an identity map with a
 * small hash table in front, in which each class has its own index unless there are very many classes. A hit is one
 * load and one comparison. Not thread-safe.
 */
public final class ClassesOnWire {
    private static final int LEAST = 32;

    /** The largest table, in which two of ten classes seldom have the same index. */
    private static final int MOST = 1 << 10;

    private final IdentityHashMap<Class<?>, ClassOnWire> all = new IdentityHashMap<>();

    /** The table. The identity hash of a class is its index. */
    private ClassOnWire[] places = new ClassOnWire[LEAST];

    /**
     * Returns the entry of a class and creates it the first time. The last result has no field of its own: a reference
     * that changes with each message costs more than this lookup.
     */
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

    /**
     * Enlarges the table until no two classes have the same index. Otherwise alternating classes would evict each other
     * at each message.
     */
    private void placeApart() {
        for (int size = places.length; size <= MOST; size *= 2) {
            ClassOnWire[] larger = new ClassOnWire[size];
            if (placeAll(larger)) {
                places = larger;
                return;
            }
        }
    }

    /** Fills a table; returns false if two classes have the same index. */
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
