package io.deltawire.journal;

import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.wire.WireOption;
import io.deltawire.wire.WireOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The options of a {@link Journal}, beside those of its format. */
public final class JournalOptions {
    /** When a message is in its file, where other processes can read it. */
    public enum Flush {
        /**
         * When the call that writes it returns. The operating system has the message then, so it is not lost if the
         * process is killed. A loss of power can lose it.
         */
        MESSAGE,
        /**
         * When 64 KiB have been collected, after {@link #FLUSH_INTERVAL}, or when {@link JournalAppender#flush} returns.
         * Messages after that are lost if the process is killed.
         */
        BATCH,
        /**
         * When the call that writes it returns, and on the disk, so that no loss of power can lose it. This takes the
         * time that the disk takes, about a millisecond.
         */
        FORCED
    }

    /** The name of the format of new files: {@code delta}, {@code binary}, {@code json} or {@code yaml}. */
    public static final WireOption<String> FORMAT = WireOption.of("journal.format", "delta");

    /** When a message is in its file, where other processes can read it. */
    public static final WireOption<Flush> FLUSH = WireOption.of("journal.flush", Flush.MESSAGE);

    /** The longest time that {@link Flush#BATCH} collects messages. */
    public static final WireOption<Duration> FLUSH_INTERVAL =
            WireOption.of("journal.flushInterval", Duration.ofMillis(100));

    /**
     * The size in bytes at which the next message begins a new file. A file that begins with a key frame may become twice
     * as long as the key frame.
     */
    public static final WireOption<Long> FILE_BYTES = WireOption.of("journal.fileBytes", 64L << 20);

    /** The age of a file at which the next message begins a new one; zero, the default, sets no limit. */
    public static final WireOption<Duration> FILE_INTERVAL = WireOption.of("journal.fileInterval", Duration.ZERO);

    /**
     * The size in bytes above which the oldest files are deleted, when a new file begins; 0, the default, keeps all. The
     * file that is written is never deleted.
     */
    public static final WireOption<Long> RETAINED_BYTES = WireOption.of("journal.retainedBytes", 0L);

    /**
     * The age of its last message at which a file is deleted, when a new file begins; zero, the default, keeps all.
     */
    public static final WireOption<Duration> RETAINED_TIME = WireOption.of("journal.retainedTime", Duration.ZERO);

    private static final List<WireOption<?>> ALL = List.of(
            MarshallableOptions.TYPES,
            MarshallableOptions.UNKNOWN_FIELDS,
            MarshallableOptions.TYPE_NAMES,
            FORMAT,
            FLUSH,
            FLUSH_INTERVAL,
            FILE_BYTES,
            FILE_INTERVAL,
            RETAINED_BYTES,
            RETAINED_TIME);

    private JournalOptions() {}

    /**
     * Returns options by their names, as {@link MarshallableOptions#from} does, with those of journals.
     *
     * @param values names of options with their values or texts
     * @throws IllegalArgumentException if a key is no option or a value does not fit; the message says what is expected
     */
    public static WireOptions from(Map<?, ?> values) {
        return WireOptions.from(values, ALL);
    }
}
