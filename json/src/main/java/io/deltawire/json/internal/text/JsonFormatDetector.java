package io.deltawire.json.internal.text;

import io.deltawire.wire.WireFormat.Match;
import java.nio.charset.StandardCharsets;

/** Tells JSON by its first bytes. */
public final class JsonFormatDetector {
    private JsonFormatDetector() {}

    public static Match detect(byte[] head, int length) {
        int at = skipBlanks(head, JsonSyntax.startsWithByteOrderMark(head, 0, length) ? 3 : 0, length);
        if (at == length) {
            return Match.NO;
        }
        int next = skipBlanks(head, at + 1, length);
        int c = next < length ? head[next] : -1;
        switch (head[at]) {
            case '{':
                // {a: 1} is YAML, and {"a": 1} is JSON before it is anything else
                return c == '"' || c == '}' || c < 0 ? Match.LIKELY : Match.NO;
            case '[':
                if (c < 0 || c == '{' || c == '[' || c == '"' || c == ']') {
                    return Match.LIKELY;
                }
                return c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n' ? Match.MAYBE : Match.NO;
            default:
                return isScalarLine(head, at, length) ? Match.MAYBE : Match.NO;
        }
    }

    /** True where the first line is one scalar, so that it is neither the header of a CSV nor a line of YAML. */
    private static boolean isScalarLine(byte[] head, int from, int length) {
        int at = from;
        if (head[at] == '"') {
            for (at++; at < length && head[at] != '"'; at++) {
                if (head[at] == '\\') {
                    at++;
                }
            }
            at++;
        } else {
            while (at < length && isScalarByte(head[at])) {
                at++;
            }
            if (at == from || !isNumberOrWord(head, from, at)) {
                return false;
            }
        }
        while (at < length && (head[at] == ' ' || head[at] == '\r')) {
            at++;
        }
        return at >= length || head[at] == '\n';
    }

    private static boolean isScalarByte(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '-' || b == '+' || b == '.' || b == 'E';
    }

    private static boolean isNumberOrWord(byte[] head, int from, int to) {
        String word = new String(head, from, to - from, StandardCharsets.ISO_8859_1);
        return word.equals("true")
                || word.equals("false")
                || word.equals("null")
                || word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    }

    private static int skipBlanks(byte[] head, int from, int length) {
        int at = from;
        while (at < length && JsonSyntax.isBlank(head[at])) {
            at++;
        }
        return at;
    }
}
