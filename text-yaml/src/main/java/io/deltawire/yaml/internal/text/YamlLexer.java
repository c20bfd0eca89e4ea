package io.deltawire.yaml.internal.text;

import io.deltawire.wire.spi.Utf8;

/**
 * Finds where the scalars end that our own writer writes, and those very like them; gives {@link #UNKNOWN} for everything
 * else. The text must end with a line break, which ends every search, and must be valid UTF-8.
 */
public final class YamlLexer {
    /** The text is not of the simple forms known here. */
    public static final int UNKNOWN = -1;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = 0x8080_8080_8080_8080L;

    /** A flow collection longer than this many bytes cannot be the key of a mapping: that must be of 1,024 characters. */
    private static final int MAX_KEY_BYTES = 4200;

    /** May begin a plain scalar. */
    private static final byte FIRST = 1;

    /** May be inside a plain scalar, whatever is around it. */
    private static final byte INSIDE = 2;

    /** May be inside a plain scalar, depending on what follows: space, colon. */
    private static final byte DEPENDS = 4;

    /** May be in a type name. */
    private static final byte TAG = 8;

    /** May be in double quotes as it is. */
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

    /** Index after the plain scalar on one line that begins at {@code from}, or {@link #UNKNOWN}. */
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

    /** Index of the first byte from {@code from} on that is none of those that may be anywhere inside a plain scalar. */
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

    /** {@code i + count} for a count below eight, by a jump: so what follows need not wait for the count. */
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

    /** The top bits of those of eight bytes, up to the first such, that are no letter, digit, point, slash, minus or underscore. */
    private static long nonWordBytes(long eight) {
        long upper = eight | 0x20 * ONES;
        long digit = eight + (0x80 - '-') * ONES & ~(eight + (0x80 - '9' - 1) * ONES);
        long letter = upper + (0x80 - 'a') * ONES & ~(upper + (0x80 - 'z' - 1) * ONES);
        return (~(digit | letter) | eight) & TOP_BITS;
    }

    /**
     * Index of the quote that ends the text whose first character is at {@code from}, or -2 minus that index where there
     * are escapes in it, or {@link #UNKNOWN}.
     */
    public static int quotedEnd(byte[] a, int from) {
        int i = from;
        // A line break ends the search before the end of the document.
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

    /** Whether eight bytes are printable ASCII characters but quote and backslash. */
    private static boolean isQuotedAscii(long eight) {
        long quote = eight ^ '"' * ONES;
        long backslash = eight ^ '\\' * ONES;
        // A top bit for each byte below 0x20, for quote and backslash, and for 0x7F and beyond; or for some after such
        // a one.
        long found = eight - ' ' * ONES | quote - ONES | backslash - ONES | eight + ONES | eight;
        return (found & TOP_BITS) == 0;
    }

    /** As {@link #quotedEnd}, from the first escape on. */
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

    /** Length of the escape at {@code i}, or 0 where it is not one of those that we write. */
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

    /** The value of hexadecimal digits, or -1 where they are none or too great. */
    private static int parseHex(byte[] a, int from, int count) {
        int value = 0;
        for (int i = from; i < from + count; i++) {
            // A line break ends the search before the end of the array.
            int digit = Character.digit(a[i], 16);
            if (digit < 0 || value >= 1 << 27) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Appends text in double quotes, without the quotes. */
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

    /** Index after the characters of a type name, which may be none. */
    public static int tagEnd(byte[] a, int from) {
        int i = from;
        while (a[i] >= 0 && ((CLASS[a[i]] & TAG) != 0 || a[i] == '%' && parseHex(a, i + 1, 2) >= 0x20)) {
            i++;
        }
        return i;
    }

    /** Index of the line break that ends the comment which begins at {@code from}, or {@link #UNKNOWN}. */
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
     * Length of the character at {@code i}, or 0 where YAML 1.1 takes it for a line break (U+0085, U+2028, U+2029), no
     * YAML text may hold it (C1 controls, U+FFFE, U+FFFF), it is a byte order mark, or it is not valid UTF-8.
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

    /** A type name without its escapes, or null where it is not text or has to be read in another way. */
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
     * True where the collection that begins at {@code at} may turn out to be the key of a mapping, {@code [1]: x}: that
     * is found out on its line.
     */
    public static boolean mayBeKey(byte[] a, int at, int end) {
        int open = 0;
        int limit = Math.min(end, at + MAX_KEY_BYTES);
        for (int i = at; i < limit; i++) {
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

    /** True where a scalar may begin at {@code i}. */
    private static boolean isAfterMark(byte[] a, int i) {
        byte before = a[i - 1];
        return before == ' ' || before == '[' || before == '{' || before == ',';
    }

    /** Index after spaces, line breaks and comments; or {@link #UNKNOWN}, at the end too. */
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

    /** Whether a comma or a bracket comes next in a flow collection, after any space: a scalar before it cannot go on. */
    public static boolean endsFlow(byte[] a, int after, int end, char bracket) {
        byte next = a[after];
        int at = next == '\n' || next == ' ' ? skipSpace(a, after, end) : after;
        return at >= 0 && (a[at] == ',' || a[at] == bracket);
    }

    /** Index after empty lines and lines of comment, which may be the end; or {@link #UNKNOWN}. */
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

    /** True for the mark {@code ...} as the last line. */
    public static boolean isEndMark(byte[] a, int at, int end) {
        return at == end - 4 && isMark(a, at, '.');
    }

    /** True for three of the character. */
    public static boolean isMark(byte[] a, int at, char c) {
        return a[at] == c && a[at + 1] == c && a[at + 2] == c;
    }

    /** True where the text stands at {@code at}. */
    public static boolean matches(byte[] a, int at, int end, String text) {
        if (end - at < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (a[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
