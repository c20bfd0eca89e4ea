package io.deltawire.delta.internal.inspect;

import io.deltawire.delta.internal.stream.ContainerCodes;
import io.deltawire.delta.internal.stream.InflatedFrame;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.InputBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * Says what the bytes of a delta dump are, for tools that show or count them.
 *
 * <p>The bytes are those that a reader has read and accepted. The inspector passes over blocks, frames and markers
 * without the checks of the reader, and decodes bodies with the reader's decoder, whose steps report what they have
 * read. What has been reported before damage stands. After damage, inspecting goes on at the {@linkplain #lastHeader
 * last header}, where the reader has gone on.
 *
 * <p>The instance owns the state of the epoch and the rest of the current frame. A frame may come in several parts, cut
 * between bodies.
 */
public final class DeltaInspector {
    private static final byte[] SYNC = ContainerCodes.sync();

    /** Receives the bytes and what they mean. */
    public interface Sink {
        /** Returns the bytes that indexes refer to. */
        byte[] bytes();

        /** Receives the bytes between two indexes, and what they are. */
        void line(int from, int to, int depth, String meaning);

        /** Receives the bytes of the value at a path. */
        default void value(String path, int from, int to, String meaning) {
            line(from, to, 1, meaning);
        }

        /** Receives bytes that belong to no known message. */
        default void plain(int from, int to) {
            line(from, to, 0, "");
        }

        /**
         * Returns the sink for the bodies of a compressed frame, which have no bytes of their own in the dump.
         *
         * @param bodies what the frame inflates to
         * @param length the number of bytes that it takes in the dump
         */
        default Sink inflated(byte[] bodies, int length) {
            return new Unseen(bodies);
        }

        /** Called at the end of a body. Announcements before a body are part of it. */
        default void body(int from, int to) {}
    }

    /** Ignores the bodies. */
    private record Unseen(byte[] bytes) implements Sink {
        @Override
        public void line(int from, int to, int depth, String meaning) {
            // the frame is shown instead
        }
    }

    private final Sink sink;
    private final WireLimits limits;
    private final ByteCursor c;
    private final PlainValueSkipper skipper;
    private final Annotations annotations;
    private final InspectedDecoder decoder;
    /** The number of bytes to the end of the current frame. */
    private long frameLeft;
    /** Whether nothing can be understood before the next {@link #restart}. */
    private boolean isLost;

    private boolean isCompressed;
    /** Whether the next bytes are the size of the frame's bodies before compression. */
    private boolean isAtFrameSize;
    /** The size of the frame's bodies before compression; 0 if they are not compressed. */
    private long inflatedSize;

    /** @param limits the limits of the reader */
    public DeltaInspector(Sink sink, WireLimits limits) {
        this.sink = sink;
        this.limits = InputBuffer.capLimits(limits);
        c = new ByteCursor(this.limits);
        skipper = new PlainValueSkipper(c);
        annotations = new Annotations(c);
        decoder = InspectedDecoder.of(c, skipper, annotations);
    }

    /** Returns the index of the last block header in some bytes; their end if there is none. */
    public static int lastHeader(byte[] bytes) {
        for (int i = bytes.length - SYNC.length; i >= 0; i--) {
            if (Arrays.equals(bytes, i, i + SYNC.length, SYNC, 0, SYNC.length)) {
                return i;
            }
        }
        return bytes.length;
    }

    /** Starts again at the header of a block. */
    public void restart() {
        frameLeft = 0;
        isAtFrameSize = false;
        inflatedSize = 0;
        isLost = false;
    }

    /**
     * Reports the bytes of the sink from an index on.
     *
     * @param texts the values of the message by their paths
     * @param messages the number of bodies to be reported; those after them may be damaged
     */
    public void report(int start, Map<String, String> texts, int messages) {
        byte[] bytes = sink.bytes();
        c.set(bytes, start, bytes.length, 0);
        annotations.begin(sink);
        int bodies = 0;
        try {
            while (!isLost && c.position() < bytes.length && bodies < messages) {
                if (isAtFrameSize) {
                    readFrameSize();
                } else if (inflatedSize > 0) {
                    bodies += readInflated() ? 1 : 0;
                } else if (frameLeft > 0) {
                    readBody(texts);
                    bodies++;
                } else {
                    readContainer();
                }
            }
        } catch (MalformedWireException e) {
            isLost = true;
            c.moveTo(Math.min(bytes.length, annotations.start() + 1));
            annotations.describe(0, "not annotated from here on: " + problem(e));
            decoder.reset(); // its state is undefined
        }
        if (bodies < messages) {
            sink.plain(c.position(), bytes.length);
        }
    }

    /** Returns the text of an error without the format and the location, which the bytes show. */
    private static String problem(MalformedWireException e) {
        String text = e.getMessage().substring(DeltaFormatName.DELTA.length() + 2);
        String location = " " + e.location();
        return text.endsWith(location) ? text.substring(0, text.length() - location.length()) : text;
    }

