package io.deltawire.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.cli.terminal.Exit;
import io.deltawire.cli.testing.CommandRun;
import io.deltawire.delta.AppendPoint;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.FollowedInputStream;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A follower gives every message once and in order, whatever writers do to the file, or reports an error or a
 * truncation where one is missing. Writer and reader take steps in one thread, so nothing depends on time.
 */
class FollowedFileTest {
    private static final int RUNS = Integer.getInteger("follow.runs", 12);
    private static final long SEED = Long.getLong("follow.seed", 1);
    private static final int STEPS = 60;
    private static final Pattern MESSAGE = Pattern.compile("\\{\"m\":\\{\"n\":(\\d+),\"text\":\"([^\"]*)\"}}");

    @TempDir
    Path dir;

    /** A file and the writers that work on it one after the other. */
    private final class Writers {
        final WireFormat format;
        final SplittableRandom random;
        final Path file;
        /** The numbers of messages that may be missing, because their writer was killed or they were truncated. */
        final TreeSet<Integer> optional = new TreeSet<>();

        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out;
        /** The bytes of the last message that are not in the file yet. */
        byte[] rest = new byte[0];

        int next;
        int zeros;
        int files;
        /** Whether the file has been begun since the reader's last step. */
        boolean isUnseen;

        Runnable reader = () -> {};

        /** Whether a reader learns the end of a message from the one after it. */
        final boolean isEndedByTheNext;

        Writers(WireFormat format, SplittableRandom random, Path file) throws IOException {
            this.format = format;
            isEndedByTheNext = !format.isBinary()
                    && !format.features().contains(WireFormat.Feature.LINES)
                    && !format.features().contains(WireFormat.Feature.TABLE);
            this.random = random;
            this.file = file;
            Files.createFile(file);
            begin(WireOptions.DEFAULTS);
        }

        private void begin(WireOptions options) {
            bytes.reset();
            out = format.newWriter(
                    bytes,
                    options.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE)
                            .with(DeltaFormat.BLOCK_BYTES, 1 + random.nextInt(1000)));
        }

        void finish() throws IOException {
            put(rest.length);
        }

        /** Writes a message, and hands over all or a part of it. */
        void message() throws IOException {
            finish();
            out.beginMessage();
            out.beginObject();
            out.field("m");
            out.beginObject();
            out.field("n");
            out.int64(next);
            out.field("text");
            out.text(text(next));
            out.endObject();
            out.endObject();
            out.endMessage();
            next++;
            rest = bytes.toByteArray();
            bytes.reset();
            // A writer to room that is there already writes the header last, so a part of it is not to be seen.
            put(zeros > 0 || random.nextInt(3) > 0 ? rest.length : random.nextInt(rest.length + 1));
        }

        private void put(int count) throws IOException {
            try (RandomAccessFile target = new RandomAccessFile(file.toFile(), "rw")) {
                target.seek(target.length() - zeros);
                target.write(rest, 0, count);
                zeros = (int) (target.length() - target.getFilePointer());
            }
            rest = Arrays.copyOfRange(rest, count, rest.length);
        }

        /** Makes room for binary messages. */
        void allocate() throws IOException {
            finish();
            if (Formats.isWholeBinary(format.name())) {
                int count = 4 + random.nextInt(3000);
                zeros += count;
                Files.write(file, new byte[count], StandardOpenOption.APPEND);
            }
        }

        /** The writer is killed inside a message, and another one continues the file. */
        void kill() throws IOException {
            boolean isTable = format.features().contains(WireFormat.Feature.TABLE);
            if (isTable || zeros > 0) {
                return; // nothing continues a table
            }
            finish();
            long whole = Files.size(file);
            int opened = files == 0 && whole == 0 ? 1 : 0;
            message();
            put(rest.length > 1 ? random.nextInt(rest.length) : 0);
            String torn = Files.readString(file, StandardCharsets.ISO_8859_1).substring((int) whole);
            if (isEndedByTheNext && torn.indexOf('{') < 0) {
                finish(); // a part that looks like a whole document is one
            }
            if (rest.length > 0 || opened > 0) {
                optional.add(next - 1);
            }
            rest = new byte[0];
            step();
            repair(whole);
        }

