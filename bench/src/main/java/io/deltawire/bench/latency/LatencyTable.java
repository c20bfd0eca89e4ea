package io.deltawire.bench.latency;

import java.util.List;
import java.util.Locale;

/** Formats results as a Markdown table: a row for each format and rate, with latencies in microseconds. */
final class LatencyTable {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    private static final String[] NAMES = {"typical", "99%", "99.9%", "worst"};

    private LatencyTable() {}

    static String of(List<LatencyResult> results) {
        StringBuilder text = new StringBuilder("| wire | events/s due | got through |");
        for (String name : NAMES) {
            text.append(' ').append(name).append(", \u00B5s |");
        }
        text.append("\n|---|---:|---:|---:|---:|---:|---:|\n");
        for (LatencyResult result : results) {
            text.append(String.format(
                    Locale.ROOT, "| %s | %,d | %,.0f |", result.format(), result.rate(), result.achieved()));
            for (double percentile : PERCENTILES) {
                text.append(String.format(Locale.ROOT, " %,.1f |", result.micros(percentile)));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