    // ---- section 3

    private void readContainer() {
        if (c.array()[c.position()] != 0) {
            frameLeft = c.varInt();
            annotations.describe(0, "frame of " + Annotations.plural(frameLeft, "byte"));
            isAtFrameSize = isCompressed;
            return;
        }
        c.u8();
        int marker = c.u8();
        switch (marker) {
            case ContainerCodes.CHECK -> {
                boolean isOfNothing = u32() == 0;
                annotations.describe(
                        0,
                        isOfNothing
                                ? "checksum of nothing: the last one came later than its messages"
                                : "checksum of all since the last one");
            }
            case ContainerCodes.END -> {
                long count = c.varInt();
                u32();
                annotations.describe(0, "end of the stream of " + Annotations.plural(count, "message") + ", checksum");
            }
            case 'D' -> readHeader();
            default -> throw c.malformed("no marker " + marker);
        }
    }

    private void readHeader() {
        for (int i = 2; i < SYNC.length; i++) {
            c.u8();
        }
        int version = c.u8();
        int flags = c.u8();
        boolean isReset = (flags & ContainerCodes.RESET) != 0;
        annotations.describe(
                0,
                "block, version " + version
                        + (isReset ? ", begins with empty state" : ", goes on with the state there is"));
        isCompressed = (c.varInt() & ContainerCodes.DEFLATED) != 0;
        annotations.describe(1, "features" + (isCompressed ? ": frames are compressed" : ""));
        u32();
        annotations.describe(1, "epoch");
        annotations.describe(1, "sequence: " + c.varInt() + " messages before it");
        annotations.describe(1, "at most " + c.varInt() + " keys");
        annotations.describe(1, "at most " + c.varInt() + " bytes of state");
        if (flags == ContainerCodes.RESET_WITH_CHECK) {
            annotations.describe(1, c.varInt() + " bytes since the check before are whole, then something is torn");
            u32();
            annotations.describe(1, "checksum of these bytes");
        }
        u32();
        annotations.describe(1, "checksum of the header");
        if (isReset) {
            decoder.reset();
        }
    }

    private int u32() {
        return c.u8() | c.u8() << 8 | c.u8() << 16 | c.u8() << 24;
    }

    private void readFrameSize() {
        isAtFrameSize = false;
        int start = c.position();
        inflatedSize = c.varInt();
        frameLeft -= c.position() - start;
        annotations.describe(
                1,
                inflatedSize == 0
                        ? "not compressed"
                        : "compressed, " + Annotations.plural(inflatedSize, "byte") + " without that");
    }

    /** Reports the bodies of a compressed frame as a whole, and decodes them. Returns false if they do not inflate. */
    private boolean readInflated() {
        byte[] bytes = c.array();
        int left = bytes.length - c.position();
        if (frameLeft > left) {
            throw c.malformed("expected " + frameLeft + " more bytes but there are " + left);
        }
        int length = (int) frameLeft;
        byte[] bodies = inflate(bytes, c.position(), length);
        int end = c.position() + length;
        frameLeft = 0;
        inflatedSize = 0;
        c.moveTo(end);
        if (bodies == null) {
            isLost = true;
            annotations.describe(1, "its messages, compressed, which do not inflate");
            return false;
        }
        annotations.describe(1, "its messages, compressed");
        c.set(bodies, 0, bodies.length, 0);
        annotations.begin(sink.inflated(bodies, length));
        try {
            while (c.position() < bodies.length) {
                decodeBody(Map.of());
            }
        } finally {
            c.set(bytes, end, bytes.length, 0);
            annotations.begin(sink);
        }
        return true;
    }

    /** Returns the bodies of a frame; null if it is damaged. */
    private byte[] inflate(byte[] bytes, int offset, int length) {
        if (inflatedSize < 0
                || inflatedSize > 2L * limits.maxMessageBytes()
                || inflatedSize > (long) InflatedFrame.MAX_RATIO * length) {
            return null;
        }
        InflatedFrame frame = new InflatedFrame();
        try {
            boolean isGood = frame.inflate(bytes, offset, length, (int) inflatedSize, false);
            return isGood ? Arrays.copyOf(frame.bytes(), frame.end()) : null;
        } finally {
            frame.close();
        }
    }

    // ---- section 5

    private void readBody(Map<String, String> texts) {
        byte[] bytes = c.array();
        int from = c.position();
        c.set(bytes, from, from + (int) Math.min(bytes.length - from, frameLeft), 0);
        decodeBody(texts);
        frameLeft -= c.position() - from;
        c.set(bytes, c.position(), bytes.length, 0);
    }

    private void decodeBody(Map<String, String> texts) {
        int from = c.position();
        annotations.setTexts(texts);
        decoder.decode();
        if (decoder.record() == null) {
            skipper.skip(limits.maxDepth());
            annotations.describe(1, "its values");
        }
        annotations.sink().body(from, c.position());
    }
}
