package io.deltawire.yaml.internal.text;

import io.deltawire.wire.WireFormat.Match;

/** Tells from the first bytes of the input whether it may be YAML. */
public final class YamlFormatDetector {
    private static final String BLANKS = " \t\r\n";

    /** What an object, list or text of JSON begins with. */
    private static final String OPENING = "{[\"";

    /** What stands outside of the texts of JSON, but for their quotes: brackets, numbers, true, false and null. */
    private static final String JSON = BLANKS + "{}[],:+-.0123456789Eaeflnrstu";

    private YamlFormatDetector() {}

    public static Match detect(byte[] bytes, int length) {
        int at = hasByteOrderMark(bytes, length) ? 3 : 0;
        for (int i = at; i < length; i++) {
            int b = bytes[i] & 0xFF;
            // YAML 1.2, production 1 (c-printable): of the ASCII controls only tab and line breaks may occur.
            if (b < 0x20 && b != '\t' && b != '\n' && b != '\r' || b == 0x7F) {
                return Match.NO;
            }
        }
        if (startsWith(bytes, at, length, "---") && isEndOrBlank(bytes, at + 3, length)
                || startsWith(bytes, at, length, "%YAML ")) {
            return Match.CERTAIN;
        }
        return firstLine(bytes, at, length);
    }

    /** {@code name: value} and {@code !Type} are YAML; an opening bracket may as well begin JSON. */
    private static Match firstLine(byte[] bytes, int from, int length) {
        if (from < length && bytes[from] == '!') {
            return Match.LIKELY;
        }
        if (from < length && OPENING.indexOf(bytes[from]) >= 0) {
            return isFollowedByJson(bytes, from, length) ? Match.NO : Match.MAYBE;
        }
        for (int i = from; i < length && bytes[i] != '\n'; i++) {
            if (bytes[i] == ':' && isEndOrBlank(bytes, i + 1, length)) {
                return Match.LIKELY;
            }
        }
        return Match.MAYBE;
    }

    /**
     * Whether an object, list or text of JSON ends with its line, and another one begins a line after it. A document of YAML is
     * one value: another one behind it is an error, if no line of {@code ---} or {@code ...} is between.
     */
    private static boolean isFollowedByJson(byte[] bytes, int from, int length) {
        int at = skip(bytes, indexAfterJson(bytes, from, length), length, " \t\r");
        if (at == length || bytes[at] != '\n') {
            return false;
        }
        at = skip(bytes, at, length, BLANKS);
        return at < length && OPENING.indexOf(bytes[at]) >= 0;
    }

    /**
     * The index after an object, list or text of JSON, or the end where there is none: in YAML that is not JSON, a bracket may be
     * part of a comment or of text in single quotes.
     */
    private static int indexAfterJson(byte[] bytes, int from, int length) {
        boolean isQuoted = false;
        int depth = 0;
        int at = from;
        do {
            byte b = bytes[at];
            if (b == '"') {
                isQuoted = !isQuoted;
            } else if (isQuoted) {
                at += b == '\\' ? 1 : 0;
            } else if (b < 0 || JSON.indexOf(b) < 0) {
                return length;
            } else {
                depth += b == '[' || b == '{' ? 1 : b == ']' || b == '}' ? -1 : 0;
            }
            at++;
        } while (at < length && (isQuoted || depth > 0));
        return Math.min(at, length);
    }

    private static int skip(byte[] bytes, int from, int length, String blanks) {
        int at = from;
        while (at < length && blanks.indexOf(bytes[at]) >= 0) {
            at++;
        }
        return at;
    }

    private static boolean hasByteOrderMark(byte[] bytes, int length) {
        return length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    }

    private static boolean startsWith(byte[] bytes, int at, int length, String text) {
        if (length - at < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEndOrBlank(byte[] bytes, int at, int length) {
        return at >= length || bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t';
    }
}
