package io.deltawire.delta;

import io.deltawire.delta.internal.stream.Block;
import io.deltawire.delta.internal.stream.BlockReader;
import io.deltawire.delta.internal.stream.BlockScan;
import io.deltawire.delta.internal.stream.BlockStart;
import io.deltawire.delta.internal.stream.ChannelPrefix;
import io.deltawire.delta.internal.stream.Checksums;
import io.deltawire.delta.internal.stream.Container;
import io.deltawire.delta.internal.stream.PassedBoundsException;
import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.delta.internal.stream.TornFrames;
import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.wire.DeltaReader;
import io.deltawire.delta.internal.wire.ReaderSettings;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
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
 * How a dump ends, so that a writer can go on behind it: at its end mark; or, since its writer was killed, between two
 * messages or inside one. A message that is torn, which nobody can read, is cut off by {@link #repair}; whole messages that
 * the writer had no time to put a checksum behind are kept and get one, unless {@link DeltaFormat#TAIL} says otherwise. Nothing that can be read
 * is lost, but for what could be saved of a compressed frame that is torn, which is cut off as a whole.
 *
 * <p>What a process that was killed had handed over is as it was written. After a loss of power it need not be: where something of
 * what has no checksum is not what a writer writes, all of it is {@link #isDamaged damaged}; where all of it could be, nobody
 * can tell, so the checksum says of itself that it came later, and readers tell of that by {@link DeltaFormat#uncheckedMessages}.
 *
 * <pre>{@code
 * try (FileChannel channel = FileChannel.open(file, READ, WRITE, CREATE)) {
 *     DumpEnd end = DumpEnd.of(channel, options);
 *     end.repair(channel);
 *     channel.position(end.length());
 *     WireOut out = new DeltaFormat().newWriter(
 *             Channels.newOutputStream(channel), options.with(DeltaFormat.APPEND_TO, end));
 * }
 * }</pre>
 *
 * {@link DeltaFormat#append} does this.
 */
public final class DumpEnd {
    /** The end of an empty dump. */
    static final DumpEnd EMPTY = new DumpEnd(new Found(), 0);

    /** A checksum, and one over no bytes, which says that the first did not come with its messages: docs/spec/delta.md, section 3. */
    private static final int SEAL_BYTES = 2 * Block.CHECK_BYTES;

    /** So many blocks that nothing whole is in, or that only their headers are torn of, are taken for a writer's whose target failed again and again. */
    private static final int BEGUN_IN_VAIN = Container.NEXT_EPOCHS;

    private final long length;
    private final long wholeTo;
    private final long tornBytes;
    private final long messages;
    private final long uncheckedMessages;
    private final boolean damaged;
    private final long sequence;
    private final int epoch;
    /** Where the bytes begin that the checksum to be added is over; -1 where there is none to add. */
    private final long sealFrom;
    /** The checksum before these, as {@link BlockReader#checkBefore} says it. */
    private final long checkBefore;
    /** The frame that is torn behind some whole messages, or null. */
    private final BlockReader.TornFrame tornFrame;

    /** What is known while a dump is read. */
    private static final class Found {
        long wholeTo;
        long sealFrom = -1;
        long checkBefore = -1;
        BlockReader.TornFrame tornFrame;
        long messages;
        long unchecked;
        boolean damaged;
        /** Where the last block of a stream without an end begins; -1 where there is none. */
        long openStream = -1;

        /** Whether a checksum covers something in that block that is more than its header. */
        boolean hasFrames;

        long sequence;
        int epoch = -1;

        /** A stream that has no message and no end goes: behind it another one could not be told from its first block. */
        void cutEmptyStream() {
            if (sequence == 0 && openStream >= 0 && !hasFrames) {
                wholeTo = openStream;
            }
        }

        /** Whether what is kept ends where a block begins in which nothing is whole. */
        boolean isCutAtBlock() {
            return !damaged && sealFrom < 0 && openStream > 0 && wholeTo == openStream;
        }

        /** What has no checksum is not what a writer has written, so that none of it can be told from damage. */
        void garbled(long size) {
            damaged = true;
            wholeTo = size;
            sealFrom = -1;
            tornFrame = null;
            sequence = 0;
        }
    }

    private DumpEnd(Found found, long size) {
        this.wholeTo = found.wholeTo;
        this.tornFrame = found.tornFrame;
        this.tornBytes = size - found.wholeTo;
        this.messages = found.messages;
        this.uncheckedMessages = found.unchecked;
        this.damaged = found.damaged;
        this.sequence = found.sequence;
        this.epoch = found.epoch + 1;
        this.sealFrom = found.sealFrom;
        this.checkBefore = found.checkBefore;
        long frame = found.wholeTo;
        if (tornFrame != null) {
            long bodies = found.wholeTo - tornFrame.bodies();
            frame = tornFrame.start() + VarInt.size(bodies) + bodies;
        }
        this.length = frame + (sealFrom >= 0 ? SEAL_BYTES : 0);
    }

    /** The length of the dump in bytes once it is repaired: where to go on. */
    public long length() {
        return length;
    }

    /**
     * How many bytes at the end are cut off, since they are the beginning of something torn, or, with {@link DeltaFormat.Tail#CUT}, have no
     * checksum; 0 for none.
     */
    public long tornBytes() {
        return tornBytes;
    }

    /** How many messages can be read, those included that get a checksum. */
    public long messages() {
        return messages;
    }

    /** How many messages at the end are kept that have no checksum yet. */
    public long uncheckedMessages() {
        return uncheckedMessages;
    }

    /**
     * Whether the end is not torn but damaged: its bytes are not what a writer wrote. They stay; who reads the dump is told,
     * and what is appended is a new stream behind them.
     */
    public boolean isDamaged() {
        return damaged;
    }

    /** The number of messages of the stream that goes on; 0 where what is appended is a stream of its own. */
    long sequence() {
        return sequence;
    }

    /** The epoch of the blocks to be appended. */
    int epoch() {
        return epoch;
    }

    /**
     * Looks at a dump from the last place from which it can be read on its own. It is read within the limits of the options, or the
     * default ones where these are wider: a writer of narrow limits goes on behind whole messages of another one.
     *
     * @throws MalformedWireException where the channel has something in it that is no delta dump, or one that announces more
     *     state than that
     * @throws IOException where it cannot be read
     */
    public static DumpEnd of(SeekableByteChannel channel, WireOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        long size = Objects.requireNonNull(channel, "channel").size();
        if (size == 0) {
            return EMPTY;
        }
        long to = beforeTornHeader(channel, size);
        if (to == 0) {
            return new DumpEnd(new Found(), size);
        }
        requireDump(channel, size);
        Found found = look(channel, to, options);
        for (int i = 1; i < BEGUN_IN_VAIN && found.isCutAtBlock(); i++) {
            // What is before it may have no checksum either: its writer could not write a frame as a whole, and began
            // anew.
            Found before = look(channel, beforeTornHeader(channel, found.wholeTo), options);
            if (before.damaged) {
                break;
            }
            before.epoch = Math.max(before.epoch, found.epoch);
            found = before;
        }
        for (int bytes = 1; found.damaged && bytes < TornFrames.LEAST; bytes++) {
            // Of a header there may be less than what tells it from the end of a message, which does not decode with
            // it.
            if (isBegunHeader(channel, size, bytes)) {
                Found before = look(channel, size - bytes, options);
                found = before.damaged ? found : before;
            }
        }
        if (found.damaged) {
            found.wholeTo = size;
        }
        return new DumpEnd(found, size);
    }

    private static ByteBuffer bytes(SeekableByteChannel channel, long from, long to) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) (to - from));
        channel.position(from);
        while (bytes.hasRemaining() && channel.read(bytes) > 0) {
            // a channel may give less than was asked for
        }
        return bytes.flip();
    }

    /** Whether the last bytes are the first ones of a header. */
    private static boolean isBegunHeader(SeekableByteChannel channel, long size, int bytes) throws IOException {
        return size > bytes && bytes(channel, size - bytes, size).equals(ByteBuffer.wrap(Block.sync(), 0, bytes));
    }

    /**
     * The size of the dump without the header of a block that it ends in and that is torn, of which three bytes at least are there; that of all
     * of it where there is none.
     */
    private static long beforeTornHeader(SeekableByteChannel channel, long size) throws IOException {
        ByteBuffer tail = bytes(channel, Math.max(0, size - (long) BEGUN_IN_VAIN * Block.MAX_HEADER), size);
        int length = tail.remaining();
        InputBuffer in = InputBuffer.of(tail);
        in.fill(length);
        int before = new TornFrames(in, new Container(in, WireLimits.DEFAULTS)).bytesBeforeHeader(length, 0, -1);
        return before < 0 ? size : size - length + before;
    }

    /** What is found of a dump that has so many bytes. */
    private static Found look(SeekableByteChannel dump, long size, WireOptions options) throws IOException {
        SeekableByteChannel channel = new ChannelPrefix(dump, size);
        List<BlockStart> starts = new BlockScan(channel).starts();
        BlockStart start = starts.isEmpty() ? new BlockStart(0, 0, 0) : starts.get(starts.size() - 1);
        Found found = new Found();
        found.messages = start.messages();
        if (!readChecked(channel, start, options, found)) {
            if (options.get(DeltaFormat.TAIL) == DeltaFormat.Tail.SEAL) {
                readUnchecked(channel, start, options, found);
            }
            if (!found.damaged) {
                found.cutEmptyStream();
            }
        }
        return found;
    }

    private static void requireDump(SeekableByteChannel channel, long size) throws IOException {
        byte[] sync = Block.sync();
        ByteBuffer head = bytes(channel, 0, Math.min(size, sync.length));
        for (int i = 0; i < head.limit(); i++) {
            if (head.get(i) != sync[i]) {
                if (hasStart(channel, i)) {
                    return; // the first header is torn, and its writer went on behind it
                }
                throw new MalformedWireException(
                        FormatName.DELTA,
                        "expected a delta dump to append to but was something else",
                        WireLocation.ofOffset(i, ""));
            }
        }
    }

    /** Whether a block that begins with empty state is behind headers that are torn. */
    private static boolean hasStart(SeekableByteChannel channel, long from) throws IOException {
        for (long at = from; at < from + (long) BEGUN_IN_VAIN * Block.MAX_HEADER; at++) {
            if (new BlockScan(channel).at(at) != null) {
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
        WireLimits least = WireLimits.DEFAULTS;
        return new WireLimits(
                Math.max(limits.maxDepth(), least.maxDepth()),
                Math.max(limits.maxMessageBytes(), least.maxMessageBytes()),
                Math.max(limits.maxTextChars(), least.maxTextChars()),
                Math.max(limits.maxNumberChars(), least.maxNumberChars()),
                Math.max(limits.maxNameBytes(), least.maxNameBytes()),
                Math.max(limits.maxKeys(), least.maxKeys()),
                Math.max(limits.maxStateBytes(), least.maxStateBytes()),
                limits.maxAliases(),
                limits.maxExpansion());
    }

    /** Reads what checksums cover; false where the end is cut off and there may be more. */
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
                    // What went before was not the end.
                    found.damaged = false;
                    cut = false;
                }
            } catch (PassedBoundsException e) {
                throw e; // what cannot be read here may be whole: it must not be taken for damage
            } catch (TruncatedWireException e) {
                cut = true;
                found.damaged &= blocks.blockOffset() <= damagedBlock; // else what is cut is a good block behind
            } catch (MalformedWireException e) {
                if (!blocks.isInBlock()) {
                    found.damaged = true;
                    damagedBlock = blocks.blockOffset();
                }
                cut = false;
            }
        }
        // Whatever is wrong before, the dump ends as it should.
        found.damaged &= !(blocks.isEnded() && blocks.goodTo() == channel.size());
        if (blocks.present() != null) {
            found.epoch = blocks.present().epoch();
        }
        if (found.damaged) {
            found.wholeTo = channel.size();
            return true;
        }
        found.wholeTo = blocks.goodTo();
        found.openStream = blocks.isEnded() ? -1 : Math.max(0, blocks.blockOffset());
        found.hasFrames = blocks.hasCheckedFrames();
        found.sequence = blocks.isEnded() ? 0 : Math.max(0, blocks.messages());
        return !cut;
    }

    /** Reads whole messages behind what checksums cover. */
    private static void readUnchecked(SeekableByteChannel channel, BlockStart start, WireOptions options, Found found)
            throws IOException {
        long checkedTo = found.wholeTo;
        DeltaReader reader = reader(channel, start, options, ReadPolicy.SALVAGE);
        BlockReader blocks = reader.blocks();
        long inFrame = 0;
        long unchecked = 0;
        boolean more = true;
        while (more) {
            try {
                more = reader.nextMessage();
                inFrame += more ? 1 : 0;
                if (more && (blocks.isFrameDone() || blocks.tornFrame() != null)) {
                    if (blocks.offset() > checkedTo) {
                        found.wholeTo = blocks.offset();
                        found.sealFrom = blocks.goodTo();
                        found.checkBefore = blocks.checkBefore();
                        found.tornFrame = blocks.tornFrame();
                        unchecked += inFrame;
                        found.sequence = blocks.messages();
                        found.epoch = blocks.present().epoch();
                    }
                    inFrame = 0;
                }
            } catch (MalformedWireException e) {
                // Damage before the last block is another matter.
                more = blocks.isInBlock() || blocks.blockOffset() < found.openStream;
                inFrame = 0;
                if (!more && !(e instanceof TruncatedWireException)) {
                    found.garbled(channel.size());
                    return;
                }
            }
        }
        found.unchecked = unchecked;
        found.messages += unchecked;
    }

    /**
     * Cuts off what is torn, and puts a checksum behind messages that have none, which says so of itself. Does nothing to a dump that is whole or
     * {@link #isDamaged damaged}.
     *
     * @param channel the one that this was found in, unchanged since, open for reading and writing
     */
    public void repair(FileChannel channel) throws IOException {
        Objects.requireNonNull(channel, "channel");
        if (tornBytes == 0 && sealFrom < 0) {
            return;
        }
        channel.truncate(wholeTo);
        if (sealFrom >= 0) {
            // In one go, so that who is stopped before or after it leaves what can be repaired: between a frame whose
            // length has become shorter and its checksum there would be the end of the longer one.
            ByteBuffer last = tornFrame == null ? ByteBuffer.allocate(SEAL_BYTES) : closedFrame(channel);
            long start = tornFrame == null ? wholeTo : tornFrame.start();
            CRC32C crc = new CRC32C();
            Checksums.begin(crc, checkBefore);
            sum(crc, channel, sealFrom, start);
            crc.update(last.array(), 0, last.position());
            last.order(ByteOrder.LITTLE_ENDIAN);
            long check = crc.getValue();
            last.put((byte) 0).put((byte) Block.CHECK).putInt((int) check);
            Checksums.begin(crc, check);
            last.put((byte) 0).put((byte) Block.CHECK).putInt((int) crc.getValue());
            write(channel, last.flip(), start);
        }
        channel.force(true);
    }

    /** The torn frame with the length that its whole messages have, and room for a checksum behind it. */
    private ByteBuffer closedFrame(FileChannel channel) throws IOException {
        int bodies = Math.toIntExact(wholeTo - tornFrame.bodies());
        byte[] length = new byte[VarInt.MAX_BYTES];
        int lengthBytes = VarInt.write(length, 0, bodies);
        ByteBuffer frame = ByteBuffer.allocate(lengthBytes + bodies + SEAL_BYTES);
        frame.put(length, 0, lengthBytes).limit(lengthBytes + bodies);
        for (long at = tornFrame.bodies(); frame.hasRemaining(); ) {
            int read = channel.read(frame, at);
            if (read <= 0) {
                throw shorter();
            }
            at += read;
        }
        return frame.limit(frame.capacity());
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        for (long at = offset; bytes.hasRemaining(); ) {
            at += channel.write(bytes, at);
        }
    }

    private static IOException shorter() {
        return new IOException("the dump has become shorter while it was looked at");
    }

    private static void sum(CRC32C crc, FileChannel channel, long from, long to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        for (long at = from; at < to; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), to - at));
            int read = channel.read(buffer, at);
            if (read <= 0) {
                throw shorter();
            }
            crc.update(buffer.flip());
            at += read;
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
