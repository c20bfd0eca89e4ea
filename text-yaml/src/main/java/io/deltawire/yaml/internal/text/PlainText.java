package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.TemporalText;
import java.nio.charset.StandardCharsets;

/**
 * Decides how text is written: plain where every YAML reader takes it for a string, else in double quotes. Stricter than
 * either YAML version on purpose, so that no reader's own rules have to be known.
 */
public final class PlainText {
    /** What the first character of plain text may be. */
    private static final byte FIRST = 1;

    /** What any character of plain text but the first may be. */
    private static final byte INSIDE = 2;

    private static final byte[] CLASS = new byte[256];

    static {
        for (char c = 'a'; c <= 'z'; c++) {
            CLASS[c] = FIRST | INSIDE;
            CLASS[c - 'a' + 'A'] = FIRST | INSIDE;
        }
        for (char c = '0'; c <= '9'; c++) {
            CLASS[c] = INSIDE;
        }
        CLASS['_'] = FIRST | INSIDE;
        CLASS['/'] = FIRST | INSIDE;
        CLASS['$'] = FIRST | INSIDE;
        for (char c : " -.+@=()~;<>^*&'".toCharArray()) {
            CLASS[c] = INSIDE;
        }
    }

    private PlainText() {}

    /** True where the text may stand without quotes, as a value or as a key. */
    public static boolean isPlain(CharSequence text) {
        int length = text.length();
        if (length == 0 || !allows(text, 0, FIRST) || text.charAt(length - 1) == ' ') {
            return false;
        }
        for (int i = 1; i < length; i++) {
            if (!allows(text, i, INSIDE)) {
                return false;
            }
        }
        return length > 5 || !isWord(text, length);
    }

    /**
     * True for text that double quotes alone would turn into a date or time: see {@link CoreSchema}. It is written with
     * {@code !!str}.
     */
    public static boolean readsAsTemporal(CharSequence text) {
        if (text.length() == 0) {
            return false;
        }
        char first = text.charAt(0);
        if (first != '-' && first != '+' && (first < '0' || first > '9')) {
            return false;
        }
        return TemporalText.parseExact(text) != null && !isTimestamp(text);
    }

    private static boolean isTimestamp(CharSequence text) {
        byte[] ascii = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        return isTimestamp(ascii, 0, ascii.length);
    }

    /**
     * True for the text of a date or date-time that is a timestamp by YAML 1.1 (the {@code !!timestamp} type) and that
     * every reader can hold: {@code 2016-07-22}, {@code 2016-07-22T12:34:56.789Z}, with {@code Z}, {@code +hh:mm} or
     * neither, from year 1 to year 9999. It is written plain; other dates and times are written in quotes.
     */
    public static boolean isTimestamp(byte[] text, int from, int to) {
        int length = to - from;
        if (!matches(text, from, to, "dddd-dd-dd") || matches(text, from, to, "0000")) {
            return false;
        }
        if (length == 10) {
            return true;
        }
        if (!matches(text, from + 10, to, "Tdd:dd:dd")) {
            return false;
        }
        int at = from + 19;
        if (at < to && text[at] == '.') {
            int fraction = ++at;
            while (at < to && isDigit(text[at])) {
                at++;
            }
            if (at == fraction) {
                return false;
            }
        }
        if (at == to) {
            return true;
        }
        byte zone = text[at];
        return zone == 'Z'
                ? at + 1 == to
                : (zone == '+' || zone == '-') && matches(text, at + 1, to, "dd:dd") && at + 6 == to;
    }

    private static boolean matches(byte[] text, int at, int to, String pattern) {
        if (to - at < pattern.length()) {
            return false;
        }
        for (int i = 0; i < pattern.length(); i++) {
            byte b = text[at + i];
            if (pattern.charAt(i) == 'd' ? !isDigit(b) : b != pattern.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /**
     * Writes text as it is, where it may stand without quotes.
     *
     * @param into with room for as many bytes as the text has characters
     * @return the index after the text, or -1 where quotes or more than ASCII are needed
     */
    public static int writeAscii(CharSequence text, byte[] into, int at) {
        int length = text.length();
        if (length == 0) {
            return -1;
        }
        char first = text.charAt(0);
        if (first > 127 || (CLASS[first] & FIRST) == 0) {
            return -1;
        }
        int end = text instanceof String string ? copyAscii(string, into, at) : copyAscii(text, into, at);
        return end < 0 || text.charAt(length - 1) == ' ' || length <= 5 && isWord(text, length) ? -1 : end;
    }

    private static int copyAscii(CharSequence text, byte[] into, int at) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > 127 || (CLASS[c] & INSIDE) == 0) {
                return -1;
            }
            into[at + i] = (byte) c;
        }
        return at + length;
    }

    /** The same without a branch for each character, for the strings that most texts are. */
    private static int copyAscii(String text, byte[] into, int at) {
        int length = text.length();
        int all = INSIDE;
        int any = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            into[at + i] = (byte) c;
            all &= CLASS[c & 0xFF];
            any |= c;
        }
        return all != 0 && any < 128 ? at + length : -1;
    }

    private static boolean allows(CharSequence text, int i, int role) {
        char c = text.charAt(i);
        if (c < 128) {
            return (CLASS[c] & role) != 0;
        }
        // Letters of every script in the basic plane; all else (spaces of other kinds, symbols, pairs) is quoted.
        return Character.isLetter(c) && !Printable.isHazard(c);
    }

    /** The words that YAML 1.1 or 1.2 resolves to null or a truth value, in any case. */
    private static boolean isWord(CharSequence text, int length) {
        return switch (length) {
            case 1 -> equalsIgnoringCase(text, "y") || equalsIgnoringCase(text, "n");
            case 2 -> equalsIgnoringCase(text, "no") || equalsIgnoringCase(text, "on");
            case 3 -> equalsIgnoringCase(text, "yes") || equalsIgnoringCase(text, "off");
            case 4 -> equalsIgnoringCase(text, "null") || equalsIgnoringCase(text, "true");
            case 5 -> equalsIgnoringCase(text, "false");
            default -> false;
        };
    }

    private static boolean equalsIgnoringCase(CharSequence text, String word) {
        for (int i = 0; i < word.length(); i++) {
            if ((text.charAt(i) | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
