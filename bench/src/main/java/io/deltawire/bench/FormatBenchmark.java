package io.deltawire.bench;

import io.deltawire.bench.model.Workload;
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
        Prepared prepared = Prepared.of(peer, workload);
        messages = prepared.workload();
        encoder = prepared.encoder();
        decoder = prepared.decoder();
        recording = prepared.recording();
        records = messages.records(encoder::newRecord);
        boolean isEncode = params.getBenchmark().endsWith(".encode");
        Steadiness steadiness = new Steadiness(
                Effort.byName(effort).warmupMillis(),
                ManagementFactory.getCompilationMXBean()::getTotalCompilationTime);
        do {
            if (isEncode) {
                blackhole.consume(encode());
            } else {
                decode(blackhole);
            }
        } while (!steadiness.isReachedAt(System.nanoTime()));
    }

    /** Encodes all messages; returns the number of bytes. */
    @Benchmark
    public long encode() throws Exception {
        encoder.reset();
        long bytes = 0;
        int size = messages.size();
        for (int i = 0; i < size; i++) {
            bytes += encoder.encode(messages.next(records, i));
        }
        return bytes;
    }

    /** Decodes all messages. */
    @Benchmark
    public void decode(Blackhole blackhole) throws Exception {
        decoder.reset();
        int start = 0;
        for (int end : recording.ends()) {
            blackhole.consume(decoder.decode(start, end - start));
            start = end;
        }
    }
}
