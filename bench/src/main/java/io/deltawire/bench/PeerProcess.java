package io.deltawire.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltawire.bench.model.Workload;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    private PeerProcess() {}

    /** Measures a format with some workloads; returns what came of it. */
    public static List<Measurement> run(Peer peer, List<Workload> workloads, Effort effort)
            throws IOException, InterruptedException {
        Path result = Files.createTempFile("bench", ".json");
        Path log = Files.createTempFile("bench", ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(peer.jvmArgs());
        command.addAll(List.of("-Xms1g", "-Xmx1g", "-cp", System.getProperty("java.class.path")));
        command.add(PeerProcess.class.getName());
        command.addAll(List.of(peer.name(), effort.name(), result.toString()));
        workloads.forEach(workload -> command.add(workload.name()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException(reason(Files.readString(log), status));
        }
        ObjectMapper mapper = new ObjectMapper();
        List<Measurement> measurements = List.of(mapper.readValue(result.toFile(), Measurement[].class));
        Files.delete(result);
        Files.delete(log);
        return measurements;
    }

    private static String reason(String log, int status) {
        if (log.contains("JMH lock")) {
            throw new IllegalStateException("another JMH run is under way on this machine; wait for its end");
        }
        return log.lines()
                .filter(line -> line.contains("Exception") || line.contains("Error"))
                .findFirst()
                .orElse("ended with status " + status);
    }

    /** Takes the names of a format, an effort, a result file, and workloads. */
    public static void main(String[] args) throws Exception {
        Peer peer = Peers.byName(args[0]);
        Effort effort = Effort.byName(args[1]);
        List<Measurement> measurements = new ArrayList<>();
        for (int i = 3; i < args.length; i++) {
            measurements.add(measure(peer, Workload.byName(args[i]), effort));
        }
        new ObjectMapper().writeValue(new File(args[2]), measurements);
    }

    private static Measurement measure(Peer peer, Workload workload, Effort effort) throws Exception {
        Codec codec = peer.factory().apply(workload.type());
        Recording recording = Recording.of(workload, codec);
        int first = workload.isStream() ? workload.keys() : 0;
        int firstBytes = first == 0 ? 0 : recording.ends()[first - 1];
        double updateSize = (double) (recording.bytes().length - firstBytes) / (workload.size() - first);
        Timing encode = time("encode", peer, workload, effort);
        Timing decode = time("decode", peer, workload, effort);
        return new Measurement(
                peer.name(),
                workload.name(),
                workload.size(),
                recording.meanSize(),
                updateSize,
                encode.nanos,
                decode.nanos,
                encode.bytes,
                decode.bytes);
    }

    private record Timing(List<Double> nanos, double bytes) {}

    private static Timing time(String method, Peer peer, Workload workload, Effort effort) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(FormatBenchmark.class.getName() + "\\." + method)
                        .param("peer", peer.name())
                        .param("workload", workload.name())
                        .forks(0)
                        .warmupIterations(effort.warmups())
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
        return new Timing(nanos, bytes / workload.size());
    }
}
