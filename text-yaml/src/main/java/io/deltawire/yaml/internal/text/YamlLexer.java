package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.text.Utf8;

/**
 * Finds the ends of scalars, tags, comments and white space, as the writer produces them or similar. Returns {@link
 * #UNKNOWN} for everything else, including invalid UTF-8, which SnakeYAML's path then reads or rejects. The text must
 * end with a line break, which stops every search.
 */
public final class YamlLexer {
    /** The text is not of a form that the scanner reads. */
    public static final int UNKNOWN = -1;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;

    /** A flow collection longer than this cannot be the key of a mapping, which has at most 1,024 characters. */
    private static final int MAX_KEY_BYTES = 4200;

    /** May start a plain scalar. */
    private static final byte FIRST = 1;

    /** May be inside a plain scalar, whatever surrounds it. */
    private static final byte INSIDE = 2;

    /** May be inside a plain scalar, depending on what follows: space and colon. */
    private static final byte DEPENDS = 4;

    /** May be in a type name. */
    private static final byte TAG = 8;

    /** May be in double quotes unescaped. */
    private static final byte QUOTED = 16;

    private static final byte[] CLASS = new byte[256];

    static {
        for (int c = 0x20; c < 0x7F; c++) {
            CLASS[c] = QUOTED;
            if (Character.isLetterOrDigit(c)) {
                CLASS[c] |= FIRST | INSIDE | TAG;
            }
        }
        CLASS['"'] = 0;
        CLASS['\\'] = 0;
        for (char c : "_/$.+-~".toCharArray()) {
            CLASS[c] |= FIRST | INSIDE;
        }
        for (char c : "@=();<>^*&'".toCharArray()) {
            CLASS[c] |= INSIDE;
        }
        for (char c : "_/$.+-@".toCharArray()) {
            CLASS[c] |= TAG;
        }
        CLASS[' '] |= DEPENDS;
        CLASS[':'] |= DEPENDS;
    }

    private YamlLexer() {}

    /** Returns the index after the plain scalar at {@code from}, which must be on one line; or {@link #UNKNOWN}. */
    public static int plainEnd(byte[] a, int from) {
        int b = a[from];
        if (b >= 0 && ((CLASS[b] & FIRST) == 0 || b == '-' && !hasRole(a[from + 1], INSIDE))) {
            return UNKNOWN;
        }
        int i = from;
        while (true) {
            while ((CLASS[a[i] & 0xFF] & INSIDE) != 0) {
                i++;
            }
            b = a[i];
            if (b < 0) {
                int length = letterLength(a, i);
                if (length == 0) {
                    return UNKNOWN;
                }
                i += length;
            } else if ((CLASS[b] & DEPENDS) != 0) {
                int next = a[i + 1];
                if (next < 0 || (CLASS[next] & INSIDE) != 0) {
                    i++;
                } else {
                    return b == ':' ? i : UNKNOWN;
                }
            } else {
                return i;
            }
        }
    }

    /** Returns the index of the first byte that may not be anywhere inside a plain scalar, or is not ASCII. */
    public static int asciiEnd(byte[] a, int from) {
        int i = from;
        while (a.length - i >= Long.BYTES) {
            long odd = nonWordBytes((long) ByteWords.LONG.get(a, i));
            if (odd != 0) {
                i = addSmall(i, Long.numberOfTrailingZeros(odd) >>> 3);
                break;
            }
            i += Long.BYTES;
        }
        while ((CLASS[a[i] & 0xFF] & INSIDE) != 0) {
            i++;
        }
        return i;
    }

    /**
     * Returns {@code i + count} for a count below eight. The jump lets the processor predict the sum, so that later
     * loads need not wait for the count.
     */
    private static int addSmall(int i, int count) {
        switch (count) {
            case 1:
                return i + 1;
            case 2:
                return i + 2;
            case 3:
                return i + 3;
            case 4:
                return i + 4;
            case 5:
                return i + 5;
            case 6:
                return i + 6;
            case 7:
                return i + 7;
            default:
                return i;
        }
    }

    /**
     * Returns the top bits of bytes other than letters, digits, point, slash, minus and underscore. Exact up to the
     * first such byte.
     */
    private static long nonWordBytes(long eight) {
        long upper = eight | 0x20 * ONES;
        long digit = eight + (0x80 - '-') * ONES & ~(eight + (0x80 - '9' - 1) * ONES);
        long letter = upper + (0x80 - 'a') * ONES & ~(upper + (0x80 - 'z' - 1) * ONES);
        return (~(digit | letter) | eight) & TOP_BITS;
    }

