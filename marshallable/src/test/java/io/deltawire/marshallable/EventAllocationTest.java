package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events make no garbage: neither on writing, nor on reading into arguments used again. */
class EventAllocationTest {
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 10_000;

    /** Less than one object in a hundred events: what the JVM itself allocates now and then. */
    private static final double NOTHING = 0.2;

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

    private static void write(Ticks out, Tick tick, List<Tick> ticks, int round) {
        tick.time = round;
        tick.bid = 1.1 + round % 100 / 1e4;
        tick.count = round;
        switch (round % 5) {
            case 0 -> out.onTick(tick);
            case 1 -> out.onLevels(ticks);
            case 2 -> out.onTrade(7, round, tick.bid, round);
            case 3 -> out.to(round).onTick(tick);
            default -> out.none();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "binary", "delta"})
    void eventsMakeNoGarbage(String format) {
        check(format, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "binary", "delta"})
    void eventsWithHistoryMakeNoGarbage(String format) {
        check(format, new MessageHistory());
    }

    private static void check(String format, MessageHistory history) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(16 << 20);
        Wire wire = Wire.of(format, bytes);
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
            write(out, tick, ticks, i);
            assertTrue(reader.readOne());
        }
        long start = allocated();
        for (int i = 0; i < MEASURED; i++) {
            write(out, tick, ticks, i);
        }
        long written = allocated() - start;
        start = allocated();
        for (int i = 0; i < MEASURED; i++) {
            reader.readOne();
        }
        long read = allocated() - start;
        assertTrue(counter.sum > 0);
        assertTrue((double) written / MEASURED < NOTHING, "bytes for an event written: " + (double) written / MEASURED);
        assertTrue((double) read / MEASURED < NOTHING, "bytes for an event read: " + (double) read / MEASURED);
    }
}
