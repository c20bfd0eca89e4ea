package io.deltawire.examples.msgpack;

/**
 * The start of an object (section "Formats" of the specification): a code, a length or count of 0 to 4 bytes, and the
 * type of an extension. The content follows. Not thread-safe.
 */
final class ObjectHeader {
    // The first code of each family that is written.
    static final int MAP = 0x80;
    static final int ARRAY = 0x90;
    static final int STRING = 0xA0;
    static final int NIL = 0xC0;
    static final int FALSE = 0xC2;
    static final int TRUE = 0xC3;
    static final int BINARY_8 = 0xC4;
    static final int EXTENSION_8 = 0xC7;
    static final int FLOAT_32 = 0xCA;
    static final int FLOAT_64 = 0xCB;
    static final int UINT_8 = 0xCC;
    static final int INT_8 = 0xD0;
    static final int FIXED_EXTENSION_1 = 0xD4;
    static final int STRING_8 = 0xD9;
    static final int ARRAY_16 = 0xDC;
    static final int MAP_16 = 0xDE;

    // The types of extensions: an instant, a type name as the first of two items of an array, a decimal and a date or
    // time as texts, the name of an event as a key, and an empty one in front of a message about the stream.
    static final int TIMESTAMP = -1;
    static final int TYPE_NAME = 1;
    static final int DECIMAL = 2;
    static final int TEMPORAL = 3;
    static final int EVENT = 4;
    static final int META = 5;

    /** For each code from 0xC0 to 0xDF: the kind, how many bytes have the length, and the length if it is fixed. */
    private static final String KINDS = "n?bbyyyxxxffuuuuiiiixxxxxsssaamm";

    private static final String LENGTH_BYTES = "00001241240000000000000001242424";
    private static final String FIXED_LENGTHS = "00000000004812481248124800000000";

    int code;
    /**
     * The kind: n for nil, b for a boolean, i and u for an integer with and without a sign, f for a float, s for a string,
     * y for bytes, x for an extension, a for an array, m for a map, and ? for no object.
     */
    char kind;
    /** The number of bytes before the content. */
    int size;
    /** The number of bytes of the content, or of the objects in it. */
    long length;

    /** Returns the number of bytes before the content of an object with a code. */
    static int size(int code) {
        int of = code >> 5 == NIL >> 5 ? code - NIL : 0;
        return 1 + LENGTH_BYTES.charAt(of) - '0' + (KINDS.charAt(of) == 'x' ? 1 : 0);
    }

    void read(byte[] array, int index) {
        code = array[index] & 0xFF;
        size = size(code);
        if (code >> 5 == NIL >> 5) {
            int lengthBytes = LENGTH_BYTES.charAt(code - NIL) - '0';
            int fixed = code == STRING_8 - 1 ? 16 : FIXED_LENGTHS.charAt(code - NIL) - '0';
            kind = KINDS.charAt(code - NIL);
            length = lengthBytes > 0 ? number(array, index + 1, lengthBytes) : fixed;
        } else if (code < MAP || code > MAP_16) {
            kind = 'i';
            length = 0;
        } else {
            kind = code >= STRING ? 's' : code >= ARRAY ? 'a' : 'm';
            length = code & (code >= STRING ? 31 : 15);
        }
    }

    /** Reads the header at an index and returns whether it is that of an extension of a type. */
    boolean isExtension(byte[] array, int index, int type) {
        read(array, index);
        return kind == 'x' && array[index + size - 1] == type;
    }

    /** Returns a big-endian number without a sign. */
    static long number(byte[] array, int index, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | array[index + i] & 0xFF;
        }
        return value;
    }
}
