package io.deltawire.examples.mocks;

import static org.easymock.EasyMock.createStrictMock;
import static org.easymock.EasyMock.replay;
import static org.easymock.EasyMock.verify;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.mocks.SidedPrice.Side;
import io.deltawire.examples.testing.Example;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

class MocksExampleTest {
    /** Expects what the component is to call. */
    private static TopOfBooks expectingBothSides() {
        TopOfBooks listener = createStrictMock(TopOfBooks.class);
        listener.onTopOfBook(new TopOfBook("EURUSD", 1.1167, Double.NaN));
        listener.onTopOfBook(new TopOfBook("EURUSD", 1.1167, 1.1172));
        replay(listener);
        return listener;
    }

    private static void tell(SidedPrices prices) {
        prices.onSidedPrice(new SidedPrice("EURUSD", Side.BUY, 1.1167));
        prices.onSidedPrice(new SidedPrice("EURUSD", Side.SELL, 1.1172));
        prices.onSidedPrice(new SidedPrice("EURUSD", Side.SELL, 1.1172)); // nothing new
    }

    @Test
    void theComponentIsCalledDirectly() {
        TopOfBooks listener = expectingBothSides();
        tell(new SidedPriceCombiner(listener));
        verify(listener);
    }

    @Test
    void wiresBeforeAndAfterItChangeNothing() {
        for (String format : new String[] {"yaml", "json", "delta"}) {
            TopOfBooks listener = expectingBothSides();
            Wire prices = Wire.of(format, Bytes.allocateElasticOnHeap());
            Wire books = Wire.of(format, Bytes.allocateElasticOnHeap());
            MethodReader component = prices.methodReader(new SidedPriceCombiner(books.methodWriter(TopOfBooks.class)));
            MethodReader last = books.methodReader(listener);
            tell(prices.methodWriter(SidedPrices.class));
            while (component.readOne()) {}
            while (last.readOne()) {}
            verify(listener);
        }
    }

    @Test
    void aFailureShowsBothObjectsAsYaml() {
        TopOfBooks listener = expectingBothSides();
        AssertionError error =
                assertThrows(AssertionError.class, () -> listener.onTopOfBook(new TopOfBook("EURUSD", 2, Double.NaN)));
        assertTrue(error.getMessage().contains("  buy: 2.0"), error.getMessage());
        assertTrue(error.getMessage().contains("  buy: 1.1167"), error.getMessage());
    }

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(MocksExample.class, () -> MocksExample.main(new String[0]));
    }
}
