package io.deltawire.delta.internal.inspect;

import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.stream.FrameCodes;
import io.deltawire.delta.internal.stream.InflatedFrame;
import io.deltawire.delta.internal.stream.Mark;
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
 * <p>The bytes are those that a reader has read and accepted. The inspector passes over headers, frames and checksums
 * without the checks of the reader, and decodes bodies with the reader's decoder, whose steps report what they have
 * read. What has been reported before damage stands. After damage, inspecting goes on at the {@linkplain #lastHeader
 * last header}, where the reader has gone on.
 *
 * <p>The instance owns the state of the epoch and the rest of the current frame. A frame may come in several parts, cut
 * between bodies.
 */
public final class DeltaInspector {
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
         * Returns the sink for the bodies of a compressed or masked frame, which have no bytes of their own in the dump.
         *
         * @param bodies what the frame stands for
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

    /** The last header; null before the first one. */
    private EpochHeader header;

    private boolean isCompressed;
    private boolean isNumbered;
    /** The number of the next frame, if frames have numbers. */
    private long nextFrame;
    /** Whether the next bytes are the number of the frame. */
    private boolean isAtFrameNumber;
    /** Whether the next bytes are the size of the frame's bodies before compression. */
    private boolean isAtFrameSize;
    /** The size of the frame's bodies before compression; 0 if they are not compressed. */
    private long inflatedSize;
    /** The mask of the current frame; 0 for none. */
    private int mask;

    /** @param limits the limits of the reader */
    public DeltaInspector(Sink sink, WireLimits limits) {
        this.sink = sink;
        this.limits = InputBuffer.capLimits(limits);
        c = new ByteCursor(this.limits);
        skipper = new PlainValueSkipper(c);
        annotations = new Annotations(c);
        decoder = InspectedDecoder.of(c, skipper, annotations);
    }

    /** Returns the index of the last header in some bytes; their end if there is none. */
    public static int lastHeader(byte[] bytes) {
        int last = bytes.length;
        for (int at = Mark.find(bytes, 0, bytes.length); at >= 0; at = Mark.find(bytes, at + 1, bytes.length)) {
            last = at;
        }
        return last;
    }

