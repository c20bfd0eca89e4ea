package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.Questions;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Events of several classes in any order, recognised by the prefixes of their messages, equal those that are read by
 * tokens.
 */
class EventPrefixesTest {
    private static final int MESSAGES = 300;

    static class ArrivingQuote extends AbstractMarshallable {
        int id;
        double price;
        String text;
    }

    static class ArrivingTrade extends AbstractMarshallable {
        int id;
        long size;
        ArrivingQuote quote;
    }

    static class ArrivingLargeTrade extends ArrivingTrade {
        List<String> notes = new ArrayList<>();
    }

    static class ArrivingNothing extends AbstractMarshallable {}

    private final SplittableRandom random = new SplittableRandom(11);

    private ArrivingQuote quote() {
        ArrivingQuote quote = new ArrivingQuote();
        quote.id = random.nextInt(1000);
        quote.price = random.nextInt(100) / 4.0;
        quote.text = random.nextInt(4) == 0 ? null : "text " + random.nextInt(9);
        return quote;
    }

    private Object object() {
        switch (random.nextInt(8)) {
            case 0:
                return new ArrivingNothing();
            case 1, 2:
                ArrivingLargeTrade large = new ArrivingLargeTrade();
                large.size = random.nextLong();
                large.notes.add("note " + random.nextInt(3));
                return large;
            case 3, 4:
                ArrivingTrade trade = new ArrivingTrade();
                trade.id = random.nextInt();
                trade.quote = random.nextBoolean() ? quote() : null;
                return trade;
            default:
                return quote();
        }
    }

    /** The event that objects of a class mostly have. */
    private String event(Object object) {
        return switch (random.nextInt(12)) {
            case 0 -> "another event of them, which has a long name";
            case 1 -> "id";
            case 2, 3 -> object instanceof ArrivingQuote ? "onBid" : "on";
            default -> "on" + object.getClass().getSimpleName().substring("Arriving".length());
        };
    }

