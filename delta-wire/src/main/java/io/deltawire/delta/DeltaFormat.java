package io.deltawire.delta;

import io.deltawire.delta.internal.stream.BlockSettings;
import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.stream.EpochScan;
import io.deltawire.delta.internal.stream.FrameCodes;
import io.deltawire.delta.internal.stream.Mark;
import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.delta.internal.stream.StreamReader;
import io.deltawire.delta.internal.value.DeltaFormatName;
import io.deltawire.delta.internal.wire.AutoFlushWriter;
import io.deltawire.delta.internal.wire.DeltaReader;
import io.deltawire.delta.internal.wire.DeltaWriter;
import io.deltawire.delta.internal.wire.ReaderSettings;
import io.deltawire.delta.internal.wire.WriterSettings;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.ChannelPrefix;
import io.deltawire.wire.spi.FileEnd;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The keyed delta wire: a message holds only what changed since the last message with the same type and key. The format
 * is defined in docs/spec/delta.md.
 *
 * <p>Each side keeps the last message of every key as a <i>record</i>. The key is the argument of {@link
 * WireOut#recordKey}, or the values of the fields that {@link WireOptions#KEY_FIELDS} names. Without either, a message
 * updates the last message of its type. The entries of an object are read in the order in which they first appeared in
 * the stream.
 *
 * <p>The stream is a sequence of <i>blocks</i>, which end with checksums. An <i>epoch</i> is the part of a stream that
 * begins with empty state; reading can begin there. A stream in a file is called a <i>dump</i>.
 *
 * <p>Instances have no state and may be shared between threads. Readers and writers are for one thread at a time.
 */
public final class DeltaFormat implements BufferFormat {
    /** The most zeros with which an intact stream ends: the bytes of a checksum. */
    private static final int MAX_ZEROS = 2 * FrameCodes.CHECK_BYTES;

    private static final Set<Feature> FEATURES = Set.of(Feature.KINDS, Feature.RECORDS, Feature.BLOCKS);

    /** When a message is handed to the target. */
    public enum Flush {
        /** {@link #MESSAGE} for a {@code Bytes} or {@code ByteBuffer}, {@link #BLOCK} for a stream. */
        AUTO,
        /**
         * Hands each message over at {@link WireOut#endMessage()} and flushes a stream. A reader sees the message
         * immediately. It costs one or two more bytes a message.
         *
         * <p>The message has no checksum yet, so the reader of a stream needs {@link ReadMode#LIVE} to get it. The end of
         * the block, the next block after a failure of the target, and {@link WireOut#flush()} write a checksum.
         */
        MESSAGE,
        /** Hands messages over when their block is full, or at {@link WireOut#flush()}. */
        BLOCK
    }

    /** Which messages a reader returns: those covered by a checksum, or others as well. */
    public enum ReadMode {
        /**
         * {@link #LIVE} for a {@code Bytes}, a {@code ByteBuffer} or a {@link
         * io.deltawire.wire.FollowedInputStream}, {@link #CHECKED} for another stream or an array. The stream of a
         * connection looks like that of a file, so it needs {@link DeltaFormat#forLive}.
         */
        AUTO,
        /**
         * Returns only messages that a checksum covers. On a connection a reader waits for that checksum, which a
         * writer with {@link Flush#MESSAGE} sends at the end of a block: see {@link DeltaFormat#forLive}. A tail
         * without a checksum is a {@link io.deltawire.wire.TruncatedWireException}. In a {@code Bytes}, which may be
         * filled in parts, such a tail is not a message yet; {@link DeltaFormat#isEnded} tells whether the whole stream
         * has been read.
         */
        CHECKED,
        /**
         * As {@link #CHECKED}. After the exception for an unchecked tail, the next call of {@link WireIn#nextMessage}
         * goes on with the complete messages of that tail, as {@link #RECOVER} would.
         */
        CHECKED_THEN_RECOVER,
        /**
         * Compares a checksum before it returns the messages that it covers, if the checksum is there. At the end of
         * the input, where the checksum is still to come, messages are returned immediately; a wrong checksum is then
         * an error after them.
         *
         * <p>This is for a {@code Bytes} that a writer of this process writes to, or that is filled with whatever
         * arrives. It is also for a connection, or a file that grows, if {@link java.io.InputStream#available} of its
         * stream says whether more has arrived.
         *
         * <p>A file may end inside a message that another writer cuts off and replaces ({@link #newAppender}). A reader
         * of a {@link java.io.FileInputStream}, of {@link java.nio.file.Files#newInputStream} or of a {@link
         * io.deltawire.wire.FollowedInputStream} then reads the bytes that have replaced it.
         *
         * <p>A missing end mark is no error. It is an error before the messages if the input ends with a checksum and
         * an end mark but the frame lengths lead past them. A stream that ends inside a message throws a {@link
         * io.deltawire.wire.TruncatedWireException} once, and then has no message; when more has arrived, reading
         * resumes with the complete message.
         */
        LIVE,
        /**
         * Returns each message as soon as it is complete, and compares the checksum after its messages. Use it for what
         * a writer on this connection has just written. Damaged input may give wrong messages before the error that
         * reports it.
         */
        UNCHECKED,
        /**
         * As {@link #UNCHECKED}, and also returns the complete messages of a last frame that is cut off. Use it to recover a
         * dump whose writer was killed. After them the next message is malformed, or there is none.
         */
        RECOVER
    }

    /** How frames are compressed. */
    public enum Compression {
        /** No compression. */
        NONE,
        /**
         * Compresses each frame separately with DEFLATE. A frame is a block's worth of messages, unless every message
         * is flushed alone; then nothing is gained. Readers need no setting for it.
         */
        DEFLATE
    }

    /** How frames are compressed. The compressed bytes depend on the JDK's zlib. */
    public static final WireOption<Compression> COMPRESSION = WireOption.of("delta.compression", Compression.NONE);

    /** When a message is handed to the target. */
    public static final WireOption<Flush> FLUSH = WireOption.of("delta.flush", Flush.AUTO);

    /**
     * The size in bytes at which {@link Flush#BLOCK} hands messages over before their block is full. A stream is
     * flushed then.
     */
    public static final WireOption<Integer> FLUSH_BYTES = WireOption.of("delta.flushBytes", Integer.MAX_VALUE);

    /**
     * The longest time that a message waits before it is handed over with a checksum, even if no other message follows.
     * Zero, the default, sets no limit: {@link #FLUSH} and {@link WireOut#flush} decide alone.
     *
     * <p>A thread of the writer does this. It ends when the writer is closed or no longer reachable. A failure of that
     * thread is thrown by the next call: an {@link java.io.UncheckedIOException}, or an {@link IllegalStateException}
     * whose cause is the target's other exception.
     *
     * <p>No other thread writes to a {@code Bytes} or {@code ByteBuffer}, since its owner moves its positions. With an
     * interval each message is written immediately there, as with {@link Flush#MESSAGE}.
     */
    public static final WireOption<Duration> FLUSH_INTERVAL = WireOption.of("delta.flushInterval", Duration.ZERO);

    /**
     * Whether what is handed over in one step has a number, for transports that lose messages, repeat them or change
     * their order. Readers need no setting for it.
     *
     * <p>A reader passes over what comes again ({@link #repeatedFrames}). Something missing is a {@link
     * io.deltawire.wire.MissingBaseException}, and the next messages are those of the next epoch, for example of a
     * {@linkplain WireOut#keyFrame key frame}. So no message is decoded against a wrong one. It costs 1 byte for each
     * of the first 128 frames, 2 up to 16,384, 3 up to 2,097,152. Every stream has a random identity, so equal input
     * does not give equal bytes.
     *
     * <p>The transport must not change or cut what it delivers, and a reader must not get the parts of two writers
     * mixed. In a file of what was delivered an epoch may come again, so {@link #splits} does not divide it.
     */
    public static final WireOption<Boolean> NUMBERED = WireOption.of("delta.numbered", false);

    /** Which messages a reader returns. */
    public static final WireOption<ReadMode> READ_MODE = WireOption.of("delta.readMode", ReadMode.AUTO);

    /** What a writer does with a message whose new record would exceed {@link io.deltawire.wire.WireLimits}. */
    public enum WhenFull {
        /**
         * Drops a record that has been idle for long and takes the new one. This is the smallest where keys come and
         * go. If the dropped key comes again, it is a new record.
         */
        DROP_IDLE,
        /**
         * Writes the message in full with its names, and keeps the present records. Use it where these are the lasting
         * ones.
         */
        WRITE_IN_FULL
    }

    /** How to treat a message that lacks a key field, while no message of the writer has had that field. */
    public enum UnseenKeyFields {
        /** An error, since the name of the field is likely misspelt. */
        ERROR,
        /** A message without that part of the key, as later in the stream. For streams that begin with a greeting. */
        ABSENT
    }

    /** How to treat a message without a key field while no message has had it; an error by default. */
    public static final WireOption<UnseenKeyFields> UNSEEN_KEY_FIELDS =
            WireOption.of("delta.unseenKeyFields", UnseenKeyFields.ERROR);

    /** Which records of a {@linkplain WireOut#keyFrame key frame} a reader returns as messages. */
    public enum KeyFrameMessages {
        /** Records that are new to the reader: it began to read here, or something before is missing. */
        NEW,
        /** No records: only messages of the stream itself, for readers that count them. */
        NONE
    }

    /** Which records of a {@linkplain WireOut#keyFrame key frame} a reader returns as messages. */
    public static final WireOption<KeyFrameMessages> KEY_FRAME_MESSAGES =
            WireOption.of("delta.keyFrameMessages", KeyFrameMessages.NEW);

    /** When a writer writes a key frame: a copy of all its records, at which a reader can join. */
    public enum KeyFrames {
        /**
         * When {@link WireOut#keyFrame} asks for one. For that the writer keeps the records of earlier epochs, which
         * takes up to as much memory again as the records themselves, within the same {@link
         * io.deltawire.wire.WireLimits}.
         *
         * <p>If the target refused the last message of a record, for example a full {@code ByteBuffer}, no key frame
         * contains the record until it is written again.
         */
        ON_REQUEST,
        /**
         * Where an epoch begins, and when asked for. A dump that is read from its middle then has all records too. This
         * takes up to a sixteenth of the stream, and about a microsecond for each record at that moment.
         */
        EACH_EPOCH,
        /**
         * Never, and nothing is kept for one. Use it for keys that do not come again. {@link WireOut#keyFrame} throws
         * an {@link IllegalStateException}.
         */
        NEVER
    }

    /** When a writer writes a key frame: a copy of all its records, at which a reader can join. */
    public static final WireOption<KeyFrames> KEY_FRAMES = WireOption.of("delta.keyFrames", KeyFrames.ON_REQUEST);

    /** The end of the dump that the writer's target already holds. The writer continues there. See {@link #newAppender}. */
    public static final WireOption<AppendPoint> APPEND_AT = WireOption.of("delta.appendAt", AppendPoint.EMPTY);

    /** What happens to complete messages without a checksum at the end of a dump, when the dump is appended to. */
    public enum UncheckedTail {
        /**
         * They get a checksum that is marked as added later ({@link #uncheckedMessages}). Nothing is lost that a writer
         * had handed over when its process was killed.
         */
        KEEP,
        /**
         * They are cut off. Use it if losing them is better than keeping a message that a loss of power changed and
         * that still decodes.
         */
        CUT
    }

    /** What happens to complete messages without a checksum at the end of a dump, when the dump is appended to. */
    public static final WireOption<UncheckedTail> UNCHECKED_TAIL =
            WireOption.of("delta.uncheckedTail", UncheckedTail.KEEP);

    /** What a writer does with a message whose new record would exceed {@link io.deltawire.wire.WireLimits}. */
    public static final WireOption<WhenFull> WHEN_FULL = WireOption.of("delta.whenFull", WhenFull.DROP_IDLE);

    /**
     * The size in bytes at which a block ends. Damage and late joining cost about this much at most.
     *
     * <p>A {@linkplain WireOut#keyFrame key frame} is handed over in blocks of at most this size, each with its
     * checksum and a flush of the stream, so that each fits in a datagram or a record of another system. A record
     * that is longer is a block of its own.
     */
    public static final WireOption<Integer> BLOCK_BYTES = WireOption.of("delta.blockBytes", 1 << 16);

    /**
     * The names of the options that say when messages are handed over, where a dump is continued, and which messages are
     * read. A program that writes whole dumps, such as blocks in the records of Kafka, sets these itself, so it refuses
     * them in a configuration.
     */
    public static final Set<String> DELIVERY_OPTIONS = Set.of(
            FLUSH.name(),
            FLUSH_BYTES.name(),
            FLUSH_INTERVAL.name(),
            KEY_FRAMES.name(),
            KEY_FRAME_MESSAGES.name(),
            READ_MODE.name(),
            APPEND_AT.name(),
            UNCHECKED_TAIL.name());

    /** Creates the format. It needs no configuration. */
    public DeltaFormat() {}

    /**
     * Returns options for a file that is written, closed and then read: {@link Flush#BLOCK}, {@link KeyFrames#EACH_EPOCH}
     * and {@link ReadMode#CHECKED}. Every message that is read is covered by a checksum, and reading can begin at each
     * of the {@link #startPoints} with all records.
     *
     * @param options further options, which are kept
     */
    public static WireOptions forFile(WireOptions options) {
        return Objects.requireNonNull(options, "options")
                .with(FLUSH, Flush.BLOCK)
                .with(KEY_FRAMES, KeyFrames.EACH_EPOCH)
                .with(READ_MODE, ReadMode.CHECKED);
    }

    /**
     * Returns options for a live connection or a file that is followed while it is written. They fit the writer and the
     * reader alike: {@link Flush#MESSAGE} and {@link ReadMode#LIVE}.
     *
     * <p>With one of them alone a message waits for the end of its block, in the writer or for its checksum in the
     * reader. Only {@link Flush#BLOCK} with {@link WireOut#flush()} or {@link #FLUSH_INTERVAL} serves a reader that
     * waits for checksums.
     *
     * @param options further options, which are kept
     */
    public static WireOptions forLive(WireOptions options) {
        return Objects.requireNonNull(options, "options")
                .with(FLUSH, Flush.MESSAGE)
                .with(READ_MODE, ReadMode.LIVE);
    }

    /**
     * Returns options for reading the output of a killed writer or the rest on a damaged disk: {@link
     * ReadMode#CHECKED_THEN_RECOVER}. Messages that a checksum covers come first. Then there is one {@link
     * io.deltawire.wire.TruncatedWireException}, and the next calls give the complete messages that have no checksum.
     *
     * @param options further options, which are kept
     */
    public static WireOptions forRecovery(WireOptions options) {
        return Objects.requireNonNull(options, "options").with(READ_MODE, ReadMode.CHECKED_THEN_RECOVER);
    }

    /**
     * A position from which a dump can be read on its own, because a block begins there with empty state.
     *
     * @param offset the start of the block in bytes from the start of the channel
     * @param messages the number of messages in the channel before the block; -1 if it is not known
     * @param sequence the number of messages before the block in its own stream; a channel may hold several streams
     * @param isNumbered whether frames have numbers ({@link #NUMBERED}). Who reads from here does not pass over what has
     *     come before and comes again
     */
    public record StartPoint(long offset, long messages, long sequence, boolean isNumbered) {}

    /**
     * Finds the positions where reading can begin, from the start of the channel on.
     *
     * <p>The channel is searched for the headers of epochs, which stand nowhere else; nothing is decoded. The positions
     * end where the number of messages before an epoch is not known, because a writer before it was cut off.
     *
     * @throws IOException if the channel cannot be read
     */
    public static List<StartPoint> startPoints(SeekableByteChannel channel) throws IOException {
        List<StartPoint> starts = new ArrayList<>();
        EpochScan.Found last = null;
        long before = 0;
        for (EpochScan.Found found : new EpochScan(Objects.requireNonNull(channel, "channel")).all()) {
            if (last != null && found.header().isRepeatedAfter(last.header())) {
                continue;
            }
            if (last != null && !found.header().continuesStreamOf(last.header())) {
                if (!last.header().isEnd()) {
                    break;
                }
                before += last.header().sequence();
            }
            if (!found.header().isEnd()) {
                starts.add(start(found, before + found.header().sequence()));
            }
            last = found;
        }
        return starts;
    }

    /**
     * Returns the starting position at an offset.
     *
     * @return the position, with -1 for the messages before it; null if no epoch begins at the offset
     * @throws IOException if the channel cannot be read
     */
    public static StartPoint startPointAt(SeekableByteChannel channel, long offset) throws IOException {
        EpochScan.Found found = new EpochScan(Objects.requireNonNull(channel, "channel")).headerAt(offset);
        return found == null || found.header().isEnd() ? null : start(found, -1);
    }

    /**
     * Returns the first starting position at or after an offset. Nothing before the offset is read.
     *
     * @return the position, with -1 for the messages before it; null if no epoch begins there or later
     * @throws IOException if the channel cannot be read
     */
    public static StartPoint startPointAfter(SeekableByteChannel channel, long offset) throws IOException {
        EpochScan.Found found = new EpochScan(Objects.requireNonNull(channel, "channel")).nextStart(offset);
        return found == null ? null : start(found, -1);
    }

    /**
     * A part of a dump that can be read on its own: the epochs that begin in it.
     *
     * @param from the offset of its first epoch
     * @param to the offset of the first epoch after it, or the end of the channel
     */
    public record Split(long from, long to) implements Serializable {}

    /**
     * Divides a dump into parts that different threads or machines can read, each with {@link #newReader(
     * SeekableByteChannel, Split, WireOptions)}. Only the bytes after each bound are read, up to the next epoch.
     *
     * @param wanted the number of parts wanted; there are fewer if the dump has fewer epochs
     * @return the parts in order, of similar sizes; one for an empty channel
     * @throws IllegalArgumentException if {@code wanted} is not positive
     * @throws IOException if the channel cannot be read
     */
    public static List<Split> splits(SeekableByteChannel channel, int wanted) throws IOException {
        return splits(channel, List.of(), 0, wanted);
    }

    /**
     * Divides a dump into parts by means of its index, so that only a header is read for each part. An index of another
     * dump, or of the start of this one, does no harm: a place where no epoch begins is not used.
     *
     * @param index what {@code wire index --write} has written about the dump
     * @param wanted the number of parts wanted; there are fewer if the dump has fewer epochs
     * @return the parts in order, of similar sizes; one for an empty channel
     * @throws IllegalArgumentException if {@code wanted} is not positive
     * @throws IOException if the channel cannot be read
     */
    public static List<Split> splits(SeekableByteChannel channel, IndexFile index, int wanted) throws IOException {
        return splits(channel, index.places(), index.size(), wanted);
    }

    /** @param indexed the number of bytes in which no epoch begins except at the places */
    private static List<Split> splits(
            SeekableByteChannel channel, List<IndexFile.Place> places, long indexed, int wanted) throws IOException {
        if (wanted <= 0) {
            throw new IllegalArgumentException("wanted must be positive but was " + wanted);
        }
        long size = Objects.requireNonNull(channel, "channel").size();
        EpochScan scan = new EpochScan(channel);
        List<Split> splits = new ArrayList<>();
        long from = 0; // also where something else than an epoch is first, which a reader reports
        int place = 0;
        for (int i = 1; i < wanted && from < size; i++) {
            long bound = Math.max(from + 1, size / wanted * i);
            while (place < places.size() && places.get(place).offset() < bound) {
                place++;
            }
            EpochScan.Found next = place < places.size()
                    ? startAtOrAfter(scan, places.get(place).offset(), bound)
                    : scan.nextStart(Math.max(bound, indexed));
            if (next == null || next.header().isNumbered()) { // what comes again belongs to the part of the first
                break;
            }
            splits.add(new Split(from, next.offset()));
            from = next.offset();
        }
        splits.add(new Split(from, size));
        return splits;
    }

    /** Returns the start at an offset if there is one, else the first at or after a bound; null if there is none. */
    private static EpochScan.Found startAtOrAfter(EpochScan scan, long offset, long bound) throws IOException {
        EpochScan.Found found = scan.headerAt(offset);
        return found == null || found.header().isEnd() ? scan.nextStart(bound) : found;
    }

    /**
     * Returns a reader of a part of a dump. All parts together give the messages of the dump in order, once each, and the
     * errors that a reader of the whole dump gives with {@link ReadMode#CHECKED}. Records of key frames are not given
     * ({@link KeyFrameMessages#NONE}).
     *
     * <p>The reader moves the position of the channel, and closes it. Readers in several threads need a channel each.
     *
     * @throws IOException if the channel cannot be read
     */
    public WireIn newReader(SeekableByteChannel channel, Split split, WireOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        channel.position(split.from());
        InputBuffer in = InputBuffer.of(Channels.newInputStream(channel), split.from());
        return new DeltaReader(
                in, new ReaderSettings(options.limits(), ReadPolicy.CHECKED, false, Math.max(1, split.to())));
    }

    private static StartPoint start(EpochScan.Found found, long messages) {
        EpochHeader header = found.header();
        return new StartPoint(found.offset(), messages, header.sequence(), header.isNumbered());
    }

    /**
     * What is missing before the current message of a reader.
     *
     * @param messages the number of messages of the stream that are missing between the message before and this one, or the
     *     end of the input; 0 for none, -1 if the stream does not tell
     * @param epochOffset the start of the message's epoch in bytes from the start of the input; -1 before the first
     *     one
     */
    public record Missing(long messages, long epochOffset) {}

    /**
     * Returns what is missing before the current message of a reader of this format. Call it when reading has continued
     * after an error.
     *
     * <p>Records of a key frame ({@link #KEY_FRAME_MESSAGES}) are not messages of the stream. All of them and the first
     * message after them report the same gap, so count it once.
     *
     * @param in a reader made by this format
     * @throws IllegalArgumentException if {@code in} is another reader
     */
    public static Missing missingBefore(WireIn in) {
        StreamReader stream = reader(in).stream();
        return new Missing(stream.lostMessages(), stream.epochOffset());
    }

    /**
     * A position between two messages, by the epoch of the message before.
     *
     * @param epochOffset the start of that message's epoch, in bytes from the start of the input, or from where the
     *     writer began; -1 if there is none, or the writer's target has taken a part of a write
     * @param messages how many messages of the stream the epoch has up to here: 1 after the message that begins it, and
     *     0 after its key frame
     */
    public record Position(long epochOffset, long messages) {}

    /**
     * Returns the position after the current message of a reader of this format. To go on there later, read from the
     * epoch's offset with {@link KeyFrameMessages#NONE}, and skip that number of messages.
     *
     * @param in a reader made by this format
     * @throws IllegalArgumentException if {@code in} is another reader
     */
    public static Position position(WireIn in) {
        StreamReader stream = reader(in).stream();
        return new Position(stream.epochOffset(), stream.epochMessages());
    }

    /**
     * Returns the position after the last message of a writer of this format. Where each message is handed over by
     * itself, readers can begin with a message after which the position has 1 message, and with a key frame. An
     * appender counts bytes from the end of the dump that it found.
     *
     * @param out a writer made by this format
     * @throws IllegalArgumentException if {@code out} is another writer
     */
    public static Position position(WireOut out) {
        if (out instanceof DeltaWriter writer) {
            return writer.position(Position::new);
        } else if (out instanceof AutoFlushWriter writer) {
            return writer.position(Position::new);
        }
        throw notAWriter(out);
    }

    /**
     * Returns whether a reader of this format has read the end mark of a stream last, so that nothing of it is missing.
     * Use it on a {@code Bytes} where there is no further message and nothing more will arrive.
     *
     * @param in a reader made by this format
     * @throws IllegalArgumentException if {@code in} is another reader
     */
    public static boolean isEnded(WireIn in) {
        return reader(in).stream().isAtStreamEnd();
    }

    /**
     * Ends the dump that a writer of this format has written, as {@link WireOut#close} does, and leaves the target open.
     * The next message begins another dump in the same target, which can be read by itself. A dump without messages is
     * a dump too.
     *
     * <p>This costs much less than a writer for each dump, and makes the same bytes.
     *
     * @param out a writer made by this format
     * @throws IllegalArgumentException if {@code out} is another writer
     * @throws IllegalStateException if a message is open, or the writer is closed
     */
    public static void endDump(WireOut out) {
        if (out instanceof DeltaWriter writer) {
            writer.endDump();
        } else if (out instanceof AutoFlushWriter writer) {
            writer.endDump();
        } else {
            throw notAWriter(out);
        }
    }

    private static IllegalArgumentException notAWriter(WireOut out) {
        return new IllegalArgumentException("expected a writer of the delta format but was "
                + Objects.requireNonNull(out, "out").getClass().getName());
    }

    /**
     * Returns how many messages, of those that a reader of this format has read so far, had no checksum when their dump
     * was appended to. Their checksum was computed later from what was there; after a loss of power that may differ
     * from what was written.
     *
     * <p>The reader learns this only after those messages, so call it at the end or at a later message.
     *
     * @param in a reader made by this format
     * @throws IllegalArgumentException if {@code in} is another reader
     */
    public static long uncheckedMessages(WireIn in) {
        return reader(in).stream().foundMessages();
    }

    /**
     * Returns how many frames a reader of this format has passed over because they came again ({@link #NUMBERED}).
     * Their messages were read before.
     *
     * @param in a reader made by this format
     * @throws IllegalArgumentException if {@code in} is another reader
     */
    public static long repeatedFrames(WireIn in) {
        return reader(in).stream().passedFrames();
    }

    private static DeltaReader reader(WireIn in) {
        if (in instanceof DeltaReader reader) {
            return reader;
        }
        throw new IllegalArgumentException("expected a reader of the delta format but was "
                + Objects.requireNonNull(in, "in").getClass().getName());
    }

    /**
     * Returns a view of the current message of a reader of this format that holds only the changed fields: those that
     * changed since this method was last called for the same record.
     *
     * <p>The view also holds the key fields, in the same objects, if {@link WireOptions#KEY_FIELDS} told the writer
     * which they are. A class with a key tells the writer the record and not its fields. The view is the whole message
     * the first time, and where a message has no record or deletes it. A removed field is not in the view; a changed
     * list is there in full. The reader itself returns the whole record, before this call and after it.
     *
     * @param in a reader made by this format
     * @return a reader of that one message, valid until {@code in} moves on
     * @throws IllegalArgumentException if {@code in} is another reader
     */
    public static WireIn changes(WireIn in) {
        return reader(in).changes();
    }

    /**
     * {@inheritDoc}
     *
     * <p>A torn frame is cut off, and everything readable remains ({@link #UNCHECKED_TAIL}). Appended messages begin
     * with empty state. {@link AppendPoint} does the same step by step, and describes the end of the dump that it
     * found.
     *
     * @throws MalformedWireException if the file holds something other than a delta dump, or
     *     announces more state than the limits allow; the default limits apply where they are wider
     */
    @Override
    public WireOptions repairEnd(FileChannel channel, WireOptions options, boolean isReadAgain) throws IOException {
        AppendPoint end = AppendPoint.of(channel, options);
        if (end.isDamaged()) {
            // Zeros after a checksum are the room of a preallocated file. Other zeros are lost pages, and remain as
            // damage that readers report. A checksum may end with zeros itself.
            long content = FileEnd.withoutZeros(channel);
            long longest = Math.min(channel.size(), content + MAX_ZEROS);
            for (long to = content; to <= longest && end.isDamaged(); to++) {
                AppendPoint shorter = findEnd(channel, to, options);
                if (shorter != null && isIntact(shorter)) {
                    end = shorter;
                    channel.truncate(to);
                }
            }
        }
        end.repair(channel);
        return options.with(APPEND_AT, end);
    }

    /** Returns the end of the dump in the first bytes of a channel, or null if they are not a dump. */
    private static AppendPoint findEnd(FileChannel channel, long size, WireOptions options) throws IOException {
        try {
            return AppendPoint.of(new ChannelPrefix(channel, size), options);
        } catch (MalformedWireException e) {
            return null;
        }
    }

    private static boolean isIntact(AppendPoint end) {
        return end.tornBytes() == 0 && end.uncheckedMessages() == 0 && !end.isDamaged();
    }

    @Override
    public WireOptions forCounting(WireOptions options) {
        ReadMode trust = options.get(UNCHECKED_TAIL) == UncheckedTail.CUT ? ReadMode.CHECKED : ReadMode.RECOVER;
        return options.with(READ_MODE, trust).with(KEY_FRAME_MESSAGES, KeyFrameMessages.NONE);
    }

    @Override
    public String name() {
        return DeltaFormatName.DELTA;
    }

    @Override
    public List<WireOption<?>> options() {
        return List.of(
                COMPRESSION,
                FLUSH,
                FLUSH_BYTES,
                FLUSH_INTERVAL,
                NUMBERED,
                READ_MODE,
                UNSEEN_KEY_FIELDS,
                KEY_FRAME_MESSAGES,
                KEY_FRAMES,
                APPEND_AT,
                UNCHECKED_TAIL,
                WHEN_FULL,
                BLOCK_BYTES);
    }

    @Override
    public List<String> aliases() {
        return List.of("dw", "delta-wire");
    }

    @Override
    public Set<Feature> features() {
        return FEATURES;
    }

    @Override
    public boolean isBinary() {
        return true;
    }

    @Override
    public Match detect(byte[] prefix, int length) {
        byte[] mark = Mark.bytes();
        for (int i = 0; i < mark.length; i++) {
            if (i >= length) {
                return i > 1 ? Match.MAYBE : Match.NO;
            }
            if (prefix[i] != mark[i]) {
                return Match.NO;
            }
        }
        return Match.CERTAIN;
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(options, "options");
        return AutoFlushWriter.of(new DeltaWriter(target, writerSettings(options)), options.get(FLUSH_INTERVAL));
    }

    @Override
    public WireOut newWriter(Bytes<?> bytes, WireOptions options) {
        return newWriter(OutputBuffer.of(bytes), inMemory(options));
    }

    @Override
    public WireOut newWriter(ByteBuffer buffer, WireOptions options) {
        return newWriter(OutputBuffer.of(buffer), inMemory(options));
    }

    /** Replaces the automatic choices where both sides share the memory, or the whole buffer is transferred. */
    private static WireOptions inMemory(WireOptions options) {
        Duration interval = Objects.requireNonNull(options, "options").get(FLUSH_INTERVAL);
        boolean isTimed = interval.compareTo(Duration.ZERO) > 0;
        boolean flushes = isTimed || options.get(FLUSH) == Flush.AUTO;
        WireOptions chosen = flushes ? options.with(FLUSH, Flush.MESSAGE) : options;
        if (isTimed) {
            chosen = chosen.with(FLUSH_INTERVAL, Duration.ZERO);
        }
        return chosen.get(READ_MODE) == ReadMode.AUTO ? chosen.with(READ_MODE, ReadMode.LIVE) : chosen;
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        return new DeltaReader(
                Objects.requireNonNull(source, "source"),
                readerSettings(Objects.requireNonNull(options, "options"), source.isFollowed()));
    }

    /**
     * Returns a reader whose messages move the read position of {@code bytes}. While more messages follow, the position
     * may lag by up to 16 short ones.
     *
     * <p>When everything has been read, {@code bytes} may be cleared and filled again. When {@code nextMessage()} has
     * returned false, it may be compacted, keeping the start of an incomplete message. Neither applies to {@link
     * ReadMode#RECOVER} and {@link ReadMode#CHECKED_THEN_RECOVER}, for which the end of the input is final. Offsets keep
     * counting. A read position that was moved in any other manner is an {@link IllegalStateException} when it is
     * noticed, and a wrong checksum otherwise.
     */
    @Override
    public WireIn newReader(Bytes<?> bytes, WireOptions options) {
        return newReader(InputBuffer.of(bytes), inMemory(options));
    }

    /** As {@link #newReader(Bytes, WireOptions)}; the position of {@code buffer} is the read position. */
    @Override
    public WireIn newReader(ByteBuffer buffer, WireOptions options) {
        return newReader(InputBuffer.of(buffer), inMemory(options));
    }

    /** Returns the settings of a writer whose messages are collected and not handed over, for a base. */
    static WriterSettings baseSettings(WireOptions options) {
        BlockSettings blocks = new BlockSettings(
                Integer.MAX_VALUE, Integer.MAX_VALUE, options.get(COMPRESSION) == Compression.DEFLATE, false, null);
        return new WriterSettings(
                options.limits(),
                blocks,
                WriterSettings.KeyFrames.NEVER,
                options.get(WHEN_FULL) == WhenFull.DROP_IDLE,
                options.get(WireOptions.KEY_FIELDS),
                options.get(UNSEEN_KEY_FIELDS) == UnseenKeyFields.ERROR,
                false);
    }

    private static WriterSettings writerSettings(WireOptions options) {
        AppendPoint end = options.get(APPEND_AT);
        BlockSettings blocks = new BlockSettings(
                options.get(BLOCK_BYTES),
                options.get(FLUSH) == Flush.MESSAGE ? 1 : options.get(FLUSH_BYTES),
                options.get(COMPRESSION) == Compression.DEFLATE,
                options.get(NUMBERED),
                end.continued());
        WriterSettings.KeyFrames keyFrames = switch (options.get(KEY_FRAMES)) {
            case ON_REQUEST -> WriterSettings.KeyFrames.ON_REQUEST;
            case EACH_EPOCH -> WriterSettings.KeyFrames.EACH_EPOCH;
            case NEVER -> WriterSettings.KeyFrames.NEVER;
        };
        return new WriterSettings(
                options.limits(),
                blocks,
                keyFrames,
                options.get(WHEN_FULL) == WhenFull.DROP_IDLE,
                options.get(WireOptions.KEY_FIELDS),
                options.get(UNSEEN_KEY_FIELDS) == UnseenKeyFields.ERROR,
                true);
    }

    private static ReaderSettings readerSettings(WireOptions options, boolean isFollowed) {
        ReadPolicy policy = switch (options.get(READ_MODE)) {
            case AUTO -> isFollowed ? ReadPolicy.LIVE : ReadPolicy.CHECKED;
            case CHECKED -> ReadPolicy.CHECKED;
            case CHECKED_THEN_RECOVER -> ReadPolicy.CHECKED_THEN_RECOVER;
            case LIVE -> ReadPolicy.LIVE;
            case UNCHECKED -> ReadPolicy.UNCHECKED;
            case RECOVER -> ReadPolicy.RECOVER;
        };
        return new ReaderSettings(options.limits(), policy, options.get(KEY_FRAME_MESSAGES) == KeyFrameMessages.NEW);
    }
}
