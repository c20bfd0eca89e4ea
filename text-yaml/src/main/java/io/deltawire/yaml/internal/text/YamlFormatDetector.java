package io.deltawire.yaml.internal.text;

import io.deltawire.wire.WireFormat.Match;

/** Recognises YAML by the first bytes of the input. */
public final class YamlFormatDetector {
    private static final String BLANKS = " \t\r\n";

    /** First characters of an object, list or text in JSON. */
    private static final String OPENING = "{[\"";

    /** Characters that occur outside of texts in JSON: brackets, numbers, true, false and null. */
    private static final String JSON = BLANKS + "{}[],:+-.0123456789Eaeflnrstu";

    private YamlFormatDetector() {}

    public static Match detect(byte[] bytes, int length) {
        int index = hasByteOrderMark(bytes, length) ? 3 : 0;
        for (int i = index; i < length; i++) {
            int b = bytes[i] & 0xFF;
            // YAML 1.2, production 1 (c-printable): tab and line breaks are the only ASCII controls allowed.
            if (b < 0x20 && b != '\t' && b != '\n' && b != '\r' || b == 0x7F) {
                return Match.NO;
            }
        }
        if (startsWith(bytes, index, length, "---") && isEndOrBlank(bytes, index + 3, length)
                || startsWith(bytes, index, length, "%YAML ")) {
            return Match.CERTAIN;
        }
        return firstLine(bytes, index, length);
    }

    /** {@code name: value} and {@code !Type} are YAML; an opening bracket may also start JSON. */
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
     * Returns whether an object, list or text of JSON ends with its line and another one starts a later line. A YAML
     * document is one value: a second one without a line {@code ---} or {@code ...} in between is an error.
     */
    private static boolean isFollowedByJson(byte[] bytes, int from, int length) {
        int index = skip(bytes, indexAfterJson(bytes, from, length), length, " \t\r");
        if (index == length || bytes[index] != '\n') {
            return false;
        }
        index = skip(bytes, index, length, BLANKS);
        return index < length && OPENING.indexOf(bytes[index]) >= 0;
    }

    /**
     * Returns the index after an object, list or text of JSON, or the end if there is none. In YAML that is not JSON,
     * a bracket may be part of a comment or of text in single quotes.
     */
    private static int indexAfterJson(byte[] bytes, int from, int length) {
        boolean isQuoted = false;
        int depth = 0;
        int index = from;
        do {
            byte b = bytes[index];
            if (b == '"') {
                isQuoted = !isQuoted;
            } else if (isQuoted) {
                index += b == '\\' ? 1 : 0;
            } else if (b < 0 || JSON.indexOf(b) < 0) {
                return length;
            } else {
                depth += b == '[' || b == '{' ? 1 : b == ']' || b == '}' ? -1 : 0;
            }
            index++;
        } while (index < length && (isQuoted || depth > 0));
        return Math.min(index, length);
    }

    private static int skip(byte[] bytes, int from, int length, String blanks) {
        int index = from;
        while (index < length && blanks.indexOf(bytes[index]) >= 0) {
            index++;
        }
        return index;
    }

    private static boolean hasByteOrderMark(byte[] bytes, int length) {
        return length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    }

    private static boolean startsWith(byte[] bytes, int index, int length, String text) {
        if (length - index < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[index + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEndOrBlank(byte[] bytes, int index, int length) {
        return index >= length
                || bytes[index] == ' '
                || bytes[index] == '\n'
                || bytes[index] == '\r'
                || bytes[index] == '\t';
    }
}
