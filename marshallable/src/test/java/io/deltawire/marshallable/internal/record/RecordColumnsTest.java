package io.deltawire.marshallable.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.testing.ColumnsAndTokens;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Records (JLS 8.10) that are made from columns equal those that are made from tokens. */
class RecordColumnsTest {
    static {
        Types.registerNested(RecordColumnsTest.class);
    }

    enum Side {
        BUY,
        SELL {
            @Override
            public String toString() {
                return "sold";
            }
        }
    }

    sealed interface ColumnsEvent permits ColumnsTrade, ColumnsHalt {}

    record ColumnsTrade(
            @Key String symbol,
            @Key int venue,
            Side side,
            double price,
            float ratio,
            long quantity,
            short level,
            byte flags,
            boolean open,
            char mark,
            Instant time,
            LocalDate day,
            String note)
            implements ColumnsEvent {
        ColumnsTrade {
            note = note == null ? "none" : note.strip();
        }
    }

    record ColumnsHalt(@Key String symbol, int reason) implements ColumnsEvent {}

    private static ColumnsTrade next(ColumnsTrade t, Random random) {
        return new ColumnsTrade(
                t.symbol,
                t.venue,
                random.nextInt(4) > 0 ? t.side : random.nextBoolean() ? null : Side.values()[random.nextInt(2)],
                random.nextInt(3) > 0
                        ? t.price
                        : random.nextInt(3) == 0 ? random.nextGaussian() : random.nextInt(100_000) / 100.0,
                random.nextInt(5) > 0 ? t.ratio : random.nextBoolean() ? random.nextInt(100) / 10f : random.nextFloat(),
                random.nextInt(2) > 0 ? t.quantity : t.quantity + random.nextInt(200) - 100,
                random.nextInt(5) > 0 ? t.level : (short) random.nextInt(),
                random.nextInt(5) > 0 ? t.flags : (byte) random.nextInt(),
                random.nextInt(5) > 0 == t.open,
                random.nextInt(5) > 0 ? t.mark : (char) random.nextInt(random.nextBoolean() ? 128 : 65536),
                random.nextInt(3) > 0 ? t.time : random.nextInt(4) == 0 ? null : Instant.ofEpochMilli(random.nextInt()),
                random.nextInt(5) > 0 ? t.day : LocalDate.ofEpochDay(random.nextInt(30_000)),
                random.nextInt(5) > 0 ? t.note : new String[] {null, "", " 12.50 ", "a", "b\u20ac"}[random.nextInt(5)]);
    }

    private static ColumnsTrade trade(String symbol, int venue) {
        return new ColumnsTrade(symbol, venue, null, 1, 1, 1, (short) 1, (byte) 1, true, 'x', null, null, null);
    }

    @Test
    void bytesAndRecordsMatchTokens() {
        Random random = new Random(3);
        for (int round = 0; round < 10; round++) {
            ColumnsTrade[] trades = new ColumnsTrade[1 + random.nextInt(20)];
            for (int i = 0; i < trades.length; i++) {
                trades[i] = trade(random.nextInt(9) == 0 ? null : "S" + i, i);
            }
            ColumnsAndTokens wires = new ColumnsAndTokens();
            for (int i = 0; i < 1_000; i++) {
                int at = random.nextInt(trades.length);
                trades[at] = next(trades[at], random);
                wires.write("trade", trades[at], trades[0], "round " + round + ", message " + i);
            }
        }
    }

    static final class ColumnsLevel extends AbstractMarshallable {
        double price;
    }

    record ColumnsBook(@Key String symbol, int number, ColumnsLevel best, List<ColumnsLevel> levels) {}

