package io.deltawire.json.internal.text;

import io.deltawire.wire.WireFormat.Match;
import io.deltawire.wire.internal.json.JsonSyntax;
import java.nio.charset.StandardCharsets;

/** Recognises JSON by the first bytes of the input. */
public final class JsonFormatDetector {
    private JsonFormatDetector() {}

    public static Match detect(byte[] bytes, int length) {
        int index = skipBlanks(bytes, JsonSyntax.startsWithByteOrderMark(bytes, 0, length) ? 3 : 0, length);
        if (index == length) {
            return Match.NO;
        }
        int next = skipBlanks(bytes, index + 1, length);
        int c = next < length ? bytes[next] : -1;
        switch (bytes[index]) {
            case '{':
                // {a: 1} is YAML; {"a": 1} is valid YAML too, but most likely JSON
                return c == '"' || c == '}' || c < 0 ? Match.LIKELY : Match.NO;
            case '[':
                if (c < 0 || c == '{' || c == '[' || c == '"' || c == ']') {
                    return Match.LIKELY;
                }
                return c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n' ? Match.MAYBE : Match.NO;
            default:
                return isScalarLine(bytes, index, length) ? Match.MAYBE : Match.NO;
        }
    }

    /** Returns whether the first line is one scalar, which makes it neither a CSV header nor a line of YAML. */
    private static boolean isScalarLine(byte[] bytes, int from, int length) {
        int index = from;
        if (bytes[index] == '"') {
            for (index++; index < length && bytes[index] != '"'; index++) {
                if (bytes[index] == '\\') {
                    index++;
                }
            }
            index++;
        } else {
            while (index < length && isScalarByte(bytes[index])) {
                index++;
            }
            if (index == from || !isNumberOrWord(bytes, from, index)) {
                return false;
            }
        }
        while (index < length && (bytes[index] == ' ' || bytes[index] == '\r')) {
            index++;
        }
        return index >= length || bytes[index] == '\n';
    }

    private static boolean isScalarByte(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == '-' || b == '+' || b == '.' || b == 'E';
    }

    private static boolean isNumberOrWord(byte[] bytes, int from, int to) {
        String word = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        return word.equals("true")
                || word.equals("false")
                || word.equals("null")
                || word.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    }

    private static int skipBlanks(byte[] bytes, int from, int length) {
        int index = from;
        while (index < length && JsonSyntax.isBlank(bytes[index])) {
            index++;
        }
        return index;
    }
}
