package io.deltawire.examples.journal;

import io.deltawire.journal.Journal;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import java.io.Closeable;
import java.nio.file.Path;

/**
 * Runs an {@link OrderManager} between two journals. It may be stopped or killed at any moment. When it is started again,
 * it continues: each message of the market is answered exactly once.
 */
final class OrderService implements Closeable {
    private static final int MARKET = 1;

    private final Journal market;
    private final Journal orders;
    private final MethodReader reader;

    OrderService(Path folder) {
        market = Journal.open(folder.resolve("market"));
        orders = Journal.open(folder.resolve("orders"));
        MessageHistory history = new MessageHistory(); // each order says which message it answers
        OrderManager manager = new OrderManager(orders.appender()
                .methodWriterBuilder(Orders.class)
                .history(history)
                .build());
        reader = market.tailer()
                .afterLastWritten(MARKET, orders) // finds the orders that exist already
                .toStart() // the manager gets all its prices and ideas again
                .methodReader(builder ->
                        builder.history(MARKET, history).replayAnswered().build(manager));
    }

    /** Handles the next message of the market; returns false if there is none now. */
    boolean handleOne() {
        return reader.readOne();
    }

    @Override
    public void close() {
        market.close();
        orders.close();
    }
}
