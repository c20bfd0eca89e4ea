package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Effort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls with several arguments in binary YAML. From the second call on, a reader recognises them by their prefixes. */
class ArgumentListsTest {
    enum TickSide {
        BID,
        ASK
    }

    static class MarketPlace extends AbstractMarshallable {
        String name;
        int rank;

        MarketPlace() {}

        MarketPlace(String name, int rank) {
            this.name = name;
            this.rank = rank;
        }
    }

    interface Feed {
        void tick(String symbol, double price, long size);

        void all(boolean a, byte b, short c, int d, long e, float f, double g, char h, String i);

        void mixed(int first, MarketPlace venue, TickSide side, List<String> marks, long last);

        void one(MarketPlace venue);

        void none();

        Feed at(String venue, int rank);
    }

    private static final class Noted implements Feed {
        final List<String> calls = new ArrayList<>();

        @Override
        public void tick(String symbol, double price, long size) {
            calls.add("tick " + symbol + " " + price + " " + size);
        }

        @Override
        public void all(boolean a, byte b, short c, int d, long e, float f, double g, char h, String i) {
            calls.add("all " + a + b + c + d + e + f + g + h + i);
        }

        @Override
        public void mixed(int first, MarketPlace venue, TickSide side, List<String> marks, long last) {
            calls.add("mixed " + first + venue + side + marks + last);
        }

        @Override
        public void one(MarketPlace venue) {
            calls.add("one " + venue);
        }

        @Override
        public void none() {
            calls.add("none");
        }

        @Override
        public Feed at(String venue, int rank) {
            calls.add("at " + venue + rank);
            return this;
        }
    }

