package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.MethodReaderBuilder;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.lang.management.ManagementFactory;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events produce no garbage, neither in writing nor in reading into reused arguments. */
class EventAllocationTest {
    private static final int WARM_UP = 15_000;
    private static final int MEASURED = 2_000;
    private static final int ROUNDS = 15;

    /** Less than one object in a hundred events, for the measurement itself and occasional allocations of the JVM. */
    private static final double NOTHING = 0.7; // an epoch of delta makes its rings again

    enum Side {
        BUY,
        SELL
    }

    static class Tick extends AbstractMarshallable {
        @Key
        long instrument = 7;

        long time;
        double bid = 1.1172;
        double ask = 1.1173;
        int count;
        String venue = "XLON";
        Side side = Side.BUY;
        ZonedDateTime opened = ZonedDateTime.of(2016, 7, 22, 8, 0, 0, 0, ZoneOffset.UTC);
    }

    /** The kinds of calls. */
    interface Ticks {
        void onTick(Tick tick);

        void onLevels(List<Tick> ticks);

        void onTrade(long instrument, long time, double price, int count);

        Ticks to(long account);

        Ticks of(String name);

        void say(String text, Side side, long count);

        void mixed(String name, Tick tick, Side side, List<Tick> ticks, boolean isLast);

        void text(String text);

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
        public Ticks of(String name) {
            sum += name.length();
            return this;
        }

        @Override
        public void say(String text, Side side, long count) {
            sum += count;
        }

        @Override
        public void mixed(String name, Tick tick, Side side, List<Tick> ticks, boolean isLast) {
            sum += tick.time;
        }

        @Override
        public void text(String text) {
            sum += text.length();
        }

        @Override
        public void none() {
            sum++;
        }
    }

    /** What is called each time. */
    private enum Call {
        ONE_OBJECT,
        LIST,
        SEVERAL_NUMBERS,
        CHAIN,
        CHAIN_OF_NAMES,
        SEVERAL,
        SEVERAL_OBJECTS,
        KEYS,
        NONE,
        CHANGING_TEXT
    }

    private static final String[] NAMES =
            IntStream.range(0, 10).mapToObj(i -> "account-" + i).toArray(String[]::new);
    private static final String[] TEXTS =
            IntStream.range(0, 60_000).mapToObj(i -> "text " + i).toArray(String[]::new);

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static void write(Ticks out, Call call, Tick tick, List<Tick> ticks, int round) {
        tick.time = round;
        tick.bid = 1.1 + round % 100 / 1e4;
        tick.count = round;
        tick.side = round % 3 == 0 ? Side.BUY : Side.SELL;
        switch (call) {
            case ONE_OBJECT -> out.onTick(tick);
            case LIST -> out.onLevels(ticks);
            case SEVERAL_NUMBERS -> out.onTrade(7, round, tick.bid, round);
            case CHAIN -> out.to(round).onTick(tick);
            case CHAIN_OF_NAMES -> out.of(NAMES[round % NAMES.length]).onTick(tick);
            case SEVERAL -> out.say("hello", tick.side, round);
            case SEVERAL_OBJECTS -> out.mixed("m", tick, Side.SELL, ticks, true);
            case KEYS -> {
                tick.instrument = round % 100;
                out.onTick(tick);
            }
            case NONE -> out.none();
            case CHANGING_TEXT -> out.text(TEXTS[round % TEXTS.length]);
        }
    }

