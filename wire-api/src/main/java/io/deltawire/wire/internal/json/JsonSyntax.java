package io.deltawire.wire.internal.json;

/** The blanks of JSON, its byte order mark, and the mark of names with a meaning of their own. Stateless. */
public final class JsonSyntax {
    /** What type names, keys of JSON text and escaped names begin with. Data of other programs has no such names. */
    public static final String MARK = "@dw:";

    private JsonSyntax() {}

    /** Returns whether {@link #MARK} starts at an index and ends before another one. */
    public static boolean startsWithMark(byte[] bytes, int from, int to) {
        return to - from >= 4
                && bytes[from] == '@'
                && bytes[from + 1] == 'd'
                && bytes[from + 2] == 'w'
                && bytes[from + 3] == ':';
    }

    /** Returns the index after all the marks that start at an index. */
    public static int afterMarks(byte[] bytes, int from, int to) {
        int i = from;
        while (startsWithMark(bytes, i, to)) {
            i += MARK.length();
        }
        return i;
    }

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
