package io.deltawire.bench.report;

import io.deltawire.bench.measure.CommandBenchmark;
import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Measurement.Times;
import io.deltawire.bench.measure.Peers;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Writes a report as Markdown: how it was measured, a table for each workload, the figures of the command, what failed, and the versions.
 */
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
        line("- Effort: %s", report.effort);
        line("- Errors: %s", report.errors);
        line("");
        line(
                "Times are nanoseconds a message, and B/op is bytes allocated a message. × is the time divided by that of `%s`.",
                report.baseline);
        line("Least is the fastest iteration. It is the better figure if other work ran on the machine.");
        line(
                "Size is bytes a message, and update is the same without the first message of each key. Messages of Deltawire");
        line("and Chronicle carry an event name and, if the format has them, a type name; those of the others do not.");
        line("Each format runs in JVMs of its own. Before it was timed it read back every message that it wrote.");
        line("B/op includes the start of a stream, and the opening of a reader, for each pass over the workload.");
        line("Binary keeps its reader from pass to pass, as other libraries and hand-written code do.");
        if (!report.leftOut.isEmpty()) {
            line("");
            line("%s", report.leftOut);
        }
        report.workloads.forEach(this::table);
        starts();
        conversions();
        failures();
        versions();
        return text.toString();
    }

    private void table(String workload, String title) {
        List<Measurement> rows = report.measurements.stream()
                .filter(m -> m.workload().equals(workload))
                .sorted(Comparator.comparingDouble(m -> m.encode().mean()))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        line("");
        line("## %s: %s", workload, title);
        line("");
        line("![encode and decode](%s)", Charts.fileName(workload));
        line("");
        line("| format | kind | size | update | encode ns | least | × | B/op | decode ns | least | × | B/op |");
        line("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        Measurement base = report.find(report.baseline, workload)
                .or(() -> report.find(report.baseline + ":events", workload))
                .orElse(null);
        for (Measurement m : rows) {
            line(
                    "| %s | %s | %.1f | %s | %s | %.1f | %s | %.0f | %s | %.1f | %s | %.0f |",
                    m.peer(),
                    Peers.byName(m.peer()).kind().name().toLowerCase(Locale.ROOT),
                    m.meanSize(),
                    m.updateSize() == m.meanSize() ? "" : String.format(Locale.ROOT, "%.1f", m.updateSize()),
                    nanos(m.encode()),
                    m.encode().least(),
                    ratio(m.encode(), base == null ? null : base.encode()),
                    m.encodeBytes(),
                    nanos(m.decode()),
                    m.decode().least(),
                    ratio(m.decode(), base == null ? null : base.decode()),
                    m.decodeBytes());
        }
        Times making = report.making.get(workload);
        if (making != null) {
            line("");
            line("Each encoding time includes %s to make the next message, without a format.", nanos(making));
        }
    }

    private static String nanos(Times times) {
        return String.format(Locale.ROOT, "%.1f ± %.1f", times.mean(), times.error());
    }

    private static String ratio(Times times, Times base) {
        return base == null ? "" : String.format(Locale.ROOT, "%.3f", times.mean() / base.mean());
    }

    private void starts() {
        if (report.starts.isEmpty()) {
            return;
        }
        line("");
        line("## wire2yaml: cold start");
        line("");
        line("| what | median ms | least | most |");
        line("|---|---:|---:|---:|");
        for (CommandBenchmark.Start start : report.starts) {
            List<Double> millis = start.millis().stream().sorted().toList();
            line(
                    "| %s | %.0f | %.0f | %.0f |",
                    start.what(), millis.get(millis.size() / 2), millis.get(0), millis.get(millis.size() - 1));
        }
    }

    private void conversions() {
        if (report.conversions.isEmpty()) {
            return;
        }
        line("");
        line("## wire2yaml: throughput and memory");
        line("");
        line("The article's update stream with 64 keys to YAML, through a pipe; start of the JVM included.");
        line("");
        line("| dump | messages | dump MB | YAML MB | seconds | YAML MB/s | messages/s | peak memory MB |");
        line("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (CommandBenchmark.Conversion c : report.conversions) {
            line(
                    "| %s | %d | %.1f | %.1f | %.1f | %.0f | %.0f | %s |",
                    c.format(),
                    c.messages(),
                    c.dumpBytes() / 1e6,
                    c.yamlBytes() / 1e6,
                    c.seconds(),
                    c.yamlBytes() / 1e6 / c.seconds(),
                    c.messages() / c.seconds(),
                    c.peakBytes() == 0 ? "?" : String.format(Locale.ROOT, "%.0f", c.peakBytes() / 1e6));
        }
    }

    private void failures() {
        if (!report.failures.isEmpty()) {
            line("");
            line("## Not measured");
            line("");
            report.failures.forEach((what, reason) -> line("- %s: %s", what, reason));
        }
    }

    private void versions() {
        line("");
        line("## Versions");
        line("");
        report.libraries.forEach((library, peers) -> line("- %s: %s", library, peers));
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
