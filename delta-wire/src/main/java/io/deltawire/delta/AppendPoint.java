package io.deltawire.delta;

import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.stream.EpochScan;
import io.deltawire.delta.internal.stream.FrameCodes;
import io.deltawire.delta.internal.stream.Mark;
import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.delta.internal.stream.StateBoundsException;
import io.deltawire.delta.internal.stream.StreamReader;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.wire.DeltaReader;
import io.deltawire.delta.internal.wire.ReaderSettings;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.InputBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * The end of a dump, found so that a writer can continue there. The dump ends at its end mark, between two messages, or
 * inside a message if its writer was killed.
 *
 * <p>{@link #repair} cuts off a torn message, which cannot be read. Complete messages without a checksum remain and get
 * one, unless {@link DeltaFormat#UNCHECKED_TAIL} says otherwise. So every readable message remains, except that a torn
 * compressed frame is cut off as a whole.
 *
 * <p>The bytes that a killed process handed over are in the file. After a loss of power they may be lost or wrong. If
 * no writer can have written the unchecked bytes, all of them are {@link #isDamaged damaged}. If they seem valid, they
 * may still be wrong, so their checksum is marked as added later, and readers report these messages through {@link
 * DeltaFormat#uncheckedMessages}.
 *
 * <p>{@link DeltaFormat#repairEnd} and {@link DeltaFormat#newAppender} do all of this:
 *
 * <pre>{@code
 * try (FileChannel channel = FileChannel.open(file, READ, WRITE, CREATE)) {
 *     AppendPoint end = AppendPoint.of(channel, options);
 *     end.repair(channel);
 *     channel.position(end.length());
 *     WireOut out = new DeltaFormat().newWriter(
 *             Channels.newOutputStream(channel), options.with(DeltaFormat.APPEND_AT, end));
 * }
 * }</pre>
 *
 * <p>Instances are immutable and may be shared between threads.
 */
public final class AppendPoint {
    /** The end of an empty dump. */
    static final AppendPoint EMPTY = new AppendPoint(0, 0);

    /** The most bytes in which a torn header is looked for: of a writer whose target failed again and again. */
    private static final int MAX_TORN_BYTES = 1 << 10;

    private final long size;
    /** The length of what is kept of the dump. */
    private long intactLength;
    /** The header that seals the frames without a checksum at the end of that; null if there are none. */
    private EpochHeader seal;
    /** The start of these frames. */
    private long uncheckedFrom;
    /** The checksum before them. */
    private int checkBefore;

    /** The torn frame that begins with complete messages, which end at {@link #intactLength}; else null. */
    private StreamReader.TornFrame torn;
    /** The bytes of the frame when it ends there; empty if no frame is torn. */
    private byte[] shortened = {};

    private long messages;
    /** The number of the next frame, if frames have numbers. */
    private long nextFrame;

    private long uncheckedMessages;
    private boolean damaged;
    /** The stream that the writer continues, and the number of its next epoch; null if it begins a stream. */
    private EpochHeader continued;

    private AppendPoint(long intactLength, long size) {
        this.intactLength = intactLength;
        this.size = size;
    }

    /** Returns the length of the dump in bytes after {@link #repair}: the offset at which to continue. */
    public long length() {
        return framesEnd() + shortened.length + (seal == null ? 0 : bytes(seal).remaining());
    }

    /** Returns the offset after the frames that stay as they are. */
    private long framesEnd() {
        return torn == null ? intactLength : torn.start();
    }

    /**
     * Returns how many bytes {@link #repair} cuts off at the end; 0 for none. They are the start of something torn, or
     * have no checksum and {@link DeltaFormat.UncheckedTail#CUT} is chosen.
     */
    public long tornBytes() {
        return size - intactLength;
    }

    /** Returns how many messages the last stream of the dump has, including those that get a checksum. */
    public long messages() {
        return messages;
    }

    /** Returns how many messages at the end are kept that have no checksum yet. */
    public long uncheckedMessages() {
        return uncheckedMessages;
    }

    /**
     * Returns whether the end is damaged and not only torn: its bytes are not what a writer wrote. They stay, and
     * readers report them. What is appended is a new stream after them.
     */
    public boolean isDamaged() {
        return damaged;
    }

    /** The stream that the writer continues, and the number of its next epoch; null if it begins a stream. */
    EpochHeader continued() {
        return continued;
    }

    /**
     * Finds the end of a dump. It searches the last epoch from the end of the channel, and reads that.
     *
     * <p>The dump is read within the limits of the options, or the default limits where these are wider. So a writer
     * with narrow limits can continue the complete messages of another one. The position of the channel is not
     * restored.
     *
     * @throws MalformedWireException if the channel holds something other than a delta dump, or a dump that announces
     *     more state than those limits, or that a later version has written
     * @throws IOException if the channel cannot be read
     */
    public static AppendPoint of(SeekableByteChannel channel, WireOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        long size = Objects.requireNonNull(channel, "channel").size();
        if (size == 0) {
            return EMPTY;
        }
        EpochScan.Found last = new EpochScan(channel).last(size);
        if (last == null) {
            if (!isTornHeader(channel, 0, size)) {
                throw new MalformedWireException(
                        DeltaFormatName.DELTA,
                        "expected a delta dump to append to but was something else",
                        WireLocation.ofOffset(0, ""));
            }
            return new AppendPoint(0, size);
        }
        EpochHeader header = last.header();
        AppendPoint end = new AppendPoint(last.end(), size);
        end.messages = header.sequence();
        end.nextFrame = header.firstFrame();
        if (!header.isEnd()) {
            end.readEpoch(channel, last, options);
        } else if (size > last.end() && !isTornHeader(channel, last.end(), size)) {
            end.markDamaged();
        }
        if (!end.damaged) {
            long next = header.epoch() + (end.seal == null ? 1 : 2);
            end.continued = headerAfter(header, 0, next, end.messages, 0, end.nextFrame);
        }
        return end;
    }

    private static EpochHeader headerAfter(
            EpochHeader last, int flags, long epoch, long messages, int seal, long firstFrame) {
        return EpochHeader.of(
                flags, last.id(), epoch, messages, seal, firstFrame, last.maxKeys(), last.maxStateBytes());
    }

    /** Records that the bytes at the end are not what a writer wrote, so none of them can be told from damage. */
    private void markDamaged() {
        damaged = true;
        intactLength = size;
        torn = null;
    }

    /** Whether the rest of a channel, which holds no complete header, begins with a part of one. */
    private static boolean isTornHeader(SeekableByteChannel channel, long from, long size) throws IOException {
        byte[] bytes =
                bytes(channel, from, Math.min(size, from + MAX_TORN_BYTES)).array();
        byte[] mark = Mark.bytes();
        for (int start = 0; start < bytes.length; ) {
            int length = Math.min(mark.length, bytes.length - start);
            int matched = Arrays.mismatch(bytes, start, start + length, mark, 0, length);
            if (matched < 0) {
                return true;
            }
            if (matched == 0) {
                return false;
            }
            start += matched; // a part of the mark, and perhaps another one after it
        }
        return false;
    }

    private static ByteBuffer bytes(SeekableByteChannel channel, long from, long to) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) (to - from));
        channel.position(from);
        while (bytes.hasRemaining() && channel.read(bytes) > 0) {
            // a channel may return fewer bytes than requested
        }
        return bytes.flip();
    }

    private static ByteBuffer bytes(EpochHeader header) {
        byte[] bytes = new byte[EpochHeader.MAX_BYTES];
        return ByteBuffer.wrap(bytes, 0, header.write(bytes, 0));
    }

    /** Reads the last epoch up to its last complete frame. */
    private void readEpoch(SeekableByteChannel channel, EpochScan.Found last, WireOptions options) throws IOException {
        boolean keeps = options.get(DeltaFormat.UNCHECKED_TAIL) == DeltaFormat.UncheckedTail.KEEP;
        channel.position(last.offset());
        InputBuffer in = InputBuffer.of(Channels.newInputStream(channel), last.offset());
        ReadPolicy policy = keeps ? ReadPolicy.RECOVER : ReadPolicy.CHECKED;
        DeltaReader reader = new DeltaReader(in, new ReaderSettings(atLeastDefaults(options.limits()), policy, true));
        StreamReader stream = reader.stream();
        boolean more = true;
        while (more) {
            try {
                more = reader.nextMessage();
                boolean isTorn = more && keeps && stream.tornFrame() != null;
                if (isTorn || more && keeps && stream.isAtFrameEnd()) {
                    intactLength = stream.offset();
                    messages = stream.messages();
                    torn = isTorn ? stream.tornFrame() : null;
                }
            } catch (StateBoundsException e) {
                throw e; // the stream may be intact, so this is not damage
            } catch (TruncatedWireException e) {
                more = false;
            } catch (MalformedWireException e) {
                if (stream.header() == null) {
                    throw e; // a later version has written it
                }
                damaged = !stream.isTornByHeader();
                more = false;
            }
        }
        nextFrame = Math.max(nextFrame, stream.nextFrame());
        if (damaged) {
            markDamaged();
            return;
        }
        if (torn != null) {
            byte[] bodies = bytes(channel, torn.bodies(), intactLength).array();
            byte[] frame = new byte[FrameCodes.maxBytes(bodies.length)];
            shortened = Arrays.copyOf(frame, FrameCodes.writeFrame(frame, 0, bodies, 0, bodies.length));
        }
        intactLength = Math.max(intactLength, stream.checkedOffset());
        messages = Math.max(messages, stream.checkedMessages());
        if (intactLength > stream.checkedOffset()) {
            uncheckedMessages = messages - stream.checkedMessages();
            uncheckedFrom = stream.checkedOffset();
            checkBefore = stream.lastCheck();
            boolean isNumbered = last.header().isNumbered();
            int flags = EpochHeader.SEALED | EpochHeader.FOUND | (isNumbered ? EpochHeader.NUMBERED : 0);
            seal = headerAfter(last.header(), flags, last.header().epoch() + 1, messages, 0, nextFrame);
        }
    }

    private static WireLimits atLeastDefaults(WireLimits limits) {
        WireLimits defaults = WireLimits.DEFAULTS;
        return new WireLimits(
                Math.max(limits.maxDepth(), defaults.maxDepth()),
                Math.max(limits.maxMessageBytes(), defaults.maxMessageBytes()),
                Math.max(limits.maxTextChars(), defaults.maxTextChars()),
                Math.max(limits.maxNumberChars(), defaults.maxNumberChars()),
                Math.max(limits.maxNameBytes(), defaults.maxNameBytes()),
                Math.max(limits.maxKeys(), defaults.maxKeys()),
                Math.max(limits.maxStateBytes(), defaults.maxStateBytes()),
                limits.maxAliases(),
                limits.maxExpansion());
    }

    /**
     * Cuts off the torn end, and writes a header with the checksum of messages that have none; it is marked as added
     * later. Does nothing to a dump that is complete or {@link #isDamaged damaged}. The file is forced to the device.
     *
     * @param channel the unchanged dump that {@link #of} read, open for reading and writing
     * @throws IOException if the channel cannot be read or written, or the dump has become shorter
     */
    public void repair(FileChannel channel) throws IOException {
        Objects.requireNonNull(channel, "channel");
        if (tornBytes() == 0 && seal == null) {
            return;
        }
        // One write, so that a process stopped before or after it leaves a dump that can be repaired.
        ByteBuffer end =
                ByteBuffer.allocate(shortened.length + EpochHeader.MAX_BYTES).put(shortened);
        if (seal != null) {
            int check = check(channel);
            end.put(bytes(headerAfter(seal, (int) seal.flags(), seal.epoch(), seal.sequence(), check, nextFrame)));
        }
        end.flip();
        long start = framesEnd();
        channel.truncate(intactLength);
        while (end.hasRemaining()) {
            start += channel.write(end, start);
        }
        channel.force(true);
    }

    /** Returns the check of the frames that have none. */
    private int check(FileChannel channel) throws IOException {
        CRC32C crc = new CRC32C();
        FrameCodes.beginCheck(crc, checkBefore);
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        long to = framesEnd();
        for (long offset = uncheckedFrom; offset < to; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), to - offset));
            int read = channel.read(buffer, offset);
            if (read <= 0) {
                throw new IOException("the dump has become shorter while it was read");
            }
            crc.update(buffer.flip());
            offset += read;
        }
        crc.update(shortened);
        return (int) crc.getValue();
    }

    @Override
    public String toString() {
        return messages + " messages in " + length() + " bytes"
                + (uncheckedMessages > 0 ? ", the last " + uncheckedMessages + " of them without a checksum" : "")
                + (tornBytes() > 0 ? ", then " + tornBytes() + " bytes of something torn" : "")
                + (damaged ? ", the last of them damaged" : "");
    }
}
