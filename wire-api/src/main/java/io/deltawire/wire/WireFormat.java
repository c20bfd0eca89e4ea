package io.deltawire.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A wire format: a name, and writers and readers of it. Implementations are immutable, thread-safe and found by
 * {@link WireFormats} through {@link java.util.ServiceLoader}. An author of a format implements
 * {@code io.deltawire.wire.spi.BufferFormat}.
 */
public interface WireFormat {
    /** How sure {@link #detect} is. */
    enum Match {
        /** The bytes are not of this format. */
        NO,
        /** They may be. */
        MAYBE,
        /** They look like it. */
        LIKELY,
        /** They begin with this format's own mark. */
        CERTAIN
    }

    /**
     * What a format can do, or demands, beyond the tokens that all formats share. Code that serves any format asks for
     * these and never compares names.
     */
    enum Feature {
        /** Every value comes back with its kind. Without this, bytes, dates and special numbers come back as text. */
        KINDS,
        /** Comments are written, for people who read the text. */
        COMMENTS,
        /** A reader refuses an object or map that has the same key twice, whatever the kind of the key. */
        UNIQUE_KEYS,
        /**
         * Messages update records, which {@link WireOptions#KEY_FIELDS} identifies. {@link MessageKind#DELETE} is
         * written and comes back.
         */
        RECORDS,
        /**
         * Messages stand in blocks with checksums. A reader can start at some of the blocks, and finds the next good
         * block after damage.
         */
        BLOCKS,
        /** All messages are rows of one table, whose header stands at the start of the output only. */
        TABLE,
        /** A message that ends too early is confined to its line: a reader can continue after it. */
        LINES,
        /**
         * The bytes of a message depend on nothing before it. What several writers of the same options write, one after
         * the other, is what one writer writes.
         */
        INDEPENDENT_MESSAGES
    }

    /** The name by which configuration picks the format, in lower case: {@code yaml}, {@code delta}. */
    String name();

    /** Other names and the file extensions of the format, in lower case. */
    List<String> aliases();

    /**
     * Returns this format with the options that one of its {@link #aliases()} implies, where they are not given: a tab
     * between cells for {@code tsv}.
     */
    default WireFormat named(String alias) {
        return this;
    }

    /**
     * Returns options for a reader whose values go to objects, or a writer whose values come from them, so that the
     * kind of each value must be preserved, and not adapted to other values in a table. They differ only if the format
     * guesses kinds.
     */
    default WireOptions forObjects(WireOptions options) {
        return options;
    }

    /** Returns the options of this format that a configuration can set by name: see {@link WireOptions#from}. */
    default List<WireOption<?>> options() {
        return List.of();
    }

    /**
     * Returns what this format has beyond the tokens that all formats share, as an immutable set. By default
     * {@link Feature#KINDS} for a binary format, and nothing for text.
     */
    default Set<Feature> features() {
        return isBinary() ? Set.of(Feature.KINDS) : Set.of();
    }

    /**
     * Returns whether input that ends with a byte, after a message that looks complete, may still have been cut off:
     * another digit could follow a number, for instance. False where the format can always tell.
     */
    default boolean mayContinueAfter(byte last) {
        return false;
    }

    /** True where messages are bytes, false where they are UTF-8 text. */
    boolean isBinary();

    /**
     * Says whether bytes look like the start of this format.
     *
     * @param head the first bytes of the input
     * @param length how many of them there are; the input may continue after them
     */
    Match detect(byte[] head, int length);

    /** Returns a writer that appends each message to {@code bytes} at its write position. */
    WireOut newWriter(Bytes<?> bytes, WireOptions options);

    /**
     * Returns a writer that puts each message at the position of a {@code ByteBuffer}, which may be on the heap, direct
     * or mapped. A message that does not fit below the limit is a {@link WireDataException}, and nothing of it is put.
     *
     * @throws IllegalArgumentException if {@code buffer} is read-only
     */
    WireOut newWriter(ByteBuffer buffer, WireOptions options);

    /** Returns a writer that passes each message to the stream in one call. */
    WireOut newWriter(OutputStream stream, WireOptions options);

    /**
     * Opens a file and continues it after its last whole message, which may be where its writer was killed.
     *
     * <p>A torn end is cut off. Zeros at the end, as in a file that is allocated in advance, count as nothing. The file
     * is created if it does not exist, and locked until the writer is closed. It is never loaded as a whole.
     *
     * <p>A second writer of this JVM is refused before it opens the file. Other processes are kept away by the lock of
     * the operating system. On POSIX systems a process loses that lock when it closes any other channel or stream of
     * the file, so a process should not open the file separately to read it while it appends.
     *
     * <p>Interrupting a thread that writes does nothing to the writer if the file is in the default file system. In
     * another file system it closes the file, as it does to any channel. An interrupt while this method opens the file
     * is an {@link IOException}.
     *
     * @throws MalformedWireException if the file holds something other than this format, or is damaged so that nothing
     *     can follow; it is unchanged then
     * @throws UnsupportedOperationException if the format cannot find its last whole message
     * @throws IOException if the file cannot be read or written, or another writer of any process has it
     */
    default WireOut newAppender(Path file, WireOptions options) throws IOException {
        return newAppender(file, options, null);
    }

    /**
     * Opens a file to append to, as {@link #newAppender(Path, WireOptions)} does, for a caller that first reads the
     * messages in the file and then writes the missing ones again.
     *
     * <p>If the last message may be whole or not, this method cuts it off, and the other one retains it.
     *
     * @param reading is given a reader of the messages that the file has after the repair, before anything is written;
     *     null for none
     */
    default WireOut newAppender(Path file, WireOptions options, Consumer<WireIn> reading) throws IOException {
        throw new UnsupportedOperationException(name() + " cannot be appended to in a file");
    }

    /**
     * Returns options for a reader that gives each message that {@link #newAppender(Path, WireOptions)} keeps once, so
     * that they can be counted in the output of a writer that was killed.
     */
    default WireOptions forCounting(WireOptions options) {
        return options;
    }

    /** Returns a reader that takes messages from {@code bytes} at its read position. */
    WireIn newReader(Bytes<?> bytes, WireOptions options);

    /**
     * Returns a reader that takes messages from a {@code ByteBuffer}, from its position to its limit. The reader moves
     * the position past each message.
     */
    WireIn newReader(ByteBuffer buffer, WireOptions options);

    /** Returns a reader of a stream. It reads ahead of the messages that it gives. */
    default WireIn newReader(InputStream stream, WireOptions options) {
        return newReader(stream, 0, options);
    }

    /**
     * Returns a reader of a stream that begins in the middle of an input.
     *
     * @param offset the offset of the first byte of {@code stream} in the input, which the places of errors count from
     */
    WireIn newReader(InputStream stream, long offset, WireOptions options);

    /** Returns a reader of an array, which it does not copy. */
    WireIn newReader(byte[] bytes, WireOptions options);
}
