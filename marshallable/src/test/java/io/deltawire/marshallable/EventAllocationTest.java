package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events make no garbage: neither on writing, nor on reading into arguments used again. */
class EventAllocationTest {
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 2_000;
    private static final int ROUNDS = 15;

    /** Less than one object in a hundred events: what the JVM itself allocates now and then. */
    private static final double NOTHING = 0.5;

    static class Tick extends AbstractMarshallable {
        @Key
        long instrument = 7;

        long time;
        double bid = 1.1172;
        double ask = 1.1173;
        int count;
    }

    interface Ticks {
        void onTick(Tick tick);

        void onLevels(List<Tick> ticks);

        void onTrade(long instrument, long time, double price, int count);

        Ticks to(long account);

        void none();
    }

    private static final class Counter implements Ticks {
        long sum;

        @Override
        public void onTick(Tick tick) {
            sum += tick.time;
        }

        @Override
        public void onLevels(List<Tick> ticks) {
            sum += ticks.get(1).time;
        }

        @Override
        public void onTrade(long instrument, long time, double price, int count) {
            sum += time;
        }

        @Override
        public Ticks to(long account) {
            sum += account;
            return this;
        }

        @Override
        public void none() {
            sum++;
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static void write(Ticks out, int kind, Tick tick, List<Tick> ticks, int round) {
        tick.time = round;
        tick.bid = 1.1 + round % 100 / 1e4;
        tick.count = round;
        switch (kind) {
            case 0 -> out.onTick(tick);
            case 1 -> out.onLevels(ticks);
            case 2 -> out.onTrade(7, round, tick.bid, round);
            case 3 -> out.to(round).onTick(tick);
            default -> out.none();
        }
    }

    /**
     * Binary and JSON make nothing. Left out are lists of several arguments in text, which cost their readers something.
     * A delta block begins with new state, which is spread over its messages; the YAML writer makes a little for each.
     */
    @ParameterizedTest
    @CsvSource({
        "binary, 0, 0, 0",
        "binary, 1, 0, 0",
        "binary, 2, 0, 0",
        "binary, 3, 0, 0",
        "binary, 4, 0, 0",
        "json, 0, 0, 0",
        "json, 1, 0, 0",
        "json, 3, 0, 0",
        "json, 4, 0, 0",
        "delta, 0, 100, 3",
        "delta, 1, 100, 3",
        "delta, 2, 100, 3",
        "delta, 3, 100, 3",
        "delta, 4, 1, 1",
        "yaml, 0, 150, 0",
        "yaml, 1, 150, 0",
        "yaml, 3, 150, 0",
        "yaml, 4, 150, 0"
    })
    void eventsMakeNoGarbage(String format, int kind, double whenWritten, double whenRead) {
        check(format, kind, null, whenWritten + NOTHING, whenRead + NOTHING);
    }

    @ParameterizedTest
    @CsvSource({"json, 0", "binary, 300"}) // the binary writer makes something for a second object in a message
    void historyMakesLittleGarbage(String format, double whenWritten) {
        check(format, 0, new MessageHistory(), whenWritten + NOTHING, NOTHING);
    }

    private static void check(String format, int kind, MessageHistory history, double whenWritten, double whenRead) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(32 << 20));
        MethodWriterBuilder<Ticks> writers = wire.methodWriterBuilder(Ticks.class);
        Counter counter = new Counter();
        MethodReaderBuilder readers = wire.methodReaderBuilder().recycleArguments();
        if (history != null) {
            writers.history(history);
            readers.history(1, new MessageHistory());
        }
        Ticks out = writers.build();
        MethodReader reader = readers.build(counter);
        Tick tick = new Tick();
        List<Tick> ticks = List.of(tick, tick);
        for (int i = 0; i < WARM_UP; i++) {
            write(out, kind, tick, ticks, i);
            assertTrue(reader.readOne());
        }
        double written = Double.MAX_VALUE;
        double read = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) { // the best, since the compiler may still be at work in others
            long start = allocated();
            for (int i = 0; i < MEASURED; i++) {
                write(out, kind, tick, ticks, i);
            }
            written = Math.min(written, (double) (allocated() - start) / MEASURED);
            start = allocated();
            for (int i = 0; i < MEASURED; i++) {
                reader.readOne();
            }
            read = Math.min(read, (double) (allocated() - start) / MEASURED);
        }
        assertTrue(counter.sum > 0);
        assertTrue(written <= whenWritten, "bytes for an event written: " + written);
        assertTrue(read <= whenRead, "bytes for an event read: " + read);
    }
}
