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
 * Measures one format in a JVM of its own, so that neither its flags nor what the compiler has learnt from another one
 * touch it. {@link #run} starts that JVM, {@link #main} is what runs in it: JMH, without further processes.
 */
public final class PeerProcess {
    private static final String CHECK = "check";

    /** Before the name of an effort: what making the messages takes is measured, and no format. */
    private static final String MAKE = "make:";

    /**
     * All of it touched at the start: the first use of a page costs more than the allocations in it, and would be taken for
     * the cost of a format for as long as the first pass over the heap lasts.
     */
    private static final List<String> HEAP = List.of("-Xms384m", "-Xmx384m", "-XX:+AlwaysPreTouch");

    private PeerProcess() {}

    /**
     * Measures a format with some workloads, in one process.
     *
     * @param classPath a user's jars and folders; may be empty
     */
    public static List<Measurement> run(Peer peer, List<Workload> workloads, Effort effort, String classPath)
            throws IOException, InterruptedException {
        return inProcess(peer, workloads, effort.name(), classPath, in -> {
            List<Measurement> measurements = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                measurements.add(Measurement.readFrom(in));
            }
            return measurements;
        });
    }

    /**
     * Measures what it takes to make the messages of a workload, which is a part of each time of encoding them, in one process.
     *
     * @param peer whose records they are
     * @param classPath a user's jars and folders; may be empty
     */
    public static Measurement.Times make(Peer peer, Workload workload, Effort effort, String classPath)
            throws IOException, InterruptedException {
        return inProcess(peer, List.of(workload), MAKE + effort.name(), classPath, Measurement.Times::readFrom);
    }

    private interface Result<T> {
        T readFrom(DataInputStream in) throws IOException;
    }

    private static <T> T inProcess(
            Peer peer, List<Workload> workloads, String what, String classPath, Result<T> measured)
            throws IOException, InterruptedException {
        Path result = Files.createTempFile("bench", ".result");
        Path log = Files.createTempFile("bench", ".log");
        try {
            Process process = start(peer, workloads, List.of(what, result.toString()), classPath)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(reason(Files.readString(log), status));
            }
            try (DataInputStream in = new DataInputStream(Files.newInputStream(result))) {
                return measured.readFrom(in);
            }
        } finally {
            Files.delete(result);
            Files.delete(log);
        }
    }

    /**
     * Lets a format encode and decode some workloads and prints the sizes, in a process of its own; returns whether all came
     * back equal.
     */
    public static boolean check(Peer peer, List<Workload> workloads, String classPath)
            throws IOException, InterruptedException {
        return start(peer, workloads, List.of(CHECK, "-"), classPath)
                        .redirectOutput(Redirect.INHERIT)
                        .redirectError(Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static ProcessBuilder start(Peer peer, List<Workload> workloads, List<String> how, String classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(peer.jvmArgs());
        // The user's after ours: no library in them can take the place of one that is compared.
        String path =
                System.getProperty("java.class.path") + (classPath.isEmpty() ? "" : File.pathSeparator + classPath);
        command.addAll(HEAP);
        command.addAll(List.of("-cp", path, PeerProcess.class.getName(), peer.name()));
        command.addAll(how);
        workloads.forEach(workload -> command.add(workload.spec()));
        return new ProcessBuilder(command);
    }

    /** The first line that names a fault, and the last cause of it, which mostly says more. */
    private static String reason(String log, int status) {
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

    /** Takes the names of a format, an effort (with what is before it) or {@code check}, a result file, and workloads. */
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

    @SuppressWarnings(
            "CatchingUnchecked") // what a library throws on a JVM or a class that it cannot do with is its own
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
                        // The set-up has warmed up; this is for the loop that JMH adds.
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