    private static Stream<Arguments> calls() {
        return Formats.without(Feature.TABLE).stream()
                .flatMap(format -> Stream.of(Call.values())
                        .filter(call -> call != Call.CHANGING_TEXT)
                        .map(call -> Arguments.of(format, call)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void eventsMakeNoGarbage(String format, Call call) {
        check(format, call, null, 0);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void historyMakesNoGarbage(String format) {
        check(format, Call.ONE_OBJECT, new MessageHistory(), 0);
        check(format, Call.CHAIN_OF_NAMES, new MessageHistory(), 0);
        check(format, Call.SEVERAL, new MessageHistory(), 0);
    }

    /** A String cannot be reused: a new text is allocated with its array, and nothing else is. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void textThatChangesMakesTheTextAndNothingElse(String format) {
        int text = 24 + 16 + 16;
        // The binary reader stores every text with its bytes, in case it is repeated.
        check(format, Call.CHANGING_TEXT, null, Formats.isWholeBinary(format) ? 72 + text : text);
    }

    /**
     * A block that begins with empty state makes its records again. The cost is spread over its thousands of messages.
     */
    @ParameterizedTest
    @EnumSource(names = {"ONE_OBJECT", "KEYS", "CHAIN_OF_NAMES", "SEVERAL"})
    void blocksOfDeltaMakeLittle(Call call) {
        Figures figures = measure("delta", call, null);
        assertTrue(figures.meanWritten <= 4, "bytes for an event written: " + figures.meanWritten);
        assertTrue(figures.meanRead <= 5, "bytes for an event read: " + figures.meanRead);
    }

    private static void check(String format, Call call, MessageHistory history, double whenRead) {
        Figures figures = measure(format, call, history);
        assertTrue(figures.written <= NOTHING, "bytes for an event written: " + figures.written);
        assertTrue(figures.read <= whenRead + NOTHING, "bytes for an event read: " + figures.read);
    }

    /** Bytes for an event: in the best round, since the compiler may still be at work in others, and in all. */
    private record Figures(double written, double read, double meanWritten, double meanRead) {}

    private static Figures measure(String format, Call call, MessageHistory history) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(48 << 20));
        MethodWriterBuilder<Ticks> writers = wire.methodWriterBuilder(Ticks.class);
        Counter counter = new Counter();
        MethodReaderBuilder readers = wire.methodReaderBuilder().reuseArguments();
        if (history != null) {
            writers.history(history);
            readers.history(1, new MessageHistory());
        }
        Ticks out = writers.build();
        MethodReader reader = readers.build(counter);
        Tick tick = new Tick();
        List<Tick> ticks = List.of(tick, tick);
        int next = 0;
        for (int i = 0; i < WARM_UP; i++) {
            write(out, call, tick, ticks, next++);
            assertTrue(reader.readOne());
        }
        double written = Double.MAX_VALUE;
        double read = Double.MAX_VALUE;
        double allWritten = 0;
        double allRead = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = allocated();
            for (int i = 0; i < MEASURED; i++) {
                write(out, call, tick, ticks, next++);
            }
            double bytes = (double) (allocated() - start) / MEASURED;
            written = Math.min(written, bytes);
            allWritten += bytes;
            start = allocated();
            for (int i = 0; i < MEASURED; i++) {
                reader.readOne();
            }
            bytes = (double) (allocated() - start) / MEASURED;
            read = Math.min(read, bytes);
            allRead += bytes;
        }
        assertTrue(counter.sum > 0);
        return new Figures(written, read, allWritten / ROUNDS, allRead / ROUNDS);
    }

    @SuppressWarnings("UnnecessaryStringBuilder") // a reader fills it
    static class Builders extends AbstractMarshallable {
        StringBuilder text = new StringBuilder();
        CharSequence other = new StringBuilder();
    }

    interface Texts {
        void texts(Builders texts);

        void both(String name, long number);
    }

    /** A builder is filled in place. Delta keeps each new text as a string, to compare the next one with it. */
    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "csv", "binary"})
    void textInBuildersMakesNoGarbage(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(48 << 20));
        Texts out = wire.methodWriter(Texts.class);
        Builders[] last = new Builders[1];
        MethodReader reader = wire.methodReaderBuilder().reuseArguments().build(new Texts() {
            @Override
            public void texts(Builders texts) {
                last[0] = texts;
            }

            @Override
            public void both(String name, long number) {}
        });
        Builders texts = new Builders();
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long start = allocated();
            for (int i = 0; i < MEASURED; i++) {
                texts.text.setLength(0);
                texts.text.append("text ").append(i + round * MEASURED);
                ((StringBuilder) texts.other).setLength(0);
                ((StringBuilder) texts.other).append("other ").append(i - round * MEASURED);
                out.texts(texts);
                reader.readOne();
            }
            least = Math.min(least, (double) (allocated() - start) / MEASURED);
            assertTrue(texts.equals(last[0]) && last[0].other instanceof StringBuilder);
        }
        assertTrue(least <= 2 * NOTHING, "bytes for an event: " + least);
    }

    @Test
    void argumentsInACsvCellMakeNoGarbage() {
        Wire wire = Wire.of("csv", Bytes.allocateElasticOnHeap(48 << 20));
        Texts out = wire.methodWriter(Texts.class);
        MethodReader reader = wire.methodReaderBuilder().reuseArguments().build(new Texts() {
            @Override
            public void texts(Builders texts) {}

            @Override
            public void both(String name, long number) {}
        });
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long start = allocated();
            for (int i = 0; i < MEASURED; i++) {
                out.both("name", i);
                reader.readOne();
            }
            least = Math.min(least, (double) (allocated() - start) / MEASURED);
        }
        assertTrue(least <= 2 * NOTHING, "bytes for an event: " + least);
    }
}
