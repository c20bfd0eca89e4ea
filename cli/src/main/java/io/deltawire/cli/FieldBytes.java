package io.deltawire.cli;

import java.util.HashMap;
import java.util.Map;

/**
 * What each field of a delta dump costs: the bytes of its values, apart from those that belong to no field (headers,
 * checksums, masks, names and types).
 */
final class FieldBytes implements DeltaAnnotation.Sink {
    private final DeltaAnnotation delta = new DeltaAnnotation(this);
    private final KeptBytes kept;
    private final Map<String, long[]> byPath = new HashMap<>();
    private byte[] bytes = {};
    private long total;
    private boolean lost;

    /** Counts the bytes of an input of which no reader has been made yet. */
    FieldBytes(Input input) {
        kept = input.keep();
    }

    /** Takes all up to where a message begins; -1 where reading has failed. */
    void upTo(long end) {
        // Where reading failed the reader may have read ahead to what is good again.
        bytes = end < 0 ? kept.copy() : kept.take(end);
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
        byPath.computeIfAbsent(path, p -> new long[1])[0] += to - from;
    }

    /** The bytes of a field; those of a list are of all that is in it. */
    long of(String path) {
        long sum = 0;
        for (Map.Entry<String, long[]> entry : byPath.entrySet()) {
            if (entry.getKey().equals(path) || entry.getKey().startsWith(path + "[")) {
                sum += entry.getValue()[0];
            }
        }
        return sum;
    }

    /** The bytes that belong to no field. */
    long others() {
        long sum = total;
        for (Map.Entry<String, long[]> entry : byPath.entrySet()) {
            sum -= entry.getKey().endsWith("!") ? 0 : entry.getValue()[0];
        }
        return sum;
    }
}
