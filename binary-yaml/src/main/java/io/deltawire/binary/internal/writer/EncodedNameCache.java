package io.deltawire.binary.internal.writer;

import io.deltawire.binary.internal.codes.EncodedName;

/**
 * The encoded names that a writer has met, by name. A name has four places to be at; where other names have them all,
 * it takes the first.
 */
final class EncodedNameCache {
    private static final int SIZE = 256;
    private static final int PLACES = 4;

    private final String[] names = new String[SIZE];
    private final EncodedName[] codes = new EncodedName[SIZE];

    /** What is kept for the name, or null. */
    EncodedName get(String name) {
        int first = index(name);
        return name.equals(names[first]) ? codes[first] : getElsewhere(name, first);
    }

    private EncodedName getElsewhere(String name, int first) {
        for (int place = 1; place < PLACES; place++) {
            int i = first + place & SIZE - 1;
            if (name.equals(names[i])) {
                return codes[i];
            }
        }
        return null;
    }

    EncodedName put(String name, EncodedName code) {
        int first = index(name);
        int i = first;
        for (int place = 0; place < PLACES; place++) {
            if (names[first + place & SIZE - 1] == null) {
                i = first + place & SIZE - 1;
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
