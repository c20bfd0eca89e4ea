package io.deltawire.json.internal.text;

/** The name of the format, its blanks and its byte order mark. */
public final class JsonSyntax {
    /** The name of the format, for errors. */
    public static final String FORMAT_NAME = "json";

    private JsonSyntax() {}

    public static boolean isBlank(int b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Returns whether the byte order mark of UTF-8 starts at an index. */
    public static boolean startsWithByteOrderMark(byte[] bytes, int from, int to) {
        return to - from >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
    }
}
