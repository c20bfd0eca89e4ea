package io.deltawire.bench.journal;

import io.deltawire.bench.CommandErrors;
import io.deltawire.journal.JournalOptions.Flush;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code bench/run journal}: what a journal costs beside a bare wire on a file, and events between two processes beside
 * Chronicle Queue.
 */
@Command(
        name = "bench/run journal",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Measures journals: writing beside a bare wire on a file, and events from one process to another"
                + " beside Chronicle Queue.")
public final class JournalMain implements Callable<Integer> {
    @Option(
            names = "--format",
            split = ",",
            description = "The formats of the journals; the default is ${DEFAULT-VALUE}.")
    private List<String> formats = List.of("binary", "delta");

    @Option(
            names = "--count",
            description = "The number of events of each measurement; the default is ${DEFAULT-VALUE}.")
    private int count = 500_000;

    @Option(
            names = "--rate",
            description = "Events a second where latencies are measured; the default is ${DEFAULT-VALUE}.")
    private int rate = 10_000;

    @Option(names = "--rounds", description = "How often writing is measured; the default is ${DEFAULT-VALUE}.")
    private int rounds = 7;

    @Option(names = "--no-processes", description = "Measures writing only.")
    private boolean isWritingOnly;

    private final PrintStream print = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    public static void main(String[] args) {
        System.exit(new CommandLine(new JournalMain())
                .setExecutionExceptionHandler(CommandErrors.handler("bench/run journal"))
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (count < 100 || rate < 1 || rounds < 1) {
            throw new IllegalArgumentException("expected at least 100 events, and a rate and rounds above 0");
        }
        Path folder = Files.createTempDirectory("journal-bench");
        try {
            printWriting(folder);
            if (!isWritingOnly) {
                printProcesses(folder);
            }
        } finally {
            delete(folder);
        }
        return 0;
    }

    private void printWriting(Path folder) throws IOException {
        print.println("| format | flush | bare wire, ns an event | journal, ns an event | journal / wire |");
        print.println("|---|---|---:|---:|---:|");
        for (String format : formats) {
            for (Flush flush : Flush.values()) {
                int events = flush == Flush.FORCED ? Math.max(50, count / 1000) : count;
                double bare = Double.MAX_VALUE;
                double journal = Double.MAX_VALUE;
                for (int i = 0; i <= rounds; i++) { // the first round is warm-up
                    Path path = folder.resolve(format + flush + i);
                    double wire = nanosToWrite(new BareWire(Path.of(path + ".bare"), format, flush), events);
                    double log = nanosToWrite(new JournalLog(path, format, flush), events);
                    if (i > 0) {
                        bare = Math.min(bare, wire);
                        journal = Math.min(journal, log);
                    }
                    delete(path);
                    Files.delete(Path.of(path + ".bare"));
                }
                print.printf(
                        Locale.ROOT,
                        "| %s | %s | %,.0f | %,.0f | %.2f |%n",
                        format,
                        flush,
                        bare,
                        journal,
                        journal / bare);
            }
        }
    }

    /** Writes events; a tenth of them is written before the time is taken, so that the file exists. */
    private static double nanosToWrite(EventLog log, int events) {
        try (log) {
            for (int i = 0; i < events / 10; i++) {
                log.write(i);
            }
            long start = System.nanoTime();
            for (int i = 0; i < events; i++) {
                log.write(start + i);
            }
            return (System.nanoTime() - start) / (double) events;
        }
    }

    private void printProcesses(Path folder) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (String format : formats) {
            names.add(format + ":message");
            names.add(format + ":batch");
        }
        names.add("queue");
        print.println();
        print.printf(
                Locale.ROOT,
                "| log | events/s without a limit | at %,d/s: typical, \u00B5s | 99%% | 99.9%% | worst |%n",
                rate);
        print.println("|---|---:|---:|---:|---:|---:|");
        for (String name : names) {
            LogProcess.Received fast = send(name, folder.resolve(name.replace(':', '-') + "-fast"), 0);
            LogProcess.Received paced = send(name, folder.resolve(name.replace(':', '-') + "-paced"), rate);
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %s | %,.0f |", name, fast.perSecond()));
            for (double micros : paced.micros()) {
                row.append(String.format(Locale.ROOT, " %,.1f |", micros));
            }
            print.println(row);
        }
    }

    /**
     * Sends events to a second process.
     *
     * @param perSecond the rate, or 0 for no limit
     */
    private LogProcess.Received send(String name, Path folder, int perSecond) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        int warmUp = count / 4;
        Process reader = LogProcess.startReader(name, folder, warmUp, count);
        Process writer = null;
        try (BufferedReader output = reader.inputReader()) {
            LogProcess.readLine(output, folder);
            writer = LogProcess.startWriter(name, folder, warmUp + count, perSecond);
            return LogProcess.parse(LogProcess.readLine(output, folder));
        } finally {
            reader.destroyForcibly().waitFor();
            if (writer != null) {
                writer.waitFor();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Path[] all = files.toArray(Path[]::new);
            for (int i = all.length - 1; i >= 0; i--) {
                Files.delete(all[i]);
            }
        }
    }
}
