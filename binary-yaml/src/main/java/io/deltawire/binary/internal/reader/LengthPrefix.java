package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Role;
import io.deltawire.binary.internal.codes.EncodedName;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.prefix.BinaryPrefix;

/** Looks for blocks of the usual form: the code with four bytes of length, and behind that a first entry or item of no unusual kind. */
final class LengthPrefix {
    /** The code and the length of a block. */
    private static final int BLOCK_PREFIX_BYTES = 1 + Integer.BYTES;

    private LengthPrefix() {}

    /** Where the fields begin behind a head, if that and a block of the usual form are at an index; else -1. */
    static int fieldsAfter(BinaryPrefix head, byte[] a, int at, int end) {
        EncodedName code = head.code();
        return code.isAt(a, at, end) ? fieldsStart(a, at + code.length() - 1, end) : -1;
    }

    /** Where the block ends whose fields begin at an index that {@link #fieldsStart} has found. */
    static int blockEnd(byte[] a, int fields) {
        return fields + (int) LittleEndian.INT.get(a, fields - Integer.BYTES);
    }

    /** Where the fields begin, if there is a block of the usual form: its first entry a short name; else -1. */
    static int fieldsStart(byte[] a, int block, int end) {
        int from = contentStart(a, block, end);
        return from >= 0 && isName(a[from] & 0xFF) ? from : -1;
    }

    /** Where the items begin, if there is a block of the usual form with a first one of no unusual kind; else -1. */
    static int itemsStart(byte[] a, int block, int end) {
        int from = contentStart(a, block, end);
        return from >= 0 && isItem(a[from] & 0xFF) ? from : -1;
    }

    /** Where the content begins of a block with four bytes of length that has some, all of it before an end; else -1. */
    private static int contentStart(byte[] a, int block, int end) {
        if (end - block > BLOCK_PREFIX_BYTES && (a[block] & 0xFF) == Codes.BYTES_LENGTH32) {
            int length = (int) LittleEndian.INT.get(a, block + 1);
            int from = block + BLOCK_PREFIX_BYTES;
            if (length > 0 && length <= end - from) {
                return from;
            }
        }
        return -1;
    }

    /** Whether a code begins a name of at most 31 characters. */
    static boolean isName(int code) {
        return code >= Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31;
    }

    /** Whether a code is that of a value, and tells by itself that it is one in a list. */
    static boolean isItem(int code) {
        return code == Codes.BYTES_LENGTH32
                || (code < Codes.BYTES_LENGTH8 || code > Codes.I64_ARRAY) && Codes.role(code) == Role.VALUE;
    }
}
