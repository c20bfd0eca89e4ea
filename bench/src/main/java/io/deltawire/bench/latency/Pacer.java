package io.deltawire.bench.latency;

import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * Sends events at a fixed rate. The latency of an event counts from the time at which it was due, and not from when it was sent. If an
 * event takes long, those after it wait, and their latency includes the wait. To count from the sending would hide exactly the bad moments
 * (Gil Tene's "coordinated omission").
 */
final class Pacer {
    /** The largest latency that the histogram can hold: an hour. */
    private static final long MAX_NANOS = 3_600_000_000_000L;

    private Pacer() {}

    /** What events go through. */
    interface EventPath {
        /** Returns the name of the format. */
        String format();

        /** Sends an event. It has arrived when the call returns. */
        void send(long number, long dueNanos);

        /** Sets the listener that gets, for each event that arrives, the time at which it was due. */
        void onArrival(LongConsumer dueNanos);
    }

    /**
     * Sends events; the first one is due immediately.
     *
     * @param rate the number of events a second
     * @param count the number of events
     * @throws IllegalStateException if an event did not arrive
     */
    static LatencyResult run(EventPath path, int rate, long count) {
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