    private byte[] messages(WireFormat format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, MessagePrefixesTest.OPTIONS);
        for (int i = 0; i < MESSAGES; i++) {
            Object object = object();
            int kind = random.nextInt(20);
            if (random.nextInt(8) == 0) {
                wire.flush();
            }
            if (kind == 0) {
                wire.write(object);
            } else if (kind == 1) {
                WireOut out = wire.out();
                out.beginMessage();
                out.beginObject();
                for (int events = random.nextInt(3); events >= 0; events--) {
                    out.field("on" + (events == 0 ? "Quote" : "Other" + events));
                    Wire.writeObject(out, quote());
                }
                out.endObject();
                out.endMessage();
            } else if (kind == 2) {
                wire.out().beginMessage();
                wire.out().text("no event");
                wire.out().endMessage();
            } else {
                wire.write(event(object), object);
            }
        }
        wire.flush();
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whateverIsAskedIsAnsweredAsByTokens(String name) {
        WireFormat format = WireFormats.byName(name);
        int results = 0;
        for (int round = 0; round < 60; round++) {
            byte[] input = messages(format);
            long seed = random.nextLong();
            List<String> expected = questions().ask(reading(format, input, false), new SplittableRandom(seed));
            List<String> actual = questions().ask(reading(format, input, true), new SplittableRandom(seed));
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i), actual.get(i), "round " + round + ", question " + i);
            }
            assertEquals(expected.size(), actual.size());
            results += expected.size();
        }
        assertTrue(results > 60 * MESSAGES / 2);
    }

    /** An error may appear when the event is found or when it is read. The good events are the same. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void damageLosesWhatItLosesByTokens(String name) {
        WireFormat format = WireFormats.byName(name);
        int objects = 0;
        for (int round = 0; round < 60; round++) {
            byte[] input = messages(format);
            for (int damage = 0; damage < 5; damage++) {
                input[random.nextInt(input.length)] ^= (byte) (1 << random.nextInt(8));
            }
            List<String> expected = questions().readAll(reading(format, input, false));
            assertEquals(expected, questions().readAll(reading(format, input, true)), "round " + round);
            objects += expected.size();
        }
        // Damage in a delta block loses the rest of the block.
        assertTrue(objects > 60 * MESSAGES / (Formats.has(name, Feature.BLOCKS) ? 20 : 3), "objects " + objects);
    }

    private static Wire reading(WireFormat format, byte[] input, boolean byHeads) {
        WireIn in = format.newReader(new ByteArrayInputStream(input), MessagePrefixesTest.OPTIONS);
        return Wires.reading(format, byHeads ? in : Inputs.only(WireIn.class, in), MessagePrefixesTest.OPTIONS);
    }

    private static Questions questions() {
        ArrivingQuote quote = new ArrivingQuote();
        ArrivingTrade trade = new ArrivingTrade();
        return new Questions(quote, trade, wire -> read(wire, quote, trade), 2 * MESSAGES);
    }

    /** As an application does. */
    private static Object read(Wire wire, ArrivingQuote quote, ArrivingTrade trade) {
        String event = wire.event();
        return switch (event == null ? "" : event) {
            case "onQuote", "onBid" -> wire.read(quote);
            case "onTrade" -> wire.read(trade);
            case "onLargeTrade" -> wire.read(ArrivingLargeTrade.class);
            case "" -> wire.read(Object.class);
            case "id" -> "passed over";
            default -> wire.read().value();
        };
    }

    @Test
    void aReaderFollowsItsBytesBetweenAnEventsNameAndItsValue() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes);
        for (int i = 0; i < 100; i++) {
            ArrivingQuote quote = quote();
            ArrivingTrade trade = new ArrivingTrade();
            trade.id = i;
            bytes.clear();
            wire.write("onQuote", quote).write("onTrade", trade).write("onQuote", quote);
            assertTrue(wire.next());
            assertEquals("onQuote", wire.event());
            assertEquals(quote, wire.read(ArrivingQuote.class));
            assertTrue(wire.next());
            assertEquals("onTrade", wire.event());
            assertEquals(i % 3 == 0 ? trade : null, i % 3 == 0 ? wire.read(ArrivingTrade.class) : null);
            assertTrue(wire.next());
            assertEquals(0, bytes.readRemaining());
            assertEquals(quote, wire.read(ArrivingQuote.class));
        }
    }

    /** A message whose name is too long for a prefix is read by tokens, also after an event of another class. */
    @Test
    void classWithoutAPrefixAnyMoreIsReadByTokens() {
        String longName = "e".repeat(WireLimits.DEFAULTS.maxNameBytes() / 2);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("json", bytes);
        ArrivingQuote quote = quote();
        for (int i = 0; i < 50; i++) {
            wire.write(i < 3 ? "quote" : longName, quote);
        }
        ArrivingTrade trade = new ArrivingTrade();
        for (int i = 0; i < 4; i++) {
            wire.write("trade", trade);
        }
        wire.write("quote", quote);
        for (int i = 0; i < 50; i++) {
            assertEquals(quote, wire.read(ArrivingQuote.class));
        }
        for (int i = 0; i < 4; i++) {
            assertTrue(wire.next());
            assertEquals(trade, wire.read(ArrivingTrade.class));
        }
        assertEquals(quote, wire.read(ArrivingQuote.class));
        assertEquals("quote", wire.event());
    }

    /** An invalid end or length is reported without an event, as by tokens: it does not belong to the event before. */
    @Test
    void aMessageThatIsNotEnteredIsNoEvent() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes);
        for (int i = 0; i < 3; i++) {
            wire.write("onQuote", quote());
        }
        wire.flush();
        long end = bytes.writePosition();
        wire.write("onQuote", quote());
        wire.flush();
        byte[] whole = bytes.toByteArray();
        for (int at = (int) end; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x40;
            assertSameEvents(damaged);
            assertSameEvents(Arrays.copyOf(whole, at));
        }
    }

    private static void assertSameEvents(byte[] input) {
        WireFormat binary = WireFormats.byName("binary");
        Wire byTokens = reading(binary, input, false);
        Wire byHeads = reading(binary, input, true);
        for (int i = 0; i < 6; i++) {
            assertEquals(readOrError(byTokens), readOrError(byHeads));
            assertEquals(byTokens.event(), byHeads.event());
        }
    }

    private static String readOrError(Wire wire) {
        try {
            return String.valueOf(wire.read(ArrivingQuote.class));
        } catch (WireException e) {
            return e.toString();
        }
    }
}
