package io.deltawire.delta.internal.stream;

/** The codes of the container, as docs/spec/delta.md, section 3, defines them. */
public final class Block {
    /** What every block begins with: a frame of length 0, and the letters. */
    static final byte[] SYNC = {0, 'D', 'L', 'T', 'W'};

    static final int VERSION = 1;
    /** Flag: both sides begin the block with empty state. */
    public static final int RESET = 1;
    /** Flags that this version knows. */
    static final int KNOWN_FLAGS = RESET;

    /** Feature: the block's frames are compressed. */
    static final int DEFLATED = 1;
    /** Features that this version knows. */
    static final long KNOWN_FEATURES = DEFLATED;

    /** After a frame of length 0: a checksum over all since the last one. */
    public static final int CHECK = 0x01;
    /** After a frame of length 0: the stream ends here. */
    public static final int END = 0x03;

    public static final int CHECK_BYTES = 6;

    /** The shortest and the longest end mark: its two bytes, the count, the checksum. */
    public static final int MIN_END = 2 + 1 + 4;

    static final int MAX_END = 2 + 10 + 4;

    /** The longest header: sync, version, flags, features, epoch, sequence, two limits, checksum. */
    public static final int MAX_HEADER = SYNC.length + 2 + 10 + 4 + 10 + 10 + 10 + 4;

    private Block() {}

    /** Returns a copy of the bytes that every block begins with. */
    public static byte[] sync() {
        return SYNC.clone();
    }
}
