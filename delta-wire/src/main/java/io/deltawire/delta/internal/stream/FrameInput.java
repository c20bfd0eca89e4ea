package io.deltawire.delta.internal.stream;

import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.spi.InputBuffer;

/** Reads numbers between frames, and makes the errors of the container. It owns the mask of the last frame. */
final class FrameInput {
    private final InputBuffer in;
    private final long maxFrame;
    private int mask;

    FrameInput(InputBuffer in, WireLimits limits) {
        this.in = in;
        this.maxFrame = 2L * limits.maxMessageBytes();
    }

    /** Reads the number of bytes of a frame, with its mask if it has one. */
    long readLength() {
        int code = in.array[in.position];
        if (code == FrameCodes.MASKED) {
            in.position++;
            long stated = readVarInt();
            if (stated <= 0 || stated > 0xFFFFFFFFL) {
                throw malformed("expected a mask of at most 32 bits but was " + Long.toUnsignedString(stated));
            }
            mask = (int) stated;
            return requireLength(readVarInt());
        }
        mask = 0;
        return requireLength(readVarInt() - FrameCodes.LENGTH_OFFSET);
    }

    private long requireLength(long length) {
        if (length <= 0 || length > maxFrame) {
            throw malformed("expected a frame of 1 to " + maxFrame + " bytes but was " + Long.toUnsignedString(length));
        }
        return length;
    }

    /** Returns the mask of the frame whose length was read last; 0 if it has none. */
    int mask() {
        return mask;
    }

    /**
     * Returns the number at the position, with which the frame whose length was read last begins.
     *
     * @param available how many of the frame's bytes are present
     * @param isWhole whether these are all
     */
    long peekNumber(int available, boolean isWhole) {
        long value = 0;
        int i = 0;
        for (int shift = 0; shift < Long.SIZE && i < available; shift += 7) {
            int b = (byte) (in.array[in.position + i] ^ Mark.maskByte(mask, i));
            i++;
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                if (b == 0 && shift > 0 || shift == 63 && b > 0) {
                    break;
                }
                return value;
            }
        }
        if (i == available && !isWhole) {
            throw truncated("the input ends in the number of a frame");
        }
        throw malformed("expected the number of a frame: a varint of at most 63 bits in its shortest form");
    }

    void require(int bytes, String what) {
        if (!in.fill(bytes)) {
            throw truncated("the input ends in " + what);
        }
    }

    long readVarInt() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            require(1, "a number");
            int b = in.array[in.position++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                if (b == 0 && shift > 0 || shift == 63 && b > 1) {
                    break;
                }
                return value;
            }
        }
        throw malformed("expected a varint of at most 64 bits in its shortest form");
    }

    /** Returns the text of an error without the name of the format. */
    static String problem(MalformedWireException e) {
        return e.getMessage().substring(DeltaFormatName.DELTA.length() + 2);
    }

    MalformedWireException malformed(String problem) {
        return malformed(in.offset(), problem);
    }

    static MalformedWireException malformed(long offset, String problem) {
        return new MalformedWireException(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(offset, ""));
    }

    static MissingBaseException missing(long epoch, long lost) {
        String problem = lost + (lost == 1 ? " message is" : " messages are") + " missing before this epoch";
        return new MissingBaseException(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(epoch, ""));
    }

    /** Returns the error of a frame that does not go on from those before it. */
    static MalformedWireException missingFrames(long offset, long expected, long number) {
        long lost = number - expected;
        String problem = lost > 0
                ? lost + (lost == 1 ? " frame is" : " frames are") + " missing before frame " + number
                : "expected frame " + expected + " but was " + number + ": the start of its epoch is missing";
        return new MissingBaseException(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(offset, ""));
    }

    TruncatedWireException truncated(String problem) {
        return new TruncatedWireException(DeltaFormatName.DELTA, problem, WireLocation.ofOffset(in.offset(), ""));
    }
}
