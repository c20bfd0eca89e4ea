package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Which object a live reader returns for a key. A long stream makes no further objects. */
class LiveObjectsTest {
    enum Side {
        BUY,
        SELL
    }

    static final class LiveQuote extends AbstractMarshallable {
        @Key
        String symbol;

        @Key
        int venue;

        double bid;
        double ask;
        long time;
        long volume;
        short lots;
        float ratio;
        boolean isOpen;
        Side side = Side.BUY;
        String trader = "nobody";
        LocalDate day = LocalDate.of(2016, 7, 22);
        ZonedDateTime opened;

        LiveQuote() {}

        LiveQuote(int key) {
            symbol = "SYM-" + key / 2;
            venue = key & 1;
            bid = 100 + key;
            ask = bid + 0.25;
            opened = ZonedDateTime.of(2016, 7, 22, 8, 0, key % 60, 0, ZoneOffset.UTC);
        }

        void change(SplittableRandom random) {
            time += 1 + random.nextInt(1000);
            switch (random.nextInt(9)) {
                case 0 -> bid += 0.25;
                case 1 -> ask = bid + random.nextInt(100) / 100.0;
                case 2 -> volume = random.nextLong();
                case 3 -> lots = (short) random.nextInt();
                case 4 -> ratio = random.nextInt(100) / 8f;
                case 5 -> isOpen = !isOpen;
                case 6 -> side = side == Side.BUY ? Side.SELL : Side.BUY;
                case 7 -> trader = random.nextInt(9) == 0 ? null : "trader" + random.nextInt(5);
                default -> day = day.plusDays(1);
            }
        }
    }

