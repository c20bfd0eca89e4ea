package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.Questions;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.object.PrefixMatcher;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A table of events of several classes, recognised by the first cells of their rows, gives the same as tokens do. */
class RowPrefixesTest {
    private static final int ROWS = 200;
    private static final WireFormat CSV = WireFormats.byName("csv");

    static class RowQuote extends AbstractMarshallable {
        int id;
        double price;
        String text;
    }

    static class RowTrade extends AbstractMarshallable {
        int id;
        long size;
        LocalDate day;
    }

    static class RowLargeTrade extends RowTrade {
        Integer more;
    }

    private final SplittableRandom random = new SplittableRandom(12);

    /** Registers the classes, so that the first reading resolves them by name as the later ones do. */
    @BeforeAll
    static void classesAreKnown() {
        TypeRegistry.shared().register(RowQuote.class, RowTrade.class, RowLargeTrade.class);
    }

    private String table() {
        List<String> columns = new ArrayList<>(List.of("id", "price", "text", "size", "day", "more", "beyond"));
        Collections.shuffle(columns, new Random(random.nextLong()));
        boolean isGroup = random.nextInt(5) == 0;
        boolean hasEvents = !isGroup && random.nextInt(5) > 0;
        boolean typeFirst = random.nextInt(4) == 0;
        String group = isGroup ? "onQuote." : "";
        StringBuilder table = new StringBuilder(
                !hasEvents ? group + "@dw:type," : typeFirst ? "@dw:type,@dw:event," : "@dw:event,@dw:type,");
        table.append(group).append(String.join("," + group, columns)).append('\n');
        for (int i = 0; i < ROWS; i++) {
            int kind = random.nextInt(10);
            String type = kind < 5 ? "RowQuote" : kind < 8 ? "RowTrade" : "RowLargeTrade";
            String event = switch (random.nextInt(12)) {
                case 0 -> "";
                case 1 -> "\"on, and on\"";
                case 2 -> "on";
                case 3 -> "onSomethingElse";
                default -> "on" + type.substring(3);
            };
            type = random.nextInt(20) == 0 ? "" : type;
            table.append(!hasEvents ? type : typeFirst ? type + ',' + event : event + ',' + type);
            for (String column : columns) {
                table.append(',').append(cell(column, kind));
            }
            table.append(random.nextInt(30) == 0 ? "\n\r\n" : "\n");
        }
        return table.toString();
    }

    private String cell(String column, int kind) {
        return switch (column) {
            case "id" -> "" + random.nextInt(1000);
            case "price" -> kind < 5 ? random.nextInt(1000) / 4.0 + "" : "";
            case "text" -> kind < 5 && random.nextInt(4) > 0 ? "\"text\" ".substring(0, 6) : "";
            case "size" -> kind < 5 ? "" : "" + random.nextInt();
            case "day" -> kind < 5 ? "" : "2016-07-2" + random.nextInt(10);
            case "more" -> kind < 8 || random.nextBoolean() ? "" : "7";
            default -> random.nextBoolean() ? "" : "beyond";
        };
    }

    @Test
    void whateverIsAskedIsAnsweredAsByTokens() {
        for (int round = 0; round < 100; round++) {
            String table = table();
            byte[] input = table.getBytes(StandardCharsets.UTF_8);
            long seed = random.nextLong();
            List<String> expected = questions().ask(reading(input, false), new SplittableRandom(seed));
            List<String> actual = questions().ask(reading(input, true), new SplittableRandom(seed));
            assertEquals(String.join("\n", expected), String.join("\n", actual), () -> table);
        }
    }

    /** An error may appear when the event is found or when it is read. The good events are the same. */
    @Test
    void damageLosesWhatItLosesByTokens() {
        int objects = 0;
        for (int round = 0; round < 200; round++) {
            byte[] input = table().getBytes(StandardCharsets.UTF_8);
            for (int damage = 0; damage < 5; damage++) {
                input[random.nextInt(input.length)] ^= (byte) (1 << random.nextInt(8));
            }
            List<String> expected = questions().readAll(reading(input, false));
            assertEquals(
                    expected,
                    questions().readAll(reading(input, true)),
                    () -> new String(input, StandardCharsets.UTF_8));
            objects += expected.size();
        }
        assertTrue(objects > 200 * ROWS / 3);
    }

    @Test
    void rowsOfEventsAreRecognisedByTheirPrefixes() {
        String table = """
                @dw:event,@dw:type,size,id,price
                onQuote,RowQuote,,1,1.5
                onQuote,RowQuote,,2,2.5
                onTrade,RowTrade,3,3,
                onQuote,RowQuote,,4,4.5
                onTrade,RowTrade,5,5,
                """;
        WireIn in = CSV.newReader(table.getBytes(StandardCharsets.UTF_8), MessagePrefixesTest.OPTIONS);
        Wire wire = Wires.reading(CSV, in, MessagePrefixesTest.OPTIONS);
        PrefixMatcher arrivals = (PrefixMatcher) in;
        for (int i = 1; i <= 5; i++) {
            assertTrue(wire.next());
            if (i == 1 || i == 3) {
                assertNull(arrivals.matched());
            } else {
                assertNotNull(arrivals.matched());
            }
            if (wire.event().equals("onQuote")) {
                RowQuote quote = wire.read(RowQuote.class);
                assertEquals(i, quote.id);
                assertEquals(i + 0.5, quote.price);
            } else {
                RowTrade trade = wire.read(RowTrade.class);
                assertEquals(i, trade.id);
                assertEquals(i, trade.size);
            }
        }
    }

    @Test
    void aRowThatIsNoneTellsNoEvent() {
        String table = """
                @dw:event,@dw:type,id,price
                onQuote,RowQuote,1,1.5
                onQuote,RowQuote,2
                onQuote,RowQuote,3,3.5
                """;
        for (boolean byHeads : new boolean[] {true, false}) {
            Wire wire = reading(table.getBytes(StandardCharsets.UTF_8), byHeads);
            assertEquals(1, wire.read(RowQuote.class).id);
            assertEquals("onQuote", wire.event());
            String problem = "";
            try {
                wire.read(RowQuote.class);
            } catch (WireException e) {
                problem = e.getMessage();
            }
            assertTrue(problem.contains("expected 4 cells"), problem);
            assertEquals("", wire.event());
            assertEquals(3, wire.read(RowQuote.class).id);
            assertEquals("onQuote", wire.event());
        }
    }

    private static Wire reading(byte[] input, boolean byHeads) {
        WireIn in = CSV.newReader(new ByteArrayInputStream(input), MessagePrefixesTest.OPTIONS);
        return Wires.reading(CSV, byHeads ? in : Inputs.only(WireIn.class, in), MessagePrefixesTest.OPTIONS);
    }

    private static Questions questions() {
        RowQuote quote = new RowQuote();
        RowTrade trade = new RowTrade();
        return new Questions(quote, trade, wire -> read(wire, quote, trade), 2 * ROWS);
    }

    /** As an application does. */
    private static Object read(Wire wire, RowQuote quote, RowTrade trade) {
        String event = wire.event();
        return switch (event == null ? "" : event) {
            case "onQuote" -> wire.read(quote);
            case "onTrade" -> wire.read(trade);
            case "onLargeTrade" -> wire.read(RowLargeTrade.class);
            case "", "on" -> wire.read(Object.class);
            case "onSomethingElse" -> "passed over";
            default -> wire.read().value();
        };
    }
}
