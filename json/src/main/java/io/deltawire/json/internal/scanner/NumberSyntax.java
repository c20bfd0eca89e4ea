package io.deltawire.json.internal.scanner;

/**
 * Checks the syntax of a number against RFC 8259, section 6. Finds either its end or what is wrong with it. Not
 * thread-safe.
 */
final class NumberSyntax {
    /** What {@link #scan} returns for something that is not a number. */
    static final int INVALID = -1;

    /** Index after the number, or of the byte that is wrong. */
    private int end;

    /** What is expected at {@link #end} if the number is not valid. */
    private String expected;

    int end() {
        return end;
    }

    String expected() {
        return expected;
    }

    /**
     * Scans a number up to its end or the end of the array.
     *
     * @param from index of a digit or minus sign
     * @param to end of the input read so far
     * @return {@link TokenType#INTEGER}, {@link TokenType#DECIMAL}, or {@link #INVALID}
     */
    int scan(byte[] a, int from, int to) {
        int digits = a[from] == '-' ? from + 1 : from;
        int i = indexAfterDigits(a, digits, to);
        if (i == digits) {
            return reject("a digit", i);
        }
        if (i > digits + 1 && a[digits] == '0') {
            return reject("no digit after a leading zero", digits + 1);
        }
        int token = TokenType.INTEGER;
        if (i < to && a[i] == '.') {
            token = TokenType.DECIMAL;
            digits = i + 1;
            i = indexAfterDigits(a, digits, to);
            if (i == digits) {
                return reject("a digit", i);
            }
        }
        if (i < to && (a[i] | 0x20) == 'e') {
            token = TokenType.DECIMAL;
            digits = i + 1;
            if (digits < to && (a[digits] == '+' || a[digits] == '-')) {
                digits++;
            }
            i = indexAfterDigits(a, digits, to);
            if (i == digits) {
                return reject("a digit", i);
            }
        }
        end = i;
        return token;
    }

    private int reject(String wanted, int index) {
        expected = wanted;
        end = index;
        return INVALID;
    }

    private static int indexAfterDigits(byte[] a, int from, int to) {
        int i = from;
        while (i < to && a[i] >= '0' && a[i] <= '9') {
            i++;
        }
        return i;
    }
}