    /**
     * Returns the index of the quote that ends the text at {@code from}. With escapes in the text, returns -2 minus
     * that index; for other text, {@link #UNKNOWN}.
     */
    public static int quotedEnd(byte[] a, int from) {
        int i = from;
        // A line break stops the search before the end of the document.
        while (a.length - i >= 8 && isQuotedAscii((long) ByteWords.LONG.get(a, i))) {
            i += 8;
        }
        while (true) {
            int b = a[i];
            if (b < 0) {
                int length = letterLength(a, i);
                if (length == 0) {
                    return UNKNOWN;
                }
                i += length;
            } else if ((CLASS[b] & QUOTED) != 0) {
                i++;
            } else {
                return b == '"' ? i : b == '\\' ? escapedEnd(a, i) : UNKNOWN;
            }
        }
    }

    /** Returns whether eight bytes are printable ASCII without quote and backslash. */
    private static boolean isQuotedAscii(long eight) {
        long quote = eight ^ '"' * ONES;
        long backslash = eight ^ '\\' * ONES;
        // Sets the top bit of each byte below 0x20, of quote, backslash and everything from 0x7F on. A borrow may set
        // some after the first such byte as well.
        long found = eight - ' ' * ONES | quote - ONES | backslash - ONES | eight + ONES | eight;
        return (found & TOP_BITS) == 0;
    }

    /** Like {@link #quotedEnd}, from the first escape on. */
    private static int escapedEnd(byte[] a, int from) {
        int i = from;
        while (true) {
            int b = a[i];
            if (b < 0) {
                int length = letterLength(a, i);
                if (length == 0) {
                    return UNKNOWN;
                }
                i += length;
            } else if (b == '\\') {
                int length = escapeLength(a, i);
                if (length == 0) {
                    return UNKNOWN;
                }
                i += length;
            } else if ((CLASS[b] & QUOTED) != 0) {
                i++;
            } else {
                return b == '"' ? -2 - i : UNKNOWN;
            }
        }
    }

    /** Returns the length of the escape at {@code i}, or 0 if the writer does not use it. */
    private static int escapeLength(byte[] a, int i) {
        switch (a[i + 1]) {
            case '"', '\\', 'n', 'r', 't' -> {
                return 2;
            }
            case 'u' -> {
                return parseHex(a, i + 2, 4) >= 0 ? 6 : 0;
            }
            case 'U' -> {
                int point = parseHex(a, i + 2, 8);
                return point >= 0 && point <= Character.MAX_CODE_POINT ? 10 : 0;
            }
            default -> {
                return 0;
            }
        }
    }

