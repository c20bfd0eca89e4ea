package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.EventException;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.EachFormat.Encoding;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A {@link MethodReader} takes messages by their prefix or columns, while the application uses the same wire in other
 * ways.
 */
class DirectCallsTest {
    private static final int MESSAGES = 8;

    static class CalledTrade extends AbstractMarshallable {
        String symbol;
        long size;

        CalledTrade() {}

        CalledTrade(String symbol, long size) {
            this.symbol = symbol;
            this.size = size;
        }
    }

    interface Trades {
        void trade(CalledTrade trade);
    }

    private static Wire wire(String format) {
        return Wire.of(format, Bytes.allocateElasticOnHeap());
    }

    private static void write(Trades out) {
        for (int i = 0; i < MESSAGES; i++) {
            out.trade(new CalledTrade("A", i));
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void aMessageThatWasCalledIsNotReadAgain(String format) {
        Wire wire = wire(format);
        write(wire.methodWriter(Trades.class));
        List<Long> sizes = new ArrayList<>();
        MethodReader reader = wire.methodReader((Trades) trade -> sizes.add(trade.size));
        for (int i = 0; i < MESSAGES; i += 2) {
            assertTrue(reader.readOne());
            sizes.add(wire.read(CalledTrade.class).size);
        }
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L), sizes);
        assertFalse(reader.readOne());
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void aComponentMayLookAtTheReader(String format) {
        Wire wire = wire(format);
        write(wire.methodWriter(Trades.class));
        List<Long> sizes = new ArrayList<>();
        MethodReader reader = wire.methodReader((Trades) trade -> {
            sizes.add(trade.size);
            assertEquals("trade", wire.event());
            if (trade.size >= MESSAGES / 2) {
                assertTrue(wire.in().messageOffset() >= 0);
            }
        });
        while (sizes.size() < 2 * MESSAGES && reader.readOne()) {
            assertEquals("trade", wire.event());
        }
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L), sizes);
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.BINARY)
    void unrequestedMetaDataIsSkipped(String format) {
        Wire wire = wire(format);
        Trades meta = wire.methodWriterBuilder(Trades.class).metaData().build();
        Trades data = wire.methodWriter(Trades.class);
        List<Long> sizes = new ArrayList<>();
        MethodReader reader = wire.methodReader((Trades) trade -> sizes.add(trade.size));
        data.trade(new CalledTrade("A", 1));
        data.trade(new CalledTrade("A", 2));
        meta.trade(new CalledTrade("A", 3));
        data.trade(new CalledTrade("A", 4));
        for (int i = 0; i < 3; i++) {
            assertTrue(reader.readOne());
        }
        assertEquals(4, wire.read(CalledTrade.class).size);
        assertEquals(List.of(1L, 2L), sizes);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void historyTellsOfMessagesThatDoNotFit(String format) {
        Wire wire = wire(format);
        write(wire.methodWriter(Trades.class));
        var out = wire.out();
        out.beginMessage();
        out.beginObject();
        out.event("trade");
        out.beginObject();
        out.field("size");
        out.text("many");
        out.endObject();
        out.endObject();
        out.endMessage();
        MessageHistory history = new MessageHistory();
        MethodReader reader = wire.methodReaderBuilder().history(3, history).build((Trades) trade -> {});
        for (int i = 0; i < MESSAGES; i++) {
            assertTrue(reader.readOne());
            assertEquals(i, history.indexFrom(3));
        }
        assertThrows(WireDataException.class, reader::readOne);
        assertEquals(1, history.sources());
        assertEquals(MESSAGES, history.indexFrom(3));
    }

    /**
     * Mixes several events per message, several readers and reading by hand, and compares them with reading by tokens
     * alone.
     */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void turnsAtRandomAreAsByTokens(String format) {
        for (int seed = 0; seed < 200; seed++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            write(Wire.of(format, bytes), new SplittableRandom(seed));
            assertEquals(calls(format, bytes, seed, true), calls(format, bytes, seed, false), format + " " + seed);
        }
    }

    private static void write(Wire wire, SplittableRandom random) {
        Trades writer = wire.methodWriter(Trades.class);
        for (int i = 0; i < MESSAGES; i++) {
            writer.trade(new CalledTrade("A", i));
            if (random.nextInt(3) == 0) {
                wire.write("trade", new CalledTrade("C", i)); // with a type name
            }
            if (random.nextInt(4) == 0) {
                wire.out().beginMessage();
                wire.out().beginObject();
                for (String event : random.nextBoolean() ? List.of("trade", "other") : List.of("other", "trade")) {
                    wire.out().event(event);
                    CodecSet.BUILT_IN
                            .exact(CalledTrade.class)
                            .write(wire.out(), new CalledTrade("B", i), Wires.session(wire));
                }
                wire.out().endObject();
                wire.out().endMessage();
            }
        }
    }

    private static List<String> calls(String formatName, Bytes<?> bytes, long seed, boolean isAtOnce) {
        var format = WireFormats.byName(formatName);
        WireIn in = format.newReader(Bytes.wrapForRead(bytes.toByteArray()), WireOptions.DEFAULTS);
        Wire wire = Wires.reading(format, isAtOnce ? in : Inputs.only(WireIn.class, in), WireOptions.DEFAULTS);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> calls = new ArrayList<>();
        MethodReader one = wire.methodReader((Trades) trade -> {
            calls.add(wire.event() + " one " + trade);
            if (random.nextInt(20) == 0) {
                throw new IllegalStateException("of the component");
            }
        });
        MethodReader other = wire.methodReaderBuilder().reuseArguments().build((Trades)
                trade -> calls.add(wire.event() + " other " + trade));
        for (int i = 0; i < 2 * MESSAGES; i++) {
            try {
                calls.add(
                        switch (random.nextInt(12)) {
                            case 0 -> "read " + wire.read(CalledTrade.class);
                            case 1 -> "next " + wire.next();
                            case 2 -> "live " + wire.readByKey(CalledTrade.class);
                            case 3, 4, 5 -> "other " + other.readOne();
                            default -> "one " + one.readOne();
                        });
            } catch (EventException e) {
                calls.add(e.getMessage());
            }
            calls.add(wire.event());
        }
        return calls;
    }
}
