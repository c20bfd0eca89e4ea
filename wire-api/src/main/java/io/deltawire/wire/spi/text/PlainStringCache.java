package io.deltawire.wire.spi.text;

/**
 * A cache of strings, by identity, that a writer has found to be plain: ASCII that needs no escape in its format, and
 * no quotes beyond the usual ones. Names, symbols and constants are written again and again. A cached string is copied
 * without checking its characters. Holds at most {@value #SIZE} strings. Not thread-safe.
 */
public final class PlainStringCache {
    private static final int SIZE = 1 << 10;

    /**
     * Of this many strings offered, one is stored. If all strings are new, storing each would cost more than it saves.
     */
    private static final int OFFERS_PER_ENTRY = 8;

    private final String[] cached = new String[SIZE];
    private int offered;

    /** Creates an empty cache of 4 KB. */
    public PlainStringCache() {}

    /**
     * Writes a string if it is cached.
     *
     * @param length length of the string
     * @param into an array with room for {@code length} bytes from {@code index} on
     * @return the index after the text; or -1 if the string is not cached, and nothing was written
     */
    public int writeCached(String text, int length, byte[] into, int index) {
        if (length < 2 || !isSame(cached[slot(text, length)], text)) {
            return -1;
        }
        copy(text, length, into, index);
        return index + length;
    }

    /** Offers a plain string that {@link #writeCached} has not found. The cache stores some of them. */
    public void offer(String text) {
        int length = text.length();
        if (length >= 2 && ++offered % OFFERS_PER_ENTRY == 0) {
            cached[slot(text, length)] = text;
        }
    }

    private static int slot(String text, int length) {
        int end = text.charAt(length - 1) + 11 * text.charAt(length - 2) + 113 * text.charAt(length >> 1);
        return end + 31 * length & SIZE - 1;
    }

    @SuppressWarnings("ReferenceEquality") // an equal string with another identity only costs a check of its characters
    private static boolean isSame(String cached, String text) {
        return cached == text;
    }

    /** Copies ASCII text. The method is deprecated because it corrupts other text, and is the fastest for ASCII. */
    @SuppressWarnings("deprecation")
    private static void copy(String text, int length, byte[] into, int index) {
        text.getBytes(0, length, into, index);
    }
}
