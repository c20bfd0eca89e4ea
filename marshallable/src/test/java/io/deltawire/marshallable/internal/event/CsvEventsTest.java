package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.csv.CsvFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Events written by name, of several names and classes, in one table. */
class CsvEventsTest {
    static class Buy extends AbstractMarshallable {
        String symbol;
        double price;

        Buy() {}

        Buy(String symbol, double price) {
            this.symbol = symbol;
            this.price = price;
        }
    }

    static class Halt extends AbstractMarshallable {
        String symbol;
        int seconds;

        Halt() {}

        Halt(String symbol, int seconds) {
            this.symbol = symbol;
            this.seconds = seconds;
        }
    }

    interface Market {
        void onBuy(Buy buy);

        void onSell(Buy sell);
    }

    private static Wire wire(Bytes<?> bytes, String... columns) {
        return Wire.of(new CsvFormat(), bytes, WireOptions.DEFAULTS.with(CsvFormat.COLUMNS, List.of(columns)));
    }

    private static void assertReads(Wire wire, Object... namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            assertTrue(wire.next());
            assertEquals(namesAndValues[i], wire.event());
            assertEquals(namesAndValues[i + 1], wire.read(namesAndValues[i + 1].getClass()));
        }
        assertFalse(wire.next(), "an event a row");
    }

    @Test
    void eventsOfSeveralNamesAreInOneTable() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("csv", bytes);
        Buy buy = new Buy("A", 1.5);
        wire.write("onBuy", buy).write("onSell", buy).write("onSell", buy).write("onBuy", buy);
        assertEquals(
                "@dw:event,@dw:type,symbol,price\r\nonBuy,Buy,A,1.5\r\nonSell,Buy,A,1.5\r\nonSell,Buy,A,1.5\r\nonBuy,Buy,A,1.5\r\n",
                bytes.toString());
        assertReads(wire, "onBuy", buy, "onSell", buy, "onSell", buy, "onBuy", buy);
    }

    /** In quotes, else a reader takes the row for the header of another table. */
    @Test
    void eventsOfTheNamesOfColumnsAreRead() {
        for (String name : new String[] {"@dw:event", "@dw:type", "a.@dw:type", ".@dw:type", "@dw:value"}) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = Wire.of("csv", bytes);
            Buy buy = new Buy("A", 1.5);
            wire.write("onBuy", buy).write(name, buy).write(name, buy).write("onBuy", buy);
            assertReads(wire, "onBuy", buy, name, buy, name, buy, "onBuy", buy);
        }
    }

    @Test
    void rowsMatchMethodWriters() {
        Bytes<?> byName = Bytes.allocateElasticOnHeap();
        Bytes<?> byMethod = Bytes.allocateElasticOnHeap();
        Wire names = Wire.of("csv", byName);
        Market methods = Wire.of(
                        new CsvFormat(),
                        byMethod,
                        WireOptions.DEFAULTS.with(MarshallableOptions.TYPE_NAMES, TypeNamePolicy.ALWAYS))
                .methodWriter(Market.class);
        for (int i = 0; i < 5; i++) {
            Buy buy = new Buy("A", i);
            names.write("onBuy", buy).write("onSell", buy);
            methods.onBuy(buy);
            methods.onSell(buy);
        }
        assertEquals(byMethod.toString(), byName.toString());
        List<String> called = new ArrayList<>();
        MethodReader reader = names.methodReader(new Market() {
            @Override
            public void onBuy(Buy buy) {
                called.add("buy " + buy.price);
            }

            @Override
            public void onSell(Buy sell) {
                called.add("sell " + sell.price);
            }
        });
        while (reader.readOne()) {}
        assertEquals(10, called.size());
        assertEquals(List.of("buy 4.0", "sell 4.0"), called.subList(8, 10));
    }

    @Test
    void classesOfSeveralKindsTakeColumnsGiven() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = wire(bytes, "@dw:event", "@dw:type", "symbol", "price", "seconds", "@dw:value");
        Buy buy = new Buy("A", 1.5);
        Halt halt = new Halt("B", 60);
        wire.write("onBuy", buy).write("onHalt", halt).write("onText", "closed").write("onCount", 4L);
        assertReads(wire, "onBuy", buy, "onHalt", halt, "onText", "closed", "onCount", 4L);
    }

    @Test
    void columnsOfASeparateEventStay() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = wire(bytes, "onBuy.@dw:type", "onBuy.symbol", "onBuy.price");
        Buy buy = new Buy("A", 1.5);
        wire.write("onBuy", buy).write("onBuy", buy).write("onBuy", buy);
        String rows = "onBuy.@dw:type,onBuy.symbol,onBuy.price\r\nBuy,A,1.5\r\nBuy,A,1.5\r\nBuy,A,1.5\r\n";
        assertEquals(rows, bytes.toString());
        assertReads(
                Wire.of("csv", Bytes.wrapForRead(rows.getBytes(StandardCharsets.UTF_8))),
                "onBuy",
                buy,
                "onBuy",
                buy,
                "onBuy",
                buy);
    }
}
