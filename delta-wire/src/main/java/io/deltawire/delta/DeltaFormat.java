package io.deltawire.delta;

import io.deltawire.delta.internal.stream.AppendedFiles;
import io.deltawire.delta.internal.stream.Block;
import io.deltawire.delta.internal.stream.BlockReader;
import io.deltawire.delta.internal.stream.BlockScan;
import io.deltawire.delta.internal.stream.BlockSettings;
import io.deltawire.delta.internal.stream.BlockStart;
import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.delta.internal.value.FormatName;
import io.deltawire.delta.internal.wire.DeltaReader;
import io.deltawire.delta.internal.wire.DeltaWriter;
import io.deltawire.delta.internal.wire.ReaderSettings;
import io.deltawire.delta.internal.wire.TimedWriter;
import io.deltawire.delta.internal.wire.WriterSettings;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.OutputBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The keyed delta wire: a message holds only what changed since the last one of the same type and key. The format is
 * docs/spec/delta.md.
 *
 * <p>The key of a message is what {@link WireOut#recordKey} gave, or the values of the fields that
 * {@link WireOptions#KEY_FIELDS} names; without either, a message changes the last one of its type. Entries of an object
 * come back in the order in which they first appeared in the stream.
 */
public final class DeltaFormat implements BufferFormat {
    private static final Set<Feature> FEATURES = Set.of(Feature.KINDS, Feature.RECORDS, Feature.BLOCKS);

    /** When a message reaches the target. */
    public enum Flush {
        /** {@link #MESSAGE} into a {@code Bytes} or {@code ByteBuffer}, {@link #BLOCK} into a stream. */
        AUTO,
        /**
         * At {@link WireOut#endMessage()}, which flushes a stream: a reader sees it at once, for one or two bytes more a
         * message. No checksum goes with it, so that the reader of a stream needs {@link Trust#LIVE} for that; and where the target fails
         * before the block is full, those of the block that have none are given by {@link Trust#ALL} and {@link Trust#SALVAGE} alone, and told as
         * missing by others. {@link WireOut#flush()} puts one behind them.
         */
        MESSAGE,
        /** When its block is full, or at {@link WireOut#flush()}. */
        BLOCK
    }

    /** Which messages a reader gives. */
    public enum Trust {
        /** {@link #LIVE} of a {@code Bytes} or {@code ByteBuffer}, {@link #CHECKED} of a stream or an array. */
        AUTO,
        /**
         * Those that a checksum covers. A tail without one is a {@link io.deltawire.wire.TruncatedWireException}; of a
         * {@code Bytes}, which may be filled in pieces, it is no message yet, and {@link DeltaFormat#isEnded} tells whether
         * all of the stream was there.
         */
        CHECKED,
        /**
         * As {@link #CHECKED}, and when that exception has been thrown, those messages of the tail that are whole: the next
         * call of {@link WireIn#nextMessage} gives the first of them, as {@link #SALVAGE} would.
         */
        CHECKED_THEN_REST,
        /**
         * Where a checksum is there, it is checked before its messages are given. At the end, where it is still to come,
         * messages are given at once; if it turns out wrong, that is an error after them. For a {@code Bytes} that a writer
         * in this process is writing to, or has written as a whole, or that is filled with what comes, in any pieces; and for a connection
         * or a file that grows, as a stream whose {@link java.io.InputStream#available} says whether more has come. That it ends without an
         * end mark is no error; that it ends with a checksum and an end mark which lengths lead past is one, before messages are given. Where a stream ends inside of a message, that is a {@link io.deltawire.wire.TruncatedWireException} once, and
         * then no message; reading goes on with all of it when more has come.
         */
        LIVE,
        /**
         * Each as soon as it is there, and the checksum compared after its messages: what a writer on this connection has
         * just written. Damaged input may give wrong messages before the error that says so.
         */
        ALL,
        /**
         * As {@link #ALL}, and of a last frame that is cut off those messages that are still whole: what can be saved of
         * a dump whose writer died. Where they end, the next one is malformed, or there is none.
         */
        SALVAGE
    }

    /** How blocks are compressed. */
    public enum Compression {
        /** Not at all. */
        NONE,
        /**
         * By DEFLATE, what is written in one go at a time: a block's worth, unless every message is flushed alone, when
         * there is nothing to gain. Readers need not be told.
         */
        DEFLATE
    }

    /** How blocks are compressed. The bytes depend on the JDK's zlib. */
    public static final WireOption<Compression> COMPRESSION = WireOption.of("delta.compression", Compression.NONE);

    /** When a message reaches the target. */
    public static final WireOption<Flush> FLUSH = WireOption.of("delta.flush", Flush.AUTO);

    /**
     * The size in bytes from which messages gathered by {@link Flush#BLOCK} reach the target before their block is full; a
     * stream is flushed then.
     */
    public static final WireOption<Integer> FLUSH_BYTES = WireOption.of("delta.flushBytes", Integer.MAX_VALUE);

    /**
     * How long a message waits at most before it reaches the target with a checksum, also where no other comes: a thread of
     * the writer sees to that, which ends when the writer is closed, or nothing refers to it any more. Zero, the default, is for ever: {@link #FLUSH} and {@link WireOut#flush} decide. What the
     * thread fails by, the next call throws: an {@link java.io.UncheckedIOException}, or, where a target throws something else, an
     * {@link IllegalStateException} with that as its cause. Into a {@code Bytes} or {@code ByteBuffer}, whose owner moves its positions, no other thread
     * writes: with an interval each message is there at once, as with {@link Flush#MESSAGE}.
     */
    public static final WireOption<Duration> FLUSH_INTERVAL = WireOption.of("delta.flushInterval", Duration.ZERO);

    /** Which messages a reader gives. */
    public static final WireOption<Trust> TRUST = WireOption.of("delta.trust", Trust.AUTO);

    /** What a writer does with a message whose record would pass {@link io.deltawire.wire.WireLimits}. */
    public enum Overflow {
        /**
         * Forgets a record that has been idle for long, and takes the new one: as small as can be where records come and
         * go. If the forgotten one comes again, it is a new record.
         */
        FORGET,
        /** Writes the message in full, with its names, and keeps the records that it has: where they are those that stay. */
        PLAIN
    }

    /** Which of the records that a {@link WireOut#keyFrame} says again a reader gives as messages. */
    public enum Repeats {
        /** Those that are news to it, since it begins there or something before is missing. */
        WHERE_NEW,
        /** None: only what was a message of the stream itself, for those that count them. */
        NONE
    }

    /** Which of the records that a {@link WireOut#keyFrame} says again a reader gives as messages. */
    public static final WireOption<Repeats> REPEATS = WireOption.of("delta.repeats", Repeats.WHERE_NEW);

    /** When a writer says again every record that it has, so that who begins to read there has all of them. */
    public enum KeyFrames {
        /**
         * When {@link WireOut#keyFrame} asks for it. The writer keeps for that what the records of former epochs were, which takes
         * up to as much memory again as the records themselves, within the same {@link io.deltawire.wire.WireLimits}. A record whose last message the
         * target has refused, as a {@code ByteBuffer} without room does, is in no key frame until it is written again.
         */
        ON_REQUEST,
        /**
         * Where an epoch begins, and when it is asked for: also a dump that is read from its middle on has all records. That takes
         * up to a sixteenth of the stream, and about a microsecond for each record at once.
         */
        EACH_EPOCH,
        /**
         * Never, and nothing is kept for it: for streams of keys that do not come again. {@link WireOut#keyFrame} is an
         * {@link IllegalStateException}.
         */
        NEVER
    }

    /** When a writer says again every record that it has, so that who begins to read there has all of them. */
    public static final WireOption<KeyFrames> KEY_FRAMES = WireOption.of("delta.keyFrames", KeyFrames.ON_REQUEST);

    /** The end of the dump that a writer's target has already; what is written goes on there. See {@link #append}. */
    public static final WireOption<DumpEnd> APPEND_TO = WireOption.of("delta.appendTo", DumpEnd.EMPTY);

    /** What becomes of the whole messages that a dump ends in and no checksum covers, where it is written on. */
    public enum Tail {
        /**
         * They get a checksum, which says that it came later ({@link #uncheckedMessages}): nothing that a writer had handed over
         * when its process was killed is lost.
         */
        SEAL,
        /**
         * They are cut off: for who would lose them rather than keep one that a loss of power has changed and that can be
         * read all the same.
         */
        CUT
    }

    /** What becomes of the whole messages that a dump ends in and no checksum covers, where it is written on. */
    public static final WireOption<Tail> TAIL = WireOption.of("delta.tail", Tail.SEAL);

    /** What a writer does with a message whose record would pass {@link io.deltawire.wire.WireLimits}. */
    public static final WireOption<Overflow> OVERFLOW = WireOption.of("delta.overflow", Overflow.FORGET);

    /** The size in bytes from which a block is ended, so that damage and late joining cost no more than about that. */
    public static final WireOption<Integer> BLOCK_BYTES = WireOption.of("delta.blockBytes", 1 << 16);

    /** Returns the format. */
    public DeltaFormat() {}

    /**
     * A place from which a dump can be read on its own, since a block begins there with empty state.
     *
     * @param offset where the block begins, in bytes from the start of the channel
     * @param messages the number of messages in the channel before it; -1 where that is not known
     * @param sequence the number of messages before it in its own stream, of which a channel may hold several
     */
    public record Start(long offset, long messages, long sequence) {}

    /**
     * Finds where reading can begin, from the channel's start on, by the lengths of frames alone: nothing is decoded and
     * no checksum of messages checked, so a gigabyte takes a few ten milliseconds. Ends at the first thing that is out of
     * order, and where the messages before a block are not known, since a writer before it was cut off.
     *
     * @throws IOException where the channel cannot be read
     */
    public static List<Start> starts(SeekableByteChannel channel) throws IOException {
        return new BlockScan(Objects.requireNonNull(channel, "channel"))
                .starts().stream().map(DeltaFormat::start).toList();
    }

    /**
     * Returns the place where reading can begin that is at an offset.
     *
     * @return the place, with -1 for the messages before it, or null where no block that begins with empty state begins just
     *     there
     * @throws IOException where the channel cannot be read
     */
    public static Start startAt(SeekableByteChannel channel, long offset) throws IOException {
        return start(new BlockScan(Objects.requireNonNull(channel, "channel")).at(offset));
    }

    private static Start start(BlockStart block) {
        return block == null ? null : new Start(block.offset(), block.messages(), block.sequence());
    }

    /**
     * What is missing before the message that a reader is at.
     *
     * @param lost how many messages of the stream are missing between the message given before and this one (or the
     *     end of the input, where there is no more); 0 for none, -1 where the stream does not tell
     * @param blockOffset where the block of the message begins, in bytes from the start of the input; -1 before the first
     */
    public record Gap(long lost, long blockOffset) {}

    /**
     * Returns what is missing before the message that a reader of this format is at: to be asked when reading has gone on
     * after an error. Records that a key frame says again ({@link #REPEATS}) are no messages of the stream, so that all of them and the first message
     * behind them have the same before them: what is missing is counted once.
     *
     * @param in a reader that this format has made
     */
    public static Gap gap(WireIn in) {
        BlockReader blocks = reader(in).blocks();
        return new Gap(blocks.lost(), blocks.blockOffset());
    }

    /**
     * Returns whether the last thing that a reader of this format has read is the end mark of a stream, so that nothing of it is
     * missing: to be asked of a {@code Bytes} where there is no further message and nothing more will come.
     *
     * @param in a reader that this format has made
     */
    public static boolean isEnded(WireIn in) {
        return reader(in).blocks().isEnded();
    }

    /**
     * Returns how many messages, of those that a reader of this format has read so far, had no checksum when their dump was written
     * on: the one that they have now was made of what was there then, which after a loss of power need not be what was
     * written. That is known when the reader has come behind it, so to be asked at the end, or at a later message.
     *
     * @param in a reader that this format has made
     */
    public static long uncheckedMessages(WireIn in) {
        return reader(in).blocks().uncheckedMessages();
    }

    private static DeltaReader reader(WireIn in) {
        if (in instanceof DeltaReader reader) {
            return reader;
        }
        throw new IllegalArgumentException("expected a reader of the delta format but was "
                + Objects.requireNonNull(in, "in").getClass().getName());
    }

    /**
     * Returns a view of the message that a reader of this format is at: only the fields that have changed since this was
     * last asked of the same record, with those that name it where the writer has told which they are (by {@link WireOptions#KEY_FIELDS}; of objects of
     * a class with a key it tells the record and not the fields), in the same objects. The
     * first time, and where a message has no record or says that the record is gone, it is all of the message. A field that is
     * no longer there is not in the view, and a list that has changed is there in full. The reader itself gives the whole record,
     * before or after.
     *
     * @param in a reader that this format has made
     * @return a reader of that one message, valid until {@code in} moves on
     */
    public static WireIn changes(WireIn in) {
        return reader(in).changes();
    }

    /**
     * Opens a dump to write on where it ends, which may be where its writer was killed: what is torn is cut off, all that
     * can be read stays ({@link #TAIL}), and what is written begins with empty state. The file is made where there is none, and locked
     * until the writer is closed. {@link DumpEnd} does the same step by step, and tells what there was.
     *
     * <p>A second writer of this JVM is refused before it touches the file. Against other processes there is the lock of the
     * operating system; on POSIX systems a process loses it by closing any other channel or stream of the same file, so a
     * process should not read the dump that it appends to by a file of its own.
     *
     * <p>An interrupt of a thread that is writing does nothing to the writer, unless the file is in a file system other than the default one: there it
     * closes the file, as interrupts do to a {@link FileChannel}. So does one that comes while this opens the dump, which is an
     * {@link IOException} then.
     *
     * @throws io.deltawire.wire.MalformedWireException where the file holds something that is no delta dump, or announces more
     *     state than the limits allow, or than the default ones where these are wider
     * @throws IOException where it cannot be read or written, or another writer has it, of this process or another
     */
    public static WireOut append(Path file, WireOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        AppendedFiles.Appended opened = AppendedFiles.open(Objects.requireNonNull(file, "file"));
        try {
            FileChannel channel = opened.channel();
            DumpEnd end = DumpEnd.of(channel, options);
            end.repair(channel);
            opened.position(end.length());
            return new DeltaFormat().newWriter(opened.out(), options.with(APPEND_TO, end));
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return FormatName.DELTA;
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
    public Match detect(byte[] head, int length) {
        byte[] sync = Block.sync();
        for (int i = 0; i < sync.length; i++) {
            if (i >= length) {
                return i > 1 ? Match.MAYBE : Match.NO;
            }
            if (head[i] != sync[i]) {
                return Match.NO;
            }
        }
        return Match.CERTAIN;
    }

    @Override
    public WireOut newWriter(OutputBuffer target, WireOptions options) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(options, "options");
        return TimedWriter.of(new DeltaWriter(target, writerSettings(options)), options.get(FLUSH_INTERVAL));
    }

    @Override
    public WireOut newWriter(Bytes<?> bytes, WireOptions options) {
        return newWriter(OutputBuffer.of(bytes), inMemory(options));
    }

    @Override
    public WireOut newWriter(ByteBuffer buffer, WireOptions options) {
        return newWriter(OutputBuffer.of(buffer), inMemory(options));
    }

    /** What is chosen where the other side has the same memory, or is sent all that is in it. */
    private static WireOptions inMemory(WireOptions options) {
        Duration interval = Objects.requireNonNull(options, "options").get(FLUSH_INTERVAL);
        boolean isTimed = interval.compareTo(Duration.ZERO) > 0;
        boolean flushes = isTimed || options.get(FLUSH) == Flush.AUTO;
        WireOptions chosen = flushes ? options.with(FLUSH, Flush.MESSAGE) : options;
        if (isTimed) {
            chosen = chosen.with(FLUSH_INTERVAL, Duration.ZERO);
        }
        return chosen.get(TRUST) == Trust.AUTO ? chosen.with(TRUST, Trust.LIVE) : chosen;
    }

    @Override
    public WireIn newReader(InputBuffer source, WireOptions options) {
        return new DeltaReader(
                Objects.requireNonNull(source, "source"), readerSettings(Objects.requireNonNull(options, "options")));
    }

    /**
     * The read position of {@code bytes} follows the messages; while there are more it may be up to 16 short ones behind.
     *
     * <p>When all has been read, {@code bytes} may be cleared and filled again, and where {@code nextMessage()} has returned false, it may be
     * compacted with what is left of a message that is not all there; but not with {@link Trust#SALVAGE} and {@link Trust#CHECKED_THEN_REST}, for which
     * what ends has ended. Offsets are counted on. A read position that was moved otherwise is
     * an {@link IllegalStateException} when that is seen, and a wrong checksum at the latest.
     */
    @Override
    public WireIn newReader(Bytes<?> bytes, WireOptions options) {
        return newReader(InputBuffer.of(bytes), inMemory(options));
    }

    /** As {@link #newReader(Bytes, WireOptions)}, with the position of {@code buffer} for the read position. */
    @Override
    public WireIn newReader(ByteBuffer buffer, WireOptions options) {
        return newReader(InputBuffer.of(buffer), inMemory(options));
    }

    private static WriterSettings writerSettings(WireOptions options) {
        DumpEnd end = options.get(APPEND_TO);
        BlockSettings blocks = new BlockSettings(
                options.get(BLOCK_BYTES),
                options.get(FLUSH) == Flush.MESSAGE ? 1 : options.get(FLUSH_BYTES),
                options.get(COMPRESSION) == Compression.DEFLATE,
                end.sequence(),
                end.epoch());
        WriterSettings.KeyFrames keyFrames = switch (options.get(KEY_FRAMES)) {
            case ON_REQUEST -> WriterSettings.KeyFrames.ON_REQUEST;
            case EACH_EPOCH -> WriterSettings.KeyFrames.EACH_EPOCH;
            case NEVER -> WriterSettings.KeyFrames.NEVER;
        };
        return new WriterSettings(
                options.limits(),
                blocks,
                keyFrames,
                options.get(OVERFLOW) == Overflow.FORGET,
                options.get(WireOptions.KEY_FIELDS));
    }

    private static ReaderSettings readerSettings(WireOptions options) {
        ReadPolicy policy = switch (options.get(TRUST)) {
            case AUTO, CHECKED -> ReadPolicy.CHECKED;
            case CHECKED_THEN_REST -> ReadPolicy.CHECKED_THEN_REST;
            case LIVE -> ReadPolicy.LIVE;
            case ALL -> ReadPolicy.ALL;
            case SALVAGE -> ReadPolicy.SALVAGE;
        };
        return new ReaderSettings(options.limits(), policy, options.get(REPEATS) == Repeats.WHERE_NEW);
    }
}
