package io.deltawire.binary.internal.cache;

import io.deltawire.binary.internal.codes.Cesu8;
import io.deltawire.binary.internal.codes.DecodingFault;
import java.nio.charset.StandardCharsets;

/** Strings by their bytes, so that a repeated name or short text gives the same instance and no garbage. */
public final class DecodedTextCache {
    /** Texts of one character, which fields of characters and flags have. */
    private static final String[] ASCII = new String[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            ASCII[c] = String.valueOf(c);
        }
    }

    private final boolean latin1;
    /** Those that have come before, but for characters that were got alone. */
    private final DecodedValueCache cache = new DecodedValueCache();

    private final StringBuilder decoded = new StringBuilder();

    private DecodedTextCache(boolean latin1) {
        this.latin1 = latin1;
    }

    /** A cache of Latin-1 text. */
    public static DecodedTextCache ofLatin1() {
        return new DecodedTextCache(true);
    }

    /** A cache of text as {@link Cesu8} decodes it. */
    public static DecodedTextCache ofCesu8() {
        return new DecodedTextCache(false);
    }

    /** The cache itself, for a caller that decodes what it does not have. */
    public DecodedValueCache values() {
        return cache;
    }

    /** The text of the bytes; throws {@link DecodingFault} where they are none. */
    public String get(byte[] a, int from, int length) {
        if (length == 1 && a[from] >= 0) {
            return ASCII[a[from]];
        }
        String found = cache.findText(a, from, length);
        return found != null ? found : decodeAndStore(a, from, length);
    }

    /** The text of bytes that the cache does not have; throws {@link DecodingFault} where they are none. */
    public String decodeAndStore(byte[] a, int from, int length) {
        String text = decode(a, from, length);
        cache.put(a, from, length, text);
        return text;
    }

    /** The text of the bytes, which is not kept; throws {@link DecodingFault} where they are none. */
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
