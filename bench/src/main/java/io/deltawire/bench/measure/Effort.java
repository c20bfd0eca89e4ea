package io.deltawire.bench.measure;

import java.util.Locale;

/**
 * How long to measure, and how far the figures can be trusted.
 *
 * @param name the name in the report
 * @param processes the number of JVMs for each format and workload, one after another
 * @param warmupMillis the longest warm-up; it ends earlier if the times are steady
 * @param iterations the number of measured iterations in each process
 * @param millis the length of an iteration
 * @param spread how much the mean differs between JVMs that do the same work, as a part of the mean; measured once by hand, because no
 *     JVM can see it from inside
 */
public record Effort(String name, int processes, int warmupMillis, int iterations, int millis, double spread) {
    /** For figures that are quoted: two processes for each format and workload. */
    public static final Effort FULL = new Effort("full", 2, 8_000, 8, 400, 0.05);

    /** For an overview: one process for each format and class of messages. */
    public static final Effort QUICK = new Effort("quick", 1, 5_000, 5, 40, 0.15);

    public static Effort byName(String name) {
        return name.equals(QUICK.name) ? QUICK : FULL;
    }

    /** Describes this effort for the report. */
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
