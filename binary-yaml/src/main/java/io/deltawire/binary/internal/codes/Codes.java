package io.deltawire.binary.internal.codes;

import io.deltawire.wire.WireToken;

/**
 * The table of the 256 codes: what each first byte begins, where it may stand, and how long its payload is.
 *
 * <p>The names are those of {@code BinaryWireCode} in Chronicle Wire 2026.7, and in 2.22 for the delta codes. {@code
 * docs/spec/binary-yaml.md}, section 4, has the same table; a test compares both.
 */
public final class Codes {
    public static final int BYTES_LENGTH8 = 0x80;
    public static final int BYTES_LENGTH16 = 0x81;
    public static final int BYTES_LENGTH32 = 0x82;
    public static final int HISTORY_MESSAGE = 0x86;
    public static final int FIELD_ANCHOR = 0x87;
    public static final int ANCHOR = 0x88;
    public static final int UPDATED_ALIAS = 0x89;
    public static final int U8_ARRAY = 0x8A;
    public static final int I64_ARRAY = 0x8D;
    public static final int PADDING32 = 0x8E;
    public static final int PADDING = 0x8F;
    public static final int FLOAT32 = 0x90;
    public static final int FLOAT64 = 0x91;
    public static final int FLOAT_STOP_2 = 0x92;
    public static final int FLOAT_STOP_4 = 0x94;
    public static final int FLOAT_STOP_6 = 0x96;
    public static final int FLOAT_SET_LOW_0 = 0x9A;
    public static final int FLOAT_SET_LOW_2 = 0x9B;
    public static final int FLOAT_SET_LOW_4 = 0x9C;
    public static final int UUID = 0xA0;
    public static final int UINT8 = 0xA1;
    public static final int UINT16 = 0xA2;
    public static final int UINT32 = 0xA3;
    public static final int INT8 = 0xA4;
    public static final int INT16 = 0xA5;
    public static final int INT32 = 0xA6;
    public static final int INT64 = 0xA7;
    public static final int SET_LOW_INT8 = 0xA8;
    public static final int SET_LOW_INT16 = 0xA9;
    public static final int INT64_0X = 0xAF;
    public static final int FALSE = 0xB0;
    public static final int TRUE = 0xB1;
    public static final int TIME = 0xB2;
    public static final int DATE = 0xB3;
    public static final int DATE_TIME = 0xB4;
    public static final int ZONED_DATE_TIME = 0xB5;
    public static final int TYPE_PREFIX = 0xB6;
    public static final int FIELD_NAME_ANY = 0xB7;
    public static final int STRING_ANY = 0xB8;
    public static final int EVENT_NAME = 0xB9;
    public static final int FIELD_NUMBER = 0xBA;
    public static final int NULL = 0xBB;
    public static final int TYPE_LITERAL = 0xBC;
    public static final int EVENT_OBJECT = 0xBD;
    public static final int COMMENT = 0xBE;
    public static final int HINT = 0xBF;
    public static final int FIELD_NAME0 = 0xC0;
    public static final int FIELD_NAME31 = 0xDF;
    public static final int STRING_0 = 0xE0;

    /** The form of the payload, by which its length is found. */
    public enum Payload {
        /** {@link Codes#size} bytes. */
        FIXED,
        /** A stop-bit number. */
        STOP_BIT,
        /** A stop-bit length and that many bytes. */
        TEXT,
        /** A length of 1, 2 or 4 bytes and that many bytes. */
        BLOCK,
        /** Two 64-bit numbers, the first of which is a count of 64-bit numbers. */
        LONGS,
        /** A length of 4 bytes and that many bytes. */
        FILLER,
        /** A message history. */
        HISTORY,
        /** The rest of the enclosing block. */
        REST,
        /** A name or a type name, and a value. */
        VALUE,
        /** The meaning depends on the state of a delta stream. */
        DELTA,
        /** Not assigned. */
        NONE
    }

    /** The places where a code may stand. */
    public enum Role {
        /** It is a value or begins one. */
        VALUE,
        /** It begins an entry of an object. */
        ENTRY,
        /** It may stand anywhere and means nothing: padding, comments and hints. */
        NOISE,
        /** It needs the state of a delta stream. */
        DELTA,
        /** It is not assigned, and an error. */
        NONE
    }

