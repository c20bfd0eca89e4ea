package io.deltawire.delta.internal.stream;

/** The codes and sizes of the container: docs/spec/delta.md, section 3. */
public final class ContainerCodes {
    /** The first bytes of every block: a frame of length 0, then four letters. */
    static final byte[] SYNC = {0, 'D', 'L', 'T', 'W'};

    static final int VERSION = 1;
    /** Header flag: both sides begin the block with empty state. */
    public static final int RESET = 1;
    /**
     * All flags of a header with RESET that also holds a check of what comes before it. They differ from others in three
     * bits, so that one damaged bit does not make a complete header look like a longer one that is cut off.
     */
    public static final int RESET_WITH_CHECK = RESET | 0x0E;

    /** Header feature: the block's frames are compressed. */
    public static final int DEFLATED = 1;
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

    /** The longest header without a check: sync, version, flags, features, epoch, sequence, two bounds, checksum. */
    static final int MAX_PLAIN_HEADER = SYNC.length + 2 + 10 + 4 + 10 + 10 + 10 + 4;

    /** The longest header, with the length and the checksum of what comes before it. */
    public static final int MAX_HEADER = MAX_PLAIN_HEADER + 10 + 4;

    private ContainerCodes() {}

    /** Returns a copy of the first bytes of every block. */
    public static byte[] sync() {
        return SYNC.clone();
    }
}
