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
 * Encodes and decodes a whole workload in each invocation: the time of one message is the score divided by
 * {@link Workload#size()}, which the report does. All values change between calls, and every result is used.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FormatBenchmark {
    /**
     * So many messages are a method call of their own: a method with a long loop would have to be called for seconds before
     * the compiler makes its best of it.
     */
    private static final int FEW = 16;

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

    /** Records the workload, refuses to time a peer that does not give back what it was given, and warms up. */
    @Setup
    public void setUp(BenchmarkParams params, Blackhole blackhole) throws Exception {
        PreparedPeer prepared = PreparedPeer.of(peer, workload);
        messages = prepared.workload();
        encoder = prepared.encoder();
        decoder = prepared.decoder();
        recording = prepared.recording();
        records = messages.records(encoder::newRecord);
        String benchmark = params.getBenchmark();
        WarmUp steadiness = new WarmUp(Effort.byName(effort).warmupMillis(), FormatBenchmark::timeOfOtherThreads);
        do {
            if (benchmark.endsWith(".encode")) {
                blackhole.consume(encode());
            } else if (benchmark.endsWith(".decode")) {
                decode(blackhole);
            } else {
                make(blackhole);
            }
        } while (!steadiness.isReachedAt(System.nanoTime()));
    }

    private static long timeOfOtherThreads() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()
                - ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Encodes all messages; returns the number of bytes. */
    @Benchmark
    public long encode() throws Exception {
        encoder.reset();
        long bytes = 0;
        int size = messages.size();
        for (int i = 0; i < size; i += FEW) {
            bytes += encode(i, Math.min(i + FEW, size));
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

    /** Makes all messages and does nothing with them: what {@link #encode} takes without a format. */
    @Benchmark
    public void make(Blackhole blackhole) {
        int size = messages.size();
        for (int i = 0; i < size; i += FEW) {
            make(i, Math.min(i + FEW, size), blackhole);
        }
    }

    private void make(int from, int to, Blackhole blackhole) {
        for (int i = from; i < to; i++) {
            blackhole.consume(messages.next(records, i));
        }
    }

    /** Decodes all messages. */
    @Benchmark
    public void decode(Blackhole blackhole) throws Exception {
        decoder.reset();
        int size = messages.size();
        for (int i = 0; i < size; i += FEW) {
            decode(i, Math.min(i + FEW, size), blackhole);
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
