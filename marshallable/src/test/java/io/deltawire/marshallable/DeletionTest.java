package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** A deletion reaches the readers that ask for deletions, and no others. */
class DeletionTest {
    static final class DeletionQuote extends AbstractMarshallable {
        @Key
        String symbol;

        double bid;
        long time;

        DeletionQuote() {}

        DeletionQuote(String symbol, double bid, long time) {
            this.symbol = symbol;
            this.bid = bid;
            this.time = time;
        }
    }

    /** Names its record itself, and has a field that no columns hold. */
    static final class DeletionOrder extends AbstractMarshallable implements KeyedMarshallable {
        long id;
        List<String> fills = new ArrayList<>();

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(id);
        }
    }

    static final class DeletionWrittenByHand extends AbstractMarshallable implements WriteMarshallable {
        @Key
        String symbol;

        long time;

        DeletionWrittenByHand(String symbol, long time) {
            this.symbol = symbol;
            this.time = time;
        }

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("symbol");
            out.text(symbol);
            out.field("time");
            out.int64(time);
        }
    }

    static final class DeletionReadByHand extends AbstractMarshallable implements ReadMarshallable {
        @Key
        String symbol;

        long time;

        DeletionReadByHand(String symbol, long time) {
            this.symbol = symbol;
            this.time = time;
        }

        @Override
        public void readMarshallable(WireIn in) {
            while (in.hasNext()) {
                switch (in.fieldName()) {
                    case "symbol" -> symbol = in.text();
                    case "time" -> time = in.int64();
                    default -> in.skipValue();
                }
            }
        }
    }

    interface Quotes {
        void onQuote(DeletionQuote quote);
    }

    private static Wire wire() {
        return Wire.of("delta", Bytes.allocateElasticOnHeap());
    }

    @Test
    void keyFieldsNameTheRecordOfWhatGoesByHandToo() {
        assertDeletesOwn((symbol, time) -> new DeletionWrittenByHand(symbol, time));
        assertDeletesOwn((symbol, time) -> new DeletionReadByHand(symbol, time));
    }

    private static void assertDeletesOwn(BiFunction<String, Long, Object> maker) {
        Wire wire = wire();
        wire.write(maker.apply("EURUSD", 7L)).write(maker.apply("GBPUSD", 8L)).delete(maker.apply("EURUSD", 0L));
        Class<?> type = maker.apply("", 0L).getClass();
        assertEquals(maker.apply("EURUSD", 7L), wire.read(type));
        assertEquals(maker.apply("GBPUSD", 8L), wire.read(type));
        assertTrue(wire.next());
        assertTrue(wire.isDeletion());
        assertEquals(maker.apply("EURUSD", 7L), wire.read(type));
        assertFalse(wire.next());
    }

    @Test
    void deletionIsAMessageWithTheRecordAsItWas() {
        Wire wire = wire();
        DeletionQuote eurusd = new DeletionQuote("EURUSD", 1.25, 7);
        wire.write("quote", eurusd);
        wire.write("quote", new DeletionQuote("GBPUSD", 1.5, 8));
        wire.write("quote", eurusd); // by columns
        wire.delete("quote", new DeletionQuote("EURUSD", 0, 0));
        wire.delete("quote", new DeletionQuote("AUDUSD", 0.5, 1));
        wire.write("quote", new DeletionQuote("EURUSD", 1.75, 9));
        List<String> seen = new ArrayList<>();
        while (wire.next()) {
            boolean isDeletion = wire.isDeletion();
            DeletionQuote quote = wire.read(DeletionQuote.class);
            seen.add((isDeletion ? "-" : "+") + wire.event() + " " + quote.symbol + " " + quote.bid + " " + quote.time);
        }
        assertEquals(
                List.of(
                        "+quote EURUSD 1.25 7",
                        "+quote GBPUSD 1.5 8",
                        "+quote EURUSD 1.25 7",
                        "-quote EURUSD 1.25 7",
                        "-quote AUDUSD 0.5 1",
                        "+quote EURUSD 1.75 9"),
                seen);
        assertTrue(wire.toYaml().contains(", delete"));
    }

    @Test
    void liveObjectsAndOwnKeysAreDeletedToo() {
        Wire wire = wire();
        DeletionOrder order = new DeletionOrder();
        order.id = 4;
        order.fills.add("one");
        wire.write(order);
        wire.write(new DeletionQuote("EURUSD", 1.25, 7));
        DeletionOrder key = new DeletionOrder();
        key.id = 4;
        wire.delete(key);
        wire.delete(new DeletionQuote("EURUSD", 0, 0));
        wire.write(new DeletionQuote("EURUSD", 2.5, 8));

        assertEquals(order, wire.readByKey(DeletionOrder.class));
        DeletionQuote first = wire.readByKey(DeletionQuote.class);
        assertEquals(1.25, first.bid);
        assertFalse(wire.isDeletion());
        assertEquals(order, wire.readByKey(DeletionOrder.class));
        assertTrue(wire.isDeletion());
        assertEquals(new DeletionQuote("EURUSD", 1.25, 7), wire.readByKey(DeletionQuote.class));
        assertTrue(wire.isDeletion());
        // Later messages belong to another record and another object.
        assertEquals(new DeletionQuote("EURUSD", 2.5, 8), wire.readByKey(DeletionQuote.class));
        assertFalse(wire.isDeletion());
        assertEquals(1.25, first.bid);
    }

    @Test
    void methodsAreCalledForDeletionsWhereThatIsAskedFor() {
        Wire wire = wire();
        Quotes writer = wire.methodWriter(Quotes.class);
        Quotes deleter = wire.methodWriterBuilder(Quotes.class).deletions().build();
        Map<String, DeletionQuote> book = new HashMap<>();
        List<String> gone = new ArrayList<>();
        MethodReader reader = wire.methodReaderBuilder()
                .deletionsTo((Quotes) quote -> {
                    gone.add(quote.symbol + " " + quote.bid);
                    book.remove(quote.symbol);
                })
                .build((Quotes) quote -> book.put(quote.symbol, quote));
        writer.onQuote(new DeletionQuote("EURUSD", 1.25, 7));
        writer.onQuote(new DeletionQuote("GBPUSD", 1.5, 8));
        deleter.onQuote(new DeletionQuote("EURUSD", 0, 0));
        while (reader.readOne()) {
            // all that there is
        }
        assertEquals(List.of("EURUSD 1.25"), gone);
        assertEquals(Map.of("GBPUSD", new DeletionQuote("GBPUSD", 1.5, 8)), book);
    }

    @Test
    void readerThatDoesNotAskForDeletionsIsNotCalled() {
        Wire wire = wire();
        List<DeletionQuote> quotes = new ArrayList<>();
        wire.methodWriter(Quotes.class).onQuote(new DeletionQuote("EURUSD", 1.25, 7));
        wire.methodWriterBuilder(Quotes.class).deletions().build().onQuote(new DeletionQuote("EURUSD", 0, 0));
        MethodReader reader = wire.methodReader((Quotes) quotes::add);
        assertTrue(reader.readOne());
        assertTrue(reader.readOne());
        assertFalse(reader.readOne());
        assertEquals(1, quotes.size());
    }

    @Test
    void formatsWithoutRecordsRefuse() {
        for (String format : Formats.without(Feature.RECORDS)) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of(format, bytes);
            WireDataException e = assertThrows(
                    WireDataException.class, () -> wire.delete("quote", new DeletionQuote("EURUSD", 0, 0)));
            assertEquals(
                    format + ": expected a format that keeps records, to delete one; write an event that says so",
                    e.getMessage());
            assertEquals(0, bytes.readRemaining());
            assertThrows(
                    IllegalStateException.class,
                    () -> wire.methodWriterBuilder(Quotes.class).deletions());
        }
    }
}
