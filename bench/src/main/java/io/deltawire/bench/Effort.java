package io.deltawire.bench;

/**
 * How long to measure.
 *
 * @param name as it stands in the report
 * @param processes JVMs for each format and workload, one after the other
 * @param warmups iterations before those that count
 * @param iterations that count, in each process
 * @param millis of an iteration
 */
public record Effort(String name, int processes, int warmups, int iterations, int millis) {
    /** For figures to be quoted: two processes for each format and workload. */
    public static final Effort FULL = new Effort("full", 2, 6, 6, 500);

    /** For a look: one process for each format, little warm-up. */
    public static final Effort QUICK = new Effort("quick", 1, 4, 5, 70);

    /** The effort of this name. */
    public static Effort byName(String name) {
        return name.equals(QUICK.name) ? QUICK : FULL;
    }
}
