package io.deltawire.examples.fanout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.examples.testing.Example;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FanoutExampleTest {
    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(FanoutExample.class, () -> FanoutExample.main(new String[0]));
    }

    @Test
    void clientsThatJoinAtAnyTimeGetTheSamePrices() throws IOException {
        try (PriceServer server = new PriceServer();
                PriceClient first = new PriceClient(server.port(), Subscription.EACH_PRICE)) {
            Price price = new Price("EURUSD", 1, 2);
            server.publish(price);
            await(price, first);
            try (PriceClient second = new PriceClient(server.port(), Subscription.EACH_PRICE)) {
                await(price, second);
                for (int i = 0; i < 1000; i++) {
                    Price next = new Price("EURUSD", i, i + 0.5);
                    server.publish(next);
                    await(next, first);
                    await(next, second);
                }
            }
            server.publish(price);
            await(price, first); // a client that has left disturbs nobody
        }
    }

    /** Reads up to a price. A client that joins while others do may get the newest prices more than once. */
    private static void await(Price expected, PriceClient client) {
        Price price = client.next();
        while (!expected.equals(price)) {
            assertNotNull(price, "the stream ends before " + expected);
            price = client.next();
        }
    }

    @Test
    void clientThatDoesNotReadEachPriceIsDisconnectedAndCanComeBack() throws IOException {
        try (PriceServer server = new PriceServer();
                PriceClient slow = new PriceClient(server.port(), Subscription.EACH_PRICE)) {
            server.publish(new Price("EURUSD", 0, 1));
            slow.next();
            int count = 1_000_000; // more than the buffers of the connection hold
            Price last = null;
            for (int i = 0; i < count; i++) {
                last = new Price("EURUSD", Math.sqrt(i), Math.cbrt(i));
                server.publish(last);
            }
            int received = 0;
            try {
                while (slow.next() != null) {
                    received++;
                }
            } catch (RuntimeException e) {
                // The connection has ended within a block.
            }
            assertTrue(received < count);
            try (PriceClient again = new PriceClient(server.port(), Subscription.EACH_PRICE)) {
                assertEquals(last, again.next());
            }
        }
    }

    @Test
    void endOfTheServerIsTheEndOfTheStream() throws IOException {
        PriceServer server = new PriceServer();
        try (PriceClient client = new PriceClient(server.port(), Subscription.NEWEST_PRICES)) {
            server.publish(new Price("EURUSD", 1, 2));
            client.next();
            server.close();
            assertNull(client.next());
        }
    }
}
