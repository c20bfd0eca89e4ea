package io.deltawire.wire.spi;

/**
 * Strings that a writer has found to be plain when it wrote them, by identity: ASCII that stands in its format as it is, with no
 * escape and no quotes but those that every text has. Names, symbols, constants and the texts of objects that are written
 * again and again need not be looked at each time: they are copied. Holds at most {@value #SIZE} strings. Not thread-safe.
 */
public final class PlainStrings {
    private static final int SIZE = 1 << 10;

    /** Every so many strings that are not known, one is kept: where all are new, keeping each would cost more than it saves. */
    private static final int KEPT = 8;

    private final String[] known = new String[SIZE];
    private int unknown;

    /** Creates one that knows no strings, of 4 KB. */
    public PlainStrings() {}

    /**
     * Writes a string that is known to be plain.
     *
     * @param length of the string
     * @param into with room for as many bytes
     * @return the index after the text, or -1 where it is not known, and nothing is written
     */
    public int write(String text, int length, byte[] into, int at) {
        if (length < 2 || !isSame(known[place(text, length)], text)) {
            return -1;
        }
        copy(text, length, into, at);
        return at + length;
    }

    /** Takes note that a string is plain that {@link #write} has not known. */
    public void found(String text) {
        int length = text.length();
        if (length >= 2 && ++unknown % KEPT == 0) {
            known[place(text, length)] = text;
        }
    }

    private static int place(String text, int length) {
        int end = text.charAt(length - 1) + 11 * text.charAt(length - 2) + 113 * text.charAt(length >> 1);
        return end + 31 * length & SIZE - 1;
    }

    @SuppressWarnings("ReferenceEquality") // another string with the same characters may as well be looked at
    private static boolean isSame(String known, String text) {
        return known == text;
    }

    /** The quickest way there is for ASCII: of no use for other text, hence its deprecation. */
    @SuppressWarnings("deprecation")
    private static void copy(String text, int length, byte[] into, int at) {
        text.getBytes(0, length, into, at);
    }
}
