package io.deltawire.json.internal.scanner;

/**
 * The form of a number by RFC 8259, section 6: where it ends, or what is wrong with it. Not thread-safe.
 */
final class NumberSyntax {
    /** After the number, or where something else should be. */
    int end;

    /** What should be at {@link #end} where there is no number. */
    String expected;

    /**
     * Goes over a number as far as the array has it.
     *
     * @param from a digit or minus
     * @param to where what is known of the input ends
     * @return {@link JsonScanner#INTEGER}, {@link JsonScanner#DECIMAL}, or {@link JsonScanner#HAND_OVER} where it is none
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
        return TokenType.UNSUPPORTED;
    }

    private static int indexAfterDigits(byte[] a, int from, int to) {
        int i = from;
        while (i < to && a[i] >= '0' && a[i] <= '9') {
            i++;
        }
        return i;
    }
}
