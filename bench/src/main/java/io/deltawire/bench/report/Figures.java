package io.deltawire.bench.report;

import io.deltawire.bench.measure.Measurement;
import io.deltawire.bench.measure.Measurement.Times;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts tables of a report into another Markdown file, so that the file quotes what was measured. A table is between two comments. The
 * first one names a workload and formats:
 *
 * <pre>{@code
 * <!-- figures w2/64 floor-delta,deltawire-delta,fory -->
 * <!-- end of figures -->
 * }</pre>
 */
public final class Figures {
    private static final Pattern MARKS =
            Pattern.compile("(<!-- figures (\\S+) (\\S+) -->\n)(.*?)(<!-- end of figures -->)", Pattern.DOTALL);

    private Figures() {}

    /**
     * Returns the text with each marked table replaced.
     *
     * @throws IllegalArgumentException if the report lacks a workload or format that a mark names
     */
    public static String update(String text, Report report) {
        return MARKS.matcher(text)
                .replaceAll(marks -> Matcher.quoteReplacement(marks.group(1)
                        + table(report, marks.group(2), marks.group(3).split(","))
                        + marks.group(5)));
    }

    private static String table(Report report, String workload, String[] peers) {
        StringBuilder table = new StringBuilder("\n| ")
                .append(report.workloads.getOrDefault(workload, workload))
                .append(" | bytes | encode ns | B/op | decode ns | B/op |\n|---|---:|---:|---:|---:|---:|\n");
        for (String peer : peers) {
            Measurement m = report.find(peer, workload)
                    .orElseThrow(() -> new IllegalArgumentException("the report has no " + peer + " on " + workload));
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.0f | %.0f | %.0f | %.0f |%n",
                    peer.startsWith("deltawire-") ? "**" + peer + "**" : peer,
                    m.updateSize(),
                    m.encode().mean(),
                    m.encodeBytes(),
                    m.decode().mean(),
                    m.decodeBytes()));
        }
        Times making = report.making.get(workload);
        if (making != null) {
            table.append(String.format(
                    Locale.ROOT,
                    "%nEach encoding time includes %.0f ns in which the benchmark makes the next message.%n",
                    making.mean()));
        }
        return table.append('\n')
                .append(String.format(
                        Locale.ROOT,
                        "`%s`, %s, %s, Java %s. [All of it](bench/results/report.md).%n%n",
                        report.command,
                        report.date.substring(0, 10),
                        report.machine,
                        report.java.replaceAll(".* ", "")))
                .toString();
    }
}
