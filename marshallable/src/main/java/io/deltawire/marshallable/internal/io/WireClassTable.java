package io.deltawire.marshallable.internal.io;

import io.deltawire.marshallable.internal.codec.CodecSet;
import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * The {@link WireClass} of each class that a wire has written or read as a message. It is an identity map with a
 * small hash table in front, in which each class has its own index unless there are very many classes. A hit is one
 * load and one comparison. Not thread-safe.
 */
public final class WireClassTable {
    private static final int MIN_SIZE = 32;

    /** The largest table, in which two of ten classes seldom have the same index. */
    private static final int MAX_SIZE = 1 << 10;

    private final CodecSet codecs;
    private final IdentityHashMap<Class<?>, WireClass> all = new IdentityHashMap<>();

    /** The table. The identity hash of a class is its index. */
    private WireClass[] table = new WireClass[MIN_SIZE];

    /** @param codecs the codecs of the wire */
    public WireClassTable(CodecSet codecs) {
        this.codecs = codecs;
    }

    /**
     * Returns the entry of a class and creates it the first time. The last result has no field of its own: a reference
     * that changes with each message costs more than this lookup.
     */
    public WireClass get(Class<?> type) {
        WireClass[] in = table;
        WireClass known = in[indexOf(type, in)];
        return known != null && known.type() == type ? known : getOrCreate(type);
    }

    private static int indexOf(Class<?> type, WireClass[] in) {
        return System.identityHashCode(type) & in.length - 1;
    }

    private WireClass getOrCreate(Class<?> type) {
        WireClass known = all.get(Objects.requireNonNull(type, "type"));
        if (known == null) {
            known = new WireClass(type, codecs);
            all.put(type, known);
            resolveCollisions();
        }
        table[indexOf(type, table)] = known;
        return known;
    }

    /**
     * Enlarges the table until no two classes have the same index. Otherwise alternating classes would evict each other
     * at each message.
     */
    private void resolveCollisions() {
        for (int size = table.length; size <= MAX_SIZE; size *= 2) {
            WireClass[] larger = new WireClass[size];
            if (tryFill(larger)) {
                table = larger;
                return;
            }
        }
    }

    /** Fills a table; returns false if two classes have the same index. */
    private boolean tryFill(WireClass[] in) {
        for (WireClass each : all.values()) {
            int place = indexOf(each.type(), in);
            if (in[place] != null) {
                return false;
            }
            in[place] = each;
        }
        return true;
    }
}
