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

/**
 * Measures formats with workloads, one process after another, and adds the results to a report.
 *
 * <p>Not every format meets every workload: formats that take microseconds a message would spend most of an hour on streams that tell
 * nothing new about them. The sets of names below say which pairs are worth their time; the report states what is left out.
 */
public final class Comparison {
    /**
     * Peers that are measured on update streams. The others take many microseconds a message and keep no state, so that a stream would
     * only repeat the figures of w1.
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

    /** Peers for which a quick run varies the number of keys: those that keep records, and their baselines. */
    private static final Set<String> QUICK_BY_KEYS = Set.of(
            "floor-delta", "deltawire-delta", "deltawire-delta:live", "deltawire-binary", "chronicle-binary", "fory");

    /** Peers that a quick run measures with method calls. */
    private static final Set<String> QUICK_EVENTS = Set.of(
            "deltawire-yaml:events",
            "deltawire-json:events",
            "deltawire-binary:events",
            "deltawire-delta:events",
            "chronicle-binary:events");

    /** Peers that a quick run leaves out of w3, w5 and w6: they are slow, or much like another one that is measured. */
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
     * @param classPath the user's jars and folders; may be empty
     * @param progress receives a line for each format when its measurement begins
     */
    public Comparison(Effort effort, String classPath, PrintStream progress) {
        this.effort = effort;
        this.classPath = classPath;
        this.progress = progress;
    }

    /** Describes for the report which pairs of format and workload are not measured. */
    private static String describeOmissions(Effort effort) {
        String always =
                "Formats that take many microseconds a message are not measured on streams of the article's message:"
                        + " they write each message on its own, and would only repeat w1.";
        return !effort.equals(Effort.QUICK)
                ? always
                : always
                        + " A quick run measures w2/1 and w2/20000 only for formats whose figures depend on the number of keys,"
                        + " and for their baselines. It leaves out of w3, w5 and w6 what is slow or much like another format."
                        + " It measures all workloads of one class in one JVM.";
    }

    /** Measures each format with the workloads that suit it. A format that fails is named in the report, and the others go on. */
    public Report run(List<Peer> peers, List<Workload> workloads, Report report) throws InterruptedException {
        boolean hasAll = workloads.stream().anyMatch(workload -> workload.name().equals("w2/64"));
        report.leftOut = hasAll ? describeOmissions(effort) : "";
        for (Peer peer : peers) {
            List<Workload> suitable = workloads.stream()
                    .filter(peer::supports)
                    .filter(workload -> isWorthwhile(peer, workload))
                    .toList();
            if (!suitable.isEmpty()) {
                progress.println(peer.name() + ' ' + suitable);
                for (Workload workload : suitable) {
                    measureMaking(peer, workload, report);
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

    private boolean isWorthwhile(Peer peer, Workload workload) {
        boolean isQuick = effort.equals(Effort.QUICK);
        return switch (workload.name()) {
            case "w2/64" -> ON_STREAMS.contains(peer.name());
            case "w2/1", "w2/20000" -> (isQuick ? QUICK_BY_KEYS : ON_STREAMS).contains(peer.name());
            case "e1", "e2" -> !isQuick || QUICK_EVENTS.contains(peer.name());
            case "w3", "w5", "w6" -> !isQuick || !NOT_QUICK_SNAPSHOTS.contains(peer.name());
            default -> true;
        };
    }

    /**
     * Splits workloads into those that share a process. A full run gives each workload its own. A quick run puts workloads of one class
     * together, but keeps w1 apart for formats that keep records: code compiled for first messages does not suit updates.
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

    /** Measures once for each workload how long it takes to make its messages, which each encoding time includes. */
    private void measureMaking(Peer peer, Workload workload, Report report) throws InterruptedException {
        if (report.making.containsKey(workload.name())) {
            return;
        }
        try {
            for (int process = 0; process < effort.processes(); process++) {
                report.making.merge(
                        workload.name(),
                        PeerProcess.measureMaking(peer, workload, effort, classPath),
                        Measurement.Times::and);
            }
        } catch (IOException e) {
            progress.println("making " + workload + ": " + e.getMessage());
        }
    }

    private void measure(Peer peer, List<Workload> workloads, Report report) throws InterruptedException {
        try {
            PeerProcess.measure(peer, workloads, effort, classPath).forEach(report::add);
        } catch (IOException e) {
            progress.println(peer.name() + ' ' + workloads + ": " + e.getMessage());
            report.addFailure(peer.name() + ' ' + workloads, e.getMessage());
        }
    }
}