    @Test
    void recordsWithNestedObjectsMatchTokens() {
        ColumnsAndTokens wires = new ColumnsAndTokens();
        for (int i = 0; i < 1_500; i++) {
            List<ColumnsLevel> levels = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                levels.add(new ColumnsLevel());
                levels.get(n).price = i % 5 / 4.0 + n;
            }
            ColumnsBook book = new ColumnsBook("S" + i % 3, i, levels.get(i % 2), levels);
            wires.write("book", book, book, "message " + i);
        }
    }

    /** Reads by every call, and alternates between two classes of one sealed interface. */
    @Test
    void recordsAreReadByEveryCall() {
        Random random = new Random(4);
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        ColumnsTrade trade = trade("A", 1);
        for (int i = 0; i < 500; i++) {
            trade = next(trade, random);
            ColumnsEvent event = random.nextInt(3) == 0 ? new ColumnsHalt("A", i) : trade;
            String name = random.nextBoolean() ? "event" : "other";
            wire.write(name, event);
            boolean asks = random.nextBoolean();
            if (asks) {
                assertTrue(wire.next());
                assertEquals(name, wire.event());
            }
            ColumnsEvent read = switch (random.nextInt(5)) {
                case 0 -> wire.read(ColumnsEvent.class);
                case 1 -> wire.read(event.getClass());
                case 2 -> wire.readByKey(event.getClass());
                case 3 -> wire.read(event);
                default -> (ColumnsEvent) wire.read().value();
            };
            assertEquals(event, read, "message " + i);
            assertNotSame(event, read);
            assertEquals(name, wire.event());
        }
        assertNull(wire.readByKey(ColumnsTrade.class));
    }

    interface TradeEvents {
        void trade(ColumnsTrade trade);

        void halt(ColumnsHalt halt);
    }

    @Test
    void methodReadersGiveRecords() {
        Random random = new Random(5);
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        List<Object> expected = new ArrayList<>();
        List<Object> called = new ArrayList<>();
        TradeEvents writer = wire.methodWriter(TradeEvents.class);
        ColumnsTrade trade = trade("A", 1);
        for (int i = 0; i < 300; i++) {
            trade = next(trade, random);
            if (random.nextInt(4) == 0) {
                writer.halt(new ColumnsHalt("A", i));
                expected.add(new ColumnsHalt("A", i));
            } else {
                writer.trade(trade);
                expected.add(trade);
            }
        }
        MethodReader reader = wire.methodReader(new TradeEvents() {
            @Override
            public void trade(ColumnsTrade given) {
                called.add(given);
            }

            @Override
            public void halt(ColumnsHalt given) {
                called.add(given);
            }
        });
        while (reader.readOne()) {
            // a call
        }
        assertEquals(expected, called);
    }

    /** The written class, whose values the records below may refuse. */
    @SuppressWarnings("UnusedVariable") // read by the codec
    static class AnyOrder extends AbstractMarshallable {
        @Key
        String id = "k";

        long count;
        double ratio;
        String side;
    }

    record ColumnsOrder(@Key String id, int count, float ratio, Side side) {
        ColumnsOrder {
            if (count < 0) {
                throw new IllegalArgumentException("count " + count);
            }
            if (count == 77) {
                throw new AssertionError("no order");
            }
            if (count == 78) {
                overflow();
            }
        }

        @SuppressWarnings("InfiniteRecursion") // is what is tested
        private static int overflow() {
            return 1 + overflow();
        }
    }

    /** The same with a field that the wire lacks, so that it is made from tokens. */
    record ColumnsOrderByTokens(@Key String id, int count, float ratio, Side side, List<String> none) {
        ColumnsOrderByTokens {
            new ColumnsOrder(id, count, ratio, side);
        }
    }

    @Test
    void whatIsRefusedIsRefusedAsByTokens() {
        Random random = new Random(6);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Bytes<?> same = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Order", AnyOrder.class).asOptions());
        Wire columns = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Order", ColumnsOrder.class).asOptions());
        Wire tokens = Wire.of(
                "delta",
                same,
                TypeRegistry.create()
                        .register("Order", ColumnsOrderByTokens.class)
                        .asOptions());
        int refused = 0;
        long at = 0;
        for (int i = 0; i < 2_000; i++) {
            AnyOrder order = new AnyOrder();
            order.id = "k" + random.nextInt(3);
            order.count = random.nextInt(12) == 0
                    ? new long[] {-1, 1L << 40, -1L << 40, 77}[random.nextInt(4)]
                    : random.nextInt(50);
            order.ratio = random.nextInt(20) == 0 ? 1 / 3.0 : random.nextInt(100) / 10.0;
            order.side = random.nextInt(20) == 0 ? "NONE" : random.nextInt(9) == 0 ? null : "BUY";
            wire.write("order", order);
            same.write(bytes, at, bytes.writePosition() - at);
            at = bytes.writePosition();
            int way = random.nextInt(3);
            String expected = outcome(() -> {
                ColumnsOrderByTokens read = read(tokens, ColumnsOrderByTokens.class, way);
                return new ColumnsOrder(read.id, read.count, read.ratio, read.side);
            });
            assertEquals(expected.replace("ByTokens", ""), outcome(() -> read(columns, ColumnsOrder.class, way)));
            assertEquals(tokens.event(), columns.event());
            refused += expected.startsWith("ColumnsOrder[") ? 0 : 1;
        }
        assertTrue(refused > 200 && refused < 1_000, "refused " + refused);
    }

    private static <T> T read(Wire wire, Class<T> type, int way) {
        if (way == 0) {
            assertTrue(wire.next());
        }
        return way == 1 ? wire.readByKey(type) : wire.read(type);
    }

    private static String outcome(Supplier<?> read) {
        try {
            return read.get().toString();
        } catch (WireException e) {
            return e + " " + e.location() + " " + e.getCause();
        } catch (AssertionError e) {
            return e.toString();
        }
    }

    @Test
    void aConstructorThatHasNoEndIsReported() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Order", AnyOrder.class).asOptions());
        AnyOrder order = new AnyOrder();
        wire.write("order", order).write("order", order);
        order.count = 78;
        wire.write("order", order);
        Wire reader = Wire.of(
                "delta",
                bytes,
                TypeRegistry.create().register("Order", ColumnsOrder.class).asOptions());
        reader.read(ColumnsOrder.class);
        reader.read(ColumnsOrder.class);
        WireDataException e = assertThrows(WireDataException.class, () -> reader.read(ColumnsOrder.class));
        assertTrue(e.getMessage().contains("stack"), e.getMessage());
    }

    static class ColumnsRefusing extends AbstractMarshallable {
        private static boolean refuses;

        long value;

        ColumnsRefusing() {
            if (refuses) {
                throw new IllegalArgumentException("enough");
            }
        }
    }

    @Test
    void constructorWithoutArgumentsThatThrowsIsReportedWithItsPath() {
        for (int way = 0; way < 3; way++) {
            int asked = way;
            Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
            ColumnsRefusing object = new ColumnsRefusing();
            wire.write("e", object).write("e", object).write("e", object);
            assertEquals(object, wire.read(ColumnsRefusing.class));
            ColumnsRefusing.refuses = true;
            WireException e = assertThrows(WireException.class, () -> read(wire, ColumnsRefusing.class, asked));
            assertTrue(e.getMessage().contains("ColumnsRefusing threw"), e.getMessage());
            assertEquals("$.e", e.location().path());
            ColumnsRefusing.refuses = false;
            assertEquals(object, read(wire, ColumnsRefusing.class, asked));
        }
    }

    @Test
    void recordsHaveColumnsThatCannotBeSet() {
        assertFalse(CodecSet.BUILT_IN
                .ofObject(ColumnsTrade.class)
                .columns(CodecContext.ofDefaults("delta"))
                .isSettable());
    }
}
