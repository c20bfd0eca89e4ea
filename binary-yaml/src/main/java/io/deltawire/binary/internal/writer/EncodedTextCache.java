package io.deltawire.binary.internal.writer;

import io.deltawire.wire.spi.StringBytes;
import java.util.Arrays;

/**
 * Short ASCII texts that have been written before, for where {@link StringBytes} gives no bytes. To ask a
 * {@code String} for one character after the other, which is the only way left to know that each is ASCII, takes
 * several times as long as to find it here: mostly it is the same instance as before. One that is equal does as well, since then
 * its characters are entry.
 *
 * <p>A text is kept when it comes again, in one slot that its hash gives; what never does costs a few stores. Where
 * nothing is found for long, texts are not looked for but now and then.
 */
final class EncodedTextCache {
    private static final int BITS = 12;

    /** 2^32 divided by the golden ratio: the high bits of a product depend on all bits (Knuth, volume 3, section 6.4). */
    private static final int MIX = 0x9E37_79B9;

    /** After so many that are not found in a row, so many are not looked for. */
    private static final int MISSES = 64;

    private static final int PAUSE = 448;

    /**
     * One in so many equal instances takes the slot of the one before: what is written from then on may be this one, but a
     * store of a reference costs more than to compare a text.
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

    /** What is known of an ASCII text; null where that is nothing. */
    @SuppressWarnings("ReferenceEquality") // the same instance needs no comparison
    EncodedText get(String text) {
        int hash = text.hashCode();
        EncodedText entry = texts[hash * MIX >>> 32 - BITS];
        return entry.text == text || findEqual(entry, hash, text) ? entry : null;
    }

    /** Whether it is known from another instance. */
    private boolean findEqual(EncodedText entry, int hash, String text) {
        if (pause > 0) {
            pause--;
            return false;
        }
        if (entry.hash == hash && text.equals(entry.text)) {
            misses = 0;
            if (++equalInstances == RENEWAL) {
                equalInstances = 0;
                entry.text = text;
            }
            return true;
        }
        if (++misses == MISSES) {
            misses = 0;
            pause = PAUSE;
        }
        return false;
    }

    /** To be called with an ASCII text that stands in an array, where {@link #get} has not found it. */
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
