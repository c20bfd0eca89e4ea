package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Role;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.prefix.BinaryPrefix;

/**
 * Recognises blocks of the usual form by one check, so that the reader can enter them without a scan.
 *
 * <p>Such a block has four bytes of length, and its content begins with a short name or with a value that cannot be
 * anything but an item. Blocks of all other forms are left to the scanner.
 */
final class LengthPrefix {
    /** The size of a block's code and length. */
    private static final int BLOCK_PREFIX_BYTES = 1 + Integer.BYTES;

    private LengthPrefix() {}

    /**
     * Returns the start of the fields after a prefix, if the prefix and a block of the usual form are at {@code at};
     * else -1.
     */
    static int fieldsAfter(BinaryPrefix prefix, byte[] a, int at, int end) {
        BinaryEncodedName code = prefix.code();
        return code.isAt(a, at, end) ? fieldsStart(a, at + code.length() - 1, end) : -1;
    }

    /** Returns the end of the block whose fields begin at an index found by {@link #fieldsStart}. */
    static int blockEnd(byte[] a, int fields) {
        return fields + (int) LittleEndian.INT.get(a, fields - Integer.BYTES);
    }

    /**
     * Returns the start of the fields if {@code block} is a block of the usual form and begins with a short name;
     * else -1.
     */
    static int fieldsStart(byte[] a, int block, int end) {
        int from = contentStart(a, block, end);
        return from >= 0 && isName(a[from] & 0xFF) ? from : -1;
    }

    /**
     * Returns the start of the items if {@code block} is a block of the usual form and begins with an item; else -1.
     */
    static int itemsStart(byte[] a, int block, int end) {
        int from = contentStart(a, block, end);
        return from >= 0 && isItem(a[from] & 0xFF) ? from : -1;
    }

    /**
     * Returns the start of the content of a block with four bytes of length that is complete and not empty; else -1.
     */
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

    /** Whether a code begins a value and shows by itself that the block around it is a list. */
    static boolean isItem(int code) {
        return code == Codes.BYTES_LENGTH32
                || (code < Codes.BYTES_LENGTH8 || code > Codes.I64_ARRAY) && Codes.role(code) == Role.VALUE;
    }
}