    /** Starts again at a header. */
    public void restart() {
        frameLeft = 0;
        isAtFrameNumber = false;
        isAtFrameSize = false;
        inflatedSize = 0;
        mask = 0;
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
                if (mask != 0 && frameLeft > 0 || inflatedSize > 0) {
                    bodies += readPacked() ? 1 : 0;
                } else if (isAtFrameNumber) {
                    readFrameNumber();
                } else if (isAtFrameSize) {
                    readFrameSize();
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
        byte[] bytes = c.array();
        int at = c.position();
        if (bytes[at] == FrameCodes.CHECK) {
            c.u8();
            u32();
            annotations.describe(0, "checksum of all since the last one");
        } else if (Mark.find(bytes, at, Math.min(bytes.length, at + Mark.LENGTH)) == at) {
            readHeader();
        } else {
            boolean isMasked = bytes[at] == FrameCodes.MASKED;
            if (isMasked) {
                c.u8();
            }
            mask = isMasked ? (int) c.varInt() : 0;
            frameLeft = c.varInt() - (isMasked ? 0 : FrameCodes.LENGTH_OFFSET);
            isAtFrameNumber = isNumbered && !isMasked;
            isAtFrameSize = isCompressed && !isMasked;
            annotations.describe(0, "frame of " + Annotations.plural(frameLeft, "byte") + (isMasked ? ", masked" : ""));
        }
    }

    private void readHeader() {
        byte[] bytes = c.array();
        int length = EpochHeader.length(bytes, c.position(), bytes.length);
        EpochHeader next = length < 0 || length > bytes.length - c.position()
                ? null
                : EpochHeader.parse(bytes, c.position(), length);
        if (next == null || !next.isReadable()) {
            throw c.malformed("expected a header");
        }
        boolean hasCome = next.isRepeatedAfter(header);
        header = hasCome ? header : next;
        int end = c.position() + length;
        c.skip(Mark.LENGTH);
        annotations.describe(
                0,
                hasCome
                        ? "epoch that has come before"
                        : next.isEnd()
                                ? "end of the stream of " + Annotations.plural(next.sequence(), "message")
                                : "epoch, begins with empty state");
        c.u8();
        annotations.describe(1, "length of the header's fields");
        c.u8();
        annotations.describe(1, "version");
        c.varInt();
        isCompressed = next.isDeflated();
        isNumbered = next.isNumbered();
        String flags = (isCompressed ? ", frames are compressed" : "") + (isNumbered ? ", frames have numbers" : "");
        annotations.describe(1, "flags" + flags);
        u32();
        annotations.describe(1, "stream");
        annotations.describe(1, "epoch " + c.varInt());
        annotations.describe(1, "sequence: " + Annotations.plural(c.varInt(), "message") + " before it");
        if (next.isSealed()) {
            u32();
            annotations.describe(
                    1,
                    next.isFound()
                            ? "checksum of the frames before, which came later than these"
                            : "checksum of the frames before, after which something may be torn");
        }
        if (isNumbered) {
            annotations.describe(1, "number of the first frame: " + c.varInt());
        }
        if (c.position() + Integer.BYTES < end) {
            annotations.describe(1, "at most " + c.varInt() + " keys");
            annotations.describe(1, "at most " + c.varInt() + " bytes of state");
        }
        u32();
        annotations.describe(1, "checksum of the header");
        if (!hasCome) {
            nextFrame = next.firstFrame();
            decoder.reset();
        }
    }

    private int u32() {
        return c.u8() | c.u8() << 8 | c.u8() << 16 | c.u8() << 24;
    }

    private void readFrameNumber() {
        isAtFrameNumber = false;
        int start = c.position();
        long number = c.varInt();
        annotations.describe(1, "number of the frame: " + number);
        frameLeft -= c.position() - start;
        if (number < nextFrame) {
            c.skip((int) Math.min(frameLeft, c.end() - c.position()));
            annotations.describe(1, "its messages, which have come before");
            frameLeft = 0;
            isAtFrameSize = false;
        }
        nextFrame = Math.max(nextFrame, number + 1);
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

    /** Reports the bodies of a compressed or masked frame as a whole, and decodes them. Returns false if it cannot. */
    private boolean readPacked() {
        byte[] bytes = c.array();
        int left = bytes.length - c.position();
        if (frameLeft > left) {
            throw c.malformed("expected " + frameLeft + " more bytes but there are " + left);
        }
        int length = (int) frameLeft;
        int end = c.position() + length;
        byte[] bodies = Arrays.copyOfRange(bytes, end - length, end);
        if (mask != 0) {
            Mark.mask(mask, bodies, 0, length, bodies, 0);
            c.set(bodies, 0, length, 0);
            long number = isNumbered ? c.varInt() : nextFrame;
            if (number < nextFrame) {
                c.set(bytes, end, bytes.length, 0);
                frameLeft = 0;
                mask = 0;
                annotations.describe(1, "its messages, masked, which have come before");
                return false;
            }
            nextFrame = number + 1;
            inflatedSize = isCompressed ? c.varInt() : 0;
            bodies = Arrays.copyOfRange(bodies, c.position(), length);
        }
        String how = (mask == 0 ? "" : ", masked") + (inflatedSize == 0 ? "" : ", compressed");
        if (inflatedSize > 0) {
            bodies = inflate(bodies, inflatedSize);
        }
        c.set(bytes, end, bytes.length, 0);
        frameLeft = 0;
        inflatedSize = 0;
        mask = 0;
        if (bodies == null) {
            isLost = true;
            annotations.describe(1, "its messages, compressed, which do not inflate");
            return false;
        }
        annotations.describe(1, "its messages" + how);
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

    /** Returns the bodies of a compressed frame; null if it is damaged. */
    private byte[] inflate(byte[] bytes, long size) {
        if (size < 0 || size > 2L * limits.maxMessageBytes() || size > (long) InflatedFrame.MAX_RATIO * bytes.length) {
            return null;
        }
        InflatedFrame frame = new InflatedFrame();
        try {
            boolean isGood = frame.inflate(bytes, 0, bytes.length, (int) size, false);
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
