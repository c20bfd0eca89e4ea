package io.deltawire.bench;

import io.deltawire.bench.model.Sample;
import io.deltawire.bench.model.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
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

    private Workload messages;
    private Sample[] records;
    private Codec encoder;
    private Codec decoder;
    private Recording recording;

    /** Records the workload, and refuses to time a peer that does not give back what it was given. */
    @Setup
    public void setUp() throws Exception {
        messages = Workload.byName(workload);
        Peer chosen = Peers.byName(peer);
        encoder = chosen.factory().apply(messages.type());
        decoder = chosen.factory().apply(messages.type());
        recording = Recording.of(messages, encoder);
        recording.check(messages, decoder);
        records = messages.records(() -> encoder.newRecord(messages.type()));
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
