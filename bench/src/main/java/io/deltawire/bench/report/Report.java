package io.deltawire.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.deltawire.bench.measure.CommandBenchmark;
import io.deltawire.bench.measure.Effort;
import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Peer;
import io.deltawire.bench.measure.Peers;
import io.deltawire.bench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The results of a comparison, and the machine and options that they hold for. The public fields are the form of {@code report.json}:
 * later reports are compared by these names.
 */
public final class Report {
    public String command = "";
    public String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    public String effort = "";
    public String errors = "";
    public String leftOut = "";
    public String machine = "";
    public String java = "";
    public String baseline = "";
    public Map<String, String> workloads = new LinkedHashMap<>();
    public Map<String, String> libraries = new TreeMap<>();
    public Map<String, String> failures = new LinkedHashMap<>();
    public List<CommandBenchmark.Start> starts = new ArrayList<>();
    public List<CommandBenchmark.Conversion> conversions = new ArrayList<>();
    public List<Measurement> measurements = new ArrayList<>();

    /** The times to make a message, by workload. Each encoding time includes this time. */
    public Map<String, Measurement.Times> making = new LinkedHashMap<>();

    /** Returns a report without measurements. */
    public static Report begin(String command, Effort effort, String baseline, List<Workload> workloads) {
        Report report = new Report();
        report.command = command;
        report.effort = effort.describe();
        report.errors = String.format(
                Locale.ROOT,
                "± is half of the 99.9 %% confidence interval of the mean, and %.0f %% of the mean for the difference between"
                        + " JVMs that do the same work",
                effort.spread() * 100);
        workloads.forEach(workload -> report.workloads.put(workload.name(), workload.title()));
        report.baseline = baseline;
        report.machine = cpu() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + ' ' + System.getProperty("os.arch");
        report.java = System.getProperty("java.vendor") + ' ' + Runtime.version();
        return report;
    }

    private static String cpu() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }

    /** Adds a measurement. If an earlier process measured the same, the iterations of both are joined. */
    public void add(Measurement measurement) {
        Peer peer = Peers.byName(measurement.peer());
        libraries.merge(
                peer.library(),
                peer.name(),
                (one, other) -> List.of(one.split(", ")).contains(other) ? one : one + ", " + other);
        Optional<Measurement> earlier = find(measurement.peer(), measurement.workload());
        if (earlier.isPresent()) {
            measurements.set(measurements.indexOf(earlier.get()), earlier.get().and(measurement));
        } else {
            measurements.add(measurement);
        }
    }

    public void addFailure(String what, String reason) {
        failures.put(what, reason);
    }

    public Optional<Measurement> find(String peer, String workload) {
        return measurements.stream()
                .filter(m -> m.peer().equals(peer) && m.workload().equals(workload))
                .findFirst();
    }

    /** Writes {@code report.json}, {@code report.md} and a chart for each workload to a folder. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        mapper().writeValue(folder.resolve("report.json").toFile(), this);
        Charts.write(this, folder);
        Files.writeString(folder.resolve("report.md"), Markdown.of(this));
    }

    /** Reads a {@code report.json}. */
    public static Report read(Path json) throws IOException {
        return mapper().readValue(json.toFile(), Report.class);
    }

    private static ObjectMapper mapper() {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    }
}
