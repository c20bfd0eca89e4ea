package io.deltawire.bench.measure;

import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the {@code wire2yaml} command as its users start it, through the shell script: cold start, throughput and memory. It writes the
 * dumps itself, to temporary files that it deletes.
 */
public final class CommandBenchmark {
    private static final int STARTS = 20;

    /** The first starts may build, archive classes, and read files from the disk. They are not counted. */
    private static final int WARM_UP_STARTS = 2;

    /** The memory of the process is read each time it has printed this much. */
    private static final int POLL_BYTES = 8 << 20;

    private final Path home;
    private final PrintStream progress;

    /**
     * @param home the folder of the command
     * @param progress receives a line for each figure when its measurement begins
     */
    public CommandBenchmark(Path home, PrintStream progress) {
        this.home = home;
        this.progress = progress;
    }

    /**
     * Cold starts of one command.
     *
     * @param what describes the command
     * @param millis the time from the start of the shell to the end of the process, one figure for each start
     */
    public record Start(String what, List<Double> millis) {}

    /**
     * One conversion of a dump to YAML.
     *
     * @param format the format of the dump
     * @param messages the number of messages in the dump
     * @param dumpBytes the size of the dump
     * @param yamlBytes the size of the output
     * @param seconds the time from the start of the command to its end
     * @param peakBytes the most memory that the process used, including memory outside the heap; 0 if the system does not report it
     */
    public record Conversion(
            String format, long messages, long dumpBytes, long yamlBytes, double seconds, long peakBytes) {}

    /** Measures the command with a small dump, and a JVM that does nothing for comparison. */
    public List<Start> measureStarts() throws IOException, InterruptedException {
        Path dump = Files.createTempFile("bench", ".dw");
        try {
            write("delta", Workloads.bySpec("w2/1"), 10, dump);
            List<Start> starts = new ArrayList<>();
            starts.add(measureStarts("wire2yaml with a delta dump of 10 messages", command(dump)));
            starts.add(measureStarts("java -version", List.of(java(), "-Xshare:auto", "-version")));
            return starts;
        } finally {
            Files.delete(dump);
        }
    }

    private Start measureStarts(String what, List<String> command) throws IOException, InterruptedException {
        progress.println(what);
        List<Double> millis = new ArrayList<>();
        for (int i = -WARM_UP_STARTS; i < STARTS; i++) {
            long began = System.nanoTime();
            int status = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException(command + " ended with status " + status);
            }
            if (i >= 0) {
                millis.add((System.nanoTime() - began) / 1e6);
            }
        }
        return new Start(what, millis);
    }

    /**
     * Measures the conversion of dumps of workload w2/64.
     *
     * @param bytes the least size of the dump in binary YAML; the dump in delta holds the same messages
     */
    public List<Conversion> measureConversions(long bytes) throws IOException, InterruptedException {
        Workload workload = Workloads.bySpec("w2/64");
        List<Conversion> conversions = new ArrayList<>();
        long messages = 0;
        for (String format : List.of("binary", "delta")) {
            Path dump = Files.createTempFile("bench", "." + format);
            try {
                messages = messages == 0
                        ? writeBytes(format, workload, bytes, dump)
                        : write(format, workload, messages, dump);
                progress.println("wire2yaml, " + format + ", " + Files.size(dump) + " bytes");
                conversions.add(measureConversion(format, messages, dump));
            } finally {
                Files.delete(dump);
            }
        }
        return conversions;
    }

    /** Repeats a workload until the file has a number of bytes, and returns the number of messages. */
    private static long writeBytes(String format, Workload workload, long bytes, Path file) throws IOException {
        Object[] records = workload.records(Codec::newInstance);
        long messages = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20);
                Wire wire = Wire.of(format, out, WireOptions.DEFAULTS)) {
            do {
                messages += write(wire, workload, records, workload.size());
                out.flush();
            } while (Files.size(file) < bytes);
        }
        return messages;
    }

    /** Repeats a workload until the file has a number of messages, and returns that number. */
    private static long write(String format, Workload workload, long messages, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20);
                Wire wire = Wire.of(format, out, WireOptions.DEFAULTS)) {
            return write(wire, workload, workload.records(Codec::newInstance), messages);
        }
    }

    private static long write(Wire wire, Workload workload, Object[] records, long messages) {
        for (long i = 0; i < messages; i++) {
            wire.write("update", workload.next(records, (int) (i % workload.size())));
        }
        wire.flush();
        return messages;
    }

    private Conversion measureConversion(String format, long messages, Path dump)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command(dump))
                .redirectError(Redirect.INHERIT)
                .start();
        long yaml = 0;
        long polled = 0;
        long peak = 0;
        byte[] buffer = new byte[1 << 18];
        try (InputStream out = process.getInputStream()) {
            for (int count = out.read(buffer); count >= 0; count = out.read(buffer)) {
                yaml += count;
                if (yaml - polled >= POLL_BYTES) {
                    polled = yaml;
                    peak = Math.max(peak, peakMemory(process.pid()));
                }
            }
        }
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException("wire2yaml ended with status " + status);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Conversion(format, messages, Files.size(dump), yaml, seconds, peak);
    }

    /** Returns the most memory that a process has used, in bytes; 0 if the system has no {@code /proc}. */
    private static long peakMemory(long pid) throws IOException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElse(0);
    }

    private List<String> command(Path dump) {
        return List.of("/bin/sh", home.resolve("wire2yaml").toString(), dump.toString());
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
