package io.deltawire.json;

/** Integers in the input, known to be a sign and digits. */
final class JsonNumbers {
    private static final byte[] MAX = "9223372036854775807".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final byte[] MIN = "9223372036854775808".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private JsonNumbers() {}

    /** True for {@code -0}, which no integer is. */
    static boolean isNegativeZero(byte[] a, int from, int to) {
        return to - from == 2 && a[from] == '-' && a[from + 1] == '0';
    }

    /** True where a long holds the number. */
    static boolean isInt64(byte[] a, int from, int to) {
        boolean negative = a[from] == '-';
        int digits = negative ? from + 1 : from;
        int count = to - digits;
        if (count != MAX.length) {
            return count < MAX.length && !isNegativeZero(a, from, to);
        }
        byte[] limit = negative ? MIN : MAX;
        for (int i = 0; i < count; i++) {
            if (a[digits + i] != limit[i]) {
                return a[digits + i] < limit[i];
            }
        }
        return true;
    }

    /** The number as a long, which {@link #isInt64} has said it fits. */
    static long parseInt64(byte[] a, int from, int to) {
        boolean negative = a[from] == '-';
        long value = 0;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            value = value * 10 + (a[i] - '0');
        }
        return negative ? -value : value;
    }
}
