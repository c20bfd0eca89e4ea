package io.deltawire.delta.internal.stream;

/** The codes between headers: docs/spec/delta.md, section 3. */
public final class FrameCodes {
    /** A checksum follows. */
    public static final int CHECK = 1;
    /** A masked frame follows. */
    public static final int MASKED = 2;
    /** This is added to the length of a frame. */
    public static final int LENGTH_OFFSET = 2;

    /** The length of a checksum and its code. */
    public static final int CHECK_BYTES = 1 + Integer.BYTES;

    /** The longest frame whose length takes one byte. */
    static final int MAX_SHORT = Byte.MAX_VALUE - LENGTH_OFFSET;

    private FrameCodes() {}
}
