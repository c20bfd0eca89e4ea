package io.deltawire.bench.measure;

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

/** Measures the {@code wire2yaml} command as its users start it: cold start, throughput and memory. */
public final class CommandBenchmark {
    private static final int STARTS = 20;
    private static final int POLL_BYTES = 8 << 20;

    private final Path home;
    private final PrintStream progress;

    /**
     * Prepares to measure.
     *
     * @param home the folder that the command is in
     */
    public CommandBenchmark(Path home, PrintStream progress) {
        this.home = home;
        this.progress = progress;
    }

    /**
     * Starts, in milliseconds from the shell to the last byte of the output.
     *
     * @param what was started
     * @param millis one figure for each start
     */
    public record Start(String what, List<Double> millis) {}

    /**
     * One conversion to YAML.
     *
     * @param format of the dump
     * @param messages in it
     * @param dumpBytes its size
     * @param yamlBytes the size of what came out
     * @param seconds from the start of the command to its end
     * @param peakBytes of memory that the process used at most, heap and all; 0 where the system does not tell
     */
    public record Conversion(
            String format, long messages, long dumpBytes, long yamlBytes, double seconds, long peakBytes) {}

    /** Starts the command with a small dump over and over, and a JVM that does nothing to compare it with. */
    public List<Start> starts() throws IOException, InterruptedException {
        Path dump = Files.createTempFile("bench", ".dw");
        try {
            write("delta", Workloads.bySpec("w2/1"), 10, dump);
            List<Start> starts = new ArrayList<>();
            starts.add(starts("wire2yaml with a delta dump of 10 messages", command(dump)));
            starts.add(starts("java -version", List.of(java(), "-Xshare:auto", "-version")));
            return starts;
        } finally {
            Files.delete(dump);
        }
    }

    private Start starts(String what, List<String> command) throws IOException, InterruptedException {
        progress.println(what);
        List<Double> millis = new ArrayList<>();
        for (int i = -2; i < STARTS; i++) { // the first ones may build, archive classes, and read files from the disk
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
     * Converts dumps of the article's update stream with 64 keys.
     *
     * @param bytes the size that the dump in binary YAML has at least; the one in delta holds the same messages
     */
    public List<Conversion> conversions(long bytes) throws IOException, InterruptedException {
        Workload workload = Workloads.bySpec("w2/64");
        List<Conversion> conversions = new ArrayList<>();
        long messages = 0;
        for (String format : List.of("binary", "delta")) {
            Path dump = Files.createTempFile("bench", "." + format);
            try {
                messages =
                        messages == 0 ? fill(format, workload, bytes, dump) : write(format, workload, messages, dump);
                progress.println("wire2yaml, " + format + ", " + Files.size(dump) + " bytes");
                conversions.add(convert(format, messages, dump));
            } finally {
                Files.delete(dump);
            }
        }
        return conversions;
    }

    /** Writes a stream over and over until the file has so many bytes. */
    private static long fill(String format, Workload workload, long bytes, Path file) throws IOException {
        Object[] records = workload.records(CommandBenchmark::newRecord);
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

    /** Writes so many messages of a stream, over and over. */
    private static long write(String format, Workload workload, long messages, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20);
                Wire wire = Wire.of(format, out, WireOptions.DEFAULTS)) {
            return write(wire, workload, workload.records(CommandBenchmark::newRecord), messages);
        }
    }

    private static long write(Wire wire, Workload workload, Object[] records, long messages) {
        for (long i = 0; i < messages; i++) {
            wire.write("update", workload.next(records, (int) (i % workload.size())));
        }
        wire.flush();
        return messages;
    }

    private static Object newRecord(Class<?> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }

    private Conversion convert(String format, long messages, Path dump) throws IOException, InterruptedException {
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
                    peak = Math.max(peak, peak(process.pid()));
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

    /** The most memory that a process has used, as Linux counts it; 0 where there is no such count. */
    private static long peak(long pid) throws IOException {
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
