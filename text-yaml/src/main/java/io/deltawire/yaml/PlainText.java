package io.deltawire.yaml;

import io.deltawire.wire.spi.Printable;
import io.deltawire.wire.spi.TemporalText;
import java.time.temporal.Temporal;

/**
 * Decides how text is written: plain where every YAML reader takes it for a string, else in double quotes. Stricter than
 * either YAML version on purpose, so that no reader's own rules have to be known.
 */
final class PlainText {
    /** What the first character of plain text may be. */
    private static final byte FIRST = 1;

    /** What any character of plain text but the first may be. */
    private static final byte INSIDE = 2;

    private static final byte[] CLASS = new byte[128];

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
    static boolean isPlain(CharSequence text) {
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
     * True for text that double quotes alone would turn into a date or time: see {@link Scalar}. It is written with
     * {@code !!str}.
     */
    static boolean readsAsTemporal(CharSequence text) {
        if (text.length() == 0) {
            return false;
        }
        char first = text.charAt(0);
        if (first != '-' && first != '+' && (first < '0' || first > '9')) {
            return false;
        }
        Temporal value = TemporalText.parseExact(text);
        return value != null && !isTimestamp(text);
    }

    /**
     * True for the text of a date or date-time that is a timestamp by YAML 1.1 (the {@code !!timestamp} type) and that
     * every reader can hold: {@code 2016-07-22}, {@code 2016-07-22T12:34:56.789Z}, with {@code Z}, {@code +hh:mm} or
     * neither, from year 1 to year 9999. It is written plain; other dates and times are written in quotes.
     */
    static boolean isTimestamp(CharSequence text) {
        int length = text.length();
        if (!matches(text, 0, "dddd-dd-dd") || matches(text, 0, "0000")) {
            return false;
        }
        if (length == 10) {
            return true;
        }
        if (!matches(text, 10, "Tdd:dd:dd")) {
            return false;
        }
        int at = 19;
        if (at < length && text.charAt(at) == '.') {
            do {
                at++;
            } while (at < length && isDigit(text.charAt(at)));
            if (at == 20) {
                return false;
            }
        }
        if (at == length) {
            return true;
        }
        char zone = text.charAt(at);
        return zone == 'Z'
                ? at + 1 == length
                : (zone == '+' || zone == '-') && matches(text, at + 1, "dd:dd") && at + 6 == length;
    }

    private static boolean matches(CharSequence text, int at, String pattern) {
        if (text.length() - at < pattern.length()) {
            return false;
        }
        for (int i = 0; i < pattern.length(); i++) {
            char c = text.charAt(at + i);
            if (pattern.charAt(i) == 'd' ? !isDigit(c) : c != pattern.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
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
            case 1 -> is(text, "y") || is(text, "n");
            case 2 -> is(text, "no") || is(text, "on");
            case 3 -> is(text, "yes") || is(text, "off");
            case 4 -> is(text, "null") || is(text, "true");
            case 5 -> is(text, "false");
            default -> false;
        };
    }

    private static boolean is(CharSequence text, String word) {
        for (int i = 0; i < word.length(); i++) {
            if ((text.charAt(i) | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
