package io.deltawire.wire.spi.text;

import java.util.function.Function;

/**
 * A cache of names as a format writes them, for callers that give names as strings. Holds a few hundred names, whatever
 * is written. Each name has four candidate slots, and evicts the name in the first one if all are taken. Not
 * thread-safe.
 *
 * @param <E> the encoded form of a name
 */
public final class NameCache<E> {
    private static final int MIN_SIZE = 16;
    private static final int MAX_SIZE = 512;
    private static final int SLOTS_PER_NAME = 4;

    private final Function<? super String, ? extends E> encoder;
    private String[] names = new String[MIN_SIZE];
    private Object[] encoded = new Object[MIN_SIZE];
    private int added;

    /**
     * Creates an empty cache.
     *
     * @param encoder encodes a name that is not cached. It may return null or throw an exception; neither is cached.
     */
    public NameCache(Function<? super String, ? extends E> encoder) {
        this.encoder = encoder;
    }

    /** Returns the encoded form of a name, or null if the encoder returns null. */
    public E get(String name) {
        int slot = slot(name, names);
        // Mostly the same instance, which equals() checks first.
        return name.equals(names[slot]) ? encoded(slot) : getFromOtherSlot(name, slot);
    }

    private static int slot(String name, String[] names) {
        int hash = name.hashCode();
        return (hash ^ hash >>> 9) & names.length - 1;
    }

    @SuppressWarnings("unchecked") // put() stores only what the encoder returns
    private E encoded(int slot) {
        return (E) encoded[slot];
    }

    private E getFromOtherSlot(String name, int first) {
        for (int i = 1; i < SLOTS_PER_NAME; i++) {
            int slot = first + i & names.length - 1;
            if (name.equals(names[slot])) {
                return encoded(slot);
            }
        }
        E result = encoder.apply(name);
        if (result != null) {
            put(name, result);
        }
        return result;
    }

    private void put(String name, E result) {
        if (++added > names.length / 4 && names.length < MAX_SIZE) {
            // Starts again empty: names still in use will return.
            names = new String[2 * names.length];
            encoded = new Object[names.length];
            added = 1;
        }
        int first = slot(name, names);
        int slot = first;
        for (int i = 0; i < SLOTS_PER_NAME; i++) {
            int candidate = first + i & names.length - 1;
            if (names[candidate] == null) {
                slot = candidate;
                break;
            }
        }
        names[slot] = name;
        encoded[slot] = result;
    }
}