    private static String text(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> "";
            case 2 -> "x".repeat(random.nextInt(200));
            default -> "text" + random.nextInt(20) + (char) random.nextInt(40, 400);
        };
    }

    private static void call(Feed feed, SplittableRandom random) {
        Feed to = random.nextInt(8) == 0 ? feed.at(text(random), random.nextInt()) : feed;
        long number = random.nextLong() >> random.nextInt(64);
        switch (random.nextInt(7)) {
            case 0, 1 -> to.tick(text(random), random.nextInt(10_000) / 100.0, number);
            case 2 ->
                to.all(
                        random.nextBoolean(),
                        (byte) number,
                        (short) number,
                        (int) number,
                        number,
                        random.nextInt(100) / 4f,
                        Double.longBitsToDouble(random.nextLong()),
                        (char) random.nextInt(32, 500),
                        text(random));
            case 3 ->
                to.mixed(
                        (int) number,
                        random.nextBoolean() ? null : new MarketPlace(text(random), random.nextInt()),
                        random.nextBoolean() ? TickSide.BID : null,
                        random.nextBoolean() ? List.of("a", "b") : List.of(),
                        number);
            case 4 -> to.one(new MarketPlace(text(random), 3));
            case 5 -> to.none();
            default -> to.tick("EURUSD", 1.25, 100);
        }
    }

    /**
     * Messages that no method writer makes: wrong numbers or kinds of arguments, and an object or a value instead of
     * the list.
     */
    private static void writeOdd(WireOut out, SplittableRandom random) {
        out.beginMessage();
        out.beginObject();
        out.event(random.nextBoolean() ? "tick" : "all");
        switch (random.nextInt(5)) {
            case 0 -> out.int64(3);
            case 1 -> {
                out.beginObject();
                out.field("symbol");
                out.text("A");
                out.endObject();
            }
            default -> {
                out.beginList();
                int count = random.nextInt(12);
                for (int i = 0; i < count; i++) {
                    switch (random.nextInt(6)) {
                        case 0 -> out.text("t");
                        case 1 -> out.int64(random.nextLong() >> random.nextInt(64));
                        case 2 -> out.float64(random.nextInt(100) / 8.0);
                        case 3 -> out.bool(random.nextBoolean());
                        case 4 -> out.nullValue();
                        default -> out.comment("noise");
                    }
                }
                out.endList();
            }
        }
        if (random.nextInt(4) == 0) {
            out.event("none");
            out.text("");
        }
        out.endObject();
        out.endMessage();
    }

    private static List<byte[]> messages(EventAccess access, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes);
        Feed feed = Wires.writerBuilder(wire, access, Feed.class).build();
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            bytes.clear();
            switch (random.nextInt(12)) {
                case 0 -> writeOdd(wire.out(), random);
                case 1 -> wire.write("one", new MarketPlace("typed", i));
                default -> call(feed, random);
            }
            messages.add(bytes.toByteArray());
        }
        return messages;
    }

    /** The outcome of a message: the calls, or the error without its position. */
    private static List<String> outcome(MethodReader reader, Noted noted) {
        noted.calls.clear();
        try {
            assertTrue(reader.readOne());
        } catch (WireException e) {
            noted.calls.add(e.getClass().getName() + e.getMessage().replaceFirst(" at (byte|offset).*", ""));
        }
        return List.copyOf(noted.calls);
    }

    private static List<String> alone(byte[] message) {
        Noted noted = new Noted();
        Wire wire = Wire.of("binary", Bytes.wrapForRead(message));
        return outcome(Wires.readerBuilder(wire, EventAccess.REFLECTIVE).build(noted), noted);
    }

    @Test
    void generatedAndReflectiveWritersMakeTheSameBytes() {
        for (int seed = 0; seed < Effort.times(20); seed++) {
            List<byte[]> generated = messages(EventAccess.GENERATED, seed);
            List<byte[]> reflective = messages(EventAccess.REFLECTIVE, seed);
            for (int i = 0; i < generated.size(); i++) {
                assertEquals(Bytes.wrapForRead(reflective.get(i)), Bytes.wrapForRead(generated.get(i)), seed + " " + i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EventAccess.class)
    void eachMessageIsCalledAsAlone(EventAccess access) {
        for (int seed = 0; seed < Effort.times(50); seed++) {
            List<byte[]> messages = messages(EventAccess.GENERATED, seed);
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            messages.forEach(bytes::write);
            SplittableRandom random = new SplittableRandom(seed);
            Wire wire = Wire.of("binary", bytes);
            Noted noted = new Noted();
            MethodReader reader = Wires.readerBuilder(wire, access).build(noted);
            Noted other = new Noted();
            MethodReader second = Wires.readerBuilder(wire, access).build(other);
            for (int i = 0; i < messages.size(); i++) {
                List<String> expected = alone(messages.get(i));
                String message = seed + " " + i;
                switch (random.nextInt(12)) {
                    case 0 -> assertEquals(expected, outcome(second, other), message);
                    case 1 -> {
                        List<Object> read = readAlone(messages.get(i));
                        // After in() was called once, all later messages are read by tokens.
                        boolean isByEvents = read.size() == 2 && (seed % 4 > 0 || random.nextBoolean());
                        if (isByEvents || seed % 4 == 0) {
                            assertEquals(read, read(wire, isByEvents), message);
                        } else {
                            assertEquals(expected, outcome(reader, noted), message);
                        }
                    }
                    default -> assertEquals(expected, outcome(reader, noted), message);
                }
            }
            assertFalse(reader.readOne());
        }
    }

    /**
     * Returns the events of the next message with their values. Reads by events only if there is one, since {@code
     * next()} visits each.
     */
    private static List<Object> read(Wire wire, boolean isByEvents) {
        if (isByEvents) {
            assertTrue(wire.next());
            return List.of(wire.event(), wire.read(Object.class));
        }
        assertTrue(Wires.nextWhole(wire));
        WireIn in = wire.in();
        List<Object> events = new ArrayList<>();
        in.beginObject();
        while (in.hasNext()) {
            events.add(in.fieldName());
            events.add(Wire.readObject(in, Object.class));
        }
        in.endObject();
        return events;
    }

    private static List<Object> readAlone(byte[] message) {
        return read(Wire.of("binary", Bytes.wrapForRead(message)), false);
    }

    /** The outcomes of all messages of a stream, until it ends or cannot be read. */
    private static List<String> outcomes(byte[] stream, boolean isByTokens) {
        Wire wire = Wire.of("binary", Bytes.wrapForRead(stream));
        if (isByTokens) {
            wire.in(); // from now on all messages are read by tokens
        }
        Noted noted = new Noted();
        MethodReader reader = wire.methodReader(noted);
        List<String> outcomes = new ArrayList<>();
        for (int failures = 0; failures < 20; ) {
            noted.calls.clear();
            try {
                if (!reader.readOne()) {
                    break;
                }
            } catch (WireException e) {
                failures++;
                noted.calls.add(e.getMessage());
            }
            outcomes.add(noted.calls.toString());
        }
        return outcomes;
    }

    @Test
    void damageIsReportedAsByTokens() {
        for (int seed = 0; seed < Effort.times(600); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Feed feed = Wire.of("binary", bytes).methodWriter(Feed.class);
            for (int i = 0; i < 12; i++) {
                call(feed, random);
            }
            byte[] stream = bytes.toByteArray();
            for (int i = random.nextInt(3); i >= 0; i--) {
                stream[random.nextInt(stream.length)] ^= (byte) (1 << random.nextInt(8));
            }
            if (random.nextInt(4) == 0) {
                stream = Arrays.copyOf(stream, random.nextInt(stream.length));
            }
            assertEquals(outcomes(stream, true), outcomes(stream, false), "seed " + seed);
        }
    }

    @Test
    void errorsTellWhichArgument() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes);
        Feed feed = wire.methodWriter(Feed.class);
        Noted noted = new Noted();
        MethodReader reader = wire.methodReader(noted);
        for (int i = 0; i < 3; i++) {
            feed.tick("A", 1, 2);
            assertTrue(reader.readOne());
        }
        WireOut out = wire.out();
        for (Map.Entry<Object, String> each : Map.<Object, String>of(
                        "x", "$.tick[1]", 1L, "expected 3 arguments but there are 2", true, "$.tick[1]")
                .entrySet()) {
            out.beginMessage();
            out.beginObject();
            out.event("tick");
            out.beginList();
            out.text("A");
            Wire.writeObject(out, each.getKey());
            out.endList();
            out.endObject();
            out.endMessage();
            WireDataException e = assertThrows(WireDataException.class, reader::readOne);
            assertTrue(e.getMessage().contains(each.getValue()), e.getMessage());
        }
        feed.tick("B", 1, 2);
        assertTrue(reader.readOne());
        assertEquals("tick B 1.0 2", noted.calls.get(3));
    }
}