    private static final String[] NAMES = new String[256];
    private static final Payload[] PAYLOADS = new Payload[256];
    private static final Role[] ROLES = new Role[256];
    private static final WireToken[] TOKENS = new WireToken[256];
    private static final byte[] SIZES = new byte[256];

    static {
        for (int code = 0; code < 256; code++) {
            define(code, "-", Role.NONE, Payload.NONE, 0, null);
        }
        range(0, 0x7F, "NUM", Role.VALUE, WireToken.INT64);
        range(FIELD_NAME0, FIELD_NAME31, "FIELD_NAME", Role.ENTRY, WireToken.FIELD);
        range(STRING_0, 0xFF, "STRING", Role.VALUE, WireToken.TEXT);
        for (int length = 0; length < 32; length++) {
            SIZES[FIELD_NAME0 + length] = (byte) length;
            SIZES[STRING_0 + length] = (byte) length;
        }
        define(BYTES_LENGTH8, "BYTES_LENGTH8", Role.VALUE, Payload.BLOCK, 1, null);
        define(BYTES_LENGTH16, "BYTES_LENGTH16", Role.VALUE, Payload.BLOCK, 2, null);
        define(BYTES_LENGTH32, "BYTES_LENGTH32", Role.VALUE, Payload.BLOCK, 4, null);
        define(HISTORY_MESSAGE, "HISTORY_MESSAGE", Role.VALUE, Payload.HISTORY, 0, WireToken.BEGIN_OBJECT);
        define(FIELD_ANCHOR, "FIELD_ANCHOR", Role.DELTA, Payload.DELTA, 0, null);
        define(ANCHOR, "ANCHOR", Role.DELTA, Payload.DELTA, 0, null);
        define(UPDATED_ALIAS, "UPDATED_ALIAS", Role.DELTA, Payload.DELTA, 0, null);
        define(U8_ARRAY, "U8_ARRAY", Role.VALUE, Payload.REST, 0, WireToken.BYTES);
        define(I64_ARRAY, "I64_ARRAY", Role.VALUE, Payload.LONGS, 0, WireToken.BEGIN_LIST);
        define(PADDING32, "PADDING32", Role.NOISE, Payload.FILLER, 0, null);
        define(PADDING, "PADDING", Role.NOISE, Payload.FIXED, 0, null);
        defineNumbers();
        defineText();
    }

    private Codes() {}

    private static void defineNumbers() {
        define(FLOAT32, "FLOAT32", Role.VALUE, Payload.FIXED, 4, WireToken.FLOAT64);
        define(FLOAT64, "FLOAT64", Role.VALUE, Payload.FIXED, 8, WireToken.FLOAT64);
        define(FLOAT_STOP_2, "FLOAT_STOP_2", Role.VALUE, Payload.STOP_BIT, 0, WireToken.FLOAT64);
        define(FLOAT_STOP_4, "FLOAT_STOP_4", Role.VALUE, Payload.STOP_BIT, 0, WireToken.FLOAT64);
        define(FLOAT_STOP_6, "FLOAT_STOP_6", Role.VALUE, Payload.STOP_BIT, 0, WireToken.FLOAT64);
        define(FLOAT_SET_LOW_0, "FLOAT_SET_LOW_0", Role.DELTA, Payload.DELTA, 1, null);
        define(FLOAT_SET_LOW_2, "FLOAT_SET_LOW_2", Role.DELTA, Payload.DELTA, 1, null);
        define(FLOAT_SET_LOW_4, "FLOAT_SET_LOW_4", Role.DELTA, Payload.DELTA, 1, null);
        define(UUID, "UUID", Role.VALUE, Payload.FIXED, 16, WireToken.TEXT);
        define(UINT8, "UINT8", Role.VALUE, Payload.FIXED, 1, WireToken.INT64);
        define(UINT16, "UINT16", Role.VALUE, Payload.FIXED, 2, WireToken.INT64);
        define(UINT32, "UINT32", Role.VALUE, Payload.FIXED, 4, WireToken.INT64);
        define(INT8, "INT8", Role.VALUE, Payload.FIXED, 1, WireToken.INT64);
        define(INT16, "INT16", Role.VALUE, Payload.FIXED, 2, WireToken.INT64);
        define(INT32, "INT32", Role.VALUE, Payload.FIXED, 4, WireToken.INT64);
        define(INT64, "INT64", Role.VALUE, Payload.FIXED, 8, WireToken.INT64);
        define(SET_LOW_INT8, "SET_LOW_INT8", Role.DELTA, Payload.DELTA, 1, null);
        define(SET_LOW_INT16, "SET_LOW_INT16", Role.DELTA, Payload.DELTA, 2, null);
        define(INT64_0X, "INT64_0x", Role.VALUE, Payload.FIXED, 8, WireToken.INT64);
    }

