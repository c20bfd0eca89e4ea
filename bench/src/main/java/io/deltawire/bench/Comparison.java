package io.deltawire.bench;

import io.deltawire.bench.measure.Effort;
import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Peer;
import io.deltawire.bench.measure.Peer.Kind;
import io.deltawire.bench.measure.PeerProcess;
import io.deltawire.bench.report.Report;
import io.deltawire.bench.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures all formats with all workloads, one process after the other. */
public final class Comparison {
    /**
     * Those to be compared on streams of the article's message; the others take many microseconds, and with each message on
     * its own would only repeat the first workload.
     */
    private static final Set<String> ON_STREAMS = Set.of(
            "floor-binary",
            "floor-delta",
            "deltawire-json",
            "deltawire-binary",
            "deltawire-delta",
            "deltawire-delta:live",
            "chronicle-binary",
            "chronicle-fieldless",
            "fastjson2",
            "kryo",
            "fory",
            "protobuf",
            "sbe",
            "fastjson2+zstd-dict",
            "protobuf+zstd-dict");

    /** Of those, the ones that the number of keys matters to: they keep records, or are what those are compared with. */
    private static final Set<String> BY_KEYS = Set.of(
            "floor-delta", "deltawire-delta", "deltawire-delta:live", "deltawire-binary", "chronicle-binary", "fory");

    /** What a quick run has of method calls. */
    private static final Set<String> QUICK_EVENTS = Set.of(
            "deltawire-yaml:events",
            "deltawire-json:events",
            "deltawire-binary:events",
            "deltawire-delta:events",
            "chronicle-binary:events");

    /** What a quick run leaves out of the 40-field snapshot, the quotes and the books: what is slow, or much like another one that is there. */
    private static final Set<String> NOT_QUICK_SNAPSHOTS = Set.of(
            "chronicle-text",
            "chronicle-yaml",
            "chronicle-json",
            "chronicle-fieldless",
            "jackson-yaml",
            "jackson-csv",
            "jackson-smile",
            "jackson-cbor",
            "fastjson2-jsonb",
            "protobuf+zstd-dict",
            "snakeyaml",
            "jdk");

    private final Effort effort;
    private final String classPath;
    private final PrintStream progress;

    /**
     * A comparison.
     *
     * @param classPath a user's jars and folders; may be empty
     * @param progress is told what is being measured
     */
    public Comparison(Effort effort, String classPath, PrintStream progress) {
        this.effort = effort;
        this.classPath = classPath;
        this.progress = progress;
    }

    /** What the report has to say of formats and workloads that are not brought together. */
    private static String leftOut(Effort effort) {
        String always =
                "Streams of the article's message are left out for formats that take many microseconds: with each"
                        + " message on its own they would only repeat w1.";
        return !effort.equals(Effort.QUICK)
                ? always
                : always
                        + " A quick run measures w2/1 and w2/20000 only for formats to which the number of keys matters and"
                        + " some to compare them with, leaves out of w3, w5 and w6 what is slow or much like another format, and has all of a format's workloads of"
                        + " one class in one JVM.";
    }

    /** Measures those of the formats and workloads that go together; a format that fails is named in the report. */
    public Report run(List<Peer> peers, List<Workload> workloads, Report report) throws InterruptedException {
        boolean hasAll = workloads.stream().anyMatch(workload -> workload.name().equals("w2/64"));
        report.leftOut = hasAll ? leftOut(effort) : "";
        for (Peer peer : peers) {
            List<Workload> suitable = workloads.stream()
                    .filter(peer::supports)
                    .filter(workload -> isWorthIt(peer, workload))
                    .toList();
            if (!suitable.isEmpty()) {
                progress.println(peer.name() + ' ' + suitable);
                for (Workload workload : suitable) {
                    make(peer, workload, report);
                }
                for (int process = 0; process < effort.processes(); process++) {
                    for (List<Workload> group : groups(peer, suitable)) {
                        measure(peer, group, report);
                    }
                }
            }
        }
        return report;
    }

    private boolean isWorthIt(Peer peer, Workload workload) {
        boolean isQuick = effort.equals(Effort.QUICK);
        return switch (workload.name()) {
            case "w2/64" -> ON_STREAMS.contains(peer.name());
            case "w2/1", "w2/20000" -> (isQuick ? BY_KEYS : ON_STREAMS).contains(peer.name());
            case "e1", "e2" -> !isQuick || QUICK_EVENTS.contains(peer.name());
            case "w3", "w5", "w6" -> !isQuick || !NOT_QUICK_SNAPSHOTS.contains(peer.name());
            default -> true;
        };
    }

    /**
     * What runs in one process: one workload or, to be quick, those of one class. To formats that keep records, streams are
     * another matter than first messages.
     */
    private List<List<Workload>> groups(Peer peer, List<Workload> workloads) {
        boolean keepsRecords = peer.kind() == Kind.DELTA || peer.kind() == Kind.FLOOR;
        Map<Object, List<Workload>> groups = new LinkedHashMap<>();
        for (Workload workload : workloads) {
            Object group = !effort.equals(Effort.QUICK)
                    ? workload
                    : workload.name().startsWith("e")
                            ? "events"
                            : List.of(
                                    workload.type(),
                                    keepsRecords && workload.name().equals("w1"));
            groups.computeIfAbsent(group, g -> new ArrayList<>()).add(workload);
        }
        return List.copyOf(groups.values());
    }

    /** Measures, once for each workload, what of its encoding times is no format's. */
    private void make(Peer peer, Workload workload, Report report) throws InterruptedException {
        if (report.making.containsKey(workload.name())) {
            return;
        }
        try {
            for (int process = 0; process < effort.processes(); process++) {
                report.making.merge(
                        workload.name(), PeerProcess.make(peer, workload, effort, classPath), Measurement.Times::and);
            }
        } catch (IOException e) {
            progress.println("making " + workload + ": " + e.getMessage());
        }
    }

    private void measure(Peer peer, List<Workload> workloads, Report report) throws InterruptedException {
        try {
            PeerProcess.run(peer, workloads, effort, classPath).forEach(report::add);
        } catch (IOException e) {
            progress.println(peer.name() + ' ' + workloads + ": " + e.getMessage());
            report.failed(peer.name() + ' ' + workloads, e.getMessage());
        }
    }
}
