package io.deltawire.examples.latency;

import io.deltawire.marshallable.MessageHistory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The times that messages spend in each stage of a chain, taken from their histories. */
final class LatencyTable {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    private final List<String> stages;

    /** The times in nanoseconds, of each stage and then of the whole chain. */
    private final long[][] times;

    private int count;

    /**
     * @param stages the names of the stages: a wire, a component, a wire and so on
     * @param capacity the number of messages
     */
    LatencyTable(List<String> stages, int capacity) {
        this.stages = stages;
        this.times = new long[stages.size() + 1][capacity];
    }

    /** Adds a message. Its history has the time of each writing and reading, one more than there are stages. */
    void add(MessageHistory history) {
        int last = history.timings() - 1;
        for (int stage = 0; stage < last; stage++) {
            times[stage][count] = history.timing(stage + 1) - history.timing(stage);
        }
        times[last][count] = history.timing(last) - history.timing(0);
        count++;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%-18s%9s%9s%9s%9s%9s%n", "ns", "50%", "90%", "99%", "99.9%", "max"));
        for (int stage = 0; stage < times.length; stage++) {
            text.append(String.format(Locale.ROOT, "%-18s", stage < stages.size() ? stages.get(stage) : "all"));
            long[] sorted = Arrays.copyOf(times[stage], count);
            Arrays.sort(sorted);
            for (double percentile : PERCENTILES) {
                int rank = (int) Math.ceil(percentile / 100 * count);
                text.append(String.format(Locale.ROOT, "%9d", sorted[Math.max(0, rank - 1)]));
            }
            text.append(System.lineSeparator());
        }
        return text.toString();
    }
}