    /** Returns the value of hexadecimal digits, or -1 if they are invalid or the value is too large. */
    private static int parseHex(byte[] a, int from, int count) {
        int value = 0;
        for (int i = from; i < from + count; i++) {
            // A line break stops the search before the end of the array.
            int digit = Character.digit(a[i], 16);
            if (digit < 0 || value >= 1 << 27) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Appends the text between double quotes. */
    public static void unescape(byte[] a, int from, int to, StringBuilder target) {
        int i = from;
        while (i < to) {
            int start = i;
            while (i < to && a[i] != '\\') {
                i++;
            }
            target.append(Utf8.decode(a, start, i - start));
            if (i < to) {
                int length = escapeLength(a, i);
                switch (a[i + 1]) {
                    case 'n' -> target.append('\n');
                    case 'r' -> target.append('\r');
                    case 't' -> target.append('\t');
                    case 'u' -> target.append((char) parseHex(a, i + 2, 4));
                    case 'U' -> target.appendCodePoint(parseHex(a, i + 2, 8));
                    default -> target.append((char) a[i + 1]);
                }
                i += length;
            }
        }
    }

    /** Returns the index after the characters of a type name, possibly none. */
    public static int tagEnd(byte[] a, int from) {
        int i = from;
        while (a[i] >= 0 && ((CLASS[a[i]] & TAG) != 0 || a[i] == '%' && parseHex(a, i + 1, 2) >= 0x20)) {
            i++;
        }
        return i;
    }

    /** Returns the index of the line break that ends a comment, or {@link #UNKNOWN}. */
    static int commentEnd(byte[] a, int from) {
        int i = from;
        while (a[i] != '\n') {
            int length = a[i] < 0 ? letterLength(a, i) : a[i] >= 0x20 && a[i] < 0x7F || a[i] == '\t' ? 1 : 0;
            if (length == 0) {
                return UNKNOWN;
            }
            i += length;
        }
        return i;
    }

    /**
     * Returns the length in bytes of the character at {@code i}. Returns 0 for line breaks of YAML 1.1 (U+0085,
     * U+2028, U+2029), for characters that YAML forbids (C1 controls, U+FFFE, U+FFFF), for a byte order mark, and for
     * invalid UTF-8.
     */
    private static int letterLength(byte[] a, int i) {
        int second = a[i + 1] & 0xFF;
        int length;
        switch (a[i] & 0xFF) {
            case 0xC2 -> length = second >= 0xA0 ? 2 : 0;
            case 0xE2 -> length = second == 0x80 && ((a[i + 2] & 0xFE) == 0xA8) ? 0 : 3;
            case 0xEF -> length = second == 0xBB || second == 0xBF ? 0 : 3;
            default -> length = (a[i] & 0xFF) < 0xE0 ? 2 : (a[i] & 0xFF) < 0xF0 ? 3 : 4;
        }
        return length > 0 && a.length - i >= length && Utf8.validate(a, i, i + length) == Utf8.VALID ? length : 0;
    }

    private static boolean hasRole(byte b, int role) {
        return b < 0 || (CLASS[b] & role) != 0;
    }

    /** Decodes a type name; returns null if it is not valid text or includes the kind of its value. */
    public static String percentDecoded(String encoded) {
        byte[] bytes = new byte[encoded.length()];
        int length = 0;
        for (int i = 0; i < encoded.length(); i++) {
            if (encoded.charAt(i) == '%') {
                bytes[length++] = (byte) Integer.parseInt(encoded, i + 1, i + 3, 16);
                i += 2;
            } else {
                bytes[length++] = (byte) encoded.charAt(i);
            }
        }
        if (Utf8.validate(bytes, 0, length) != Utf8.VALID) {
            return null;
        }
        String decoded = Utf8.decode(bytes, 0, length);
        return decoded.indexOf(YamlTags.KIND) >= 0 ? null : decoded;
    }

    /**
     * Returns whether the collection at an index may be the key of a mapping, as in {@code [1]: x}. Such a key ends on
     * its line.
     */
    public static boolean mayBeKey(byte[] a, int index, int end) {
        int open = 0;
        int limit = Math.min(end, index + MAX_KEY_BYTES);
        for (int i = index; i < limit; i++) {
            switch (a[i]) {
                case '\n' -> {
                    return false;
                }
                case '{', '[' -> open++;
                case '}', ']' -> {
                    if (--open == 0) {
                        byte next = a[i + 1];
                        return next != ',' && next != '\n' && next != ']' && next != '}';
                    }
                }
                case '"' -> {
                    int quote = isAfterMark(a, i) ? quotedEnd(a, i + 1) : UNKNOWN;
                    if (quote == UNKNOWN) {
                        return true;
                    }
                    i = quote < 0 ? -2 - quote : quote;
                }
                case '\'', '#', '|', '>', '&', '*' -> {
                    if (isAfterMark(a, i)) {
                        return true;
                    }
                }
                default -> {}
            }
        }
        return false;
    }

    /** Returns whether a scalar may start at {@code i}. */
    private static boolean isAfterMark(byte[] a, int i) {
        byte before = a[i - 1];
        return before == ' ' || before == '[' || before == '{' || before == ',';
    }

    /** Returns the index after spaces, line breaks and comments; {@link #UNKNOWN} at the end of the document. */
    public static int skipSpace(byte[] a, int start, int end) {
        int i = start;
        while (i < end) {
            byte b = a[i];
            if (b == '#' && (a[i - 1] == ' ' || a[i - 1] == '\n')) {
                i = commentEnd(a, i);
                if (i == UNKNOWN) {
                    return UNKNOWN;
                }
            } else if (b != ' ' && b != '\n') {
                return i;
            }
            i++;
        }
        return UNKNOWN;
    }

    /**
     * Returns whether a comma or bracket follows in a flow collection, after any white space, so that a scalar before
     * it cannot continue.
     */
    public static boolean endsFlow(byte[] a, int after, int end, char bracket) {
        byte next = a[after];
        int index = next == '\n' || next == ' ' ? skipSpace(a, after, end) : after;
        return index >= 0 && (a[index] == ',' || a[index] == bracket);
    }

    /** Returns the index after empty lines and comment lines, possibly the end; or {@link #UNKNOWN}. */
    public static int skipLines(byte[] a, int start, int end) {
        int i = start;
        while (i < end && (a[i] == '\n' || a[i] == '#')) {
            if (a[i] == '#') {
                i = commentEnd(a, i);
                if (i == UNKNOWN) {
                    return UNKNOWN;
                }
            }
            i++;
        }
        return i;
    }

    /** Returns whether the last line is the mark {@code ...}. */
    public static boolean isEndMark(byte[] a, int index, int end) {
        return index == end - 4 && isMark(a, index, '.');
    }

    /** Returns whether the character occurs three times at an index. */
    public static boolean isMark(byte[] a, int index, char c) {
        return a[index] == c && a[index + 1] == c && a[index + 2] == c;
    }

    /** Returns whether ASCII text is at an index. */
    public static boolean matches(byte[] a, int index, int end, String text) {
        if (end - index < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (a[index + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
