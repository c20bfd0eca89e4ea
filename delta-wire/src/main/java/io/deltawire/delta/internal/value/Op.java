package io.deltawire.delta.internal.value;

/** The codes of the format. The comments name the sections of docs/spec/delta.md that define them. */
public final class Op {
    // First byte of a message: two bits of key mode, six of mask code or control operation (section 5).
    public static final int SAME_KEY = 0x00;
    public static final int NEXT_KEY = 0x40;
    public static final int RECORD_ID = 0x80;
    public static final int CONTROL = 0xC0;
    public static final int MODE_BITS = 0xC0;
    public static final int CODE_BITS = 0x3F;

    // Control operations (section 5.2).
    public static final int NODES = 0xC0;
    public static final int PREDICTORS = 0xC1;
    public static final int NEW = 0xC2;
    public static final int NEW_AT = 0xC3;
    public static final int DELETE = 0xC5;
    public static final int FORGET = 0xC6;
    public static final int PLAIN = 0xC7;
    public static final int KEYS = 0xC8;
    public static final int META = 0xC9;
    public static final int DELETE_PLAIN = 0xCA;
    public static final int REPEAT = 0xCC;
    public static final int EDIT = 0xCB;
    public static final int SKIPPABLE = 0xE0;

    // Mask codes (section 5.3).
    public static final int SHORT_MASKS = 56;
    public static final int MAX_MASKS = 56 + 4 * 256;
    public static final int BITMAP = 60;
    public static final int BITMAP_STORED = 61;
    static final int SPARSE = 62;
    public static final int SPARSE_STORED = 63;

    // Values (section 6).
    public static final int ESCAPE = 0x00;
    public static final int NULL = 0x01;
    public static final int ABSENT = 0x02;
    public static final int EMPTY_OBJECT = 0x03;
    public static final int EMPTY_LIST = 0x04;
    public static final int FALSE = 0x05;
    public static final int TRUE = 0x06;
    public static final int INT = 0x07;
    public static final int F64 = 0x08;
    public static final int TEXT = 0x09;
    public static final int TEXT_RING = 0x0A;
    public static final int LAST_NON_NULL = 0x0B;
    public static final int MODEL = 0x0C;
    public static final int TIME = 0x0D;
    public static final int PARENT_NAME = 0x0E;
    public static final int F64_RING = 0x0F;
    public static final int OBJECT = 0x10;
    public static final int LIST = 0x11;
    public static final int TYPED = 0x12;
    public static final int BYTES = 0x13;
    public static final int DECIMAL = 0x14;
    static final int TEMPORAL_TEXT = 0x15;
    public static final int FULL_TEXT_SEGMENTS = 0x16;
    public static final int NAME = 0x17;
    public static final int EVENT_NAME = 0x18;
    public static final int KEY = 0x19;
    public static final int END = 0x1F;
    public static final int DEC = 0x20;
    public static final int NUMTEXT = 0x30;
    /** Decimals of scale 0; larger scales follow, up to {@link ShortDecimal#MAX_SCALE}. */
    public static final int UNSCALED = 0x40;

    /** The largest scale of {@link #DEC} and {@link #NUMTEXT}. */
    public static final int MAX_SCALE = 15;

    // Code of a text whose leaf held a text before: 0 escape, 1 literal, 2 in segments, else ring index + 3.
    public static final int TEXT_LITERAL = 1;
    public static final int TEXT_SEGMENTS = 2;
    public static final int TEXT_RING_BASE = 3;
    public static final int TEXT_RING_SIZE = 1024;
    public static final int TEXT_RING_MAX_BYTES = 1024;
    public static final int F64_RING_SIZE = 128;

    // Kinds of node in NODES (section 5.2).
    public static final int NODE_FIELD = 0;
    public static final int NODE_EVENT = 1;
    public static final int NODE_ITEM = 2;
    public static final int NODE_KEY = 3;
    public static final int NODE_TYPE = 4;
    public static final int NODE_LEAF_OF = 5;
    public static final int NODE_FIELD_PREFIX = 6;
    public static final int NODE_COPIES = 7;
    public static final int NODE_HAS_LEAF = 0x08;
    public static final int PARENT_SAME = 0x00;
    public static final int PARENT_PREVIOUS_NODE = 0x10;
    public static final int PARENT_EXPLICIT = 0x20;

    private Op() {}
}
