package io.deltawire.delta.internal.stream;

import static io.deltawire.delta.testing.Streams.readOn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** When a message reaches the target: immediately, at a byte limit, after an interval, or with its block. */
class FlushTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
    private static final WireOptions LIVE =
            WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED);

    private static Object message(long number) {
        return Trees.map("id", number % 5, "n", number);
    }

    /** The messages that a reader with {@code CHECKED} trust can read now. */
    private static List<Object> checked(byte[] bytes) {
        List<Object> read = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                read.add(Trees.readMessage(in));
            }
        } catch (TruncatedWireException e) {
            // the unchecked tail
        }
        return read;
    }

    @Test
    void pipeReaderHasEachMessageBeforeTheNextIsWritten() throws IOException {
        PipedInputStream pipe = new PipedInputStream(1 << 16);
        WireOut out =
                FORMAT.newWriter(new PipedOutputStream(pipe), BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        WireIn in = FORMAT.newReader(pipe, LIVE);
        for (long i = 0; i < 500; i++) {
            Trees.writeMessage(out, message(i));
            assertTrue(in.nextMessage());
            assertEquals(message(i), Trees.readMessage(in));
        }
        out.close();
        assertFalse(in.nextMessage());
    }

    /** A complete block is checked first; the tail is returned as it arrives. */
    @Test
    void liveReaderHasEachMessageImmediatelyAndComparesChecksums() throws IOException {
        for (DeltaFormat.Compression compression : DeltaFormat.Compression.values()) {
            WireOptions options = BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                    .with(DeltaFormat.COMPRESSION, compression)
                    .with(DeltaFormat.BLOCK_BYTES, 700);
            PipedInputStream pipe = new PipedInputStream(1 << 16);
            WireOut out = FORMAT.newWriter(new PipedOutputStream(pipe), options);
            WireIn in = FORMAT.newReader(pipe, BY_ID.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE));
            long written = 0;
            for (long i = 0; i < 700; i++) {
                for (; written <= i || i % 50 == 7 && written < i + 40; written++) {
                    Trees.writeMessage(out, message(written));
                }
                assertTrue(in.nextMessage());
                assertEquals(message(i), Trees.readMessage(in));
            }
            out.close();
            assertFalse(in.nextMessage());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        for (long i = 0; i < 200; i++) {
            Trees.writeMessage(out, message(i));
        }
        out.close();
        byte[] damaged = bytes.toByteArray();
        damaged[damaged.length - 60] ^= 1;
        WireIn in = FORMAT.newReader(
                new ByteArrayInputStream(damaged), BY_ID.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE));
        assertThrows(MalformedWireException.class, in::nextMessage);
    }

    /** Bytes in a stream's own buffer reach no reader. */
    @Test
    void bufferedStreamIsFlushedAtEachMessage() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out = FORMAT.newWriter(
                new BufferedOutputStream(bytes, 1 << 16), BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        List<Object> written = new ArrayList<>();
        for (long i = 0; i < 50; i++) {
            Trees.writeMessage(out, message(i));
            written.add(message(i));
            assertEquals(written, Trees.readAll(FORMAT.newReader(bytes.toByteArray(), LIVE)));
        }
        out.close();
    }

    @Test
    void bufferedStreamIsFlushedAtTheByteLimit() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out =
                FORMAT.newWriter(new BufferedOutputStream(bytes, 1 << 16), BY_ID.with(DeltaFormat.FLUSH_BYTES, 100));
        for (long i = 0; i < 1000; i++) {
            Trees.writeMessage(out, message(i));
        }
        assertTrue(Trees.readAll(FORMAT.newReader(bytes.toByteArray(), LIVE)).size() > 900);
        out.close();
    }

    /**
     * Bytes of a failed flush may be in the stream or not. What follows needs nothing before it, and the gap is
     * counted.
     */
    @Test
    void writingContinuesAfterAFailedFlush() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean[] fails = {false};
        OutputStream stream = new BufferedOutputStream(bytes, 1 << 16) {
            @Override
            public synchronized void flush() throws IOException {
                if (fails[0]) {
                    count = 0;
                    throw new IOException("no route");
                }
                super.flush();
            }
        };
        WireOut out = FORMAT.newWriter(stream, BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        for (long i = 0; i < 9; i++) {
            fails[0] = i == 4 || i == 5;
            if (fails[0]) {
                Object message = message(i);
                assertThrows(UncheckedIOException.class, () -> Trees.writeMessage(out, message));
            } else {
                Trees.writeMessage(out, message(i));
            }
        }
        out.close();
        List<WireException> errors = new ArrayList<>();
        List<Object> read = readOn(bytes.toByteArray(), errors, LIVE);
        assertEquals(List.of(message(0), message(1), message(2), message(3), message(6), message(7), message(8)), read);
        String told = errors.toString();
        assertTrue(told.contains("2 messages are missing before this epoch"), told);
    }

    /** A too long message is dropped with the end of its block, whose checksum cannot be written. */
    @Test
    void writingContinuesAfterATooLongMessageAndAFailedChecksum() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean[] fails = {false};
        OutputStream stream = new OutputStream() {
            @Override
            public void write(int b) {
                throw new AssertionError("a message is written at once");
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                if (fails[0]) {
                    throw new IOException("no route");
                }
                bytes.write(from, offset, length);
            }
        };
        WireLimits limits = WireLimits.DEFAULTS.withMaxMessageBytes(200);
        WireOut out = FORMAT.newWriter(
                stream, BY_ID.with(WireOptions.LIMITS, limits).with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE));
        List<Object> written = new ArrayList<>();
        for (long i = 0; i < 40; i++) {
            fails[0] = i == 20;
            Object message = Trees.map("id", i % 2, "n", i * i, "text", fails[0] ? "x".repeat(300) : "short");
            if (fails[0]) {
                assertThrows(UncheckedIOException.class, () -> Trees.writeMessage(out, message));
            } else {
                Trees.writeMessage(out, message);
                written.add(message);
            }
        }
        out.close();
        List<WireException> errors = new ArrayList<>();
        assertEquals(written, readOn(bytes.toByteArray(), errors, LIVE), errors.toString());
    }

    @Test
    void collectedMessagesReachTheTargetAtTheByteLimit() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.FLUSH_BYTES, 100));
        int waiting = 0;
        int before = 0;
        for (long i = 0; i < 1000; i++) {
            Trees.writeMessage(out, message(i));
            WireIn in = FORMAT.newReader(bytes.toByteArray(), LIVE);
            int there = 0;
            while (in.nextMessage()) {
                there++;
            }
            waiting = Math.max(waiting, (int) i + 1 - there);
            before = Math.max(before, there);
        }
        assertTrue(waiting > 5 && waiting <= 101, "waiting: " + waiting);
        assertTrue(before > 900, "there before the block is full: " + before);
        out.close();
        assertEquals(1000, checked(bytes.toByteArray()).size());
    }

    @Test
    void lastMessageBeforeAPauseReachesTheTargetInTimeWithAChecksum() throws InterruptedException {
        Shared bytes = new Shared();
        WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofMillis(20)));
        List<Object> expected = new ArrayList<>();
        long number = 0;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 10; i++) {
                expected.add(message(number));
                Trees.writeMessage(out, message(number++));
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!checked(bytes.copy()).equals(expected)) {
                assertTrue(System.nanoTime() < deadline, "nothing comes");
                Thread.sleep(5);
            }
        }
        // An open message is left alone, however long it takes.
        out.beginMessage();
        out.beginObject();
        Thread.sleep(60);
        out.field("id");
        out.int64(1);
        out.endObject();
        out.endMessage();
        out.cancelMessage();
        out.close();
        expected.add(Trees.map("id", 1L));
        assertEquals(expected, checked(bytes.copy()));
    }

    @Test
    void failureOfTheThreadIsThrownByTheNextCall() throws InterruptedException {
        Shared full = new Shared();
        WireOut out = FORMAT.newWriter(full, BY_ID.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofMillis(5)));
        full.isFull = true;
        Trees.writeMessage(out, message(0));
        failure(out, UncheckedIOException.class);
        full.isFull = false;
        Trees.writeMessage(out, message(1));
        out.close();
        assertEquals(List.of(message(1)), checked(full.copy()));
        assertThrows(
                IllegalArgumentException.class,
                () -> FORMAT.newWriter(full, BY_ID.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofMillis(-1))));
    }

    /** The exception that the next call throws after the thread has failed. */
    private static <T extends RuntimeException> T failure(WireOut out, Class<T> type) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            assertTrue(System.nanoTime() < deadline, "no failure");
            Thread.sleep(5);
            try {
                out.beginMessage();
                out.cancelMessage();
            } catch (RuntimeException e) {
                assertEquals("messages written before could not be flushed", e.getMessage());
                return type.cast(e);
            }
        }
    }

    /** A target may throw any exception: the thread continues and reports it. */
    @Test
    void threadSurvivesEveryExceptionOfTheTarget() throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Object lock = new Object();
        Throwable[] thrown = {null};
        OutputStream target = new OutputStream() {
            @Override
            public void write(int b) {
                throw new AssertionError("bytes are handed over in bulk");
            }

            @Override
            public void write(byte[] b, int offset, int length) {
                synchronized (lock) {
                    if (thrown[0] instanceof RuntimeException e) {
                        throw e;
                    }
                    if (thrown[0] instanceof Error e) {
                        throw e;
                    }
                    bytes.write(b, offset, length);
                }
            }
        };
        WireOut out = FORMAT.newWriter(target, BY_ID.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofMillis(5)));
        long number = 0;
        for (Throwable each :
                List.of(new IllegalArgumentException("closed by others"), new OutOfMemoryError("of the target"))) {
            synchronized (lock) {
                thrown[0] = each;
            }
            Trees.writeMessage(out, message(number++));
            assertSame(each, failure(out, IllegalStateException.class).getCause());
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            int before;
            synchronized (lock) {
                thrown[0] = null;
                before = bytes.size();
            }
            Trees.writeMessage(out, message(number++));
            for (int size = before; size == before; ) {
                assertTrue(System.nanoTime() < deadline, "nothing comes");
                Thread.sleep(5);
                synchronized (lock) {
                    size = bytes.size();
                }
            }
            out.flush(); // after the thread has written a header, a frame and a checksum
        }
        out.close();
        List<WireException> errors = new ArrayList<>();
        assertEquals(List.of(message(1), message(3)), readOn(bytes.toByteArray(), errors, WireOptions.DEFAULTS));
    }

    @Test
    void noOtherThreadWritesIntoBytes() throws InterruptedException {
        for (DeltaFormat.Flush flush : DeltaFormat.Flush.values()) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            WireOptions options =
                    BY_ID.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.FLUSH_INTERVAL, Duration.ofMillis(1));
            WireOut out = FORMAT.newWriter(bytes, options);
            Trees.writeMessage(out, message(0));
            long position = bytes.writePosition();
            WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS);
            assertTrue(in.nextMessage());
            assertEquals(message(0), Trees.readMessage(in));
            Thread.sleep(20);
            assertEquals(position, bytes.writePosition());
            out.close();
            WireOptions negative = options.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofNanos(-1));
            assertThrows(IllegalArgumentException.class, () -> FORMAT.newWriter(bytes, negative));
        }
    }

    @Test
    void theLongestIntervalIsAllowed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        try (WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.FLUSH_INTERVAL, longest))) {
            Trees.writeMessage(out, message(0));
        }
        assertEquals(List.of(message(0)), checked(bytes.toByteArray()));
    }

    @Test
    void keyFramesAndFailuresAreSerializedWithTheThread() {
        Shared bytes = new Shared();
        WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofHours(1)));
        Trees.writeMessage(out, message(0));
        out.keyFrame();
        out.beginMessage();
        assertThrows(IllegalStateException.class, out::keyFrame);
        assertThrows(IllegalStateException.class, out::beginMessage);
        assertThrows(IllegalStateException.class, out::endMessage);
        out.cancelMessage();
        out.cancelMessage();
        Trees.writeMessage(out, message(1));
        assertEquals(1, checked(bytes.copy()).size());
        out.flush();
        assertEquals(2, checked(bytes.copy()).size());
        out.close();
        out.close();
    }

    /** Bytes that two threads may read. */
    private static final class Shared extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        volatile boolean isFull;

        @Override
        public void write(int b) {
            throw new AssertionError("bytes are handed over in bulk");
        }

        @Override
        public synchronized void write(byte[] b, int offset, int length) throws IOException {
            if (isFull) {
                throw new IOException("no space left");
            }
            bytes.write(b, offset, length);
        }

        synchronized byte[] copy() {
            return bytes.toByteArray();
        }
    }

    private static List<Thread> flushers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("delta-flush"))
                .toList();
    }

    /** The last messages of an abandoned writer arrive all the same. */
    @Test
    void threadOfAnAbandonedWriterEnds() throws InterruptedException {
        List<Thread> before = flushers();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Thread> own = dropWriter(bytes, before);
        assertEquals(1, own.size());
        for (int i = 0; i < 1000 && own.get(0).isAlive(); i++) {
            System.gc();
            own.get(0).join(100);
        }
        assertFalse(own.get(0).isAlive());
        assertEquals(List.of(message(1), message(2)), checked(bytes.toByteArray()));
    }

    private static List<Thread> dropWriter(ByteArrayOutputStream bytes, List<Thread> before) {
        WireOut out = FORMAT.newWriter(bytes, BY_ID.with(DeltaFormat.FLUSH_INTERVAL, Duration.ofMillis(400)));
        Trees.writeMessage(out, message(1));
        Trees.writeMessage(out, message(2));
        return flushers().stream().filter(thread -> !before.contains(thread)).toList();
    }
}
