package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.yaml.YamlFormat;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeNamesTest {
    static {
        Types.registerNested(TypeNamesTest.class);
    }

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
    void declaredTypesAreNotWritten() {
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

    static final class HasType extends AbstractMarshallable {
        Class<?> type;
        Object any;
    }

    static final class Time extends AbstractMarshallable {
        long nanos;
    }

    /** Two types by themselves, as Chronicle Wire writes them: code BC of binary YAML. */
    private static HasType typesByThemselves(TypeRegistry registry, String type, String any) {
        Wire wire = Wire.of("binary", Bytes.allocateElasticOnHeap(), registry.asOptions());
        WireOut out = wire.out();
        out.beginMessage();
        out.beginObject();
        out.event("types");
        out.beginObject();
        out.field("type");
        out.type("type");
        out.text(type);
        out.field("any");
        out.type("type");
        out.text(any);
        out.endObject();
        out.endObject();
        out.endMessage();
        assertTrue(wire.next());
        return wire.read(HasType.class);
    }

    @ParameterizedTest
    @CsvSource({
        "!set, java.util.Set",
        "!oset, java.util.SortedSet",
        "!seq, java.util.List",
        "!map, java.util.Map",
        "!omap, java.util.SortedMap",
        "Char, java.lang.Character",
        "Float32, java.lang.Float",
        "Float64, java.lang.Double",
        "Date, java.time.LocalDate",
        "DateTime, java.time.LocalDateTime",
        "Time, java.time.LocalTime",
        "java.util.Date, java.util.Date",
        "String, java.lang.String",
    })
    void aTypeByItselfIsTheOneThatChronicleWireMeans(String name, String type) throws ClassNotFoundException {
        HasType read = typesByThemselves(TypeRegistry.create(), name, name);
        assertEquals(Class.forName(type), read.type);
        assertEquals(Class.forName(type), read.any);
    }

    @Test
    void aRegisteredTypeGoesFirst() {
        HasType read = typesByThemselves(TypeRegistry.create().register(Time.class), "Time", "!null");
        assertEquals(Time.class, read.type);
        assertEquals(void.class, read.any);
    }
}
