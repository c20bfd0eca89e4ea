package io.deltawire.bench;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * What was measured of one format with one workload.
 *
 * @param peer its name
 * @param workload its name
 * @param messages in the workload
 * @param meanSize bytes of a message, first messages of a key included
 * @param updateSize bytes of a message after the first one of each key, or of any where there are no others
 * @param encodeNanos for a message, one figure for each iteration
 * @param decodeNanos as {@code encodeNanos}
 * @param encodeBytes allocated for a message
 * @param decodeBytes as {@code encodeBytes}
 */
public record Measurement(
        String peer,
        String workload,
        int messages,
        double meanSize,
        double updateSize,
        List<Double> encodeNanos,
        List<Double> decodeNanos,
        double encodeBytes,
        double decodeBytes) {
    private static final double CONFIDENCE = 0.999;

    /** Returns the measurement of both processes' iterations together. */
    public Measurement and(Measurement other) {
        return new Measurement(
                peer,
                workload,
                messages,
                meanSize,
                updateSize,
                joined(encodeNanos, other.encodeNanos),
                joined(decodeNanos, other.decodeNanos),
                (encodeBytes + other.encodeBytes) / 2,
                (decodeBytes + other.decodeBytes) / 2);
    }

    private static List<Double> joined(List<Double> one, List<Double> two) {
        List<Double> joined = new ArrayList<>(one);
        joined.addAll(two);
        return joined;
    }

    /** The mean of figures. */
    public static double mean(List<Double> figures) {
        return statistics(figures).getMean();
    }

    /** Half of the interval in which the mean lies with a confidence of 99.9 %. */
    public static double error(List<Double> figures) {
        return statistics(figures).getMeanErrorAt(CONFIDENCE);
    }

    private static Statistics statistics(List<Double> figures) {
        return new ListStatistics(
                figures.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
