package io.deltawire.delta.internal.stream;

import static io.deltawire.delta.testing.Streams.messages;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.AppendPoint;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.PartialWriteStream;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.AppendedFiles;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers continue after a failure of the target, and what the target took before stays valid. */
class FailingTargetTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
    private static final List<WireOptions> WRITERS = List.of(
            BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE),
            BY_ID.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                    .with(DeltaFormat.COMPRESSION, DeltaFormat.Compression.DEFLATE));

    @TempDir
    Path dir;

    /**
     * What goes wrong.
     *
     * @param eighths how much of what it is given the target takes
     * @param times how often it fails
     * @param then what comes afterwards
     */
    private record Failure(int eighths, int times, int then, WireOptions options) {}

    private static List<Failure> failures() {
        List<Failure> failures = new ArrayList<>();
        for (int i = 0; i < 9 * 3 * 6 * 2; i++) {
            failures.add(new Failure(i % 9, 1 + i / 9 % 3, i / 27 % 6, WRITERS.get(i / 162)));
        }
        return failures;
    }

    private interface Writing {
        void on(WireOut out) throws IOException;
    }

    /** Writes five messages while the target fails, and then does something else. */
    private static WireOut write(OutputStream target, WireOptions options, int eighths, int failures, Writing then)
            throws IOException {
        PartialWriteStream failing = new PartialWriteStream(target, eighths);
        return write(failing, failing, options, failures, then);
    }

    private static WireOut write(
            OutputStream target, PartialWriteStream failing, WireOptions options, int failures, Writing then)
            throws IOException {
        WireOut out = FORMAT.newWriter(target, options);
        messages(0, 5).forEach(message -> Trees.writeMessage(out, message));
        failing.failures = failures;
        for (int i = 0; i < failures; i++) {
            Object lost = messages(5 + i, 1).get(0);
            assertThrows(UncheckedIOException.class, () -> Trees.writeMessage(out, lost));
        }
        then.on(out);
        return out;
    }

    private static List<Writing> afterwards() {
        return List.of(
                WireOut::flush,
                WireOut::close,
                WireOut::keyFrame,
                out -> messages(100, 3).forEach(message -> Trees.writeMessage(out, message)),
                out -> {
                    out.flush();
                    messages(100, 3).forEach(message -> Trees.writeMessage(out, message));
                    out.flush();
                },
                out -> {
                    messages(100, 3).forEach(message -> Trees.writeMessage(out, message));
                    out.close();
                });
    }

    private static void requireRight(byte[] bytes, String what) {
        for (DeltaFormat.ReadMode trust : List.of(
                DeltaFormat.ReadMode.CHECKED,
                DeltaFormat.ReadMode.CHECKED_THEN_RECOVER,
                DeltaFormat.ReadMode.RECOVER)) {
            WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust);
            List<Object> read = Streams.readOn(bytes, new ArrayList<>(), options);
            List<Object> wrong = new ArrayList<>(read);
            wrong.removeAll(messages(0, 10));
            wrong.removeAll(messages(100, 3));
            assertEquals(List.of(), wrong, what + ", " + trust);
        }
    }

    @Test
    void headerFollowsHalfAFrame() throws IOException {
        for (Failure failure : failures()) {
            int then = failure.then;
            WireOptions options = failure.options;
            String what = failure.toString();
            Path file = dir.resolve("a.dw");
            try (OutputStream target = Files.newOutputStream(file)) {
                write(
                        target,
                        options,
                        failure.eighths,
                        failure.times,
                        afterwards().get(then));
            }
            requireRight(Files.readAllBytes(file), what);
            AppendPoint end;
            try (FileChannel channel = FileChannel.open(file)) {
                end = AppendPoint.of(channel, options);
            }
            assertFalse(end.isDamaged(), what);
            try (WireOut out = new DeltaFormat().newAppender(file, options)) {
                Trees.writeMessage(out, messages(9, 1).get(0));
            }
            byte[] appended = Files.readAllBytes(file);
            requireRight(appended, what);
            List<Object> read = Streams.readOn(appended, new ArrayList<>());
            assertTrue(read.containsAll(messages(9, 1)), what + ": " + read);
            if (then > 2) {
                assertTrue(read.containsAll(messages(100, 3)), what + ": " + read);
            }
            assertTrue(read.containsAll(messages(0, 5)), what + ": " + read);
        }
    }

    /** What was handed over before and after a failure has a checksum, however much the target took. */
    @Test
    void handedOverMessagesAreCheckedAfterAFailure() throws IOException {
        for (Failure failure : failures()) {
            if (failure.then == 2) {
                continue; // a key frame alone is no message
            }
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            int then = failure.then;
            write(target, failure.options, failure.eighths, failure.times, out -> {
                afterwards().get(then).on(out);
                if (then == 3) {
                    out.flush();
                }
            });
            for (DeltaFormat.ReadMode mode : DeltaFormat.ReadMode.values()) {
                if (mode != DeltaFormat.ReadMode.UNCHECKED) {
                    WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, mode);
                    List<Object> read = Streams.readOn(target.toByteArray(), new ArrayList<>(), options);
                    read.removeAll(messages(5, failure.times)); // the target may have taken all of one
                    List<Object> expected = new ArrayList<>(messages(0, 5));
                    expected.addAll(then >= 3 ? messages(100, 3) : List.of());
                    assertEquals(expected, read, failure + ", " + mode);
                }
            }
        }
    }

    @Test
    void failedWriteIsTruncatedFromAnAppendedFile() throws IOException {
        for (Failure failure : failures()) {
            int then = failure.then;
            WireOptions options = failure.options;
            String what = failure.toString();
            Path file = dir.resolve("a.dw");
            Files.deleteIfExists(file);
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                PartialWriteStream failing = new PartialWriteStream(Channels.newOutputStream(channel), failure.eighths);
                OutputStream target = new AppendedFiles.Output(failing, channel, channel::truncate);
                write(target, failing, options, failure.times, afterwards().get(then));
                List<WireException> errors = new ArrayList<>();
                List<Object> read = Streams.readOn(Files.readAllBytes(file), errors);
                // Everything handed over has a checksum, except the last part.
                List<Object> expected = new ArrayList<>(messages(0, then == 2 ? 10 : 5));
                if (then > 3) {
                    expected.addAll(messages(100, 3));
                }
                if (then != 2) {
                    assertEquals(expected, read, what);
                } else {
                    assertTrue(expected.containsAll(read) && read.containsAll(messages(0, 5)), what + ": " + read);
                }
                boolean isClosed = then == 1 || then == 5;
                assertEquals(isClosed ? 0 : 1, errors.size(), what + ": " + errors);
            }
        }
    }

    @Test
    void keyFrameWithAChecksumIsNotCutOff() throws IOException {
        Path file = dir.resolve("a.dw");
        try (OutputStream target = Files.newOutputStream(file)) {
            PartialWriteStream failing = new PartialWriteStream(target, 0);
            WireOut out = FORMAT.newWriter(failing, WRITERS.get(0));
            failing.failures = 2;
            for (Object message : messages(0, 2)) {
                assertThrows(UncheckedIOException.class, () -> Trees.writeMessage(out, message));
            }
            out.keyFrame(); // repeats both records
        }
        assertEquals(
                2, Streams.readOn(Files.readAllBytes(file), new ArrayList<>()).size());
        try (WireOut out = new DeltaFormat().newAppender(file, WRITERS.get(0))) {
            Trees.writeMessage(out, messages(2, 1).get(0));
        }
        List<Object> read = Streams.readOn(Files.readAllBytes(file), new ArrayList<>());
        assertTrue(read.size() == 3 && read.containsAll(messages(0, 3)), read.toString());
    }

    @Test
    void fullByteBufferTakesAllOrNothing() {
        for (WireOptions options : WRITERS) {
            for (int room = 60; room < 120; room++) {
                ByteBuffer buffer = ByteBuffer.allocate(200).limit(room);
                int written = 0;
                try (WireOut out = FORMAT.newWriter(buffer, options)) {
                    try {
                        for (Object message : messages(0, 10)) {
                            Trees.writeMessage(out, message);
                            written++;
                        }
                    } catch (WireDataException e) {
                        buffer.limit(200);
                    }
                    out.flush();
                    List<Object> read =
                            Streams.readOn(Arrays.copyOf(buffer.array(), buffer.position()), new ArrayList<>());
                    assertEquals(messages(0, written), read, "room for " + room);
                }
            }
        }
    }

    @Test
    void flushAfterAFailureChecksWhatWasHandedOver() throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        write(target, WRITERS.get(0), 0, 1, WireOut::flush);
        List<WireException> errors = new ArrayList<>();
        assertEquals(messages(0, 5), Streams.readOn(target.toByteArray(), errors));
        assertEquals(1, errors.size(), errors.toString()); // no end mark
    }
}
