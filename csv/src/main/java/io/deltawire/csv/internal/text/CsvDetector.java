package io.deltawire.csv.internal.text;

import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.spi.text.Utf8;

/**
 * Detects CSV and its delimiter. Input looks like CSV if its first lines have the same number of delimiters, and
 * nothing in them suggests YAML, JSON or a binary format.
 */
public final class CsvDetector {
    private static final String DELIMITERS = ",\t;|";

    private CsvDetector() {}

    public static Match detect(byte[] head, int length) {
        int from = length >= 3 && head[0] == (byte) 0xEF && head[1] == (byte) 0xBB && head[2] == (byte) 0xBF ? 3 : 0;
        if (from == length || !isText(head, from, length) || isOther(head, from, length)) {
            return Match.NO;
        }
        int[] counts = new int[DELIMITERS.length()];
        int second = countDelimiters(head, from, length, counts);
        int delimiter = mostFrequent(counts);
        if (counts[delimiter] == 0) {
            return Match.NO;
        }
        int[] below = new int[counts.length];
        int third = second < length ? countDelimiters(head, second, length, below) : length;
        boolean whole = third < length || length > 0 && head[length - 1] == '\n';
        if (second == length) {
            return Match.MAYBE;
        }
        return below[delimiter] == counts[delimiter] ? Match.LIKELY : whole ? Match.NO : Match.MAYBE;
    }

    /** Counts the delimiters outside quotes in the line at an index, and returns the index of the next line. */
    public static int countDelimiters(byte[] text, int from, int to, int[] counts) {
        boolean inQuotes = false;
        for (int i = from; i < to; i++) {
            byte b = text[i];
            if (b == '"') {
                inQuotes = !inQuotes;
            } else if (!inQuotes) {
                if (b == '\n' || b == '\r') {
                    return b == '\r' && i + 1 < to && text[i + 1] == '\n' ? i + 2 : i + 1;
                }
                int delimiter = b < 0 ? -1 : DELIMITERS.indexOf(b);
                if (delimiter >= 0) {
                    counts[delimiter]++;
                }
            }
        }
        return to;
    }

    /** The index of the delimiter with the highest count, the first one of several. */
    public static int mostFrequent(int[] counts) {
        int most = 0;
        for (int i = 1; i < counts.length; i++) {
            if (counts[i] > counts[most]) {
                most = i;
            }
        }
        return most;
    }

    /** The delimiter with an index that {@link #mostFrequent} has returned. */
    public static char delimiter(int index) {
        return DELIMITERS.charAt(index);
    }

    private static boolean isText(byte[] head, int from, int to) {
        for (int i = from; i < to; i++) {
            if (head[i] >= 0 && head[i] < 0x20 && head[i] != '\n' && head[i] != '\r' && head[i] != '\t') {
                return false;
            }
        }
        int bad = Utf8.validate(head, from, to);
        return bad == Utf8.VALID || to - bad < 4; // the last character may be cut off
    }

    /** Whether the first line looks like JSON or YAML. */
    private static boolean isOther(byte[] head, int from, int to) {
        if ("{[!%&*#".indexOf(head[from]) >= 0 || head[from] == '-' && from + 1 < to && isIn(head[from + 1], " -\n")) {
            return true;
        }
        for (int i = from; i < to && head[i] != '\n'; i++) {
            if (head[i] == '"') {
                while (++i < to && head[i] != '"') {}
            } else if (head[i] == ':' && (i + 1 == to || isIn(head[i + 1], " \r\n"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(byte b, String ascii) {
        return b > 0 && ascii.indexOf(b) >= 0;
    }
}
