package io.deltawire.delta;

import static io.deltawire.delta.testing.Streams.end;
import static io.deltawire.delta.testing.Streams.messages;
import static io.deltawire.delta.testing.Streams.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repair may be killed as the writer was. The next repair finds the same end. */
class StoppedRepairTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BLOCKS = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
    private static final WireOptions EACH = BLOCKS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);

    @TempDir
    Path dir;

    /** Repairs up to a number of changes of the file; returns whether there were more. */
    private static boolean repairStoppedAfter(Path file, AppendPoint end, int changes) throws IOException {
        try (Stopping channel = new Stopping(file, changes)) {
            end.repair(channel);
            return false;
        } catch (StoppedException e) {
            return true;
        }
    }

    @Test
    void stoppedRepairIsCompletedByTheNext() throws IOException {
        byte[] block = write(messages(0, 2000), BLOCKS); // one frame, whose length takes three bytes
        byte[] few = write(messages(0, 30), BLOCKS); // a length of two bytes
        byte[] each = write(messages(0, 200), EACH);
        IntStream cuts = IntStream.rangeClosed(1, 300).map(i -> i * (block.length - 30) / 300);
        for (int cut : IntStream.concat(cuts, IntStream.range(150, 200)).toArray()) {
            checkStops(block, cut);
        }
        for (int cut = 40; cut < few.length - 20; cut++) {
            checkStops(few, cut);
        }
        for (int cut = 1; cut < each.length; cut += 37) {
            checkStops(each, cut);
        }
    }

    private void checkStops(byte[] bytes, int cut) throws IOException {
        Path file = dir.resolve("a.dw");
        int stops = 0;
        boolean more = true;
        for (; more; stops++) {
            Files.write(file, Arrays.copyOf(bytes, cut));
            AppendPoint first = end(file);
            more = repairStoppedAfter(file, first, stops);
            String what = cut + " of " + bytes.length + " after " + stops + ": " + first;
            AppendPoint second = end(file);
            assertFalse(second.isDamaged(), what);
            assertEquals(first.messages(), second.messages(), what);
            int known = (int) first.messages();
            try (WireOut out = new DeltaFormat().newAppender(file, EACH)) {
                messages(known, 2).forEach(message -> Trees.writeMessage(out, message));
            }
            try (WireIn in = FORMAT.newReader(Files.readAllBytes(file), WireOptions.DEFAULTS)) {
                assertEquals(messages(0, known + 2), Trees.readAll(in), what);
            }
        }
        assertTrue(stops >= 1 && stops < 9, "stops " + stops);
    }

    private static final class StoppedException extends IOException {
        private static final long serialVersionUID = 1;
    }

    /** A file that accepts a number of changes and no more. */
    private static final class Stopping extends FileChannel {
        private final FileChannel channel;
        private int left;

        Stopping(Path file, int changes) throws IOException {
            channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            left = changes;
        }

        private void change() throws IOException {
            if (left-- == 0) {
                throw new StoppedException();
            }
        }

        @Override
        public int write(ByteBuffer from, long at) throws IOException {
            change();
            return channel.write(from, at);
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            change();
            channel.truncate(size);
            return this;
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return channel.read(into, at);
        }

        @Override
        public void force(boolean metaData) {}

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer into) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] into, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long from, long count, WritableByteChannel to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel from, long at, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long from, long length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long from, long length, boolean isShared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long from, long length, boolean isShared) {
            throw new UnsupportedOperationException();
        }
    }
}
