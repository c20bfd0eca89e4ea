package io.deltawire.bench.journal;

import io.deltawire.bench.peer.ChronicleCodec;
import io.deltawire.journal.JournalOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * Writes or follows a log in a process of its own. Both processes take the time from {@link System#nanoTime}, which is one clock for the
 * machine on Linux, and on most other systems.
 */
final class LogProcess {
    /** Libraries print lines of their own. */
    private static final String PREFIX = "log: ";

    private static final long MAX_NANOS = 3_600_000_000_000L;

    private LogProcess() {}

    /**
     * What was received.
     *
     * @param perSecond events a second, from the first to the last one
     * @param micros latencies in microseconds, by percentile
     */
    record Received(double perSecond, double[] micros) {}

    /** The percentiles of {@link Received#micros}. */
    static final double[] PERCENTILES = {50, 99, 99.9, 100};

    /** Opens a log by its name: {@code queue}, or a format and a flush policy with a colon between. */
    static EventLog open(String name, Path folder) {
        if (name.equals("queue")) {
            return new QueueLog(folder);
        }
        String[] parts = name.split(":");
        return new JournalLog(folder, parts[0], JournalOptions.Flush.valueOf(parts[1].toUpperCase(Locale.ROOT)));
    }

    /** Starts the process that follows a log until it has received a number of events after the first ones. */
    static Process startReader(String name, Path folder, long warmUp, long count) throws IOException {
        return start("read", name, folder, warmUp, count);
    }

    /** Starts the process that writes events to a log at a rate, or without a limit if it is 0. */
    static Process startWriter(String name, Path folder, long events, int rate) throws IOException {
        return start("write", name, folder, events, rate);
    }

    private static Process start(String role, String name, Path folder, long one, long two) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (name.equals("queue")) {
            command.addAll(ChronicleCodec.JVM_ARGS);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LogProcess.class.getName(), role));
        command.addAll(List.of(name, folder.toString(), Long.toString(one), Long.toString(two)));
        return new ProcessBuilder(command)
                .redirectError(Redirect.to(new File(folder + "." + role + ".log")))
                .start();
    }

    /** Waits for the line that says that the process is ready, or for its results. */
    static String readLine(BufferedReader output, Path folder) throws IOException {
        String line;
        do {
            line = output.readLine();
            if (line == null) {
                throw new IOException("the process that reads has ended: see " + folder + ".read.log");
            }
        } while (!line.startsWith(PREFIX));
        return line.substring(PREFIX.length());
    }

    static Received parse(String line) {
        String[] parts = line.split(" ");
        double[] micros = new double[PERCENTILES.length];
        for (int i = 0; i < micros.length; i++) {
            micros[i] = Double.parseDouble(parts[i + 1]);
        }
        return new Received(Double.parseDouble(parts[0]), micros);
    }

    /** @param args what to do, the name and the folder of the log, and two numbers: see the methods that start a process */
    public static void main(String[] args) {
        try (EventLog log = open(args[1], Path.of(args[2]))) {
            if (args[0].equals("read")) {
                read(log, Long.parseLong(args[3]), Long.parseLong(args[4]));
            } else {
                write(log, Long.parseLong(args[3]), Integer.parseInt(args[4]));
            }
        }
    }

    private static void write(EventLog log, long events, int rate) {
        long start = System.nanoTime();
        for (long i = 0; i < events; i++) {
            long due = System.nanoTime();
            if (rate > 0) {
                due = start + (long) (i * (1e9 / rate));
                while (System.nanoTime() - due < 0) {
                    Thread.onSpinWait();
                }
            }
            log.write(due);
        }
    }

    private static void read(EventLog log, long warmUp, long count) {
        Histogram histogram = new Histogram(MAX_NANOS, 3);
        long[] received = {0, 0, 0};
        LongConsumer listener = due -> {
            long now = System.nanoTime();
            if (received[0]++ == warmUp) {
                received[1] = now;
            }
            if (received[0] > warmUp) {
                histogram.recordValue(Math.max(0, now - due));
                received[2] = now;
            }
        };
        log.read(listener);
        System.out.println(PREFIX + "ready");
        while (received[0] < warmUp + count) {
            log.read(listener);
        }
        StringBuilder line = new StringBuilder(PREFIX);
        line.append(String.format(Locale.ROOT, "%.0f", (count - 1) * 1e9 / Math.max(1, received[2] - received[1])));
        for (double percentile : PERCENTILES) {
            line.append(String.format(Locale.ROOT, " %.1f", histogram.getValueAtPercentile(percentile) / 1e3));
        }
        System.out.println(line);
    }
}
