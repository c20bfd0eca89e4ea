package io.deltawire.delta.internal.stream;

/** The codes and sizes of the container: docs/spec/delta.md, section 3. */
public final class ContainerCodes {
    /** The first bytes of every block: a frame of length 0, then four letters. */
    static final byte[] SYNC = {0, 'D', 'L', 'T', 'W'};

    static final int VERSION = 1;
    /** Header flag: both sides begin the block with empty state. */
    public static final int RESET = 1;
    /** The flags that this version can read. */
    static final int KNOWN_FLAGS = RESET;

    /** Header feature: the block's frames are compressed. */
    static final int DEFLATED = 1;
    /** The features that this version can read. */
    static final long KNOWN_FEATURES = DEFLATED;

    /** Marker, after a byte 0: a checksum over everything since the last checksum. */
    public static final int CHECK = 0x01;
    /** Marker, after a byte 0: the stream ends here. */
    public static final int END = 0x03;

    public static final int CHECK_BYTES = 6;

    /** The shortest end mark: two bytes, a count of one byte, the checksum. */
    public static final int MIN_END = 2 + 1 + 4;

    /** The longest end mark, with a count of ten bytes. */
    static final int MAX_END = 2 + 10 + 4;

    /** The longest header: sync, version, flags, features, epoch, sequence, two bounds, checksum. */
    public static final int MAX_HEADER = SYNC.length + 2 + 10 + 4 + 10 + 10 + 10 + 4;

    private ContainerCodes() {}

    /** Returns a copy of the first bytes of every block. */
    public static byte[] sync() {
        return SYNC.clone();
    }
}
