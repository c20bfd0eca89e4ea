package io.deltawire.cli.statistics;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.List;

/**
 * The latencies that message histories tell: how long messages were in each wire and each component. A history has the
 * time of the first writing, and two for each hop, of reading and of writing. Messages without a history do not count.
 */
final class Latencies {
    private static final String TIMES = "history.timings";
    private static final String SOURCES = "history.sources";

    private static final String WHOLE = "from first to last";

    /** The number of stages that are counted, each by itself. */
    private static final int MAX_STAGES = 64;

    private final List<Stage> stages = new ArrayList<>();
    private Stage whole = new Stage(WHOLE);

    /** What was counted for one stage. */
    static final class Stage {
        /** Each power of two is divided into this number of buckets, so that a latency is exact to 2 percent. */
        private static final int BUCKETS = 64;

        private static final int BUCKET_BITS = 6;

        private final String name;
        private final long[] counts = new long[BUCKETS * Long.SIZE];
        private long count;
        private long most;

        private Stage(String name) {
            this.name = name;
        }

        private void add(long nanos) {
            long value = Math.max(0, nanos);
            int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - BUCKET_BITS - 1);
            counts[shift * BUCKETS + (int) (value >>> shift)]++;
            count++;
            most = Math.max(most, value);
        }

        String name() {
            return name;
        }

        long count() {
            return count;
        }

        long most() {
            return most;
        }

        /** Returns a latency in nanoseconds that a part of the messages does not exceed. */
        long atPercentile(double percentile) {
            long wanted = Math.max(1, (long) Math.ceil(count * percentile / 100));
            long sum = 0;
            for (int i = 0; i < counts.length; i++) {
                sum += counts[i];
                if (sum >= wanted) {
                    int shift = i < 2 * BUCKETS ? 0 : i / BUCKETS - 1;
                    long low = (long) (i - shift * BUCKETS) << shift;
                    return Math.min(most, low + (1L << shift) - 1);
                }
            }
            return most;
        }
    }

    void clear() {
        stages.clear();
        whole = new Stage(WHOLE);
    }

    void add(MessageTape tape) {
        List<Long> times = numbers(tape, TIMES);
        if (times.size() < 2) {
            return;
        }
        List<Long> sources = numbers(tape, SOURCES);
        for (int i = 1; i < times.size() && i <= MAX_STAGES; i++) {
            if (stages.size() < i) {
                stages.add(new Stage(name(i, sources)));
            }
            stages.get(i - 1).add(times.get(i) - times.get(i - 1));
        }
        whole.add(times.get(times.size() - 1) - times.get(0));
    }

    /** Returns the name of the stage before a time: odd times are of reading, the others of writing. */
    private static String name(int time, List<Long> sources) {
        int source = (time - 1) / 2 * 2;
        String id = source < sources.size() ? " " + sources.get(source) : "";
        return time % 2 == 1 ? "in source" + id : "after source" + id;
    }

    /** Returns the integers of a list in a message; empty if there is none. */
    private static List<Long> numbers(MessageTape tape, String path) {
        List<Long> numbers = new ArrayList<>();
        int list = FieldPaths.exact(tape, path);
        if (list < 0 || tape.token(list) != WireToken.BEGIN_LIST) {
            return numbers;
        }
        for (int i = list + 1; tape.token(i) == WireToken.INT64; i++) {
            numbers.add((Long) tape.value(i));
        }
        return numbers;
    }

    /** Returns the stages in their order, and all of them together last; empty if no message has a history with two times. */
    List<Stage> stages() {
        if (stages.isEmpty()) {
            return List.of();
        }
        List<Stage> all = new ArrayList<>(stages);
        all.add(whole);
        return all;
    }
}
