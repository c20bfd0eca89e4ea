package io.deltawire.delta;

/** The codes of the format, as docs/spec/delta.md defines them. */
final class Op {
    // First byte of a message: two bits of key mode, six of mask code or control operation (section 5).
    static final int SAME_KEY = 0x00;
    static final int NEXT_KEY = 0x40;
    static final int SLOT = 0x80;
    static final int CONTROL = 0xC0;
    static final int MODE_BITS = 0xC0;
    static final int CODE_BITS = 0x3F;

    // Control operations (section 5.2).
    static final int NODES = 0xC0;
    static final int PREDICTORS = 0xC1;
    static final int NEW = 0xC2;
    static final int NEW_AT = 0xC3;
    static final int FULL = 0xC4;
    static final int DELETE = 0xC5;
    static final int FORGET = 0xC6;
    static final int PLAIN = 0xC7;
    static final int KEYS = 0xC8;
    static final int META = 0xC9;
    static final int DELETE_PLAIN = 0xCA;
    static final int REPEAT = 0xCC;
    static final int EDIT = 0xCB;
    static final int SKIPPABLE = 0xE0;

    // Mask codes (section 5.3).
    static final int SHORT_TEMPLATES = 56;
    static final int LONG_TEMPLATES = 56 + 4 * 256;
    static final int BITMAP = 60;
    static final int BITMAP_STORED = 61;
    static final int SPARSE = 62;
    static final int SPARSE_STORED = 63;

    // Values (section 6).
    static final int ESCAPE = 0x00;
    static final int NULL = 0x01;
    static final int ABSENT = 0x02;
    static final int EMPTY_OBJECT = 0x03;
    static final int EMPTY_LIST = 0x04;
    static final int FALSE = 0x05;
    static final int TRUE = 0x06;
    static final int INT = 0x07;
    static final int F64 = 0x08;
    static final int TEXT = 0x09;
    static final int TEXT_RING = 0x0A;
    static final int SHADOW = 0x0B;
    static final int SHADOW_DIFF = 0x0C;
    static final int TIME = 0x0D;
    static final int F64_RING = 0x0F;
    static final int OBJECT = 0x10;
    static final int LIST = 0x11;
    static final int TYPED = 0x12;
    static final int BYTES = 0x13;
    static final int DECIMAL = 0x14;
    static final int TEMPORAL_TEXT = 0x15;
    static final int NAME = 0x17;
    static final int EVENT_NAME = 0x18;
    static final int KEY = 0x19;
    static final int END = 0x1F;
    static final int DEC = 0x20;
    static final int NUMTEXT = 0x30;
    /** Up to {@link DecimalValue#MAX_SCALE} more. */
    static final int UNSCALED = 0x40;

    /** The most decimals of {@link #DEC} and {@link #NUMTEXT}. */
    static final int MAX_SCALE = 15;

    // A text whose last code was text: 0 escape, 1 literal, else ring index + 3.
    static final int TEXT_LITERAL = 1;
    static final int TEXT_RING_BASE = 3;
    static final int TEXT_RING_SIZE = 124;
    static final int TEXT_RING_MAX_BYTES = 64;
    static final int F64_RING_SIZE = 128;

    // Kinds of node in NODES (section 5.2).
    static final int NODE_FIELD = 0;
    static final int NODE_EVENT = 1;
    static final int NODE_ITEM = 2;
    static final int NODE_KEY = 3;
    static final int NODE_TYPE = 4;
    static final int NODE_LEAF_OF = 5;
    static final int NODE_FIELD_PREFIX = 6;
    static final int NODE_HAS_LEAF = 0x08;
    static final int PARENT_SAME = 0x00;
    static final int PARENT_PREVIOUS_NODE = 0x10;
    static final int PARENT_EXPLICIT = 0x20;

    // Predictors (section 4.2).
    static final byte PREVIOUS = 0;
    static final byte LINEAR = 1;
    static final byte LAST_OF_TYPE = 2;

    private Op() {}
}
