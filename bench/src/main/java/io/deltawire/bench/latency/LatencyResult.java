package io.deltawire.bench.latency;

import org.HdrHistogram.Histogram;

/**
 * The latencies of one format at one rate.
 *
 * @param format the name of the format
 * @param rate the number of events that were due in a second
 * @param achieved the number of events that arrived in a second
 * @param nanos the latencies in nanoseconds
 */
record LatencyResult(String format, int rate, double achieved, Histogram nanos) {
    /** Returns the latency at a percentile, in microseconds. */
    double micros(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e3;
    }
}