    private static void defineText() {
        define(FALSE, "FALSE", Role.VALUE, Payload.FIXED, 0, WireToken.BOOL);
        define(TRUE, "TRUE", Role.VALUE, Payload.FIXED, 0, WireToken.BOOL);
        define(TIME, "TIME", Role.VALUE, Payload.TEXT, 0, WireToken.TEMPORAL);
        define(DATE, "DATE", Role.VALUE, Payload.TEXT, 0, WireToken.TEMPORAL);
        define(DATE_TIME, "DATE_TIME", Role.VALUE, Payload.TEXT, 0, WireToken.TEMPORAL);
        // Without a token, because the text decides: a zone that this JVM does not know makes it text.
        define(ZONED_DATE_TIME, "ZONED_DATE_TIME", Role.VALUE, Payload.TEXT, 0, null);
        define(TYPE_PREFIX, "TYPE_PREFIX", Role.VALUE, Payload.VALUE, 0, null);
        define(FIELD_NAME_ANY, "FIELD_NAME_ANY", Role.ENTRY, Payload.TEXT, 0, WireToken.FIELD);
        define(STRING_ANY, "STRING_ANY", Role.VALUE, Payload.TEXT, 0, WireToken.TEXT);
        define(EVENT_NAME, "EVENT_NAME", Role.ENTRY, Payload.TEXT, 0, WireToken.EVENT);
        define(FIELD_NUMBER, "FIELD_NUMBER", Role.ENTRY, Payload.STOP_BIT, 0, WireToken.FIELD);
        define(NULL, "NULL", Role.VALUE, Payload.FIXED, 0, WireToken.NULL);
        define(TYPE_LITERAL, "TYPE_LITERAL", Role.VALUE, Payload.TEXT, 0, WireToken.TEXT);
        define(EVENT_OBJECT, "EVENT_OBJECT", Role.ENTRY, Payload.VALUE, 0, WireToken.KEY);
        define(COMMENT, "COMMENT", Role.NOISE, Payload.TEXT, 0, null);
        define(HINT, "HINT", Role.NOISE, Payload.FIXED, 0, null);
    }

    private static void range(int from, int to, String name, Role role, WireToken token) {
        for (int code = from; code <= to; code++) {
            define(code, name, role, Payload.FIXED, 0, token);
        }
    }

    private static void define(int code, String name, Role role, Payload payload, int size, WireToken token) {
        NAMES[code] = name;
        ROLES[code] = role;
        PAYLOADS[code] = payload;
        SIZES[code] = (byte) size;
        TOKENS[code] = token;
    }

    /** The code's name, or {@code -} if the byte is not assigned. */
    static String name(int code) {
        return NAMES[code];
    }

    public static Role role(int code) {
        return ROLES[code];
    }

    public static Payload payload(int code) {
        return PAYLOADS[code];
    }

    /** The size in bytes of a {@link Payload#FIXED} payload, or of the length of a {@link Payload#BLOCK}. */
    public static int size(int code) {
        return SIZES[code];
    }

    /** The token that the code stands for. Null if the code alone does not decide it, or if it stands for none. */
    public static WireToken token(int code) {
        return TOKENS[code];
    }

    /** Describes a code for an error text, for example {@code code A1 (UINT8)}. */
    public static String describe(int code) {
        String hex = String.format("code %02X", code);
        return ROLES[code] == Role.NONE ? hex + " (not assigned)" : hex + " (" + NAMES[code] + ")";
    }
}
