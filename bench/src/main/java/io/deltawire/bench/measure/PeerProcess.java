package io.deltawire.bench.measure;

import io.deltawire.bench.workload.Workload;
import io.deltawire.bench.workload.Workloads;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures one format in a JVM of its own. The flags of other libraries do not reach it, and the compiler has learnt nothing from other
 * formats.
 *
 * <p>The class has two sides. {@link #measure}, {@link #measureMaking} and {@link #check} start the JVM and read its result from a
 * temporary file. {@link #main} runs in that JVM, and calls JMH without further forks.
 */
public final class PeerProcess {
    /** The task argument of a process that checks and does not measure. */
    private static final String CHECK = "check";

    /** Prefix of an effort's name in the task argument: the process measures how long making the messages takes. */
    private static final String MAKE = "make:";

    /**
     * Touches the whole heap at the start. The first use of a page costs more than the allocations in it. During the first pass
     * over the heap that would count as the cost of the format.
     */
    private static final List<String> HEAP = List.of("-Xms384m", "-Xmx384m", "-XX:+AlwaysPreTouch");

    private PeerProcess() {}

    /**
     * Measures a format with some workloads, all in one process.
     *
     * @param classPath the user's jars and folders; may be empty
     * @throws IOException if the process fails; the message has the first error of its log
     * @throws MachineBusyException if another measurement runs on this machine
     */
    public static List<Measurement> measure(Peer peer, List<Workload> workloads, Effort effort, String classPath)
            throws IOException, InterruptedException {
        return runInProcess(peer, workloads, effort.name(), classPath, in -> {
            List<Measurement> measurements = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                measurements.add(Measurement.readFrom(in));
            }
            return measurements;
        });
    }

    /**
     * Measures how long it takes to make the messages of a workload. Each encoding time includes this time.
     *
     * @param peer the format that supplies the records
     * @param classPath the user's jars and folders; may be empty
     * @throws IOException if the process fails; the message has the first error of its log
     * @throws MachineBusyException if another measurement runs on this machine
     */
    public static Measurement.Times measureMaking(Peer peer, Workload workload, Effort effort, String classPath)
            throws IOException, InterruptedException {
        return runInProcess(peer, List.of(workload), MAKE + effort.name(), classPath, Measurement.Times::readFrom);
    }

    private interface ResultReader<T> {
        T readFrom(DataInputStream in) throws IOException;
    }

    private static <T> T runInProcess(
            Peer peer, List<Workload> workloads, String task, String classPath, ResultReader<T> reader)
            throws IOException, InterruptedException {
        Path result = Files.createTempFile("bench", ".result");
        Path log = Files.createTempFile("bench", ".log");
        try {
            Process process = newProcess(peer, workloads, List.of(task, result.toString()), classPath)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(failureReason(Files.readString(log), status));
            }
            try (DataInputStream in = new DataInputStream(Files.newInputStream(result))) {
                return reader.readFrom(in);
            }
        } finally {
            Files.delete(result);
            Files.delete(log);
        }
    }

    /**
     * Encodes and decodes some workloads in a process that prints the mean sizes.
     *
     * @return whether all messages came back equal
     */
    public static boolean check(Peer peer, List<Workload> workloads, String classPath)
            throws IOException, InterruptedException {
        return newProcess(peer, workloads, List.of(CHECK, "-"), classPath)
                        .redirectOutput(Redirect.INHERIT)
                        .redirectError(Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static ProcessBuilder newProcess(
            Peer peer, List<Workload> workloads, List<String> taskAndResult, String classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(peer.jvmArgs());
        // The user's jars come last, so that no library in them hides one that is compared.
        String path =
                System.getProperty("java.class.path") + (classPath.isEmpty() ? "" : File.pathSeparator + classPath);
        command.addAll(HEAP);
        command.addAll(List.of("-cp", path, PeerProcess.class.getName(), peer.name()));
        command.addAll(taskAndResult);
        workloads.forEach(workload -> command.add(workload.spec()));
        return new ProcessBuilder(command);
    }

    /** Returns the first line of the log that names an error, and its last cause, which usually says more. */
    private static String failureReason(String log, int status) {
        if (log.contains("JMH lock")) {
            throw new MachineBusyException();
        }
        String first = log.lines()
                .filter(line -> !line.startsWith("\tat") && (line.contains("Exception") || line.contains("Error")))
                .findFirst()
                .orElse("ended with status " + status);
        String cause = log.lines()
                .filter(line -> line.startsWith("Caused by: "))
                .reduce((one, other) -> other)
                .orElse("");
        return cause.isEmpty() || first.contains(cause.substring(11)) ? first : first + " (" + cause + ")";
    }

    /**
     * Runs in the process of one format.
     *
     * @param args the name of the peer, the task (an effort, {@code make:} and an effort, or {@code check}), the result file, and the
     *     specifications of the workloads
     */
    public static void main(String[] args) throws Exception {
        List<String> workloads = List.of(args).subList(3, args.length);
        if (args[1].equals(CHECK)) {
            System.exit(check(Peers.byName(args[0]), workloads) ? 0 : 1);
        }
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(Path.of(args[2])))) {
            if (args[1].startsWith(MAKE)) {
                Effort effort = Effort.byName(args[1].substring(MAKE.length()));
                time("make", PreparedPeer.of(args[0], workloads.get(0)), effort)
                        .times
                        .writeTo(out);
                return;
            }
            Effort effort = Effort.byName(args[1]);
            List<Measurement> measurements = new ArrayList<>();
            for (String workload : workloads) {
                measurements.add(measure(PreparedPeer.of(args[0], workload), effort));
            }
            out.writeInt(measurements.size());
            for (Measurement measurement : measurements) {
                measurement.writeTo(out);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a library may throw anything on a JVM or a class that it does not support
    private static boolean check(Peer peer, List<String> workloads) {
        boolean isGood = true;
        for (String spec : workloads) {
            Workload workload = Workloads.bySpec(spec);
            String result;
            try {
                result = String.format(
                        Locale.ROOT,
                        "%.2f bytes",
                        PreparedPeer.of(peer, workload).recording().meanSize());
            } catch (Exception | LinkageError e) {
                result = "FAILED: " + e.toString().lines().findFirst().orElse("");
                isGood = false;
            }
            System.out.printf("%-30s %-10s %s%n", peer.name(), workload, result);
        }
        return isGood;
    }

    private static Measurement measure(PreparedPeer prepared, Effort effort) throws Exception {
        Workload workload = prepared.workload();
        Timing encode = time("encode", prepared, effort);
        Timing decode = time("decode", prepared, effort);
        return new Measurement(
                prepared.peer().name(),
                workload.name(),
                workload.size(),
                prepared.recording().meanSize(),
                prepared.recording().meanSizeAfter(workload.keys()),
                encode.times,
                decode.times,
                encode.bytes,
                decode.bytes);
    }

    private record Timing(Measurement.Times times, double bytes) {}

    private static Timing time(String method, PreparedPeer prepared, Effort effort) throws RunnerException {
        Workload workload = prepared.workload();
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(FormatBenchmark.class.getName() + "\\." + method)
                        .param("peer", prepared.peer().name())
                        .param("workload", workload.spec())
                        .param("effort", effort.name())
                        .forks(0)
                        // The benchmark's set-up has warmed up the format; this is for the loop that JMH adds.
                        .warmupIterations(1)
                        .warmupTime(TimeValue.milliseconds(effort.millis()))
                        .measurementIterations(effort.iterations())
                        .measurementTime(TimeValue.milliseconds(effort.millis()))
                        .addProfiler(GCProfiler.class)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        RunResult result = results.iterator().next();
        List<Double> nanos = new ArrayList<>();
        for (var benchmark : result.getBenchmarkResults()) {
            for (IterationResult iteration : benchmark.getIterationResults()) {
                nanos.add(iteration.getPrimaryResult().getScore() / workload.size());
            }
        }
        double bytes = Double.NaN;
        for (String label : result.getSecondaryResults().keySet()) {
            if (label.endsWith("gc.alloc.rate.norm")) {
                bytes = result.getSecondaryResults().get(label).getScore();
            }
        }
        return new Timing(new Measurement.Times(nanos, effort.spread()), bytes / workload.size());
    }
}
