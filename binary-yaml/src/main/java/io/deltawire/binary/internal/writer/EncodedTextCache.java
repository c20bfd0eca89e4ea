package io.deltawire.binary.internal.writer;

import io.deltawire.wire.spi.text.StringBytes;
import java.util.Arrays;

/**
 * Encoded ASCII texts by text, for JVMs on which {@link StringBytes} gives no access to the bytes of a {@code
 * String}.
 *
 * <p>Then the only way to learn that all characters are ASCII is to ask for them one by one. That takes several times
 * as long as a lookup here, which mostly ends with a comparison of references.
 *
 * <p>Each text has one slot, by its hash. A text is stored when it is missed for the second time, so that texts which
 * never repeat cost a few stores. After many misses in a row the cache pauses. Not thread-safe.
 */
final class EncodedTextCache {
    private static final int BITS = 12;

    /**
     * 2^32 divided by the golden ratio. The high bits of a product depend on all bits (Knuth, volume 3, section 6.4).
     */
    private static final int MIX = 0x9E37_79B9;

    /** After this many misses in a row, {@link #PAUSE} texts are not compared. */
    private static final int MISSES = 64;

    private static final int PAUSE = 448;

    /**
     * Every sixteenth equal instance replaces the stored one. The next text written may be this instance, but a store
     * of a reference costs more than a comparison of texts.
     */
    private static final int RENEWAL = 16;

    private final EncodedText[] texts = new EncodedText[1 << BITS];
    private final int[] missed = new int[1 << BITS];
    private int misses;
    private int pause;
    private int equalInstances;

    EncodedTextCache() {
        Arrays.fill(texts, EncodedText.none());
    }

    /** Returns the encoded form of a text, or null if it is not in the cache. */
    @SuppressWarnings("ReferenceEquality") // equal references need no comparison of characters
    EncodedText get(String text) {
        int hash = text.hashCode();
        EncodedText entry = texts[hash * MIX >>> 32 - BITS];
        return entry.text() == text || findEqual(entry, hash, text) ? entry : null;
    }

    /** Compares a text with another instance, unless the cache pauses. Counts hits and misses. */
    private boolean findEqual(EncodedText entry, int hash, String text) {
        if (pause > 0) {
            pause--;
            return false;
        }
        if (entry.hash() == hash && text.equals(entry.text())) {
            misses = 0;
            if (++equalInstances == RENEWAL) {
                equalInstances = 0;
                entry.renew(text);
            }
            return true;
        }
        if (++misses == MISSES) {
            misses = 0;
            pause = PAUSE;
        }
        return false;
    }

    /**
     * Notes an ASCII text that was not found, and whose characters are in an array. Stores it if it is missed for the
     * second time.
     */
    void put(String text, byte[] a, int from) {
        if (pause > 0) {
            return;
        }
        int hash = text.hashCode();
        int slot = hash * MIX >>> 32 - BITS;
        if (missed[slot] == hash) {
            texts[slot] = new EncodedText(text, Arrays.copyOfRange(a, from, from + text.length()));
        } else {
            missed[slot] = hash;
        }
    }
}
