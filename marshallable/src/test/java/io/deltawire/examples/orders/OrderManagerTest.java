package io.deltawire.examples.orders;

import static org.easymock.EasyMock.createMock;
import static org.easymock.EasyMock.createStrictMock;
import static org.easymock.EasyMock.replay;
import static org.easymock.EasyMock.verify;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.EventException;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.testing.EachFormat;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Two components tested by mocks: alone, together, and with each wire between them, where nothing in them changes. */
class OrderManagerTest {
    @Test
    void combinerPutsBothSidesTogether() {
        MarketDataListener listener = createStrictMock(MarketDataListener.class);
        listener.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 123456789000L, 1.1167, 1_000_000, Double.NaN, 0));
        listener.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 123456789100L, 1.1167, 1_000_000, 1.1172, 2_000_000));
        replay(listener);

        SidedMarketDataListener combiner = new SidedMarketDataCombiner(listener);
        combiner.onSidedPrice(new SidedPrice("EURUSD", 123456789000L, Side.Buy, 1.1167, 1e6));
        combiner.onSidedPrice(new SidedPrice("EURUSD", 123456789100L, Side.Sell, 1.1172, 2e6));
        combiner.onSidedPrice(new SidedPrice("EURUSD", 123456789200L, Side.Sell, 1.1172, 2e6)); // nothing new
        verify(listener);
    }

    @Test
    void managerOrdersWhenPriceAndIdeaMeet() {
        OrderListener listener = createMock(OrderListener.class);
        listener.onOrder(new Order("EURUSD", Side.Buy, 1.1167, 1_000_000));
        replay(listener);

        OrderManager manager = new OrderManager(listener);
        manager.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 123456789000L, Double.NaN, 0, 1.1172, 2_000_000));
        manager.onOrderIdea(new OrderIdea("EURUSD", Side.Buy, 1.1165, 1e6)); // no buyer yet
        manager.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 123456789100L, 1.1167, 2_000_000, 1.1172, 2_000_000));
        manager.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 123456789200L, 1.1167, 2_000_000, 1.1172, 2_000_000));
        verify(listener);
    }

    @Test
    void missingPriceOrZeroQuantityMakesNoOrder() {
        OrderListener listener = createMock(OrderListener.class);
        replay(listener); // expects nothing

        for (double quantity : new double[] {0, Double.NaN, -1}) {
            OrderManager manager = new OrderManager(listener);
            manager.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 1, Double.NaN, 1e6, Double.NaN, 1e6));
            manager.onOrderIdea(new OrderIdea("EURUSD", Side.Buy, -1e9, 1e6));
            manager.onOrderIdea(new OrderIdea("EURUSD", Side.Sell, 1e9, 1e6));
            manager.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 2, 1.1, quantity, 1.2, quantity));
            manager.onOrderIdea(new OrderIdea("EURUSD", Side.Buy, 1.1, 1e6));
        }
        verify(listener);
    }

    @Test
    void lesserQuantityIsOrdered() {
        OrderListener listener = createStrictMock(OrderListener.class);
        listener.onOrder(new Order("EURUSD", Side.Sell, 1.1, 300));
        listener.onOrder(new Order("EURUSD", Side.Sell, 1.1, 200));
        replay(listener);

        OrderManager manager = new OrderManager(listener);
        manager.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 1, Double.NaN, 0, 1.1, 300));
        manager.onOrderIdea(new OrderIdea("EURUSD", Side.Sell, 1.15, 500));
        manager.onTopOfBookPrice(new TopOfBookPrice("EURUSD", 2, Double.NaN, 0, 1.1, 300));
        manager.onOrderIdea(new OrderIdea("EURUSD", Side.Sell, 1.15, 200));
        verify(listener);
    }

    @Test
    void componentsCallOneAnother() {
        OrderListener listener = expectingOneOrder();
        OrderManager manager = new OrderManager(listener);
        tell(new SidedMarketDataCombiner(manager), manager);
        verify(listener);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void wiresBetweenThemChangeNothing(String format) {
        Wire sidedPrices = Wire.of(format, Bytes.allocateElasticOnHeap());
        Wire pricesAndIdeas = Wire.of(format, Bytes.allocateElasticOnHeap());
        Wire orders = Wire.of(format, Bytes.allocateElasticOnHeap());

        OrderListener listener = expectingOneOrder();
        List<MethodReader> readers = List.of(
                sidedPrices.methodReader(
                        new SidedMarketDataCombiner(pricesAndIdeas.methodWriter(MarketDataListener.class))),
                pricesAndIdeas.methodReader(new OrderManager(orders.methodWriter(OrderListener.class))),
                orders.methodReader(listener));

        tell(sidedPrices.methodWriter(SidedMarketDataListener.class), idea -> {
            readAll(readers.get(0)); // the prices before the idea
            pricesAndIdeas.methodWriter(OrderIdeaListener.class).onOrderIdea(idea);
        });
        readers.forEach(OrderManagerTest::readAll);
        verify(listener);
    }

    /** A table holds events of one kind, so prices and ideas use two tables. */
    @Test
    void tablesBetweenThemChangeNothing() {
        Wire sidedPrices = Wire.of("csv", Bytes.allocateElasticOnHeap());
        Wire prices = Wire.of("csv", Bytes.allocateElasticOnHeap());
        Wire ideas = Wire.of("csv", Bytes.allocateElasticOnHeap());
        Wire orders = Wire.of("csv", Bytes.allocateElasticOnHeap());

        OrderListener listener = expectingOneOrder();
        OrderManager manager = new OrderManager(orders.methodWriter(OrderListener.class));
        List<MethodReader> readers = List.of(
                sidedPrices.methodReader(new SidedMarketDataCombiner(prices.methodWriter(MarketDataListener.class))),
                prices.methodReader(manager),
                ideas.methodReader(manager),
                orders.methodReader(listener));

        OrderIdeaListener ideaWriter = ideas.methodWriter(OrderIdeaListener.class);
        tell(sidedPrices.methodWriter(SidedMarketDataListener.class), idea -> {
            readers.forEach(OrderManagerTest::readAll); // the prices before the idea
            ideaWriter.onOrderIdea(idea);
            readers.forEach(OrderManagerTest::readAll);
        });
        readers.forEach(OrderManagerTest::readAll);
        verify(listener);
    }

    private static OrderListener expectingOneOrder() {
        OrderListener listener = createMock(OrderListener.class);
        listener.onOrder(new Order("EURUSD", Side.Buy, 1.1167, 1_000_000));
        replay(listener);
        return listener;
    }

    private static void tell(SidedMarketDataListener prices, OrderIdeaListener ideas) {
        ideas.onOrderIdea(new OrderIdea("EURUSD", Side.Buy, 1.1180, 2e6)); // the market stays below that

        prices.onSidedPrice(new SidedPrice("EURUSD", 123456789000L, Side.Sell, 1.1172, 2e6));
        prices.onSidedPrice(new SidedPrice("EURUSD", 123456789100L, Side.Buy, 1.1160, 2e6));
        prices.onSidedPrice(new SidedPrice("EURUSD", 123456789100L, Side.Buy, 1.1167, 2e6));

        ideas.onOrderIdea(new OrderIdea("EURUSD", Side.Buy, 1.1165, 1e6)); // this is good
    }

    private static void readAll(MethodReader reader) {
        while (reader.readOne()) {
            // each message makes its calls
        }
    }

    @Test
    void failedExpectationShowsBothObjectsAsYaml() {
        OrderListener listener = expectingOneOrder();
        AssertionError error = assertThrows(
                AssertionError.class, () -> listener.onOrder(new Order("EURUSD", Side.Buy, 1.1167, 999_999)));
        for (String quantity : new String[] {"999999.0", "1000000.0"}) {
            String shown = "OrderListener.onOrder(!Order {\n  symbol: EURUSD,\n  side: Buy,\n  limitPrice: 1.1167,\n"
                    + "  quantity: " + quantity + "\n}";
            assertTrue(error.getMessage().contains(shown), error.getMessage());
        }
    }

    @Test
    void failedEqualityShowsBothObjectsAsYaml() {
        Order expected = new Order("EURUSD", Side.Buy, 1.1167, 1_000_000);
        Order actual = new Order("EURUSD", Side.Buy, 1.1167, 999_999);
        AssertionError error = assertThrows(AssertionError.class, () -> assertEquals(expected, actual));
        String text = """
                expected: <!Order {
                  symbol: EURUSD,
                  side: Buy,
                  limitPrice: 1.1167,
                  quantity: 1000000.0
                }
                > but was: <!Order {
                  symbol: EURUSD,
                  side: Buy,
                  limitPrice: 1.1167,
                  quantity: 999999.0
                }
                >""";
        assertEquals(text, error.getMessage());
    }

    @Test
    void failedExpectationThroughAWireNamesTheEvent() {
        Wire orders = Wire.of("yaml", Bytes.allocateElasticOnHeap());
        orders.methodWriter(OrderListener.class).onOrder(new Order("EURUSD", Side.Buy, 1.1167, 999_999));
        MethodReader reader = orders.methodReader(expectingOneOrder());
        AssertionError error = assertThrows(AssertionError.class, reader::readOne);
        assertTrue(error.getMessage().contains("quantity: 999999.0"), error.getMessage());
        EventException place = (EventException) error.getSuppressed()[0];
        assertEquals("onOrder", place.event());
        assertEquals(0, place.position());
    }
}
