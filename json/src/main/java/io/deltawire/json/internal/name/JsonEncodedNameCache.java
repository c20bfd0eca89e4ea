package io.deltawire.json.internal.name;

/**
 * A cache of encoded names for callers without a shape, at most a few hundred. Each name has one slot, and a new name
 * replaces the old one. Not thread-safe.
 */
public final class JsonEncodedNameCache {
    private static final int MAX_SLOTS = 512;

    private final String before;
    private final int maxBytes;
    private String[] names = new String[16];
    private JsonEncodedName[] encoded = new JsonEncodedName[16];
    private int added;

    /**
     * @param before what is written before the name, with the opening quote
     * @param maxBytes the most UTF-8 bytes of a name
     */
    public JsonEncodedNameCache(String before, int maxBytes) {
        this.before = before;
        this.maxBytes = maxBytes;
    }

    /** Returns the encoded name, or null if it is too long. */
    public JsonEncodedName get(String name) {
        String[] all = names;
        int hash = name.hashCode();
        int slot = (hash ^ hash >>> 9) & all.length - 1;
        String cached = all[slot];
        // Mostly the same instance, which equals() checks first.
        return cached != null && cached.equals(name) ? encoded[slot] : put(name);
    }

    private JsonEncodedName put(String name) {
        if (name.length() > maxBytes || JsonEncodedName.lengthOf(name) > maxBytes) {
            return null;
        }
        if (++added > names.length / 4 && names.length < MAX_SLOTS) {
            // Starts again empty: names still in use will return.
            names = new String[2 * names.length];
            encoded = new JsonEncodedName[names.length];
            added = 1;
        }
        int hash = name.hashCode();
        int slot = (hash ^ hash >>> 9) & names.length - 1;
        JsonEncodedName bytes = JsonEncodedName.encode(before, name);
        names[slot] = name;
        encoded[slot] = bytes;
        return bytes;
    }
}
