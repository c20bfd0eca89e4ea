package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.nio.charset.StandardCharsets;

/**
 * Decides whether text is written plain or in double quotes. It is plain only if every YAML reader takes it for a
 * string. The rules are deliberately stricter than those of either YAML version, so that no reader's own rules matter.
 */
public final class PlainText {
    /** May be the first character of plain text. */
    private static final byte FIRST = 1;

    /** May be any other character of plain text. */
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

    /** Returns whether text may be written without quotes, as a value or a key. */
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
     * Returns whether text in double quotes would be read as a date or time: see {@link CoreSchema#resolveQuoted}.
     * Such text is written with {@code !!str}.
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
     * Returns whether the text of a date or date-time is a YAML 1.1 {@code !!timestamp} that every reader can
     * represent. That is {@code 2016-07-22} or {@code 2016-07-22T12:34:56.789Z}, with {@code Z}, {@code +hh:mm} or
     * neither, from year 1 to year 9999. A timestamp is written plain; other dates and times are written in quotes.
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
        int index = from + 19;
        if (index < to && text[index] == '.') {
            int fraction = ++index;
            while (index < to && isDigit(text[index])) {
                index++;
            }
            if (index == fraction) {
                return false;
            }
        }
        if (index == to) {
            return true;
        }
        byte zone = text[index];
        return zone == 'Z'
                ? index + 1 == to
                : (zone == '+' || zone == '-') && matches(text, index + 1, to, "dd:dd") && index + 6 == to;
    }

    private static boolean matches(byte[] text, int index, int to, String pattern) {
        if (to - index < pattern.length()) {
            return false;
        }
        for (int i = 0; i < pattern.length(); i++) {
            byte b = text[index + i];
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
     * Writes text unchanged if it may be without quotes.
     *
     * @param into has room for as many bytes as the text has characters
     * @return the index after the text, or -1 if it needs quotes or more than ASCII
     */
    public static int writeAscii(CharSequence text, byte[] into, int index) {
        int length = text.length();
        if (length == 0) {
            return -1;
        }
        char first = text.charAt(0);
        if (first > 127 || (CLASS[first] & FIRST) == 0) {
            return -1;
        }
        int end = text instanceof String string ? copyAscii(string, into, index) : copyAscii(text, into, index);
        return end < 0 || text.charAt(length - 1) == ' ' || length <= 5 && isWord(text, length) ? -1 : end;
    }

    private static int copyAscii(CharSequence text, byte[] into, int index) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > 127 || (CLASS[c] & INSIDE) == 0) {
                return -1;
            }
            into[index + i] = (byte) c;
        }
        return index + length;
    }

    /** Like the other, without a branch for each character. */
    private static int copyAscii(String text, byte[] into, int index) {
        int length = text.length();
        int all = INSIDE;
        int any = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            into[index + i] = (byte) c;
            all &= CLASS[c & 0xFF];
            any |= c;
        }
        return all != 0 && any < 128 ? index + length : -1;
    }

    private static boolean allows(CharSequence text, int i, int role) {
        char c = text.charAt(i);
        if (c < 128) {
            return (CLASS[c] & role) != 0;
        }
        // Letters of every script in the basic plane. Everything else is quoted: other spaces, symbols, pairs.
        return Character.isLetter(c) && !Printable.isHazard(c);
    }

    /** Returns whether YAML 1.1 or 1.2 resolves the word to null or a truth value. Ignores case. */
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
