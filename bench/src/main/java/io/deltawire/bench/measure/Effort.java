package io.deltawire.bench.measure;

import java.util.Locale;

/**
 * How long to measure.
 *
 * @param name as it stands in the report
 * @param processes JVMs for each format and workload, one after the other
 * @param warmupMillis before measuring, where the times are not steady earlier
 * @param iterations that count, in each process
 * @param millis of an iteration
 * @param spread part of the mean by which it differs between JVMs that do the same, which no JVM sees from within
 */
public record Effort(String name, int processes, int warmupMillis, int iterations, int millis, double spread) {
    /** For figures to be quoted: two processes for each format and workload. */
    public static final Effort FULL = new Effort("full", 2, 8_000, 8, 400, 0.05);

    /** For a look: one process for each format and class of messages. */
    public static final Effort QUICK = new Effort("quick", 1, 5_000, 5, 40, 0.15);

    /** The effort of this name. */
    public static Effort byName(String name) {
        return name.equals(QUICK.name) ? QUICK : FULL;
    }

    /** What the report says of it. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%s: %d process%s, warmed up until steady (at most %d ms), then %d iterations of %d ms",
                name,
                processes,
                processes == 1 ? "" : "es",
                warmupMillis,
                iterations,
                millis);
    }
}
