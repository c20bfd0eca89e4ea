package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of several classes in turn, found by the heads of their messages, are those that tokens give, whatever is asked of them. */
class ArrivalsTest {
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
        Wire wire = Wire.of(format, bytes, HeadsTest.OPTIONS);
        for (int i = 0; i < MESSAGES; i++) {
            Object object = object();
            int kind = random.nextInt(20);
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
    @ValueSource(strings = {"yaml", "json", "binary"})
    void whateverIsAskedIsAnsweredAsByTokens(String name) {
        WireFormat format = WireFormats.byName(name);
        int results = 0;
        for (int round = 0; round < 60; round++) {
            byte[] input = messages(format);
            long seed = random.nextLong();
            List<String> expected = ask(format, input, false, new SplittableRandom(seed));
            List<String> actual = ask(format, input, true, new SplittableRandom(seed));
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i), actual.get(i), "round " + round + ", question " + i);
            }
            assertEquals(expected.size(), actual.size());
            results += expected.size();
        }
        assertTrue(results > 60 * MESSAGES / 2);
    }

    /** An error may be told when the event is found or when it is read; what is good is the same. */
    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "binary"})
    void damageLosesWhatItLosesByTokens(String name) {
        WireFormat format = WireFormats.byName(name);
        int objects = 0;
        for (int round = 0; round < 60; round++) {
            byte[] input = messages(format);
            for (int damage = 0; damage < 5; damage++) {
                input[random.nextInt(input.length)] ^= (byte) (1 << random.nextInt(8));
            }
            List<String> expected = readAll(format, input, false);
            assertEquals(expected, readAll(format, input, true), "round " + round);
            objects += expected.size();
        }
        assertTrue(objects > 60 * MESSAGES / 3);
    }

    private static List<String> readAll(WireFormat format, byte[] input, boolean byHeads) {
        List<String> objects = new ArrayList<>();
        Wire wire = reading(format, input, byHeads);
        for (int i = 0; i < 2 * MESSAGES; i++) {
            try {
                if (!wire.next()) {
                    break;
                }
                objects.add(wire.event() + " " + read(wire, new ArrivingQuote(), new ArrivingTrade()));
            } catch (WireException e) {
                // the next one
            }
        }
        return objects;
    }

    private static Wire reading(WireFormat format, byte[] input, boolean byHeads) {
        WireIn in = format.newReader(new ByteArrayInputStream(input), HeadsTest.OPTIONS);
        return Wire.reading(format, byHeads ? in : Inputs.only(WireIn.class, in), HeadsTest.OPTIONS);
    }

    private static List<String> ask(WireFormat format, byte[] input, boolean byHeads, SplittableRandom random) {
        List<String> answers = new ArrayList<>();
        Wire wire = reading(format, input, byHeads);
        boolean takesTokens = random.nextInt(4) == 0;
        ArrivingQuote quote = new ArrivingQuote();
        ArrivingTrade trade = new ArrivingTrade();
        int ends = 0;
        for (int i = 0; i < 3 * MESSAGES && ends < 3; i++) {
            String answer;
            int question = random.nextInt(takesTokens && i > MESSAGES ? 22 : 20);
            try {
                Object result = switch (question) {
                    case 0 -> wire.read(ArrivingQuote.class);
                    case 1 -> wire.read(quote);
                    case 2 -> wire.read(trade);
                    case 3 -> wire.readLive(ArrivingQuote.class);
                    case 4 -> wire.read(Object.class);
                    case 5 -> wire.nextWhole();
                    case 6, 7 -> String.valueOf(wire.read());
                    case 20, 21 -> wire.next() ? tokens(wire.in()) : null;
                    case 8, 9, 10, 11 -> wire.next();
                    default -> wire.next() ? read(wire, quote, trade) : null;
                };
                answer = result == null ? "null" : result.getClass().getSimpleName() + " " + result;
                ends += result == null || result.equals(false) ? 1 : 0;
            } catch (WireException | IllegalStateException e) {
                answer = e.toString();
            }
            answers.add(question + " " + wire.event() + ": " + answer);
        }
        return answers;
    }

    /** The kind of value that an event has, and the first name in it. */
    private static String tokens(WireIn in) {
        WireToken token = in.peek();
        if (token != WireToken.BEGIN_OBJECT) {
            return token.toString();
        }
        String type = in.typeName();
        in.beginObject();
        return type + " " + (in.hasNext() && in.peek() == WireToken.FIELD ? in.fieldName() : in.peek());
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
}
