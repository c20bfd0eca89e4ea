package io.deltawire.bench;

import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Workload;
import io.deltawire.bench.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Measures all formats with all workloads, one process after the other. */
public final class Comparison {
    /**
     * Those to be compared on streams; the others differ from the first workload by nothing but the time they take.
     */
    private static final List<String> ON_STREAMS = List.of(
            "floor-binary",
            "floor-delta",
            "deltawire-json",
            "deltawire-binary",
            "deltawire-delta",
            "chronicle-binary",
            "chronicle-fieldless",
            "fastjson2",
            "kryo",
            "fory",
            "protobuf",
            "fastjson2+zstd-dict",
            "protobuf+zstd-dict");

    private final Effort effort;
    private final PrintStream progress;

    public Comparison(Effort effort, PrintStream progress) {
        this.effort = effort;
        this.progress = progress;
    }

    /** Measures those of the formats and workloads that go together; a format that fails is named in the report. */
    public Report run(List<Peer> peers, List<Workload> workloads, Report report) throws InterruptedException {
        for (Peer peer : peers) {
            List<Workload> suitable = workloads.stream()
                    .filter(workload -> peer.supports(workload.type()))
                    .filter(workload -> isWorthIt(peer, workload))
                    .toList();
            if (!suitable.isEmpty()) {
                progress.println(peer.name() + ' ' + suitable);
                measure(peer, suitable, report);
            }
        }
        return report;
    }

    private static boolean isWorthIt(Peer peer, Workload workload) {
        return workload.type() != MyDataType.class || !workload.isStream() || ON_STREAMS.contains(peer.name());
    }

    private void measure(Peer peer, List<Workload> workloads, Report report) throws InterruptedException {
        // With more than one process for each, the workloads are kept apart as well.
        List<List<Workload>> runs = new ArrayList<>();
        for (int process = 0; process < effort.processes(); process++) {
            if (effort.processes() == 1) {
                runs.add(workloads);
            } else {
                workloads.forEach(workload -> runs.add(List.of(workload)));
            }
        }
        for (List<Workload> run : runs) {
            try {
                PeerProcess.run(peer, run, effort).forEach(report::add);
            } catch (IOException e) {
                progress.println(peer.name() + ": " + e.getMessage());
                report.failed(peer, e.getMessage());
            }
        }
    }
}
