package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.WireOptions;
import io.deltawire.yaml.YamlFormat;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class TypeNamesTest {
    static class TradeLeg extends AbstractMarshallable {
        String symbol;
        int quantity;

        TradeLeg(String symbol, int quantity) {
            this.symbol = symbol;
            this.quantity = quantity;
        }
    }

    static final class OptionTradeLeg extends TradeLeg {
        double strike;

        OptionTradeLeg(String symbol, int quantity, double strike) {
            super(symbol, quantity);
            this.strike = strike;
        }
    }

    record GridPoint(int x, int y) {}

    static final class LegTrade extends AbstractMarshallable {
        TradeLeg first;
        List<TradeLeg> legs;
        GridPoint point;
        Map<String, GridPoint> points;
        int number;
    }

    private static LegTrade trade() {
        LegTrade trade = new LegTrade();
        trade.first = new TradeLeg("A", 1);
        trade.legs = List.of(new TradeLeg("B", 2), new OptionTradeLeg("C", 3, 4.5));
        trade.point = new GridPoint(1, 2);
        trade.points = Map.of("origin", new GridPoint(0, 0));
        return trade;
    }

    private static String written(WireOptions options) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(new YamlFormat(), bytes, options);
        wire.write("trade", trade());
        String text = bytes.toString();
        assertTrue(wire.next());
        assertEquals(trade(), wire.read(LegTrade.class), text);
        return text;
    }

    private static int count(String text, String name) {
        return text.split(name, -1).length - 1;
    }

    @Test
    void typesThatTheDeclarationSaysAreNotWritten() {
        String text = written(WireOptions.DEFAULTS);
        assertEquals(1, count(text, "!LegTrade "), text);
        assertEquals(1, count(text, "!OptionTradeLeg "), text);
        assertEquals(0, count(text, "!TradeLeg "), text);
        assertEquals(0, count(text, "!GridPoint "), text);
    }

    @Test
    void allTypesAreWrittenWhereThatIsAskedFor() {
        String text = written(WireOptions.DEFAULTS.with(MarshallableOptions.TYPE_NAMES, TypeNamePolicy.ALWAYS));
        assertEquals(1, count(text, "!LegTrade "), text);
        assertEquals(1, count(text, "!OptionTradeLeg "), text);
        assertEquals(2, count(text, "!TradeLeg "), text);
        assertEquals(2, count(text, "!GridPoint "), text);
    }
}
