package io.deltawire.delta;

import io.deltawire.delta.internal.stream.BlockReader;
import io.deltawire.delta.internal.stream.BlockScan;
import io.deltawire.delta.internal.stream.BlockStart;
import io.deltawire.delta.internal.stream.Checksums;
import io.deltawire.delta.internal.stream.ContainerCodes;
import io.deltawire.delta.internal.stream.MarkerReader;
import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.delta.internal.stream.StateBoundsException;
import io.deltawire.delta.internal.stream.TornFrames;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.wire.DeltaReader;
import io.deltawire.delta.internal.wire.ReaderSettings;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.ChannelPrefix;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.text.VarInt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
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
    static final AppendPoint EMPTY = new AppendPoint(new Found(), 0);

    /**
     * Two checksums: the second covers no bytes, which marks the first as added later (docs/spec/delta.md, section 3).
     */
    private static final int SEAL_BYTES = 2 * ContainerCodes.CHECK_BYTES;

    /**
     * The most consecutive blocks without anything complete that a writer leaves when its target fails again and again.
     */
    private static final int MAX_FAILED_BLOCKS = MarkerReader.NEXT_EPOCHS;

    private final long length;
    private final long intactLength;
    private final long tornBytes;
    private final long messages;
    private final long uncheckedMessages;
    private final boolean damaged;
    private final long sequence;
    private final int epoch;
    /** The start of the bytes that the added checksum covers; -1 if none is added. */
    private final long sealFrom;
    /** The checksum that the added one continues, as {@link BlockReader#lastChecksum} returns it. */
    private final long checksumBefore;
    /** The torn frame that begins with complete messages, or null. */
    private final BlockReader.TornFrame tornFrame;

    /** What reading a dump finds. */
    private static final class Found {
        long intactLength;
        long sealFrom = -1;
        long checksumBefore = -1;
        BlockReader.TornFrame tornFrame;
        long messages;
        long unchecked;
        boolean damaged;
        /** The start of the last block of a stream without an end mark; -1 if there is none. */
        long openStream = -1;

        /** Whether a checksum covers more of that block than its header. */
        boolean hasFrames;

        long sequence;
        int epoch = -1;

        /**
         * Removes a stream without messages and without an end. A reader could not tell another stream after it from
         * its first block.
         */
        void dropEmptyStream() {
            if (sequence == 0 && openStream >= 0 && !hasFrames) {
                intactLength = openStream;
            }
        }

        /** Whether the kept part ends at the start of a block that holds nothing complete. */
        boolean isCutAtBlock() {
            return !damaged && sealFrom < 0 && openStream > 0 && intactLength == openStream;
        }

        /** Records that the unchecked bytes are not what a writer wrote, so none of them can be told from damage. */
        void markDamaged(long size) {
            damaged = true;
            intactLength = size;
            sealFrom = -1;
            tornFrame = null;
            sequence = 0;
        }
    }

    private AppendPoint(Found found, long size) {
        this.intactLength = found.intactLength;
        this.tornFrame = found.tornFrame;
        this.tornBytes = size - found.intactLength;
        this.messages = found.messages;
        this.uncheckedMessages = found.unchecked;
        this.damaged = found.damaged;
        this.sequence = found.sequence;
        this.epoch = found.epoch + 1;
        this.sealFrom = found.sealFrom;
        this.checksumBefore = found.checksumBefore;
        long frame = found.intactLength;
        if (tornFrame != null) {
            long bodies = found.intactLength - tornFrame.bodies();
            frame = tornFrame.start() + VarInt.size(bodies) + bodies;
        }
        this.length = frame + (sealFrom >= 0 ? SEAL_BYTES : 0);
    }

    /** Returns the length of the dump in bytes after {@link #repair}: the offset at which to continue. */
    public long length() {
        return length;
    }

    /**
     * Returns how many bytes {@link #repair} cuts off at the end; 0 for none. They are the start of something torn, or
     * have no checksum and {@link DeltaFormat.UncheckedTail#CUT} is chosen.
     */
    public long tornBytes() {
        return tornBytes;
    }

    /** Returns how many messages can be read, including those that get a checksum. */
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

    /** The number of messages of the stream that continues; 0 if a new stream is appended. */
    long sequence() {
        return sequence;
    }

    /** The epoch of the first appended block. */
    int epoch() {
        return epoch;
    }

    /**
     * Finds the end of a dump. It reads from the last position at which the dump can be read on its own.
     *
     * <p>The dump is read within the limits of the options, or the default limits where these are wider. So a writer
     * with narrow limits can continue the complete messages of another one. The position of the channel is not
     * restored.
     *
     * @throws MalformedWireException if the channel holds something other than a delta dump, or a dump that announces
     *     more state than those limits
     * @throws IOException if the channel cannot be read
     */
    public static AppendPoint of(SeekableByteChannel channel, WireOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        long size = Objects.requireNonNull(channel, "channel").size();
        if (size == 0) {
            return EMPTY;
        }
        long to = sizeWithoutTornHeader(channel, size);
        if (to == 0) {
            return new AppendPoint(new Found(), size);
        }
        requireDump(channel, size);
        Found found = findEnd(channel, to, options);
        for (int i = 1; i < MAX_FAILED_BLOCKS && found.isCutAtBlock(); i++) {
            // The block before may lack a checksum too: its writer could not write a whole frame, and began again.
            Found before = findEnd(channel, sizeWithoutTornHeader(channel, found.intactLength), options);
            if (before.damaged) {
                break;
            }
            before.epoch = Math.max(before.epoch, found.epoch);
            found = before;
        }
        for (int bytes = 1; found.damaged && bytes < TornFrames.MIN_HEADER_BYTES; bytes++) {
            // One or two bytes of a header look like the end of a message, which does not decode with them.
            if (endsWithHeaderPrefix(channel, size, bytes)) {
                Found before = findEnd(channel, size - bytes, options);
                found = before.damaged ? found : before;
            }
        }
        if (found.damaged) {
            found.intactLength = size;
        }
        return new AppendPoint(found, size);
    }

    private static ByteBuffer bytes(SeekableByteChannel channel, long from, long to) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) (to - from));
        channel.position(from);
        while (bytes.hasRemaining() && channel.read(bytes) > 0) {
            // a channel may return fewer bytes than requested
        }
        return bytes.flip();
    }

    /** Whether the last bytes are the first bytes of a header. */
    private static boolean endsWithHeaderPrefix(SeekableByteChannel channel, long size, int bytes) throws IOException {
        return size > bytes
                && bytes(channel, size - bytes, size).equals(ByteBuffer.wrap(ContainerCodes.sync(), 0, bytes));
    }

    /**
     * Returns the size of the dump without a torn block header at its end. At least three bytes of that header are
     * needed; without it the size is returned unchanged.
     */
    private static long sizeWithoutTornHeader(SeekableByteChannel channel, long size) throws IOException {
        ByteBuffer tail =
                bytes(channel, Math.max(0, size - (long) MAX_FAILED_BLOCKS * ContainerCodes.MAX_HEADER), size);
        int length = tail.remaining();
        InputBuffer in = InputBuffer.of(tail);
        in.fill(length);
        int before = new TornFrames(in, new MarkerReader(in, WireLimits.DEFAULTS)).bytesBeforeHeader(length, 0, -1);
        return before < 0 ? size : size - length + before;
    }

    /** Reads the first {@code size} bytes of a dump. */
    private static Found findEnd(SeekableByteChannel dump, long size, WireOptions options) throws IOException {
        SeekableByteChannel channel = new ChannelPrefix(dump, size);
        List<BlockStart> starts = new BlockScan(channel).starts();
        BlockStart start = starts.isEmpty() ? new BlockStart(0, 0, 0) : starts.get(starts.size() - 1);
        Found found = new Found();
        found.messages = start.messages();
        if (!readChecked(channel, start, options, found)) {
            if (options.get(DeltaFormat.UNCHECKED_TAIL) == DeltaFormat.UncheckedTail.KEEP) {
                readUnchecked(channel, start, options, found);
            }
            if (!found.damaged) {
                found.dropEmptyStream();
            }
        }
        return found;
    }

    private static void requireDump(SeekableByteChannel channel, long size) throws IOException {
        byte[] sync = ContainerCodes.sync();
        ByteBuffer prefix = bytes(channel, 0, Math.min(size, sync.length));
        for (int i = 0; i < prefix.limit(); i++) {
            if (prefix.get(i) != sync[i]) {
                if (hasStartAfter(channel, i)) {
                    return; // the first header is torn, and its writer continued after it
                }
                throw new MalformedWireException(
                        DeltaFormatName.DELTA,
                        "expected a delta dump to append to but was something else",
                        WireLocation.ofOffset(i, ""));
            }
        }
    }

    /** Whether a block with empty state follows torn headers. */
    private static boolean hasStartAfter(SeekableByteChannel channel, long from) throws IOException {
        for (long offset = from; offset < from + (long) MAX_FAILED_BLOCKS * ContainerCodes.MAX_HEADER; offset++) {
            if (new BlockScan(channel).startAt(offset) != null) {
                return true;
            }
        }
        return false;
    }

    private static DeltaReader reader(
            SeekableByteChannel channel, BlockStart start, WireOptions options, ReadPolicy policy) throws IOException {
        channel.position(start.offset());
        InputBuffer in = InputBuffer.of(Channels.newInputStream(channel), start.offset());
        return new DeltaReader(in, new ReaderSettings(atLeastDefaults(options.limits()), policy, false));
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

    /** Reads what checksums cover. Returns false if the end is cut off, so that complete messages may follow. */
    private static boolean readChecked(SeekableByteChannel channel, BlockStart start, WireOptions options, Found found)
            throws IOException {
        DeltaReader reader = reader(channel, start, options, ReadPolicy.CHECKED);
        BlockReader blocks = reader.blocks();
        boolean cut = false;
        boolean more = true;
        long damagedBlock = -1;
        while (more) {
            try {
                more = reader.nextMessage();
                if (more) {
                    found.messages++;
                    // The error before was not at the end.
                    found.damaged = false;
                    cut = false;
                }
            } catch (StateBoundsException e) {
                throw e; // the stream may be intact, so this is not damage
            } catch (TruncatedWireException e) {
                cut = true;
                found.damaged &= blocks.blockOffset() <= damagedBlock; // a later block that is only cut off is good
            } catch (MalformedWireException e) {
                if (!blocks.isInBlock()) {
                    found.damaged = true;
                    damagedBlock = blocks.blockOffset();
                }
                cut = false;
            }
        }
        // Whatever was wrong before, a good end mark is the end of the dump.
        found.damaged &= !(blocks.isAtStreamEnd() && blocks.uncheckedFrom() == channel.size());
        if (blocks.currentHeader() != null) {
            found.epoch = blocks.currentHeader().epoch();
        }
        if (found.damaged) {
            found.intactLength = channel.size();
            return true;
        }
        found.intactLength = blocks.uncheckedFrom();
        found.openStream = blocks.isAtStreamEnd() ? -1 : Math.max(0, blocks.blockOffset());
        found.hasFrames = blocks.hasCheckedFrames();
        found.sequence = blocks.isAtStreamEnd() ? 0 : Math.max(0, blocks.messages());
        return !cut;
    }

    /** Reads the complete messages after the last checksum. */
    private static void readUnchecked(SeekableByteChannel channel, BlockStart start, WireOptions options, Found found)
            throws IOException {
        long checkedTo = found.intactLength;
        DeltaReader reader = reader(channel, start, options, ReadPolicy.RECOVER);
        BlockReader blocks = reader.blocks();
        long inFrame = 0;
        long unchecked = 0;
        boolean more = true;
        while (more) {
            try {
                more = reader.nextMessage();
                inFrame += more ? 1 : 0;
                if (more && (blocks.isAtFrameEnd() || blocks.tornFrame() != null)) {
                    if (blocks.offset() > checkedTo) {
                        found.intactLength = blocks.offset();
                        found.sealFrom = blocks.uncheckedFrom();
                        found.checksumBefore = blocks.lastChecksum();
                        found.tornFrame = blocks.tornFrame();
                        unchecked += inFrame;
                        found.sequence = blocks.messages();
                        found.epoch = blocks.currentHeader().epoch();
                    }
                    inFrame = 0;
                }
            } catch (MalformedWireException e) {
                // Damage before the last block does not concern the end.
                more = blocks.isInBlock() || blocks.blockOffset() < found.openStream;
                inFrame = 0;
                if (!more && !(e instanceof TruncatedWireException)) {
                    found.markDamaged(channel.size());
                    return;
                }
            }
        }
        found.unchecked = unchecked;
        found.messages += unchecked;
    }

    /**
     * Cuts off the torn end, and writes a checksum after messages that have none; the checksum is marked as added
     * later. Does nothing to a dump that is complete or {@link #isDamaged damaged}. The file is forced to the device.
     *
     * @param channel the unchanged dump that {@link #of} read, open for reading and writing
     * @throws IOException if the channel cannot be read or written, or the dump has become shorter
     */
    public void repair(FileChannel channel) throws IOException {
        Objects.requireNonNull(channel, "channel");
        if (tornBytes == 0 && sealFrom < 0) {
            return;
        }
        channel.truncate(intactLength);
        if (sealFrom >= 0) {
            // One write, so that a process stopped before or after it leaves a dump that can be repaired. Two writes
            // could leave the rest of the longer frame between the shortened frame and its checksum.
            ByteBuffer last = tornFrame == null ? ByteBuffer.allocate(SEAL_BYTES) : readShortenedFrame(channel);
            long start = tornFrame == null ? intactLength : tornFrame.start();
            CRC32C crc = new CRC32C();
            Checksums.begin(crc, checksumBefore);
            addToSum(crc, channel, sealFrom, start);
            crc.update(last.array(), 0, last.position());
            last.order(ByteOrder.LITTLE_ENDIAN);
            long check = crc.getValue();
            last.put((byte) 0).put((byte) ContainerCodes.CHECK).putInt((int) check);
            Checksums.begin(crc, check);
            last.put((byte) 0).put((byte) ContainerCodes.CHECK).putInt((int) crc.getValue());
            write(channel, last.flip(), start);
        }
        channel.force(true);
    }

    /** Returns the torn frame with the length of its complete messages, and with room for the checksums after it. */
    private ByteBuffer readShortenedFrame(FileChannel channel) throws IOException {
        int bodies = Math.toIntExact(intactLength - tornFrame.bodies());
        byte[] length = new byte[VarInt.MAX_BYTES];
        int lengthBytes = VarInt.write(length, 0, bodies);
        ByteBuffer frame = ByteBuffer.allocate(lengthBytes + bodies + SEAL_BYTES);
        frame.put(length, 0, lengthBytes).limit(lengthBytes + bodies);
        for (long offset = tornFrame.bodies(); frame.hasRemaining(); ) {
            int read = channel.read(frame, offset);
            if (read <= 0) {
                throw becameShorter();
            }
            offset += read;
        }
        return frame.limit(frame.capacity());
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        for (long next = offset; bytes.hasRemaining(); ) {
            next += channel.write(bytes, next);
        }
    }

    private static IOException becameShorter() {
        return new IOException("the dump has become shorter while it was read");
    }

    private static void addToSum(CRC32C crc, FileChannel channel, long from, long to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        for (long offset = from; offset < to; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), to - offset));
            int read = channel.read(buffer, offset);
            if (read <= 0) {
                throw becameShorter();
            }
            crc.update(buffer.flip());
            offset += read;
        }
    }

    @Override
    public String toString() {
        return messages + " messages in " + length + " bytes"
                + (uncheckedMessages > 0 ? ", the last " + uncheckedMessages + " of them without a checksum" : "")
                + (tornBytes > 0 ? ", then " + tornBytes + " bytes of something torn" : "")
                + (damaged ? ", the last of them damaged" : "");
    }
}
