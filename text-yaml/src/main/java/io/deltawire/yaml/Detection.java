package io.deltawire.yaml;

import io.deltawire.wire.WireFormat.Match;

/** Tells from the first bytes of the input whether it may be YAML. */
final class Detection {
    private Detection() {}

    static Match match(byte[] head, int length) {
        int at = hasByteOrderMark(head, length) ? 3 : 0;
        for (int i = at; i < length; i++) {
            int b = head[i] & 0xFF;
            // YAML 1.2, production 1 (c-printable): of the ASCII controls only tab and line breaks may occur.
            if (b < 0x20 && b != '\t' && b != '\n' && b != '\r' || b == 0x7F) {
                return Match.NO;
            }
        }
        if (startsWith(head, at, length, "---") && endsLineOrSpace(head, at + 3, length)
                || startsWith(head, at, length, "%YAML ")) {
            return Match.CERTAIN;
        }
        return firstLine(head, at, length);
    }

    /** {@code name: value} and {@code !Type} are YAML; an opening bracket may as well begin JSON. */
    private static Match firstLine(byte[] head, int from, int length) {
        if (from < length && head[from] == '!') {
            return Match.LIKELY;
        }
        if (from < length && (head[from] == '{' || head[from] == '[' || head[from] == '"')) {
            return Match.MAYBE;
        }
        for (int i = from; i < length && head[i] != '\n'; i++) {
            if (head[i] == ':' && endsLineOrSpace(head, i + 1, length)) {
                return Match.LIKELY;
            }
        }
        return Match.MAYBE;
    }

    private static boolean hasByteOrderMark(byte[] head, int length) {
        return length >= 3 && head[0] == (byte) 0xEF && head[1] == (byte) 0xBB && head[2] == (byte) 0xBF;
    }

    private static boolean startsWith(byte[] head, int at, int length, String text) {
        if (length - at < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (head[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean endsLineOrSpace(byte[] head, int at, int length) {
        return at >= length || head[at] == ' ' || head[at] == '\n' || head[at] == '\r' || head[at] == '\t';
    }
}
