package io.deltawire.examples.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.marshallable.Marshallable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The article's prices print as the article shows. */
class PricesTest {
    private static String vector(String name) throws IOException {
        try (InputStream in = PricesTest.class.getResourceAsStream("/vectors/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void sidedPricePrintsAsTheArticleShows() throws IOException {
        SidedPrice price = new SidedPrice("Symbol", 123456789000L, Side.Buy, 1.2345, 1e6);
        assertEquals(vector("sided-price/message.yaml"), price.toString());
        SidedPrice read = Marshallable.fromString(price.getClass(), price.toString());
        assertEquals(price, read);
        assertEquals(price.hashCode(), read.hashCode());
    }

    @Test
    void topOfBookPricePrintsAsTheArticleShows() throws IOException {
        TopOfBookPrice price = new TopOfBookPrice("Symbol", 123456789000L, 1.2345, 1e6, 1.235, 2e6);
        assertEquals(vector("top-of-book-price/message.yaml"), price.toString());
        assertEquals(price, Marshallable.fromString(TopOfBookPrice.class, price.toString()));
        TopOfBookPrice empty = new TopOfBookPrice("Symbol");
        assertEquals(vector("top-of-book-price/empty.yaml"), empty.toString());
        assertEquals(empty, Marshallable.fromString(TopOfBookPrice.class, empty.toString()));
    }
}
