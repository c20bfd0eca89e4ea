package io.deltawire.cli.delta;

import io.deltawire.cli.input.Input;
import io.deltawire.cli.input.RetainedBytes;
import io.deltawire.delta.internal.inspect.DeltaInspector;
import io.deltawire.wire.WireLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the bytes that the values of each field take in a delta dump. Headers, checksums, masks, names and types
 * belong to no field. The bytes of a compressed frame are divided in proportion to the sizes before compression.
 */
public final class FieldBytes implements DeltaInspector.Sink {
    private final DeltaInspector delta;
    private final RetainedBytes kept;
    private final Map<String, double[]> byPath = new HashMap<>();
    private final List<Double> bodies = new ArrayList<>();
    private byte[] bytes = {};
    private long total;
    private boolean lost;

    /**
     * Counts the bytes of an input, before a reader of it is made.
     *
     * @param limits the limits of the reader
     */
    public FieldBytes(Input input, WireLimits limits) {
        delta = new DeltaInspector(this, limits);
        kept = input.retainBytes();
    }

    /** Counts everything up to a message; -1 after reading has failed. */
    public void countUpTo(long end) {
        // After a failure the reader may have read ahead.
        bytes = end < 0 ? kept.copy() : kept.release(end);
        bodies.clear();
        total += end < 0 ? 0 : bytes.length;
        int start = 0;
        if (lost) {
            start = DeltaInspector.lastHeader(bytes);
            delta.restart();
        }
        lost = end < 0;
        delta.report(start, Map.of(), lost ? 1 : Integer.MAX_VALUE);
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
    public DeltaInspector.Sink inflated(byte[] inflated, int length) {
        return new Share(inflated, (double) length / inflated.length);
    }

    /** The bodies of a compressed frame. Each of their bytes counts as a fraction of a byte in the dump. */
    private final class Share implements DeltaInspector.Sink {
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

    /** The size of each message of the last compressed frame; empty if there was none. */
    public List<Double> bodies() {
        return bodies;
    }

    /** Returns the bytes of a field. For a list, everything in it is counted. */
    public long bytesOf(String path) {
        double sum = 0;
        for (Map.Entry<String, double[]> entry : byPath.entrySet()) {
            if (entry.getKey().equals(path) || entry.getKey().startsWith(path + "[")) {
                sum += entry.getValue()[0];
            }
        }
        return Math.round(sum);
    }

    /** The bytes that belong to no field. */
    public long unattributedBytes() {
        double sum = total;
        for (Map.Entry<String, double[]> entry : byPath.entrySet()) {
            sum -= entry.getKey().endsWith("!") ? 0 : entry.getValue()[0];
        }
        return Math.round(sum);
    }
}
