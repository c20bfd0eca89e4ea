package io.deltawire.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.wire.WireOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A service reads one journal and writes another. However it is stopped, every input is answered exactly once. The
 * service runs in a process of its own that is killed at random; {@code -Dkills=100} kills it more often.
 */
class ServiceRestartTest {
    interface Requests {
        void request(long number);
    }

    interface Answers {
        void answer(long number);

        void detail(String text);
    }

    @TempDir
    Path folder;

    /** Answers request n with n % 3 details and an answer. */
    private static final class Service implements Requests {
        private final Answers answers;

        Service(Answers answers) {
            this.answers = answers;
        }

        @Override
        public void request(long number) {
            for (int i = 0; i < number % 3; i++) {
                answers.detail("detail " + i + " of " + number);
            }
            answers.answer(number);
        }
    }

    private static WireOptions options(String format, String flush) {
        return WireOptions.DEFAULTS
                .with(JournalOptions.FORMAT, format)
                .with(JournalOptions.FLUSH, JournalOptions.Flush.valueOf(flush))
                .with(JournalOptions.FLUSH_INTERVAL, Duration.ofMillis(5))
                .with(JournalOptions.FILE_BYTES, 20_000L);
    }

    /** Runs the service until it is killed, or has answered everything. */
    public static void main(String[] arguments) {
        WireOptions options = options(arguments[1], arguments[2]);
        long requests = Long.parseLong(arguments[3]);
        Path folder = Path.of(arguments[0]);
        try (Journal input = Journal.open(folder.resolve("requests"), options);
                Journal output = Journal.open(folder.resolve("answers"), options)) {
            MessageHistory history = new MessageHistory();
            Answers answers = output.appender()
                    .methodWriterBuilder(Answers.class)
                    .history(history)
                    .build();
            MethodReader reader = input.tailer()
                    .afterLastWritten(1, output)
                    .methodReader(builder -> builder.history(1, history).build(new Service(answers)));
            while (reader.index() < requests - 1) {
                reader.readOne();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aKilledServiceAnswersEveryRequestOnce(String format) throws Exception {
        int kills = Integer.getInteger("kills", 3);
        Random random = new Random(format.hashCode());
        String[] policies = {"MESSAGE", "BATCH", "FORCED"};
        String flush = policies[random.nextInt(3)];
        long requests = 3000;
        try (Journal input = Journal.open(folder.resolve("requests"), options(format, "MESSAGE"))) {
            Requests to = input.appender().methodWriter(Requests.class);
            for (long i = 0; i < requests; i++) {
                to.request(i);
            }
        }
        for (int i = 0; i < kills; i++) {
            Process process = start(format, flush, requests);
            assertTrue(awaitFiles(process), "the service writes");
            Thread.sleep(random.nextInt(200));
            process.destroyForcibly().waitFor();
        }
        Process last = start(format, flush, requests);
        assertTrue(last.waitFor(120, TimeUnit.SECONDS), "the service ends");
        assertEquals(0, last.exitValue());
        List<String> expected = new ArrayList<>();
        new Recorder(expected).requestAll(requests);
        List<String> answered = new ArrayList<>();
        try (Journal output = Journal.open(folder.resolve("answers"), options(format, flush))) {
            MethodReader reader = output.tailer().methodReader(new Recorder(answered));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (answered.size() < expected.size() && System.nanoTime() < end) {
                reader.readOne();
            }
            Thread.sleep(5); // the next listing of files
            assertFalse(reader.readOne(), "nothing follows");
        }
        assertEquals(expected, answered);
    }

    /** Runs a service in this process until it has answered a number of requests. */
    private void runService(WireOptions options, long requests, boolean asksForLast) {
        try (Journal input = Journal.open(folder.resolve("requests"), options);
                Journal output = Journal.open(folder.resolve("answers"), options)) {
            MessageHistory history = new MessageHistory();
            Answers answers = output.appender()
                    .methodWriterBuilder(Answers.class)
                    .history(history)
                    .build();
            JournalTailer tailer = input.tailer();
            if (asksForLast) {
                tailer.afterLastWritten(1, output);
            }
            MethodReader reader =
                    tailer.methodReader(builder -> builder.history(1, history).build(new Service(answers)));
            while (reader.index() < requests - 1) {
                reader.readOne();
            }
        }
    }

    private void writeRequests(WireOptions options, long from, long to) {
        try (Journal input = Journal.open(folder.resolve("requests"), options)) {
            Requests requests = input.appender().methodWriter(Requests.class);
            for (long i = from; i < to; i++) {
                requests.request(i);
            }
        }
    }

    private List<String> answers(WireOptions options, int count) {
        List<String> answered = new ArrayList<>();
        try (Journal output = Journal.open(folder.resolve("answers"), options)) {
            JournalTailer tailer = output.tailer();
            MethodReader reader = tailer.methodReader(new Recorder(answered));
            while (reader.readOne()
                    || tailer.await(answered.size() < count ? Duration.ofSeconds(30) : Duration.ofMillis(10))) {}
        }
        return answered;
    }

    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aServiceThatDoesNotAskForItsLastOutputRepeatsNoneEither(String format) {
        WireOptions options = options(format, "MESSAGE").with(JournalOptions.FILE_BYTES, 2000L);
        for (int run = 1; run <= 4; run++) {
            writeRequests(options, 50L * (run - 1), 50L * run);
            runService(options, 50L * run, run % 3 == 0);
        }
        List<String> expected = new ArrayList<>();
        new Recorder(expected).requestAll(200);
        assertEquals(expected, answers(options, expected.size()));
    }

    /** The older files are not even readable, which a start that reads them all would report. */
    @ParameterizedTest
    @ValueSource(strings = {"delta", "binary", "json", "yaml"})
    void aRestartReadsTheLastFilesAndNoOthers(String format) throws IOException {
        WireOptions options = options(format, "MESSAGE").with(JournalOptions.FILE_BYTES, 1000L);
        writeRequests(options, 0, 300);
        runService(options, 300, true);
        List<Path> files;
        try (Journal output = Journal.open(folder.resolve("answers"), options)) {
            files = output.files();
        }
        assertTrue(files.size() > 5, files::toString);
        for (Path file : files.subList(0, files.size() - 3)) {
            Files.delete(file);
            Files.createDirectory(file);
        }
        writeRequests(options, 300, 400);
        runService(options, 400, true);
        try (Journal output = Journal.open(folder.resolve("answers"), options)) {
            List<String> answered = new ArrayList<>();
            JournalTailer tailer = output.tailer().toMessage(output.appender().nextIndex() - 1);
            MethodReader reader = tailer.methodReader(new Recorder(answered));
            while (reader.readOne()) {}
            assertEquals("answer 399", answered.get(answered.size() - 1));
        }
    }

    @Test
    void servicesWithTheirOwnSourcesShareAnOutputWithoutADeadlock() throws Exception {
        WireOptions options = options("delta", "MESSAGE");
        for (int run = 0; run < 4; run++) {
            try (Journal output = Journal.open(folder.resolve("answers"), options)) {
                List<Thread> threads = new ArrayList<>();
                List<Throwable> failures = new ArrayList<>();
                for (int id = 1; id <= 4; id++) {
                    int sourceId = id;
                    Thread thread = new Thread(() -> {
                        try (Journal input = Journal.open(folder.resolve("requests" + sourceId), options)) {
                            Requests requests = input.appender().methodWriter(Requests.class);
                            for (int i = 0; i < 30; i++) {
                                requests.request(sourceId);
                            }
                            MessageHistory history = new MessageHistory();
                            Answers answers = output.appender()
                                    .methodWriterBuilder(Answers.class)
                                    .history(history)
                                    .build();
                            JournalTailer tailer = input.tailer();
                            if (sourceId > 2) {
                                tailer.afterLastWritten(sourceId, output);
                            }
                            MethodReader reader = tailer.methodReader(builder ->
                                    builder.history(sourceId, history).build(new Service(answers)));
                            while (reader.index() < input.appender().nextIndex() - 1) {
                                reader.readOne();
                            }
                        } catch (RuntimeException | Error e) {
                            synchronized (failures) {
                                failures.add(e);
                            }
                        }
                    });
                    thread.start();
                    threads.add(thread);
                }
                for (Thread thread : threads) {
                    thread.join(60_000);
                    assertFalse(thread.isAlive(), "a deadlock");
                }
                assertEquals(List.of(), failures);
            }
        }
        List<String> answered = answers(options, 4 * 4 * 30);
        for (int id = 1; id <= 4; id++) {
            assertEquals(120, Collections.frequency(answered, "answer " + id), "of source " + id);
        }
    }

    private static final class Recorder implements Answers {
        private final List<String> lines;

        Recorder(List<String> lines) {
            this.lines = lines;
        }

        void requestAll(long requests) {
            Service service = new Service(this);
            for (long i = 0; i < requests; i++) {
                service.request(i);
            }
        }

        @Override
        public void answer(long number) {
            lines.add("answer " + number);
        }

        @Override
        public void detail(String text) {
            lines.add(text);
        }
    }

    private Process start(String format, String flush, long requests) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServiceRestartTest.class.getName(),
                        folder.toString(),
                        format,
                        flush,
                        Long.toString(requests))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    /** Waits until the service has a file of answers, or has ended. */
    private boolean awaitFiles(Process process) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        File answers = folder.resolve("answers").toFile();
        while (System.nanoTime() < end) {
            String[] names = answers.list();
            if (names != null && names.length > 1 || !process.isAlive()) {
                return true;
            }
            Thread.sleep(5);
        }
        return false;
    }
}
