package io.deltawire.bench.latency;

import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * Sends events at a fixed rate, and takes the latency of each from the time at which it was due, not from when it could
 * be sent: an event that has to wait because the one before it took long is as late as that made it. (To measure from the
 * sending would leave out just the bad moments: Gil Tene's "coordinated omission".)
 */
final class Pacer {
    /** Latencies are counted up to an hour, with three digits. */
    private static final long MAX_NANOS = 3_600_000_000_000L;

    private Pacer() {}

    /** Something that an event goes through. */
    interface Path {
        /** The name of the wire. */
        String format();

        /** Sends an event, and sees to it that it arrives. */
        void send(long number, long dueNanos);

        /** Sets who is told, of each event that has arrived, when it was due. */
        void onArrival(LongConsumer dueNanos);
    }

    /**
     * Sends events, the first one due at once.
     *
     * @param rate events a second
     * @param count how many
     * @throws IllegalStateException where not all of them arrived
     */
    static LatencyResult run(Path path, int rate, long count) {
        Histogram histogram = new Histogram(MAX_NANOS, 3);
        path.onArrival(due -> histogram.recordValue(Math.max(0, System.nanoTime() - due)));
        long start = System.nanoTime();
        for (long i = 0; i < count; i++) {
            long due = start + (long) (i * (1e9 / rate));
            while (System.nanoTime() - due < 0) {
                Thread.onSpinWait();
            }
            path.send(i, due);
        }
        if (histogram.getTotalCount() != count) {
            throw new IllegalStateException(
                    "of " + count + " events only " + histogram.getTotalCount() + " have arrived");
        }
        double took = (System.nanoTime() - start) / 1e9;
        return new LatencyResult(path.format(), rate, count / took, histogram);
    }
}
