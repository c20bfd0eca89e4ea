package io.deltawire.yaml;

/**
 * Strings that were found to be plain ASCII when they were written, by identity: names, symbols, constants and the texts of
 * objects that are written again and again need not be looked at each time. Holds at most {@value #SIZE} strings, of those
 * that are short. Not thread-safe.
 */
final class PlainStrings {
    private static final int SIZE = 1 << 10;

    /** Every so many strings that are not known, one is kept: where all are new, keeping each would cost more than it saves. */
    private static final int KEPT = 8;

    private final String[] known = new String[SIZE];
    private int unknown;

    /**
     * Writes a string as it is, where it may stand without quotes.
     *
     * @param length of the string
     * @param into with room for as many bytes
     * @return the index after the text, or -1 where quotes or more than ASCII are needed
     */
    int write(String text, int length, byte[] into, int at) {
        if (length < 2) {
            return PlainText.writeAscii(text, into, at);
        }
        int place = place(text, length);
        if (isSame(known[place], text)) {
            copy(text, length, into, at);
            return at + length;
        }
        int end = PlainText.writeAscii(text, into, at);
        if (end >= 0 && ++unknown % KEPT == 0) {
            known[place] = text;
        }
        return end;
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
