package io.deltawire.bench.report;

import io.deltawire.bench.Measurement;
import io.deltawire.bench.Peers;
import io.deltawire.bench.model.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A report as Markdown tables, a workload each. */
final class Markdown {
    private final StringBuilder text = new StringBuilder();
    private final Report report;

    private Markdown(Report report) {
        this.report = report;
    }

    static String of(Report report) {
        return new Markdown(report).write();
    }

    private String write() {
        line("# Formats compared");
        line("");
        line("- Command: `%s`", report.command);
        line("- Date: %s", report.date);
        line("- Machine: %s", report.machine);
        line("- Java: %s", report.java);
        line("- Effort: %s; ± is half of the 99.9 %% confidence interval of the mean", report.effort);
        line("");
        line(
                "Times are nanoseconds a message, B/op bytes allocated a message; × is the time divided by that of `%s`.",
                report.baseline);
        line(
                "Sizes are bytes a message, the first message of each key included, and of updates alone. Deltawire's and");
        line("Chronicle's messages carry an event name and, where the format can, a type name; the others' do not.");
        line("Each format runs in a JVM of its own, and has given back every message equal before it was timed.");
        for (Workload workload : Workload.all()) {
            table(workload);
        }
        failures();
        versions();
        return text.toString();
    }

    private void table(Workload workload) {
        List<Measurement> rows = report.measurements.stream()
                .filter(m -> m.workload().equals(workload.name()))
                .sorted(Comparator.comparingDouble(m -> Measurement.mean(m.encodeNanos())))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        line("");
        line("## %s: %s", workload.name(), workload.title());
        line("");
        line("![encode and decode](%s)", Charts.fileName(workload));
        line("");
        line("| format | kind | size | update | encode ns | × | B/op | decode ns | × | B/op |");
        line("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|");
        Measurement base = report.find(report.baseline, workload.name()).orElse(null);
        for (Measurement m : rows) {
            line(
                    "| %s | %s | %.1f | %s | %s | %s | %.0f | %s | %s | %.0f |",
                    m.peer(),
                    Peers.byName(m.peer()).kind().name().toLowerCase(Locale.ROOT),
                    m.meanSize(),
                    workload.isStream() ? String.format(Locale.ROOT, "%.1f", m.updateSize()) : "",
                    nanos(m.encodeNanos()),
                    ratio(m.encodeNanos(), base == null ? null : base.encodeNanos()),
                    m.encodeBytes(),
                    nanos(m.decodeNanos()),
                    ratio(m.decodeNanos(), base == null ? null : base.decodeNanos()),
                    m.decodeBytes());
        }
    }

    private static String nanos(List<Double> figures) {
        return String.format(Locale.ROOT, "%.1f ± %.1f", Measurement.mean(figures), Measurement.error(figures));
    }

    private static String ratio(List<Double> figures, List<Double> base) {
        return base == null
                ? ""
                : String.format(Locale.ROOT, "%.3f", Measurement.mean(figures) / Measurement.mean(base));
    }

    private void failures() {
        if (!report.failures.isEmpty()) {
            line("");
            line("## Not measured");
            line("");
            report.failures.forEach((peer, reason) -> line("- %s: %s", peer, reason));
        }
    }

    private void versions() {
        line("");
        line("## Versions");
        line("");
        report.libraries.forEach((peer, library) -> line("- %s: %s", peer, library));
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
