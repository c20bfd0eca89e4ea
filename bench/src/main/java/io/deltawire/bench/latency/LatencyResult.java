package io.deltawire.bench.latency;

import org.HdrHistogram.Histogram;

/**
 * What one rate gave.
 *
 * @param format the name of the wire
 * @param rate how many events were due in a second
 * @param achieved how many got through in a second
 * @param nanos the latencies
 */
record LatencyResult(String format, int rate, double achieved, Histogram nanos) {
    /** Latency at a percentile, in microseconds. */
    double micros(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e3;
    }
}
