package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.EncodedName;

/**
 * The encoded names that a writer has written, by name. It is four-way associative: a name replaces the one in its
 * first slot if all four are taken. Not thread-safe.
 */
final class EncodedNameCache {
    private static final int SIZE = 256;
    private static final int SLOTS_PER_HASH = 4;

    private final String[] names = new String[SIZE];
    private final EncodedName[] codes = new EncodedName[SIZE];

    /** Returns the encoded form of a name, or null. */
    EncodedName get(String name) {
        int first = index(name);
        return name.equals(names[first]) ? codes[first] : getFromOtherSlot(name, first);
    }

    private EncodedName getFromOtherSlot(String name, int first) {
        for (int slot = 1; slot < SLOTS_PER_HASH; slot++) {
            int i = first + slot & SIZE - 1;
            if (name.equals(names[i])) {
                return codes[i];
            }
        }
        return null;
    }

    EncodedName put(String name, EncodedName code) {
        int first = index(name);
        int i = first;
        for (int slot = 0; slot < SLOTS_PER_HASH; slot++) {
            if (names[first + slot & SIZE - 1] == null) {
                i = first + slot & SIZE - 1;
                break;
            }
        }
        names[i] = name;
        codes[i] = code;
        return code;
    }

    private static int index(String name) {
        int hash = name.hashCode();
        return (hash ^ hash >>> 8 ^ hash >>> 16) & SIZE - 1;
    }
}
