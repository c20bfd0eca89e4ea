package io.deltawire.cli.command;

import io.deltawire.cli.input.DumpIndex;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.output.Output;
import io.deltawire.cli.transform.MissingFieldCheck;
import io.deltawire.cli.transform.Selection;
import io.deltawire.cli.transform.Transforms;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.DeltaFormat.Split;
import io.deltawire.delta.IndexFile;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Converts a delta dump in parts, by several threads. A part is a number of epochs, which a task reads and writes on its
 * own. The converting thread takes the parts in the order of the dump, and appends what their tasks have written.
 *
 * <p>A task ends at the first fault of any kind. Faults are then found again, reported and passed by the converting
 * thread, which reads from the part before on. So they come out as without parts.
 *
 * <p>The memory is bounded: a task waits when what it has written fills its room, unless it is the part to be taken.
 * Only a few parts are begun before their predecessors have been taken.
 */
final class PartedCopy implements Closeable {
    /** The largest number of threads. */
    static final int MAX_THREADS = 64;

    /** The least size of a part; it is larger where the epochs are. */
    private static final long PART_BYTES = 1 << 18;

    /** The least number of parts for each thread in a small dump, so that the threads end at the same time. */
    private static final int PARTS_PER_THREAD = 8;

    private static final int CHUNK_BYTES = 1 << 16;

    /** The part of the heap that written messages may take until they are appended. */
    private static final int SHARE = 4;

    private static final int UNIT = 1024;

    private static final DeltaFormat FORMAT = new DeltaFormat();

    private final Path file;
    private final Arguments arguments;
    private final List<Transforms.Stage> stages;
    private final WireOptions readOptions;
    private final Output output;
    private final int maxBegun;
    private final int room;
    private final FileChannel channel;
    private final long size;
    private final long step;
    private final ExecutorService threads;
    private final Deque<Part> begun = new ArrayDeque<>();
    /** The places of the index file; empty if there is none. */
    private final List<IndexFile.Place> places;

    private int place;
    /** The start of the part to be planned next. */
    private long planned;

    PartedCopy(
            Path file,
            int threadCount,
            Arguments arguments,
            List<Transforms.Stage> stages,
            WireOptions readOptions,
            Output output)
            throws IOException {
        this.file = file;
        this.arguments = arguments;
        this.stages = stages;
        this.readOptions = readOptions;
        this.output = output;
        maxBegun = 2 * threadCount;
        long share = Runtime.getRuntime().maxMemory() / SHARE / maxBegun / UNIT;
        room = (int) Math.min(Integer.MAX_VALUE, Math.max(1, share));
        channel = FileChannel.open(file);
        size = channel.size();
        places = DumpIndex.placesOf(file, channel);
        step = Math.max(1, Math.min(PART_BYTES, size / PARTS_PER_THREAD / threadCount));
        threads = Executors.newFixedThreadPool(threadCount, task -> {
            Thread thread = new Thread(task, "convert-part");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Written messages, on the way to the output. */
    private record Chunk(byte[] bytes, int units, long read, long written, boolean isLast) {}

    /** A part of the dump, and the task that converts it. */
    final class Part implements Runnable {
        private final Split split;
        private final Selection selection = new Selection(arguments);
        private final Transforms transforms = new Transforms(stages, arguments, output.format());
        private final MissingFieldCheck sought = new MissingFieldCheck(arguments, transforms.fields());
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
        private final Semaphore free = new Semaphore(room);
        private long read;
        private long written;
        /** Whether the part was converted to its end. Set before the last chunk. */
        private boolean isWhole;
        /** The number of messages read whose output has been appended, by the converting thread. */
        private long appendedRead;

        private Part(Split split) {
            this.split = split;
        }

        @Override
        public void run() {
            try (FileChannel source = FileChannel.open(file);
                    WireIn in = FORMAT.newReader(source, split, readOptions);
                    WireOut out = output.newWriter(bytes)) {
                MessageTape tape = new MessageTape();
                while (in.nextMessage()) {
                    copy(in, tape, out);
                    read++;
                    if (bytes.size() >= CHUNK_BYTES) {
                        hand();
                    }
                }
                hand();
                isWhole = true;
            } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
                // the converting thread comes to the same fault
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // nobody waits for this part
            } finally {
                chunks.add(new Chunk(new byte[0], 0, read, written, true));
            }
        }

        private void copy(WireIn in, MessageTape tape, WireOut out) {
            MessageKind kind = in.messageKind();
            if (transforms.leavesOut(kind)) {
                return;
            }
            if (!selection.looksInside() && transforms.isDirect(kind)) {
                if (selection.select()) {
                    transforms.copy(in, out);
                    written++;
                }
                return;
            }
            Transcoder.copyMessage(in, tape);
            sought.record(tape);
            if (selection.fits(tape) && selection.select()) {
                transforms.apply(tape).play(out);
                written++;
            }
        }

        private void hand() throws InterruptedException {
            int units = Math.min(room, bytes.size() / UNIT + 1);
            free.acquire(units);
            chunks.add(new Chunk(bytes.toByteArray(), units, read, written, false));
            bytes.reset();
        }

        /** The offset of the part. */
        long offset() {
            return split.from();
        }

        /** The offset after the part. */
        long end() {
            return split.to();
        }

        /** Whether the part is the whole dump. */
        boolean isAll() {
            return split.from() == 0 && split.to() == size;
        }

        /**
         * Waits for written messages, and appends them.
         *
         * @return false if there are no more
         */
        boolean appendNext() {
            try {
                Chunk chunk = chunks.take();
                if (chunk.isLast()) {
                    return false;
                }
                output.append(chunk.bytes());
                appendedRead = chunk.read();
                free.release(chunk.units());
                return true;
            } catch (InterruptedException e) {
                throw new IllegalStateException("the converting thread was interrupted", e);
            }
        }

        /** The number of messages read whose output has been appended. */
        long appendedRead() {
            return appendedRead;
        }

        /** Whether all of the part was converted; after {@link #appendNext} has returned false. */
        boolean isWhole() {
            return isWhole;
        }

        /** The number of messages written, if the part {@link #isWhole}. */
        long written() {
            return written;
        }

        Selection selection() {
            return selection;
        }

        MissingFieldCheck sought() {
            return sought;
        }
    }

    /**
     * Begins parts as far ahead as the bound allows, and returns the next one to be taken. Null after the last one.
     *
     * @throws IOException if the file cannot be read
     */
    Part next() throws IOException {
        while (begun.size() < maxBegun && planned < size) {
            Part part = new Part(new Split(planned, endOfNext()));
            planned = part.end();
            begun.add(part);
            if (!part.isAll()) {
                threads.execute(part);
            }
        }
        return begun.poll();
    }

    /** Returns the end of the part to be planned next: at a place of the index, or where a search finds an epoch. */
    private long endOfNext() throws IOException {
        long bound = planned + step;
        while (place < places.size() && places.get(place).offset() < bound) {
            place++;
        }
        DeltaFormat.StartPoint next = place < places.size()
                ? DeltaFormat.startPointAt(channel, places.get(place).offset())
                : null;
        next = next == null ? DeltaFormat.startPointAfter(channel, bound) : next;
        // What comes again in numbered frames is passed over by the reader of what came first.
        return next == null || next.isNumbered() ? size : next.offset();
    }

    /** Ends the tasks that are still at work. */
    @Override
    public void close() {
        threads.shutdownNow();
        begun.clear();
        try {
            channel.close();
        } catch (IOException e) {
            // nothing was written to it
        }
    }
}
