package io.deltawire.examples.fanout;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** A server with a client from the start, one that joins late, and one that reads slowly. */
public final class FanoutExample {
    private static final int COUNT = 100_000;

    private FanoutExample() {}

    public static void main(String[] arguments) throws IOException {
        try (PriceServer server = new PriceServer();
                PriceClient slow = new PriceClient(server.port(), Subscription.NEWEST_PRICES)) {
            server.publish(new Price("EURUSD", 1.25, 1.5));
            server.publish(new Price("GBPUSD", 1.75, 2));

            try (PriceClient late = new PriceClient(server.port(), Subscription.EACH_PRICE)) {
                System.out.println("late: " + late.next());
                System.out.println("late: " + late.next());
                server.publish(new Price("EURUSD", 1.125, 1.25));
                System.out.println("late: " + late.next());
            }

            for (int i = 1; i <= COUNT; i++) {
                server.publish(new Price("USDJPY", i, i + 1));
            }
            Map<String, Price> newest = new TreeMap<>();
            int received = 0;
            while (!newest.containsKey("USDJPY") || newest.get("USDJPY").bid() < COUNT) {
                Price price = slow.next();
                newest.put(price.symbol(), price);
                received++;
            }
            newest.values().forEach(price -> System.out.println("slow: " + price));
            System.out.println("slow: fewer than all prices were sent: " + (received < COUNT));
        }
    }
}