        private void repair(long whole) throws IOException {
            WireOptions options = WireOptions.DEFAULTS;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                if (format instanceof DeltaFormat) {
                    AppendPoint end = AppendPoint.of(channel, options);
                    end.repair(channel);
                    options = options.with(DeltaFormat.APPEND_AT, end);
                } else if (format.isBinary()) {
                    channel.truncate(optional.contains(next - 1) ? whole : channel.size());
                } else if (random.nextBoolean()) {
                    options = ((BufferFormat) format).repairEnd(channel, options, random.nextBoolean());
                } else {
                    Files.writeString(file, "\n", StandardOpenOption.APPEND);
                }
            }
            if (random.nextBoolean()) {
                step();
            }
            begin(options);
        }

        void rotate() throws IOException {
            finish();
            if (isUnseen) {
                step(); // nobody can read a file that comes and goes between two reads
            }
            isUnseen = true;
            zeros = 0;
            files++;
            Files.move(file, dir.resolve("old"), StandardCopyOption.REPLACE_EXISTING);
            Files.createFile(file);
            begin(WireOptions.DEFAULTS);
        }

        void truncate() throws IOException {
            finish();
            if (random.nextBoolean()) {
                step();
                if (isEndedByTheNext) {
                    optional.add(next - 1);
                }
            } else {
                for (int i = 0; i < next; i++) {
                    optional.add(i);
                }
            }
            zeros = 0;
            files++;
            isUnseen = true;
            Files.write(file, new byte[0]);
            begin(WireOptions.DEFAULTS);
        }

        void step() {
            isUnseen = false;
            reader.run();
        }
    }

    private static String text(int n) {
        return "t" + n + "-" + "x".repeat(n * 7919 % 97);
    }

    /** Reads a followed file without waiting. */
    private static final class Follower {
        final FollowedInputStream file;
        final WireFormat format;
        final WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE);
        final List<Integer> numbers = new ArrayList<>();
        final List<String> faults = new ArrayList<>();
        WireIn in;

        Follower(WireFormat format, Path path) throws IOException {
            this.format = format;
            file = FollowedInputStream.open(path, Duration.ZERO);
            in = format.newReader(file, options);
        }

        void read() {
            try {
                do {
                    readFile();
                    faults.add(file.isTruncated() ? "truncated" : "replaced");
                } while (begin());
            } catch (UncheckedIOException e) {
                assertTrue(e.getCause() instanceof InterruptedIOException, e.toString());
            } catch (InterruptedIOException e) {
                // nothing more yet
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void readFile() throws IOException {
            try {
                do {
                    readMessages();
                } while (file.awaitChange());
            } catch (UncheckedIOException e) {
                if (!file.isEnded()) {
                    throw e; // else it was truncated inside a message
                }
            }
        }

        private boolean begin() throws IOException {
            boolean isNext = file.nextFile();
            in = format.newReader(file, options);
            return isNext;
        }

        private void readMessages() {
            boolean more = true;
            while (more) {
                try {
                    more = in.nextMessage();
                    if (more) {
                        accept(json(in));
                    }
                } catch (WireException e) {
                    faults.add(e.getMessage());
                }
            }
        }

        private void accept(String message) {
            Matcher matcher = MESSAGE.matcher(message);
            assertTrue(matcher.matches(), message);
            int n = Integer.parseInt(matcher.group(1));
            assertEquals(text(n), matcher.group(2));
            assertTrue(numbers.isEmpty() || numbers.get(numbers.size() - 1) < n, n + " after " + numbers);
            numbers.add(n);
        }
    }

    private static String json(WireIn in) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        WireOut out = new JsonFormat().newWriter(json, WireOptions.DEFAULTS);
        Transcoder.copyMessage(in, out);
        out.close();
        return json.toString(StandardCharsets.UTF_8).strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "csv", "binary", "delta"})
    void givesEveryMessageOnceAndInOrder(String name) throws IOException {
        for (int run = 0; run < RUNS; run++) {
            long seed = SEED * 1_000_003 + run;
            try {
                follow(WireFormats.find(name).orElseThrow(), new SplittableRandom(seed), dir.resolve(name + run));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(name + ", seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private void follow(WireFormat format, SplittableRandom random, Path path) throws IOException {
        Writers writers = new Writers(format, random, path);
        Follower follower = new Follower(format, path);
        writers.reader = follower::read;
        for (int i = 0; i < STEPS; i++) {
            switch (random.nextInt(14)) {
                case 0 -> writers.kill();
                case 1 -> writers.rotate();
                case 2 -> writers.truncate();
                case 3 -> writers.allocate();
                case 4, 5, 6, 7 -> writers.step();
                default -> writers.message();
            }
            if (random.nextInt(40) > 0 && (i & 1) == 0) {
                writers.step();
            }
        }
        writers.finish();
        writers.step();
        writers.rotate();
        writers.step();
        List<Integer> missing = new ArrayList<>();
        for (int n = 0; n < writers.next; n++) {
            if (!writers.optional.contains(n) && !follower.numbers.contains(n)) {
                missing.add(n);
            }
        }
        assertEquals(List.of(), missing, () -> "given " + follower.numbers + ", faults " + follower.faults);
        follower.file.close();
    }

    @Test
    void aPlainStreamOfAFileReadsReplacedBytesAgain() throws IOException {
        WireFormat delta = new DeltaFormat();
        for (int seed = 0; seed < 4 * RUNS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Writers writers = new Writers(delta, random, dir.resolve("plain" + seed));
            List<Integer> numbers = new ArrayList<>();
            boolean isChannel = random.nextBoolean();
            try (InputStream stream = isChannel
                            ? Files.newInputStream(writers.file)
                            : new FileInputStream(writers.file.toFile());
                    WireIn in = delta.newReader(
                            stream, WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.LIVE))) {
                writers.reader = () -> poll(in, numbers);
                for (int i = 0; i < STEPS; i++) {
                    if (random.nextInt(6) == 0) {
                        writers.kill();
                    } else {
                        writers.message();
                    }
                    if (random.nextBoolean()) {
                        writers.step();
                    }
                }
                writers.finish();
                writers.step();
            }
            for (int n = 0; n < writers.next; n++) {
                assertTrue(writers.optional.contains(n) || numbers.contains(n), "seed " + seed + ": no " + n);
            }
        }
    }

    private static void poll(WireIn in, List<Integer> numbers) {
        boolean more = true;
        while (more) {
            try {
                more = in.nextMessage();
                if (more) {
                    Matcher matcher = MESSAGE.matcher(json(in));
                    assertTrue(matcher.matches());
                    int n = Integer.parseInt(matcher.group(1));
                    assertEquals(text(n), matcher.group(2));
                    assertTrue(numbers.isEmpty() || numbers.get(numbers.size() - 1) < n, n + " after " + numbers);
                    numbers.add(n);
                }
            } catch (TruncatedWireException e) {
                // the file ends inside a message for now
            }
        }
    }

    @Test
    void aMessageThatComesInTwoHalvesIsOneMessage() throws IOException {
        List<String> halves = List.of(
                "json|{\"n\":1,\"te|xt\":\"a\"}\n|{\"n\":2}\n",
                "json|{\"n\":1,\n\"text\"|:\n\"a\"}\n|{\"n\":2}\n",
                "yaml|---\n{n: 1, te|xt: a}\n|---\n{n: 2}\n");
        for (String half : halves) {
            String[] parts = half.split("\\|");
            Path file = dir.resolve("half");
            Files.writeString(file, parts[1]);
            try (WireIn in = WireFormats.find(parts[0])
                    .orElseThrow()
                    .newReader(new FileInputStream(file.toFile()), WireOptions.DEFAULTS)) {
                List<String> messages = new ArrayList<>();
                readAll(in, messages);
                readAll(in, messages);
                Files.writeString(file, parts[2], StandardOpenOption.APPEND);
                readAll(in, messages);
                Files.writeString(file, parts[3], StandardOpenOption.APPEND);
                readAll(in, messages);
                assertEquals(List.of("{\"n\":1,\"text\":\"a\"}", "{\"n\":2}"), messages, half);
            }
        }
    }

    private static void readAll(WireIn in, List<String> messages) {
        boolean more = true;
        while (more) {
            try {
                more = in.nextMessage();
                if (more) {
                    messages.add(json(in));
                }
            } catch (TruncatedWireException e) {
                // the rest comes later
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "json|{\"n\":0}~xx{~{\"n\":1}~|{\"n\":0}~",
                "yaml|---~n: 0~---~n: [1~---~n: 1~---~|{\"n\":0}~",
                "csv|n,m~0,1~1~2,2~|{\"n\":0,\"m\":1}~"
            })
    void theCommandStopsAtADamagedMessage(String format, String text, String given) throws IOException {
        Path file = Files.writeString(dir.resolve("bad." + format), text.replace('~', '\n'));
        CommandRun run = within(() -> CommandRun.of("convert", "--follow", "--output", "json", file.toString()));
        assertEquals(given.replace('~', '\n'), run.out(), run.err());
        assertEquals(Exit.CORRUPT, run.code(), run.err());
        Path dump = dir.resolve("recorded.jsonl");
        run = within(() -> CommandRun.of("record", "--follow", "--out", dump.toString(), file.toString()));
        assertEquals(Exit.CORRUPT, run.code(), run.err());
        assertEquals(given.replace('~', '\n'), Files.readString(dump));
    }

    @Test
    void theCommandStopsAtJunkAfterADump() throws IOException {
        Path file = dir.resolve("junk.dw");
        Files.write(
                file,
                CommandRun.withInput("{\"n\":0}\n", "convert", "--output", "delta")
                        .bytes());
        Files.writeString(file, "no dump", StandardOpenOption.APPEND);
        CommandRun run = within(() -> CommandRun.of("convert", "--follow", "--output", "json", file.toString()));
        assertEquals("{\"n\":0}\n", run.out(), run.err());
        assertEquals(Exit.CORRUPT, run.code(), run.err());
    }

    /** The input ends by {@code --max}, since a follower does not end by itself. */
    @Test
    void theCommandReadsAfterAHole() throws IOException {
        byte[] hole = new byte[70_000];
        String lines = "{\"n\":1}\n{\"n\":2}\n";
        String more = lines + "{\"n\":3}\n"; // with which a document of YAML is known to be at its end
        for (String format : List.of("json", "yaml", "binary")) {
            byte[] messages =
                    CommandRun.withInput(more, "convert", "--output", format).bytes();
            Path file = Files.write(dir.resolve("hole." + format), hole);
            Files.write(file, messages, StandardOpenOption.APPEND);
            CommandRun run = within(
                    () -> CommandRun.of("convert", "-i", format, "-f", "--max", "2", "-o", "json", file.toString()));
            assertEquals(lines, run.out(), run.err());
            assertTrue(run.err().contains("begins with 70000 zero bytes"), run.err());
            run = CommandRun.of("convert", "--keep-going", "-o", "json", file.toString());
            assertEquals(more, run.out(), run.err());
            assertEquals(Exit.CORRUPT, run.code());
            run = CommandRun.of("verify", file.toString());
            assertEquals(Exit.CORRUPT, run.code());
        }
    }

    /** A hole is explained, and passed, wherever the bytes come from. */
    @Test
    void aHoleIsFoundInPipesAndPackedFilesToo() throws IOException {
        String lines = "{\"n\":1}\n{\"n\":2}\n";
        for (String format : List.of("json", "yaml", "csv", "binary", "delta")) {
            byte[] messages =
                    CommandRun.withInput(lines, "convert", "--output", format).bytes();
            for (int zeros : new int[] {8, 9, 64, 4095, 4096, 4097, 70_000}) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                bytes.write(new byte[zeros]);
                bytes.write(messages);
                ByteArrayOutputStream packed = new ByteArrayOutputStream();
                try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                    gzip.write(bytes.toByteArray());
                }
                Path plainFile = Files.write(dir.resolve("h." + format), bytes.toByteArray());
                Path packedFile = Files.write(dir.resolve("h." + format + ".gz"), packed.toByteArray());
                String[] words = {"convert", "-i", format, "--keep-going", "-o", "json"};
                List<CommandRun> runs = List.of(
                        CommandRun.withInput(bytes.toByteArray(), words),
                        CommandRun.withInput(packed.toByteArray(), words),
                        CommandRun.of("convert", "--keep-going", "-o", "json", packedFile.toString()),
                        CommandRun.of("convert", "--keep-going", "-o", "json", plainFile.toString()));
                for (CommandRun run : runs) {
                    String what = format + " after " + zeros + ": " + run.err();
                    assertEquals(lines, run.out(), what);
                    assertTrue(run.err().contains("begins with " + zeros + " zero bytes"), what);
                    assertEquals(Exit.CORRUPT, run.code(), what);
                }
                CommandRun stopped = CommandRun.withInput(bytes.toByteArray(), "convert", "-i", format, "-o", "json");
                assertEquals("", stopped.out());
                assertEquals(Exit.CORRUPT, stopped.code());
            }
        }
        CommandRun zeros = CommandRun.withInput(new byte[5000], "convert");
        assertEquals(Exit.CORRUPT, zeros.code(), zeros.err());
    }

    @Test
    void verifyTakesTheUnfinishedEndOfALiveFileForNoFault() throws IOException {
        Path file = dir.resolve("live.dw");
        byte[] dump = CommandRun.withInput("{\"n\":1}\n{\"n\":2}\n", "convert", "--output", "delta")
                .bytes();
        Files.write(file, Arrays.copyOf(dump, dump.length - 25));
        assertEquals(Exit.TRUNCATED, CommandRun.of("verify", file.toString()).code());
        CommandRun run = CommandRun.of("verify", "--live", file.toString());
        assertEquals(Exit.OK, run.code());
        assertTrue(run.out().contains("OK so far, delta, 1 message, "), run.out());
    }

    /** The recorder goes on after a hole in every format, as the converter does: a delta dump from its next epoch on. */
    @Test
    void theRecorderReadsAfterAHole() throws Exception {
        for (String format : List.of("json", "yaml", "binary", "delta")) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 4000; i++) {
                lines.append("{\"n\":")
                        .append(i)
                        .append(",\"t\":\"")
                        .append(new SplittableRandom(i)
                                .longs(6)
                                .mapToObj(Long::toString)
                                .toList())
                        .append("\"}\n");
            }
            byte[] messages = CommandRun.withInput(lines.toString(), "convert", "--output", format)
                    .bytes();
            // After the hole of a delta dump comes the rest of an epoch.
            int from = format.equals("delta") ? 1000 : 0;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(new byte[70_000 + from]);
            bytes.write(messages, from, messages.length - from);
            Path file = Files.write(dir.resolve("hole." + format), bytes.toByteArray());
            Path converted = dir.resolve("converted-" + format + ".jsonl");
            Path recorded = dir.resolve("recorded-" + format + ".jsonl");
            CommandRun.of(
                    "convert",
                    "-i",
                    format,
                    "--keep-going",
                    "-o",
                    "json",
                    "--out",
                    converted.toString(),
                    file.toString());
            Thread recorder = new Thread(() -> CommandRun.of(
                    "record", "-i", format, "-f", "--flush", "message", "--out", recorded.toString(), file.toString()));
            recorder.start();
            String expected = Files.readString(converted);
            if (format.equals("yaml")) { // whose last document has no end yet
                expected = expected.substring(0, expected.lastIndexOf('{'));
            }
            assertTrue(expected.length() > 1000, format);
            long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
            while (Files.notExists(recorded) || Files.size(recorded) < expected.length()) {
                assertTrue(System.nanoTime() < end && recorder.isAlive(), format + " is not recorded");
                Thread.sleep(20);
            }
            recorder.interrupt();
            recorder.join();
            assertEquals(expected, Files.readString(recorded), format);
        }
    }

    /** A command that does not end fails the test. */
    private static CommandRun within(ThrowingSupplier<CommandRun> run) {
        return assertTimeoutPreemptively(Duration.ofMinutes(2), run);
    }
}
