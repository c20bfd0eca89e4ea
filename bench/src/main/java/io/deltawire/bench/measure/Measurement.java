package io.deltawire.bench.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The figures of one format with one workload. The component names are the names in {@code report.json}.
 *
 * @param peer the name of the format
 * @param workload the name of the workload
 * @param messages the number of messages in the workload
 * @param meanSize the mean size of all messages, in bytes
 * @param updateSize the mean size in bytes without the first message of each key; of all messages if there are only first ones
 * @param encode the times to encode a message
 * @param decode the times to decode a message
 * @param encodeBytes the bytes that encoding a message allocates
 * @param decodeBytes the bytes that decoding a message allocates
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
     * Times of a message in nanoseconds.
     *
     * @param nanos one figure for each iteration
     * @param spread how much the mean differs between JVMs, as a part of the mean
     */
    public record Times(List<Double> nanos, double spread) {
        private static final double CONFIDENCE = 0.999;

        public Times {
            nanos = List.copyOf(nanos);
        }

        public double mean() {
            return statistics().getMean();
        }

        /** Returns the smallest figure: the time of an iteration that other work on the machine disturbed least. */
        public double least() {
            return statistics().getMin();
        }

        /**
         * Returns half of the interval in which the mean of another run is expected. It is the root of the sum of two squares: half of the
         * 99.9 % confidence interval of this mean, and the spread between JVMs.
         */
        public double error() {
            return Math.hypot(statistics().getMeanErrorAt(CONFIDENCE), spread * mean());
        }

        /** Whether the two means differ by no more than the sum of both errors. */
        public boolean agreesWith(Times other) {
            return Math.abs(mean() - other.mean()) <= error() + other.error();
        }

        /** Returns the iterations of both processes together. */
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

    /** Returns the iterations of both processes together. */
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

    /**
     * Writes this measurement for {@link #readFrom} in another process. The form is by hand, so that the measured process loads no
     * serialization library of its own.
     */
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
