package io.deltawire.binary;

import io.deltawire.wire.spi.StringBytes;
import java.util.Arrays;

/**
 * The bytes of short ASCII texts that have been written before, for where {@link StringBytes} gives none. To ask a
 * {@code String} for one character after the other, which is the only way left to know that each is ASCII, takes
 * several times as long as to find it here: mostly it is the same instance as before. One that is equal does as well, since then
 * its characters are known.
 *
 * <p>A text is kept when it comes again, in one place that its hash gives; what never does costs a few stores. Where
 * nothing is found for long, texts are not looked for but now and then.
 */
final class KnownTexts {
    private static final int BITS = 12;

    /** 2^32 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final int MIX = 0x9E37_79B9;

    /** After so many that are not found in a row, so many are not looked for. */
    private static final int MISSES = 64;

    private static final int PAUSE = 448;

    private final String[] texts = new String[1 << BITS];
    private final byte[][] bytes = new byte[1 << BITS][];
    private final int[] missed = new int[1 << BITS];
    private int misses;
    private int pause;

    /** The bytes of an ASCII text, which nobody may change; null where it is not known. */
    byte[] get(String text) {
        if (pause > 0) {
            pause--;
            return null;
        }
        int hash = text.hashCode();
        int place = hash * MIX >>> 32 - BITS;
        if (text.equals(texts[place])) {
            misses = 0;
            return bytes[place];
        }
        if (++misses == MISSES) {
            misses = 0;
            pause = PAUSE;
        }
        return null;
    }

    /** To be called with an ASCII text that stands in an array, where {@link #get} has not found it. */
    void put(String text, byte[] a, int from) {
        if (pause > 0) {
            return;
        }
        int hash = text.hashCode();
        int place = hash * MIX >>> 32 - BITS;
        if (missed[place] == hash) {
            texts[place] = text;
            bytes[place] = Arrays.copyOfRange(a, from, from + text.length());
        } else {
            missed[place] = hash;
        }
    }
}
