package io.deltawire.examples.journal;

import io.deltawire.journal.Journal;
import io.deltawire.marshallable.MethodReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A service between two journals, which is stopped between an idea and the price that it waits for. */
public final class JournalExample {
    private JournalExample() {}

    /** Takes the folder of the journals, or none for a temporary one. */
    public static void main(String[] arguments) throws IOException {
        Path folder = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("journal");
        try (Journal journal = Journal.open(folder.resolve("market"))) {
            Market market = journal.appender().methodWriter(Market.class);
            market.onIdea(new OrderIdea("EURUSD", 1.1170, 1_000_000));
            market.onPrice(new Price("EURUSD", 1.1174, 1.1176));
            market.onIdea(new OrderIdea("GBPUSD", 1.2950, 500_000));
            market.onPrice(new Price("GBPUSD", 1.2945, 1.2948));
            runService(folder);

            market.onPrice(new Price("EURUSD", 1.1168, 1.1169));
            runService(folder);
        }
        try (Journal journal = Journal.open(folder.resolve("orders"))) {
            Orders printer = System.out::println;
            MethodReader reader = journal.tailer().methodReader(printer);
            while (reader.readOne()) {}
        }
    }

    private static void runService(Path folder) {
        int count = 0;
        try (OrderService service = new OrderService(folder)) {
            while (service.handleOne()) {
                count++;
            }
        }
        System.out.println("the service has read " + count + " messages and stops");
    }
}
