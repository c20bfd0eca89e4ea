package io.deltawire.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import io.deltawire.bench.codec.Codec;
import io.deltawire.bench.workload.Workload;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The JMH benchmark: each invocation encodes or decodes a whole workload. {@link PeerProcess} divides the score by
 * {@link Workload#size()}, which gives the time of one message. All values change between messages, and every result is used, so that the
 * compiler cannot skip work.
 *
 * <p>The peer and the workload come as names, because JMH creates the instance.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FormatBenchmark {
    /**
     * Messages in one method call. A method with a loop over all messages is called so rarely that it would run for seconds before the
     * compiler optimizes it.
     */
    private static final int BATCH = 16;

    @Param({"w1"})
    public String workload;

    @Param({"floor-binary"})
    public String peer;

    @Param({"quick"})
    public String effort;

    private Workload messages;
    private Object[] records;
    private Codec encoder;
    private Codec decoder;
    private Recording recording;

    /** Encodes and decodes the workload once, fails if a message came back different, and warms up. */
    @Setup
    public void setUp(BenchmarkParams params, Blackhole blackhole) throws Exception {
        PreparedPeer prepared = PreparedPeer.of(peer, workload);
        messages = prepared.workload();
        encoder = prepared.encoder();
        decoder = prepared.decoder();
        recording = prepared.recording();
        records = messages.records(encoder::newRecord);
        String benchmark = params.getBenchmark();
        BenchmarkWarmUp warmUp =
                new BenchmarkWarmUp(Effort.byName(effort).warmupMillis(), FormatBenchmark::timeOfOtherThreads);
        do {
            if (benchmark.endsWith(".encode")) {
                blackhole.consume(encode());
            } else if (benchmark.endsWith(".decode")) {
                decode(blackhole);
            } else {
                make(blackhole);
            }
        } while (!warmUp.recordPass(System.nanoTime()));
    }

    private static long timeOfOtherThreads() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()
                - ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Encodes all messages, and returns the number of bytes. */
    @Benchmark
    public long encode() throws Exception {
        encoder.reset();
        long bytes = 0;
        int size = messages.size();
        for (int i = 0; i < size; i += BATCH) {
            bytes += encode(i, Math.min(i + BATCH, size));
        }
        return bytes;
    }

    private long encode(int from, int to) throws Exception {
        long bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += encoder.encode(messages.next(records, i));
        }
        return bytes;
    }

    /** Makes all messages without a format: the part of {@link #encode} that is the workload's own. */
    @Benchmark
    public void make(Blackhole blackhole) {
        int size = messages.size();
        for (int i = 0; i < size; i += BATCH) {
            make(i, Math.min(i + BATCH, size), blackhole);
        }
    }

    private void make(int from, int to, Blackhole blackhole) {
        for (int i = from; i < to; i++) {
            blackhole.consume(messages.next(records, i));
        }
    }

    @Benchmark
    public void decode(Blackhole blackhole) throws Exception {
        decoder.reset();
        int size = messages.size();
        for (int i = 0; i < size; i += BATCH) {
            decode(i, Math.min(i + BATCH, size), blackhole);
        }
    }

    private void decode(int from, int to, Blackhole blackhole) throws Exception {
        int[] ends = recording.ends();
        int start = from == 0 ? 0 : ends[from - 1];
        for (int i = from; i < to; i++) {
            blackhole.consume(decoder.decode(start, ends[i] - start));
            start = ends[i];
        }
    }
}
