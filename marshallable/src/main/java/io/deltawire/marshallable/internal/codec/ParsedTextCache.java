package io.deltawire.marshallable.internal.codec;

/**
 * Caches the values of recently parsed texts for types whose parsers are slow and whose values are immutable. The table
 * is direct-mapped: a new entry replaces the one in its slot. Not thread-safe.
 */
final class ParsedTextCache {
    private static final int SIZE = 64;

    /** Longer texts are not cached. */
    private static final int MAX_LENGTH = 100;

    private final Object[] codecs = new Object[SIZE];
    private final String[] texts = new String[SIZE];
    private final Object[] values = new Object[SIZE];

    /** Returns the cached value that a codec parsed from a text, or null. */
    Object get(Object codec, String text) {
        int slot = slotOf(text);
        return codecs[slot] == codec && text.equals(texts[slot]) ? values[slot] : null;
    }

    void put(Object codec, String text, Object value) {
        if (text.length() <= MAX_LENGTH) {
            int slot = slotOf(text);
            codecs[slot] = codec;
            texts[slot] = text;
            values[slot] = value;
        }
    }

    private static int slotOf(String text) {
        return text.hashCode() * 0x9E37_79B9 >>> Integer.SIZE - 6;
    }
}
