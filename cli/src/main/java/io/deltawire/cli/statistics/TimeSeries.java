package io.deltawire.cli.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts messages and bytes over time, in a bounded number of equal intervals. Before there would be too many, the
 * intervals are widened. Times may come in any order.
 */
final class TimeSeries {
    private static final int MAX_INTERVALS = 300;
    /** The possible lengths of intervals in nanoseconds, each a multiple of the one before. */
    private static final long[] LENGTHS = lengths();

    private final TreeMap<Long, long[]> counts = new TreeMap<>();
    private int level;

    /**
     * What came in one interval.
     *
     * @param start its start in nanoseconds since 1970
     */
    record Interval(long start, long messages, long bytes) {}

    private static long[] lengths() {
        long millisecond = 1_000_000;
        long second = 1000 * millisecond;
        long hour = 3600 * second;
        long day = 24 * hour;
        return new long[] {
            millisecond,
            5 * millisecond,
            10 * millisecond,
            50 * millisecond,
            100 * millisecond,
            500 * millisecond,
            second,
            5 * second,
            10 * second,
            30 * second,
            60 * second,
            300 * second,
            600 * second,
            1800 * second,
            hour,
            6 * hour,
            12 * hour,
            day,
            5 * day,
            10 * day,
            50 * day,
            100 * day,
            500 * day,
            1000 * day,
            10_000 * day
        };
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    void clear() {
        counts.clear();
        level = 0;
    }

    /** The length of an interval in nanoseconds. */
    long length() {
        return LENGTHS[level];
    }

    void add(long time, long bytes) {
        long[] count = counts.computeIfAbsent(Math.floorDiv(time, length()), i -> new long[2]);
        count[0]++;
        count[1] += bytes;
        while (counts.lastKey() - counts.firstKey() >= MAX_INTERVALS && level + 1 < LENGTHS.length) {
            widen();
        }
    }

    private void widen() {
        long ratio = LENGTHS[level + 1] / LENGTHS[level];
        level++;
        TreeMap<Long, long[]> wider = new TreeMap<>();
        for (Map.Entry<Long, long[]> entry : counts.entrySet()) {
            long[] sum = wider.computeIfAbsent(Math.floorDiv(entry.getKey(), ratio), i -> new long[2]);
            sum[0] += entry.getValue()[0];
            sum[1] += entry.getValue()[1];
        }
        counts.clear();
        counts.putAll(wider);
    }

    /** All intervals from the first to the last, those without a message too. */
    List<Interval> intervals() {
        List<Interval> all = new ArrayList<>();
        if (!counts.isEmpty()) {
            for (long i = counts.firstKey(); i <= counts.lastKey(); i++) {
                long[] count = counts.getOrDefault(i, new long[2]);
                all.add(new Interval(i * length(), count[0], count[1]));
            }
        }
        return all;
    }
}
