package io.deltawire.binary;

import io.deltawire.binary.Codes.Role;
import io.deltawire.wire.spi.Words;

/** Looks for blocks of the usual form: the code with four bytes of length, and behind that a first entry or item of no unusual kind. */
final class Blocks {
    private static final int HEAD = 1 + Integer.BYTES;

    private Blocks() {}

    /** Whether fields begin at an index behind the length of a block, which is this one; or, for a list, what is no name. */
    static boolean isBlock(boolean isList, byte[] a, int from, int length) {
        int first = Words.getByte(a, from);
        boolean isName = first >= Codes.FIELD_NAME0 && first <= Codes.FIELD_NAME31;
        return Words.getInt(a, from - Integer.BYTES) == length && isName != isList;
    }

    /** Where the fields begin behind a head, if that and a block of the usual form are at an index; else -1. */
    static int fieldsBehind(BinaryHead head, byte[] a, int at, int end) {
        NameCode code = head.code;
        return code.isAt(a, at, end) ? fieldsOf(a, at + code.length - 1, end) : -1;
    }

    /** Where the block ends whose fields begin at an index that {@link #fieldsOf} has found. */
    static int endOf(byte[] a, int fields) {
        return fields + (int) Scan.INT.get(a, fields - Integer.BYTES);
    }

    /** Where the fields begin, if there is a block of the usual form: its first entry a short name; else -1. */
    static int fieldsOf(byte[] a, int block, int end) {
        if (end - block > HEAD && (a[block] & 0xFF) == Codes.BYTES_LENGTH32) {
            int length = (int) Scan.INT.get(a, block + 1);
            int from = block + HEAD;
            int first = a[from] & 0xFF;
            if (length > 0 && length <= end - from && first >= Codes.FIELD_NAME0 && first <= Codes.FIELD_NAME31) {
                return from;
            }
        }
        return -1;
    }

    /** Where the items begin, if there is a block of the usual form with a first one of no unusual kind; else -1. */
    static int itemsOf(byte[] a, int block, int end) {
        if (end - block > HEAD && (a[block] & 0xFF) == Codes.BYTES_LENGTH32) {
            int length = (int) Scan.INT.get(a, block + 1);
            int from = block + HEAD;
            if (length > 0 && length <= end - from && isItem(a[from] & 0xFF)) {
                return from;
            }
        }
        return -1;
    }

    /** Whether a code is that of a value, and tells by itself that it is one in a list. */
    static boolean isItem(int code) {
        return code == Codes.BYTES_LENGTH32
                || (code < Codes.BYTES_LENGTH8 || code > Codes.I64_ARRAY) && Codes.role(code) == Role.VALUE;
    }
}
