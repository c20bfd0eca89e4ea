package io.deltawire.examples.mocks;

import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import net.openhft.chronicle.bytes.Bytes;

/** The component of the test, between two wires. */
public final class MocksExample {
    private MocksExample() {}

    public static void main(String[] arguments) {
        Wire prices = Wire.of("yaml", Bytes.allocateElasticOnHeap());
        Wire books = Wire.of("yaml", Bytes.allocateElasticOnHeap());
        SidedPrices writer = prices.methodWriter(SidedPrices.class);
        writer.onSidedPrice(new SidedPrice("EURUSD", SidedPrice.Side.BUY, 1.1167));
        writer.onSidedPrice(new SidedPrice("EURUSD", SidedPrice.Side.SELL, 1.1172));
        writer.onSidedPrice(new SidedPrice("EURUSD", SidedPrice.Side.SELL, 1.1172)); // nothing new

        MethodReader reader = prices.methodReader(new SidedPriceCombiner(books.methodWriter(TopOfBooks.class)));
        while (reader.readOne()) {}
        System.out.print(books.toYaml());
    }
}