    /** Names its record itself. */
    static final class LiveOrder extends AbstractMarshallable implements KeyedMarshallable {
        long id;
        long quantity;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeLong(id);
        }
    }

    private static Wire wire() {
        return Wire.of("delta", Bytes.allocateElasticOnHeap());
    }

    /** Reads with and without asking for the event before, from the first message on. */
    @Test
    void anObjectIsTheSameForAKeyHoweverItIsReached() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 20; round++) {
            Wire wire = wire();
            LiveQuote[] quotes = {new LiveQuote(0), new LiveQuote(1), new LiveQuote(2)};
            Map<String, LiveQuote> live = new HashMap<>();
            boolean isPassedOver = false;
            for (int i = 0; i < 60; i++) {
                LiveQuote quote = quotes[random.nextInt(3)];
                quote.change(random);
                wire.write(i % 7 == 3 ? "other" : "quote", quote);
                boolean asks = isPassedOver || random.nextInt(3) > 0;
                if (asks) {
                    assertTrue(wire.next());
                    assertEquals(i % 7 == 3 ? "other" : "quote", wire.event());
                }
                isPassedOver = asks && random.nextInt(5) == 0;
                if (isPassedOver) {
                    continue;
                }
                if (asks && random.nextInt(5) == 0) {
                    assertEquals(WireToken.BEGIN_OBJECT, wire.in().peek());
                }
                LiveQuote read = wire.readByKey(LiveQuote.class);
                assertEquals(quote, read, "round " + round + ", message " + i);
                LiveQuote before = live.putIfAbsent(wire.event() + quote.symbol + quote.venue, read);
                assertSame(before == null ? read : before, read, "round " + round + ", message " + i);
            }
        }
    }

    @Test
    void objectOfAKeyStaysWhenTheStreamRestarts() {
        Wire wire = wire();
        SplittableRandom random = new SplittableRandom(1);
        LiveQuote[] quotes = new LiveQuote[20];
        Map<String, LiveQuote> live = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            quotes[i] = new LiveQuote(i);
        }
        for (int i = 0; i < 5_000; i++) {
            if (i % 500 == 499) {
                wire.keyFrame();
            }
            LiveQuote quote = quotes[i < 20 ? i : random.nextInt(20)];
            quote.change(random);
            wire.write("quote", quote);
            LiveQuote read = wire.readByKey(LiveQuote.class);
            assertEquals(quote, read, "message " + i);
            LiveQuote before = live.putIfAbsent(quote.symbol + quote.venue, read);
            if (before != null) {
                assertSame(before, read, "message " + i);
            }
        }
        assertNull(wire.readByKey(LiveQuote.class));
    }

    @Test
    void aKeyHasAnObjectForEachEvent() {
        Wire wire = wire();
        LiveQuote quote = new LiveQuote(1);
        Map<String, LiveQuote> live = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            String event = i % 3 == 0 ? "first" : "second";
            quote.volume = i;
            if (i % 20 == 19) {
                wire.keyFrame();
            }
            wire.write(event, quote);
            LiveQuote read = wire.readByKey(LiveQuote.class);
            assertEquals(event, wire.event());
            assertEquals(quote, read);
            assertSame(live.computeIfAbsent(event, of -> read), read, "message " + i);
        }
        assertNotSame(live.get("first"), live.get("second"));
    }

    @Test
    void aDeletedRecordThatComesAgainHasAnotherObject() {
        Wire wire = wire();
        LiveQuote quote = new LiveQuote(1);
        wire.write("quote", quote);
        LiveQuote first = wire.readByKey(LiveQuote.class);
        wire.delete("quote", quote);
        assertTrue(wire.next() && wire.isDeletion());
        wire.read(LiveQuote.class);
        wire.keyFrame();
        quote.bid = 7;
        wire.write("quote", quote);
        LiveQuote second = wire.readByKey(LiveQuote.class);
        assertEquals(quote, second);
        assertNotSame(first, second);
        assertEquals(101, first.bid, "what it was when it was deleted");
    }

    @Test
    void aKeyThatTheApplicationHasChangedIsNotFoundAgain() {
        Wire wire = wire();
        LiveQuote quote = new LiveQuote(1);
        wire.write("quote", quote);
        LiveQuote first = wire.readByKey(LiveQuote.class);
        first.symbol = "mine";
        wire.keyFrame();
        wire.write("quote", quote);
        LiveQuote second = wire.readByKey(LiveQuote.class);
        assertEquals(quote, second);
        assertNotSame(first, second);
    }

    @Test
    void anObjectThatNamesItsRecordItselfIsRightInEveryEpoch() {
        Wire wire = wire();
        LiveOrder[] orders = {new LiveOrder(), new LiveOrder()};
        orders[1].id = 1;
        for (int i = 0; i < 100; i++) {
            LiveOrder order = orders[i & 1];
            order.quantity += i;
            wire.write("order", order);
            assertEquals(order, wire.readByKey(LiveOrder.class));
            if (i % 10 == 9) {
                wire.keyFrame();
            }
        }
    }

    @Test
    void afterDamageObjectsAreOtherOnes() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        List<LiveQuote> written = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        try (Wire writer = Wire.of("delta", bytes)) {
            LiveQuote[] quotes = {new LiveQuote(0), new LiveQuote(1)};
            for (int i = 0; i < 300; i++) {
                if (i == 100 || i == 200) {
                    writer.keyFrame();
                }
                quotes[i & 1].volume = i;
                writer.write("quote", quotes[i & 1]);
                written.add(quotes[i & 1].deepCopy());
                ends.add((int) bytes.writePosition());
            }
        }
        byte[] stream = bytes.toByteArray();
        stream[ends.get(150)] ^= 0x55;
        Wire reader = Wire.of("delta", new ByteArrayInputStream(stream));
        List<LiveQuote> before = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            before.add(reader.readByKey(LiveQuote.class));
            assertEquals(written.get(i), before.get(i));
        }
        assertSame(before.get(97), before.get(99));
        assertThrows(MalformedWireException.class, () -> reader.readByKey(LiveQuote.class));
        assertThrows(MissingBaseException.class, () -> reader.readByKey(LiveQuote.class));
        for (int i = 198; i < 300; i++) { // the key frame repeats both records
            LiveQuote next = reader.readByKey(LiveQuote.class);
            assertEquals(written.get(i), next);
            assertNotSame(before.get(98), next);
            assertNotSame(before.get(99), next);
        }
        assertEquals(written.get(99), before.get(99), "objects from before stay as they were");
    }

    static final class Level extends AbstractMarshallable {
        String symbol;
        long size;
    }

    @Test
    void aFieldThatWasTakenForAnEventIsNoLiveObject() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes);
        for (int i = 0; i < 3; i++) {
            wire.out().beginMessage();
            wire.out().beginObject();
            wire.out().field("symbol");
            wire.out().text("A");
            wire.out().field("size");
            wire.out().int64(i);
            wire.out().endObject();
            wire.out().endMessage();
        }
        assertEquals(0, wire.readByKey(Level.class).size);
        assertTrue(wire.next());
        assertEquals("symbol", wire.event());
        assertThrows(WireDataException.class, () -> wire.readByKey(Level.class));
        assertEquals(2, wire.readByKey(Level.class).size);
    }

    @Test
    void aLongStreamIsReadWithoutGarbage() {
        int messages = 400_000;
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(4 << 20);
        Wire writer = Wire.of("delta", bytes);
        LiveQuote[] quotes = new LiveQuote[32];
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < messages; i++) {
            int key = i < quotes.length ? i : random.nextInt(quotes.length);
            LiveQuote quote = quotes[key] == null ? new LiveQuote(key) : quotes[key];
            quotes[key] = quote;
            quote.time += random.nextInt(1000);
            quote.volume += random.nextInt(100);
            quote.bid += (random.nextInt(100) - 50) / 100.0;
            writer.write("quote", quote);
        }
        Wire reader = Wire.of("delta", bytes);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < messages / 2; i++) {
            reader.readByKey(LiveQuote.class);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        LiveQuote last = null;
        for (int i = messages / 2; i < messages; i++) {
            last = reader.readByKey(LiveQuote.class);
        }
        double each = (threads.getCurrentThreadAllocatedBytes() - before) / (messages / 2.0);
        assertTrue(each < 0.25, each + " bytes a message");
        assertEquals(written(quotes, last), last);
    }

    private static LiveQuote written(LiveQuote[] quotes, LiveQuote read) {
        for (LiveQuote quote : quotes) {
            if (quote.symbol.equals(read.symbol) && quote.venue == read.venue) {
                return quote;
            }
        }
        throw new AssertionError("no such key: " + read);
    }
}
