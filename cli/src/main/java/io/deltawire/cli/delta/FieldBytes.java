package io.deltawire.cli.delta;

import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.RetainedBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each field of a delta dump costs: the bytes of its values, apart from those that belong to no field (headers,
 * checksums, masks, names and types). The bytes of a compressed frame are shared out by what they are of before they are
 * compressed.
 */
public final class FieldBytes implements DeltaAnnotation.Sink {
    private final DeltaAnnotation delta = new DeltaAnnotation(this);
    private final RetainedBytes kept;
    private final Map<String, double[]> byPath = new HashMap<>();
    private final List<Double> bodies = new ArrayList<>();
    private byte[] bytes = {};
    private long total;
    private boolean lost;

    /** Counts the bytes of an input of which no reader has been made yet. */
    public FieldBytes(Input input) {
        kept = input.keep();
    }

    /** Takes all up to where a message begins; -1 where reading has failed. */
    public void upTo(long end) {
        // Where reading failed the reader may have read ahead to what is good again.
        bytes = end < 0 ? kept.copy() : kept.take(end);
        bodies.clear();
        total += end < 0 ? 0 : bytes.length;
        int start = 0;
        if (lost) {
            start = DeltaAnnotation.lastHeader(bytes);
            delta.restart();
        }
        lost = end < 0;
        delta.show(start, Map.of(), lost ? 1 : Integer.MAX_VALUE);
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public void line(int from, int to, int depth, String meaning) {
        // belongs to no field
    }

    @Override
    public void value(String path, int from, int to, String meaning) {
        add(path, to - from);
    }

    private void add(String path, double count) {
        byPath.computeIfAbsent(path, p -> new double[1])[0] += count;
    }

    @Override
    public DeltaAnnotation.Sink inflated(byte[] inflated, int length) {
        return new Share(inflated, (double) length / inflated.length);
    }

    /** The bodies of a compressed frame, of each of whose bytes only a part is in the dump. */
    private final class Share implements DeltaAnnotation.Sink {
        private final byte[] inflated;
        private final double part;

        Share(byte[] inflated, double part) {
            this.inflated = inflated;
            this.part = part;
        }

        @Override
        public byte[] bytes() {
            return inflated;
        }

        @Override
        public void line(int from, int to, int depth, String meaning) {
            // belongs to no field
        }

        @Override
        public void value(String path, int from, int to, String meaning) {
            add(path, (to - from) * part);
        }

        @Override
        public void body(int from, int to) {
            bodies.add((to - from) * part);
        }
    }

    /** What each message of the compressed frame that was taken last costs; empty where there was none. */
    public List<Double> bodies() {
        return bodies;
    }

    /** The bytes of a field; those of a list are of all that is in it. */
    public long of(String path) {
        double sum = 0;
        for (Map.Entry<String, double[]> entry : byPath.entrySet()) {
            if (entry.getKey().equals(path) || entry.getKey().startsWith(path + "[")) {
                sum += entry.getValue()[0];
            }
        }
        return Math.round(sum);
    }

    /** The bytes that belong to no field. */
    public long others() {
        double sum = total;
        for (Map.Entry<String, double[]> entry : byPath.entrySet()) {
            sum -= entry.getKey().endsWith("!") ? 0 : entry.getValue()[0];
        }
        return Math.round(sum);
    }
}
