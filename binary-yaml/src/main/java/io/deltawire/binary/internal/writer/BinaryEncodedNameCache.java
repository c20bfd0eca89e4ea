package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.BinaryEncodedName;

/**
 * The encoded names that a writer has written, by name. It is four-way associative: a name replaces the one in its
 * first slot if all four are taken. Not thread-safe.
 */
final class BinaryEncodedNameCache {
    private static final int SIZE = 256;
    private static final int SLOTS_PER_HASH = 4;

    private final String[] names = new String[SIZE];
    private final BinaryEncodedName[] codes = new BinaryEncodedName[SIZE];

    /** Returns the encoded form of a name, or null. */
    BinaryEncodedName get(String name) {
        int first = index(name);
        return name.equals(names[first]) ? codes[first] : getFromOtherSlot(name, first);
    }

    private BinaryEncodedName getFromOtherSlot(String name, int first) {
        for (int slot = 1; slot < SLOTS_PER_HASH; slot++) {
            int i = first + slot & SIZE - 1;
            if (name.equals(names[i])) {
                return codes[i];
            }
        }
        return null;
    }

    BinaryEncodedName put(String name, BinaryEncodedName code) {
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
