package io.deltawire.bench.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.util.ListStatistics;

/**
 * What was measured of one format with one workload.
 *
 * @param peer its name
 * @param workload its name
 * @param messages in the workload
 * @param meanSize bytes of a message, first messages of a key included
 * @param updateSize bytes of a message after the first one of each key, or of any where there are no others
 * @param encode the times of encoding
 * @param decode the times of decoding
 * @param encodeBytes allocated for a message
 * @param decodeBytes as {@code encodeBytes}
 */
public record Measurement(
        String peer,
        String workload,
        int messages,
        double meanSize,
        double updateSize,
        Times encode,
        Times decode,
        double encodeBytes,
        double decodeBytes) {

    /**
     * Nanoseconds a message.
     *
     * @param nanos one figure for each iteration
     * @param spread part of the mean by which it differs between JVMs
     */
    public record Times(List<Double> nanos, double spread) {
        private static final double CONFIDENCE = 0.999;

        public Times {
            nanos = List.copyOf(nanos);
        }

        /** The mean of the figures. */
        public double mean() {
            return statistics().getMean();
        }

        /** The least of the figures: what an iteration takes that nothing else on the machine has disturbed, if there was one. */
        public double least() {
            return statistics().getMin();
        }

        /**
         * Half of the interval in which the mean of another run is expected: half of the 99.9 % confidence interval of
         * this mean, and what JVMs differ by, as independent errors add up.
         */
        public double error() {
            return Math.hypot(statistics().getMeanErrorAt(CONFIDENCE), spread * mean());
        }

        /** Whether two means differ by no more than both errors. */
        public boolean agreesWith(Times other) {
            return Math.abs(mean() - other.mean()) <= error() + other.error();
        }

        /** The times of two processes as one. */
        public Times and(Times other) {
            List<Double> joined = new ArrayList<>(nanos);
            joined.addAll(other.nanos);
            return new Times(joined, Math.max(spread, other.spread));
        }

        void writeTo(DataOutput out) throws IOException {
            out.writeDouble(spread);
            out.writeInt(nanos.size());
            for (double figure : nanos) {
                out.writeDouble(figure);
            }
        }

        static Times readFrom(DataInput in) throws IOException {
            double spread = in.readDouble();
            List<Double> nanos = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                nanos.add(in.readDouble());
            }
            return new Times(nanos, spread);
        }

        private ListStatistics statistics() {
            return new ListStatistics(
                    nanos.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /** Returns the measurement of both processes' iterations together. */
    public Measurement and(Measurement other) {
        return new Measurement(
                peer,
                workload,
                messages,
                meanSize,
                updateSize,
                encode.and(other.encode),
                decode.and(other.decode),
                (encodeBytes + other.encodeBytes) / 2,
                (decodeBytes + other.decodeBytes) / 2);
    }

    /** Writes all of it, from one process to another: without a library that would have to be loaded for it. */
    void writeTo(DataOutput out) throws IOException {
        out.writeUTF(peer);
        out.writeUTF(workload);
        out.writeInt(messages);
        out.writeDouble(meanSize);
        out.writeDouble(updateSize);
        encode.writeTo(out);
        decode.writeTo(out);
        out.writeDouble(encodeBytes);
        out.writeDouble(decodeBytes);
    }

    /** Reads what {@link #writeTo} has written. */
    static Measurement readFrom(DataInput in) throws IOException {
        return new Measurement(
                in.readUTF(),
                in.readUTF(),
                in.readInt(),
                in.readDouble(),
                in.readDouble(),
                Times.readFrom(in),
                Times.readFrom(in),
                in.readDouble(),
                in.readDouble());
    }
}
