package io.deltawire.binary.internal.cache;

import io.deltawire.binary.internal.codes.Cesu8;
import io.deltawire.binary.internal.codes.DecodingFault;
import java.nio.charset.StandardCharsets;

/**
 * Decoded texts by their bytes. A repeated name or short text gives the same instance, without garbage.
 *
 * <p>It adds the decoding to a {@link DecodedValueCache}, and texts of one character, which are not worth a lookup.
 * Not thread-safe.
 */
public final class DecodedTextCache {
    /** The texts of one ASCII character, which flags and grades are. */
    private static final String[] ASCII = new String[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            ASCII[c] = String.valueOf(c);
        }
    }

    private final boolean latin1;
    private final DecodedValueCache cache = new DecodedValueCache();

    private final StringBuilder decoded = new StringBuilder();

    private DecodedTextCache(boolean latin1) {
        this.latin1 = latin1;
    }

    /** Returns a cache of Latin-1 text. */
    public static DecodedTextCache ofLatin1() {
        return new DecodedTextCache(true);
    }

    /** Returns a cache of text that {@link Cesu8} decodes. */
    public static DecodedTextCache ofCesu8() {
        return new DecodedTextCache(false);
    }

    /**
     * The cache of values, for a caller that does without decoding. It has no text of {@link #get} with one
     * character.
     */
    public DecodedValueCache values() {
        return cache;
    }

    /**
     * Returns the text of the bytes.
     *
     * @throws DecodingFault if the bytes are malformed
     */
    public String get(byte[] a, int from, int length) {
        if (length == 1 && a[from] >= 0) {
            return ASCII[a[from]];
        }
        String found = cache.findText(a, from, length);
        return found != null ? found : decodeAndStore(a, from, length);
    }

    /**
     * Decodes bytes that the cache does not have, and notes them there.
     *
     * @throws DecodingFault if the bytes are malformed
     */
    public String decodeAndStore(byte[] a, int from, int length) {
        String text = decode(a, from, length);
        cache.put(a, from, length, text);
        return text;
    }

    /**
     * Decodes bytes without the cache.
     *
     * @throws DecodingFault if the bytes are malformed
     */
    public String decode(byte[] a, int from, int length) {
        if (latin1) {
            return new String(a, from, length, StandardCharsets.ISO_8859_1);
        }
        for (int i = from; i < from + length; i++) {
            if (a[i] < 0) {
                decoded.setLength(0);
                Cesu8.decode(a, from, from + length, decoded);
                return decoded.toString();
            }
        }
        return new String(a, from, length, StandardCharsets.ISO_8859_1);
    }
}
