package io.deltawire.examples.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.examples.testing.Example;
import io.deltawire.journal.Journal;
import io.deltawire.marshallable.MethodReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalExampleTest {
    @TempDir
    Path folder;

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(JournalExample.class, () -> JournalExample.main(new String[] {folder.toString()}));
    }

    @Test
    void aServiceThatIsStoppedAgainAndAgainMakesTheOrdersOfOneThatIsNot() {
        List<Order> expected = new ArrayList<>();
        tell(new OrderManager(expected::add));
        try (Journal market = Journal.open(folder.resolve("market"))) {
            tell(market.appender().methodWriter(Market.class));
        }
        for (int start = 0; start < 20; start++) {
            try (OrderService service = new OrderService(folder)) {
                for (int i = 0; i < 11 * start && service.handleOne(); i++) {}
            }
        }
        List<Order> found = new ArrayList<>();
        try (Journal journal = Journal.open(folder.resolve("orders"))) {
            Orders recorder = found::add;
            MethodReader reader = journal.tailer().methodReader(recorder);
            while (reader.readOne()) {}
        }
        assertEquals(expected, found);
    }

    private static void tell(Market market) {
        Random random = new Random(1);
        String[] symbols = {"EURUSD", "GBPUSD", "USDJPY"};
        for (int i = 0; i < 200; i++) {
            String symbol = symbols[random.nextInt(symbols.length)];
            double price = 1 + random.nextInt(10) / 10.0;
            if (random.nextInt(4) == 0) {
                market.onIdea(new OrderIdea(symbol, price, i));
            } else {
                market.onPrice(new Price(symbol, price, price + 0.1));
            }
        }
    }
}
